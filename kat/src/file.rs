//! The files that the known answers of an instance are published in.

use std::fmt;

/// The bytes of a seed, of whatever a seed is for.
pub const SEED_BYTES: usize = 64;

/// One of the official files of known answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KatFile {
    /// Key encapsulation: ten records.
    Kem,
    /// Signatures: ten records.
    Sig,
    /// Key exchange: ten records.
    Kex,
    /// Hash: a message of every length from 0 to 2^12 bits.
    Hash12,
    /// Hash: three messages of 2^23 bits.
    Hash23,
    /// Hash: three messages of 2^33 bits.
    Hash33,
    /// Hash: a million digests, each of a message made with the one before.
    HashLoop,
}

impl KatFile {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Kem, Self::Sig, Self::Kex, Self::Hash12, Self::Hash23, Self::Hash33, Self::HashLoop];

    /// The file's name without the instance: `KAT_KEM`, `KAT_2_12`, `KAT_Loop`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Kem => "KAT_KEM",
            Self::Sig => "KAT_SIG",
            Self::Kex => "KAT_KEX",
            Self::Hash12 => "KAT_2_12",
            Self::Hash23 => "KAT_2_23",
            Self::Hash33 => "KAT_2_33",
            Self::HashLoop => "KAT_Loop",
        }
    }

    /// The file's name, `KAT_KEM_<instance>.txt`. The instance's name is taken as it is: where it
    /// comes from a submission, see that it is a file name before writing under it.
    pub fn name(self, instance: &str) -> String {
        format!("{}_{instance}.txt", self.kind())
    }
}

impl fmt::Display for KatFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.kind())
    }
}
