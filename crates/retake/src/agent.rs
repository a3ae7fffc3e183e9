//! The agent's library, which the command carries inside.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::cache;
use crate::failure::Failure;
use crate::workdir::WorkDir;

/// The version of command and agent, which must be the same.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The library, if the command was built with it.
const LIBRARY: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/agent.rs"));

/// Names a library to use instead of the one inside.
const VARIABLE: &str = "RETAKE_AGENT";

/// Puts the library where a JVM can load it: into the user's cache, or, where there is none, into `otherwise`.
pub(crate) fn library(otherwise: &WorkDir) -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from) {
        let wrong = |error| Failure::new(format!("{VARIABLE} is {}: {error}; correct or unset it", path.display()));
        return fs::canonicalize(&path).map_err(wrong);
    }
    let bytes =
        LIBRARY.ok_or_else(|| Failure::new("this retake was built without its agent; build it with `make build`"))?;
    let name = format!("agent-{:016x}.so", hash(bytes));
    // A JVM ends the path of an agent at the first `=`.
    let usable = |cache: &PathBuf| !cache.as_os_str().as_encoded_bytes().contains(&b'=');
    if let Some(path) = cache::directory().filter(usable).and_then(|cache| cached(&cache, &name, bytes).ok()) {
        return Ok(path);
    }
    let path = otherwise.file(&name);
    write(&path, bytes).map_err(|error| Failure::file("written", &path, &error))?;
    Ok(path)
}

/// Puts the library into a directory that another process sees, always at the same place: a JVM that has loaded it once knows it
/// by its path, and the file must stay where it is.
pub(crate) fn library_for(directory: &Path, library: &Path) -> Result<PathBuf, Failure> {
    let bytes = fs::read(library).map_err(|error| Failure::file("read", library, &error))?;
    let name = format!(".retake-{:016x}.so", hash(&bytes));
    cached(directory, &name, &bytes).map_err(|error| Failure::file("written", &directory.join(&name), &error))
}

/// The library in the cache, written there if it is not yet. What is there is used only if it is this user's and byte
/// for byte the same: it is about to be loaded into a process.
fn cached(cache: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = cache.join(name);
    let own = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.uid() == user());
    if own(&path) && fs::read(&path).is_ok_and(|found| found == bytes) {
        return Ok(path);
    }
    fs::create_dir_all(cache)?;
    let half = cache.join(format!(".{name}.{}", std::process::id()));
    let _ = fs::remove_file(&half);
    let written = write(&half, bytes).and_then(|()| fs::rename(&half, &path));
    if written.is_err() {
        let _ = fs::remove_file(&half);
    }
    written.map(|()| path)
}

fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o644).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// FNV-1a: names a file, and need not withstand anybody.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_written_once_and_mended() {
        let directory = WorkDir::create().expect("there is a place for temporary files");
        let cache = directory.file("cache");
        let path = cached(&cache, "agent.so", b"library").expect("writable");
        let inode = fs::metadata(&path).expect("there").ino();
        assert_eq!(cached(&cache, "agent.so", b"library").expect("there"), path);
        assert_eq!(fs::metadata(&path).expect("there").ino(), inode);
        fs::write(&path, b"broken").expect("writable");
        cached(&cache, "agent.so", b"library").expect("writable");
        assert_eq!(fs::read(&path).expect("there"), b"library");
        assert_eq!(fs::read_dir(&cache).expect("there").count(), 1);
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_an_error() {
        assert!(cached(Path::new("/proc/retake"), "agent.so", b"library").is_err());
    }
}
