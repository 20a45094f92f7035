//! What the parent asks of the measuring child, passed as its arguments.

use crate::api::{Kind, Operation};
use iccs_kat::KatFile;
use std::ffi::{OsStr, OsString};
use std::os::fd::RawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Time, and cycles where there is a counter; nothing interposed.
    Time,
    /// Helper calls and ticks, by an interposer the child loads before the library.
    Wrap,
    /// As `Wrap`, by an interposer that was preloaded.
    Preload,
    /// Memory of single runs, by an interposer for the heap that was preloaded.
    Memory,
    /// The text of known answers; `iterations` is the number of records.
    KnownAnswers(KatFile),
}

impl Measure {
    /// Its name in records and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Wrap => "wrap",
            Measure::Preload => "preload",
            Measure::Memory => "memory",
            Measure::KnownAnswers(file) => file.kind(),
        }
    }
}

/// One measuring run: one library, one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The library to load.
    pub library: PathBuf,
    /// Its kind.
    pub kind: Kind,
    /// The operation to run.
    pub operation: Operation,
    /// Digest length of a hash function, 0 for other kinds.
    pub digest_bits: u32,
    /// Runs of the operation before anything is measured; none to have it planned.
    pub warmups: Option<u64>,
    /// Measured runs in a series; none to have it planned.
    pub iterations: Option<u64>,
    /// Series that are timed.
    pub trials: u32,
    /// What is measured.
    pub measure: Measure,
    /// The interposer to load, for [`Measure::Wrap`].
    pub interposer: Option<PathBuf>,
    /// Descriptor of the shared [`super::Report`].
    pub report_fd: RawFd,
    /// Descriptor of the shared region, when something is interposed.
    pub region_fd: RawFd,
    /// Descriptor of the pipe for the text of known answers.
    pub text_fd: RawFd,
}

/// Arguments that are no request; only our own executable makes them, so this is for those who
/// start the child by hand.
#[derive(Debug, thiserror::Error)]
#[error("the measuring child is started by iccsprof itself: argument '{0}' missing or unusable")]
pub struct BadRequest(String);

/// In place of a number that the child is to plan.
const PLANNED: &str = "planned";

fn planned_or(number: Option<u64>) -> String {
    number.map_or(PLANNED.to_owned(), |number| number.to_string())
}

impl Request {
    /// The request as arguments.
    pub fn to_args(&self) -> Vec<OsString> {
        let pair = |key: &str, value: &OsStr| {
            let mut argument = OsString::from(key);
            argument.push("=");
            argument.push(value);
            argument
        };
        let text = |key: &str, value: String| pair(key, value.as_ref());
        let mut arguments = vec![
            pair("library", self.library.as_os_str()),
            text("kind", self.kind.to_string()),
            text("operation", self.operation.to_string()),
            text("digest_bits", self.digest_bits.to_string()),
            text("warmups", planned_or(self.warmups)),
            text("iterations", planned_or(self.iterations)),
            text("trials", self.trials.to_string()),
            text("measure", self.measure.name().to_owned()),
            text("report", self.report_fd.to_string()),
            text("region", self.region_fd.to_string()),
            text("text", self.text_fd.to_string()),
        ];
        if let Some(interposer) = &self.interposer {
            arguments.push(pair("interposer", interposer.as_os_str()));
        }
        arguments
    }

    /// Reads [`Request::to_args`] back.
    ///
    /// # Errors
    /// When an argument is missing or has no meaning.
    pub fn from_args(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, BadRequest> {
        let pairs: Vec<(Vec<u8>, Vec<u8>)> = arguments
            .into_iter()
            .filter_map(|argument| {
                let bytes = argument.into_vec();
                let at = bytes.iter().position(|&byte| byte == b'=')?;
                Some((bytes[..at].to_vec(), bytes[at + 1..].to_vec()))
            })
            .collect();
        let bytes = |key: &str| {
            pairs.iter().find(|(name, _)| name == key.as_bytes()).map(|(_, value)| &value[..])
        };
        let path = |key: &str| bytes(key).map(|value| PathBuf::from(OsStr::from_bytes(value)));
        let missing = |key: &str| BadRequest(key.to_owned());
        fn parsed<T: std::str::FromStr>(value: Option<&[u8]>, key: &str) -> Result<T, BadRequest> {
            value
                .and_then(|value| std::str::from_utf8(value).ok())
                .and_then(|value| value.parse().ok())
                .ok_or_else(|| BadRequest(key.to_owned()))
        }
        let number_unless_planned = |key: &str| match bytes(key) {
            Some(value) if value == PLANNED.as_bytes() => Ok(None),
            value => parsed(value, key).map(Some),
        };
        let measures = [Measure::Time, Measure::Wrap, Measure::Preload, Measure::Memory]
            .into_iter()
            .chain(KatFile::ALL.map(Measure::KnownAnswers));
        let named = |value: &[u8], name: &str| value == name.as_bytes();
        Ok(Request {
            library: path("library").ok_or_else(|| missing("library"))?,
            kind: bytes("kind")
                .and_then(|value| Kind::ALL.into_iter().find(|kind| named(value, kind.name())))
                .ok_or_else(|| missing("kind"))?,
            operation: parsed(bytes("operation"), "operation")?,
            digest_bits: parsed(bytes("digest_bits"), "digest_bits")?,
            warmups: number_unless_planned("warmups")?,
            iterations: number_unless_planned("iterations")?,
            trials: parsed(bytes("trials"), "trials")?,
            measure: bytes("measure")
                .and_then(|value| measures.clone().find(|each| named(value, each.name())))
                .ok_or_else(|| missing("measure"))?,
            interposer: path("interposer"),
            report_fd: parsed(bytes("report"), "report")?,
            region_fd: parsed(bytes("region"), "region")?,
            text_fd: parsed(bytes("text"), "text")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_survives_being_arguments() {
        let request = Request {
            library: OsString::from_vec(b"/tmp/a=b \xff\n'c'.so".to_vec()).into(),
            kind: Kind::Kem,
            operation: Operation::Hash(65536),
            digest_bits: 512,
            warmups: None,
            iterations: Some(u64::MAX),
            trials: 5,
            measure: Measure::Wrap,
            interposer: Some("/x/y=z".into()),
            report_fd: 5,
            region_fd: -1,
            text_fd: 7,
        };
        assert_eq!(Request::from_args(request.to_args()).unwrap(), request);
    }

    #[test]
    fn a_missing_argument_is_named() {
        let error = Request::from_args(["library=/x".into()]).unwrap_err();
        assert!(error.to_string().contains("'kind'"), "{error}");
    }
}
