//! The catalogue of what key exchanges transmit.

use super::rows::{Row, bytes};
use std::collections::BTreeMap;

pub(super) const HEADER: [&str; 5] =
    ["ID", "Instance", "PkABytes", "PkBBytes", "ProtocolMessageBytes"];

/// Traffic by candidate and instance.
#[derive(Clone, Debug, Default)]
pub struct KexBandwidth(BTreeMap<(String, String), Bandwidth>);

/// Traffic of a key exchange, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bandwidth {
    /// Long-term public key of side a, as far as it must be delivered.
    pub public_key_a: u64,
    /// The same of side b.
    pub public_key_b: u64,
    /// All messages of the protocol.
    pub messages: u64,
}

impl Bandwidth {
    /// Messages and both public keys.
    pub fn total(&self) -> u64 {
        self.messages.saturating_add(self.public_key_a).saturating_add(self.public_key_b)
    }
}

impl KexBandwidth {
    pub(super) fn add(&mut self, row: &Row<'_, 5>) -> Result<(), String> {
        let [id, instance, a, b, messages] = *row;
        let number = |cell| bytes(cell)?.ok_or_else(|| "a number of bytes is missing".to_owned());
        let traffic = Bandwidth {
            public_key_a: number(a)?,
            public_key_b: number(b)?,
            messages: number(messages)?,
        };
        match self.0.insert((id.to_owned(), instance.to_owned()), traffic) {
            Some(_) => Err(format!("{id} {instance} is listed twice")),
            None => Ok(()),
        }
    }

    /// Whether none is listed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// That of an instance.
    pub fn get(&self, candidate: &str, label: &str) -> Option<Bandwidth> {
        self.0.get(&(candidate.to_owned(), label.to_owned())).copied()
    }
}
