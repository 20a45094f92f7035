//! The text of known answers: one small record of each kind, and values of any length.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_kat::inputs::{Messages, Seeds, ShortMessages};
use iccs_kat::text::{HashText, KemText, KexText, SigText};
use iccs_kat::{BitStr, KatFile};
use proptest::prelude::*;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn kem() {
    let mut kem = KemText::new(Vec::new());
    kem.begin(0, &[0x5e, 0xed]).unwrap();
    kem.keys(&[0x00, 0xff], &[]).unwrap();
    kem.encapsulation(&[0xab; 3], &[0x12]).unwrap();
    kem.end().unwrap();
    kem.begin(1, &[0x01]).unwrap();
    let expected = "\
Count = 0
Seed_Len = 2
Seed = 5EED
PK_Len = 2
PK = 00FF
SK_Len = 0
SK = 
CT_Len = 3
CT = ABABAB
SS_Len = 1
SS = 12

Count = 1
Seed_Len = 1
Seed = 01
";
    assert_eq!(text(kem.into_inner()), expected);
}

#[test]
fn sig() {
    let mut sig = SigText::new(Vec::new());
    sig.begin(9, &[0x5e]).unwrap();
    sig.keys(&[0x01], &[0x02, 0x03]).unwrap();
    sig.message(&[0x6d]).unwrap();
    sig.signature(&[0x04, 0x05]).unwrap();
    sig.end().unwrap();
    let expected = "\
Count = 9
Seed_Len = 1
Seed = 5E
PK_Len = 1
PK = 01
SK_Len = 2
SK = 0203
M_Len = 1
M = 6D
Sn_Len = 2
Sn = 0405

";
    assert_eq!(text(sig.into_inner()), expected);
}

#[test]
fn kex() {
    let mut kex = KexText::new(Vec::new());
    for count in 0..2 {
        kex.begin(count, &[0x5e], 2).unwrap();
        kex.initiator(&[0x01], &[0x02], &[0x03]).unwrap();
        kex.responder(&[0x04], &[0x05], &[]).unwrap();
        kex.pass(&[0x06], &[0x07, 0x08]).unwrap();
        kex.pass(&[0x09], &[]).unwrap();
        kex.secret(&[0x0a]).unwrap();
        kex.end().unwrap();
    }
    let record = |count: u32| {
        format!(
            "\
Count = {count}
Seed_Len = 1
Seed = 5E
Pass_Num = 2
PKa_Len = 1
PKa = 01
SKa_Len = 1
SKa = 02
Init_Sta_Len = 1
Init_Sta = 03
PKb_Len = 1
PKb = 04
SKb_Len = 1
SKb = 05
Init_Stb_Len = 0
Init_Stb = 
Pass1_Sta_Len = 1
Pass1_Sta = 06
M1_Len = 2
M1 = 0708
Pass2_Stb_Len = 1
Pass2_Stb = 09
M2_Len = 0
M2 = 
SS_Len = 1
SS = 0A

"
        )
    };
    assert_eq!(text(kex.into_inner()), record(0) + &record(1));
}

#[test]
fn passes_alternate() {
    let mut kex = KexText::new(Vec::new());
    kex.begin(0, &[], 16).unwrap();
    for _ in 0..16 {
        kex.pass(&[], &[]).unwrap();
    }
    let text = text(kex.into_inner());
    let names: Vec<_> = text.lines().filter_map(|line| line.strip_suffix("_Len = 0")).collect();
    assert_eq!(names.len(), 1 + 2 * 16);
    assert_eq!(names[..5], ["Seed", "Pass1_Sta", "M1", "Pass2_Stb", "M2"]);
    assert_eq!(names[29..], ["Pass15_Sta", "M15", "Pass16_Stb", "M16"]);
}

#[test]
fn short_hashes() {
    let mut hash = HashText::new(Vec::new());
    hash.message(b"").unwrap();
    hash.digest(&[0xd0, 0x0d]).unwrap();
    hash.message(BitStr::new(&[0xab, 0xff], 11).unwrap()).unwrap();
    hash.digest(&[0x01]).unwrap();
    let expected = "\
Msg_Len = 0
Msg = 
Dst_Len = 16
Dst = D00D

Msg_Len = 11
Msg = ABE0
Dst_Len = 8
Dst = 01

";
    assert_eq!(text(hash.into_inner()), expected);
}

