//! Large values beside the documents that hold them: `blobs/<checksum of the file>`.
//!
//! What several cases hold is there once. A name is a checksum, so a file that was damaged or exchanged is told when it is read.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use retake_model::json::Json;
use retake_model::text::aside::{self, Reference};

use crate::error::{Error, Problem};
use crate::lock::{ENDING, Lock};
use crate::sum::{is_sum, sum};
use crate::write;

/// A value of more bytes goes beside its document. A person reads what is shorter, and passes over what is longer.
pub const LARGE: usize = 4096;
/// The largest value that is read: no trace is larger.
const MAX: u64 = retake_model::segment::MAX_BLOCK as u64;
const FOLDER: &str = "blobs";

/// The values beside the documents of a directory.
#[derive(Clone, Debug)]
pub(crate) struct Blobs {
    path: PathBuf,
    /// The names of what was written, by the checksums of the values: those of encrypted files are others each time.
    written: HashMap<String, String>,
}

impl Blobs {
    pub(crate) fn of(directory: &Path) -> Blobs {
        Blobs { path: directory.join(FOLDER), written: HashMap::new() }
    }

    /// Writes the large values of a document, and puts references in their places.
    pub(crate) fn put_aside(&mut self, json: &mut Json, lock: &Lock) -> Result<(), Error> {
        aside::put_aside(json, LARGE, &mut |bytes| self.put(bytes, lock))
    }

    fn put(&mut self, bytes: &[u8], lock: &Lock) -> Result<String, Error> {
        let value = sum(bytes);
        if let Some(name) = self.written.get(&value) {
            return Ok(name.clone());
        }
        let kept = lock.close(bytes).map_err(|problem| Error::new(&self.path, problem))?;
        let name = if lock.closes() { sum(&kept) } else { value.clone() };
        let file = self.file(&name, lock.closes());
        // What is there under this name is the same, unless it was damaged.
        if fs::read(&file).map_or(true, |there| there != kept) {
            fs::create_dir_all(&self.path).map_err(|error| Error::io(&self.path, "write", error))?;
            write::atomically(&file, &kept)?;
        }
        self.written.insert(value, name.clone());
        Ok(name)
    }

    /// Puts the large values of a document back into their places.
    pub(crate) fn bring_back(&self, json: &mut Json, lock: &Lock) -> Result<(), Error> {
        aside::bring_back(json, &mut |reference| self.get(reference, lock))
    }

    fn get(&self, reference: &Reference, lock: &Lock) -> Result<Vec<u8>, Error> {
        // A name comes from a file, and must not lead out of the directory.
        if !is_sum(&reference.name) {
            return Err(Error::new(&self.path, Problem::BadBlob(reference.name.clone())));
        }
        let plain = self.file(&reference.name, false);
        let closed = self.file(&reference.name, true);
        let (file, is_closed) = if !plain.exists() && closed.exists() { (closed, true) } else { (plain, false) };
        let bytes = fs::metadata(&file).and_then(|found| match found.len() {
            length if length <= 2 * MAX => fs::read(&file),
            _ => Ok(Vec::new()),
        });
        let bytes = bytes.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::new(&file, Problem::NoBlob),
            _ => Error::io(&file, "read", error),
        })?;
        let damaged = || Error::new(&file, Problem::DamagedBlob);
        if sum(&bytes) != reference.name {
            return Err(damaged());
        }
        let bytes = lock.open(bytes, is_closed).map_err(|problem| Error::new(&file, problem))?;
        if bytes.len() as u64 != reference.size { Err(damaged()) } else { Ok(bytes) }
    }

    fn file(&self, name: &str, closed: bool) -> PathBuf {
        self.path.join(if closed { format!("{name}{ENDING}") } else { name.to_owned() })
    }
}
