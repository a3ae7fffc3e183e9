//! What can go wrong before there is anything to analyse.

use std::fmt;
use std::path::PathBuf;

/// Why an analysis could not be made. Every message says what is wrong, where, and what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Nothing was given to analyse.
    Empty,
    /// A named file or directory does not exist.
    NotFound {
        /// As it was named.
        path: PathBuf,
    },
    /// A named file or directory cannot be read.
    Unreadable {
        /// As it was named.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is neither a jar nor a directory.
    NotAnArchive {
        /// As it was named.
        path: PathBuf,
    },
    /// A jar breaks off or is damaged.
    Damaged {
        /// As it was named.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// There are no classes in what was named.
    NoClasses {
        /// What was named.
        paths: Vec<PathBuf>,
    },
    /// No class is application code.
    NoApplication {
        /// The prefixes that were asked for.
        scope: Vec<String>,
    },
    /// A rules file does not say what rules files say.
    Rules {
        /// Its name.
        file: String,
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => f.write_str("there is nothing to analyse; name a jar, a war or a directory of classes"),
            Error::NotFound { path } => {
                write!(f, "{} does not exist; check the path, or build the service first", path.display())
            }
            Error::Unreadable { path, source } => {
                write!(f, "{} cannot be read: {source}; check its permissions", path.display())
            }
            Error::NotAnArchive { path } => write!(
                f,
                "{} is neither a jar nor a directory; name a jar, a war or a directory of classes",
                path.display()
            ),
            Error::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}; build or download it again", path.display())
            }
            Error::NoClasses { paths } => {
                f.write_str("there are no classes in")?;
                for path in paths {
                    write!(f, " {}", path.display())?;
                }
                f.write_str("; name the jar that holds the service, or the directory its classes are compiled to")
            }
            Error::NoApplication { scope } if scope.is_empty() => {
                f.write_str("no class counts as application code; say which packages do")
            }
            Error::NoApplication { scope } => {
                write!(f, "no class starts with {}; check the packages that were given", scope.join(" or "))
            }
            Error::Rules { file, what } => write!(f, "the rules in {file} are wrong: {what}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unreadable { source, .. } => Some(source),
            _ => None,
        }
    }
}
