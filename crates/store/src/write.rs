//! Writes a file so that it is there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;

/// Writes beside the target, then takes its place. A crash leaves the old file, and at worst a stray temporary one.
pub(crate) fn atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    let temporary = path.with_file_name(name);
    let written = write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // Whether it could be removed does not matter beside why it could not be written.
        let _ = fs::remove_file(&temporary);
        Error::io(path, "write", error)
    })
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
