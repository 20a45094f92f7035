//! Hash functions and the ICCS helpers on the summary.

use super::figure::{Figure, Unit};
use super::row::Row;
use crate::api::{HASH_MESSAGE_BYTES, Kind, Operation};
use crate::format::{NONE, or_dash, ratio};
use crate::report::markdown::{Page, code};

/// Message lengths the table of hash functions has, in bytes.
const SHOWN: [u64; 3] = [32, 1024, 65536];

/// The helper hash functions are compared with.
const COMPARED: &str = "pseudoXOF";

pub(super) fn add(page: &mut Page, rows: &[Row]) {
    let hashes = || rows.iter().filter(|row| row.kind == Kind::Hash);
    let unit = Unit::of(hashes());
    let helpers: Vec<Helper<'_>> = hashes().filter_map(Helper::of).collect();
    let rows: Vec<_> =
        hashes().filter(|row| !row.is_helper).map(|row| hash(row, &helpers, unit)).collect();
    if !rows.is_empty() {
        page.section("Hash functions");
        let columns =
            SHOWN.map(|bytes| format!("{} {} (× {COMPARED})", message(bytes), unit.name()));
        let [a, b, c] = columns.each_ref().map(String::as_str);
        page.table(["id", "algorithm", "instance", a, b, c, "notes"], &rows);
    }
    add_helpers(page, helpers, unit);
}

fn hash(row: &Row, helpers: &[Helper<'_>], unit: Unit) -> [String; 7] {
    let same_width = helpers
        .iter()
        .find(|helper| helper.function == COMPARED && row.digest_bits == Some(helper.bits));
    let [a, b, c] = SHOWN.map(|bytes| {
        let operation = Operation::Hash(bytes);
        let Some(figure) = row.figure(operation) else { return NONE.to_owned() };
        let compared = same_width
            .and_then(|helper| helper.row.figure(operation)?.value(unit))
            .zip(figure.value(unit));
        figure.cell(unit, Some(or_dash(compared, |(helper, own)| ratio(own / helper))))
    });
    let [id, algorithm, instance] = row.head();
    [id, algorithm, instance, a, b, c, row.notes()]
}

/// A helper at one output width.
struct Helper<'a> {
    function: &'a str,
    bits: u64,
    row: &'a Row,
}

impl<'a> Helper<'a> {
    /// Reads what its label says, `pseudoXOF-512`.
    fn of(row: &'a Row) -> Option<Self> {
        let (function, bits) = row.label.rsplit_once('-').filter(|_| row.is_helper)?;
        Some(Helper { function, bits: row.digest_bits.or_else(|| bits.parse().ok())?, row })
    }

    fn order(&self) -> (usize, u64) {
        let known = ["sm3hash", "pseudohash", COMPARED];
        (known.iter().position(|name| *name == self.function).unwrap_or(known.len()), self.bits)
    }
}

fn add_helpers(page: &mut Page, mut helpers: Vec<Helper<'_>>, unit: Unit) {
    if helpers.is_empty() {
        return;
    }
    helpers.sort_by_key(Helper::order);
    page.section("ICCS hash helpers");
    page.block("The helpers themselves, measured as hash functions are.");
    let (per_byte, factor) = match unit {
        Unit::Cycles => ("cycles/byte (64 KiB)", 1.0),
        Unit::Time => ("ns/byte (64 KiB)", 1e9),
    };
    let messages = HASH_MESSAGE_BYTES.map(message);
    let [s1, s2, s3, s4, s5, s6, s7, s8] = messages.each_ref().map(String::as_str);
    let rows: Vec<_> = helpers
        .iter()
        .map(|helper| {
            let figure = |bytes| helper.row.figure(Operation::Hash(bytes));
            let plain = |figure: Option<&Figure>| or_dash(figure, |figure| figure.plain(unit));
            let [s1, s2, s3, s4, s5, s6, s7, s8] =
                HASH_MESSAGE_BYTES.map(|bytes| plain(figure(bytes)));
            let longest = figure(65536).and_then(|figure| figure.value(unit));
            let longest = or_dash(longest, |value| format!("{:.1}", factor * value / 65536.0));
            let bits = helper.bits.to_string();
            [code(helper.function), bits, s1, s2, s3, s4, s5, s6, s7, s8, longest]
        })
        .collect();
    page.table(["ICCS helper", "output bits", s1, s2, s3, s4, s5, s6, s7, s8, per_byte], &rows);
}

/// A message's length, `32 B` or `64 KiB`.
fn message(bytes: u64) -> String {
    if bytes >= 1024 { format!("{} KiB", bytes / 1024) } else { format!("{bytes} B") }
}
