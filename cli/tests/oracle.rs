//! `examples/mlkem` against the `ml-kem` crate (the FIPS builds), and its own
//! consistency (the ICCS builds).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[path = "oracle/instance.rs"]
mod instance;

use common::inputs::Inputs;
use instance::{ERR_CAPACITY, ERR_LENGTH, ERR_PK, ERR_SK, Instance};

const SEEDS: u64 = 50;

/// Ciphertexts that no encapsulation made: single bits flipped, random, all 0, all 1.
fn modified(ct: &[u8], inputs: &mut Inputs) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = (0..4)
        .map(|_| {
            let mut ct = ct.to_vec();
            let bit = inputs.below(8 * ct.len());
            ct[bit / 8] ^= 1 << (bit % 8);
            ct
        })
        .collect();
    // The last byte belongs to v, the first to u.
    let mut last = ct.to_vec();
    *last.last_mut().unwrap() ^= 0x80;
    all.extend([last, inputs.bytes(ct.len()), vec![0; ct.len()], vec![0xff; ct.len()]]);
    all
}

macro_rules! against_oracle {
    ($name:ident, $k:literal, $set:ident) => {
        #[test]
        #[allow(deprecated, reason = "expanded keys are compared byte by byte")]
        fn $name() {
            use ml_kem::{Decapsulate, ExpandedKeyEncoding, KeyExport, $set::*};

            let c = Instance::build($k, true, stringify!($name));
            let mut inputs = Inputs($k);
            let mut rejected_keys = 0;
            for i in 0..SEEDS {
                let seed = inputs.bytes(if i == 0 { 0 } else { 48 });
                c.seed(&seed);
                let mut drng = c.drng_state();
                let d_z = c.draw(&mut drng, 64);

                let (pk, sk) = c.keygen(c.pk_len(), c.sk_len()).unwrap();
                let dk = DecapsulationKey::from_seed(d_z.as_slice().try_into().unwrap());
                let ek = dk.encapsulation_key();
                assert_eq!(pk, ek.to_bytes().as_slice(), "ek of seed {i}");
                assert_eq!(sk, dk.to_expanded_bytes().as_slice(), "dk of seed {i}");
                assert_eq!(c.drng_state(), drng, "one request of 512 bits");

                let m = c.draw(&mut drng, 32);
                let (ss, ct) = c.enc(&pk, 32, c.ct_len()).unwrap();
                let (oracle_ct, oracle_ss) =
                    ek.encapsulate_deterministic(&m.as_slice().try_into().unwrap());
                assert_eq!(ct, oracle_ct.as_slice(), "ciphertext of seed {i}");
                assert_eq!(ss, oracle_ss.as_slice(), "secret of seed {i}");
                assert_eq!(c.drng_state(), drng, "one request of 256 bits");

                assert_eq!(c.dec(&sk, &ct, 32).unwrap(), ss);
                // All ways of modifying one with the first seeds, some with all.
                let ways = if i < 10 { usize::MAX } else { 2 };
                for ct in modified(&ct, &mut inputs).into_iter().take(ways) {
                    let oracle_ct = Ciphertext::try_from(ct.as_slice()).unwrap();
                    let rejected = c.dec(&sk, &ct, 32).unwrap();
                    assert_eq!(rejected, dk.decapsulate(&oracle_ct).as_slice(), "seed {i}");
                    assert_ne!(rejected, ss);
                }
                assert_eq!(c.drng_state(), drng, "decapsulation draws nothing");

                // Both accept the same encapsulation keys.
                for _ in 0..2 {
                    let mut pk = pk.clone();
                    let at = inputs.below(pk.len());
                    pk[at] |= inputs.next() as u8;
                    pk[at ^ 1] |= inputs.next() as u8;
                    let valid = EncapsulationKey::new(&pk.as_slice().try_into().unwrap()).is_ok();
                    match c.enc(&pk, 32, c.ct_len()) {
                        Ok(_) => assert!(valid),
                        Err(code) => {
                            assert_eq!(code, ERR_PK);
                            assert!(!valid);
                            rejected_keys += 1;
                        }
                    }
                }
            }
            assert!(rejected_keys > 0);
        }
    };
}

against_oracle!(ml_kem_512_is_fips_203, 2, ml_kem_512);
against_oracle!(ml_kem_768_is_fips_203, 3, ml_kem_768);
against_oracle!(ml_kem_1024_is_fips_203, 4, ml_kem_1024);

