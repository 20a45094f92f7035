//! Under `LD_PRELOAD`: finding the real functions, attaching to the region named in the
//! environment, and bracketing the interface functions.

use crate::counted::{abandon, add_operation, count, real, set_real, unresolved};
use crate::function::{HELPERS, OPERATIONS};
use crate::sys;
use crate::thread::{self, Mark};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering::Relaxed};

/// Environment variable that names the region's file.
const REGION_VARIABLE: &CStr = c"ICCSPROF_REGION";

const RTLD_NEXT: *mut c_void = -1_isize as *mut c_void;
const RTLD_DEFAULT: *mut c_void = null_mut();
const RTLD_LAZY_NOLOAD: c_int = 1 | 4;
const O_RDWR_CLOEXEC: c_int = 2 | 0o2000000;

/// The longest name is `kex_generate_pass16_msg_b`.
const NAME_LENGTH: usize = 32;

static REAL_OPERATION: [AtomicPtr<c_void>; OPERATIONS.len()] =
    [const { AtomicPtr::new(null_mut()) }; OPERATIONS.len()];

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

#[used]
#[unsafe(link_section = ".fini_array")]
static STOP: extern "C" fn() = thread::leave;

static IS_STARTED: AtomicBool = AtomicBool::new(false);

/// Whether interface functions are operations of their own: for a program that is run, not for
/// a measuring child, where all that is counted belongs to the one operation measured.
static IS_BRACKETING: AtomicBool = AtomicBool::new(false);

/// Runs when the process starts, before its main function; before that when a library's
/// constructor calls a helper, since constructors of libraries come before those of what is
/// preloaded.
extern "C" fn start() {
    if IS_STARTED.swap(true, Relaxed) {
        return;
    }
    let mut found = false;
    for (helper, name) in HELPERS.iter().enumerate() {
        let function = next(name);
        found |= !function.is_null();
        set_real(helper, function);
    }
    for (slot, name) in REAL_OPERATION.iter().zip(OPERATIONS) {
        slot.store(next(name), Relaxed);
    }
    // SAFETY: the variable's text stays valid until the environment is changed, which nothing
    // does yet; the descriptor is closed again, the mapping stays.
    unsafe {
        crate::counted::set_generator(generator());
        let path = sys::getenv(REGION_VARIABLE.as_ptr());
        if path.is_null() {
            return;
        }
        let fd = sys::open(path, O_RDWR_CLOEXEC);
        if fd < 0 {
            return;
        }
        if thread::attach(fd) == 0 {
            if found {
                crate::calibrate();
            }
            count();
            IS_BRACKETING.store(true, Relaxed);
        }
        sys::close(fd);
    }
}

/// The symbol in the libraries after this one.
pub(crate) fn next(name: &str) -> *mut c_void {
    // SAFETY: RTLD_NEXT is a handle.
    unsafe { symbol(RTLD_NEXT, name) }
}

unsafe fn symbol(handle: *mut c_void, name: &str) -> *mut c_void {
    let mut text = [0_u8; NAME_LENGTH];
    for (to, from) in text[..NAME_LENGTH - 1].iter_mut().zip(name.bytes()) {
        *to = from;
    }
    // SAFETY: the name ends in a zero, the handle is the caller's.
    unsafe { sys::dlsym(handle, text.as_ptr().cast()) }
}

/// The process's `drng_algorithm`. A program that uses a library's variable may have it in its
/// own memory (a copy relocation), which is then the library's too: the first definition in the
/// order of the dynamic linker counts, not the one in the library.
fn generator() -> *mut c_void {
    // SAFETY: RTLD_DEFAULT is a handle.
    unsafe { symbol(RTLD_DEFAULT, "drng_algorithm") }
}

/// The public head of the C library's `struct link_map`.
#[repr(C)]
struct LinkMap {
    address: usize,
    name: *const c_char,
    dynamic: *const c_void,
    next: *const LinkMap,
}

/// Looks in every loaded library, also those loaded with `RTLD_LOCAL`, which RTLD_NEXT passes
/// over. `own` is what must not be found.
fn in_any_library(name: &str, own: *mut c_void) -> *mut c_void {
    // SAFETY: the handle of the program itself is its link map (dlopen(3), glibc and musl);
    // the list is only read, and libraries on it are named by paths that dlopen knows.
    unsafe {
        let program = sys::dlopen(core::ptr::null(), RTLD_LAZY_NOLOAD);
        let mut map = program.cast::<LinkMap>().cast_const();
        while !map.is_null() {
            if !(*map).name.is_null() && *(*map).name != 0 {
                let handle = sys::dlopen((*map).name, RTLD_LAZY_NOLOAD);
                if !handle.is_null() {
                    let function = symbol(handle, name);
                    if !function.is_null() && function != own {
                        // The handle is kept: the function is called from now on, whatever the
                        // program does with its own handle.
                        return function;
                    }
                    sys::dlclose(handle);
                }
            }
            map = (*map).next;
        }
    }
    null_mut()
}

