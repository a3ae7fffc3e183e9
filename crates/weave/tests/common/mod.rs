//! JDKs to test with, and how to compile and run on them.

#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses a part of it, and a test may panic")]

pub(crate) mod plan;
pub(crate) mod text;
pub(crate) mod whole;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Verifies the JDK's own classes too, which the JVM trusts otherwise.
pub(crate) const VERIFY_ALL: [&str; 3] =
    ["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal", "-Xshare:off"];

/// A JDK.
#[derive(Clone, Debug)]
pub(crate) struct Jdk {
    /// Its directory.
    pub(crate) home: PathBuf,
    /// What it calls itself, `17.0.15`.
    pub(crate) version: String,
}

/// Every JDK of this machine, once each: `JAVA_HOME`, what is on the path, and the usual directory.
pub(crate) fn jdks() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = Vec::new();
    homes.extend(std::env::var_os("JAVA_HOME").map(PathBuf::from));
    for directory in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        if let Ok(javac) = directory.join("javac").canonicalize() {
            homes.extend(javac.ancestors().nth(2).map(Path::to_path_buf));
        }
    }
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    homes.extend(installed.map(|entry| entry.path()));
    let mut found = BTreeMap::new();
    for home in homes.into_iter().filter_map(|home| home.canonicalize().ok()) {
        let release = fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")?.strip_suffix('"'));
        if let Some(version) = version
            && home.join("bin/javac").exists()
        {
            found.insert(home.clone(), Jdk { home: home.clone(), version: version.to_string() });
        }
    }
    let mut jdks: Vec<Jdk> = found.into_values().collect();
    jdks.sort_by_key(|jdk| jdk.version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>());
    assert!(
        !jdks.is_empty(),
        "these tests need a JDK: set JAVA_HOME, put javac on the path or install one in /usr/lib/jvm"
    );
    jdks
}

impl Jdk {
    /// Compiles sources; `flags` come first.
    pub(crate) fn javac(&self, flags: &[&str], sources: &[PathBuf], out: &Path) {
        fs::create_dir_all(out).unwrap();
        let mut command = Command::new(self.home.join("bin/javac"));
        command.args(flags).arg("-d").arg(out).args(sources);
        run(&mut command);
    }

    /// Compiles one of the runtimes, a class of `java.base`, and gives the directory to patch the module with.
    pub(crate) fn runtime(&self, name: &str, out: &Path) {
        let source = java(name).join("java/lang/Retake.java");
        let module = format!("java.base={}", java(name).display());
        self.javac(&["-nowarn", "-g:none", "--patch-module", &module], &[source], out);
    }

    /// Packs classes into a jar.
    pub(crate) fn jar(&self, manifest: &Path, classes: &Path, jar: &Path) {
        let mut command = Command::new(self.home.join("bin/jar"));
        command.args(["--create", "--file"]).arg(jar).arg("--manifest").arg(manifest).arg("-C").arg(classes).arg(".");
        run(&mut command);
    }

    /// Runs a program and gives what it prints, whether it succeeds or not.
    pub(crate) fn java<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> (bool, String) {
        let mut command = Command::new(self.home.join("bin/java"));
        // A JVM that crashes writes where it stands.
        command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR"));
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text.into_owned())
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{}{text}", String::from_utf8_lossy(&output.stdout));
}

/// A directory of Java sources beside the tests.
pub(crate) fn java(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// The sources in a directory, in a fixed order.
pub(crate) fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut sources: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension() == Some(OsStr::new("java")));
    sources.sort();
    sources
}

/// An empty directory of its own for a test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir_all(&directory).unwrap();
    directory
}
