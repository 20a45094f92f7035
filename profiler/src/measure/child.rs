//! Starting the measuring child and making sense of its end.

use super::orphans::Orphans;
use super::outcome::{Ending, Outcome, place};
use super::{Counts, locate, pipe};
use crate::api::{Function, Kind, Operation};
use crate::drive::{CHILD_NAME, FailureKind, Measure, Phase, Report, Request, Shared};
use crate::preload::Preload;
use iccs_interpose::region::{LAYOUT, Region};
use iccs_interpose::tick::Source;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// What one run measures.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The library.
    pub library: &'a Path,
    /// Its kind.
    pub kind: Kind,
    /// The operation.
    pub operation: Operation,
    /// Digest length of a hash function, 0 for other kinds.
    pub digest_bits: u32,
    /// Runs before anything is measured; none to have it planned.
    pub warmups: Option<u64>,
    /// Measured runs in a series; none to have it planned.
    pub iterations: Option<u64>,
    /// Series that are timed.
    pub trials: u32,
    /// What is measured.
    pub measure: Measure,
    /// The interposer that fits `measure`.
    pub interposer: Option<&'a Path>,
    /// How ticks are read.
    pub tick_source: Source,
}

/// What a child is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time from its start to its end.
    pub timeout: Duration,
    /// The processor it is bound to.
    pub cpu: Option<usize>,
}

/// The child could not be started or waited for: nothing was learnt about the submission.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action}: {source}")]
pub struct StartError {
    action: &'static str,
    source: io::Error,
}

/// Runs a measurement in a child process and waits for it. A process measures one at a time: at
/// the end of a measurement every process that it brought about is ended, and processes that
/// were started elsewhere in the meantime cannot be told from those.
///
/// # Errors
/// When there is no child; whatever a child does is an [`Outcome`].
pub fn run(run: &Run<'_>, limits: &Limits) -> Result<Outcome, StartError> {
    run_into(run, limits, &mut io::sink())
}

/// As [`run`], with the text of known answers written to `text` as it comes. What cannot be written
/// there is an error once the child has ended.
///
/// # Errors
/// As for [`run`].
pub fn run_into(
    run: &Run<'_>,
    limits: &Limits,
    text: &mut (dyn io::Write + Send),
) -> Result<Outcome, StartError> {
    let failed = |action| move |source| StartError { action, source };
    let report = Shared::<Report>::create(c"iccsprof-report")
        .map_err(failed("make memory to share with the measuring child"))?;
    let region = match run.measure {
        Measure::Time | Measure::Memory | Measure::KnownAnswers(_) => None,
        Measure::Wrap | Measure::Preload => {
            let mut region = Shared::<Region>::create(c"iccsprof-region")
                .map_err(failed("make memory to share with the measuring child"))?;
            region.header.layout = LAYOUT;
            region.header.tick_source.store(run.tick_source as u32, Relaxed);
            Some(region)
        }
    };
    let pipe = match run.measure {
        Measure::KnownAnswers(_) => Some(io::pipe().map_err(failed("make a pipe"))?),
        _ => None,
    };
    let (reader, writer) =
        pipe.map_or((None, None), |(reader, writer)| (Some(reader), Some(writer)));
    let request = Request {
        library: run.library.to_owned(),
        kind: run.kind,
        operation: run.operation,
        digest_bits: run.digest_bits,
        warmups: run.warmups,
        iterations: run.iterations,
        trials: run.trials,
        measure: run.measure,
        interposer: run.interposer.map(Path::to_owned),
        report_fd: report.fd(),
        region_fd: region.as_ref().map_or(-1, Shared::fd),
        text_fd: writer.as_ref().map_or(-1, AsRawFd::as_raw_fd),
    };
    // Resolved by the child between fork and exec, so it is this very file, moved or not.
    let mut command = Command::new("/proc/self/exe");
    command
        .arg0(CHILD_NAME)
        .args(request.to_args())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        // Lazily bound calls would be resolved inside the first timed one.
        .env("LD_BIND_NOW", "1");
    let preload = match (run.measure, run.interposer) {
        (Measure::Preload | Measure::Memory, Some(interposer)) => Some(Preload::new(interposer)),
        _ => None,
    };
    let preload = preload.transpose().map_err(failed("open the interposer"))?;
    if let Some(preload) = &preload {
        command.env("LD_PRELOAD", preload.variable(None));
    }
    prepare(&mut command, [request.report_fd, request.region_fd, request.text_fd], limits.cpu);
    let strangers = Orphans::adopt();
    let started = Instant::now();
    let mut child = command.spawn().map_err(failed("start the measuring child"))?;
    // The child has it now, and without it the reader sees the end.
    drop(writer);
    let stderr = child.stderr.take();
    let mut excerpt = pipe::Excerpt::default();
    let (waited, status, copied) = std::thread::scope(|scope| {
        let copying = reader.map(|mut reader| scope.spawn(move || io::copy(&mut reader, text)));
        let waited = match stderr {
            Some(stderr) => pipe::wait(&child, stderr, limits.timeout, &mut excerpt),
            None => Ok(true),
        };
        // The group, not only the child: a submission may have left processes of its own. And the
        // child, which may have left its group.
        // SAFETY: the child has not been waited for, so the number is still its own.
        unsafe {
            libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL);
            libc::kill(child.id() as libc::pid_t, libc::SIGKILL);
        }
        let status = child.wait();
        strangers.end();
        (waited, status, copying.map(|copying| copying.join()))
    });
    let status = status.map_err(failed("wait for the measuring child"))?;
    if let Some(Ok(Err(error))) = copied {
        return Err(failed("pass the known answers on")(error));
    }
    let wall_seconds = started.elapsed().as_secs_f64();
    let has_ended = waited.map_err(failed("wait for the measuring child"))?;
    let ending = if has_ended {
        ending(run, &report, status)
    } else {
        Ending::Timeout { limit: limits.timeout, place: place(&report) }
    };
    let counts = region.map(|region| Counts::read(&region));
    Ok(Outcome {
        stderr: excerpt.text(),
        exit_code: status.code(),
        command: describe(&request),
        wall_seconds,
        ..Outcome::new(&report, ending, counts)
    })
}

