//! The symbols of the shared object.

use crate::counted::{Call, by_generator, counted, real, unresolved};
use crate::function::Function;
use core::ffi::{c_int, c_void};

#[cfg(iccs_exports = "preload")]
#[path = "preload.rs"]
pub(crate) mod preload;

/// The real helper, looked for once more under preload if there is none yet.
#[inline(always)]
fn real_or_resolve(helper: usize) -> *mut c_void {
    let function = real(helper);
    #[cfg(iccs_exports = "preload")]
    if function.is_null() {
        return preload::resolve_helper(helper);
    }
    function
}

macro_rules! control {
    ($($name:ident = $symbol:literal ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[unsafe(export_name = $symbol)]
        unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            // SAFETY: the caller keeps the contract of the function of the same name.
            #[allow(unused_unsafe, reason = "some are safe functions")]
            unsafe { crate::$name($($argument),*) }
        }
    )*};
}

control! {
    attach = "iccs_interpose_attach"(fd: c_int) -> c_int;
    bind = "iccs_interpose_bind"(link: *const crate::Link) -> c_int;
    calibrate = "iccs_interpose_calibrate"() -> c_int;
    begin = "iccs_interpose_begin"() -> u64;
    end = "iccs_interpose_end"(start: u64) -> ();
    reset = "iccs_interpose_reset"() -> ();
    tick_source = "iccs_interpose_tick_source"() -> u32;
}

/// A wrapper: name, helper number, arguments, then the shape as (function, in bits, out bits).
macro_rules! wrapper {
    ($name:ident, $wrap:literal, $preload:literal, $helper:literal,
     ($($argument:ident: $type:ty),*), ($function:expr, $in_bits:expr, $out_bits:expr)) => {
        #[cfg_attr(iccs_exports = "wrap", unsafe(export_name = $wrap))]
        #[cfg_attr(iccs_exports = "preload", unsafe(export_name = $preload))]
        unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            let real = real_or_resolve($helper);
            if real.is_null() {
                return unresolved($helper);
            }
            let mut arguments = [0; 4];
            for (to, from) in arguments.iter_mut().zip([$($argument as usize),*]) {
                *to = from;
            }
            // SAFETY: the function found under the helper's name is the helper.
            unsafe { counted($function, $in_bits, $out_bits, Call { real, arguments }) }
        }
    };
}

wrapper!(
    pseudohash, "__wrap_pseudohash", "pseudohash", 0,
    (digest_bits: c_int, message: *const u8, message_bits: u64, digest: *mut u8),
    (Function::Pseudohash, message_bits, digest_bits as u32 as u64)
);
wrapper!(
    pseudo_xof, "__wrap_pseudoXOF", "pseudoXOF", 1,
    (output_bits: u64, message: *const u8, message_bits: u64, output: *mut u8),
    (Function::PseudoXof, message_bits, output_bits)
);
wrapper!(
    sm3hash, "__wrap_sm3hash", "sm3hash", 2,
    (digest_bits: c_int, message: *const u8, message_bits: u64, digest: *mut u8),
    (Function::Sm3hash, message_bits, digest_bits as u32 as u64)
);
wrapper!(
    get_random_number, "__wrap_get_random_number", "get_random_number", 3,
    (drng: *mut c_void, output: *mut u8, output_bits: u64),
    (by_generator(drng, Function::DrngGlobal, Function::DrngPrivate), 0, output_bits)
);
wrapper!(
    init_random_number, "__wrap_init_random_number", "init_random_number", 4,
    (drng: *mut c_void, seed: *const u8, seed_bytes: u64),
    (by_generator(drng, Function::InitGlobal, Function::InitPrivate), seed_bytes.wrapping_mul(8), 0)
);
