//! The summary page: all instances in one table a category.

use super::catalogue::Catalogues;
use super::helpers::Helpers;
use super::markdown::{Page, code, link, text};
use super::performance::FAILED;
use super::transmission::Transmitted;
use super::{environment, page_path};
use crate::api::{Kind, Operation};
use crate::dataset::{Candidate, Instance};
use crate::format::{NONE, count, duration, or_dash, percent, ratio};
use crate::record::{Campaign, GUIDE_MEASUREMENTS};

/// Messages of hash functions that the summary gives.
const MESSAGES: [(u64, &str); 3] = [(32, "32 B"), (1024, "1 KiB"), (65536, "64 KiB")];

/// Rows of the summary, collected candidate by candidate.
#[derive(Default)]
pub(super) struct Summary {
    kem: Vec<[String; 8]>,
    sig: Vec<[String; 7]>,
    kex: Vec<[String; 6]>,
    hash: Vec<HashRow>,
    helpers: Helpers,
}

/// A row of a hash function: its ratios are known when the helpers are, which may come after it.
struct HashRow {
    head: String,
    digest_bits: u64,
    costs: [Option<Cost>; 3],
    note: String,
}

#[derive(Clone, Copy)]
struct Cost {
    cycles: Option<f64>,
    seconds: Option<f64>,
    calls: u64,
    share: Option<f64>,
}

impl Summary {
    pub(super) fn add(&mut self, candidate: &Candidate, catalogues: &Catalogues) {
        if self.helpers.take(candidate) {
            return;
        }
        let page = page_path(&candidate.id);
        for instance in &candidate.instances {
            let Some(kind) = instance.kind().or(candidate.kind()) else { continue };
            let head = format!("{} {}", link(&text(&candidate.id), &page), code(&instance.label));
            let note = note(instance);
            let cost = |operation| cell(instance, operation);
            let (sizes, _) = Transmitted::of(&candidate.id, instance, kind, catalogues);
            let bytes = |bytes: Option<u64>| or_dash(bytes, |bytes| bytes.to_string());
            match kind {
                Kind::Kem => self.kem.push([
                    head,
                    cost(Operation::Keygen),
                    cost(Operation::Enc),
                    cost(Operation::Dec),
                    bytes(sizes.public_key),
                    bytes(sizes.ciphertext),
                    bytes(secret(instance)),
                    note,
                ]),
                Kind::Sig => self.sig.push([
                    head,
                    cost(Operation::Keygen),
                    cost(Operation::Sign),
                    cost(Operation::Verify),
                    bytes(sizes.public_key),
                    bytes(sizes.signature),
                    note,
                ]),
                Kind::Kex => self.kex.push([
                    head,
                    cost(Operation::Exchange),
                    or_dash(sizes.public_keys, |[a, b]| format!("{a} / {b}")),
                    bytes(sizes.messages),
                    bytes(sizes.bandwidth()),
                    note,
                ]),
                Kind::Hash => self.hash.push(HashRow {
                    head,
                    digest_bits: 8 * digest_bytes(instance),
                    costs: MESSAGES.map(|(bytes, _)| hash_cost(instance, bytes)),
                    note,
                }),
            }
        }
    }

    pub(super) fn page(&self, campaign: &Campaign) -> String {
        let mut page = Page::new(&format!("Measurements on {}", code(&campaign.system_id)));
        page.block(
            "Cycles of each operation (time where the machine counts no cycles), with the part of \
             it inside the ICCS hash helpers in parentheses. Sizes are in bytes. How \
             all of it was measured is on the [page on the method](method.md).",
        );
        let rows = environment::rows(campaign);
        page.table(["item", "value"], &rows);
        if !self.kem.is_empty() {
            page.section("Key encapsulation");
        }
        page.table(
            ["instance", "keygen", "enc", "dec", "public key", "ciphertext", "secret key", "notes"],
            &self.kem,
        );
        if !self.sig.is_empty() {
            page.section("Digital signatures");
        }
        page.table(
            ["instance", "keygen", "sign", "verify", "public key", "signature", "notes"],
            &self.sig,
        );
        if !self.kex.is_empty() {
            page.section("Key exchange");
        }
        page.table(
            ["instance", "exchange", "public key A / B", "messages", "bandwidth", "notes"],
            &self.kex,
        );
        if !self.hash.is_empty() {
            page.section("Hash functions");
            page.block(
                "After the cost of a message stands how many times as much that is as pseudoXOF \
                 takes for the same output width and message, where the helpers were measured too.",
            );
        }
        let rows: Vec<[String; 5]> = self.hash.iter().map(|row| self.hash_row(row)).collect();
        let [(_, short), (_, middle), (_, long)] = MESSAGES;
        page.table(["instance", short, middle, long, "notes"], &rows);
        self.helpers.add(&mut page);
        page.finish()
    }

