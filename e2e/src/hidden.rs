//! A service with a dependency that no rule knows, in a library beside it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use crate::jdk::Jdk;
use crate::retake;
use crate::shop;
use crate::stage::Stage;
use crate::{http, jdk};

/// The service, compiled.
#[derive(Clone, Debug)]
pub struct Hidden {
    jdk: Jdk,
    /// The library.
    vendor: PathBuf,
    /// The application.
    pub build: PathBuf,
    /// More options of the JVM.
    pub options: Vec<&'static str>,
}

impl Hidden {
    /// Compiles library and application, to run on a release.
    pub fn compile(stage: &Stage, jdk: &Jdk) -> Hidden {
        let options: [&OsStr; 2] = ["--release".as_ref(), "11".as_ref()];
        let vendor = stage.compile_with(&jdk::newest(), &options, "vendor", "Tickets.java", &source("Tickets.java"));
        let mut hidden = Hidden { jdk: jdk.clone(), vendor, build: PathBuf::new(), options: Vec::new() };
        hidden.build = hidden.rebuild(stage, "build", |source| source);
        hidden
    }

    /// Compiles the application with other source.
    pub fn rebuild(&self, stage: &Stage, name: &str, change: impl FnOnce(String) -> String) -> PathBuf {
        let options: [&OsStr; 4] = ["--release".as_ref(), "17".as_ref(), "-cp".as_ref(), self.vendor.as_ref()];
        stage.compile_with(&jdk::newest(), &options, name, "Hidden.java", &change(source("Hidden.java")))
    }

    /// The command that starts it.
    pub fn command(&self, build: &Path, port: u16) -> Vec<OsString> {
        let path = std::env::join_paths([build, &self.vendor]).expect("no path has a colon");
        let options = self.options.iter().map(OsString::from);
        let rest: [OsString; 4] = ["-cp".into(), path, "hidden.Hidden".into(), port.to_string().into()];
        std::iter::once(self.jdk.java().into()).chain(options).chain(rest).collect()
    }

    /// Records requests for paths; gives the answers.
    pub fn record(&self, stage: &Stage, traffic: &Path, more: &[&OsStr], paths: &[&str]) -> Vec<String> {
        let mut arguments: Vec<OsString> = vec!["record".into(), "--out".into(), traffic.into()];
        arguments.extend(SCOPE.map(OsString::from));
        arguments.extend(more.iter().map(|&word| word.to_owned()));
        arguments.push("--".into());
        let command = self.command(&self.build, 0);
        let mut recording = stage.start("record", &retake::path(), arguments.into_iter().chain(command));
        let port = shop::port(&recording.line_after("hidden ready on "));
        let answers = paths.iter().map(|path| http::get(port, path)).collect();
        recording.stop().expect(0);
        answers
    }
}

/// What is application here, and not library.
pub const SCOPE: [&str; 2] = ["--scope", "hidden"];

fn source(name: &str) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/hidden").join(name);
    fs::read_to_string(source).expect("the source is there")
}
