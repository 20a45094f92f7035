//! Starting the program and waiting for its end.

use super::image::interpreter;
use super::signals::Passing;
use crate::drive::Shared;
use crate::measure::Counts;
use crate::preload::{Preload, through_this_process};
use iccs_interpose::region::{LAYOUT, Region};
use iccs_interpose::tick::{Source, clock};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::Ordering::Relaxed;

/// The environment variable in which the interposer finds the region.
const REGION_VARIABLE: &str = "ICCSPROF_REGION";

/// The program did not run.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Neither binary nor script.
    #[error(
        "{file} is neither a program of this system nor a script that begins with '#!'; if it is \
         a script for the shell: iccsprof run -- sh {file}",
        file = .0.display()
    )]
    Format(PathBuf),
    /// The file is there, what it needs to run is not.
    #[error("{} needs {}, which is not there", .program.display(), .interpreter.display())]
    Interpreter {
        /// The program.
        program: PathBuf,
        /// What its first line or its header names.
        interpreter: PathBuf,
    },
    /// Anything else.
    #[error("cannot start {}: {error}", .program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// Something the tool needs for itself.
    #[error("cannot {action}: {error}")]
    Own {
        /// What was tried.
        action: &'static str,
        /// The system's answer.
        error: io::Error,
    },
}

fn own(action: &'static str) -> impl Fn(io::Error) -> StartError {
    move |error| StartError::Own { action, error }
}

/// A run that has ended.
#[derive(Debug)]
pub struct Finished {
    /// How the program ended.
    pub status: ExitStatus,
    /// What was counted.
    pub counts: Counts,
    /// Ticks from before the program was started until after its end.
    pub wall_ticks: u64,
    /// Ticks a second, measured over the same time.
    pub tick_hz: Option<f64>,
    /// Threads of any process that were counted, as far as they ran at the same time: 1 when
    /// ticks inside helpers cannot overlap.
    pub slots: u32,
    /// Processes that the program has left running.
    pub left_running: Vec<u32>,
}

/// Runs the file `program` with the interposer preloaded, called as `command`, whose first part
/// is the name the program is told to have. Returns when it has ended.
///
/// # Errors
/// When it could not be started; whatever a program does is [`Finished`].
pub fn start(
    program: &Path,
    command: &[OsString],
    interposer: &Path,
) -> Result<Finished, StartError> {
    let source = Source::DEFAULT;
    let mut region = Shared::<Region>::create(c"iccsprof-region")
        .map_err(own("make memory to share with the program"))?;
    region.header.layout = LAYOUT;
    region.header.tick_source.store(source as u32, Relaxed);
    let preload = Preload::new(interposer).map_err(own("open the interposer"))?;
    let mut starting = Command::new(program);
    starting.arg0(command.first().map_or(program.as_os_str(), OsString::as_os_str));
    starting.args(command.get(1..).unwrap_or_default());
    starting.env(REGION_VARIABLE, through_this_process(region.fd()));
    starting.env("LD_PRELOAD", preload.variable(std::env::var_os("LD_PRELOAD").as_deref()));
    let passing = Passing::start();
    let (ticks, time) = (source.start(), clock());
    let mut child = starting.spawn().map_err(|error| start_error(program, error))?;
    passing.to(child.id() as libc::pid_t);
    let status = wait(&mut child, &passing);
    let wall_ticks = source.end().wrapping_sub(ticks);
    let seconds = clock().wrapping_sub(time) as f64 / 1e9;
    drop(passing);
    let status = status.map_err(own("wait for the program"))?;
    Ok(Finished {
        status,
        wall_ticks,
        tick_hz: (seconds > 0.0).then(|| wall_ticks as f64 / seconds),
        slots: region.header.slots_used.load(Relaxed),
        left_running: left_running(&region),
        counts: Counts::read(&region),
    })
}

fn wait(child: &mut Child, passing: &Passing) -> io::Result<ExitStatus> {
    // Waited for without being released first: until then no other process has its number, and
    // a signal that is passed on cannot reach a stranger.
    // SAFETY: the structure is written by the system call, and valid when zero.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        while libc::waitid(libc::P_PID, child.id(), &mut info, libc::WEXITED | libc::WNOWAIT) != 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
    passing.stop();
    child.wait()
}

fn start_error(program: &Path, error: io::Error) -> StartError {
    let program = program.to_owned();
    match error.raw_os_error() {
        Some(libc::ENOEXEC) => StartError::Format(program),
        Some(libc::ENOENT) => match interpreter(&program).filter(|named| !named.exists()) {
            Some(interpreter) => StartError::Interpreter { program, interpreter },
            None => StartError::Start { program, error },
        },
        _ => StartError::Start { program, error },
    }
}

/// Owners of slots that are alive: processes that were counted and have not ended.
fn left_running(region: &Region) -> Vec<u32> {
    let used = region.header.slots_used.load(Relaxed) as usize;
    let owners = region.header.owners.iter().take(used).map(|owner| owner.load(Relaxed));
    let mut alive: Vec<u32> = owners.filter(|&owner| owner != 0 && is_running(owner)).collect();
    alive.sort_unstable();
    alive.dedup();
    alive
}

fn is_running(process: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return false };
    // The state follows the name, which may contain anything but ends at the last parenthesis.
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}
