//! What a counted call costs: the same helper called bare, between two tick reads, through the
//! plainest counting wrapper in C, and through the interposer's, in turn.

use iccs_interpose::region::{LAYOUT, Region};
use iccs_interpose::tick::Source;
use iccs_profiler::drive::Shared;
use iccs_profiler::interposer::{self, Exports};
use std::error::Error;
use std::ffi::{CString, c_int, c_void};
use std::mem::transmute;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering::Relaxed;

const CALLS: u64 = 100_000;
const ROUNDS: usize = 101;
const LOOPS: [(&str, &str); 4] = [
    ("direct call", "loop_bare"),
    ("two tick reads and the call", "loop_ticks"),
    ("plainest C wrapper", "loop_plain"),
    ("interposer's wrapper", "loop_counted"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let interposer = interposer::place(Exports::Wrap, folder.path())?;
    let loaded = load(&interposer)?;
    for (source, flags) in [(Source::Counter, &[][..]), (Source::FencedCounter, &["-DFENCED"][..])]
    {
        let library = folder.path().join(format!("{}.so", source as u32));
        let loops = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/wrapper/loops.c");
        let status = Command::new("cc")
            .args(["-std=gnu99", "-O2", "-fPIC", "-shared", "-o"])
            .args([&library, &loops, &interposer])
            .args(flags)
            .status()?;
        if !status.success() {
            return Err("cc failed".into());
        }
        println!("{}", source.name());
        print(&measure(loaded, load(&library)?, source)?);
    }
    Ok(())
}

fn measure(
    interposer: *mut c_void,
    library: *mut c_void,
    source: Source,
) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
    let mut region = Shared::<Region>::create(c"wrapper-bench")?;
    region.header.layout = LAYOUT;
    region.header.tick_source.store(source as u32, Relaxed);
    // SAFETY: the interposer exports these functions with these types; it keeps a mapping of its
    // own of the region, and `iccs_link` is a constant of the library. Loops take a count and
    // return ticks.
    unsafe {
        let attach: extern "C" fn(c_int) -> c_int =
            transmute(find(interposer, "iccs_interpose_attach")?);
        let bind: extern "C" fn(*mut c_void) -> c_int =
            transmute(find(interposer, "iccs_interpose_bind")?);
        let begin: extern "C" fn() -> u64 = transmute(find(interposer, "iccs_interpose_begin")?);
        if attach(region.fd()) != 0 || bind(find(library, "iccs_link")?) != 0 {
            return Err("the interposer does not attach".into());
        }
        begin();
        let loops = LOOPS
            .iter()
            .map(|(_, symbol)| Ok(transmute::<*mut c_void, Loop>(find(library, symbol)?)))
            .collect::<Result<Vec<Loop>, Box<dyn Error>>>()?;
        let round = |_| loops.iter().map(|run| run(CALLS) as f64 / CALLS as f64).collect();
        Ok((0..ROUNDS).map(round).collect())
    }
}

type Loop = extern "C" fn(u64) -> u64;

/// Ratios are taken round by round, so that a machine that changes its speed changes both sides.
fn print(rounds: &[Vec<f64>]) {
    let median = |value: &dyn Fn(&Vec<f64>) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    println!("{:28}  ticks  to two tick reads  to plain C", "median of rounds");
    for (number, (name, _)) in LOOPS.iter().enumerate() {
        println!(
            "{name:28}  {:5.1}  {:17.3}  {:10.3}",
            median(&|round| round[number]),
            median(&|round| round[number] / round[1]),
            median(&|round| round[number] / round[2]),
        );
    }
}

fn load(path: &Path) -> Result<*mut c_void, Box<dyn Error>> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: a C string; the library was just built.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
    if handle.is_null() { Err("dlopen failed".into()) } else { Ok(handle) }
}

fn find(handle: *mut c_void, name: &str) -> Result<*mut c_void, Box<dyn Error>> {
    let text = CString::new(name)?;
    // SAFETY: a live handle and a C string.
    let address = unsafe { libc::dlsym(handle, text.as_ptr()) };
    if address.is_null() { Err(format!("no symbol {name}").into()) } else { Ok(address) }
}
