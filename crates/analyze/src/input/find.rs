//! Goes through archives and the archives in them, and notes where everything that matters is.
//!
//! Only directories are read, and the archives in archives that are deflated. What classes and files hold is read
//! when it is known which of them count: of two classes of one name only the first is ever inflated.

use std::path::PathBuf;
use std::sync::Arc;

use libdeflater::Decompressor;
use rayon::prelude::*;
use retake_bytecode::jimage::Image;

use super::archive::{Archive, Fault, Packed};
use super::budget::Budget;
use super::bytes::Bytes;
use super::cache::{Cache, Key, Missing};
use super::digest::{Draft, Drafted};
use super::layout::{Layout, Role};
use super::left_out::{LeftOut, Reason};
use super::manifest::Manifest;
use super::recall::{Outlined, Recalled};
use super::resource;

/// An archive in an archive in an archive may be that deep; an ear with a war with jars is three.
const DEPTH: u32 = 8;

/// No class file and no manifest is as large as this.
const LARGEST: usize = 64 << 20;

/// A class or a resource, and where it is.
#[derive(Debug)]
pub(super) struct Found {
    /// The internal name of a class, the path of a resource.
    pub(super) name: String,
    /// Whether its place is one for application code.
    pub(super) application: bool,
    /// The number of the archive or directory it is in.
    pub(super) origin: u32,
    /// The release it is for, in a jar that has versions for several; 0 for all.
    pub(super) release: u16,
    pub(super) content: Content,
    /// Its number in the archive, if that can be remembered.
    pub(super) entry: Option<u32>,
    /// What a digest says of it.
    pub(super) outlined: Option<Outlined>,
}

/// Where the bytes are.
#[derive(Debug)]
pub(super) enum Content {
    Packed(Packed),
    File { path: PathBuf, size: usize },
}

/// What was found so far, in the order of the class path.
#[derive(Debug)]
pub(super) struct Finder {
    /// The newest release of Java whose versions count.
    pub(super) release: u16,
    pub(super) classes: Vec<Found>,
    pub(super) resources: Vec<Found>,
    /// The names of archives and directories, by their numbers.
    pub(super) origins: Vec<Arc<str>>,
    pub(super) left_out: LeftOut,
    pub(super) budget: Budget,
    /// The jars that several artifacts were put into.
    pub(super) shaded: Vec<Shaded>,
    /// The classes that archives start with, by the number of the archive.
    pub(super) starts: Vec<(u32, String)>,
    /// Where digests of archives are kept, if they are.
    pub(super) cache: Option<Cache>,
    /// The archives of which there is none.
    pub(super) missing: Vec<Missing>,
}

/// An archive in an archive, as far as it must be read.
enum Opened {
    Recalled(Recalled),
    Bytes(Bytes),
}

/// A jar that several artifacts were put into.
#[derive(Debug)]
pub(super) struct Shaded {
    pub(super) origin: u32,
    /// The groups of the artifacts, one for each artifact.
    pub(super) groups: Vec<String>,
}

impl Finder {
    pub(super) fn new(release: u16, cache: Option<Cache>) -> Self {
        Finder {
            release,
            classes: Vec::new(),
            resources: Vec::new(),
            origins: Vec::new(),
            left_out: LeftOut::default(),
            budget: Budget::default(),
            shaded: Vec::new(),
            starts: Vec::new(),
            cache,
            missing: Vec::new(),
        }
    }

    /// Numbers an archive or a directory.
    pub(super) fn origin(&mut self, name: Arc<str>) -> u32 {
        self.origins.push(name);
        self.origins.len() as u32 - 1
    }

    /// Notes that something of the archive or directory with this number was left out.
    pub(super) fn leave_out(&mut self, origin: u32, entry: &str, why: Reason) {
        if let Some(archive) = self.origins.get(origin as usize) {
            self.left_out.add(origin, archive, entry, why);
        }
    }

