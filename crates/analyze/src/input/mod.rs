//! Bytes: what the user named becomes class files and the files that configure, first on the path first.
//!
//! Two steps. First everything that is there is *found*: names, and where their bytes are. Then it is known which
//! classes count (of two of one name the one the JVM would load), and those are *loaded*, in parallel.

mod archive;
mod budget;
mod bytes;
mod cache;
mod choose;
mod class_file;
mod digest;
mod directory;
mod find;
mod layout;
mod left_out;
mod load;
mod manifest;
mod outline;
mod own;
mod path;
mod recall;
mod resource;
mod scope;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::{Error, Settings};
use archive::Fault;
use bytes::Bytes;
use cache::{Cache, Missing};
pub(crate) use class_file::ClassFile;
pub(crate) use digest::Seen;
use find::Finder;
pub(crate) use outline::Outline;
pub use path::class_path;
pub(crate) use resource::Resource;
pub(crate) use scope::prefixes;

/// The newest release of Java that is known. Major version 45 was release 1.
const NEWEST: u16 = retake_bytecode::read::NEWEST_MAJOR - 44;

/// What to analyse.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The class path: jars, wars, ears, directories of classes, directories of jars written as `dir/*`, modules and
    /// homes of JDKs.
    ///
    /// Directories of classes are application code, or, if there are none, the classes of the first archive;
    /// everything else is a library. Archives in a war, an ear or a Spring Boot jar are unfolded, and a manifest's
    /// `Class-Path` is followed. If most of the service's own modules are among its libraries, or all is in one jar, the
    /// packages of the class it starts with and of the release of its modules tell them, and a warning says so.
    pub path: Vec<PathBuf>,
    /// Prefixes of class names that are application code, wherever they are; nothing means the rule above.
    /// Both `shop.orders` and `shop/orders` are understood.
    pub scope: Vec<String>,
    /// The release of Java the service runs on, which decides what of a multi-release jar counts; nothing means the
    /// newest that is known.
    pub release: Option<u16>,
    /// What a file of settings says; what is said above goes before it.
    pub settings: Settings,
    /// The directory where what was learned of libraries is kept for the next analysis; nothing means that nothing is
    /// kept. It changes how long an analysis takes, and nothing else.
    pub cache: Option<PathBuf>,
}

impl Request {
    /// One jar, war or directory, with what its manifest names.
    pub fn of(path: impl Into<PathBuf>) -> Self {
        Request { path: vec![path.into()], ..Request::default() }
    }
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
    /// Where digests of archives are kept, if they are.
    cache: Option<Cache>,
    /// The archives of which there is none.
    missing: Vec<Missing>,
}

impl Input {
    /// What turned out to be unreadable when somebody asked for it.
    pub(crate) fn faults(&self) -> impl Iterator<Item = String> {
        let faults = self.classes.iter().filter_map(|class| Some((&class.name, class.fault()?)));
        faults.map(|(name, why)| format!("class {name} was left out: {why}"))
    }
}

/// Reads what was asked for.
pub(crate) fn read(request: &Request) -> Result<Input, Error> {
    if request.path.is_empty() {
        return Err(Error::Empty);
    }
    let release = request.release.or(request.settings.release);
    let mut reading = Reading::new(release.unwrap_or(NEWEST), request.cache.as_deref().map(Cache::new));
    reading.add_named(&path::expand(&request.path)?)?;
    let scope = if request.scope.is_empty() { &request.settings.scope } else { &request.scope };
    // What is said of a scope: where it is written, if that is in a file.
    let told = match request.scope.is_empty() {
        true => request.settings.told_scope(),
        false => scope.clone(),
    };
    if scope.is_empty() {
        reading.find_own(&request.path);
    } else {
        reading.apply_scope(scope, &told);
    }
    let Reading { finder, mut faults, warnings, .. } = reading;
    if !finder.classes.iter().any(|class| class.application) {
        // What could not be read is a better reason than that the rest has nothing to offer.
        return Err(match faults.is_empty() {
            false => faults.swap_remove(0),
            true if finder.classes.is_empty() => Error::NoClasses { paths: request.path.clone() },
            true => Error::NoApplication { scope: told },
        });
    }
    let mut input = finder.choose();
    let faults = faults.iter().map(Error::to_string);
    input.warnings.splice(0..0, warnings.into_iter().chain(faults));
    Ok(input)
}

