//! Measurements side by side with peers: each contender does the same work on the same input in the same run,
//! and the result is a ratio. One binary per question; each prints a Markdown table with how it was made.

pub mod applications;
pub mod archives;
pub mod coverage;
pub mod figures;
pub mod measured;
pub mod rounds;

/// What may go wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
