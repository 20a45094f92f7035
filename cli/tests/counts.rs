//! How often the example calls which helper: against a golden file, against the arithmetic of
//! ML-KEM, and the same however the calls are interposed and the sources compiled.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{Ran, Shapes, profile, shapes, tree};
use iccs_kat::{Drng, pseudo_xof, pseudohash};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Calls by instance and operation.
type Counts = BTreeMap<(String, String), Shapes>;

fn counts(iterations: &str, options: &[&str]) -> Counts {
    counts_of("mlkem", iterations, options)
}

fn counts_of(example: &str, iterations: &str, options: &[&str]) -> Counts {
    let mut command = profile(tree("../examples").join(example));
    command.args(["--iters", iterations, "--warmups", "1", "--format", "json"]).args(options);
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let records = ran.records();
    assert!(records.iter().all(|record| record.total.operations.to_string() == iterations));
    records.iter().map(|r| ((r.label.clone(), r.operation.clone()), shapes(r))).collect()
}

/// One line a shape, so that a difference shows as what it is.
fn text(example: &str, iterations: &str, counts: &Counts) -> String {
    let mut text = format!(
        "# Helper calls of examples/{example} in {iterations} runs after one warm-up.\n\
         # instance operation helper in_bits out_bits calls\n",
    );
    for ((label, operation), shapes) in counts {
        for ((helper, in_bits, out_bits), calls) in shapes {
            writeln!(text, "{label} {operation} {helper} {in_bits} {out_bits} {calls}").unwrap();
        }
    }
    text
}

/// BLESS=1 writes the golden file instead of comparing with it.
fn compare_with_golden(example: &str, iterations: &str, counts: &Counts) {
    let file = tree(&format!("tests/golden/{example}.txt"));
    let text = text(example, iterations, counts);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap();
    let differ: Vec<_> = text
        .lines()
        .zip(golden.lines())
        .filter(|(now, golden)| now != golden)
        .map(|(now, golden)| format!("now {now}\nwas {golden}"))
        .collect();
    assert!(text == golden, "run with BLESS=1 if this is as it should be\n{}", differ.join("\n"));
}

#[test]
fn golden_counts() {
    let counts = counts("1000", &[]);
    assert_eq!(counts.len(), 18);
    compare_with_golden("mlkem", "1000", &counts);
}

/// As many runs as take a few seconds: signing by the hash-based scheme is slow.
#[test]
fn golden_counts_of_other_kinds() {
    for (example, iterations, operations) in
        [("mldsa", "200", 18), ("akex", "100", 16), ("merkle", "2", 6), ("duplex", "10", 24)]
    {
        let counts = counts_of(example, iterations, &[]);
        assert_eq!(counts.len(), operations, "{example}");
        compare_with_golden(example, iterations, &counts);
    }
}

/// Bits of one block of the matrix's XOF; the first request is of three.
const BLOCK_BITS: u64 = 8 * 168;

/// The XOF calls one matrix takes, by output length, worked out from rho.
fn matrix(rho: &[u8], k: u8, calls: &mut BTreeMap<u64, u64>) {
    for (i, j) in (0..k).flat_map(|i| (0..k).map(move |j| (i, j))) {
        let seed = [rho, &[j, i]].concat();
        // Enough for all attempts: a shorter output is a prefix of a longer one.
        let stream = pseudo_xof(6 * BLOCK_BITS, &seed[..]).unwrap();
        let accepted = |bits: u64| {
            let (mut count, bytes) = (0, &stream[..bits as usize / 8]);
            for triple in bytes.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|at| u16::from(triple[at]));
                count += u32::from(a | (b & 15) << 8 < 3329) + u32::from(b >> 4 | c << 4 < 3329);
            }
            count
        };
        let mut bits = 3 * BLOCK_BITS;
        loop {
            *calls.entry(bits).or_default() += 1;
            if accepted(bits) >= 256 {
                break;
            }
            bits += BLOCK_BITS;
        }
    }
}

fn rho(drng: &mut Drng, k: u8) -> Vec<u8> {
    let d_z = drng.get(512).unwrap();
    pseudohash(512, &[&d_z[..32], &[k]].concat()[..]).unwrap()[..32].to_vec()
}

