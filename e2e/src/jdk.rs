//! The JDKs of this machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A JDK.
#[derive(Clone, Debug)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// What it calls itself: `17.0.15`.
    pub version: String,
}

impl Jdk {
    /// The program `java`.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// The program `javac`.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin/javac")
    }

    /// Its version as numbers, to compare.
    fn number(&self) -> Vec<u32> {
        self.version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    }
}

/// Every release of the JDK that is installed, once each, oldest first: `JAVA_HOME`, what is on the path, and the usual
/// directory. Older ones than the example needs do not count.
pub fn all() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    for directory in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        let javac = directory.join("javac").canonicalize().ok();
        homes.extend(javac.and_then(|javac| Some(javac.ancestors().nth(2)?.to_path_buf())));
    }
    homes.extend(fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path()));
    // The same release can be found in several ways; its `release` file tells.
    let mut found: BTreeMap<String, Jdk> = BTreeMap::new();
    for home in homes.into_iter().filter_map(|home| home.canonicalize().ok()) {
        if let Some((release, jdk)) = read(&home) {
            found.entry(release).or_insert(jdk);
        }
    }
    let mut jdks: Vec<Jdk> = found.into_values().filter(|jdk| jdk.number().first() >= Some(&17)).collect();
    jdks.sort_by_key(Jdk::number);
    assert!(!jdks.is_empty(), "no JDK 17 or later was found: set JAVA_HOME or install one in /usr/lib/jvm");
    jdks
}

/// The newest JDK.
pub fn newest() -> Jdk {
    all().pop().expect("there is one")
}

/// The oldest JDK that the example runs on.
pub fn oldest() -> Jdk {
    all().remove(0)
}

fn read(home: &Path) -> Option<(String, Jdk)> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")?.strip_suffix('"'))?.to_owned();
    let jdk = Jdk { home: home.to_path_buf(), version };
    (jdk.java().is_file() && jdk.javac().is_file()).then_some((release, jdk))
}
