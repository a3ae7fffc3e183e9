//! Cases and boot documents as text that a person reviews in git.
//!
//! The text is JSON with a fixed layout: the same case gives the same bytes, and what is read comes back exactly.
//! `docs/formats.md` describes it.

pub mod aside;
mod document;
mod node;
mod value;

use std::fmt;

use crate::case::{Boot, Case};
use crate::json::{self, Json};

/// The format of cases that this version writes.
pub const CASE_FORMAT: &str = "retake-case/3";
/// The format of boot documents that this version writes.
pub const BOOT_FORMAT: &str = "retake-boot/3";

/// The member that holds the checksum of all others. Who writes files puts it there and looks at it; here it says nothing.
pub const SEAL: &str = "seal";

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
        self.to_json().pretty()
    }

    /// The document as JSON.
    pub fn to_json(&self) -> Json {
        document::put_case(self)
    }

    /// Reads the text of a case.
    pub fn from_text(text: &str) -> Result<Case, Error> {
        Case::from_json(&Json::parse(text).map_err(Error::Syntax)?)
    }

    /// Reads the document from JSON.
    pub fn from_json(json: &Json) -> Result<Case, Error> {
        check_format(json, CASE_FORMAT)?;
        document::case(json)
    }
}

impl Boot {
    /// The text of this document.
    pub fn to_text(&self) -> String {
        self.to_json().pretty()
    }

    /// The document as JSON.
    pub fn to_json(&self) -> Json {
        document::put_boot(self)
    }

    /// Reads the text of a boot document.
    pub fn from_text(text: &str) -> Result<Boot, Error> {
        Boot::from_json(&Json::parse(text).map_err(Error::Syntax)?)
    }

    /// Reads the document from JSON.
    pub fn from_json(json: &Json) -> Result<Boot, Error> {
        check_format(json, BOOT_FORMAT)?;
        document::boot(json)
    }
}

/// Whether `name` can name a case: it becomes a file name, and must be one that every system takes.
pub fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.'));
    letters && !name.is_empty() && name.len() <= 120 && !name.starts_with('.')
}

/// Refuses a document of a later version, or of another kind. One that says of itself nothing at all is left to who reads it.
pub fn check_version(json: &Json) -> Result<(), Error> {
    let (as_case, as_boot) = (check_format(json, CASE_FORMAT), check_format(json, BOOT_FORMAT));
    match (as_case, as_boot) {
        (Ok(()), _) | (_, Ok(())) | (Err(Error::Format { found: None, .. }), _) => Ok(()),
        (_, newer @ Err(Error::TooNew { .. })) => newer,
        (wrong, _) => wrong,
    }
}

fn check_format(json: &Json, expected: &'static str) -> Result<(), Error> {
    let found = match json {
        Json::Record(members) => members.iter().find(|(name, _)| name == "format").map(|(_, format)| format),
        _ => None,
    };
    let Some(Json::Text(found)) = found else { return Err(Error::Format { expected, found: None }) };
    let (name, version) = expected.split_at(expected.len() - 1);
    let found_version = found.strip_prefix(name).and_then(|found| found.parse::<u32>().ok());
    match (found_version, version.parse::<u32>()) {
        (Some(found_version), Ok(version)) if found_version > version => Err(Error::TooNew { found: found.clone() }),
        // Earlier versions said the same with less.
        (Some(1..), Ok(_)) => Ok(()),
        _ => Err(Error::Format { expected, found: Some(found.clone()) }),
    }
}

#[cfg(test)]
mod tests;
