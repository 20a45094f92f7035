//! The memory of single operations, of submissions that use known amounts.

#![allow(clippy::unwrap_used, reason = "tests")]

use iccs_interpose::tick::Source;
use iccs_profiler::api::{Kind, Operation};
use iccs_profiler::drive::{self, Measure};
use iccs_profiler::interposer::{self, Exports};
use iccs_profiler::measure::{self, Ending, Limits, Outcome, Run};
use iccs_profiler::memory;
use iccs_profiler::record::Memory;
use iccs_profiler::timing::Subject;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use tempfile::TempDir;

/// The measuring child is this very program, which must not become a run of the tests then.
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = become_child;

extern "C" fn become_child() {
    if drive::is_child() {
        // Does not return, except for unusable arguments.
        let _ = drive::main(std::env::args_os().skip(1));
        std::process::exit(2);
    }
}

const PAGE: u64 = 4096;

const LIMITS: Limits = Limits { timeout: Duration::from_secs(120), cpu: None };

/// A library made for one test. While it is there no other one is: a process measures one at a
/// time.
struct Made {
    folder: TempDir,
    library: PathBuf,
    kind: Kind,
    _alone: MutexGuard<'static, ()>,
}

impl Made {
    fn new(source: &str, kind: Kind, options: &[&str]) -> Self {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("library.so");
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-std=gnu11", "-w", "-shared", "-fPIC", "-pthread"]).args(options);
        cc.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memory").join(source));
        assert!(cc.arg("-o").arg(&library).status().unwrap().success());
        Made { folder, library, kind, _alone: alone }
    }

    /// A KEM of which one operation does something.
    fn kem(operation: Operation, does: &str) -> (Option<Memory>, Outcome) {
        let option = format!("-D{}={does}", operation.to_string().to_uppercase());
        Made::new("submission.c", Kind::Kem, &[&option]).measure(operation, 0)
    }

    fn measure(&self, operation: Operation, digest_bits: u32) -> (Option<Memory>, Outcome) {
        let interposer = interposer::place(Exports::Heap, self.folder.path()).unwrap();
        let subject = Subject { library: &self.library, kind: self.kind, digest_bits };
        memory::measure(&subject, operation, &interposer, &LIMITS).unwrap()
    }

    fn figures(&self, operation: Operation, digest_bits: u32) -> Figures {
        Figures::of(self.measure(operation, digest_bits))
    }
}

/// Figures of a measurement that was completed.
#[derive(Debug)]
struct Figures {
    heap: u64,
    stack: u64,
    leaked: f64,
    allocations: f64,
}

impl Figures {
    fn of((memory, outcome): (Option<Memory>, Outcome)) -> Self {
        assert_eq!(outcome.ending, Ending::Complete, "{}", outcome.stderr);
        assert_eq!((outcome.plan.warmups, outcome.plan.iterations > 0), (1, true));
        let memory = memory.unwrap();
        Figures {
            heap: memory.heap_peak_bytes.unwrap(),
            stack: memory.stack_peak_bytes.unwrap(),
            leaked: memory.leaked_bytes_per_operation.unwrap(),
            allocations: memory.allocations_per_operation.unwrap(),
        }
    }

    fn kem(operation: Operation, does: &str) -> Self {
        Self::of(Made::kem(operation, does))
    }
}

/// Makes the stacks of this process and of those it starts 8 MiB long at the most.
fn limit_stack() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a structure that is filled, then read.
    unsafe {
        assert_eq!(libc::getrlimit(libc::RLIMIT_STACK, &mut limit), 0);
        limit.rlim_cur = limit.rlim_max.min(8 << 20);
        assert_eq!(libc::setrlimit(libc::RLIMIT_STACK, &limit), 0);
    }
}

fn assert_within_a_page(found: u64, true_bytes: u64) {
    assert!((true_bytes..=true_bytes + PAGE).contains(&found), "{found}, not {true_bytes}");
}

#[test]
fn the_heap_is_counted_to_the_byte() {
    for (does, peak, allocations) in [
        ("nothing()", 0, 0.0),
        ("many_blocks(1000)", 1000 * 1001 / 2 + 8 * 1000, 1001.0),
        ("resized()", 101_000, 102.0),
        ("every_function()", 1000 + 2000 + 3008 + 4001 + 5000 + 1 + 6092 + 5, 8.0),
        ("refused()", 100, 1.0),
        ("replaced()", 700, 1.0),
        ("forking()", 300, 1.0),
    ] {
        let found = Figures::kem(Operation::Enc, does);
        assert_eq!((found.heap, found.leaked), (peak, 0.0), "{does}");
        assert_eq!(found.allocations, allocations, "{does}");
    }
}

#[test]
fn a_leak_is_what_is_lost_in_every_run() {
    for bytes in [24, 100_000] {
        let found = Figures::kem(Operation::Dec, &format!("leaking({bytes})"));
        assert_eq!((found.heap, found.leaked), (bytes, bytes as f64));
    }
    // Preparing has run dec before, but not keygen.
    for operation in [Operation::Keygen, Operation::Dec] {
        let found = Figures::kem(operation, "kept()");
        assert_eq!((found.heap, found.leaked), (50, 0.0));
    }
}