/// Reads an archive that is in memory.
#[cfg(feature = "fuzz")]
pub(crate) fn of_archive(bytes: &[u8]) -> Option<Input> {
    let mut finder = Finder::new(NEWEST, None);
    finder.file(bytes.to_vec().into(), "app.jar", true).ok()?;
    Some(finder.choose())
}

/// Reads a digest and everything that it tells.
#[cfg(feature = "fuzz")]
pub(crate) fn of_digest(bytes: &[u8]) {
    let Some(digest) = digest::Digest::read(bytes.to_vec()) else { return };
    for entry in &digest.entries {
        digest.role(entry);
        digest.content(entry);
        entry.outline.clone().and_then(|at| digest.outline(at));
    }
}

/// The digest of an archive.
#[cfg(feature = "fuzz")]
pub(crate) fn to_digest(archive: &[u8]) -> Option<Vec<u8>> {
    let mut finder = Finder::new(NEWEST, Some(Cache::new(Path::new(""))));
    finder.file(archive.to_vec().into(), "app.jar", true).ok()?;
    let input = finder.choose();
    let classes = input.classes.iter().filter_map(|class| {
        let bytes = class.bytes().ok()?;
        let outline = Outline::of(&retake_bytecode::read::Class::parse(bytes).ok()?).ok();
        Some((class.entry?, Seen { outline, content: Some(bytes) }))
    });
    Some(input.missing.first()?.draft.write(&classes.collect()))
}

/// A reading in progress.
struct Reading {
    finder: Finder,
    /// The files that were opened already, because manifests may name each other.
    opened: FxHashSet<PathBuf>,
    /// The numbers of the archive that is the service, and of what is in it; nothing if directories are.
    service: Option<Range<u32>>,
    /// What was named and cannot be read.
    faults: Vec<Error>,
    warnings: Vec<String>,
}

/// What a path leads to.
enum Opened {
    Directory,
    File(Bytes),
}

