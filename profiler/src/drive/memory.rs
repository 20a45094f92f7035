//! The process's own memory figures, from `/proc/self/status`.

/// Gives back the code pages that starting up touched and makes the peak start anew, so that
/// the figures are about the submission and not about this program's size. Pages that are
/// still needed come back when they are.
pub(crate) fn forget_start_up() {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, end) in maps.lines().filter_map(code_of_a_file) {
        // SAFETY: a private mapping of a file that was never writable: the same content comes
        // back from the file at the next access.
        unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_DONTNEED) };
    }
    // Since Linux 4.0; without it the peak is start-up's, which is an upper bound.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Start and end of a line of `/proc/self/maps` that is code of a file.
fn code_of_a_file(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let is_code = fields.next()? == "r-xp";
    let address = |text| usize::from_str_radix(text, 16).ok();
    let path = fields.nth(3)?;
    if is_code && path.starts_with('/') { Some((address(start)?, address(end)?)) } else { None }
}

/// Resident bytes now, 0 when unknown.
pub(crate) fn resident() -> u64 {
    field("VmRSS:")
}

/// Highest resident bytes so far, 0 when unknown. (Not `ru_maxrss`, which an exec does not reset.)
pub(crate) fn highest_resident() -> u64 {
    field("VmHWM:")
}

fn field(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_running_process_has_memory() {
        assert!(super::resident() > 0);
        assert!(super::highest_resident() > 0);
    }

    #[test]
    fn only_code_of_files_is_given_back() {
        let code = "7fcd317f4000-7fcd3194a000 r-xp 00026000 fe:00 326279   /usr/lib/a b/libc.so.6";
        assert_eq!(super::code_of_a_file(code), Some((0x7fcd317f4000, 0x7fcd3194a000)));
        for line in [
            "7fcd3199d000-7fcd319a1000 r--p 001cf000 fe:00 326279   /usr/lib/libc.so.6",
            "7ffc1f9f2000-7ffc1f9f4000 r-xp 00000000 00:00 0        [vdso]",
            "7fcd317f4000-7fcd3194a000 r-xp 00000000 00:00 0",
            "garbage",
        ] {
            assert_eq!(super::code_of_a_file(line), None, "{line}");
        }
    }
}
