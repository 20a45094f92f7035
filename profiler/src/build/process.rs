//! Running the compiler: no shell, a time limit, and output of bounded size.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A compiler or linker that runs longer is stopped.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Most output that is kept of one command.
const OUTPUT_LIMIT: usize = 64 << 10;

/// Variables that make a compiler write files of its own choice.
const REMOVED: [&str; 3] = ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", "GCC_COMPARE_DEBUG"];

/// How a command ended.
pub(super) struct Outcome {
    pub(super) status: Option<ExitStatus>,
    pub(super) output: String,
}

impl Outcome {
    pub(super) fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs `program` in `folder`; no status means that the time ran out.
pub(super) fn run(
    program: &OsStr,
    arguments: &[OsString],
    folder: &Path,
    limit: Duration,
) -> std::io::Result<Outcome> {
    let (reader, writer) = std::io::pipe()?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("LC_ALL", "C").env("TMPDIR", folder);
    REMOVED.iter().for_each(|name| {
        command.env_remove(name);
    });
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    // A group of its own, so that the compiler proper ends with its driver.
    command.process_group(0);
    // SAFETY: one system call between fork and exec, on plain numbers.
    unsafe {
        command.pre_exec(|| {
            // When this process is killed its compiler ends too, and clears up after itself.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            Ok(())
        });
    }
    let mut child = command.spawn()?;
    // The command holds the pipe's writing end, too; without it the reader sees the end.
    drop(command);
    let collector = std::thread::spawn(move || collect(reader));
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() >= deadline {
            if let Ok(group) = libc::pid_t::try_from(child.id()) {
                // SAFETY: kill takes no pointers. The child has not been waited for, so its
                // number, which is that of its group, cannot belong to another process yet.
                unsafe { libc::kill(-group, libc::SIGKILL) };
            }
            child.wait()?;
            break None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let output = collector.join().unwrap_or_default();
    Ok(Outcome { status, output })
}

fn collect(mut reader: impl Read) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    let mut total = 0;
    while let Ok(length @ 1..) = reader.read(&mut buffer) {
        total += length;
        let room = OUTPUT_LIMIT - kept.len();
        kept.extend_from_slice(&buffer[..length.min(room)]);
    }
    let mut text = String::from_utf8_lossy(&kept).into_owned();
    if total > OUTPUT_LIMIT {
        text.push_str(&format!("\n... ({} more bytes)", total - OUTPUT_LIMIT));
    }
    text
}

/// The command as one line that can be pasted into a shell.
pub(super) fn quoted(program: &OsStr, arguments: &[OsString]) -> String {
    let words = std::iter::once(program).chain(arguments.iter().map(OsString::as_os_str));
    words.map(quote).collect::<Vec<_>>().join(" ")
}

fn quote(word: &OsStr) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=+./,:@%".contains(byte);
    let bytes = word.as_encoded_bytes();
    if !bytes.is_empty() && bytes.iter().all(plain) {
        return word.to_string_lossy().into_owned();
    }
    match word.to_str() {
        Some(text) if !text.chars().any(char::is_control) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        // Bytes that no terminal shows are written as the shell's $'...' takes them.
        _ => {
            let escaped = bytes.iter().map(|byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
                b' '..=b'~' => char::from(*byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quote(OsStr::new("-O2")), "-O2");
        assert_eq!(quote(OsStr::new("a b")), "'a b'");
        assert_eq!(quote(OsStr::new("it's")), r"'it'\''s'");
        assert_eq!(quote(OsStr::new("")), "''");
        assert_eq!(quote(OsStr::from_bytes(b"a\xff\n")), r"$'a\xff\x0a'");
    }

    #[test]
    fn a_command_without_an_end_is_stopped() {
        let arguments = ["-c".into(), "sleep 60 & echo $!; sleep 60".into()];
        let limit = Duration::from_millis(300);
        let outcome = run(OsStr::new("sh"), &arguments, Path::new("/"), limit).unwrap();
        assert!(outcome.status.is_none());
        // What it left in the background is stopped with it: gone, or dead and not yet cleared.
        let stat = format!("/proc/{}/stat", outcome.output.trim());
        let is_over = || std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
        assert!((0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            is_over()
        }));
    }

    #[test]
    fn endless_output_is_cut() {
        let arguments = ["-c".into(), "head -c 1000000 /dev/zero; exit 3".into()];
        let outcome = run(OsStr::new("sh"), &arguments, Path::new("/"), TIME_LIMIT).unwrap();
        assert_eq!(outcome.status.and_then(|s| s.code()), Some(3));
        assert!(outcome.output.ends_with("more bytes)") && outcome.output.len() < 70_000);
    }
}
