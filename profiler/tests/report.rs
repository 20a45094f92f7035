//! Pages: those of the published data equal to the published ones cell for cell, and those of
//! every other kind as they were when somebody last looked at them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod data_set;

use data_set::{Folder, data, profile, synthetic, timing, trials};
use iccs_profiler::api::Operation;
use iccs_profiler::dataset::DataSet;
use iccs_profiler::record::{Corrected, Distribution, Memory, TimingRecord};
use iccs_profiler::report::{self, Catalogues};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Pages by their paths.
type Pages = BTreeMap<String, String>;

fn pages(folder: &Folder, catalogues: &Catalogues) -> Pages {
    let out = tempfile::tempdir().unwrap();
    let data = DataSet::open(folder.path()).unwrap();
    let written = report::write(&data, catalogues, out.path()).unwrap();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(out.path().join(&path)).unwrap();
        (path.into_os_string().into_string().unwrap(), text)
    };
    written.into_iter().map(read).collect()
}

fn plain(folder: &Folder) -> Pages {
    pages(folder, &Catalogues::default())
}

/// The tables of a page as the published ones are given: headings, and rows with tabs.
fn tables(page: &str) -> String {
    let mut text = String::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            text += &format!("{heading}\n");
        } else if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
            text += &format!("{}\n", row.replace(" | ", "\t"));
        }
    }
    text
}

/// Compares with a file, or writes it when asked to (`BLESS=1`).
fn assert_golden(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, page).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == page, "{name} has changed (BLESS=1 accepts it):\n{page}");
}

#[test]
fn the_published_tables_are_reproduced() {
    let folder = Folder::reference();
    // The page was made after measurements of other candidates had been added.
    folder.edit("campaign.json", |campaign| {
        campaign["ended_utc"] = "2026-09-29T08:43:52.802978+00:00".into();
    });
    let published = std::fs::read_to_string(data("pages/kem-41.arm_1.txt")).unwrap();
    let ours = tables(&plain(&folder)["candidates/kem-41.md"]);
    for (at, (published, ours)) in published.lines().zip(ours.lines()).enumerate() {
        assert_eq!(ours, published, "line {}", at + 1);
    }
    assert_eq!(ours, published);
}

#[test]
fn pages_of_the_published_set() {
    let pages = plain(&Folder::reference());
    assert_eq!(
        pages.keys().collect::<Vec<_>>(),
        ["candidates/kem-41.md", "method.md", "summary.md"]
    );
    assert_golden("kem-41.md", &pages["candidates/kem-41.md"]);
    assert_golden("summary-arm_1.md", &pages["summary.md"]);
    assert_golden("method-arm_1.md", &pages["method.md"]);
}

#[test]
fn pages_of_every_other_kind() {
    let pages = plain(&synthetic());
    for name in ["sign-07", "kex-03", "hash-09"] {
        assert_golden(&format!("{name}.md"), &pages[&format!("candidates/{name}.md")]);
    }
    assert_golden("summary.md", &pages["summary.md"]);
    assert!(pages.contains_key("candidates/iccs.md"));
}

fn catalogues(sizes: &str, bandwidth: &str, kat_issues: &str) -> Catalogues {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, header: &str, rows: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("# by hand\n{header}\n{rows}")).unwrap();
        path
    };
    let header = "ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis";
    let sizes = file("sizes.csv", header, sizes);
    let bandwidth =
        file("bandwidth.csv", "ID;Instance;PkABytes;PkBBytes;ProtocolMessageBytes", bandwidth);
    let kat_issues = file("kat.csv", "ID;Label;Action;Cause", kat_issues);
    Catalogues::read(Some(&sizes), Some(&bandwidth), Some(&kat_issues)).unwrap()
}

#[test]
fn catalogues_come_before_interfaces_and_are_audited() {
    let catalogues = catalogues(
        "sign-07;Sig-128;1312;;1483;nominal-variable\nsign-07;Sig-1024;1312;;2420;encoded\n",
        "kex-03;Akex-256;0;784;6424\n",
        "sign-07;^Sig-128(-avx2)?$;measure;Verdict from a stale <stack>; see finding 1\n\
         sign-07;excluded;exclude;No source\nsign-08;.;measure;Another candidate's\n",
    );
    let pages = pages(&synthetic(), &catalogues);
    let sign = &pages["candidates/sign-07.md"];
    for row in [
        "| `Sig-128` | 1312 | 2560 | 1483 |",
        "| `Sig-1024` | 1312 | 2560 | 2420 |",
        "- `Sig-128`: nominal-variable",
        "| `Sig-128` | guide | PASS [1] |",
        "| `Sig-128-avx2` | harness-default | CRYPTOFAIL [1] |",
        "| `Sig-excluded` | guide | PASS [2] |",
        "\\[1\\] Verdict from a stale \\<stack\\>; see finding 1",
        "\\[2\\] No source",
    ] {
        assert!(sign.contains(row), "{row}\n{sign}");
    }
    assert!(!sign.contains("Another"));
    let kex = &pages["candidates/kex-03.md"];
    let row = "| `Akex-256` | 3 | 800 / 3188 / 2420 | 6424 | 0 / 784 | 7208 | 1632 | 32 |";
    assert!(kex.contains(row), "{kex}");
    assert!(pages["summary.md"].contains("| 7208 |"));
    assert_golden("size-audit.md", &pages["size-audit.md"]);
}

