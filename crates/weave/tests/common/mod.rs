//! JDKs to test with, and how to compile and run on them.

#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses a part of it, and a test may panic")]

pub(crate) mod plan;
pub(crate) mod text;
pub(crate) mod whole;

use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Verifies the JDK's own classes too, which the JVM trusts otherwise.
pub(crate) const VERIFY_ALL: [&str; 3] =
    ["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal", "-Xshare:off"];

/// A JDK, and what the tests do with it.
#[derive(Clone, Debug)]
pub(crate) struct Jdk(retake_jdks::Jdk);

/// Every JDK of this machine.
pub(crate) fn jdks() -> impl Iterator<Item = Jdk> {
    retake_jdks::all().into_iter().map(Jdk)
}

/// One of each release that a service may run on.
pub(crate) fn runtimes() -> impl Iterator<Item = Jdk> {
    retake_jdks::runtimes().into_iter().map(Jdk)
}

impl Deref for Jdk {
    type Target = retake_jdks::Jdk;

    fn deref(&self) -> &retake_jdks::Jdk {
        &self.0
    }
}

impl Jdk {
    /// Compiles sources; `flags` come first. What cannot compile itself has it done by another.
    pub(crate) fn javac(&self, flags: &[&str], sources: &[PathBuf], out: &Path) {
        fs::create_dir_all(out).unwrap();
        let other = (!self.compiles()).then(retake_jdks::newest);
        let mut command = Command::new(other.as_ref().unwrap_or(&self.0).javac());
        let release = self.release().to_string();
        match (other, flags.contains(&"--patch-module")) {
            (None, _) => {}
            (Some(_), true) => drop(command.args(["-source", &release, "-target", &release])),
            (Some(_), false) => drop(command.args(["--release", &release])),
        }
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
        let mut command = Command::new(self.tool("jar"));
        command.args(["--create", "--file"]).arg(jar).arg("--manifest").arg(manifest).arg("-C").arg(classes).arg(".");
        run(&mut command);
    }

    /// Runs a program and gives what it prints, whether it succeeds or not.
    pub(crate) fn java<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> (bool, String) {
        let mut command = Command::new(self.0.java());
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
