//! Bytes: what the user named becomes class files and the few other files that matter, first on the path first.
//!
//! The order is that of the class path, so that of two classes of one name the one the JVM would load wins. Of a
//! multi-release jar only the base version is read: what `META-INF/versions` adds are other bodies of the same API.

mod archive;
mod resource;
mod scope;
mod unpack;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::Error;
pub(crate) use resource::Resource;
pub(crate) use scope::prefixes;

/// What to analyse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The class path: jars, wars, directories of classes, and directories of jars written as `dir/*`.
    ///
    /// Directories of classes are application code, or, if there are none, the classes of the first archive;
    /// everything else is a library. A war's `WEB-INF` and a Spring Boot jar's `BOOT-INF` are unfolded, and a
    /// manifest's `Class-Path` is followed.
    pub path: Vec<PathBuf>,
    /// Prefixes of class names that are application code, wherever they are; nothing means the rule above.
    /// Both `shop.orders` and `shop/orders` are understood.
    pub scope: Vec<String>,
}

impl Request {
    /// One jar, war or directory, with what its manifest names.
    pub fn of(path: impl Into<PathBuf>) -> Self {
        Request { path: vec![path.into()], scope: Vec::new() }
    }
}

/// A class as it was found.
#[derive(Debug)]
pub(crate) struct ClassFile {
    /// The internal name that its place says.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it is application code.
    pub(crate) application: bool,
    /// The number of the archive or directory it is in.
    pub(crate) origin: u32,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub(crate) struct Input {
    /// The classes, sorted by name, no two of one name.
    pub(crate) classes: Vec<ClassFile>,
    /// The files that configure, in the order of the class path; several may have one path.
    pub(crate) resources: Vec<Resource>,
    /// What could not be read.
    pub(crate) warnings: Vec<String>,
}

/// Reads what was asked for.
pub(crate) fn read(request: &Request) -> Result<Input, Error> {
    if request.path.is_empty() {
        return Err(Error::Empty);
    }
    let mut reading = Reading::default();
    let named = expand(&request.path)?;
    for path in &named {
        reading.add(path, true)?;
    }
    let Reading { mut input, directories, .. } = reading;
    // Somebody who names directories of classes names what was compiled; jars beside it are what it was compiled
    // against. Otherwise the first archive is the service, and the others are what it uses.
    let is_application =
        |origin: &u32| if directories.is_empty() { *origin == 0 } else { directories.contains(origin) };
    for class in &mut input.classes {
        class.application &= is_application(&class.origin);
    }
    for resource in &mut input.resources {
        resource.application &= is_application(&resource.origin);
    }
    if input.classes.is_empty() {
        return Err(Error::NoClasses { paths: request.path.clone() });
    }
    if !request.scope.is_empty() {
        let scope: Vec<String> = request.scope.iter().map(|prefix| prefix.replace('.', "/")).collect();
        for class in &mut input.classes {
            class.application = scope.iter().any(|prefix| scope::covers(prefix, &class.name));
        }
        // A file has no package; it belongs to the application if something beside it does.
        let ours: FxHashSet<u32> =
            input.classes.iter().filter(|class| class.application).map(|class| class.origin).collect();
        for resource in &mut input.resources {
            resource.application = ours.contains(&resource.origin);
        }
    }
    if !input.classes.iter().any(|class| class.application) {
        return Err(Error::NoApplication { scope: request.scope.clone() });
    }
    input.classes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(input)
}

/// Replaces `dir/*` by the jars of `dir`, as the JVM does.
fn expand(path: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut expanded = Vec::new();
    for entry in path {
        if entry.file_name().is_some_and(|name| name == "*") {
            let directory = entry.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut jars = Vec::new();
            for found in std::fs::read_dir(directory).map_err(|source| failed(directory, source))? {
                let found = found.map_err(|source| failed(directory, source))?.path();
                if found.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("jar")) {
                    jars.push(found);
                }
            }
            jars.sort();
            expanded.append(&mut jars);
        } else {
            expanded.push(entry.clone());
        }
    }
    Ok(expanded)
}

/// The error for a path the system does not let us read.
fn failed(path: &Path, source: std::io::Error) -> Error {
    let path = path.to_path_buf();
    match source.kind() {
        std::io::ErrorKind::NotFound => Error::NotFound { path },
        _ => Error::Unreadable { path, source },
    }
}

