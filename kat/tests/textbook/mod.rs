//! The helpers once more, on lists of single bits and straight from the text of
//! the standards: slow, and sharing nothing with the crate.
#![allow(dead_code, reason = "every test program uses its own part of it")]

use proptest::prelude::*;

/// A message with whatever the unused low bits of its last byte may hold.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) bytes: Vec<u8>,
    pub(crate) len_bits: u64,
}

impl Message {
    pub(crate) fn bits(&self) -> Vec<bool> {
        let mut bits = unpack(&self.bytes);
        bits.truncate(self.len_bits as usize);
        bits
    }

    pub(crate) fn as_bits(&self) -> iccs_kat::BitStr<'_> {
        iccs_kat::BitStr::new(&self.bytes, self.len_bits).expect("no longer than its bytes")
    }
}

/// Messages of up to `max_bytes` bytes, of any number of bits.
pub(crate) fn message(max_bytes: usize) -> impl Strategy<Value = Message> {
    (proptest::collection::vec(any::<u8>(), 0..=max_bytes), 0..8u64).prop_map(|(bytes, unused)| {
        Message { len_bits: (bytes.len() as u64 * 8).saturating_sub(unused), bytes }
    })
}

pub(crate) fn unpack(bytes: &[u8]) -> Vec<bool> {
    let bit = |i: usize| bytes[i / 8] >> (7 - i % 8) & 1 == 1;
    (0..bytes.len() * 8).map(bit).collect()
}

pub(crate) fn pack(bits: &[bool]) -> Vec<u8> {
    let mut bytes = vec![0; bits.len().div_ceil(8)];
    for (i, &bit) in bits.iter().enumerate() {
        bytes[i / 8] |= u8::from(bit) << (7 - i % 8);
    }
    bytes
}

/// GB/T 32905-2016, section 5.
pub(crate) fn sm3(message: &[bool]) -> Vec<bool> {
    let mut padded = message.to_vec();
    padded.push(true);
    while padded.len() % 512 != 448 {
        padded.push(false);
    }
    padded.extend(unpack(&(message.len() as u64).to_be_bytes()));

    let mut v: [u32; 8] = [
        0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d,
        0xb0fb0e4e,
    ];
    for block in padded.chunks(512) {
        let compressed = compress(v, &pack(block));
        v.iter_mut().zip(compressed).for_each(|(v, c)| *v ^= c);
    }
    v.iter().flat_map(|word| unpack(&word.to_be_bytes())).collect()
}

fn compress(v: [u32; 8], block: &[u8]) -> [u32; 8] {
    let p0 = |x: u32| x ^ x.rotate_left(9) ^ x.rotate_left(17);
    let p1 = |x: u32| x ^ x.rotate_left(15) ^ x.rotate_left(23);

    let mut w: Vec<u32> = block
        .chunks(4)
        .map(|word| u32::from_be_bytes(word.try_into().expect("four bytes")))
        .collect();
    for j in 16..68 {
        let x = p1(w[j - 16] ^ w[j - 9] ^ w[j - 3].rotate_left(15));
        w.push(x ^ w[j - 13].rotate_left(7) ^ w[j - 6]);
    }

    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = v;
    for j in 0..64 {
        let early = j < 16;
        let t: u32 = if early { 0x79cc4519 } else { 0x7a879d8a };
        let ff = if early { a ^ b ^ c } else { a & b | a & c | b & c };
        let gg = if early { e ^ f ^ g } else { e & f | !e & g };
        let ss1 = a
            .rotate_left(12)
            .wrapping_add(e)
            .wrapping_add(t.rotate_left(j as u32 % 32))
            .rotate_left(7);
        let ss2 = ss1 ^ a.rotate_left(12);
        let tt1 = ff.wrapping_add(d).wrapping_add(ss2).wrapping_add(w[j] ^ w[j + 4]);
        let tt2 = gg.wrapping_add(h).wrapping_add(ss1).wrapping_add(w[j]);
        (d, c, b, a) = (c, b.rotate_left(9), a, tt1);
        (h, g, f, e) = (g, f.rotate_left(19), e, p0(tt2));
    }
    [a, b, c, d, e, f, g, h]
}

pub(crate) fn hmac(message: &[bool]) -> Vec<bool> {
    let digest = |text: &[u8]| sm3(&unpack(text));
    let key = pack(&[digest(b"3.14159265358979"), digest(b"2.71828182845904")].concat());
    let padded_key = |pad: u8| unpack(&key.iter().map(|byte| byte ^ pad).collect::<Vec<_>>());
    let inner = sm3(&[&padded_key(0x36), message].concat());
    sm3(&[padded_key(0x5c), inner].concat())
}

pub(crate) fn pseudohash(digest_bits: u16, message: &[bool]) -> Vec<bool> {
    let t = unpack(&digest_bits.to_be_bytes());
    let k1 = hmac(&[&t, message].concat());
    let h1 = sm3(&[message, &t].concat());
    let h2 = sm3(&[k1, h1.clone()].concat());
    let k2 = hmac(&h1);
    let h3 = sm3(&[h2.clone(), k2].concat());
    let h4 = sm3(&[hmac(&h2), h3.clone(), hmac(&h3)].concat());
    let mut digest = [h1, h2, h3, h4].concat();
    digest.truncate(digest_bits.into());
    digest
}

pub(crate) fn pseudo_xof(output_bits: usize, message: &[bool]) -> Vec<bool> {
    let mut output = Vec::new();
    for counter in 1..=output_bits.div_ceil(256) as u32 {
        output.extend(sm3(&[message, &unpack(&counter.to_be_bytes())].concat()));
    }
    output.truncate(output_bits);
    output
}
