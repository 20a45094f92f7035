//! Why a helper refuses.

use std::collections::TryReserveError;

/// Why a helper refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HelperError {
    /// The helper has no digest of this length.
    #[error("no digest of {digest_bits} bits: {helper} has {supported}")]
    UnsupportedDigest {
        /// The helper's name in C.
        helper: &'static str,
        /// The digest lengths it has, in words.
        supported: &'static str,
        /// The length asked for, in bits.
        digest_bits: u32,
    },
    /// More output than the 32-bit counter of the key derivation function allows.
    #[error(
        "{output_bits} bits are more than pseudoXOF can give (at most {})",
        super::MAX_OUTPUT_BITS
    )]
    OutputTooLong {
        /// The length asked for, in bits.
        output_bits: u64,
    },
    /// There is no memory for the output.
    #[error("no memory for {output_bits} bits of output")]
    Allocation {
        /// The length asked for, in bits.
        output_bits: u64,
        /// What the allocator said.
        source: TryReserveError,
    },
}

impl HelperError {
    /// What the C helper returns in this case, where it is defined to fail.
    pub fn c_code(&self) -> Option<i32> {
        match self {
            Self::UnsupportedDigest { .. } => Some(-4),
            Self::OutputTooLong { .. } => None,
            Self::Allocation { .. } => Some(-2),
        }
    }
}
