//! Numbers and tables as pages and terminals show them.

mod number;
mod table;

pub use number::{NONE, count, duration, or_dash, per_operation, percent, ratio, significant3};
pub use table::{Format, Table, UnknownFormat};
