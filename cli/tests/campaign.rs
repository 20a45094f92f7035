//! Campaigns: from submissions to pages and a validated data set, whatever happens on the way.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[path = "campaign/failing.rs"]
mod failing;
#[path = "campaign/gate.rs"]
mod gate;
#[path = "campaign/killed.rs"]
mod killed;
#[path = "campaign/order.rs"]
mod order;
#[path = "campaign/parts.rs"]
mod parts;
#[path = "campaign/refused.rs"]
mod refused;
#[path = "campaign/space.rs"]
mod space;
#[path = "campaign/support.rs"]
mod support;
#[path = "campaign/whole.rs"]
mod whole;