#[test]
fn catalogues_that_agree_are_said_to() {
    let catalogues = catalogues("kem-41;ZEN_128;615;512;;encoded\n", "", "");
    let pages = pages(&Folder::reference(), &catalogues);
    assert!(pages["size-audit.md"].contains("agree in every length"));
    assert!(pages["summary.md"].contains("(size-audit.md)"));
}

#[test]
fn a_wrong_catalogue_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kat.csv");
    for (text, expected) in [
        ("ID;Label;Action;Cause\nsign-1;(;measure;x\n", "line 2: '(' is no regular expression"),
        ("ID;Label;Action;Cause\n#\nsign-1;x;drop;x\n", "line 3: the action 'drop'"),
        ("ID;Label\n", "line 1: 2 columns instead of 4"),
        ("", "line 1: no header ID;Label;Action;Cause"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = Catalogues::read(None, None, Some(&path)).unwrap_err().to_string();
        assert!(error.contains("kat.csv") && error.contains(expected), "{error}");
    }
    for (text, expected) in [
        ("kem-1;a;1;2;;encoded\nkem-1;a;1;2;;encoded\n", "line 3: kem-1 a is listed twice"),
        ("kem-1;a;many;;;encoded\n", "line 2: 'many' is no number of bytes"),
    ] {
        let header = "ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis";
        std::fs::write(&path, format!("{header}\n{text}")).unwrap();
        let error = Catalogues::read(Some(&path), None, None).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let missing = folder.path().join("missing.csv");
    let error = Catalogues::read(None, Some(&missing), None).unwrap_err().to_string();
    assert!(error.contains("missing.csv"), "{error}");
}

/// Names that lead out of the folder, end a cell, a line or a code span, or hide the file.
const HOSTILE: [&str; 12] = [
    "../../x",
    "/etc/passwd",
    "a|b",
    "`c`",
    "``",
    "d\ne\r",
    "<img src=x>",
    ".hidden",
    "f\"'g",
    "[h](http://i)",
    "%2F",
    "&lt; *j* _k_ \\| ~~l~~",
];

#[test]
fn hostile_names_stay_names() {
    for name in HOSTILE {
        let folder = Folder::reference();
        folder.edit("campaign.json", |campaign| campaign["environment_at_start"] = json!(null));
        folder.edit("build.json", |index| {
            let mut built = serde_json::to_value(data_set::built(name, name)).unwrap();
            for key in ["algorithm", "survey", "flags", "variant", "kat", "guide_result"] {
                built[key] = name.into();
            }
            index["instances"]["hostile"] = built;
        });
        folder.timing(&TimingRecord {
            failure: Some(name.to_owned()),
            host_problems: vec![name.to_owned()],
            ..timing(name, name, Operation::Enc, trials(200, 5000))
        });
        let rows = [("drng", 100, 5), ("sm3hash", 100, 500)];
        let hostile = profile(name, name, Operation::Enc, 1000, &rows);
        folder.profile(&hostile, Operation::Enc);
        let out = tempfile::tempdir().unwrap();
        let inner = out.path().join("one/two/three");
        let data = DataSet::open(folder.path()).unwrap();
        let written = report::write(&data, &Catalogues::default(), &inner).unwrap();
        assert_eq!(written.len(), 4, "{name:?}");
        let files = walkdir::WalkDir::new(out.path()).into_iter().map(|entry| entry.unwrap());
        let files = files.filter(|entry| entry.file_type().is_file()).count();
        assert_eq!(files, written.len(), "{name:?}: a file outside of the folder, or left over");
        for path in &written {
            let text = std::fs::read_to_string(inner.join(path)).unwrap();
            let seen = Seen::of(&text);
            let linked = |to: &str| inner.join(path).parent().unwrap().join(percent_decoded(to));
            for to in &seen.links {
                assert!(linked(to).is_file(), "{name:?}: {to} in {}", path.display());
            }
            if path.starts_with("candidates") && !path.ends_with("kem-41.md") {
                let shown: String =
                    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
                assert!(seen.code.contains(&shown), "{name:?} is not in {:?}", seen.code);
                assert!(seen.text.contains(&format!("Algorithm: {shown}")), "{name:?}\n{text}");
            }
        }
    }
}

fn percent_decoded(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap() as u8;
        bytes.push(if byte == b'%' { 16 * digit() + digit() } else { byte });
    }
    String::from_utf8(bytes).unwrap()
}

/// What a reader of Markdown sees in a page; a page never has HTML, emphasis other than its
/// own, or rows of another length than their header.
#[derive(Default)]
struct Seen {
    text: String,
    code: Vec<String>,
    links: Vec<String>,
}

