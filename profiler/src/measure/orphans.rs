//! Processes a submission leaves behind in groups or sessions of their own.

use std::collections::BTreeSet;

/// The processes that were this one's children before a measurement.
pub(super) struct Orphans {
    before: BTreeSet<libc::pid_t>,
}

impl Orphans {
    /// From here on a process whose parent ends becomes this process's child.
    pub(super) fn adopt() -> Self {
        // SAFETY: sets an attribute of this process.
        unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
        Orphans { before: children() }
    }

    /// Ends all that came since, and theirs, which become ours as they go. One that makes new
    /// ones faster than they are ended is given up on.
    pub(super) fn end(&self) {
        for _ in 0..1000 {
            let all = children();
            let left: Vec<_> = all.difference(&self.before).collect();
            if left.is_empty() {
                return;
            }
            for &&process in &left {
                // SAFETY: a child of this process that is not waited for elsewhere, so that the
                // number cannot be another's.
                unsafe {
                    libc::kill(process, libc::SIGKILL);
                    libc::waitpid(process, std::ptr::null_mut(), 0);
                }
            }
        }
    }
}

/// The children of this process; none where the kernel does not list them.
fn children() -> BTreeSet<libc::pid_t> {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|list| {
            list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}
