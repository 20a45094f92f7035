//! `examples/merkle` against its description, written down once more: every node by its address,
//! recursively, over the helpers in Rust.

use crate::common::inputs::Inputs;
use crate::signature::{ERR_SIGNATURE, Signer, flipped, refuses_wrong_lengths};
use iccs_kat::sm3;

const N: usize = 32;
const FORS_TREES: usize = 28;
const FORS_HEIGHT: usize = 8;
const CHAINS: usize = 67;

const FORS_BYTES: usize = FORS_TREES * (1 + FORS_HEIGHT) * N;
const WOTS_BYTES: usize = CHAINS * N;

type Node = [u8; N];

/// Words 2 to 6 of an address: FORS tree, type, leaf, level, index.
type Address = [u32; 5];

const WOTS: u32 = 0;
const WOTS_KEY: u32 = 1;
const TREE: u32 = 2;
const FORS: u32 = 3;
const FORS_KEY: u32 = 4;

fn numbered(number: u8, parts: &[&[u8]]) -> Node {
    let mut prefix = [0; N];
    prefix[N - 1] = number;
    sm3(&[&[&prefix[..]], parts].concat().concat()[..])
}

fn bytes(address: Address, last: u32) -> Vec<u8> {
    let [tree, kind, leaf, level, index] = address;
    [0, 0, tree, kind, leaf, level, index, last].iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// The functions of one key.
struct Functions {
    public_seed: Vec<u8>,
}

impl Functions {
    /// F of one input, H of two.
    fn masked(&self, address: Address, inputs: &[&[u8]]) -> Node {
        let of = |number| numbered(3, &[&self.public_seed, &bytes(address, number)]);
        let mut text = of(0).to_vec();
        for (number, input) in (1..).zip(inputs) {
            text.extend(of(number).iter().zip(*input).map(|(a, b)| a ^ b));
        }
        numbered(inputs.len() as u8 - 1, &[&text])
    }

    fn walk(&self, start: &[u8], leaf: u32, chain: u32, steps: std::ops::Range<u32>) -> Vec<u8> {
        steps.fold(start.to_vec(), |x, step| {
            self.masked([0, WOTS, leaf, chain, step], &[&x]).to_vec()
        })
    }

    fn join(&self, kind: u32, leaf: u32, mut nodes: Vec<Vec<u8>>) -> Vec<u8> {
        for level in 1.. {
            if nodes.len() == 1 {
                break;
            }
            let pairs = (0..).zip(nodes.chunks(2));
            nodes = pairs
                .map(|(index, pair)| match pair {
                    [a, b] => self.masked([0, kind, leaf, level, index], &[a, b]).to_vec(),
                    one => one[0].clone(),
                })
                .collect();
        }
        nodes.remove(0)
    }

    fn climb(&self, [tree, kind, leaf]: [u32; 3], at: u32, node: Vec<u8>, path: &[u8]) -> Vec<u8> {
        (0..).zip(path.chunks(N)).fold(node, |node, (level, sibling)| {
            let is_left = (at >> level).is_multiple_of(2);
            let pair = if is_left { [&node[..], sibling] } else { [sibling, &node[..]] };
            self.masked([tree, kind, leaf, level + 1, at >> (level + 1)], &pair).to_vec()
        })
    }

    /// The Merkle tree's node, from the secret seed.
    fn node(&self, secret_seed: &[u8], level: u32, index: u32) -> Vec<u8> {
        if level > 0 {
            let child = |i| self.node(secret_seed, level - 1, 2 * index + i);
            return self.masked([0, TREE, 0, level, index], &[&child(0), &child(1)]).to_vec();
        }
        let end = |chain| {
            let address = bytes([0, WOTS, index, chain, 0], 0);
            let secret = numbered(4, &[secret_seed, &self.public_seed, &address]);
            self.walk(&secret, index, chain, 0..15)
        };
        self.join(WOTS_KEY, index, (0..CHAINS as u32).map(end).collect())
    }
}

/// The leaf that a signature was made with, and the root that it leads to.
fn recover(pk: &[u8], sn: &[u8], m: &[u8], height: usize) -> (u32, Vec<u8>) {
    let (root, public_seed) = pk.split_at(N);
    let functions = Functions { public_seed: public_seed.to_vec() };
    let (randomiser, rest) = sn.split_at(N);
    let (fors, rest) = rest.split_at(FORS_BYTES);
    let (wots, path) = rest.split_at(WOTS_BYTES);
    assert_eq!(path.len(), height * N);

    let digest = numbered(2, &[randomiser, root, m]);
    let leaf = u32::from(u16::from_be_bytes([digest[28], digest[29]])) >> (16 - height);
    let roots =
        fors.chunks((1 + FORS_HEIGHT) * N).zip(0..).zip(digest).map(|((part, tree), at)| {
            let (secret, path) = part.split_at(N);
            let at = u32::from(at);
            let node = functions.masked([tree, FORS, leaf, 0, at], &[secret]).to_vec();
            functions.climb([tree, FORS, leaf], at, node, path)
        });
    let key = functions.join(FORS_KEY, leaf, roots.collect());

    let mut digits: Vec<u32> =
        key.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(u32::from).collect();
    let checksum: u32 = digits.iter().map(|digit| 15 - digit).sum();
    digits.extend([checksum >> 8, checksum >> 4 & 15, checksum & 15]);
    let ends = wots.chunks(N).zip(0..).zip(digits);
    let ends = ends.map(|((x, chain), digit)| functions.walk(x, leaf, chain, digit..15));
    let node = functions.join(WOTS_KEY, leaf, ends.collect());
    (leaf, functions.climb([0, TREE, 0], leaf, node, path))
}

#[test]
fn keys_are_as_described() {
    let c = Signer::build("merkle", "merkle-h4", "keys");
    c.seed(b"keys");
    let mut drng = c.drng_state();
    let seeds = c.draw(&mut drng, 3 * N);
    let (pk, sk) = c.keygen();
    assert_eq!(c.drng_state(), drng, "one request of 768 bits");
    let functions = Functions { public_seed: seeds[2 * N..].to_vec() };
    let root = functions.node(&seeds[..N], 4, 0);
    assert_eq!(pk, [&root, &functions.public_seed[..]].concat());
    assert_eq!(sk, [&seeds, &root[..]].concat());
}

#[test]
fn signatures_are_as_described_and_no_others_are_accepted() {
    for (label, height) in [("merkle-h4", 4), ("merkle-h6", 6)] {
        let c = Signer::build("merkle", label, "signatures");
        let mut inputs = Inputs(height as u64);
        c.seed(&inputs.bytes(48));
        let (pk, sk) = c.keygen();
        assert_eq!(c.sn_len(), N + FORS_BYTES + WOTS_BYTES + height * N);
        for len in [0, 64, 201] {
            let m = inputs.bytes(len);
            let mut drng = c.drng_state();
            let random = c.draw(&mut drng, N);
            let sn = c.sign(&sk, &m);
            assert_eq!(c.drng_state(), drng, "one request of 256 bits");
            assert_eq!(sn[..N], numbered(5, &[&sk[N..2 * N], &random, &m]));
            assert_eq!(recover(&pk, &sn, &m, height).1, pk[..N]);
            assert_eq!(c.verify(&pk, &sn, &m), 0);

            // In the randomiser, a FORS secret and path, a chain, the path to the root.
            let second_tree = N + (1 + FORS_HEIGHT) * N;
            let wots = N + FORS_BYTES;
            for place in [
                0,
                N,
                second_tree,
                second_tree + N,
                wots - 1,
                wots,
                wots + WOTS_BYTES,
                sn.len() - 1,
            ] {
                let bad = flipped(&sn, 8 * place + inputs.below(8));
                assert_eq!(c.verify(&pk, &bad, &m), ERR_SIGNATURE, "byte {place} of {label}");
            }
            for place in [0, N - 1, N, 2 * N - 1] {
                assert_eq!(c.verify(&flipped(&pk, 8 * place), &sn, &m), ERR_SIGNATURE);
            }
            assert_eq!(c.verify(&pk, &sn, &[&m[..], &[0]].concat()), ERR_SIGNATURE);
            if len > 0 {
                assert_eq!(c.verify(&pk, &sn, &flipped(&m, 8 * len - 1)), ERR_SIGNATURE);
                assert_eq!(c.verify(&pk, &sn, &m[..len - 1]), ERR_SIGNATURE);
            }
        }
    }
}

/// What makes it safe to sign without a state: a one-time key that is used twice signs the same.
#[test]
fn a_leaf_that_is_used_again_signs_the_same_key() {
    let c = Signer::build("merkle", "merkle-h4", "leaves");
    c.seed(b"leaves");
    let (pk, sk) = c.keygen();
    let mut seen = std::collections::BTreeMap::new();
    let mut repeated = 0;
    for number in 0..17_u8 {
        let sn = c.sign(&sk, &[number]);
        let (leaf, root) = recover(&pk, &sn, &[number], 4);
        assert_eq!(root, pk[..N]);
        let (fors, wots) = sn[N..].split_at(FORS_BYTES);
        if let Some((old_fors, old_wots)) = seen.insert(leaf, (fors.to_vec(), wots.to_vec())) {
            assert_ne!(old_fors, fors);
            assert_eq!(old_wots, wots);
            repeated += 1;
        }
    }
    assert!(repeated > 0, "17 signatures with 16 leaves");
}

#[test]
fn wrong_lengths_are_refused_without_drawing() {
    let c = Signer::build("merkle", "merkle-h4", "lengths");
    c.seed(b"lengths");
    refuses_wrong_lengths(&c);
}
