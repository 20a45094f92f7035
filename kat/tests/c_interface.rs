//! The helpers of examples/iccs, through their C interface: the published known answers, and the
//! Rust helpers on random inputs, each into a buffer of its own and over the message.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_kat::{BitStr, Drng, pseudo_xof, pseudohash, sm3hash};
use libloading::{Library, Symbol};
use std::ffi::{c_int, c_ulonglong};
use std::path::Path;
use std::process::Command;

type Digest = unsafe extern "C" fn(c_int, *const u8, c_ulonglong, *mut u8) -> c_int;
type Xof = unsafe extern "C" fn(c_ulonglong, *const u8, c_ulonglong, *mut u8) -> c_int;
type Init = unsafe extern "C" fn(*mut u8, *const u8, c_ulonglong) -> c_int;
type Get = unsafe extern "C" fn(*mut u8, *mut u8, c_ulonglong) -> c_int;

/// Bytes after an output that must stay as they are.
const FENCE: [u8; 16] = [0xa5; 16];

struct Helpers {
    library: Library,
    _folder: tempfile::TempDir,
}

/// Which helper, and what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ask {
    Sm3hash(u32),
    Pseudohash(u32),
    PseudoXof(u64),
}

impl Ask {
    fn bits(self) -> u64 {
        match self {
            Ask::Sm3hash(bits) | Ask::Pseudohash(bits) => bits.into(),
            Ask::PseudoXof(bits) => bits,
        }
    }
}

impl Helpers {
    fn build() -> Helpers {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("libiccs.so");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/iccs");
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-Wpedantic", "-Wall", "-Wextra", "-Werror", "-O2"]);
        cc.args(["-shared", "-fPIC", "-o"]).arg(&output);
        cc.args(["auxfunc.c", "drng.c"].map(|name| sources.join(name)));
        assert!(cc.status().unwrap().success(), "{cc:?}");
        // SAFETY: the library just built, which has no initialisers.
        let library = unsafe { Library::new(&output) }.unwrap();
        Helpers { library, _folder: folder }
    }

    fn symbol<T>(&self, name: &str) -> Symbol<'_, T> {
        // SAFETY: every caller names a function with its declared type.
        unsafe { self.library.get(name.as_bytes()) }.unwrap()
    }

    fn call(&self, ask: Ask, message: *const u8, bits: u64, output: *mut u8) -> c_int {
        // SAFETY: the buffers are as long as the lengths say (see the callers).
        unsafe {
            match ask {
                Ask::Sm3hash(n) => {
                    self.symbol::<Digest>("sm3hash")(n as c_int, message, bits, output)
                }
                Ask::Pseudohash(n) => {
                    self.symbol::<Digest>("pseudohash")(n as c_int, message, bits, output)
                }
                Ask::PseudoXof(n) => self.symbol::<Xof>("pseudoXOF")(n, message, bits, output),
            }
        }
    }

    /// Checks the answer in a buffer of its own, over the message, and over a part of it.
    fn check(&self, ask: Ask, message: &[u8], bits: u64, answer: &[u8]) {
        let length = ask.bits().div_ceil(8) as usize;
        assert_eq!(answer.len(), length);
        let mut output = [vec![0x5a; length], FENCE.to_vec()].concat();
        let kept = message.to_vec();
        assert_eq!(self.call(ask, message.as_ptr(), bits, output.as_mut_ptr()), 0);
        assert_eq!(output[..length], *answer, "{ask:?} of {bits} bits");
        assert_eq!(output[length..], FENCE, "{ask:?} of {bits} bits");
        assert_eq!(message, kept);
        // The output starts at the message, a little after it and a little before it.
        for (at, to) in [(0, 0), (0, 5), (5, 0)] {
            let mut buffer = vec![0xa5; message.len().max(length) + 5 + FENCE.len()];
            buffer[at..at + message.len()].copy_from_slice(message);
            let start = buffer.as_mut_ptr();
            // SAFETY: both lie in the buffer, which is not used otherwise meanwhile.
            let result = unsafe { self.call(ask, start.add(at), bits, start.add(to)) };
            assert_eq!(result, 0);
            assert_eq!(buffer[to..to + length], *answer, "{ask:?} of {bits} bits, {at} to {to}");
            let untouched = (at + message.len()).max(to + length);
            assert!(buffer[untouched..].iter().all(|&byte| byte == 0xa5));
        }
    }
}

/// A generator's context as the C code has it.
type Context = [u8; Drng::STATE_BYTES];

impl Helpers {
    fn init(&self, seed: &[u8]) -> Context {
        let mut context = [0xee; Drng::STATE_BYTES];
        // SAFETY: the context has the size of DRNG_ctx, the seed's length is its own.
        let result = unsafe {
            self.symbol::<Init>("init_random_number")(
                context.as_mut_ptr(),
                seed.as_ptr(),
                seed.len() as u64,
            )
        };
        assert_eq!(result, 0);
        context
    }

