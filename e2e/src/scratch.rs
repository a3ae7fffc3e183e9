//! A directory of its own for a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// The directory; removed at the end, unless the test failed and somebody will want to look.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes an empty directory. Its name has a space in it, because paths have.
    pub fn create() -> Scratch {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("retake e2e {} {number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{} cannot be made: {error}", path.display()));
        Scratch { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    #[allow(clippy::print_stderr, reason = "a failing test says where to look")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("what the test left is in {}", self.path.display());
        } else {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// How many bytes the files of a directory and of those in it have.
pub fn size(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    };
    entries.map(size).sum()
}