    fn hash_row(&self, row: &HashRow) -> [String; 5] {
        let mut cells = row.costs.iter().zip(MESSAGES).map(|(cost, (bytes, _))| {
            let Some(cost) = cost else { return NONE.to_owned() };
            let times = self.helpers.ratio(row.digest_bits, bytes, cost.cycles, cost.seconds);
            format!("{}, {}", shown(cost), or_dash(times, ratio))
        });
        let mut next = || cells.next().unwrap_or_default();
        [row.head.clone(), next(), next(), next(), row.note.clone()]
    }
}

/// Cost and share of an operation: `153.2 k (41%)`, `48.20 G (99%, n=35)`.
fn cell(instance: &Instance, operation: Operation) -> String {
    let Some(record) = instance.timing(operation) else { return NONE.to_owned() };
    if !record.is_complete() {
        return FAILED.to_owned();
    }
    let profile = instance.profile(operation).filter(|profile| profile.is_complete());
    shown(&Cost {
        cycles: record.derived.mean_cycles,
        seconds: record.derived.mean_seconds,
        calls: record.derived.measurements,
        share: profile.map(|profile| profile.shares().0),
    })
}

fn hash_cost(instance: &Instance, bytes: u64) -> Option<Cost> {
    let record = instance.timing(Operation::Hash(bytes)).filter(|record| record.is_complete())?;
    let profile = instance.profile(Operation::Hash(bytes)).filter(|profile| profile.is_complete());
    Some(Cost {
        cycles: record.derived.mean_cycles,
        seconds: record.derived.mean_seconds,
        calls: record.derived.measurements,
        share: profile.map(|profile| profile.shares().0).filter(|&share| share > 0.0),
    })
}

fn shown(cost: &Cost) -> String {
    let amount = cost.cycles.map(count).or(cost.seconds.map(duration));
    let few = (cost.calls < GUIDE_MEASUREMENTS).then(|| format!("n={}", cost.calls));
    let remarks: Vec<String> = cost.share.map(percent).into_iter().chain(few).collect();
    let amount = amount.unwrap_or_else(|| NONE.to_owned());
    if remarks.is_empty() { amount } else { format!("{amount} ({})", remarks.join(", ")) }
}

fn secret(instance: &Instance) -> Option<u64> {
    instance.timings.iter().find_map(|timing| timing.record.sizes.sk_bytes)
}

fn digest_bytes(instance: &Instance) -> u64 {
    instance.timings.iter().find_map(|timing| timing.record.sizes.digest_bytes).unwrap_or(0)
}

/// What a reader has to know before comparing.
fn note(instance: &Instance) -> String {
    let mut notes = Vec::new();
    if let Some(kat) = instance.kat().filter(|kat| *kat != "PASS") {
        notes.push(format!("KAT {}", text(kat)));
    }
    if !matches!(instance.flags(), "" | "guide" | "guide-performance") {
        notes.push(format!("built with {}", text(instance.flags())));
    }
    let is_unfit = |timing: &crate::dataset::Timing| !timing.record.host_problems.is_empty();
    if instance.timings.iter().any(is_unfit) {
        notes.push("host not fit".to_owned());
    }
    if notes.is_empty() { NONE.to_owned() } else { notes.join("; ") }
}
