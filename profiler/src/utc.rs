//! The time of day, as records write it.

use jiff::Timestamp;

/// Now, in UTC, to the microsecond: `2026-09-28T15:05:46.790099+00:00`.
pub fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_written_as_published_records_write_it() {
        let now = super::now();
        assert_eq!(now.len(), "2026-09-28T15:05:46.790099+00:00".len(), "{now}");
        assert!(now.parse::<jiff::Timestamp>().is_ok());
    }
}
