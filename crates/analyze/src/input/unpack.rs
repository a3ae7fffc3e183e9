//! The layouts of archives: a plain jar, a war, a Spring Boot jar.

use std::sync::Arc;

use rayon::prelude::*;

use super::ClassFile;
use super::archive::{Archive, Fault};
use super::resource::{self, Resource};

/// What an archive holds.
#[derive(Debug, Default)]
pub(super) struct Unpacked {
    /// Of classes and resources the origin counts from this archive.
    pub(super) classes: Vec<ClassFile>,
    pub(super) resources: Vec<Resource>,
    /// How many archives this is: itself and those in it.
    pub(super) origins: u32,
    /// What the manifest's `Class-Path` names.
    pub(super) class_path: Vec<String>,
    pub(super) warnings: Vec<String>,
}

/// How an archive is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Classes at the root.
    Plain,
    /// `WEB-INF/classes` and `WEB-INF/lib`.
    War,
    /// `BOOT-INF/classes` and `BOOT-INF/lib`; the classes at the root are the launcher.
    Boot,
}

impl Layout {
    /// The layout that these entries show.
    pub(super) fn of_names<'n>(mut names: impl Iterator<Item = &'n str>) -> Self {
        names
            .find_map(|name| match name.split('/').next() {
                Some("BOOT-INF") => Some(Layout::Boot),
                Some("WEB-INF") => Some(Layout::War),
                _ => None,
            })
            .unwrap_or(Layout::Plain)
    }
}

/// What an entry is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Role {
    Class { name: String, application: bool },
    Library,
    Resource { path: String, application: bool },
    Other,
}

/// What the entry of this name is.
pub(super) fn role(name: &str, layout: Layout) -> Role {
    let (classes, lib) = match layout {
        Layout::Plain => ("", "\0"),
        Layout::War => ("WEB-INF/classes/", "WEB-INF/lib/"),
        Layout::Boot => ("BOOT-INF/classes/", "BOOT-INF/lib/"),
    };
    if let Some(rest) = name.strip_suffix(".class") {
        if rest.starts_with("META-INF/") {
            return Role::Other;
        }
        return match rest.strip_prefix(classes) {
            Some(name) if name.ends_with("module-info") || name.ends_with("package-info") => Role::Other,
            Some(name) => Role::Class { name: name.to_string(), application: true },
            // The launcher of a Boot jar is on the path; anything else outside is never loaded.
            None if layout == Layout::Boot && !rest.contains("-INF/") => {
                Role::Class { name: rest.to_string(), application: false }
            }
            None => Role::Other,
        };
    }
    if name.starts_with(lib) && name.ends_with(".jar") {
        return Role::Library;
    }
    match name.strip_prefix(classes) {
        Some(path) if resource::is_resource(path) => Role::Resource { path: path.to_string(), application: true },
        // What lies beside the classes of a war is the application's too; beside those of a Boot jar is the launcher.
        None if resource::is_resource(name) => {
            Role::Resource { path: name.to_string(), application: layout == Layout::War }
        }
        _ => Role::Other,
    }
}

