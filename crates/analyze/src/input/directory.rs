//! Directories: classes as a compiler leaves them, or an archive that somebody unpacked.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::find::{Content, Finder};
use super::layout::{Layout, Role};
use super::path::failed;
use crate::Error;

/// The libraries of a directory, and whether they are application code.
pub(super) type Libraries = Vec<(PathBuf, bool)>;

impl Finder {
    /// Goes through a directory. What cannot be read is left out; the archives in it are left to the caller.
    pub(super) fn directory(&mut self, root: &Path, application: bool) -> Result<Libraries, Error> {
        let origin = self.origin(root.display().to_string().into());
        let mut files = Walk::new(root)?.files;
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let names: Vec<Option<String>> = files.iter().map(|(path, _)| name(path, root)).collect();
        let layout = Layout::of_names(names.iter().filter_map(Option::as_deref));
        let mut libraries = Libraries::new();
        for ((path, found), name) in files.into_iter().zip(&names) {
            let shown = name.clone().unwrap_or_else(|| path.to_string_lossy().into_owned());
            let role = layout.role(&shown);
            let Some(found) = found else {
                if role != Role::Other {
                    self.leave_out(origin, &shown, "it cannot be read");
                }
                continue;
            };
            match role {
                Role::Other => {}
                _ if name.is_none() => self.leave_out(origin, &shown, "its name is not UTF-8"),
                // A pipe or a device could be read forever.
                _ if !found.is_file() => self.leave_out(origin, &shown, "it is no file"),
                Role::Archive { application: inside } => libraries.push((path, application && inside)),
                role => {
                    let size = usize::try_from(found.len()).unwrap_or(usize::MAX);
                    self.budget.grow(size);
                    let _ = self.note(origin, role, application, 0, Content::File { path, size });
                }
            }
        }
        libraries.sort_by_key(|(_, application)| !application);
        Ok(libraries)
    }
}

/// The path of a file below a directory, with `/` between its parts.
fn name(path: &Path, root: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).unwrap_or(path).components().map(|part| part.as_os_str().to_str());
    parts.collect::<Option<Vec<&str>>>().map(|parts| parts.join("/"))
}

/// Everything below a directory.
struct Walk {
    /// What is no directory, with what the system says of it, unless that cannot be told.
    files: Vec<(PathBuf, Option<Metadata>)>,
    /// The directories that were visited: links may lead in circles.
    visited: FxHashSet<PathBuf>,
}

impl Walk {
    fn new(root: &Path) -> Result<Self, Error> {
        let mut walk = Walk { files: Vec::new(), visited: FxHashSet::default() };
        let mut pending = vec![root.to_path_buf()];
        while let Some(directory) = pending.pop() {
            if !walk.visited.insert(directory.canonicalize().unwrap_or_else(|_| directory.clone())) {
                continue;
            }
            let entries = match std::fs::read_dir(&directory) {
                Ok(entries) => entries,
                Err(source) if directory == root => return Err(failed(root, source)),
                Err(_) => {
                    walk.files.push((directory, None));
                    continue;
                }
            };
            for path in entries.flatten().map(|entry| entry.path()) {
                match std::fs::metadata(&path) {
                    Ok(found) if found.is_dir() => pending.push(path),
                    found => walk.files.push((path, found.ok())),
                }
            }
        }
        Ok(walk)
    }
}
