//! Drive the entries of a case against a service and judge what it does.
//!
//! It starts the service through `host`, talks to the agent inside it over a socket ([`link`]), sends the recorded
//! requests over HTTP ([`http`]) and lets `judge` say what the observed traces are worth. What happens is told as one
//! stream of [`event::Event`]s; nothing is printed here.

#![forbid(unsafe_code)]

mod batch;
mod diagnose;
mod drive;
pub mod event;
pub mod http;
pub mod link;
mod prove;
pub mod renamed;
mod run;
mod schedule;

pub use batch::{Batch, Cases, has_requests};
pub use diagnose::{Culprit, culprits};
pub use prove::{Changed, Proof, Rejected, prove};
pub use run::{Error, Setup, WatchedRuns, replay};
