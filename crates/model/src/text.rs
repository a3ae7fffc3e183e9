//! Cases and boot documents as text that a person reviews in git.
//!
//! The text is JSON with a fixed layout: the same case gives the same bytes, and what is read comes back exactly.
//! `docs/formats.md` describes it.

mod document;
mod node;
mod value;

use std::fmt;

use crate::case::{Boot, Case};
use crate::json::{self, Json};

/// The format of cases that this version writes.
pub const CASE_FORMAT: &str = "retake-case/3";
/// The format of boot documents that this version writes.
pub const BOOT_FORMAT: &str = "retake-boot/2";

/// Why a text is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// It is not JSON.
    Syntax(json::Error),
    /// It says of itself that it is something else, or nothing.
    Format {
        /// The format that was expected.
        expected: &'static str,
        /// What it says.
        found: Option<String>,
    },
    /// A later version of Retake wrote it.
    TooNew {
        /// What it says.
        found: String,
    },
    /// Something in it is not as expected.
    Content {
        /// Where: `calls[0].branches[1].events[3].args[0]`.
        path: String,
        /// What was expected there.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Syntax(error) => write!(f, "not JSON: {error}"),
            Error::Format { expected, found: Some(found) } => {
                write!(f, "the format is `{found}` where `{expected}` was expected")
            }
            Error::Format { expected, found: None } => write!(f, "it has no `\"format\": \"{expected}\"`"),
            Error::TooNew { found } => write!(f, "the format `{found}` is newer than this version of Retake"),
            Error::Content { path, what } if path.is_empty() => write!(f, "{what}"),
            Error::Content { path, what } => write!(f, "{path}: {what}"),
        }
    }
}

impl std::error::Error for Error {}

impl Case {
    /// The text of this case.
    pub fn to_text(&self) -> String {
        document::put_case(self).pretty()
    }

    /// Reads the text of a case.
    pub fn from_text(text: &str) -> Result<Case, Error> {
        document::case(&open(text, CASE_FORMAT)?)
    }
}

impl Boot {
    /// The text of this document.
    pub fn to_text(&self) -> String {
        document::put_boot(self).pretty()
    }

    /// Reads the text of a boot document.
    pub fn from_text(text: &str) -> Result<Boot, Error> {
        document::boot(&open(text, BOOT_FORMAT)?)
    }
}

/// Whether `name` can name a case: it becomes a file name, and must be one that every system takes.
pub fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'));
    letters && !name.is_empty() && name.len() <= 120 && !name.starts_with('.')
}

fn open(text: &str, expected: &'static str) -> Result<Json, Error> {
    let json = Json::parse(text).map_err(Error::Syntax)?;
    let found = match &json {
        Json::Record(members) => members.iter().find(|(name, _)| name == "format").map(|(_, format)| format),
        _ => None,
    };
    let Some(Json::Text(found)) = found else { return Err(Error::Format { expected, found: None }) };
    let (name, version) = expected.split_at(expected.len() - 1);
    let found_version = found.strip_prefix(name).and_then(|found| found.parse::<u32>().ok());
    match (found_version, version.parse::<u32>()) {
        (Some(found_version), Ok(version)) if found_version > version => Err(Error::TooNew { found: found.clone() }),
        // Earlier versions said the same with less.
        (Some(1..), Ok(_)) => Ok(json),
        _ => Err(Error::Format { expected, found: Some(found.clone()) }),
    }
}

#[cfg(test)]
mod tests;
