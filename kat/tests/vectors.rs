//! The published known answers of the helpers, all of them.

use iccs_kat::{BitStr, Drng, pseudo_xof, pseudohash, sm3hash};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    sm3hash: Vec<DigestAnswer>,
    pseudohash: Vec<DigestAnswer>,
    #[serde(rename = "pseudoXOF")]
    pseudo_xof: Vec<XofAnswer>,
    drng: Vec<DrngAnswer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DigestAnswer {
    digest_bits: u32,
    msg_bits: u64,
    msg: Hex,
    digest: Hex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct XofAnswer {
    output_bits: u64,
    msg_bits: u64,
    msg: Hex,
    output: Hex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrngAnswer {
    seed: Hex,
    requests: Vec<Request>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    bits: u64,
    output: Hex,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Hex(Vec<u8>);

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let pair = |at| {
            let digits = text.get(at..at + 2);
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
        };
        let bytes: Option<_> = (0..text.len()).step_by(2).map(pair).collect();
        bytes.map(Hex).ok_or(format!("not hex: {text}"))
    }
}

impl Hex {
    fn bits(&self, bits: u64) -> BitStr<'_> {
        assert_eq!(self.0.len() as u64, bits.div_ceil(8));
        BitStr::new(&self.0, bits).expect("as many bytes as bits need")
    }
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/iccs_helpers.json")).expect("the known answers")
}

#[test]
fn sm3hash_answers() {
    let answers = vectors().sm3hash;
    assert_eq!(answers.len(), 22);
    for a in answers {
        let digest = sm3hash(a.digest_bits, a.msg.bits(a.msg_bits)).unwrap();
        assert_eq!(digest[..], a.digest.0, "message of {} bits", a.msg_bits);
    }
}

#[test]
fn pseudohash_answers() {
    let answers = vectors().pseudohash;
    assert_eq!(answers.len(), 66);
    for a in answers {
        let digest = pseudohash(a.digest_bits, a.msg.bits(a.msg_bits)).unwrap();
        assert_eq!(
            digest, a.digest.0,
            "{} bits of a message of {} bits",
            a.digest_bits, a.msg_bits
        );
    }
}

#[test]
fn pseudo_xof_answers() {
    let answers = vectors().pseudo_xof;
    assert_eq!(answers.len(), 7);
    for a in answers {
        let output = pseudo_xof(a.output_bits, a.msg.bits(a.msg_bits)).unwrap();
        assert_eq!(
            output, a.output.0,
            "{} bits for a message of {} bits",
            a.output_bits, a.msg_bits
        );
    }
}

#[test]
fn drng_answers() {
    let answers = vectors().drng;
    assert_eq!(answers.len(), 5);
    for (i, a) in answers.iter().enumerate() {
        let mut drng = Drng::init(&a.seed.0);
        for (j, request) in a.requests.iter().enumerate() {
            let output = drng.get(request.bits).unwrap();
            assert_eq!(output, request.output.0, "seed {i}, request {j}");
        }
    }
}
