//! Files: traffic segments and case directories, encrypted where somebody asks for it.
//!
//! The formats themselves are pure and live in `retake-model`; this crate finds, reads and writes the files, and says
//! which file was wrong and what to do.

mod blobs;
mod case_dir;
mod error;
mod lock;
mod seal;
mod sum;
mod traffic;
mod write;

pub use blobs::LARGE;
pub use case_dir::CaseDir;
pub use error::{Error, Problem};
pub use lock::Lock;
pub use traffic::{Segment, SegmentWriter, Traffic};
