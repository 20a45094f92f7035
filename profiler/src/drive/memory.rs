//! The process's own memory figures, from `/proc/self/status`.

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
}
