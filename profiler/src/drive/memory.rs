//! The process's own memory figures, from `/proc/self/status`.

use std::os::unix::fs::FileExt;
use std::path::Path;

/// Gives back the pages of code and tables that starting up touched and makes the peak start anew, so that
/// the figures are about the submission and not about this program's size. Pages that are
/// still needed come back when they are.
pub(crate) fn forget_start_up() {
    give_back(|_| true);
    // Since Linux 4.0; without it the peak is start-up's, which is an upper bound.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Resident bytes now, without the code and tables of this program: what it touched to prepare is
/// no part of the submission. They are there again afterwards, so that no run waits for them.
pub(crate) fn resident_of_submission() -> u64 {
    let program = std::fs::read_link("/proc/self/exe").unwrap_or_default();
    let is_own = |path: &str| Path::new(path) == program;
    let touched = touched_pages(is_own);
    give_back(is_own);
    let resident = resident();
    for page in touched {
        // SAFETY: the page is mapped and can be read, as it was a moment ago.
        unsafe { (page as *const u8).read_volatile() };
    }
    resident
}

/// Pages of such parts that are resident, by their addresses.
fn touched_pages(is_meant: impl Fn(&str) -> bool) -> Vec<usize> {
    /// Bit of a page map's entry that says that the page is there (kernel: admin-guide/mm/pagemap).
    const PRESENT: u64 = 1 << 63;
    let Ok(map) = std::fs::File::open("/proc/self/pagemap") else { return Vec::new() };
    let page = super::buffer::page_size();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mut touched = Vec::new();
    for (start, end, path) in maps.lines().filter_map(unchanged_part_of_a_file) {
        if !is_meant(path) {
            continue;
        }
        let mut entries = vec![0; (end - start) / page * 8];
        if map.read_exact_at(&mut entries, (start / page * 8) as u64).is_ok() {
            let (entries, _) = entries.as_chunks::<8>();
            let present = entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| u64::from_ne_bytes(**entry) & PRESENT != 0);
            touched.extend(present.map(|(number, _)| start + number * page));
        }
    }
    touched
}

fn give_back(is_meant: impl Fn(&str) -> bool) {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, end, path) in maps.lines().filter_map(unchanged_part_of_a_file) {
        if is_meant(path) {
            // SAFETY: a private mapping of a part of a file that is never written: the same
            // content comes back from the file at the next access.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_DONTNEED) };
        }
    }
}

/// Start, end and path of a line of `/proc/self/maps` that is code of a file, or its beginning: headers
/// and tables. (Further parts that cannot be written may have been until the program was loaded.)
fn unchanged_part_of_a_file(line: &str) -> Option<(usize, usize, &str)> {
    let (_, path) = line.split_at(line.find(" /")? + 1);
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let (access, offset) = (fields.next()?, fields.next()?);
    let number = |text| usize::from_str_radix(text, 16).ok();
    let is_unchanged = access == "r-xp" || access == "r--p" && number(offset)? == 0;
    if is_unchanged { Some((number(start)?, number(end)?, path)) } else { None }
}

/// Resident bytes now, 0 when unknown.
pub(crate) fn resident() -> u64 {
    field("VmRSS:")
}

/// Highest resident bytes so far, 0 when unknown. (Not `ru_maxrss`, which an exec does not reset.)
pub(crate) fn highest_resident() -> u64 {
    field("VmHWM:")
}

/// A field of `/proc/self/status` in bytes. Read without the standard library's files and texts:
/// the code of those would be part of what is read.
fn field(name: &str) -> u64 {
    let mut text = [0_u8; 4096];
    // SAFETY: a C string, and a buffer as long as is said.
    let length = unsafe {
        let file = libc::open(c"/proc/self/status".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        let length = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        length
    };
    let text = text.get(..usize::try_from(length).unwrap_or(0)).unwrap_or_default();
    let name = name.as_bytes();
    let Some(at) = text.windows(name.len()).position(|window| window == name) else { return 0 };
    let digits = text[at + name.len()..].iter().skip_while(|byte| byte.is_ascii_whitespace());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    1024 * digits.fold(0, |number: u64, digit| number * 10 + u64::from(digit - b'0'))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_running_process_has_memory() {
        assert!(super::resident() > 0);
        assert!(super::highest_resident() > 0);
    }

    #[test]
    fn only_what_is_in_files_unchanged_is_given_back() {
        let code = "7fcd317f4000-7fcd3194a000 r-xp 00026000 fe:00 326279   /usr/lib/a b/libc.so.6";
        let found = super::unchanged_part_of_a_file(code);
        assert_eq!(found, Some((0x7fcd317f4000, 0x7fcd3194a000, "/usr/lib/a b/libc.so.6")));
        let head = "7fcd317ce000-7fcd317f4000 r--p 00000000 fe:00 326279   /usr/lib/libc.so.6";
        let found = super::unchanged_part_of_a_file(head);
        assert_eq!(found, Some((0x7fcd317ce000, 0x7fcd317f4000, "/usr/lib/libc.so.6")));
        for line in [
            "7fcd3199d000-7fcd319a1000 r--p 001cf000 fe:00 326279   /usr/lib/libc.so.6",
            "7ffc1f9f2000-7ffc1f9f4000 r-xp 00000000 00:00 0        [vdso]",
            "7fcd317f4000-7fcd3194a000 r-xp 00000000 00:00 0",
            "garbage",
        ] {
            assert_eq!(super::unchanged_part_of_a_file(line), None, "{line}");
        }
    }
}
