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

/// How much of something ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// So many of it ran.
    pub ran: u32,
    /// So many there are.
    pub all: u32,
}

/// What was seen of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Its instructions.
    pub instructions: Part,
    /// Its branches; a line that decides nothing has none.
    pub branches: Part,
}

/// A line of a method. Two methods may share one, as a lambda and the method around it do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The class.
    pub class: String,
    /// The name of the method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The number.
    pub number: u32,
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(pub BTreeMap<Line, Counts>);

impl Seen {
    /// Whether anything ran of a line, whichever method it belongs to.
    pub fn ran(&self, class: &str, number: u32) -> bool {
        let mut lines = self.0.iter().filter(|(line, _)| line.class == class && line.number == number);
        lines.any(|(_, counts)| counts.instructions.ran > 0)
    }
}

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

    /// What was written into a file, of these classes. Fails if it was of others.
    pub fn seen(&self, stage: &Stage, jdk: &Jdk, file: &Path, classes: &Path) -> Result<Seen> {
        let path = std::env::join_paths(self.jars.iter().chain([&self.driver]))?;
        let arguments: [&OsStr; 5] =
            ["-cp".as_ref(), &path, "coverage.Coverage".as_ref(), file.as_ref(), classes.as_ref()];
        let ended = stage.start("coverage", &jdk.java(), arguments).wait().expect(0);
        ended.out.lines().map(line).collect::<Result<_>>().map(Seen)
    }
}

fn line(text: &str) -> Result<(Line, Counts)> {
    let words: Vec<&str> = text.split('\t').collect();
    let [class, method, descriptor, number, instructions, all_instructions, branches, all_branches] = words[..] else {
        return Err(format!("no line of a method: {text}").into());
    };
    let [class, method, descriptor] = [class, method, descriptor].map(str::to_owned);
    let line = Line { class, method, descriptor, number: number.parse()? };
    let part = |ran: &str, all: &str| Ok::<_, std::num::ParseIntError>(Part { ran: ran.parse()?, all: all.parse()? });
    let (instructions, branches) = (part(instructions, all_instructions)?, part(branches, all_branches)?);
    Ok((line, Counts { instructions, branches }))
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
