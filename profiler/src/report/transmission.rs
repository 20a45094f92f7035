//! Transmission and storage overhead: section 6 of a page, and where catalogues disagree with it.

use super::catalogue::Catalogues;
use super::markdown::{Page, code, text};
use crate::api::Kind;
use crate::dataset::{Candidate, Instance};
use crate::format::or_dash;
use crate::record::{Reading, Sizes};

/// Lengths in bytes of what an instance transmits, from a catalogue that lists it, else from its
/// interface; none for what the kind does not have or is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Transmitted {
    pub(super) public_key: Option<u64>,
    pub(super) ciphertext: Option<u64>,
    pub(super) signature: Option<u64>,
    /// Of a key exchange: public keys of the two sides.
    pub(super) public_keys: Option<[u64; 2]>,
    /// Of a key exchange: all messages of the protocol.
    pub(super) messages: Option<u64>,
}

/// A length a catalogue gives another value for than the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disagreement {
    pub(super) what: &'static str,
    pub(super) catalogue: u64,
    pub(super) api: Option<u64>,
}

impl Transmitted {
    /// Messages and both public keys of a key exchange.
    pub(super) fn bandwidth(&self) -> Option<u64> {
        let [a, b] = self.public_keys?;
        Some(self.messages?.saturating_add(a).saturating_add(b))
    }

    /// What an instance's interface says.
    fn from_api(instance: &Instance, kind: Kind) -> Self {
        let size = |of: fn(&Sizes) -> Option<u64>| size(instance, of);
        match kind {
            Kind::Kem => Transmitted {
                public_key: size(|sizes| sizes.pk_bytes),
                ciphertext: size(|sizes| sizes.ct_bytes),
                ..Transmitted::default()
            },
            Kind::Sig => Transmitted {
                public_key: size(|sizes| sizes.pk_bytes),
                signature: size(|sizes| sizes.signature_bytes),
                ..Transmitted::default()
            },
            Kind::Kex => Transmitted {
                public_keys: size(|sizes| sizes.pk_bytes).map(|bytes| [bytes; 2]),
                messages: size(|sizes| sizes.total_msg_bytes),
                ..Transmitted::default()
            },
            Kind::Hash => Transmitted::default(),
        }
    }

    /// Lengths of an instance, and where catalogue and interface disagree.
    pub(super) fn of(
        candidate: &str,
        instance: &Instance,
        kind: Kind,
        catalogues: &Catalogues,
    ) -> (Self, Vec<Disagreement>) {
        let api = Self::from_api(instance, kind);
        let mut disagreements = Vec::new();
        let mut take = |what, listed: Option<u64>, api: Option<u64>| {
            if let Some(catalogue) = listed.filter(|&listed| Some(listed) != api) {
                disagreements.push(Disagreement { what, catalogue, api });
            }
            listed.or(api)
        };
        let mut sizes = api.clone();
        if let Some(listed) = catalogues.sizes.get(candidate, &instance.label) {
            match kind {
                Kind::Kem => {
                    sizes.public_key = take("public key", listed.public_key, api.public_key);
                    sizes.ciphertext = take("ciphertext", listed.ciphertext, api.ciphertext);
                }
                Kind::Sig => {
                    sizes.public_key = take("public key", listed.public_key, api.public_key);
                    sizes.signature = take("signature", listed.signature, api.signature);
                }
                Kind::Kex | Kind::Hash => {}
            }
        }
        if kind == Kind::Kex
            && let Some(listed) = catalogues.bandwidth.get(candidate, &instance.label)
        {
            let key = |side: usize| api.public_keys.map(|keys| keys[side]);
            let keys = [listed.public_key_a, listed.public_key_b];
            take("public key A", Some(keys[0]), key(0));
            take("public key B", Some(keys[1]), key(1));
            sizes.messages = take("protocol messages", Some(listed.messages), api.messages);
            sizes.public_keys = Some(keys);
        }
        (sizes, disagreements)
    }
}

