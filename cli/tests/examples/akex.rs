//! `examples/akex`: complete exchanges, and exchanges that somebody meddles with.

use crate::common::inputs::Inputs;
use crate::exchange::{Exchange, Party};
use crate::signature::flipped;
use iccs_kat::sm3;
use ml_dsa::{MlDsa65, Signature, VerifyingKey};

const LABELS: [&str; 2] = ["akex-helpers", "akex-shake"];

const ERR_LENGTH: i32 = -12;
const ERR_AUTH: i32 = -13;
const ERR_STATE: i32 = -14;

const EK_BYTES: usize = 1184;
const CT_BYTES: usize = 1088;
const SIG_BYTES: usize = 3309;

fn parties(c: &Exchange) -> (Party, Party) {
    (c.init('a'), c.init('b'))
}

/// The messages of a whole run, and its secret.
fn run(c: &Exchange, a: &mut Party, b: &mut Party) -> ([Vec<u8>; 3], Vec<u8>) {
    let (code, m1) = c.pass(1, a, &b.pk, &[]).unwrap();
    assert_eq!(code, 0);
    let (code, m2) = c.pass(2, b, &a.pk, &m1).unwrap();
    assert_eq!(code, 0);
    let (code, m3) = c.pass(3, a, &b.pk, &m2).unwrap();
    assert_eq!(code, 1, "finished");
    let ss = c.derive('a', a, &b.pk, &m2).unwrap();
    assert_eq!(c.derive('b', b, &a.pk, &m3).unwrap(), ss);
    ([m1, m2, m3], ss)
}

#[test]
fn both_sides_end_with_the_same_secret() {
    for label in LABELS {
        let c = Exchange::build("akex", label, "secret");
        assert_eq!(c.len("kex_get_passes_num"), 3);
        let mut secrets = Vec::new();
        for seed in 0..10_u8 {
            c.seed(&[seed]);
            let mut drng = c.drng_state();
            let (mut a, mut b) = parties(&c);
            let (messages, ss) = run(&c, &mut a, &mut b);
            let lengths = messages.map(|m| m.len());
            assert_eq!(lengths, [EK_BYTES + SIG_BYTES, CT_BYTES + SIG_BYTES, 32]);
            assert_eq!(lengths.iter().sum::<usize>(), c.len("kex_get_total_msg_len_bytes"));
            assert!(!secrets.contains(&ss));
            secrets.push(ss.clone());
            for bytes in [32, 32, 96, 64] {
                c.draw(&mut drng, bytes);
            }
            assert_eq!(c.drng_state(), drng, "requests of 256, 256, 768 and 512 bits");
            // The same seed, the same exchange.
            c.seed(&[seed]);
            let (mut a, mut b) = parties(&c);
            assert_eq!(run(&c, &mut a, &mut b).1, ss);
        }
    }
}

/// The signatures of `akex-shake` are those of FIPS 204, of what they should be of.
#[test]
fn signatures_are_of_the_transcript() {
    let c = Exchange::build("akex", "akex-shake", "transcript");
    c.seed(b"transcript");
    let (mut a, mut b) = parties(&c);
    let ([m1, m2, _], _) = run(&c, &mut a, &mut b);
    let (ek, s1) = m1.split_at(EK_BYTES);
    let (ct, s2) = m2.split_at(CT_BYTES);
    let identity = |party: &Party| party.sk[64..128].to_vec();
    let h1 = sm3(&[&identity(&a), &identity(&b), ek].concat()[..]);
    let h2 = sm3(&[&h1[..], ct].concat()[..]);
    let is_valid = |pk: &[u8], hash: &[u8], context: &[u8], signature: &[u8]| {
        let key = VerifyingKey::<MlDsa65>::decode(&pk.try_into().unwrap());
        let signature = Signature::decode(&signature.try_into().unwrap()).unwrap();
        key.verify_with_context(hash, context, &signature)
    };
    assert!(is_valid(&a.pk, &h1, b"akex a", s1));
    assert!(is_valid(&b.pk, &h2, b"akex b", s2));
    assert!(!is_valid(&a.pk, &h1, b"akex b", s1));
}

