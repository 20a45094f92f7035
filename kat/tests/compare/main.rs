//! Comparing texts: everything published texts are known to be, and a plain model of it all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cases;
mod model;
mod properties;

use iccs_kat::compare::{Comparer, Comparison, Extent};
use std::io::{Read, Write};

/// Compares what is written in parts of the given lengths with what is read in such parts.
fn in_parts(computed: &[u8], published: &[u8], extent: Extent, parts: &[usize]) -> Comparison {
    let mut comparer = Comparer::new(Parts { text: published, parts: parts.to_vec() });
    let mut rest = computed;
    for part in parts.iter().cycle() {
        let (now, later) = rest.split_at((*part).min(rest.len()));
        comparer.write_all(now).unwrap();
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    comparer.finish(extent).unwrap()
}

/// A file that is read in parts, the lengths of which go round.
struct Parts<'a> {
    text: &'a [u8],
    parts: Vec<usize>,
}

impl Read for Parts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.parts.rotate_left(1);
        let length = self.parts[0].min(buffer.len());
        self.text.read(&mut buffer[..length])
    }
}
