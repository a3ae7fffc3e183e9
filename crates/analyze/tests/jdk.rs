//! What the JDK hides, found in it again: the rules that ship are those that a look into the JDK gives.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use retake_analyze::{LibrarySource, Request, library_sources};

/// The releases that the rules are made from.
const RELEASES: [u16; 2] = [17, 25];

/// The installed JDKs of these releases.
fn homes() -> BTreeMap<u16, PathBuf> {
    let jdks = retake_jdks::all().into_iter().filter(|jdk| RELEASES.contains(&jdk.release()));
    jdks.map(|jdk| (jdk.release(), jdk.home)).collect()
}

fn sources(home: &Path) -> Vec<LibrarySource> {
    let scope = vec!["java".to_string(), "javax".to_string()];
    library_sources(&Request { path: vec![home.to_path_buf()], scope, ..Request::default() }).unwrap()
}

/// The file of rules that says this.
fn file(found: &BTreeSet<LibrarySource>) -> String {
    let mut text = "# What the JDK hides: methods with a clock or a generator inside that no other file names.\n#\n\
        # Found by looking into releases 17 and 25; `UPDATE_EXPECT=1 cargo test -p retake-analyze --test jdk` writes this\n\
        # file again. What was found and is none is in `jdk-pure.toml`.\n\nkind = \"system\"\nabout = \"what the JDK asked the system\"\n"
        .to_string();
    for LibrarySource { class, method, argument, via, .. } in found {
        write!(text, "\n# {via}\n[[source]]\nclass = \"{class}\"\nmethods = [\"{method}\"]\n").unwrap();
        if let Some(nth) = argument {
            writeln!(text, "to = \"arg{nth}\"").unwrap();
        }
    }
    text
}

#[test]
fn the_rules_have_what_the_jdk_hides() {
    let homes = homes();
    let found: BTreeSet<LibrarySource> = homes.values().flat_map(|home| sources(home)).collect();
    assert!(!found.is_empty(), "these tests need a JDK of one of the releases {RELEASES:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/jdk-hidden.toml");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, file(&found)).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap();
    for source in &found {
        let method = format!("class = \"{}\"\nmethods = [\"{}\"]", source.class, source.method);
        assert!(known.contains(&method), "{}.{} gives what {} gave it", source.class, source.method, source.via);
    }
    // With all releases at hand the file has nothing else either.
    if homes.len() == RELEASES.len() {
        assert_eq!(known, file(&found));
    }
}
