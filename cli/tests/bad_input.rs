//! Submissions that crash, hang or cheat, and input that is none: each is answered with one clear
//! message and the right exit status, never with a death of the tool.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[path = "bad_input/files.rs"]
mod files;
#[path = "bad_input/hostile.rs"]
mod hostile;
#[path = "bad_input/limits.rs"]
mod limits;
#[path = "bad_input/names.rs"]
mod names;
#[path = "bad_input/output.rs"]
mod output;
