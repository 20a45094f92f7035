//! The ICCS programming interface: the kinds of submission, their operations and the
//! functions each kind exports.

mod function;
mod operation;

pub use function::Function;
pub use operation::{
    HASH_MESSAGE_BYTES, MAX_PASSES, Operation, SIGNED_MESSAGE_BYTES, UnknownOperation,
};

use serde::{Deserialize, Serialize};

/// What a submission offers, told by the functions it exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Key encapsulation: `kem_keygen`, `kem_enc`, `kem_dec`.
    Kem,
    /// Digital signature: `sig_keygen`, `sig_sign`, `sig_verify`.
    Sig,
    /// Key exchange: `kex_init_a` to `kex_derive_ss_b`.
    Kex,
    /// Hash function: `CryptHash`.
    Hash,
}

impl Kind {
    /// All kinds, in the order pages list them.
    pub const ALL: [Kind; 4] = [Kind::Kem, Kind::Sig, Kind::Kex, Kind::Hash];

    /// The kind's name as `submission.toml` and records write it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Kem => "kem",
            Kind::Sig => "sig",
            Kind::Kex => "kex",
            Kind::Hash => "hash",
        }
    }

    /// The functions a library of this kind must export. Pass functions of a key exchange
    /// are not among them: which of them exist depends on the protocol.
    pub fn required_functions(self) -> &'static [&'static str] {
        match self {
            Kind::Kem => &[
                "kem_get_pk_len_bytes",
                "kem_get_sk_len_bytes",
                "kem_get_ss_len_bytes",
                "kem_get_ct_len_bytes",
                "kem_keygen",
                "kem_enc",
                "kem_dec",
            ],
            Kind::Sig => &[
                "sig_get_pk_len_bytes",
                "sig_get_sk_len_bytes",
                "sig_get_sn_len_bytes",
                "sig_keygen",
                "sig_sign",
                "sig_verify",
            ],
            Kind::Kex => &[
                "kex_get_passes_num",
                "kex_get_pk_len_bytes",
                "kex_get_sk_len_bytes",
                "kex_get_sta_len_bytes",
                "kex_get_stb_len_bytes",
                "kex_get_ss_len_bytes",
                "kex_get_total_msg_len_bytes",
                "kex_init_a",
                "kex_init_b",
                "kex_derive_ss_a",
                "kex_derive_ss_b",
            ],
            Kind::Hash => &["CryptHash"],
        }
    }

    /// The kind whose functions are all among `exported`, or, failing that, the kind some of
    /// whose functions are, so that the missing ones can be named. A key exchange often
    /// exports the KEM or signature it is built on, so it is looked for first.
    pub fn from_exports<'a>(exported: impl Fn(&str) -> bool + 'a) -> Option<Kind> {
        let order = [Kind::Kex, Kind::Sig, Kind::Kem, Kind::Hash];
        let all = |kind: &Kind| kind.required_functions().iter().all(|name| exported(name));
        let any = |kind: &Kind| kind.required_functions().iter().any(|name| exported(name));
        order.iter().find(|k| all(k)).or_else(|| order.iter().find(|k| any(k))).copied()
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_exchange_that_exports_its_kem_is_a_key_exchange() {
        let exports: Vec<&str> = Kind::Kex
            .required_functions()
            .iter()
            .chain(Kind::Kem.required_functions())
            .copied()
            .collect();
        assert_eq!(Kind::from_exports(|name| exports.contains(&name)), Some(Kind::Kex));
    }

    #[test]
    fn an_incomplete_kind_is_still_named() {
        assert_eq!(Kind::from_exports(|name| name == "kem_enc"), Some(Kind::Kem));
        assert_eq!(Kind::from_exports(|_| false), None);
    }
}
