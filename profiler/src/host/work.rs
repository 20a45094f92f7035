//! Work that takes a processor as long each time, if its clock and its other users let it.

use std::hint::black_box;

/// Turns of the loop: some half a millisecond.
const TURNS: u64 = 500_000;

/// A loop of additions, each of which needs the one before.
pub(super) fn work() {
    let mut sum = black_box(1_u64);
    for turn in 0..TURNS {
        sum = black_box(sum.wrapping_add(turn));
    }
    black_box(sum);
}

/// Does something on a processor, in a thread of its own. None where it cannot run there.
pub(super) fn on_processor<T: Send + 'static>(
    cpu: usize,
    run: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    std::thread::spawn(move || bind(cpu).then(run)).join().ok()?
}

fn bind(cpu: usize) -> bool {
    // SAFETY: the set is a whole one, and the number within it.
    cpu < libc::CPU_SETSIZE as usize
        && unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(cpu, &mut set);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) == 0
        }
}
