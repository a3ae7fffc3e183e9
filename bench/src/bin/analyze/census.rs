//! What there is to analyse: how many classes, bytes and lines, and which class files no JVM would load.
//!
//! Lines are those that the line tables of a class name, each once: lines with code, no comments and no empty ones.

use std::path::PathBuf;

use retake_bench::Result;
use retake_bench::archives::{Archives, Unused};
use retake_bytecode::read::Class;
use serde_json::{Value, json};

/// Counts; `scope` are the packages that are the application's own.
pub(crate) fn run(scope: &[String], files: &[PathBuf]) -> Result<String> {
    let scope: Vec<String> = scope.iter().map(|package| package.replace('.', "/") + "/").collect();
    let (mut all, mut own) = (Part::default(), Part::default());
    let mut archives = Archives::new(|name, class| {
        let lines = lines(class);
        all.add(class, lines);
        if scope.iter().any(|package| name.starts_with(package.as_str())) {
            own.add(class, lines);
        }
    });
    archives.read(files)?;
    let unused = |why| archives.unused.iter().filter(|&&found| found == why).count();
    let (info, behind, elsewhere) = (unused(Unused::Info), unused(Unused::Behind), unused(Unused::Elsewhere));
    let packed: u64 = files.iter().map(|file| std::fs::metadata(file).map_or(0, |found| found.len())).sum();
    let counted = json!({
        "packed": packed,
        "all": all.json(),
        "own": own.json(),
        "unused": { "info": info, "behind": behind, "elsewhere": elsewhere },
    });
    Ok(counted.to_string())
}

/// A part of the application, or all of it.
#[derive(Default)]
struct Part {
    classes: u64,
    bytes: u64,
    lines: u64,
}

impl Part {
    fn add(&mut self, class: &[u8], lines: u64) {
        self.classes += 1;
        self.bytes += class.len() as u64;
        self.lines += lines;
    }

    fn json(&self) -> Value {
        json!({ "classes": self.classes, "bytes": self.bytes, "lines": self.lines })
    }
}

/// How many lines of source have code.
fn lines(class: &[u8]) -> u64 {
    let Ok(class) = Class::parse(class) else { return 0 };
    let bodies = class.methods().filter_map(|method| method.code().ok().flatten());
    let rows = bodies.flat_map(|body| body.line_numbers().flatten());
    let mut lines: Vec<u16> = rows.map(|row| row.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.len() as u64
}
