//! Comparing computed known answers with published ones, while they are being computed.
//!
//! Texts are compared line by line, without carriage returns and blanks at the ends of lines and
//! without empty lines. Both are read once, in constant memory, whatever their length and that of
//! their lines.
//!
//! ```
//! use iccs_kat::compare::{Comparer, Extent};
//! use iccs_kat::text::KemText;
//!
//! let published = "Count = 0\r\nSeed_Len = 1\r\nSeed = 5E\r\nPK_Len = 2\r\nPK = 00FE\r\n";
//! let mut text = KemText::new(Comparer::new(published.as_bytes()));
//! text.begin(0, &[0x5e])?;
//! text.keys(&[0x00, 0xff], &[0x01])?;
//! let comparison = text.into_inner().finish(Extent::Whole)?;
//! let difference = comparison.difference.map(|difference| difference.to_string());
//! assert_eq!(
//!     difference.as_deref(),
//!     Some("line 5, record 0: PK differs from byte 1 on: FF computed, FE published")
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod case;
mod comparer;
mod comparison;
mod difference;
mod remark;
mod steps;

pub use comparer::{Comparer, compare};
pub use comparison::{Comparison, Extent};
pub use difference::{Difference, What};
pub use remark::Remark;
