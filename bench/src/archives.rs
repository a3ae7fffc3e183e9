//! Every class file of an application: in its archives and in the archives in them.
//!
//! As fast as it goes: an archive is read once, an entry is inflated by libdeflate into a room that all of them use, and
//! an archive that is only stored in another one is read where it lies. It is the floor under any analysis, so it does
//! not share code with the analysis that is measured against it.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive, ZipSliceArchive};

use crate::Result;

/// Why the JVM does not load a class file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unused {
    /// It is `module-info` or `package-info`.
    Info,
    /// Another of its name comes before it, in another archive or for another release.
    Behind,
    /// It lies where no class loader looks.
    Elsewhere,
}

/// Where libraries are in a war and in a jar of Spring Boot, and where the classes are.
const LIBRARIES: [&str; 3] = ["WEB-INF/lib/", "WEB-INF/lib-provided/", "BOOT-INF/lib/"];
const CLASSES: [&str; 2] = ["WEB-INF/classes/", "BOOT-INF/classes/"];

/// Goes through the files of an application.
pub struct Archives<F> {
    inflater: Decompressor,
    seen: HashSet<u64>,
    each: F,
    /// Whether those count too that no JVM would load.
    all: bool,
    /// Class files that are there and not used.
    pub unused: Vec<Unused>,
}

impl<F: FnMut(&str, &[u8])> Archives<F> {
    /// `each` is given the name and the bytes of every class that a JVM would load.
    pub fn new(each: F) -> Self {
        Archives { inflater: Decompressor::new(), seen: HashSet::new(), each, all: false, unused: Vec::new() }
    }

    /// `each` is given the path and the bytes of every class file that is there.
    pub fn all(each: F) -> Self {
        Archives { all: true, ..Archives::new(each) }
    }

    /// Goes through these files.
    pub fn read(&mut self, files: &[PathBuf]) -> Result<()> {
        for file in files {
            let bytes = fs::read(file)?;
            self.archive(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        Ok(())
    }

    fn archive(&mut self, bytes: &[u8]) -> Result<()> {
        let zip = ZipArchive::from_slice(bytes)?;
        let versions = self.has_versions(&zip)?;
        let (mut room, mut inner) = (Vec::new(), Vec::new());
        for record in zip.entries() {
            let record = record?;
            let path = record.file_path();
            let Ok(path) = std::str::from_utf8(path.as_bytes()) else { continue };
            if path.ends_with(".jar") && LIBRARIES.iter().any(|place| path.starts_with(place)) {
                inner.push(record.wayfinder());
                continue;
            }
            let Some(name) = path.strip_suffix(".class") else { continue };
            match self.used(name, versions) {
                Ok(name) => {
                    let found = zip.get_entry(record.wayfinder())?;
                    let (data, size) = (found.data(), record.uncompressed_size_hint() as usize);
                    let deflated = record.compression_method() == CompressionMethod::DEFLATE;
                    let content = unpack(&mut self.inflater, data, size, deflated, &mut room)?;
                    (self.each)(name, content);
                }
                Err(why) => self.unused.push(why),
            }
        }
        let mut room = Vec::new();
        for at in inner {
            let found = zip.get_entry(at)?;
            let (data, size) = (found.data(), at.uncompressed_size_hint() as usize);
            let content = unpack(&mut self.inflater, data, size, data.len() != size, &mut room)?;
            self.archive(content)?;
        }
        Ok(())
    }

    /// The name under which the JVM would find a class.
    fn used<'n>(&mut self, path: &'n str, versions: bool) -> std::result::Result<&'n str, Unused> {
        if self.all {
            return Ok(path);
        }
        let name = CLASSES.iter().find_map(|place| path.strip_prefix(place)).unwrap_or(path);
        let name = match name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/')) {
            Some((_, name)) if versions => name,
            _ => name,
        };
        if matches!(name.rsplit('/').next(), Some("module-info" | "package-info")) {
            return Err(Unused::Info);
        }
        if name.contains("-INF/") {
            return Err(Unused::Elsewhere);
        }
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        if self.seen.insert(hasher.finish()) { Ok(name) } else { Err(Unused::Behind) }
    }

    /// Whether the manifest says that there are classes for several releases.
    fn has_versions(&mut self, zip: &ZipSliceArchive<&[u8]>) -> Result<bool> {
        for record in zip.entries() {
            let record = record?;
            if record.file_path().as_bytes() == b"META-INF/MANIFEST.MF" {
                let found = zip.get_entry(record.wayfinder())?;
                let size = record.uncompressed_size_hint() as usize;
                let deflated = record.compression_method() == CompressionMethod::DEFLATE;
                let mut room = Vec::new();
                let text = unpack(&mut self.inflater, found.data(), size, deflated, &mut room)?;
                return Ok(String::from_utf8_lossy(text).to_ascii_lowercase().contains("multi-release: true"));
            }
        }
        Ok(false)
    }
}

/// Unpacks a war or a jar of Spring Boot the way other tools want it: its classes into a directory, its libraries as jars.
/// Tells the class path. What has no such layout is its own class path.
pub fn unfold(file: &Path, to: &Path) -> Result<Vec<PathBuf>> {
    let bytes = fs::read(file)?;
    let zip = ZipArchive::from_slice(&bytes)?;
    let (classes, libraries) = (to.join("classes"), to.join("lib"));
    let (mut inflater, mut path) = (Decompressor::new(), Vec::new());
    for record in zip.entries() {
        let record = record?;
        let name = record.file_path();
        let Ok(name) = std::str::from_utf8(name.as_bytes()) else { continue };
        let library = LIBRARIES.iter().find_map(|place| name.strip_prefix(place)).filter(|it| it.ends_with(".jar"));
        let class = CLASSES.iter().find_map(|place| name.strip_prefix(place)).filter(|it| it.ends_with(".class"));
        let target = match (library, class) {
            (Some(library), _) => libraries.join(library),
            (None, Some(class)) => classes.join(class),
            (None, None) => continue,
        };
        let found = zip.get_entry(record.wayfinder())?;
        let (data, size) = (found.data(), record.uncompressed_size_hint() as usize);
        let (deflated, mut room) = (record.compression_method() == CompressionMethod::DEFLATE, Vec::new());
        let content = unpack(&mut inflater, data, size, deflated, &mut room)?;
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::write(&target, content)?;
        if library.is_some() {
            path.push(target);
        }
    }
    if classes.is_dir() {
        path.insert(0, classes);
    }
    Ok(if path.is_empty() { vec![file.to_path_buf()] } else { path })
}

fn unpack<'d>(
    inflater: &mut Decompressor,
    data: &'d [u8],
    size: usize,
    deflated: bool,
    room: &'d mut Vec<u8>,
) -> Result<&'d [u8]> {
    if !deflated {
        return Ok(data);
    }
    if room.len() < size {
        room.resize(size, 0);
    }
    let written = inflater.deflate_decompress(data, &mut room[..size])?;
    Ok(&room[..written])
}