/// The real helper of a library that was loaded after the start.
#[cold]
#[inline(never)]
pub(super) fn resolve_helper(helper: usize) -> *mut c_void {
    let own: [*mut c_void; HELPERS.len()] = [
        super::pseudohash as *mut c_void,
        super::pseudo_xof as *mut c_void,
        super::sm3hash as *mut c_void,
        super::get_random_number as *mut c_void,
        super::init_random_number as *mut c_void,
    ];
    let (Some(name), Some(&own)) = (HELPERS.get(helper), own.get(helper)) else {
        return null_mut();
    };
    start();
    let found = real(helper);
    if !found.is_null() {
        return found;
    }
    let function = in_any_library(name, own);
    set_real(helper, function);
    let first = generator();
    crate::counted::set_generator(if first.is_null() {
        in_any_library("drng_algorithm", null_mut())
    } else {
        first
    });
    function
}

/// The real interface function, when it was not there at the start.
#[cold]
#[inline(never)]
fn resolve_operation(slot: &AtomicPtr<c_void>, name: &str, own: *mut c_void) -> *mut c_void {
    start();
    if slot.load(Relaxed).is_null() {
        slot.store(in_any_library(name, own), Relaxed);
    }
    slot.load(Relaxed)
}

/// Calls an interface function as an operation, unless it is called by another one.
#[inline(always)]
fn operation(code: usize, own: *mut c_void, call: impl FnOnce(*mut c_void) -> c_int) -> c_int {
    let (Some(slot), Some(name)) = (REAL_OPERATION.get(code - 1), OPERATIONS.get(code - 1)) else {
        return -1;
    };
    let mut real = slot.load(Relaxed);
    if real.is_null() {
        real = resolve_operation(slot, name, own);
        if real.is_null() {
            return unresolved(HELPERS.len());
        }
    }
    let thread = thread::current();
    let mut mark = Mark::new();
    // SAFETY: this thread's own state; no reference to it is held across the call.
    unsafe {
        if !IS_BRACKETING.load(Relaxed) {
            return call(real);
        }
        // Helpers do not call interface functions: the helper was left by longjmp.
        if (*thread).helper_frame != 0 {
            abandon(thread);
        }
        if (*thread).operation_frame != 0 && mark.is_inside((*thread).operation_frame) {
            return call(real);
        }
        if (*thread).slot.is_null() && (*thread).slotless == 0 {
            thread::take_slot(thread);
        }
        (*thread).operation_frame = mark.set();
        (*thread).operation = code as u32;
        let source = thread::tick_source();
        let start = source.start();
        let result = call(real);
        let ticks = source.end().wrapping_sub(start);
        add_operation(thread, code as u32, ticks);
        (*thread).operation = 0;
        (*thread).operation_frame = 0;
        result
    }
}

macro_rules! bracket {
    ($($code:literal $name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            operation($code, $name as *mut c_void, move |real| {
                // SAFETY: the function found under this name has the interface's type, and the
                // arguments are the caller's own.
                unsafe {
                    let real: unsafe extern "C" fn($($type),*) -> c_int = transmute(real);
                    real($($argument),*)
                }
            })
        }
    )*};
}

// Pointers and lengths are all passed on as they come.
bracket! {
    1 kem_keygen(a: usize, b: usize, c: usize, d: usize);
    2 kem_enc(a: usize, b: u64, c: usize, d: usize, e: usize, f: usize);
    3 kem_dec(a: usize, b: u64, c: usize, d: u64, e: usize, f: usize);
    4 sig_keygen(a: usize, b: usize, c: usize, d: usize);
    5 sig_sign(a: usize, b: u64, c: usize, d: u64, e: usize, f: usize);
    6 sig_verify(a: usize, b: u64, c: usize, d: u64, e: usize, f: u64);
    7 kex_init_a(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize);
    8 kex_init_b(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize);
    9 kex_generate_pass1_msg_a(a: usize, b: u64, c: usize, d: u64, e: usize, f: usize, g: usize, h: usize);
    27 CryptHash(a: c_int, b: usize, c: u64, d: usize);
}

macro_rules! bracket_pass {
    ($($code:literal $name:ident;)*) => {
        bracket! {$(
            $code $name(a: usize, b: u64, c: usize, d: u64, e: usize, f: u64, g: usize, h: usize,
                i: usize, j: usize);
        )*}
    };
}

bracket_pass! {
    10 kex_generate_pass2_msg_b;
    11 kex_generate_pass3_msg_a;
    12 kex_generate_pass4_msg_b;
    13 kex_generate_pass5_msg_a;
    14 kex_generate_pass6_msg_b;
    15 kex_generate_pass7_msg_a;
    16 kex_generate_pass8_msg_b;
    17 kex_generate_pass9_msg_a;
    18 kex_generate_pass10_msg_b;
    19 kex_generate_pass11_msg_a;
    20 kex_generate_pass12_msg_b;
    21 kex_generate_pass13_msg_a;
    22 kex_generate_pass14_msg_b;
    23 kex_generate_pass15_msg_a;
    24 kex_generate_pass16_msg_b;
    25 kex_derive_ss_a;
    26 kex_derive_ss_b;
}