    /// Goes through the file of an archive or of a JDK's modules.
    pub(super) fn file(&mut self, bytes: Bytes, name: &str, application: bool) -> Result<Manifest, Fault> {
        self.budget.grow(bytes.len());
        if bytes.starts_with(&[0xda, 0xda, 0xfe, 0xca]) || bytes.starts_with(&[0xca, 0xfe, 0xda, 0xda]) {
            return self.image(&bytes, name, application);
        }
        // Nobody needs to know the checksum if nothing is kept by it.
        let packed = if self.cache.is_some() { Packed::whole(bytes.clone()) } else { Packed::plain(bytes.clone()) };
        if let Some(recalled) = self.recall(&packed) {
            return Ok(self.take(recalled, name.into(), application));
        }
        let key = self.key(&packed);
        self.archive(bytes, name.into(), application, 0, key)
    }

    /// Notes what an archive says about itself.
    pub(super) fn about(&mut self, origin: u32, manifest: &Manifest, groups: &[String]) {
        self.starts.extend(manifest.starts().map(|class| (origin, class)));
        if groups.len() > 1 {
            self.shaded.push(Shaded { origin, groups: groups.to_vec() });
        }
    }

    fn archive(
        &mut self,
        bytes: Bytes,
        name: Arc<str>,
        application: bool,
        depth: u32,
        key: Option<Key>,
    ) -> Result<Manifest, Fault> {
        let archive = Archive::open(bytes)?;
        let origin = self.origin(name);
        let layout = Layout::of_names(archive.entries().filter_map(|entry| entry.name().ok()));
        let manifest = self.manifest(&archive, origin);
        let versions = manifest.is_multi_release();
        let names = archive.entries().filter_map(|entry| entry.name().ok());
        let groups: Vec<String> = names.filter_map(group).map(str::to_string).collect();
        self.about(origin, &manifest, &groups);
        let left_out = self.left_out.count();
        let mut entries = Vec::new();
        let mut inner = Vec::new();
        for entry in archive.entries() {
            let name = match entry.name() {
                Ok(name) => name,
                Err(bytes) => {
                    let name = String::from_utf8_lossy(bytes);
                    if layout.role(&name) != Role::Other {
                        self.leave_out(origin, &name, "its name is not UTF-8");
                    }
                    continue;
                }
            };
            let (release, path) = if versions { versioned(name) } else { (0, name) };
            let role = layout.role(path);
            if role == Role::Other || release > self.release {
                continue;
            }
            let packed = match archive.locate(&entry) {
                _ if !is_path(path) => Err("its name is no path inside the archive"),
                located => located,
            };
            let packed = match packed {
                Ok(packed) => packed,
                Err(why) => {
                    self.leave_out(origin, name, why);
                    continue;
                }
            };
            match role {
                Role::Archive { application: inside } => inner.push((name, packed, application && inside)),
                role => {
                    let spot = archive.spot(&packed);
                    let drafted = spot.and_then(|spot| Drafted::new(&role, release, spot));
                    if let Some(found) = self.note(origin, role, application, release, Content::Packed(packed)) {
                        found.entry = drafted.is_some().then_some(entries.len() as u32);
                        entries.extend(drafted);
                    }
                }
            }
        }
        // What was left out is told in every run, so the archive is read in every run.
        if let Some(key) = key.filter(|_| inner.is_empty() && self.left_out.count() == left_out) {
            let draft = Draft { manifest: manifest.clone(), groups, entries };
            self.missing.push(Missing { key, origin, draft });
        }
        // What a layout takes for application code comes before its libraries, whatever the order in the archive.
        inner.sort_by_key(|(_, _, application)| !application);
        self.inner(origin, inner, depth + 1);
        Ok(manifest)
    }

    /// Goes through the archives in an archive.
    fn inner(&mut self, origin: u32, mut inner: Vec<(&str, Packed, bool)>, depth: u32) {
        inner.retain(|(name, packed, _)| {
            let claimed = if depth > DEPTH { Err("it is nested too deep") } else { self.budget.claim(packed.size) };
            claimed.map_err(|why| self.leave_out(origin, name, why)).is_ok()
        });
        let opened: Vec<Result<Opened, Reason>> = inner
            .par_iter()
            .map_init(Decompressor::new, |inflater, (_, packed, _)| match self.recall(packed) {
                Some(recalled) => Ok(Opened::Recalled(recalled)),
                None => packed.read(inflater).map(Opened::Bytes),
            })
            .collect();
        for ((name, packed, application), opened) in inner.into_iter().zip(opened) {
            let outer = self.origins.get(origin as usize).map_or("", |name| name);
            let full: Arc<str> = format!("{outer}!{name}").into();
            let found = opened.and_then(|opened| match opened {
                Opened::Recalled(recalled) => {
                    self.take(recalled, full, application);
                    Ok(())
                }
                Opened::Bytes(bytes) => {
                    let key = self.key(&packed);
                    self.archive(bytes, full, application, depth, key).map(|_| ()).map_err(|fault| match fault {
                        Fault::NotAnArchive => "it is no jar",
                        Fault::Damaged(what) => what,
                    })
                }
            });
            if let Err(why) = found {
                self.leave_out(origin, name, why);
            }
        }
    }

