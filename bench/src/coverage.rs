//! Which lines of a service ran, as JaCoCo sees it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage};

use crate::{Result, applications};

/// What JaCoCo looks at.
const INCLUDED: &str = "orders.*";

/// JaCoCo, ready to be used.
#[derive(Debug)]
pub struct Jacoco {
    jars: Vec<PathBuf>,
    driver: PathBuf,
}

/// What was seen of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its instructions that ran.
    pub ran: u32,
    /// All its instructions.
    pub all: u32,
}

/// Lines by class and number.
pub type Lines = BTreeMap<(String, u32), Line>;

impl Jacoco {
    /// Fetches it, if need be, and compiles what asks it.
    pub fn prepare(stage: &Stage, jdk: &Jdk) -> Result<Jacoco> {
        let jars = applications::peer("jacoco")?;
        let driver = compile(stage, jdk, &jars, "coverage/Coverage.java")?;
        Ok(Jacoco { jars, driver })
    }

    /// The option of a JVM whose lines are written into a file when it ends.
    pub fn option(&self, into: &Path) -> OsString {
        let agent = self.jars.iter().find(|jar| jar.to_string_lossy().ends_with("-runtime.jar"));
        let mut option = OsString::from("-javaagent:");
        option.push(agent.map(|jar| jar.as_os_str()).unwrap_or_default());
        option.push("=destfile=");
        option.push(into);
        option.push(format!(",includes={INCLUDED}"));
        option
    }

    /// What was written into a file, of these classes.
    pub fn lines(&self, stage: &Stage, jdk: &Jdk, file: &Path, classes: &Path) -> Result<Lines> {
        let path = std::env::join_paths(self.jars.iter().chain([&self.driver]))?;
        let arguments: [&OsStr; 5] =
            ["-cp".as_ref(), &path, "coverage.Coverage".as_ref(), file.as_ref(), classes.as_ref()];
        let ended = stage.start("coverage", &jdk.java(), arguments).wait().expect(0);
        ended.out.lines().map(line).collect()
    }
}

fn line(text: &str) -> Result<((String, u32), Line)> {
    let words: Vec<&str> = text.split('\t').collect();
    let [class, number, ran, all] = words[..] else { return Err(format!("no line of a class: {text}").into()) };
    Ok(((class.to_owned(), number.parse()?), Line { ran: ran.parse()?, all: all.parse()? }))
}

/// Compiles a driver of a peer, which is in `bench/java`.
pub fn compile(stage: &Stage, jdk: &Jdk, jars: &[PathBuf], source: &str) -> Result<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("java").join(source);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let libraries = std::env::join_paths(jars)?;
    let name = file.replace(".java", "-driver");
    Ok(stage.compile_with(jdk, &["-cp".as_ref(), &libraries], &name, &file, &text))
}
