//! What can be wrong with a file, and what to do about it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use retake_model::segment::NotTraffic;
use retake_model::text;

/// A file or directory that cannot be used.
#[derive(Debug)]
pub struct Error {
    /// Which one.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Debug)]
pub enum Problem {
    /// There is nothing of that name.
    NotFound,
    /// A directory was expected.
    NotADirectory,
    /// A directory without any segment.
    NoTraffic,
    /// A directory without any case.
    NoCases,
    /// Not a segment that this version reads.
    Segment(NotTraffic),
    /// Not a case or boot document that this version reads.
    Text(text::Error),
    /// Not text at all.
    NotText,
    /// What it says is not what it was sealed with; the directory is where it is.
    BrokenSeal(PathBuf),
    /// It is encrypted, and cannot be opened.
    Locked {
        /// Why not.
        error: retake_age::Error,
        /// Whether there were keys to try.
        keys: bool,
    },
    /// What is there is encrypted, and what would be written is not.
    WouldBeOpen,
    /// Something that belongs to it cannot be used.
    Blob(Box<Error>),
    /// A large value that is not there.
    NoBlob,
    /// A large value that is another than it was.
    DamagedBlob,
    /// This cannot be the name of a large value.
    BadBlob(String),
    /// The case says another id than its file.
    OtherId(String),
    /// The id cannot name a file.
    BadId(String),
    /// The system refused.
    Io {
        /// What was tried: `read`, `write`.
        doing: &'static str,
        /// What the system said.
        error: io::Error,
    },
}

impl Error {
    pub(crate) fn new(path: &Path, problem: Problem) -> Self {
        Error { path: path.to_owned(), problem }
    }

    pub(crate) fn io(path: &Path, doing: &'static str, error: io::Error) -> Self {
        let problem = match error.kind() {
            io::ErrorKind::NotFound if doing == "read" => Problem::NotFound,
            io::ErrorKind::NotADirectory => Problem::NotADirectory,
            _ => Problem::Io { doing, error },
        };
        Error::new(path, problem)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            Problem::NotFound => write!(f, "not found; check the path"),
            Problem::NotADirectory => write!(f, "not a directory; name another place, or move the file away"),
            Problem::NoTraffic => {
                write!(f, "no traffic here (no *.rtk file); record some with `retake record --out <directory>`")
            }
            Problem::NoCases => {
                write!(
                    f,
                    "no cases here (no *.case.json file); make some with `retake cases <traffic> --out <directory>`"
                )
            }
            Problem::Segment(error @ NotTraffic::TooNew(_)) => write!(f, "{error}; use a newer version of Retake"),
            Problem::Segment(error) => write!(f, "{error}"),
            Problem::Text(error @ text::Error::TooNew { .. }) => write!(f, "{error}; use a newer version of Retake"),
            Problem::Text(error) => write!(f, "{error}"),
            Problem::NotText => write!(f, "not a text file in UTF-8"),
            Problem::BrokenSeal(directory) => write!(
                f,
                "it was changed since it was made: its seal is broken; fetch it again, or, if it was edited on purpose, \
                 seal it again with `retake reseal {}`",
                directory.display()
            ),
            Problem::Locked { error: retake_age::Error::NoKey, keys: false } => write!(
                f,
                "it is encrypted, and no key is at hand; name a file with one (--identity), or the passphrase (--passphrase)"
            ),
            Problem::Locked { error: error @ retake_age::Error::NoKey, .. } => {
                write!(f, "{error}; name a file with another one (--identity)")
            }
            Problem::Locked { error: error @ retake_age::Error::NeedsPassphrase, .. } => {
                write!(f, "{error}; give it (--passphrase)")
            }
            Problem::Locked { error: retake_age::Error::NotEncrypted, .. } => {
                write!(f, "it is named as an encrypted file, and is none, or is damaged; fetch it again")
            }
            Problem::Locked { error, .. } => write!(f, "{error}"),
            Problem::WouldBeOpen => write!(
                f,
                "the cases here are encrypted; say for whom the new ones are (--recipient, --passphrase), or name another place"
            ),
            Problem::Blob(error) => write!(f, "{error}"),
            Problem::NoBlob => {
                write!(f, "this part of the case is not there; fetch it again, with the whole directory")
            }
            Problem::DamagedBlob => write!(f, "this part of the case is damaged; fetch it again"),
            Problem::BadBlob(name) => write!(f, "`{name}` cannot name a part of a case; a SHA-256 was expected"),
            Problem::OtherId(id) => {
                write!(f, "the case in it has the id `{id}`; the file must be named `{id}.case.json`")
            }
            Problem::BadId(id) => {
                write!(f, "`{id}` cannot name a file; use lower-case letters, digits, `-`, `_` and `.`")
            }
            Problem::Io { doing, error } => write!(f, "cannot {doing}: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io { error, .. } => Some(error),
            Problem::Segment(error) => Some(error),
            Problem::Text(error) => Some(error),
            _ => None,
        }
    }
}
