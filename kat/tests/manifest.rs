//! Manifests: their lines, and the digests of texts in all modes against a plain computation.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_kat::manifest::{Digester, Entry, LineError, Manifest, Mode, Sha256, digest};
use proptest::prelude::*;
use sha2::Digest;
use std::io::Write;
use std::num::NonZeroU64;

fn first(mode: Mode, records: u64) -> Mode {
    Mode { records: NonZeroU64::new(records), ..mode }
}

fn digests(text: &[u8], modes: &[Mode]) -> Vec<Sha256> {
    let digests = digest(text, modes).unwrap().digests;
    assert!(digests.iter().map(|(mode, _)| mode).eq(modes));
    digests.into_iter().map(|(_, digest)| digest).collect()
}

fn plain(canonical: impl AsRef<[u8]>) -> Sha256 {
    Sha256(sha2::Sha256::digest(canonical).into())
}

const TEXT: &str = "Count = 0\nPK_Len = 1\nPK = 0A\n\nCount = 1\nPK_Len = 1\nPK = 0B\n\n";

#[test]
fn modes() {
    let modes = [
        Mode::STRICT,
        Mode::NOLEN,
        first(Mode::STRICT, 1),
        first(Mode::NOLEN, 1),
        first(Mode::STRICT, 2),
        first(Mode::STRICT, 3),
    ];
    let all = plain("Count = 0\nPK_Len = 1\nPK = 0A\nCount = 1\nPK_Len = 1\nPK = 0B\n");
    let expected = [
        all,
        plain("Count = 0\nPK = 0A\nCount = 1\nPK = 0B\n"),
        plain("Count = 0\nPK_Len = 1\nPK = 0A\n"),
        plain("Count = 0\nPK = 0A\n"),
        all,
        all,
    ];
    assert_eq!(digests(TEXT.as_bytes(), &modes), expected);
    for unlike in ["\r\n", " \t\n", "\n\n \n"] {
        assert_eq!(digests(TEXT.replace('\n', unlike).as_bytes(), &modes), expected);
    }
    assert_eq!(digests(TEXT.trim_end().as_bytes(), &modes), expected);
    assert_eq!(digests(format!("\u{feff}{TEXT}").as_bytes(), &modes), expected);
}

#[test]
fn records_of_hash_files_are_messages() {
    let text = "Msg_Len = 0\nMsg = \nDst = 0A\n\nMsg_Len = 1\nMsg = 80\nDst = 0B\n\n";
    let modes = [first(Mode::STRICT, 1), first(Mode::NOLEN, 1)];
    let expected = [plain("Msg_Len = 0\nMsg =\nDst = 0A\n"), plain("Msg =\nDst = 0A\n")];
    assert_eq!(digests(text.as_bytes(), &modes), expected);
    assert_eq!(digest(text.as_bytes(), &modes).unwrap().records, 2);
}

#[test]
fn empty_lengths_are_seen() {
    let of = |text: &str| digest(text.as_bytes(), &[]).unwrap().has_empty_lengths;
    assert!(!of(TEXT));
    assert!(of(&TEXT.replace("PK_Len = 1", "PK_Len = ")));
    assert!(!of(&TEXT.replace("PK = 0A", "PK = ")));
}

#[test]
fn the_empty_text() {
    assert_eq!(digests(b"", &[Mode::STRICT]), [plain("")]);
    assert_eq!(digests(b"\n \r\n", &[Mode::STRICT]), [plain("")]);
    let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(plain("").to_string(), hex);
}

proptest! {
    #[test]
    fn digests_are_of_the_canonical_form(
        lines in proptest::collection::vec("(Count|PK|PK_Len|X)?( = )?[0-9a-f\t ]{0,9}[\r ]{0,2}", 0..12),
        parts in proptest::collection::vec(1..20usize, 1..4), records in 1..4u64,
    ) {
        let text = lines.join("\n");
        let modes = [Mode::STRICT, Mode::NOLEN, first(Mode::STRICT, records)];
        let (mut strict, mut nolen, mut limited) = (String::new(), String::new(), String::new());
        let mut begun = 0;
        for line in lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty()) {
            let name = line.split_once('=').map_or("", |(name, _)| name.trim_end());
            begun += u64::from(name == "Count");
            strict += &format!("{line}\n");
            if !name.ends_with("_Len") {
                nolen += &format!("{line}\n");
            }
            if begun <= records {
                limited += &format!("{line}\n");
            }
        }
        let mut digester = Digester::new(&modes);
        let mut rest = text.as_bytes();
        for part in parts.iter().cycle() {
            let (now, later) = rest.split_at((*part).min(rest.len()));
            digester.write_all(now).unwrap();
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        let found = digester.finish();
        prop_assert_eq!(&found, &digest(text.as_bytes(), &modes).unwrap());
        prop_assert_eq!(found.records, begun);
        let found: Vec<_> = found.digests.into_iter().map(|(_, digest)| digest).collect();
        prop_assert_eq!(found, [plain(strict), plain(nolen), plain(limited)]);
    }
}

#[test]
fn long_lines() {
    let text = format!("PK = {}", "A".repeat(1_000_000));
    assert_eq!(digests(text.as_bytes(), &[Mode::STRICT]), [plain(text + "\n")]);
}

fn hex(digit: char) -> String {
    digit.to_string().repeat(64)
}

fn error(text: impl AsRef<[u8]>) -> String {
    Manifest::parse(text.as_ref()).unwrap_err().to_string()
}

