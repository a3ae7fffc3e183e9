//! Runs the command and looks at what it leaves behind.

// Each file of tests uses its own part of this.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use retake_model::case::{Call, Case, CaseBranch};
use retake_model::points::{FORMAT, Points};
use retake_model::trace::{Entry, Exchange, Request, Response};

/// A directory of one test that is removed with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Names are unique among the tests of one file.
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("retake-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is a place for temporary files");
        Scratch(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("writable");
        path
    }

    /// A case with one request.
    pub(crate) fn case(&self, id: &str) -> PathBuf {
        let request = Request { method: "GET".to_owned(), target: "/".to_owned(), ..Request::default() };
        let entry = Entry::Http(Exchange { request, response: Some(Response::default()) });
        let call = Call { end: 1, entry, branches: vec![CaseBranch::default()], ..Call::default() };
        let case = Case { id: id.to_owned(), calls: vec![call], ..Case::default() };
        self.write(&format!("{id}.case.json"), case.to_text())
    }

    /// A points document with nothing in it.
    pub(crate) fn points(&self) -> PathBuf {
        let points = Points { format: FORMAT.to_owned(), ..Points::default() };
        self.write("points.json", serde_json::to_vec(&points).expect("JSON"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command, with an agent that no JVM will load.
pub(crate) fn retake<S: AsRef<OsStr>>(scratch: &Scratch, arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retake"));
    command.args(arguments).env("RETAKE_AGENT", scratch.write("agent.so", "not a library"));
    // What it makes, it makes here, so that it can be seen whether anything is left.
    let temporary = scratch.path("tmp");
    std::fs::create_dir_all(&temporary).expect("writable");
    command.env("TMPDIR", temporary).env_remove("JAVA_TOOL_OPTIONS").env_remove("CLASSPATH");
    command
}

/// What a command that cannot run must do: exit code 2, one message, nothing on the standard output.
pub(crate) fn refused(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).expect("text");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(text.starts_with("retake: "), "{text}");
    assert!(!text.contains("panicked") && !text.contains("RUST_BACKTRACE"), "{text}");
    text
}

/// Whether something runs under this number; a zombie does not run.
pub(crate) fn runs(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rfind(')').is_some_and(|end| !stat[end + 1..].trim_start().starts_with('Z'))
}

/// The number in a file, once it is there.
pub(crate) fn number_in(path: &Path) -> u32 {
    let begin = Instant::now();
    loop {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if let (true, Ok(number)) = (text.ends_with('\n'), text.trim().parse()) {
            return number;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{} was not written", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}