/// A length, from the first timing record where it is not zero.
fn size(instance: &Instance, of: impl Fn(&Sizes) -> Option<u64>) -> Option<u64> {
    let sizes = || instance.timings.iter().filter_map(|timing| of(&timing.record.sizes));
    sizes().find(|&bytes| bytes > 0).or_else(|| sizes().next())
}

pub(super) fn add(page: &mut Page, candidate: &Candidate, catalogues: &Catalogues) {
    let mut rows = Rows::default();
    for instance in &candidate.instances {
        if let Some(kind) = instance.kind().or(candidate.kind()) {
            rows.add(&candidate.id, instance, kind, catalogues);
        }
    }
    if rows.is_empty() {
        // A hash function transmits nothing of its own.
        return;
    }
    page.section("6. Transmission and storage overhead");
    page.block(
        "In bytes. Public keys, ciphertexts, signatures and protocol messages are those of the \
         catalogue where it lists the instance, else those its interface declares or, for the \
         messages of a key exchange, returns.",
    );
    page.table(["instance", "public key", "secret key", "ciphertext", "shared secret"], &rows.kem);
    page.table(["instance", "public key", "secret key", "signature"], &rows.sig);
    page.table(
        [
            "instance",
            "passes",
            "messages (bytes; raw API)",
            "protocol-message bytes",
            "public key A / B",
            "bandwidth (bytes)",
            "long-term sk (API cap)",
            "shared secret",
        ],
        &rows.kex,
    );
    page.list(&rows.bases);
}

#[derive(Default)]
struct Rows {
    kem: Vec<[String; 5]>,
    sig: Vec<[String; 4]>,
    kex: Vec<[String; 8]>,
    /// Instances whose sizes are no plain encoded lengths.
    bases: Vec<String>,
}

impl Rows {
    fn is_empty(&self) -> bool {
        self.kem.is_empty() && self.sig.is_empty() && self.kex.is_empty()
    }

    fn add(&mut self, candidate: &str, instance: &Instance, kind: Kind, catalogues: &Catalogues) {
        let (sizes, _) = Transmitted::of(candidate, instance, kind, catalogues);
        let bytes = |bytes: Option<u64>| or_dash(bytes, |bytes| bytes.to_string());
        let api = |of: fn(&Sizes) -> Option<u64>| bytes(size(instance, of));
        let label = code(&instance.label);
        match kind {
            Kind::Kem => self.kem.push([
                label,
                bytes(sizes.public_key),
                api(|sizes| sizes.sk_bytes),
                bytes(sizes.ciphertext),
                api(|sizes| sizes.ss_bytes),
            ]),
            Kind::Sig => self.sig.push([
                label,
                bytes(sizes.public_key),
                api(|sizes| sizes.sk_bytes),
                bytes(sizes.signature),
            ]),
            Kind::Kex => self.kex.push([
                label,
                bytes(passes(instance)),
                or_dash(messages(instance), |messages| messages.join(" / ")),
                bytes(sizes.messages),
                or_dash(sizes.public_keys, |[a, b]| format!("{a} / {b}")),
                bytes(sizes.bandwidth()),
                api(|sizes| sizes.sk_bytes),
                api(|sizes| sizes.ss_actual_bytes.or(sizes.ss_bytes)),
            ]),
            Kind::Hash => {}
        }
        let listed = catalogues.sizes.get(candidate, &instance.label);
        if let Some(listed) = listed.filter(|listed| !matches!(&*listed.basis, "" | "encoded")) {
            self.bases.push(format!("{}: {}", code(&instance.label), text(&listed.basis)));
        }
    }
}

fn passes(instance: &Instance) -> Option<u64> {
    let declared = |timing: &crate::dataset::Timing| {
        timing.record.kex.kex_passes.as_ref().and_then(Reading::integer)
    };
    instance.timings.iter().find_map(declared)
}

fn messages(instance: &Instance) -> Option<Vec<String>> {
    let lengths = instance.timings.iter().map(|timing| timing.record.sizes.messages());
    let lengths = lengths.into_iter().find(|lengths| !lengths.is_empty())?;
    Some(lengths.iter().map(u64::to_string).collect())
}