/// A reading in progress.
#[derive(Default)]
struct Reading {
    input: Input,
    /// The classes that are there already: the first on the path wins.
    taken: FxHashSet<String>,
    /// The files that were opened already, because manifests may name each other.
    opened: FxHashSet<PathBuf>,
    /// How many bytes the resources have.
    resource_bytes: usize,
    /// How many archives and directories were read.
    origins: u32,
    /// Those of them that are directories with classes.
    directories: FxHashSet<u32>,
}

impl Reading {
    fn add(&mut self, path: &Path, application: bool) -> Result<(), Error> {
        let meta = std::fs::metadata(path).map_err(|source| failed(path, source))?;
        if !self.opened.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())) {
            return Ok(());
        }
        if meta.is_dir() {
            return self.add_directory(path, application);
        }
        let bytes = std::fs::read(path).map_err(|source| failed(path, source))?;
        let unpacked = unpack::archive(&bytes, &path.display().to_string()).map_err(|fault| match fault {
            archive::Fault::NotAnArchive => Error::NotAnArchive { path: path.to_path_buf() },
            archive::Fault::Damaged(what) => Error::Damaged { path: path.to_path_buf(), what },
        })?;
        let class_path = unpacked.class_path.clone();
        self.take(unpacked, application);
        for entry in class_path {
            // Like the JVM, go on without what a manifest names and nobody delivered; unlike it, say so.
            let sibling = path.parent().unwrap_or(Path::new(".")).join(&entry);
            match std::fs::metadata(&sibling) {
                Ok(_) => self.add(&sibling, sibling.is_dir())?,
                Err(_) => self.input.warnings.push(format!("{} names {entry}, which is not there", path.display())),
            }
        }
        Ok(())
    }

    fn take(&mut self, unpacked: unpack::Unpacked, application: bool) {
        self.input.warnings.extend(unpacked.warnings);
        let first = self.origins;
        self.origins += unpacked.origins;
        for class in unpacked.classes {
            if self.taken.insert(class.name.clone()) {
                let (application, origin) = (application && class.application, first + class.origin);
                self.input.classes.push(ClassFile { application, origin, ..class });
            }
        }
        for resource in unpacked.resources {
            self.resource_bytes += resource.bytes.len();
            if self.resource_bytes > resource::BUDGET {
                let Resource { archive, path, .. } = &resource;
                self.input.warnings.push(format!("{archive}: {path} was left out: {}", resource::TOO_MANY));
                continue;
            }
            let (application, origin) = (application && resource.application, first + resource.origin);
            self.input.resources.push(Resource { application, origin, ..resource });
        }
    }

    fn add_directory(&mut self, root: &Path, application: bool) -> Result<(), Error> {
        let mut unpacked = unpack::Unpacked { origins: 1, ..unpack::Unpacked::default() };
        let archive: Arc<str> = root.display().to_string().into();
        let mut libraries = Vec::new();
        let mut pending = vec![root.to_path_buf()];
        let mut files = Vec::new();
        while let Some(directory) = pending.pop() {
            for found in std::fs::read_dir(&directory).map_err(|source| failed(&directory, source))? {
                let found = found.map_err(|source| failed(&directory, source))?;
                let kind = found.file_type().map_err(|source| failed(&found.path(), source))?;
                if kind.is_dir() {
                    pending.push(found.path());
                } else {
                    files.push(found.path());
                }
            }
        }
        files.sort();
        let name_of = |file: &PathBuf| {
            let relative = file.strip_prefix(root).unwrap_or(file);
            relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
        };
        let names: Vec<String> = files.iter().map(name_of).collect();
        let layout = unpack::Layout::of_names(names.iter().map(String::as_str));
        for (file, name) in files.into_iter().zip(names) {
            match unpack::role(&name, layout) {
                unpack::Role::Class { name, application } => {
                    let bytes = std::fs::read(&file).map_err(|source| failed(&file, source))?;
                    unpacked.classes.push(ClassFile { name, bytes, application, origin: 0 });
                }
                unpack::Role::Resource { path, application } => {
                    let size = std::fs::metadata(&file).map_err(|source| failed(&file, source))?.len();
                    if size <= resource::LARGEST {
                        let bytes = std::fs::read(&file).map_err(|source| failed(&file, source))?;
                        let archive = archive.clone();
                        unpacked.resources.push(Resource { path, archive, bytes, application, origin: 0 });
                    }
                }
                unpack::Role::Library => libraries.push(file),
                unpack::Role::Other => {}
            }
        }
        if !unpacked.classes.is_empty() {
            self.directories.insert(self.origins);
        }
        self.take(unpacked, application);
        for library in libraries {
            self.add(&library, false)?;
        }
        Ok(())
    }
}
