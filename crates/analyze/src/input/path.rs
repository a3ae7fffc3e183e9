//! The class path as it was named, made into files and directories.

use std::path::{Path, PathBuf};

use crate::Error;

/// Takes apart what was written as a class path, `app.jar:lib/*`, with the separator of the system. What exists as it is
/// written stays whole, and so does what is no class path because nothing in it exists.
pub fn class_path(named: &[PathBuf]) -> Vec<PathBuf> {
    named.iter().flat_map(|entry| parts(entry)).collect()
}

fn parts(entry: &Path) -> Vec<PathBuf> {
    let exists = |part: &Path| match part.file_name().is_some_and(|name| name == "*") {
        true => part.parent().is_some_and(|directory| directory.as_os_str().is_empty() || directory.is_dir()),
        false => part.exists(),
    };
    // An empty part would be the current directory, which nobody means by a separator too many.
    let parts: Vec<PathBuf> = std::env::split_paths(entry).filter(|part| !part.as_os_str().is_empty()).collect();
    let whole = exists(entry) || !parts.iter().any(|part| exists(part));
    if whole { vec![entry.to_path_buf()] } else { parts }
}

/// Replaces `dir/*` by the jars of `dir`, as the JVM does, and the home of a JDK by where its classes are.
pub(super) fn expand(path: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut expanded = Vec::new();
    for entry in path {
        if entry.file_name().is_some_and(|name| name == "*") {
            let directory = entry.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
            expanded.extend(jars(directory)?);
        } else if let Some(classes) = jdk(entry) {
            expanded.extend(classes);
        } else {
            expanded.push(entry.clone());
        }
    }
    Ok(expanded)
}

/// The jars of a directory, sorted.
fn jars(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut jars = Vec::new();
    for found in std::fs::read_dir(directory).map_err(|source| failed(directory, source))? {
        let found = found.map_err(|source| failed(directory, source))?.path();
        if found.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("jar")) {
            jars.push(found);
        }
    }
    jars.sort();
    Ok(jars)
}

/// Where a JDK or JRE has its own classes, if this is the home of one.
fn jdk(home: &Path) -> Option<Vec<PathBuf>> {
    let image = home.join("lib/modules");
    if image.is_file() {
        return Some(vec![image]);
    }
    // Up to release 8, in the order of the boot class path.
    let lib = ["jre/lib", "lib"].map(|lib| home.join(lib)).into_iter().find(|lib| lib.join("rt.jar").is_file())?;
    let boot = ["resources.jar", "rt.jar", "jsse.jar", "jce.jar", "charsets.jar"].map(|jar| lib.join(jar));
    let extensions = jars(&lib.join("ext")).unwrap_or_default();
    Some(boot.into_iter().filter(|jar| jar.is_file()).chain(extensions).collect())
}

/// The error for a path the system does not let us read.
pub(super) fn failed(path: &Path, source: std::io::Error) -> Error {
    let path = path.to_path_buf();
    match source.kind() {
        std::io::ErrorKind::NotFound => Error::NotFound { path },
        _ => Error::Unreadable { path, source },
    }
}
