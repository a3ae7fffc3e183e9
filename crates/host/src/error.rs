//! Why a service could not be run. Every message says what is wrong, where, and what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use crate::url::Url;

/// Why a service could not be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The command is empty.
    NoCommand,
    /// The program cannot be started.
    CannotStart {
        /// The program as it was named.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file for the service's output cannot be written.
    CannotLog {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Somebody already listens where the service is to listen.
    InUse(Url),
    /// The service ended before it was ready.
    Exited {
        /// How it ended.
        status: ExitStatus,
        /// The last lines of its output, if it is known.
        said: Vec<String>,
    },
    /// The service did not become ready in time.
    NotReady {
        /// Where it was expected.
        url: Url,
        /// How long it had.
        waited: Duration,
        /// How it answered last.
        last: String,
        /// The last lines of its output, if it is known.
        said: Vec<String>,
    },
    /// Somebody asked to stop.
    Interrupted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoCommand => {
                f.write_str("there is no command to start the service with; give it behind `--`: -- java -jar app.jar")
            }
            Error::CannotStart { program, source } if source.kind() == io::ErrorKind::NotFound => {
                write!(f, "{program} was not found; check the path, or install it")
            }
            Error::CannotStart { program, source } => write!(f, "{program} cannot be started: {source}"),
            Error::CannotLog { path, source } => {
                write!(f, "the service's output cannot be written to {}: {source}", path.display())
            }
            Error::InUse(url) => write!(
                f,
                "port {} is already in use; stop what listens at {url}, or start the service on another port and say \
                 so with --url",
                url.port
            ),
            Error::Exited { status, said } => {
                write!(f, "the service ended before it was ready ({status})")?;
                quote(f, said)
            }
            Error::NotReady { url, waited, last, said } => {
                write!(
                    f,
                    "the service was not ready at {url} after {} s ({last}); check the address, or give it longer with \
                     --ready-timeout",
                    waited.as_secs_f64()
                )?;
                quote(f, said)
            }
            Error::Interrupted => f.write_str("interrupted"),
        }
    }
}

fn quote(f: &mut fmt::Formatter<'_>, said: &[String]) -> fmt::Result {
    if said.is_empty() {
        return Ok(());
    }
    write!(f, "; the last lines of its output:")?;
    said.iter().try_for_each(|line| write!(f, "\n  {line}"))
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::CannotStart { source, .. } | Error::CannotLog { source, .. } => Some(source),
            _ => None,
        }
    }
}
