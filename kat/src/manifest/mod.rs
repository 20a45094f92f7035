//! Manifests, `kat.sha256`: digests in place of published files, which may be large.
//!
//! A line is `<sha256 in hex> <mode> <label>/<file name>`, or has the file name only. The digest
//! is that of the text in its canonical form: without carriage returns and blanks at the ends of
//! lines, without empty lines, each line ended by LF. The [`Mode`] says what of it counts.
//!
//! ```
//! use iccs_kat::manifest::{Digester, Entry, Manifest, Mode};
//! use std::io::Write;
//!
//! let mut digester = Digester::new(&[Mode::STRICT]);
//! digester.write_all(b"Count = 0\r\n\r\nSS = 0A\r\n")?;
//! let digests = digester.finish();
//!
//! let line = "8f00cf9ffdd87d4ccb34c1c1a3e2ef0a27ca6aea74cbf3d4e5b2a4d4e3f1b2c1 strict KAT_KEM_X.txt";
//! let mut manifest = Manifest::parse(line.as_bytes())?;
//! for (mode, digest) in digests.digests {
//!     manifest.set("x", "KAT_KEM_X.txt", Entry { digest, mode })?;
//! }
//! assert_eq!(manifest.to_string().lines().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digester;
mod error;
mod file;
mod mode;
mod sha256;

pub use digester::{Digester, Digests, digest};
pub use error::{LineError, ManifestError, NameError};
pub use file::{Entry, Manifest};
pub use mode::Mode;
pub use sha256::Sha256;