/// Unpacks an archive and the archives in it. `origin` names it in warnings.
pub(super) fn archive(bytes: &[u8], origin: &str) -> Result<Unpacked, Fault> {
    let archive = Archive::open(bytes)?;
    let layout = Layout::of_names(archive.entries.iter().map(|entry| entry.name.as_str()));
    let mut unpacked = Unpacked { origins: 1, ..Unpacked::default() };
    let name: Arc<str> = origin.into();
    let mut wanted = Vec::new();
    let mut roles = Vec::new();
    for entry in &archive.entries {
        let role = role(&entry.name, layout);
        let too_large = matches!(role, Role::Resource { .. }) && entry.size() > resource::LARGEST;
        if role != Role::Other && !too_large {
            wanted.push(entry);
            roles.push(role);
        }
    }
    let mut libraries = Vec::new();
    for ((entry, role), content) in wanted.iter().zip(roles).zip(archive.read_all(&wanted)) {
        let content = match content {
            Ok(content) => content,
            Err(what) => {
                unpacked.warnings.push(format!("{origin}: {} was left out: {what}", entry.name));
                continue;
            }
        };
        match role {
            Role::Class { name, application } => {
                unpacked.classes.push(ClassFile { name, bytes: content, application, origin: 0 });
            }
            Role::Resource { path, application } => {
                unpacked.resources.push(Resource {
                    path,
                    archive: name.clone(),
                    bytes: content,
                    application,
                    origin: 0,
                });
            }
            Role::Library => libraries.push((entry.name.clone(), content)),
            Role::Other => {}
        }
    }
    // The application's own classes come before its libraries, whatever the order in the archive.
    unpacked.classes.sort_by_key(|class| !class.application);
    let inner: Vec<_> =
        libraries.par_iter().map(|(name, bytes)| (name, self::archive(bytes, &format!("{origin}!{name}")))).collect();
    for (name, found) in inner {
        match found {
            Ok(found) => {
                let first = unpacked.origins;
                unpacked.origins += found.origins;
                unpacked.classes.extend(found.classes.into_iter().map(|class| ClassFile {
                    application: false,
                    origin: first + class.origin,
                    ..class
                }));
                unpacked.resources.extend(found.resources.into_iter().map(|resource| Resource {
                    application: false,
                    origin: first + resource.origin,
                    ..resource
                }));
                unpacked.warnings.extend(found.warnings);
            }
            Err(Fault::NotAnArchive) => unpacked.warnings.push(format!("{origin}: {name} is no jar")),
            Err(Fault::Damaged(what)) => unpacked.warnings.push(format!("{origin}: {name} is damaged: {what}")),
        }
    }
    if let Some(manifest) = archive.read_named("META-INF/MANIFEST.MF") {
        unpacked.class_path = class_path(&String::from_utf8_lossy(&manifest));
    }
    Ok(unpacked)
}

/// The entries of a manifest's `Class-Path`. A line that begins with a space continues the one before.
fn class_path(manifest: &str) -> Vec<String> {
    let mut value: Option<String> = None;
    for line in manifest.lines() {
        if let Some(value) = &mut value {
            match line.strip_prefix(' ') {
                Some(more) => value.push_str(more),
                None => break,
            }
        } else if let Some((name, rest)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Class-Path")
        {
            value = Some(rest.trim_start().to_string());
        }
    }
    let entries = value.unwrap_or_default();
    let entries = entries.split_ascii_whitespace().map(|entry| entry.strip_prefix("file:").unwrap_or(entry));
    entries.map(|entry| entry.replace("%20", " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_names_what_is_on_the_path() {
        let manifest = "Manifest-Version: 1.0\r\nClass-Path: lib/a.jar lib/b-1\r\n .0.jar\r\nMain-Class: A\r\n";
        assert_eq!(class_path(manifest), ["lib/a.jar", "lib/b-1.0.jar"]);
        assert!(class_path("Manifest-Version: 1.0\n").is_empty());
    }

    #[test]
    fn an_entry_has_a_role() {
        let class = |name: &str, application| Role::Class { name: name.to_string(), application };
        assert_eq!(role("a/B.class", Layout::Plain), class("a/B", true));
        assert_eq!(role("META-INF/versions/11/a/B.class", Layout::Plain), Role::Other);
        assert_eq!(role("module-info.class", Layout::Plain), Role::Other);
        assert_eq!(role("BOOT-INF/classes/a/B.class", Layout::Boot), class("a/B", true));
        assert_eq!(role("org/launcher/Main.class", Layout::Boot), class("org/launcher/Main", false));
        assert_eq!(role("BOOT-INF/lib/x.jar", Layout::Boot), Role::Library);
        let resource = |path: &str, application| Role::Resource { path: path.to_string(), application };
        assert_eq!(role("WEB-INF/web.xml", Layout::War), resource("WEB-INF/web.xml", true));
        assert_eq!(role("WEB-INF/classes/beans.xml", Layout::War), resource("beans.xml", true));
        assert_eq!(role("BOOT-INF/classes/application.yml", Layout::Boot), resource("application.yml", true));
        assert_eq!(role("META-INF/services/a.B", Layout::Boot), resource("META-INF/services/a.B", false));
        assert_eq!(role("lib/x.jar", Layout::Plain), Role::Other);
    }
}