/// Passes of a key exchange, learnt from one complete run; 0 when that fails.
///
/// # Errors
/// As for [`run`].
pub fn passes(library: &Path, limits: &Limits) -> Result<u8, StartError> {
    let outcome = self::run(
        &Run {
            library,
            kind: Kind::Kex,
            operation: Operation::Exchange,
            digest_bits: 0,
            warmups: Some(0),
            iterations: Some(0),
            trials: 1,
            measure: Measure::Time,
            interposer: None,
            tick_source: Source::DEFAULT,
        },
        limits,
    )?;
    Ok(u8::try_from(outcome.sizes.passes_run).unwrap_or(0))
}

fn ending(run: &Run<'_>, report: &Report, status: std::process::ExitStatus) -> Ending {
    if report.came_back_twice.load(Relaxed) != 0 {
        return Ending::Failed(
            "a call returned twice: once more in a process that the submission forked".to_owned(),
        );
    }
    if report.phase() == Phase::Done && status.success() {
        return Ending::Complete;
    }
    if report.phase() == Phase::Failed {
        return match report.failure() {
            FailureKind::Failed => Ending::Failed(report.message()),
            FailureKind::Overflow => Ending::Overflow(report.message()),
        };
    }
    let Some(signal) = status.signal() else {
        return Ending::Exit { status: status.code().unwrap_or(-1), place: place(report) };
    };
    let place = place(report);
    if report.fault_buffer.load(Relaxed) != 0 {
        let function = report.function.get().map_or("the library", Function::name);
        return Ending::Overflow(format!("{function} reached far outside a buffer ({place})"));
    }
    let offset = report
        .fault_pc
        .load(Relaxed)
        .checked_sub(report.library_base.load(Relaxed))
        .filter(|_| report.signal.load(Relaxed) != 0 && report.library_base.load(Relaxed) != 0);
    let function = offset.and_then(|offset| locate::function_at(run.library, offset));
    Ending::Crash {
        signal,
        place: match function {
            Some(name) => format!("at {name}, {place}"),
            None => place,
        },
    }
}

/// What happens in the child between fork and exec.
fn prepare(command: &mut Command, inherited: [RawFd; 3], cpu: Option<usize>) {
    // SAFETY: only system calls are made, on copies of integers; nothing allocates or locks.
    unsafe {
        let parent = libc::getpid();
        command.pre_exec(move || {
            for fd in inherited {
                if fd >= 0 && libc::fcntl(fd, libc::F_SETFD, 0) < 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if libc::getppid() != parent {
                return Err(io::Error::other("the parent has ended"));
            }
            if let Some(cpu) = cpu {
                let mut set: libc::cpu_set_t = std::mem::zeroed();
                if cpu >= libc::CPU_SETSIZE as usize {
                    return Err(io::Error::from_raw_os_error(libc::EINVAL));
                }
                libc::CPU_SET(cpu, &mut set);
                if libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
}

/// The child's arguments, without the folders of this machine.
fn describe(request: &Request) -> Vec<String> {
    let bare = |path: &Path| path.file_name().map(PathBuf::from).unwrap_or_default();
    let request = Request {
        library: bare(&request.library),
        interposer: request.interposer.as_deref().map(bare),
        ..request.clone()
    };
    std::iter::once(CHILD_NAME.to_owned())
        .chain(request.to_args().iter().map(|argument| argument.to_string_lossy().into_owned()))
        .collect()
}
