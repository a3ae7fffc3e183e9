//! The agent's own log: a file, because the service's output belongs to the service.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

static FILE: OnceLock<Mutex<File>> = OnceLock::new();

/// Opens the file. Without one, nothing is said.
pub(crate) fn open(path: &Path) {
    if let Ok(file) = File::options().create(true).append(true).open(path) {
        let _ = FILE.set(Mutex::new(file));
    }
}

/// Writes one line. A log that cannot be written is no reason to disturb the service.
pub(crate) fn line(text: &str) {
    if let Some(file) = FILE.get() {
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = writeln!(file, "{text}");
    }
}