#[test]
fn lines_are_found_by_label_and_by_file_name() {
    let text = format!(
        "{} strict a/KAT_KEM_X.txt\r\n\n{}\t nolen:3  KAT_KEM_X.txt \n{} strict:12 a b/c d.txt",
        hex('1'),
        hex('B'),
        hex('c'),
    );
    let manifest = Manifest::parse(text.as_bytes()).unwrap();
    assert_eq!(manifest.find("a", "KAT_KEM_X.txt").unwrap().digest, Sha256([0x11; 32]));
    let bare = manifest.find("b", "KAT_KEM_X.txt").unwrap();
    assert_eq!(*bare, Entry { digest: Sha256([0xbb; 32]), mode: first(Mode::NOLEN, 3) });
    assert_eq!(manifest.find("a b", "c d.txt").unwrap().mode, first(Mode::STRICT, 12));
    assert_eq!(manifest.find("a", "KAT_SIG_X.txt"), None);
    assert_eq!(
        manifest.to_string(),
        format!(
            "{} nolen:3 KAT_KEM_X.txt\n{} strict:12 a b/c d.txt\n{} strict a/KAT_KEM_X.txt\n",
            hex('b'),
            hex('c'),
            hex('1'),
        )
    );
}

#[test]
fn other_lines_are_kept() {
    let text = format!("{} nolen b/KAT_KEM_X.txt\n{} strict KAT_KEM_X.txt\n", hex('1'), hex('2'));
    let mut manifest = Manifest::parse(text.as_bytes()).unwrap();
    let entry = |byte| Entry { digest: Sha256([byte; 32]), mode: Mode::STRICT };
    manifest.set("b", "KAT_KEM_X.txt", entry(0x33)).unwrap();
    manifest.set("a", "KAT_KEM_X.txt", entry(0x44)).unwrap();
    let expected = format!(
        "{} strict KAT_KEM_X.txt\n{} strict a/KAT_KEM_X.txt\n{} strict b/KAT_KEM_X.txt\n",
        hex('2'),
        hex('4'),
        hex('3'),
    );
    assert_eq!(manifest.to_string(), expected);
    assert!(manifest.set("a\nb", "KAT_KEM_X.txt", entry(0)).is_err());
    assert!(manifest.set("a", "KAT_KEM_X.txt ", entry(0)).is_err());
    assert_eq!(manifest.to_string(), expected);
}

#[test]
fn malformed_lines_are_named() {
    let good = format!("{} strict a\n\n", hex('1'));
    assert_eq!(
        error(good.clone() + "# comment"),
        "line 3: `#` is no SHA-256 digest, 64 hex digits"
    );
    let short = hex('1')[1..].to_owned();
    assert!(error(format!("{short} strict a")).starts_with("line 1: `111"));
    assert!(error(format!("{}1 strict a", hex('1'))).contains("no SHA-256"));
    assert!(error(format!("{}g strict a", short)).contains("no SHA-256"));
    assert!(error(format!("{}é strict a", &short[1..])).contains("no SHA-256"));
    assert_eq!(
        error(good.clone() + &hex('2') + " strict"),
        format!(
            "line 3: a line is `<sha256 in hex> <mode> <file>`, and here is only `{} strict`",
            hex('2')
        )
    );
    for mode in
        ["Strict", "lax", "strict:", "strict:0", "strict:-1", "nolen:+1", "strict:1:2", "strict:1x"]
    {
        let expected = format!(
            "line 1: `{mode}` is no mode: strict, nolen, or either with a number of records, strict:3"
        );
        assert_eq!(error(format!("{} {mode} a", hex('1'))), expected);
    }
    assert_eq!(error(good.clone() + &good), "line 3: `a` is in line 1 already");
    assert_eq!(error([good.as_bytes(), b"\xff"].concat()), "line 3: not UTF-8 text");
    assert!(error(format!("{} strict a\0b", hex('1'))).contains("no name"));
}

proptest! {
    #[test]
    fn anything_is_read_or_refused_with_its_line(text in "([0-9a-f]{62,66}|.{0,9})( strict| nolen:1|\n| ){1,3}.{0,9}") {
        match Manifest::parse(text.as_bytes()) {
            Ok(manifest) => prop_assert_eq!(Manifest::parse(manifest.to_string().as_bytes()), Ok(manifest)),
            Err(error) => prop_assert!(error.line >= 1 && error.line <= text.split('\n').count()),
        }
    }

    #[test]
    fn what_is_written_is_read_again(
        entries in proptest::collection::vec(
            ("[!-~]{1,9}", "[!-~é]{1,9}( [!-~]{1,3})?", any::<[u8; 32]>(), any::<bool>(), any::<u64>()), 0..9,
        ),
    ) {
        let mut manifest = Manifest::new();
        for (label, file, digest, without_lengths, records) in entries {
            let mode = Mode { without_lengths, records: NonZeroU64::new(records) };
            manifest.set(&label, &file, Entry { digest: Sha256(digest), mode }).unwrap();
        }
        let text = manifest.to_string();
        prop_assert_eq!(Manifest::parse(text.as_bytes()), Ok(manifest));
        let names: Vec<_> = text.lines().map(|line| line.splitn(3, ' ').nth(2)).collect();
        prop_assert!(names.is_sorted());
    }
}

#[test]
fn errors_can_be_told_apart() {
    let error = Manifest::parse(b"x").unwrap_err();
    assert_eq!(error.error, LineError::Digest { digest: "x".to_owned() });
}