    fn get(&self, context: &mut Context, bits: u64) -> Vec<u8> {
        let length = bits.div_ceil(8) as usize;
        let mut output = [vec![0x5a; length], FENCE.to_vec()].concat();
        // SAFETY: the output has as many bits as are asked for.
        let result = unsafe {
            self.symbol::<Get>("get_random_number")(context.as_mut_ptr(), output.as_mut_ptr(), bits)
        };
        assert_eq!(result, 0);
        assert_eq!(output[length..], FENCE);
        output.truncate(length);
        output
    }
}

fn hex(value: &serde_json::Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    let pair = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(pair).collect()
}

#[test]
fn known_answers() {
    let helpers = Helpers::build();
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("vectors/iccs_helpers.json")).unwrap();
    let mut checked = 0;
    for (name, size, output) in [
        ("sm3hash", "digest_bits", "digest"),
        ("pseudohash", "digest_bits", "digest"),
        ("pseudoXOF", "output_bits", "output"),
    ] {
        for vector in vectors[name].as_array().unwrap() {
            let bits = vector[size].as_u64().unwrap();
            let ask = match name {
                "sm3hash" => Ask::Sm3hash(bits as u32),
                "pseudohash" => Ask::Pseudohash(bits as u32),
                _ => Ask::PseudoXof(bits),
            };
            let message = hex(&vector["msg"]);
            helpers.check(
                ask,
                &message,
                vector["msg_bits"].as_u64().unwrap(),
                &hex(&vector[output]),
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 22 + 66 + 7);
    let generators = vectors["drng"].as_array().unwrap();
    assert_eq!(generators.len(), 5);
    for generator in generators {
        let mut context = helpers.init(&hex(&generator["seed"]));
        for request in generator["requests"].as_array().unwrap() {
            let bits = request["bits"].as_u64().unwrap();
            assert_eq!(helpers.get(&mut context, bits), hex(&request["output"]), "{bits} bits");
        }
    }
}

/// SplitMix64: inputs that are the same everywhere.
struct Inputs(u64);

impl Inputs {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

/// The unused bits of the last byte are random too: they must not count.
#[test]
fn random_messages_of_any_length() {
    let helpers = Helpers::build();
    let mut inputs = Inputs(1);
    for round in 0..400 {
        let bits = if round < 200 { round } else { inputs.next() % 5000 };
        let message = inputs.bytes(bits.div_ceil(8) as usize);
        let in_rust = BitStr::new(&message, bits).unwrap();
        let digest = sm3hash(256, in_rust).unwrap();
        helpers.check(Ask::Sm3hash(256), &message, bits, &digest[..]);
        for size in [512, 768, 1024] {
            let digest = pseudohash(size, in_rust).unwrap();
            helpers.check(Ask::Pseudohash(size), &message, bits, &digest);
        }
        let size = inputs.next() % 3000;
        let output = pseudo_xof(size, in_rust).unwrap();
        helpers.check(Ask::PseudoXof(size), &message, bits, &output);
    }
}

#[test]
fn random_requests_to_generators() {
    let helpers = Helpers::build();
    let mut inputs = Inputs(2);
    for length in (0..70).chain([250, 251, 252, 1000]) {
        let seed = inputs.bytes(length);
        let (mut context, mut drng) = (helpers.init(&seed), Drng::init(&seed));
        assert_eq!(context, drng.to_bytes(), "seed of {length} bytes");
        for _ in 0..8 {
            let bits = inputs.next() % 1500;
            assert_eq!(helpers.get(&mut context, bits), drng.get(bits).unwrap(), "{bits} bits");
            assert_eq!(context, drng.to_bytes());
        }
    }
}

/// Of 55 bytes with the carry running through all of them.
#[test]
fn generators_carry_to_the_top() {
    let helpers = Helpers::build();
    let mut context = [0xff; Drng::STATE_BYTES];
    let mut drng = Drng::from_bytes(&context);
    for bits in [0, 1, 256, 1024, 77] {
        assert_eq!(helpers.get(&mut context, bits), drng.get(bits).unwrap());
        assert_eq!(context, drng.to_bytes());
    }
}

#[test]
fn other_digest_lengths_are_refused_and_nothing_is_written() {
    let helpers = Helpers::build();
    let sm3 = [0, 1, 160, 255, 257, 512, u32::MAX].map(Ask::Sm3hash);
    let wide = [0, 256, 511, 513, 1023, 2048, u32::MAX].map(Ask::Pseudohash);
    for ask in sm3.into_iter().chain(wide) {
        let mut output = [0x5a_u8; 256];
        assert_eq!(helpers.call(ask, [1_u8].as_ptr(), 8, output.as_mut_ptr()), -4, "{ask:?}");
        assert_eq!(output, [0x5a; 256]);
    }
}

#[test]
fn empty_messages_may_have_no_address() {
    let helpers = Helpers::build();
    let mut output = [0; 32];
    let result = helpers.call(Ask::Sm3hash(256), std::ptr::null(), 0, output.as_mut_ptr());
    assert_eq!(result, 0);
    assert_eq!(output[..], sm3hash(256, b"").unwrap()[..]);
    let result = helpers.call(Ask::PseudoXof(0), std::ptr::null(), 0, std::ptr::null_mut());
    assert_eq!(result, 0);
}
