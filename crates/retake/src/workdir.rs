//! A private directory for what the command and the agent tell each other.

use std::cell::Cell;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::failure::Failure;

/// A socket's path has little room, so the directory's must leave some.
const LONGEST: usize = 70;

/// The directory; removed with everything in it unless it is kept.
#[derive(Debug)]
pub(crate) struct WorkDir {
    path: PathBuf,
    kept: Cell<bool>,
}

impl WorkDir {
    /// Makes a directory that only this user can enter.
    pub(crate) fn create() -> Result<WorkDir, Failure> {
        let temp = std::env::temp_dir();
        let parents = if temp.as_os_str().len() <= LONGEST { vec![temp] } else { vec![PathBuf::from("/tmp"), temp] };
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for parent in &parents {
            match make(parent) {
                Ok(path) => return Ok(WorkDir { path, kept: Cell::new(false) }),
                Err(error) => last = error,
            }
        }
        let tried = parents.last().map(|path| path.display().to_string()).unwrap_or_default();
        Err(Failure::new(format!(
            "no directory can be made in {tried}: {last}; set TMPDIR to a directory that is writable"
        )))
    }

    /// Makes one inside a directory, for a user.
    pub(crate) fn create_in(parent: &Path, owner: (u32, u32)) -> Result<WorkDir, Failure> {
        let cannot = |error: io::Error| Failure::file("written", parent, &error);
        let directory = WorkDir { path: make(parent).map_err(cannot)?, kept: Cell::new(false) };
        std::os::unix::fs::lchown(&directory.path, Some(owner.0), Some(owner.1)).map_err(cannot)?;
        Ok(directory)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file into the directory.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.file(name);
        fs::write(&path, bytes).map_err(|error| Failure::file("written", &path, &error))?;
        Ok(path)
    }

    /// Leaves the directory in place for people to look into.
    pub(crate) fn keep(&self) {
        self.kept.set(true);
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        if !self.kept.get() {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn make(parent: &Path) -> io::Result<PathBuf> {
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    for attempt in 0..100u32 {
        let name = format!("retake-{}-{:x}", std::process::id(), seed.wrapping_add(attempt));
        let path = parent.join(name);
        match DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_private_and_goes_away() {
        use std::os::unix::fs::PermissionsExt;
        let directory = WorkDir::create().expect("there is a place for temporary files");
        let file = directory.write("a", b"b").expect("writable");
        let mode = fs::metadata(&directory.path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        drop(directory);
        assert!(!file.exists());
    }
}
