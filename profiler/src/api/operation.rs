//! The operations that are measured, and the names records and the command line give them.

use super::Kind;
use std::fmt;
use std::str::FromStr;

/// Message lengths at which a hash function is measured, in bytes (the guide's S1 to S8).
pub const HASH_MESSAGE_BYTES: [u64; 8] = [32, 128, 512, 1024, 4096, 8192, 16384, 65536];

/// Length of the message that is signed, in bytes.
pub const SIGNED_MESSAGE_BYTES: u64 = 64;

/// Most passes a key exchange can have.
pub const MAX_PASSES: u8 = 16;

/// One measured operation of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `kem_keygen` or `sig_keygen`.
    Keygen,
    /// `kem_enc`.
    Enc,
    /// `kem_dec`.
    Dec,
    /// `sig_sign`.
    Sign,
    /// `sig_verify`.
    Verify,
    /// A whole key exchange: both inits, every pass, both derivations.
    Exchange,
    /// `kex_init_a`.
    InitA,
    /// `kex_init_b`.
    InitB,
    /// `kex_generate_pass<k>_msg_a` or `_b`, k from 1 to 16.
    Pass(u8),
    /// `kex_derive_ss_a`.
    DeriveA,
    /// `kex_derive_ss_b`.
    DeriveB,
    /// `CryptHash` of that many bytes.
    Hash(u64),
}

impl Operation {
    /// The operations of a kind in the order pages list them. For a key exchange these are the
    /// operations that do not depend on the number of passes; passes are added by the caller.
    pub fn of_kind(kind: Kind) -> Vec<Operation> {
        use Operation::*;
        match kind {
            Kind::Kem => vec![Keygen, Enc, Dec],
            Kind::Sig => vec![Keygen, Sign, Verify],
            Kind::Kex => vec![Exchange, InitA, InitB, DeriveA, DeriveB],
            Kind::Hash => HASH_MESSAGE_BYTES.iter().map(|&bytes| Hash(bytes)).collect(),
        }
    }

    /// Whether it is one step of a key exchange, which is measured inside complete runs.
    pub fn is_step_of_exchange(self) -> bool {
        use Operation::*;
        matches!(self, InitA | InitB | Pass(_) | DeriveA | DeriveB)
    }

    /// Bytes of the message, 0 for an operation without one (a record's `input_bytes`).
    pub fn input_bytes(self) -> u64 {
        match self {
            Operation::Hash(bytes) => bytes,
            Operation::Sign | Operation::Verify => SIGNED_MESSAGE_BYTES,
            _ => 0,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Operation::Keygen => "keygen",
            Operation::Enc => "enc",
            Operation::Dec => "dec",
            Operation::Sign => "sign",
            Operation::Verify => "verify",
            Operation::Exchange => "exchange",
            Operation::InitA => "init_a",
            Operation::InitB => "init_b",
            Operation::DeriveA => "derive_a",
            Operation::DeriveB => "derive_b",
            Operation::Pass(pass) => return write!(f, "pass{pass}"),
            Operation::Hash(bytes) => return write!(f, "hash_{bytes}"),
        };
        f.pad(name)
    }
}

/// A name that is no operation of any kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the name of an operation")]
pub struct UnknownOperation(pub String);

impl FromStr for Operation {
    type Err = UnknownOperation;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownOperation(name.to_owned());
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| unknown());
        Ok(match name {
            "keygen" => Operation::Keygen,
            "enc" => Operation::Enc,
            "dec" => Operation::Dec,
            "sign" => Operation::Sign,
            "verify" => Operation::Verify,
            "exchange" => Operation::Exchange,
            "init_a" => Operation::InitA,
            "init_b" => Operation::InitB,
            "derive_a" => Operation::DeriveA,
            "derive_b" => Operation::DeriveB,
            _ => match (name.strip_prefix("pass"), name.strip_prefix("hash_")) {
                (Some(digits), _) => match u8::try_from(number(digits)?) {
                    Ok(pass) if (1..=MAX_PASSES).contains(&pass) => Operation::Pass(pass),
                    _ => return Err(unknown()),
                },
                (_, Some(digits)) => Operation::Hash(number(digits)?),
                _ => return Err(unknown()),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let mut operations: Vec<Operation> =
            Kind::ALL.iter().flat_map(|&kind| Operation::of_kind(kind)).collect();
        operations.push(Operation::Pass(16));
        for operation in operations {
            assert_eq!(operation.to_string().parse(), Ok(operation));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "pass", "pass0", "pass17", "hash_", "hash_x", "Keygen"] {
            assert!(name.parse::<Operation>().is_err(), "{name}");
        }
    }
}