impl Seen {
    fn of(page: &str) -> Self {
        use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
        let mut seen = Seen::default();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut columns = 0;
        let mut cells = 0;
        for event in Parser::new_ext(page, options) {
            match event {
                Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}\n{page}"),
                Event::Text(text) => seen.text += &text,
                Event::Code(code) => seen.code.push(code.into_string()),
                Event::Start(Tag::Link { dest_url, .. }) => seen.links.push(dest_url.into_string()),
                Event::Start(Tag::Emphasis | Tag::Strikethrough | Tag::Image { .. }) => {
                    panic!("{event:?}\n{page}")
                }
                Event::Start(Tag::Table(alignments)) => columns = alignments.len(),
                Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
                Event::End(TagEnd::TableCell) => cells += 1,
                Event::End(TagEnd::TableRow) => assert_eq!(cells, columns, "{page}"),
                _ => {}
            }
        }
        // A parser drops cells beyond the header's.
        for block in page.split("\n\n").filter(|block| block.starts_with("| ")) {
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            let lengths: Vec<usize> = block.lines().map(bars).collect();
            assert!(lengths.iter().all(|length| *length == lengths[0]), "{block}");
        }
        seen
    }
}

#[test]
fn what_only_our_records_have_is_in_tables_of_its_own() {
    let folder = synthetic();
    let record = timing("kem-77", "Own", Operation::Enc, trials(200, 5_000_000));
    let distribution = Distribution {
        median_s: Some(2.5e-3),
        p90_s: Some(2.6e-3),
        p99_s: Some(0.0301),
        mean_ci95_s: Some([2.4e-3, 2.7e-3]),
        samples: 500,
        ..Distribution::default()
    };
    let memory = Memory {
        code_bytes: Some(20_000),
        heap_peak_bytes: Some(65_536),
        stack_peak_bytes: Some(12_288),
        leaked_bytes_per_operation: Some(0.0),
        ..Memory::default()
    };
    folder.timing(&TimingRecord {
        distribution: Some(distribution),
        memory: Some(memory),
        disturbed_retries: 2,
        ..record
    });
    let shares = BTreeMap::from([("drng".to_owned(), 0.02), ("sm3hash".to_owned(), 0.3)]);
    let corrected = Corrected { share: shares, hash_share: 0.3, ..Corrected::default() };
    let mut counted = profile("kem-77", "Own", Operation::Enc, 1000, &[("sm3hash", 100, 500)]);
    counted.corrected = Some(corrected);
    folder.profile(&counted, Operation::Enc);
    let pages = plain(&folder);
    let page = &pages["candidates/kem-77.md"];
    for line in [
        "| `Own` | enc | 2.5 ms | 2.6 ms | 30.1 ms | 2.4 ms – 2.7 ms | 500 |",
        "| `Own` | enc | 20000 | – | – | – | 65536 | 12288 | 0 |",
        "| `Own` | enc | 30% | 2.0% | sm3hash 1 |",
        "- `Own` enc: 2 trials repeated because the clock was disturbed",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
    let kex = &pages["candidates/kex-03.md"];
    assert!(!kex.contains("heap peak") && !kex.contains("sampled"));
}

/// Without a counter there are no cycles, and nothing is made up for them.
#[test]
fn a_machine_without_a_counter_gets_times() {
    let folder = synthetic();
    for entry in walkdir::WalkDir::new(folder.path().join("records")) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let text = std::fs::read(entry.path()).unwrap();
            let mut record: TimingRecord = serde_json::from_slice(&text).unwrap();
            record.trials.iter_mut().for_each(|trial| trial.cycles = 0);
            record.derived = record.derive();
            std::fs::write(entry.path(), serde_json::to_vec(&record).unwrap()).unwrap();
        }
    }
    let pages = plain(&folder);
    let hash = &pages["candidates/hash-09.md"];
    assert!(hash.contains("| `Duplex-512` | 32 B | – | – | 652 ns | 49.1 |"), "{hash}");
    let summary = &pages["summary.md"];
    for part in
        ["32 B time (× pseudoXOF)", "652 ns (0.46×)", "ns/byte (64 KiB)", "sign time (sym %)"]
    {
        assert!(summary.contains(part), "{part}\n{summary}");
    }
    assert!(!summary.contains("cycles"), "{summary}");
}

#[test]
fn nothing_is_touched_when_a_record_is_wrong() {
    let out = tempfile::tempdir().unwrap();
    let before = out.path().join("summary.md");
    std::fs::write(&before, "before").unwrap();
    let folder = synthetic();
    folder.write("records/sign-07/Sig-128__sign.json", "{\"schema\": 2, \"sta");
    let data = DataSet::open(folder.path()).unwrap();
    let error = report::write(&data, &Catalogues::default(), out.path()).unwrap_err();
    assert!(error.to_string().contains("Sig-128__sign.json"), "{error}");
    assert_eq!(std::fs::read_to_string(&before).unwrap(), "before");
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 1);
}
