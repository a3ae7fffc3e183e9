//! Where a test happens: a directory and everything that runs for it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use retake_jdks::Jdk;

use crate::family::{self, Member};
use crate::process::{Running, wait_for};
use crate::scratch::Scratch;

/// The directory of temporary files that the command sees.
const TEMPORARY: &str = "tmp";

/// A directory of its own, and processes that end with it, whatever happens.
#[derive(Debug)]
pub struct Stage {
    // Fields go away in this order: first whoever writes into the directory.
    family: Family,
    scratch: Scratch,
    started: AtomicU32,
}

/// Kills whoever is left.
#[derive(Debug)]
struct Family(String);

impl Drop for Family {
    fn drop(&mut self) {
        family::kill(&self.0);
    }
}

impl Default for Stage {
    fn default() -> Self {
        Stage::new()
    }
}

impl Stage {
    /// An empty one.
    pub fn new() -> Stage {
        let scratch = Scratch::create();
        let mark = scratch.path().display().to_string();
        let stage = Stage { family: Family(mark), scratch, started: AtomicU32::new(0) };
        fs::create_dir(stage.path(TEMPORARY)).expect("the directory is new");
        stage
    }

    /// A path in its directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// Writes a file in its directory.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
        path
    }

    /// Compiles a source into a directory of its own.
    pub fn compile(&self, jdk: &Jdk, name: &str, file: &str, source: &str) -> PathBuf {
        self.compile_with(jdk, &[], name, file, source)
    }

    /// The same with further options of the compiler.
    pub fn compile_with(&self, jdk: &Jdk, options: &[&OsStr], name: &str, file: &str, source: &str) -> PathBuf {
        let classes = self.path(name);
        fs::create_dir(&classes).expect("the directory is new");
        let file = self.write(file, source);
        let arguments: [&OsStr; 4] = ["-g".as_ref(), "-d".as_ref(), classes.as_ref(), file.as_ref()];
        self.start("javac", &jdk.javac(), options.iter().copied().chain(arguments)).wait().expect(0);
        classes
    }

    /// Starts a program in a process group of its own. Its output goes to files.
    pub fn start<A: AsRef<OsStr>>(
        &self,
        name: &str,
        program: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Running {
        let mut command = Command::new(program);
        command.args(arguments);
        self.run(name, &mut command)
    }

    /// Starts a command that has its own settings.
    pub fn run(&self, name: &str, command: &mut Command) -> Running {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let (out, err) = (self.path(&format!("{number}-{name}.out")), self.path(&format!("{number}-{name}.err")));
        let file = |path: &Path| File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let child = command
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("JDK_JAVA_OPTIONS")
            .env_remove("CLASSPATH")
            .env(family::MARK, &self.family.0)
            .env("TMPDIR", self.path(TEMPORARY))
            .env("NO_COLOR", "1")
            .current_dir(self.scratch.path())
            .stdin(Stdio::null())
            .stdout(file(&out))
            .stderr(file(&err))
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("{name} cannot be started: {error}"));
        Running::new(name, child, out, err)
    }

    /// Who runs.
    pub fn members(&self) -> Vec<Member> {
        family::members(&self.family.0)
    }

    /// Waits for a process that somebody started, with all these texts in its command line.
    pub fn member(&self, texts: &[&str]) -> Member {
        wait_for(
            || format!("no process with {texts:?} in its command line: {:?}", self.members()),
            || self.members().into_iter().find(|member| texts.iter().all(|text| member.command.contains(text))),
        )
    }

    /// Fails if anything still runs, or if the command has left temporary files.
    #[track_caller]
    pub fn nothing_left(&self) {
        let members = self.members();
        assert!(members.is_empty(), "still running: {members:?}");
        self.no_files_left();
    }

    /// Fails if the command has left temporary files.
    #[track_caller]
    pub fn no_files_left(&self) {
        let entries = fs::read_dir(self.path(TEMPORARY)).expect("it was made at the start").flatten();
        let left: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}
