//! The words of Retake as types: value, event, trace, case, point, and how they are encoded.
//!
//! Pure and small, because it also runs inside the watched process. It opens no file and no socket.

mod base64;
pub mod calls;
pub mod case;
pub mod cbor;
pub mod channel;
pub mod control;
pub mod counts;
mod crc;
mod encode;
mod encode_call;
#[cfg(test)]
mod encode_tests;
#[cfg(test)]
mod generate;
pub mod hash;
pub mod json;
pub mod mask;
mod names;
pub mod points;
pub mod policy;
pub mod rows;
pub mod segment;
pub mod service;
pub mod settings;
pub mod text;
pub mod time;
pub mod trace;
pub mod value;
pub mod watched;

pub use names::Common;