#[test]
fn changed_messages_are_refused() {
    for label in LABELS {
        let c = Exchange::build("akex", label, "changed");
        c.seed(b"changed");
        let mut inputs = Inputs(1);
        let (mut a, mut b) = parties(&c);
        let (_, m1) = c.pass(1, &mut a, &b.pk, &[]).unwrap();
        for (from, to) in [(0, EK_BYTES), (EK_BYTES, m1.len())] {
            let bad = flipped(&m1, 8 * from + inputs.below(8 * (to - from)));
            assert_eq!(c.pass(2, &mut b, &a.pk, &bad), Err(ERR_AUTH));
        }
        // A refusal leaves the state as it was.
        let (_, m2) = c.pass(2, &mut b, &a.pk, &m1).unwrap();
        for (from, to) in [(0, CT_BYTES), (CT_BYTES, m2.len())] {
            let bad = flipped(&m2, 8 * from + inputs.below(8 * (to - from)));
            assert_eq!(c.pass(3, &mut a, &b.pk, &bad), Err(ERR_AUTH));
        }
        let (_, m3) = c.pass(3, &mut a, &b.pk, &m2).unwrap();
        for bit in [0, 8 * m3.len() - 1] {
            assert_eq!(c.derive('b', &b, &a.pk, &flipped(&m3, bit)), Err(ERR_AUTH));
        }
        let ss = c.derive('b', &b, &a.pk, &m3).unwrap();
        assert_eq!(c.derive('a', &a, &b.pk, &m2).unwrap(), ss);
    }
}

#[test]
fn wrong_lengths_are_refused() {
    let c = Exchange::build("akex", "akex-helpers", "lengths");
    c.seed(b"lengths");
    let (mut a, mut b) = parties(&c);
    let (_, m1) = c.pass(1, &mut a, &b.pk, &[]).unwrap();
    let longer = |m: &[u8]| [m, &[0]].concat();
    for bad in [&m1[1..], &m1[..EK_BYTES], &longer(&m1), &[]] {
        assert_eq!(c.pass(2, &mut b, &a.pk, bad), Err(ERR_LENGTH));
    }
    assert_eq!(c.pass(2, &mut b, &a.pk[1..], &m1), Err(ERR_LENGTH));
    let (_, m2) = c.pass(2, &mut b, &a.pk, &m1).unwrap();
    for bad in [&m2[1..], &m2[..CT_BYTES], &longer(&m2), &[]] {
        assert_eq!(c.pass(3, &mut a, &b.pk, bad), Err(ERR_LENGTH));
    }
    let (_, m3) = c.pass(3, &mut a, &b.pk, &m2).unwrap();
    for bad in [&m3[1..], &longer(&m3), &[]] {
        assert_eq!(c.derive('b', &b, &a.pk, bad), Err(ERR_LENGTH));
    }
    let mut short = b.clone();
    short.state.pop();
    assert_eq!(c.derive('b', &short, &a.pk, &m3), Err(ERR_LENGTH));
}

#[test]
fn messages_of_others_and_of_other_exchanges_are_refused() {
    let c = Exchange::build("akex", "akex-helpers", "others");
    c.seed(b"others");
    let (mut a, mut b) = parties(&c);
    let (start_a, start_b) = (a.clone(), b.clone());
    let mut mallory = c.init('a');
    let ([m1, m2, m3], _) = run(&c, &mut a, &mut b);

    // What Mallory signs is not from A, what A signed for B is not for Mallory.
    let (_, forged) = c.pass(1, &mut mallory, &b.pk, &[]).unwrap();
    assert_eq!(c.pass(2, &mut start_b.clone(), &a.pk, &forged), Err(ERR_AUTH));
    let mut other = c.init('b');
    assert_eq!(c.pass(2, &mut other, &a.pk, &m1), Err(ERR_AUTH));

    // An old first message gets an answer, but who sends it again cannot complete the exchange.
    let mut replayed = start_b.clone();
    assert!(c.pass(2, &mut replayed, &a.pk, &m1).is_ok());
    assert_eq!(c.derive('b', &replayed, &a.pk, &m3), Err(ERR_AUTH));

    // An old second message answers nothing new.
    let mut again = start_a.clone();
    c.pass(1, &mut again, &b.pk, &[]).unwrap();
    assert_eq!(c.pass(3, &mut again, &b.pk, &m2), Err(ERR_AUTH));
}

#[test]
fn steps_come_in_their_order() {
    let c = Exchange::build("akex", "akex-helpers", "order");
    c.seed(b"order");
    let (mut a, mut b) = parties(&c);
    let (start_a, start_b) = (a.clone(), b.clone());
    let ([m1, m2, m3], _) = run(&c, &mut a, &mut b);
    assert_eq!(c.pass(1, &mut a, &b.pk, &[]), Err(ERR_STATE));
    assert_eq!(c.pass(2, &mut b, &a.pk, &m1), Err(ERR_STATE));
    assert_eq!(c.pass(3, &mut a, &b.pk, &m2), Err(ERR_STATE));
    assert_eq!(c.pass(3, &mut start_a.clone(), &b.pk, &m2), Err(ERR_STATE));
    assert_eq!(c.derive('a', &start_a, &b.pk, &m2), Err(ERR_STATE));
    assert_eq!(c.derive('b', &start_b, &a.pk, &m3), Err(ERR_STATE));
}
