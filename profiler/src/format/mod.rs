//! Numbers and tables as pages and terminals show them.

mod number;
mod table;

pub use number::{per_operation, percent, significant3};
pub use table::{Format, Table, UnknownFormat};