/// The calls of `n` runs by the description of ML-KEM, with the seed every measurement starts
/// from and one warm-up.
fn by_arithmetic(k: u8, operation: &str, n: u64) -> Shapes {
    let rank = u64::from(k);
    let seed: [u8; 48] = std::array::from_fn(|at| at as u8);
    let mut drng = Drng::init(&seed);
    let (mut xof, mut times) = (BTreeMap::new(), 1);
    if operation == "keygen" {
        rho(&mut drng, k);
        (0..n).for_each(|_| matrix(&rho(&mut drng, k), k, &mut xof));
    } else {
        // One key for all runs.
        matrix(&rho(&mut drng, k), k, &mut xof);
        times = n;
    }
    let mut all = Shapes::new();
    let mut add = |helper: &str, in_bits, out_bits, calls| {
        *all.entry((helper.to_owned(), in_bits, out_bits)).or_default() += calls;
    };
    xof.into_iter().for_each(|(bits, calls)| add("pseudoXOF", 8 * 34, bits, times * calls));
    let (eta1, ct) = (if k == 2 { 3 } else { 2 }, if k == 4 { 1568 } else { 320 * rank + 128 });
    let ek = 384 * rank + 32;
    let (prf, of_eta2) = if operation == "keygen" { (2 * rank, 0) } else { (rank, rank + 1) };
    add("pseudoXOF", 8 * 33, 512 * eta1, n * prf);
    if of_eta2 > 0 {
        add("pseudoXOF", 8 * 33, 1024, n * of_eta2);
    }
    add("sm3hash", 8 * ek, 256, n);
    add("pseudohash", if operation == "keygen" { 8 * 33 } else { 512 }, 512, n);
    match operation {
        "keygen" => add("drng", 0, 512, n),
        "enc" => add("drng", 0, 256, n),
        _ => add("pseudoXOF", 8 * (32 + ct), 256, n),
    }
    all
}

#[test]
fn counts_are_what_ml_kem_takes() {
    let n = 60;
    let counts = counts(&n.to_string(), &[]);
    for (k, set) in [(2, "mlkem-512"), (3, "mlkem-768"), (4, "mlkem-1024")] {
        for operation in ["keygen", "enc", "dec"] {
            let of = |label: &str| &counts[&(label.to_owned(), operation.to_owned())];
            assert_eq!(of(set), &by_arithmetic(k, operation, n), "{set} {operation}");
            // With a Keccak of its own, nothing is left but the randomness.
            let randomness = match operation {
                "keygen" => common::expected(&[("drng", 0, 512, n)]),
                "enc" => common::expected(&[("drng", 0, 256, n)]),
                _ => Shapes::new(),
            };
            assert_eq!(of(&format!("{set}-fips")), &randomness, "{set}-fips {operation}");
        }
    }
}

/// All helper calls of the example go from one object to another, and all go through the dynamic
/// linker, so that no way of building or interposing sees more or fewer.
#[test]
fn counts_do_not_depend_on_how_they_are_taken() {
    let instances =
        ["--instance", "mlkem-512", "--instance", "mlkem-1024", "--instance", "mlkem-512-fips"];
    let counts = |way: &[&str]| counts("30", &[&instances, way].concat());
    let usual = counts(&[]);
    assert_eq!(usual.len(), 9);
    let mut ways = vec![
        vec!["--flags", "permissive"],
        vec!["--ticks", "clock"],
        vec!["--ticks", "fenced"],
        vec!["--mode", "preload"],
        vec!["--mode", "preload", "--flags", "permissive", "--ticks", "clock"],
    ];
    if runs_resource_flags() {
        ways.push(vec!["--flags", "resource"]);
    }
    for way in ways {
        assert_eq!(counts(&way), usual, "{way:?}");
    }
}

/// The guide's flags ask for instructions that not every machine has.
fn runs_resource_flags() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2");
    #[cfg(target_arch = "aarch64")]
    return std::arch::is_aarch64_feature_detected!("sve");
}

#[test]
fn records_say_how_they_were_taken() {
    for (options, interposition, ticks) in [
        (vec!["--ticks", "clock"], "wrap", "CLOCK_MONOTONIC_RAW"),
        (vec!["--mode", "preload", "--ticks", "clock"], "preload", "CLOCK_MONOTONIC_RAW"),
    ] {
        let mut command = profile(tree("../examples/mlkem/submission.toml"));
        command.args(["--instance", "mlkem-512", "--op", "enc", "--iters", "2", "--warmups", "0"]);
        let record = Ran::of(command.args(["--format", "json"]).args(options)).record();
        assert_eq!(record.other["interposition"], interposition);
        assert_eq!(record.meta.tick_source, ticks);
        assert_eq!(record.meta.tick_hz, "1000000000");
        assert_eq!(record.meta.warmups, "0");
        assert_eq!((record.candidate.as_str(), record.label.as_str()), ("mlkem", "mlkem-512"));
        assert_eq!(record.status, "complete");
    }
}