impl Reading {
    fn new(release: u16, cache: Option<Cache>) -> Self {
        Reading {
            finder: Finder::new(release, cache),
            opened: FxHashSet::default(),
            service: None,
            faults: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Adds what the user named, and decides by it what is application code.
    fn add_named(&mut self, paths: &[PathBuf]) -> Result<(), Error> {
        // Something that is not there is a slip of whoever named it, and no reason to analyse the rest.
        if let Some(path) = paths.iter().find(|path| !path.exists()) {
            return Err(Error::NotFound { path: path.clone() });
        }
        let mut named = Vec::new();
        for (path, opened) in self.open(paths.to_vec()) {
            let (first, classes) = (self.finder.origins.len() as u32, self.finder.classes.len());
            let directory = matches!(opened, Ok(Opened::Directory));
            self.add(&path, opened, true);
            let origins = first..self.finder.origins.len() as u32;
            if self.finder.classes.len() > classes {
                named.push((directory, origins));
            }
        }
        // Somebody who names directories of classes names what was compiled; jars beside it are what it was compiled
        // against. Otherwise the first archive is the service, and the others are what it uses.
        let directories = named.iter().any(|(directory, _)| *directory);
        named.retain(|(directory, _)| *directory == directories);
        if !directories {
            named.truncate(1);
            self.service = named.first().map(|(_, origins)| origins.clone());
        }
        for found in self.finder.classes.iter_mut().chain(&mut self.finder.resources) {
            found.application &= named.iter().any(|(_, origins)| origins.contains(&found.origin));
        }
        Ok(())
    }

    /// Looks for what else is application code if nobody says it.
    fn find_own(&mut self, paths: &[PathBuf]) {
        let Some(service) = self.service.clone() else { return };
        self.warnings.extend(own::find(&mut self.finder, &service));
        // Of the jars of a directory, the first is the service by accident.
        if let Some(jars) = paths.first().filter(|path| path.file_name().is_some_and(|name| name == "*"))
            && let Some(name) = self.finder.origins.get(service.start as usize)
        {
            self.warnings.push(format!(
                "{name} counts as the service because it is the first of {}; name the service before its libraries, or \
                 say which packages are its own",
                jars.display()
            ));
        }
    }

    /// Makes application code what the user says, and warns of what covers nothing, by the name in `told`.
    fn apply_scope(&mut self, scope: &[String], told: &[String]) {
        let scope: Vec<String> = scope.iter().map(|written| scope::prefix(written)).collect();
        let mut used = vec![false; scope.len()];
        let mut ours = FxHashSet::default();
        for class in &mut self.finder.classes {
            class.application = false;
            for (prefix, used) in scope.iter().zip(&mut used) {
                let covered = scope::covers(prefix, &class.name);
                class.application |= covered;
                *used |= covered;
            }
            if class.application {
                ours.insert(class.origin);
            }
        }
        let unused = told.iter().zip(&used).filter(|(_, used)| !**used);
        self.warnings
            .extend(unused.map(|(name, _)| format!("no class starts with {name}; check the packages that were given")));
        // A file has no package; it belongs to the application if something beside it does.
        for resource in &mut self.finder.resources {
            resource.application = ours.contains(&resource.origin);
        }
    }

    /// Opens what was not opened before.
    fn open(&mut self, paths: Vec<PathBuf>) -> Vec<(PathBuf, Result<Opened, Error>)> {
        let mut paths = paths;
        paths.retain(|path| self.opened.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
        paths.into_par_iter().map(|path| (path.clone(), open(&path))).collect()
    }

    fn add(&mut self, path: &Path, opened: Result<Opened, Error>, application: bool) {
        let added = opened.and_then(|opened| match opened {
            Opened::Directory => self.add_directory(path, application),
            Opened::File(bytes) => self.add_file(path, bytes, application),
        });
        self.faults.extend(added.err());
    }

    fn add_file(&mut self, path: &Path, bytes: Bytes, application: bool) -> Result<(), Error> {
        let name = path.display().to_string();
        let manifest = self.finder.file(bytes, &name, application).map_err(|fault| match fault {
            Fault::NotAnArchive => Error::NotAnArchive { path: path.to_path_buf() },
            Fault::Damaged(what) => Error::Damaged { path: path.to_path_buf(), what: what.to_string() },
        })?;
        let mut siblings = Vec::new();
        for entry in manifest.class_path() {
            let sibling = path.parent().unwrap_or(Path::new(".")).join(&entry);
            if sibling.exists() {
                siblings.push(sibling);
            } else {
                // Like the JVM, go on without what a manifest names and nobody delivered; unlike it, say so.
                self.warnings.push(format!("{name} names {entry}, which is not there"));
            }
        }
        for (sibling, opened) in self.open(siblings) {
            let application = application && matches!(opened, Ok(Opened::Directory));
            self.add(&sibling, opened, application);
        }
        Ok(())
    }

    fn add_directory(&mut self, path: &Path, application: bool) -> Result<(), Error> {
        let libraries = self.finder.directory(path, application)?;
        for application in [true, false] {
            let paths = libraries.iter().filter(|library| library.1 == application).map(|library| library.0.clone());
            for (library, opened) in self.open(paths.collect()) {
                self.add(&library, opened, application);
            }
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<Opened, Error> {
    let failed = |source| path::failed(path, source);
    let found = std::fs::metadata(path).map_err(failed)?;
    if found.is_dir() {
        return Ok(Opened::Directory);
    }
    // A pipe or a device could be read forever.
    if !found.is_file() {
        return Err(Error::NotAnArchive { path: path.to_path_buf() });
    }
    std::fs::read(path).map(|bytes| Opened::File(bytes.into())).map_err(failed)
}
