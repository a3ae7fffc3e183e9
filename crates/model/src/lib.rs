//! The words of Retake as types: value, event, trace, case, point, and how they are encoded.
//!
//! Pure and small, because it also runs inside the watched process. It opens no file and no socket.

pub mod case;
pub mod cbor;
mod crc;
mod encode;
pub mod points;
pub mod segment;
pub mod trace;
pub mod value;
