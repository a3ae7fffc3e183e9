//! Programs to what runs: compiled, analysed, woven, probed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use retake_analyze::{Request, analyze};
use retake_bytecode::edit::ClassFile;
use retake_e2e::Jdk;
use retake_model::points::{Place, Points};
use retake_weave::{ClassPlan, Hook, weave};

use crate::piece::Pieces;
use crate::probe::probe;
use crate::program::Program;
use crate::render::render;
use crate::substitute::Substitutes;

/// What can go wrong here is a mistake of this package; it is told and nothing goes on.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The compiled parts that all programs run with.
#[derive(Debug)]
pub struct Bench {
    /// The JDK that compiles and runs.
    pub jdk: Jdk,
    /// The stand-in for the agent's runtime, a patch of `java.base`.
    pub runtime: PathBuf,
    /// The driver.
    pub driver: PathBuf,
    directory: PathBuf,
    substitutes: Substitutes,
}

/// A program that is ready to run.
#[derive(Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// Its source.
    pub source: String,
    /// What the analysis found.
    pub points: Points,
    /// The hooks that could not be woven, by the number of their point.
    pub unwoven: BTreeMap<u32, String>,
    /// For each probe its method.
    pub probes: BTreeMap<u32, String>,
}

impl Bench {
    /// Compiles what programs run with into a directory.
    pub fn new(jdk: Jdk, directory: &Path) -> Result<Bench> {
        let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let (runtime, driver) = (directory.join("runtime"), directory.join("driver"));
        let patch = |with: &Path| format!("--patch-module=java.base={}", with.display());
        javac(&jdk, &[&patch(&java.join("runtime"))], &sources(&java.join("runtime"))?, &runtime)?;
        javac(&jdk, &[&patch(&runtime)], &sources(&java.join("driver"))?, &driver)?;
        let substitutes = Substitutes::read(&fs::read(driver.join("proof/Env.class"))?)?;
        Ok(Bench { jdk, runtime, driver, directory: directory.to_path_buf(), substitutes })
    }

    /// The release of Java that programs may be written in.
    pub fn release(&self) -> u32 {
        self.jdk.version.split('.').next().and_then(|release| release.parse().ok()).unwrap_or(17)
    }

    /// Compiles programs, finds their points and makes them ready to run in a directory of this name.
    pub fn prepare(&self, pieces: &Pieces, programs: Vec<Program>, name: &str) -> Result<(PathBuf, Vec<Prepared>)> {
        let directory = self.directory.join(name);
        let (plain, woven) = (directory.join("plain"), directory.join("woven"));
        let sources = directory.join("source");
        let rendered: Vec<(Program, String)> =
            programs.into_par_iter().map(|program| (render(pieces, &program), program)).map(|(t, p)| (p, t)).collect();
        let mut files = Vec::new();
        for (program, source) in &rendered {
            let file = sources.join(&program.name).join("Main.java");
            fs::create_dir_all(file.parent().unwrap_or(&sources))?;
            fs::write(&file, source)?;
            files.push(file);
        }
        let path = self.driver.display().to_string();
        javac(&self.jdk, &["-g", "-cp", &path], &files, &plain)?;
        let prepared: Result<Vec<Prepared>> =
            rendered.into_par_iter().map(|(program, source)| self.one(program, source, &plain, &woven)).collect();
        Ok((woven, prepared?))
    }

    fn one(&self, program: Program, source: String, plain: &Path, woven: &Path) -> Result<Prepared> {
        // Each program is analysed alone, in a directory of its own.
        let (root, to) = (plain.join(format!("{} alone", program.name)), woven.join(&program.name));
        fs::create_dir_all(&root)?;
        fs::create_dir_all(&to)?;
        fs::rename(plain.join(&program.name), root.join(&program.name))?;
        let points = analyze(&Request::of(&root), &|_| {})?;
        let mut plans: BTreeMap<&str, ClassPlan> = BTreeMap::new();
        for point in &points.points {
            let hook = Hook {
                id: point.id,
                method: point.method.clone(),
                descriptor: point.descriptor.clone(),
                place: place(&point.place),
            };
            plans.entry(&point.class).or_default().hooks.push(hook);
        }
        let (mut unwoven, mut probes, mut next) = (BTreeMap::new(), BTreeMap::new(), 0);
        let mut files: Vec<PathBuf> =
            fs::read_dir(root.join(&program.name))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        for file in files {
            let mut class = ClassFile::decode(&fs::read(&file)?)?;
            let name = class.name()?.to_str().into_owned();
            probes.extend(probe(&mut class, &mut next)?);
            let mut bytes = class.encode()?;
            if let Some(plan) = plans.get(name.as_str()) {
                let result = weave(&bytes, plan)?;
                bytes = result.bytes;
                unwoven.extend(result.skipped.into_iter().map(|skipped| (skipped.id, skipped.reason)));
            }
            let mut class = ClassFile::decode(&bytes)?;
            self.substitutes.apply(&mut class)?;
            fs::write(to.join(file.file_name().unwrap_or_default()), class.encode()?)?;
        }
        Ok(Prepared { program, source, points, unwoven, probes })
    }
}

fn place(place: &Place) -> retake_weave::Place {
    use retake_weave::Place as To;
    match place.clone() {
        Place::Body => To::Body,
        Place::Call { owner, name, descriptor, nth } => To::Call { owner, name, descriptor, nth },
        Place::Read { owner, name, descriptor, nth } => To::Read { owner, name, descriptor, nth },
        Place::Check { owner, name, descriptor, nth } => To::Check { owner, name, descriptor, nth },
        Place::Load { nth } => To::Load { nth },
        Place::Construct { owner, descriptor, nth } => To::Construct { owner, descriptor, nth },
        Place::Reference { owner, name, descriptor, nth } => To::Reference { owner, name, descriptor, nth },
    }
}

/// The Java files below a directory.
fn sources(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|end| end == "java") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Compiles all at once: starting a compiler takes longer than most programs.
fn javac(jdk: &Jdk, flags: &[&str], sources: &[PathBuf], out: &Path) -> Result<()> {
    fs::create_dir_all(out)?;
    // Too many for a command line. The compiler wants quotes around names with spaces.
    let list: String = sources.iter().map(|source| format!("\"{}\"\n", source.display())).collect();
    let names = out.with_extension("sources");
    fs::write(&names, list)?;
    let output = Command::new(jdk.javac())
        .args(["-nowarn", "-proc:none", "-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(out)
        .args(flags)
        .arg(format!("@{}", names.display()))
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
}
