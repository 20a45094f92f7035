//! The interposer's functions, as the child calls them.

use super::Failure;
use super::bracket::Bracket;
use super::library::Library;
use iccs_interpose::{Link, function, tick};
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::os::fd::RawFd;
use std::ptr::null_mut;

type Attach = unsafe extern "C" fn(c_int) -> c_int;
type Bind = unsafe extern "C" fn(*const Link) -> c_int;
type Calibrate = unsafe extern "C" fn() -> c_int;
type Begin = unsafe extern "C" fn() -> u64;
type End = unsafe extern "C" fn(u64);
type Reset = unsafe extern "C" fn();
type TickSource = unsafe extern "C" fn() -> u32;

/// An interposer that is loaded into this process.
pub(crate) struct Interposer {
    attach: Attach,
    bind: Bind,
    calibrate: Calibrate,
    begin: Begin,
    end: End,
    reset: Reset,
    tick_source: TickSource,
    /// How it reads ticks, known once attached.
    pub(crate) source: tick::Source,
}

impl Interposer {
    /// Finds the functions.
    pub(crate) fn find_in(library: &Library) -> Result<Self, Failure> {
        let function = |name: &str| library.function(&format!("iccs_interpose_{name}"));
        // SAFETY: the interposer exports these functions with these types.
        unsafe {
            Ok(Interposer {
                attach: transmute::<*mut c_void, Attach>(function("attach")?),
                bind: transmute::<*mut c_void, Bind>(function("bind")?),
                calibrate: transmute::<*mut c_void, Calibrate>(function("calibrate")?),
                begin: transmute::<*mut c_void, Begin>(function("begin")?),
                end: transmute::<*mut c_void, End>(function("end")?),
                reset: transmute::<*mut c_void, Reset>(function("reset")?),
                tick_source: transmute::<*mut c_void, TickSource>(function("tick_source")?),
                source: tick::Source::Counter,
            })
        }
    }

    /// Connects it with the parent's region and the library, and has it measure its own cost.
    pub(crate) fn attach(&mut self, region: RawFd, library: &Library) -> Result<(), Failure> {
        let found;
        let link = match library.link() {
            Some(link) => link,
            None => {
                // Not an instrumented library: its helpers are those it exports.
                let find = |name: &str| library.find(name).unwrap_or(null_mut());
                let drng = find("drng_algorithm");
                found = Link { version: 1, real: function::HELPERS.map(find), drng };
                &raw const found
            }
        };
        // SAFETY: the descriptor is the region the parent made; `link` is a constant of the
        // library, or `found`, which outlives the call.
        let results = unsafe { [(self.attach)(region), (self.bind)(link), (self.calibrate)()] };
        for (result, name) in results.into_iter().zip(["attach", "bind", "calibrate"]) {
            if result != 0 {
                return Err(Failure::new(format!("the interposer's {name} failed")));
            }
        }
        // SAFETY: takes no argument.
        self.source = tick::Source::from_code(unsafe { (self.tick_source)() });
        Ok(())
    }

    /// Forgets what was counted so far.
    pub(crate) fn reset(&self) {
        // SAFETY: takes no argument; no operation is being counted.
        unsafe { (self.reset)() }
    }

    /// What brackets a counted operation.
    pub(crate) fn bracket(&self) -> Counted {
        Counted { begin: self.begin, end: self.end, start: 0 }
    }
}

/// Counting, switched on inside the operation.
pub(crate) struct Counted {
    begin: Begin,
    end: End,
    start: u64,
}

impl Bracket for Counted {
    #[inline(always)]
    fn begin(&mut self) {
        // SAFETY: found in the interposer, which is never unloaded; may be called at any time
        // after it was attached.
        self.start = unsafe { (self.begin)() };
    }

    #[inline(always)]
    fn end(&mut self) {
        // SAFETY: as for `begin`.
        unsafe { (self.end)(self.start) }
    }
}
