//! Known answers: the official generators' text, written into a pipe.

use super::calls::Calls;
use super::hash::Hash;
use super::kem::Kem;
use super::kex::Kex;
use super::library::Library;
use super::report::{Phase, Report};
use super::sig::Sig;
use super::{Failure, Request};
use crate::api::Operation;
use iccs_kat::inputs::{LongMessage, LoopMessage, Messages, Seeds, ShortMessages};
use iccs_kat::text::{HashText, KemText, KexText, SigText};
use iccs_kat::{BitStr, KatFile};
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;
use std::sync::atomic::Ordering::Relaxed;

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::new(format!("cannot write the text of known answers: {error}"))
    }
}

impl Failure {
    fn in_record(self, record: u64) -> Self {
        Failure { message: format!("{} (record {record})", self.message), ..self }
    }
}

/// Writes the records of a file.
pub(super) fn write(
    request: &Request,
    file: KatFile,
    library: &Library,
    report: &mut Report,
) -> Result<(), Failure> {
    // SAFETY: the parent handed the descriptor over for this.
    let out = unsafe { File::from_raw_fd(request.text_fd) };
    let records = request.iterations.unwrap_or(u64::MAX);
    let now = &raw const report.function;
    report.enter(Phase::Measuring);
    match file {
        KatFile::Kem => {
            let mut kem = Kem::new(library, Operation::Dec, &mut report.sizes)?;
            let mut text = KemText::new(out);
            each(library, report, records, |calls, record, seed| {
                text.begin(record, seed)?;
                kem.answer(calls, &mut text)
            })
        }
        KatFile::Sig => {
            let messages: Vec<Vec<u8>> = Messages::new().take(records as usize).collect();
            let longest = messages.last().map_or(0, Vec::len) as u64;
            let mut sig = Sig::new(library, Operation::Verify, longest, &mut report.sizes)?;
            let mut text = SigText::new(out);
            each(library, report, records, |calls, record, seed| {
                text.begin(record, seed)?;
                let message = messages.get(record as usize).map_or(&[][..], Vec::as_slice);
                sig.answer(calls, &mut text, message)
            })
        }
        KatFile::Kex => {
            // SAFETY: the report stays mapped until the process ends, and the field is atomic.
            let now = unsafe { &*now };
            let mut kex = Kex::new(library, Operation::Exchange, &mut report.sizes, now)?;
            let passes = report.sizes.passes;
            let mut text = KexText::new(out);
            each(library, report, records, |calls, record, seed| {
                text.begin(record, seed, passes)?;
                kex.answer(calls, &mut text)
            })
        }
        KatFile::Hash12 => short(request, library, report, records, HashText::new(out)),
        KatFile::Hash23 | KatFile::Hash33 => {
            long(request, file, library, report, records, HashText::new(out))
        }
        KatFile::HashLoop => looped(request, library, report, HashText::new(out)),
    }
}

/// Does something for each record, with the library's generator seeded for it.
fn each(
    library: &Library,
    report: &mut Report,
    records: u64,
    mut answer: impl FnMut(&mut Calls<'_>, u64, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for (record, seed) in (0..records).zip(Seeds::new()) {
        if !library.seed_with(&seed)? {
            return Err(Failure::new(
                "the library has no drng_algorithm or no init_random_number, so it cannot be seeded",
            ));
        }
        let mut calls = Calls { report };
        answer(&mut calls, record, &seed).map_err(|failure| failure.in_record(record))?;
        report.completed.store(record + 1, Relaxed);
    }
    Ok(())
}

fn short(
    request: &Request,
    library: &Library,
    report: &mut Report,
    records: u64,
    mut text: HashText<File>,
) -> Result<(), Failure> {
    let capacity = ShortMessages::LONGEST_BITS.div_ceil(8);
    let mut hash = Hash::new(library, capacity, request.digest_bits, &mut report.sizes)?;
    let mut messages = ShortMessages::new();
    for record in 0..records {
        let Some((message, bits)) = messages.next_message() else { break };
        let buffer = hash.message();
        buffer.fill(0);
        buffer[..message.len()].copy_from_slice(message);
        let shown = BitStr::new(message, bits).map_err(|error| Failure::new(error.to_string()))?;
        text.message(shown)?;
        let digest = hash.digest(&mut Calls { report }, bits);
        text.digest(digest.map_err(|failure| failure.in_record(record))?)?;
        report.completed.store(record + 1, Relaxed);
    }
    Ok(())
}

fn long(
    request: &Request,
    file: KatFile,
    library: &Library,
    report: &mut Report,
    records: u64,
    mut text: HashText<File>,
) -> Result<(), Failure> {
    let bytes = LongMessage::bytes(file).unwrap_or(0);
    let mut hash = Hash::new(library, bytes, request.digest_bits, &mut report.sizes)?;
    for (record, message) in (0..records).zip(LongMessage::ALL) {
        message.fill(file, hash.message());
        text.long_message(hash.message(), message.seed(file).as_ref().map(|seed| &seed[..]))?;
        let digest = hash.digest(&mut Calls { report }, 8 * bytes);
        text.digest(digest.map_err(|failure| failure.in_record(record))?)?;
        report.completed.store(record + 1, Relaxed);
    }
    Ok(())
}

fn looped(
    request: &Request,
    library: &Library,
    report: &mut Report,
    mut text: HashText<File>,
) -> Result<(), Failure> {
    let bytes = LoopMessage::BYTES as u64;
    let mut hash = Hash::new(library, bytes, request.digest_bits, &mut report.sizes)?;
    let mut message = LoopMessage::new();
    text.message(&message.bytes()[..])?;
    hash.message().copy_from_slice(message.bytes());
    let mut digest = hash.digest(&mut Calls { report }, 8 * bytes)?.to_vec();
    for round in 0..LoopMessage::ROUNDS {
        message.mix(&digest);
        hash.message().copy_from_slice(message.bytes());
        digest.copy_from_slice(hash.digest(&mut Calls { report }, 8 * bytes)?);
        report.completed.store(u64::from(round), Relaxed);
    }
    Ok(text.digest(&digest)?)
}