#[test]
fn iccs_builds_agree_with_themselves_and_differ_from_fips() {
    for k in 2..=4 {
        let (iccs, fips) = (Instance::build(k, false, "both"), Instance::build(k, true, "both"));
        assert_eq!(iccs.pk_len(), fips.pk_len());
        let mut inputs = Inputs(u64::from(k));
        for _ in 0..SEEDS {
            let seed = inputs.bytes(48);
            iccs.seed(&seed);
            fips.seed(&seed);
            let mut drng = iccs.drng_state();
            let (pk, sk) = iccs.keygen(iccs.pk_len(), iccs.sk_len()).unwrap();
            let (ss, ct) = iccs.enc(&pk, 32, iccs.ct_len()).unwrap();
            iccs.draw(&mut drng, 64);
            iccs.draw(&mut drng, 32);
            assert_eq!(iccs.drng_state(), drng);
            assert_eq!(iccs.dec(&sk, &ct, 32).unwrap(), ss);

            let mut secrets = vec![ss.clone()];
            for ct in modified(&ct, &mut inputs) {
                let rejected = iccs.dec(&sk, &ct, 32).unwrap();
                assert!(!secrets.contains(&rejected), "a secret depends on the whole ciphertext");
                assert_eq!(rejected, iccs.dec(&sk, &ct, 32).unwrap());
                secrets.push(rejected);
            }

            let (fips_pk, fips_sk) = fips.keygen(fips.pk_len(), fips.sk_len()).unwrap();
            let (fips_ss, fips_ct) = fips.enc(&fips_pk, 32, fips.ct_len()).unwrap();
            assert_eq!(iccs.drng_state(), fips.drng_state());
            assert_ne!(pk, fips_pk);
            assert_ne!(ct, fips_ct);
            assert_ne!(ss, fips_ss);
            // z is drawn the same way and stored in plain, all else is not the same
            assert_eq!(sk[sk.len() - 32..], fips_sk[sk.len() - 32..]);
        }
    }
}

#[test]
fn wrong_lengths_and_keys_are_refused_without_drawing() {
    for k in 2..=4 {
        for is_fips in [false, true] {
            let c = Instance::build(k, is_fips, "refusals");
            let (pk_len, sk_len, ct_len) = (c.pk_len(), c.sk_len(), c.ct_len());
            let rank = usize::from(k);
            assert_eq!((pk_len, sk_len), (384 * rank + 32, 768 * rank + 96));
            assert_eq!(ct_len, if k == 4 { 32 * (11 * rank + 5) } else { 32 * (10 * rank + 4) });
            assert_eq!(c.ss_len(), 32);

            c.seed(b"refusals");
            // More room than needed is fine, and the lengths say what was written.
            let (pk, sk) = c.keygen(pk_len + 7, sk_len + 9).unwrap();
            let (ss, ct) = c.enc(&pk, 40, ct_len + 1).unwrap();
            assert_eq!((pk.len(), sk.len(), ss.len(), ct.len()), (pk_len, sk_len, 32, ct_len));
            assert_eq!(c.dec(&sk, &ct, 64).unwrap(), ss);

            let before = c.drng_state();
            assert_eq!(c.keygen(pk_len - 1, sk_len), Err(ERR_CAPACITY));
            assert_eq!(c.keygen(pk_len, sk_len - 1), Err(ERR_CAPACITY));
            assert_eq!(c.enc(&pk, 31, ct_len), Err(ERR_CAPACITY));
            assert_eq!(c.enc(&pk, 32, ct_len - 1), Err(ERR_CAPACITY));
            assert_eq!(c.dec(&sk, &ct, 31), Err(ERR_CAPACITY));
            assert_eq!(c.enc(&pk[1..], 32, ct_len), Err(ERR_LENGTH));
            assert_eq!(c.enc(&[&pk[..], &[0]].concat(), 32, ct_len), Err(ERR_LENGTH));
            assert_eq!(c.dec(&sk[1..], &ct, 32), Err(ERR_LENGTH));
            assert_eq!(c.dec(&sk, &ct[1..], 32), Err(ERR_LENGTH));
            assert_eq!(c.dec(&sk, &[&ct[..], &[0]].concat(), 32), Err(ERR_LENGTH));

            // A coefficient of q, in the first and in the last place.
            for (at, low) in [(0, true), (384 * rank - 3, false)] {
                let mut bad = pk.clone();
                if low {
                    bad[at] = 0x01;
                    bad[at + 1] = bad[at + 1] & 0xf0 | 0x0d;
                } else {
                    bad[at + 1] = bad[at + 1] & 0x0f | 0x10;
                    bad[at + 2] = 0xd0;
                }
                assert_eq!(c.enc(&bad, 32, ct_len), Err(ERR_PK));
            }
            // The embedded encapsulation key and its hash must belong together.
            for at in [384 * rank, 768 * rank + 31, 768 * rank + 32, 768 * rank + 63] {
                let mut bad = sk.clone();
                bad[at] ^= 1;
                assert_eq!(c.dec(&bad, &ct, 32), Err(ERR_SK));
            }
            assert_eq!(c.drng_state(), before);
        }
    }
}
