//! The helpers that a submission hashes and draws randomness with.

use serde::{Deserialize, Serialize};

/// One helper. The order of [`Helper::ALL`] is fixed: it is the order of the pointers in the
/// instrumented library's `iccs_link`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Helper {
    /// `pseudohash`: a wide hash.
    #[serde(rename = "pseudohash")]
    Pseudohash,
    /// `pseudoXOF`: output of any length.
    #[serde(rename = "pseudoXOF")]
    PseudoXof,
    /// `sm3hash`: SM3.
    #[serde(rename = "sm3hash")]
    Sm3hash,
    /// `get_random_number`: draws from a DRNG.
    #[serde(rename = "get_random_number")]
    GetRandomNumber,
    /// `init_random_number`: seeds a DRNG.
    #[serde(rename = "init_random_number")]
    InitRandomNumber,
}

impl Helper {
    /// All helpers in their fixed order.
    pub const ALL: [Helper; 5] = [
        Helper::Pseudohash,
        Helper::PseudoXof,
        Helper::Sm3hash,
        Helper::GetRandomNumber,
        Helper::InitRandomNumber,
    ];

    /// The function's name.
    pub fn name(self) -> &'static str {
        match self {
            Helper::Pseudohash => "pseudohash",
            Helper::PseudoXof => "pseudoXOF",
            Helper::Sm3hash => "sm3hash",
            Helper::GetRandomNumber => "get_random_number",
            Helper::InitRandomNumber => "init_random_number",
        }
    }

    /// Place in [`Helper::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The file that officially defines it.
    pub(super) fn file(self) -> &'static str {
        match self {
            Helper::Pseudohash | Helper::PseudoXof | Helper::Sm3hash => "auxfunc.c",
            Helper::GetRandomNumber | Helper::InitRandomNumber => "drng.c",
        }
    }
}

/// Who defines a helper or `drng_algorithm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The submission.
    Own,
    /// We do, as the submission calls it but ships none.
    Supplied,
    /// Nobody; it is not called either.
    None,
}

/// The variable that a submission draws its randomness from.
pub(super) const DRNG: &str = "drng_algorithm";

/// Our own helper files, for submissions that ship none.
pub(super) const EMBEDDED: [(&str, &str); 4] = [
    ("auxfunc.c", include_str!("../../../examples/iccs/auxfunc.c")),
    ("auxfunc.h", include_str!("../../../examples/iccs/auxfunc.h")),
    ("drng.c", include_str!("../../../examples/iccs/drng.c")),
    ("drng.h", include_str!("../../../examples/iccs/drng.h")),
];
