//! What of a text a digest covers.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// What of a text a digest covers: `strict`, `nolen`, `strict:3`, `nolen:3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Lines of lengths, `.._Len = ..`, do not count: they may have been left empty.
    pub without_lengths: bool,
    /// Only so many records from the beginning count.
    pub records: Option<NonZeroU64>,
}

impl Mode {
    /// Everything.
    pub const STRICT: Self = Self { without_lengths: false, records: None };
    /// Everything but lengths.
    pub const NOLEN: Self = Self { without_lengths: true, records: None };
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.without_lengths { "nolen" } else { "strict" })?;
        self.records.map_or(Ok(()), |records| write!(f, ":{records}"))
    }
}

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (name, records) = match text.split_once(':') {
            Some((name, records)) => (name, Some(records)),
            None => (text, None),
        };
        let without_lengths = match name {
            "strict" => false,
            "nolen" => true,
            _ => return Err(()),
        };
        // A sign would be taken too.
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+')).ok_or(());
        Ok(Self { without_lengths, records: records.map(number).transpose()? })
    }
}
