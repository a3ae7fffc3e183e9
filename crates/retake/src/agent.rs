//! The agent's library, which the command carries inside.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::cache;
use crate::failure::Failure;
use crate::workdir::WorkDir;

/// The version of command and agent, which must be the same.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The library, if the command was built with it.
const LIBRARY: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/agent.rs"));

/// Names a library to use instead of the one inside.
const VARIABLE: &str = "RETAKE_AGENT";

/// So many libraries of other builds stay in the cache.
const OTHERS: usize = 3;
/// A library that was used so lately stays in any case: somebody may be about to load it.
const LATELY: Duration = Duration::from_secs(60 * 60);

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
    if let Some(cache) = cache::directory().filter(usable)
        && let Ok(path) = cached(&cache, &name, bytes)
    {
        // What cannot be noted or removed costs room and nothing else.
        let _ = used(&path).and_then(|()| prune(&cache, &path));
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

/// Notes that a library is used now.
fn used(path: &Path) -> io::Result<()> {
    fs::File::open(path)?.set_modified(SystemTime::now())
}

/// Removes the libraries of other builds from the cache, but for those that were used last. A JVM that has loaded one keeps it.
fn prune(cache: &Path, own: &Path) -> io::Result<()> {
    let mut others = Vec::new();
    for file in fs::read_dir(cache)? {
        let file = file?;
        let about = file.metadata()?;
        if is_library(&file.file_name().to_string_lossy()) && about.is_file() && file.path() != own {
            others.push((about.modified()?, file.path()));
        }
    }
    others.sort();
    others.truncate(others.len().saturating_sub(OTHERS));
    // A clock that was set back makes files of the future, which were used lately.
    let is_old = |used: SystemTime| used.elapsed().is_ok_and(|ago| ago > LATELY);
    others.into_iter().filter(|(used, _)| is_old(*used)).try_for_each(|(_, path)| fs::remove_file(path))
}

/// Whether a file has the name of a library, or of one that was being written.
fn is_library(name: &str) -> bool {
    let number = name.trim_start_matches('.').strip_prefix("agent-").and_then(|rest| rest.split_once(".so"));
    number.is_some_and(|(number, _)| number.len() == 16 && number.bytes().all(|digit| digit.is_ascii_hexdigit()))
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
    fn libraries_of_other_builds_go_unless_they_were_used_lately() {
        let directory = WorkDir::create().expect("there is a place for temporary files");
        let cache = directory.file("cache");
        let own = cached(&cache, "agent-00000000000000ff.so", b"library").expect("writable");
        let ago = |name: &str, minutes: u64| {
            let path = cached(&cache, name, b"other").expect("writable");
            let used = SystemTime::now() - Duration::from_secs(60 * minutes);
            fs::File::open(path).and_then(|file| file.set_modified(used)).expect("it is ours");
        };
        for minutes in [20, 40, 80, 100, 120, 140] {
            ago(&format!("agent-{minutes:016x}.so"), minutes);
        }
        ago(".agent-0000000000000001.so.17", 1000);
        ago("agent-notes.so", 1000);
        ago("archives-2", 1000);
        fs::File::open(&own).and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH)).expect("it is ours");
        prune(&cache, &own).expect("all can be removed");
        let names = fs::read_dir(&cache).expect("there").flatten().map(|file| file.file_name());
        let mut left: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        left.sort();
        let used = |minutes: u64| format!("agent-{minutes:016x}.so");
        let mut expected =
            vec![used(0xff), used(20), used(40), used(80), "agent-notes.so".to_owned(), "archives-2".to_owned()];
        expected.sort();
        assert_eq!(left, expected);
        // More than usual stay if all of them were used lately.
        for minutes in [5, 6] {
            ago(&used(minutes), minutes);
        }
        prune(&cache, &own).expect("all can be removed");
        for minutes in [5, 6, 20, 40] {
            assert!(cache.join(used(minutes)).exists(), "{minutes}");
        }
        assert!(!cache.join(used(80)).exists());
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_an_error() {
        assert!(cached(Path::new("/proc/retake"), "agent.so", b"library").is_err());
    }
}
