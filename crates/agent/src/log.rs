//! The agent's own log: a file, because the service's output belongs to the service.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

static FILE: Mutex<Option<File>> = Mutex::new(None);

/// Opens the file. Without one, nothing is said.
pub(crate) fn open(path: &Path) {
    let file = File::options().create(true).append(true).open(path).ok();
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = file;
}

/// Writes one line. A log that cannot be written is no reason to disturb the service.
pub(crate) fn line(text: &str) {
    if let Some(file) = FILE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        let _ = writeln!(file, "{text}");
    }
}

/// Lets go of the file.
pub(crate) fn close() {
    FILE.lock().unwrap_or_else(PoisonError::into_inner).take();
}
