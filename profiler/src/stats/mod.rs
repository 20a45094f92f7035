//! Statistics of measured values.

mod bootstrap;
mod quantile;
mod ratio;

pub use bootstrap::mean_interval;
pub use quantile::quantile;
pub use ratio::{Ratio, ratio};