    /// Goes through a JDK's image of modules.
    fn image(&mut self, bytes: &Bytes, name: &str, application: bool) -> Result<Manifest, Fault> {
        let image = Image::parse(bytes).map_err(|_| Fault::Damaged("its header breaks off"))?;
        let origin = self.origin(name.into());
        for resource in image.resources() {
            let Ok(resource) = resource else {
                let why = "it lies outside of the image, or is compressed by other means than deflate";
                self.leave_out(origin, "a resource", why);
                continue;
            };
            let path = resource.path();
            let Some(bytes) = bytes.part(resource.at..resource.at + resource.bytes.len()) else { continue };
            let packed = match resource.inflated {
                None => Some(Packed::plain(bytes)),
                Some(size) => Packed::deflated(bytes, size),
            };
            match packed {
                Some(packed) => {
                    let content = Content::Packed(packed);
                    let _ = self.note(origin, Layout::Plain.role(&path), application, 0, content);
                }
                None => self.leave_out(origin, &path, "it cannot hold as much as it claims"),
            }
        }
        Ok(Manifest::default())
    }

    /// Notes a class or a resource; nothing if it is neither, or too large to be one.
    pub(super) fn note(
        &mut self,
        origin: u32,
        role: Role<'_>,
        application: bool,
        release: u16,
        content: Content,
    ) -> Option<&mut Found> {
        let size = content.size();
        let (list, name, inside) = match role {
            Role::Class { name, .. } if size > LARGEST => {
                self.leave_out(origin, &format!("{name}.class"), "no class file is that large");
                return None;
            }
            Role::Class { name, application } => (&mut self.classes, name, application),
            Role::Resource { path, application } if size <= resource::LARGEST => {
                (&mut self.resources, path, application)
            }
            _ => return None,
        };
        let (name, application) = (name.to_string(), application && inside);
        list.push(Found { name, application, origin, release, content, entry: None, outlined: None });
        list.last_mut()
    }

    fn manifest(&mut self, archive: &Archive, origin: u32) -> Manifest {
        const NAME: &str = "META-INF/MANIFEST.MF";
        let Some(entry) = archive.entries().find(|entry| entry.name() == Ok(NAME)) else { return Manifest::default() };
        let read = archive.locate(&entry).and_then(|packed| {
            if packed.size > LARGEST {
                return Err("no manifest is that large");
            }
            self.budget.claim(packed.size)?;
            packed.read(&mut Decompressor::new())
        });
        match read {
            Ok(bytes) => Manifest::parse(&String::from_utf8_lossy(&bytes)),
            Err(why) => {
                self.leave_out(origin, NAME, why);
                Manifest::default()
            }
        }
    }
}

impl Content {
    /// How many bytes there are.
    pub(super) fn size(&self) -> usize {
        match self {
            Content::Packed(packed) => packed.size,
            Content::File { size, .. } => *size,
        }
    }
}

/// The release that an entry of a multi-release jar is for, and the path it stands for.
fn versioned(name: &str) -> (u16, &str) {
    let version = name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
    match version.map(|(release, path)| (release.parse(), path)) {
        // Before release 9 there were no versions, and there are none of what `META-INF` holds.
        Some((Ok(release), path)) if release >= 9 && !path.starts_with("META-INF/") => (release, path),
        _ => (0, name),
    }
}

/// The group of the artifact, where Maven says which one it packed.
fn group(name: &str) -> Option<&str> {
    name.strip_prefix("META-INF/maven/")?.strip_suffix("/pom.properties")?.split('/').next()
}

/// Whether a name is a path inside an archive: relative, and leading nowhere but down.
fn is_path(name: &str) -> bool {
    !name.contains(['\\', '\0']) && !name.split('/').any(|part| matches!(part, "" | "." | ".."))
}
