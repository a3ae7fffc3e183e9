//! The words of Retake as types: value, event, trace, case, point, and how they are encoded.
//!
//! Pure and small, because it also runs inside the watched process. It opens no file and no socket.

pub mod case;
pub mod cbor;
pub mod channel;
mod base64;
mod crc;
mod encode;
pub mod json;
pub mod points;
pub mod segment;
mod time;
pub mod settings;
pub mod trace;
pub mod value;
