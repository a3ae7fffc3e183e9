//! Reading a document, and telling what is not one.

use std::fmt;

use serde::Deserialize;

use super::{FORMAT, Points};

/// Why bytes are not a points document that this version reads.
#[derive(Debug)]
pub enum NotPoints {
    /// It is of another version; this is what it calls itself.
    Format(String),
    /// It is not well formed.
    Malformed(serde_json::Error),
}

impl fmt::Display for NotPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPoints::Format(found) => {
                write!(f, "its format is `{found}` where `{FORMAT}` was expected; analyse the service again")
            }
            NotPoints::Malformed(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NotPoints {}

impl Points {
    /// Reads a document. Older ones are refused: what the agent must know of a point is not in them.
    pub fn read(json: &[u8]) -> Result<Points, NotPoints> {
        /// What every version says of itself.
        #[derive(Deserialize)]
        struct Versioned {
            format: String,
        }
        let Versioned { format } = serde_json::from_slice(json).map_err(NotPoints::Malformed)?;
        match format == FORMAT {
            true => serde_json::from_slice(json).map_err(NotPoints::Malformed),
            false => Err(NotPoints::Format(format)),
        }
    }
}
