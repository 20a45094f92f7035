//! What the known answers are computed from: seeds and messages, in the order they are drawn in.
//!
//! All of it comes from [`Drng`](crate::Drng)s of the tool's own, seeded with fixed texts. None of
//! them is the library's `drng_algorithm`, which is seeded anew for every record with what
//! [`Seeds`] gives.

mod hash;
mod looped;
mod messages;
mod seeds;

pub use hash::{LongMessage, ShortMessages};
pub use looped::LoopMessage;
pub use messages::Messages;
pub use seeds::{Seed, Seeds};
