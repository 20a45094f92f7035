//! Why there are no cycles.

use std::fs;
use std::io;

/// Why there are no cycles, with what would give them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// The kernel keeps ordinary users from counting.
    #[error("hardware cycle counter unavailable: set kernel.perf_event_paranoid=2")]
    Paranoid,
    /// Something else keeps this process from it.
    #[error(
        "hardware cycle counter unavailable: perf_event_open is refused ({0}); in a container, \
         allow it (--cap-add PERFMON, or a seccomp profile with perf_event_open)"
    )]
    Refused(String),
    /// There is none.
    #[error(
        "hardware cycle counter unavailable: no PMU; measure on the machine itself, or give the \
         virtual one a PMU"
    )]
    None,
    /// Something else.
    #[error("hardware cycle counter unavailable: {0}")]
    Other(String),
}

/// `kernel.perf_event_paranoid`: from this level on, ordinary users may not count.
const FORBIDDEN: i32 = 3;

impl Unavailable {
    pub(super) fn from_error(error: &io::Error) -> Self {
        let level = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid").unwrap_or_default();
        Self::from_parts(error, level.trim().parse().ok())
    }

    fn from_parts(error: &io::Error, paranoid: Option<i32>) -> Self {
        match error.raw_os_error() {
            Some(libc::EACCES | libc::EPERM) if paranoid.is_some_and(|l| l >= FORBIDDEN) => {
                Unavailable::Paranoid
            }
            Some(libc::EACCES | libc::EPERM | libc::ENOSYS) => {
                Unavailable::Refused(error.to_string())
            }
            Some(libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV | libc::ENXIO) => Unavailable::None,
            _ => Unavailable::Other(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_own_remedy() {
        let of =
            |number, level| Unavailable::from_parts(&io::Error::from_raw_os_error(number), level);
        assert_eq!(of(libc::EACCES, Some(4)), Unavailable::Paranoid);
        assert_eq!(
            of(libc::EACCES, Some(4)).to_string(),
            "hardware cycle counter unavailable: set kernel.perf_event_paranoid=2"
        );
        assert!(matches!(of(libc::EPERM, Some(2)), Unavailable::Refused(_)));
        assert!(matches!(of(libc::EPERM, None), Unavailable::Refused(_)));
        assert_eq!(of(libc::ENOENT, Some(2)), Unavailable::None);
        assert_eq!(of(libc::EOPNOTSUPP, Some(2)), Unavailable::None);
        assert!(matches!(of(libc::EMFILE, Some(2)), Unavailable::Other(_)));
    }
}
