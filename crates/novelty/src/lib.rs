//! Which behaviour a case shows.
//!
//! Traffic says the same a thousand times with other values. Two cases show one behaviour if they call the same entry, take
//! the same way through the points, and agree in every value as far as code usually looks at it: whether it is there, empty,
//! negative, which constant of an enumeration. What is left of a case by that is a text, and its hash is the key.
//!
//! Pure: it reads no file, and decides nothing about what is kept.

mod entry;
mod fold;
mod question;
mod shape;
mod way;

use retake_model::case::Case;
use retake_model::hash::fnv1a;

pub use entry::{Routes, is_one_of_many};

/// The version of the abstraction. Keys of different versions say nothing about each other.
const VERSION: &str = "1";

/// The key of what a case shows: `1-3f9a12c4d5e6f708`.
pub fn key(case: &Case, routes: &Routes) -> String {
    format!("{VERSION}-{:016x}", fnv1a(describe(case, routes).into_bytes()))
}

/// Whether a key is one of this version.
pub fn is_key(key: &str) -> bool {
    key.strip_prefix(VERSION).and_then(|rest| rest.strip_prefix('-')).is_some_and(|hash| hash.len() == 16)
}

/// What a case shows, as text: one block for each call, which says what was called with what, what came out, and the way
/// through the points.
pub fn describe(case: &Case, routes: &Routes) -> String {
    let mut out = String::new();
    for call in &case.calls {
        out.push_str(&entry::describe(&call.entry, routes));
        out.push_str(&way::describe(call));
    }
    out
}
