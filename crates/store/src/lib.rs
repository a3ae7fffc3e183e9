//! Files: traffic segments and case directories.
//!
//! The formats themselves are pure and live in `retake-model`; this crate finds, reads and writes the files, and says
//! which file was wrong and what to do.

mod case_dir;
mod error;
mod traffic;
mod write;

pub use case_dir::CaseDir;
pub use error::{Error, Problem};
pub use traffic::{Segment, SegmentWriter, Traffic};
