//! The catalogue of what KEM and signature instances transmit.

use super::rows::{Row, bytes};
use std::collections::BTreeMap;

pub(super) const HEADER: [&str; 6] =
    ["ID", "Instance", "PublicKeyBytes", "CiphertextBytes", "SignatureBytes", "Basis"];

/// Lengths in bytes by candidate and instance.
#[derive(Clone, Debug, Default)]
pub struct ExternalSizes(BTreeMap<(String, String), Sizes>);

/// Lengths in bytes; none for those an instance does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Public key.
    pub public_key: Option<u64>,
    /// Ciphertext.
    pub ciphertext: Option<u64>,
    /// Signature.
    pub signature: Option<u64>,
    /// What they are: `encoded`, or the maximum or the nominal length of what varies.
    pub basis: String,
}

impl ExternalSizes {
    pub(super) fn add(&mut self, row: &Row<'_, 6>) -> Result<(), String> {
        let [id, instance, public_key, ciphertext, signature, basis] = *row;
        let sizes = Sizes {
            public_key: bytes(public_key)?,
            ciphertext: bytes(ciphertext)?,
            signature: bytes(signature)?,
            basis: basis.to_owned(),
        };
        match self.0.insert((id.to_owned(), instance.to_owned()), sizes) {
            Some(_) => Err(format!("{id} {instance} is listed twice")),
            None => Ok(()),
        }
    }

    /// Whether none is listed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of an instance.
    pub fn get(&self, candidate: &str, label: &str) -> Option<&Sizes> {
        self.0.get(&(candidate.to_owned(), label.to_owned()))
    }
}
