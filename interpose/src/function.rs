//! What is counted: the helpers, and the operations in whose name they are called.

/// The helper symbols, in the order of [`crate::Link::real`] and of everything else indexed by
/// helper.
pub const HELPERS: [&str; 5] =
    ["pseudohash", "pseudoXOF", "sm3hash", "get_random_number", "init_random_number"];

/// A row of the count: a helper, with the two that work on a generator told apart by whether
/// the generator was the global `drng_algorithm` or one of the submission's own. No code is 0, so
/// that no shape's key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Function {
    /// `pseudohash`; output bits are the digest length.
    Pseudohash = 1,
    /// `pseudoXOF`.
    PseudoXof = 2,
    /// `sm3hash`.
    Sm3hash = 3,
    /// `get_random_number` on `drng_algorithm`; input bits are 0.
    DrngGlobal = 4,
    /// `get_random_number` on any other generator; input bits are 0.
    DrngPrivate = 5,
    /// `init_random_number` on `drng_algorithm`; output bits are 0.
    InitGlobal = 6,
    /// `init_random_number` on any other generator; output bits are 0.
    InitPrivate = 7,
}

impl Function {
    /// All functions, by their code.
    pub const ALL: [Function; 7] = [
        Function::Pseudohash,
        Function::PseudoXof,
        Function::Sm3hash,
        Function::DrngGlobal,
        Function::DrngPrivate,
        Function::InitGlobal,
        Function::InitPrivate,
    ];

    /// The function a code in a [`crate::region::Entry`] stands for.
    pub fn from_code(code: u32) -> Option<Function> {
        Self::ALL.get((code as usize).wrapping_sub(1)).copied()
    }
}

/// Number of operation codes: 0 is "whatever runs outside an interface function" (and, in the
/// measuring child, the one operation being measured); the others index [`OPERATIONS`].
pub const OPERATION_CODES: usize = 32;

/// Interface functions that are bracketed under preload; the operation code of `OPERATIONS[i]`
/// is `i + 1`.
pub const OPERATIONS: [&str; 27] = [
    "kem_keygen",
    "kem_enc",
    "kem_dec",
    "sig_keygen",
    "sig_sign",
    "sig_verify",
    "kex_init_a",
    "kex_init_b",
    "kex_generate_pass1_msg_a",
    "kex_generate_pass2_msg_b",
    "kex_generate_pass3_msg_a",
    "kex_generate_pass4_msg_b",
    "kex_generate_pass5_msg_a",
    "kex_generate_pass6_msg_b",
    "kex_generate_pass7_msg_a",
    "kex_generate_pass8_msg_b",
    "kex_generate_pass9_msg_a",
    "kex_generate_pass10_msg_b",
    "kex_generate_pass11_msg_a",
    "kex_generate_pass12_msg_b",
    "kex_generate_pass13_msg_a",
    "kex_generate_pass14_msg_b",
    "kex_generate_pass15_msg_a",
    "kex_generate_pass16_msg_b",
    "kex_derive_ss_a",
    "kex_derive_ss_b",
    "CryptHash",
];
