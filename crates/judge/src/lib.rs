//! A case and an event in, an answer out; a case and a trace in, a verdict out.
//!
//! Pure: it reads no clock, no file and no socket, so that the same question always gets the same answer, in the agent
//! as in the command line.

mod align;
pub mod answer;
mod bag;
pub mod boot;
pub mod compare;
mod expect;
pub mod identity;
mod output;
mod rebase;
pub mod sequence;
pub mod show;
pub mod verdict;

pub use expect::expect;
