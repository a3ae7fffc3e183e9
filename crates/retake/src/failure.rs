//! Why a command ends without having done its work.

use std::fmt::Display;
use std::io;

/// What the command says and how it ends.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong use, or it cannot run: one message, exit code 2.
    CannotRun(String),
    /// Whoever read the output has stopped reading. That is their right.
    NobodyReads,
    /// A signal asked the command to stop; this is its number.
    Interrupted(i32),
}

impl Failure {
    /// It cannot run, for this reason.
    pub(crate) fn new(why: impl Display) -> Failure {
        Failure::CannotRun(why.to_string())
    }

    /// What was tried with a file and did not work.
    pub(crate) fn file(doing: &str, path: &std::path::Path, error: &io::Error) -> Failure {
        Failure::CannotRun(format!("{} cannot be {doing}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::CannotRun(format!("cannot write the output: {error}")),
        }
    }
}

impl From<retake_store::Error> for Failure {
    fn from(error: retake_store::Error) -> Self {
        Failure::new(error)
    }
}

impl From<retake_host::Error> for Failure {
    fn from(error: retake_host::Error) -> Self {
        Failure::new(error)
    }
}
