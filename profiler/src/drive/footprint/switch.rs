//! Running something on another stack, with stops at which it can be looked at from this one.
//!
//! What looks has the ordinary stack, so it leaves no trace on the one it looks at. Thread-local
//! variables and signal handlers stay as they are: it is the same thread.

use libc::ucontext_t;
use std::ffi::{c_int, c_uint};
use std::mem::transmute;
use std::ops::Range;

/// Where what runs has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The operation is about to begin.
    Begin,
    /// It has ended.
    End,
}

/// Stops what runs. Only for its own stack.
pub(super) struct Stops(*mut Switch<'static>);

impl Stops {
    /// Stops here until it has been looked at. In the caller's frame, so that the stack pointer
    /// is that of the calls around it.
    #[inline(always)]
    pub(super) fn at(&self, stop: Stop) {
        // SAFETY: `run` waits in the outer context, and holds the switch for as long.
        unsafe {
            (*self.0).stop = Some(stop);
            libc::swapcontext(&raw mut (*self.0).inside, &raw const (*self.0).outside);
        }
    }
}

/// The two contexts and what is passed between them. Contexts point into themselves, so it is
/// not moved.
struct Switch<'a> {
    inside: ucontext_t,
    outside: ucontext_t,
    /// None when `body` has returned.
    stop: Option<Stop>,
    body: &'a mut dyn FnMut(&Stops),
}

/// Runs `body` on the stack that has these addresses. Whenever it stops, calls `look` with the
/// stop and the stack pointer it has stopped at.
pub(super) fn run(
    stack: Range<usize>,
    body: &mut dyn FnMut(&Stops),
    look: &mut dyn FnMut(Stop, usize),
) {
    // SAFETY: contexts are plain data, filled by `getcontext`. The switch stays where it is until
    // `body` has returned; it is only reached by pointer, as both sides use it. The stack is
    // the caller's, who has nothing else run on it.
    unsafe {
        let mut switch =
            Switch { inside: std::mem::zeroed(), outside: std::mem::zeroed(), stop: None, body };
        let switch = &raw mut switch;
        libc::getcontext(&raw mut (*switch).inside);
        (*switch).inside.uc_stack.ss_sp = stack.start as *mut _;
        (*switch).inside.uc_stack.ss_size = stack.len();
        (*switch).inside.uc_link = &raw mut (*switch).outside;
        let address = switch as usize as u64;
        libc::makecontext(
            &raw mut (*switch).inside,
            transmute::<extern "C" fn(c_uint, c_uint), extern "C" fn()>(enter),
            2 as c_int,
            (address >> 32) as c_uint,
            address as c_uint,
        );
        loop {
            (*switch).stop = None;
            libc::swapcontext(&raw mut (*switch).outside, &raw const (*switch).inside);
            match (*switch).stop {
                Some(stop) => look(stop, stack_pointer(&(*switch).inside)),
                None => return,
            }
        }
    }
}

/// The first function on the other stack. It takes the address of the switch in two parts: what
/// the C library passes on are numbers of this size.
extern "C" fn enter(high: c_uint, low: c_uint) {
    let switch = (u64::from(high) << 32 | u64::from(low)) as usize as *mut Switch<'static>;
    // SAFETY: `run` holds the switch until this function returns.
    unsafe {
        ((*switch).body)(&Stops(switch));
        (*switch).stop = None;
    }
}

#[cfg(target_arch = "x86_64")]
fn stack_pointer(context: &ucontext_t) -> usize {
    context.uc_mcontext.gregs[libc::REG_RSP as usize] as usize
}

#[cfg(target_arch = "aarch64")]
fn stack_pointer(context: &ucontext_t) -> usize {
    context.uc_mcontext.sp as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_come_in_turn_and_from_the_other_stack() {
        let memory = vec![0_u64; 1 << 15];
        let stack = memory.as_ptr_range();
        let stack = stack.start as usize..stack.end as usize;
        let mut seen = Vec::new();
        let mut place = 0;
        run(
            stack.clone(),
            &mut |stops| {
                place = (&raw const stops).addr();
                stops.at(Stop::Begin);
                stops.at(Stop::End);
            },
            &mut |stop, stack_pointer| seen.push((stop, stack.contains(&stack_pointer))),
        );
        assert_eq!(seen, [(Stop::Begin, true), (Stop::End, true)]);
        assert!(stack.contains(&place));
    }

    #[test]
    fn what_never_stops_is_never_looked_at() {
        let memory = vec![0_u64; 1 << 15];
        let start = memory.as_ptr() as usize;
        let mut runs = 0;
        run(start..start + (1 << 18), &mut |_| runs += 1, &mut |_, _| panic!("no stop"));
        assert_eq!(runs, 1);
    }
}
