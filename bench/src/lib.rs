//! Measurements side by side with peers: each contender does the same work on the same input in the same run,
//! and the result is a ratio. One binary per question; each prints a Markdown table with how it was made.

pub mod figures;
pub mod rounds;