#[test]
fn threads_count_together() {
    let found = Figures::kem(Operation::Enc, "threads()");
    assert_eq!(found.leaked, 0.0);
    assert!((40_000..=40_400).contains(&found.heap), "{found:?}");
}

#[test]
fn an_account_with_gaps_gives_no_figures() {
    let (memory, outcome) = Made::kem(Operation::Enc, "countless()");
    assert_eq!(outcome.ending, Ending::Complete);
    let stack = memory.as_ref().and_then(|memory| memory.stack_peak_bytes);
    assert_within_a_page(stack.unwrap(), 0);
    assert_eq!(memory, Some(Memory { stack_peak_bytes: stack, ..Memory::default() }));
}

#[test]
fn the_stack_is_measured_to_the_page() {
    for (does, bytes) in [
        ("nothing()", 0),
        ("on_stack(100)", 100),
        ("on_stack(5000)", 5000),
        ("on_stack(3000000)", 3_000_000),
        ("touching(70000)", 70_000),
        ("jumping(300000)", 300_000),
    ] {
        let found = Figures::kem(Operation::Enc, does);
        assert_within_a_page(found.stack, bytes);
        assert_eq!((found.heap, found.leaked), (0, 0.0), "{does}");
    }
    for does in ["recursing(500,4000)", "recursing(30000,16)"] {
        let (memory, outcome) = Made::kem(Operation::Keygen, does);
        let told: u64 = outcome.stderr.lines().last().unwrap().parse().unwrap();
        assert!(told > 480_000);
        assert_within_a_page(memory.unwrap().stack_peak_bytes.unwrap(), told);
    }
}

#[test]
fn a_hash_function_is_measured_by_its_message() {
    let made = Made::new("submission.c", Kind::Hash, &[]);
    for (bytes, digest_bits) in [(32, 256), (65_536, 512), (1_000_000, 100_000)] {
        let found = made.figures(Operation::Hash(bytes), digest_bits);
        assert_eq!((found.heap, found.leaked), (bytes, 0.0));
        assert_within_a_page(found.stack, digest_bits.into());
    }
}

#[test]
fn steps_of_an_exchange_are_measured_one_by_one() {
    let made = Made::new("exchange.c", Kind::Kex, &[]);
    for (operation, heap, stack) in [
        (Operation::InitA, 100, 10_000),
        (Operation::InitB, 200, 20_000),
        (Operation::Pass(1), 3000, 200_000),
        (Operation::Pass(2), 40, 400),
        (Operation::DeriveA, 0, 50_000),
        (Operation::DeriveB, 0, 60_000),
        (Operation::Exchange, 100 + 200 + 3000, 200_000),
    ] {
        let found = made.figures(operation, 0);
        // A state that one step makes and another frees is no leak of either.
        assert_eq!((found.heap, found.leaked), (heap, 0.0), "{operation}");
        assert_within_a_page(found.stack, stack);
    }
}

#[test]
fn a_submission_that_fails_has_no_figures() {
    for (does, expected) in [
        ("endless(0)", "CRASH: SIGSEGV (segmentation fault) at endless, in kem_keygen"),
        ("touching(12<<20)", "CRASH: SIGSEGV (segmentation fault) at touching, in kem_keygen"),
        ("(abort(),0)", "CRASH: SIGABRT (abort) in kem_keygen"),
        ("(exit(7),0)", "the submission ended the process itself (exit status 7) in kem_keygen"),
        ("3", "kem_keygen returned 3 (seen after call 1 of 1)"),
    ] {
        limit_stack();
        // What comes before keygen does not call it: this is on its own stack.
        let (memory, outcome) = Made::kem(Operation::Keygen, does);
        let ending = outcome.ending.to_string();
        let place = if ending.contains("seen") { "" } else { ", in a warm-up (0 done before)" };
        assert_eq!(ending, format!("{expected}{place}"), "{does}");
        assert_eq!(memory, None);
    }
}

#[test]
fn timing_has_the_c_librarys_own_functions() {
    let made = Made::new("submission.c", Kind::Kem, &["-DENC=ordinary()"]);
    let run = Run {
        library: &made.library,
        kind: made.kind,
        operation: Operation::Enc,
        digest_bits: 0,
        warmups: Some(1),
        iterations: Some(3),
        trials: 1,
        measure: Measure::Time,
        interposer: None,
        tick_source: Source::DEFAULT,
    };
    let outcome = measure::run(&run, &LIMITS).unwrap();
    assert_eq!((outcome.ending, outcome.footprint), (Ending::Complete, None));
    assert_eq!(outcome.trials[0].measurements, 3);
    // And the function tells the two apart.
    let (_, outcome) = made.measure(Operation::Enc, 0);
    assert_eq!(outcome.ending.to_string(), "kem_enc returned 1");
}

#[test]
fn without_the_interposer_nothing_is_measured() {
    let made = Made::new("submission.c", Kind::Kem, &[]);
    let other = interposer::place(Exports::Wrap, made.folder.path()).unwrap();
    let subject = Subject { library: &made.library, kind: made.kind, digest_bits: 0 };
    let (_, outcome) = memory::measure(&subject, Operation::Enc, &other, &LIMITS).unwrap();
    let Ending::Failed(reason) = outcome.ending else { panic!("{:?}", outcome.ending) };
    assert!(reason.contains("iccs_interpose_heap_begin"), "{reason}");
}
