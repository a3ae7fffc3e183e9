//! As much of HTTP/1.1 as it takes to send a recorded request and to know when the answer is whole.

mod client;
mod request;
mod response;

pub use client::{Client, Failure};
pub use request::{NotSendable, encode};
pub use response::{Malformed, Parser, Response};
