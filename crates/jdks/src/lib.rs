//! The JDKs of this machine, for tests and measurements, and the libraries that tests run with.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub mod libraries;

/// The oldest release whose compiler counts.
const OLDEST: u16 = 17;

/// The oldest release that services run on.
const OLDEST_RUNTIME: u16 = 11;

/// A JDK.
#[derive(Clone, Debug)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// What it calls itself: `17.0.15`.
    pub version: String,
}

impl Jdk {
    /// The JDK in a directory, if there is one.
    pub fn at(home: &Path) -> Option<Jdk> {
        let mut jdk = Jdk { home: home.to_path_buf(), version: String::new() };
        let told = jdk.told();
        let version = told.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")?.strip_suffix('"'))?;
        jdk.version = version.to_owned();
        jdk.java().is_file().then_some(jdk)
    }

    /// Whether it can compile; otherwise it is there to run programs.
    pub fn compiles(&self) -> bool {
        self.javac().is_file()
    }

    /// What it says of itself.
    fn told(&self) -> String {
        fs::read_to_string(self.home.join("release")).unwrap_or_default()
    }

    /// One of its programs.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }

    /// The program `java`.
    pub fn java(&self) -> PathBuf {
        self.tool("java")
    }

    /// The program `javac`.
    pub fn javac(&self) -> PathBuf {
        self.tool("javac")
    }

    /// The image of its modules.
    pub fn image(&self) -> PathBuf {
        self.home.join("lib/modules")
    }

    /// Its release: 17.
    pub fn release(&self) -> u16 {
        self.number().first().copied().unwrap_or_default()
    }

    /// Its version as numbers, to compare.
    fn number(&self) -> Vec<u16> {
        self.version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    }
}

/// Every release of the JDK that is installed, once each, oldest first: `JAVA_HOME`, what is on the path, and the usual
/// directory. Older ones than 17 do not count.
///
/// # Panics
/// If there is none.
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
        if let Some(jdk) = Jdk::at(&home).filter(Jdk::compiles) {
            found.entry(jdk.told()).or_insert(jdk);
        }
    }
    let mut jdks: Vec<Jdk> = found.into_values().filter(|jdk| jdk.release() >= OLDEST).collect();
    jdks.sort_by_key(Jdk::number);
    assert!(
        !jdks.is_empty(),
        "no JDK {OLDEST} or later was found: set JAVA_HOME, put javac on the path or install one in /usr/lib/jvm"
    );
    jdks
}

/// One of each release that a service may run on, oldest first: the JDKs, and the runtimes that `scripts/runtimes.sh` fetched.
///
/// # Panics
/// If there is no JDK.
pub fn runtimes() -> Vec<Jdk> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    let fetched = cache.and_then(|cache| fs::read_dir(cache.join("retake/runtimes")).ok());
    let mut found = all();
    for runtime in fetched.into_iter().flatten().flatten().filter_map(|entry| Jdk::at(&entry.path())) {
        let known = found.iter().any(|jdk| jdk.release() == runtime.release());
        if !known && runtime.release() >= OLDEST_RUNTIME {
            found.push(runtime);
        }
    }
    found.sort_by_key(Jdk::number);
    found
}

/// The newest JDK.
///
/// # Panics
/// If there is none.
pub fn newest() -> Jdk {
    all().pop().expect("there is one")
}

/// The oldest JDK that counts.
///
/// # Panics
/// If there is none.
pub fn oldest() -> Jdk {
    all().remove(0)
}