#[test]
fn long_hashes() {
    let message: Vec<u8> = (0..=255).collect();
    let mut hash = HashText::new(Vec::new());
    hash.long_message(&message, None).unwrap();
    hash.digest(&[0x0d]).unwrap();
    hash.long_message(&message[..10], Some(&[0x5e, 0xed])).unwrap();
    hash.digest(&[0x0d]).unwrap();
    hash.long_message(&[1], None).unwrap();
    let expected = "\
Msg_Len = 2048
Msg_Seed = 
Msg_Exp = 0001020304050607 .... F8F9FAFBFCFDFEFF
Dst_Len = 8
Dst = 0D

Msg_Len = 80
Msg_Seed = 5EED
Msg_Exp = 0001020304050607 .... 0203040506070809
Dst_Len = 8
Dst = 0D

Msg_Len = 8
Msg_Seed = 
Msg_Exp = 01 .... 01
";
    assert_eq!(text(hash.into_inner()), expected);
}

/// Bits count from the top of a byte; below the last one there are zeros.
#[test]
fn short_messages_are_cut_at_the_bit() {
    let mut messages = ShortMessages::new();
    let mut hash = HashText::new(Vec::new());
    while let Some((message, bits)) = messages.next_message() {
        hash.message(BitStr::new(message, bits).unwrap()).unwrap();
    }
    let text = text(hash.into_inner());
    let messages: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Msg = ")).collect();
    assert_eq!(messages.len(), 4097);
    for (bits, message) in messages.iter().enumerate() {
        assert_eq!(message.len(), 2 * bits.div_ceil(8));
        let last =
            u8::from_str_radix(message.get(message.len().wrapping_sub(2)..).unwrap_or("0"), 16);
        assert!(last.unwrap().trailing_zeros() as usize >= (8 - bits % 8) % 8, "{bits} bits");
    }
}

#[test]
fn seeds_and_messages_have_generators_of_their_own() {
    let mut sig = SigText::new(Vec::new());
    for (count, (seed, message)) in (0..2).zip(Seeds::new().zip(Messages::new())) {
        sig.begin(count, &seed).unwrap();
        sig.message(&message).unwrap();
    }
    let text = text(sig.into_inner());
    let seeds: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Seed = ")).collect();
    assert!(seeds[0].starts_with("927F06B594798A4D"));
    assert!(seeds[1].starts_with("58561187CBBF6CDC"));
    assert!(text.contains("\nM_Len = 56\nM = "));
    assert!(text.contains("\nM_Len = 64\nM = "));
}

#[test]
fn file_names() {
    let names = KatFile::ALL.map(|file| file.name("X-1"));
    assert_eq!(
        names,
        [
            "KAT_KEM_X-1.txt",
            "KAT_SIG_X-1.txt",
            "KAT_KEX_X-1.txt",
            "KAT_2_12_X-1.txt",
            "KAT_2_23_X-1.txt",
            "KAT_2_33_X-1.txt",
            "KAT_Loop_X-1.txt",
        ]
    );
}

proptest! {
    /// Longer than any buffer in between, too.
    #[test]
    fn values_of_any_length(value in proptest::collection::vec(any::<u8>(), 0..20_000), times in 1..5usize) {
        let value = value.repeat(times);
        let mut kem = KemText::new(Vec::new());
        kem.begin(0, &[]).unwrap();
        kem.keys(&value, &[]).unwrap();
        let hex: String = value.iter().map(|byte| format!("{byte:02X}")).collect();
        let expected = format!(
            "Count = 0\nSeed_Len = 0\nSeed = \nPK_Len = {}\nPK = {hex}\nSK_Len = 0\nSK = \n",
            value.len()
        );
        prop_assert_eq!(text(kem.into_inner()), expected);
    }
}
