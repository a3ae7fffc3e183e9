//! Drive the entries of a case against a service and judge what it does.
//!
//! It starts the service through `host`, talks to the agent inside it over a socket ([`link`]), sends the recorded
//! requests over HTTP ([`http`]) and lets `judge` say what the observed traces are worth. What happens is told as one
//! stream of [`event::Event`]s; nothing is printed here.

#![forbid(unsafe_code)]

mod drive;
pub mod event;
pub mod http;
pub mod link;
pub mod renamed;
mod run;
mod schedule;

pub use run::{Batch, Error, Setup, replay};
