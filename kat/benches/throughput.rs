//! How fast texts of known answers are written, compared and digested, in bytes of text.
//!
//!     cargo bench -p iccs-kat --bench throughput

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use iccs_kat::compare::{Comparer, Extent};
use iccs_kat::manifest::{Mode, digest};
use iccs_kat::text::{HashText, KemText};
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

/// A text of some 64 MB with values of so many bytes.
fn text(value_bytes: usize) -> Vec<u8> {
    let value: Vec<u8> = (0..value_bytes).map(|i| (i * 167) as u8).collect();
    let mut kem = KemText::new(Vec::with_capacity(80 << 20));
    for count in 0..(8 << 20) / value_bytes as u64 {
        kem.begin(count, &[0xab; 64]).unwrap();
        kem.keys(&value, &value).unwrap();
        kem.encapsulation(&value, &value).unwrap();
        kem.end().unwrap();
    }
    kem.into_inner()
}

/// The text with its values in lower case.
fn lower_case(text: &[u8]) -> Vec<u8> {
    let mut lower = text.to_owned();
    for line in lower.split_mut(|byte| *byte == b'\n') {
        let equals = line.iter().position(|byte| *byte == b'=').unwrap_or(0);
        line[equals..].make_ascii_lowercase();
    }
    lower
}

fn crlf(text: &[u8]) -> Vec<u8> {
    text.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..])
}

fn writing(c: &mut Criterion) {
    let mut group = c.benchmark_group("write");
    let value: Vec<u8> = (0..32 << 20).map(|i: u32| (i * 167) as u8).collect();
    group.throughput(Throughput::Bytes(2 * value.len() as u64));
    group.bench_function("hex", |b| {
        b.iter(|| HashText::new(io::sink()).message(black_box(&value)).unwrap());
    });
    group.finish();
}

fn comparing(c: &mut Criterion) {
    let mut group = c.benchmark_group("compare");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for value_bytes in [32, 1024, 1 << 20] {
        let text = text(value_bytes);
        group.throughput(Throughput::Bytes(text.len() as u64));
        let variants =
            [("equal", text.clone()), ("lower case", lower_case(&text)), ("CR LF", crlf(&text))];
        for (name, published) in variants {
            group.bench_function(BenchmarkId::new(name, value_bytes), |b| {
                b.iter(|| {
                    let mut comparer = Comparer::new(black_box(&published[..]));
                    comparer.write_all(black_box(&text)).unwrap();
                    let comparison = comparer.finish(Extent::Whole).unwrap();
                    assert_eq!(comparison.difference, None);
                });
            });
        }
    }
    group.finish();
}

fn digesting(c: &mut Criterion) {
    let mut group = c.benchmark_group("digest");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    let text = text(1024);
    group.throughput(Throughput::Bytes(text.len() as u64));
    for modes in [&[Mode::STRICT][..], &[Mode::STRICT, Mode::NOLEN]] {
        group.bench_function(BenchmarkId::new("modes", modes.len()), |b| {
            b.iter(|| digest(black_box(&text[..]), modes).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, writing, comparing, digesting);
criterion_main!(benches);
