//! The file of settings of a service.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use retake_analyze::{Problem, Settings};

use crate::failure::Failure;

/// What it is called where nobody says otherwise.
pub(crate) const NAME: &str = "retake.toml";

/// Reads the file that is named, or else the one in the current directory, if there is one.
pub(crate) fn load(config: Option<&Path>) -> Result<Settings, Failure> {
    match config {
        None if !Path::new(NAME).exists() => Ok(Settings::default()),
        Some(path) if !path.exists() => {
            Err(Failure::new(format!("{} does not exist; check the path after --config", path.display())))
        }
        _ => Settings::load(config.unwrap_or(Path::new(NAME)), &|path| fs::read_to_string(path)).map_err(wrong),
    }
}

/// Everything that is wrong, one line each.
pub(crate) fn wrong(problems: Vec<Problem>) -> Failure {
    let mut text = String::new();
    for problem in &problems {
        let _ = write!(text, "{}{problem}", if text.is_empty() { "" } else { "\n  " });
    }
    Failure::new(text)
}
