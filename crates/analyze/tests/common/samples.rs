//! Samples of real code for each file of rules: `rules/NAME/`, with the Java sources (package `sample`), what they must
//! give (`expected`) and the libraries they use (`libraries`, one `group:artifact` a line; none for the JDK alone).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use retake_analyze::{Request, analyze};
use retake_model::points::Points;

use super::{java_files, libraries, scratch, tool};

/// One sample, compiled.
pub struct Sample {
    /// That of the file of rules.
    pub name: String,
    /// Where its sources are.
    pub dir: PathBuf,
    pub classes: PathBuf,
    pub jars: Vec<PathBuf>,
}

impl Sample {
    /// Analyses it together with its libraries.
    pub fn analyse(&self) -> Points {
        let path = std::iter::once(self.classes.clone()).chain(self.jars.iter().cloned()).collect();
        analyze(&Request { path, scope: vec!["sample".to_string()], ..Request::default() }, &|_| {}).unwrap()
    }
}

/// The directory of the samples.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// The jars of the libraries that a sample names.
pub fn jars_of(name: &str) -> Vec<PathBuf> {
    let text = fs::read_to_string(root().join(name).join("libraries")).unwrap_or_default();
    let wanted: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    libraries::jars(&wanted)
}

/// All samples, by name.
pub fn all() -> &'static [Sample] {
    static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let out = scratch(&format!("samples-{}", std::process::id()));
        let mut dirs: Vec<PathBuf> = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).collect();
        dirs.sort();
        let sample = |dir: PathBuf| {
            let name = dir.file_name().unwrap().to_string_lossy().into_owned();
            let classes = out.join(&name);
            fs::create_dir_all(&classes).unwrap();
            Sample { jars: jars_of(&name), name, dir, classes }
        };
        let samples: Vec<Sample> = dirs.into_iter().map(sample).collect();
        compile(&samples, &out);
        samples
    })
}

fn compile(samples: &[Sample], out: &Path) {
    let mut plan = String::new();
    for sample in samples {
        let path = std::env::join_paths(std::iter::once(&sample.classes).chain(&sample.jars)).unwrap();
        let mut parts = vec![sample.classes.display().to_string(), path.to_string_lossy().into_owned()];
        parts.extend(java_files(&sample.dir, true).iter().map(|file| file.display().to_string()));
        plan += &parts.join("\t");
        plan += "\n";
    }
    let file = out.join("plan");
    fs::write(&file, plan).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/Compile.java");
    let output = Command::new(tool("java")).arg("-XX:TieredStopAtLevel=1").arg(program).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The files of rules about libraries, by name, as they are written. What frameworks are told is tested with whole
/// services.
pub fn rules() -> BTreeMap<String, toml::Table> {
    let about = ["source", "sink", "generator", "external", "handle", "transfer", "pure", "reads", "output", "types"];
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let files = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let read = files.map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (name, table)
    });
    read.filter(|(_, file)| about.iter().any(|key| file.contains_key(*key))).collect()
}
