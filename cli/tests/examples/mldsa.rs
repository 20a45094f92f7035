//! `examples/mldsa` against the `ml-dsa` crate (the FIPS builds), and its own consistency (the
//! ICCS builds).

use crate::common::inputs::Inputs;
use crate::signature::{ERR_SIGNATURE, Signer, flipped, refuses_wrong_lengths};

const SEEDS: usize = 15;

/// Signatures that no signer made: bits flipped in each part, random, all 0, all 1.
fn modified(sn: &[u8], c_len: usize, hints: usize, inputs: &mut Inputs) -> Vec<Vec<u8>> {
    let (z, h) = (8 * c_len, 8 * (sn.len() - hints));
    let bits = [inputs.below(z), z + inputs.below(h - z), h + inputs.below(8 * hints)];
    let mut all: Vec<_> = bits.into_iter().map(|bit| flipped(sn, bit)).collect();
    // Two hints the other way round, an end behind all hints, and other encodings of the same
    // hints: the last one twice, or one more that is out of order.
    let (h, last) = (h / 8, sn.len() - 1);
    let mut swapped = sn.to_vec();
    swapped.swap(h, h + 1);
    let mut end = sn.to_vec();
    end[last] = 0xff;
    let count = usize::from(sn[last]);
    assert!(count > 0);
    for place in [sn[h + count - 1], 0] {
        let mut more = sn.to_vec();
        more[h + count] = place;
        more[last] += 1;
        all.push(more);
    }
    all.extend([swapped, end, inputs.bytes(sn.len()), vec![0; sn.len()], vec![0xff; sn.len()]]);
    all
}

macro_rules! against_oracle {
    ($name:ident, $label:literal, $set:ident, $c_len:literal, $hints:literal) => {
        #[test]
        #[allow(deprecated, reason = "expanded keys are compared byte by byte")]
        fn $name() {
            use ml_dsa::{ExpandedSigningKey, Signature, SigningKey, VerifyingKey, $set};

            let c = Signer::build("mldsa", $label, stringify!($name));
            let mut inputs = Inputs($c_len);
            for i in 0..SEEDS {
                let seed = inputs.bytes(if i == 0 { 0 } else { 48 });
                c.seed(&seed);
                let mut drng = c.drng_state();
                let xi = c.draw(&mut drng, 32);
                let (pk, sk) = c.keygen();
                let oracle = SigningKey::<$set>::from_seed(&xi.as_slice().try_into().unwrap());
                let oracle: &ExpandedSigningKey<$set> = oracle.expanded_key();
                let verifier = oracle.verifying_key();
                assert_eq!(pk, verifier.encode().as_slice(), "public key of seed {i}");
                assert_eq!(sk, oracle.to_expanded().as_slice(), "secret key of seed {i}");
                assert_eq!(c.drng_state(), drng, "one request of 256 bits");

                let len = inputs.below(300);
                let m = inputs.bytes(if i == 1 { 0 } else { len });
                let rnd = c.draw(&mut drng, 32);
                let sn = c.sign(&sk, &m);
                let expected =
                    oracle.sign_internal(&[&[0, 0], &m], &rnd.as_slice().try_into().unwrap());
                assert_eq!(sn, expected.encode().as_slice(), "signature of seed {i}");
                assert_eq!(c.drng_state(), drng, "one request of 256 bits");

                assert_eq!(c.verify(&pk, &sn, &m), 0);
                assert_eq!(c.verify(&pk, &sn, &[&m[..], &[0]].concat()), ERR_SIGNATURE);
                for sn in modified(&sn, $c_len, $hints, &mut inputs) {
                    let decoded = Signature::<$set>::decode(&sn.as_slice().try_into().unwrap());
                    let valid = decoded.is_some_and(|s| verifier.verify_with_context(&m, &[], &s));
                    assert!(!valid);
                    assert_eq!(c.verify(&pk, &sn, &m), ERR_SIGNATURE);
                }
                let pk = flipped(&pk, inputs.below(8 * pk.len()));
                let other = VerifyingKey::<$set>::decode(&pk.as_slice().try_into().unwrap());
                assert!(!other.verify_with_context(&m, &[], &expected));
                assert_eq!(c.verify(&pk, &sn, &m), ERR_SIGNATURE);
                assert_eq!(c.drng_state(), drng, "verifying draws nothing");
            }
        }
    };
}

against_oracle!(ml_dsa_44_is_fips_204, "mldsa-44-fips", MlDsa44, 32, 84);
against_oracle!(ml_dsa_65_is_fips_204, "mldsa-65-fips", MlDsa65, 48, 61);
against_oracle!(ml_dsa_87_is_fips_204, "mldsa-87-fips", MlDsa87, 64, 83);

#[test]
fn iccs_builds_agree_with_themselves_and_differ_from_fips() {
    for (label, c_len, hints) in [("mldsa-44", 32, 84), ("mldsa-65", 48, 61), ("mldsa-87", 64, 83)]
    {
        let iccs = Signer::build("mldsa", label, "both");
        let fips = Signer::build("mldsa", &format!("{label}-fips"), "both");
        let mut inputs = Inputs(c_len as u64);
        for _ in 0..SEEDS {
            let seed = inputs.bytes(48);
            iccs.seed(&seed);
            fips.seed(&seed);
            let (pk, sk) = iccs.keygen();
            let (fips_pk, _) = fips.keygen();
            assert_ne!(pk, fips_pk);
            let m = inputs.bytes(64);
            let sn = iccs.sign(&sk, &m);
            assert_eq!(iccs.verify(&pk, &sn, &m), 0);
            assert_ne!(sn, iccs.sign(&sk, &m), "signatures are randomised");
            for sn in modified(&sn, c_len, hints, &mut inputs) {
                assert_eq!(iccs.verify(&pk, &sn, &m), ERR_SIGNATURE);
            }
            assert_eq!(iccs.verify(&pk, &sn, &flipped(&m, 0)), ERR_SIGNATURE);
            assert_eq!(iccs.verify(&fips_pk, &sn, &m), ERR_SIGNATURE);
            assert_eq!(fips.verify(&pk, &sn, &m), ERR_SIGNATURE);
        }
    }
}

#[test]
fn wrong_lengths_are_refused_without_drawing() {
    for label in ["mldsa-44", "mldsa-65-fips", "mldsa-87"] {
        let c = Signer::build("mldsa", label, "lengths");
        c.seed(b"lengths");
        refuses_wrong_lengths(&c);
    }
}
