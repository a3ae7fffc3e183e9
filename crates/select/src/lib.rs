//! Which cases run, what they exercise of a service, and what fails a run.
//!
//! Pure: it is given cases, points and what was typed, and reads no file. Nothing here drives or judges a case.

#![forbid(unsafe_code)]

pub mod changed;
mod choice;
pub mod coverage;
mod fail_if;
mod glob;
pub mod last_failed;
mod route;
mod selector;

pub use choice::{Choice, Decision, Skip};
pub use fail_if::FailIf;
pub use selector::Selector;
