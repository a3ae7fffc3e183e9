//! Start a service, wait until it is ready, stop it with its process tree; load an agent into one that runs.
//!
//! It knows processes, signals, ports and the command line of a JVM. It knows nothing of recording and replaying: what a
//! service is started for is its caller's affair.

#![forbid(unsafe_code)]

pub mod attach;
mod error;
pub mod java;
mod output;
mod ready;
mod service;
mod signals;
mod tree;
mod url;

pub use error::Error;
pub use output::{Output, last_lines};
pub use ready::{Ready, require_free};
pub use service::{Launch, Service};
pub use signals::Interrupts;
pub use url::{Url, UrlError};
