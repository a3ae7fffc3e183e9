//! Whether what is read can be written: every class file of the real applications is decoded, encoded, and must be the same bytes.
//!
//! `cargo run --release -p retake-bench --bin faithful [APPLICATION]…`
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::time::Instant;

use retake_bench::applications;
use retake_bench::archives::Archives;
use retake_bench::{Result, figures};
use retake_bytecode::edit::ClassFile;
use retake_bytecode::read::Class;

/// What became of the classes of an application.
#[derive(Default)]
struct Row {
    classes: usize,
    bytes: usize,
    /// By major version.
    versions: BTreeMap<u16, usize>,
    /// Classes that could not be decoded, and why.
    errors: Vec<String>,
    /// Classes that were written otherwise than they were read.
    differing: Vec<String>,
}

impl Row {
    fn class(&mut self, name: &str, bytes: &[u8]) {
        self.classes += 1;
        self.bytes += bytes.len();
        match ClassFile::decode(bytes).and_then(|class| class.encode()) {
            Err(error) => self.errors.push(format!("{name}: {error}")),
            Ok(written) if written != bytes => self.differing.push(name.to_owned()),
            Ok(_) => {}
        }
        if let Ok(class) = Class::parse(bytes) {
            *self.versions.entry(class.major()).or_default() += 1;
        }
    }
}

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("# Written as it was read\n");
    println!(
        "Every class file (also those that no JVM would load) of every application in `bench/analyze/applications.txt`, decoded into the editable"
    );
    println!(
        "form and encoded again. *Errors* are classes that could not be decoded or encoded, *differing* those of which a byte"
    );
    println!("is another one afterwards.\n");
    println!("| application | classes | MB | releases of Java | errors | differing |");
    println!("| --- | ---: | ---: | --- | ---: | ---: |");
    let (begin, mut all, mut faults) = (Instant::now(), Row::default(), Vec::new());
    for application in applications::list(&wanted)? {
        eprintln!("{}", application.name);
        applications::provide(&application)?;
        let mut row = Row::default();
        Archives::all(|name, bytes| row.class(name, bytes)).read(&application.paths())?;
        line(&application.name, &row);
        all.classes += row.classes;
        all.bytes += row.bytes;
        for (version, count) in row.versions {
            *all.versions.entry(version).or_default() += count;
        }
        let wrong = row.differing.into_iter().inspect(|name| all.differing.push(name.clone()));
        faults.extend(wrong.map(|name| format!("{}: {name} differs", application.name)));
        let wrong = row.errors.into_iter().inspect(|error| all.errors.push(error.clone()));
        faults.extend(wrong.map(|error| format!("{}: {error}", application.name)));
    }
    line("all of them", &all);
    for fault in &faults {
        println!("\n- {fault}");
    }
    eprintln!("{:.0} s", begin.elapsed().as_secs_f64());
    println!("\n{}.", figures::machine());
    println!("Made with `cargo run --release -p retake-bench --bin faithful`.");
    if faults.is_empty() { Ok(()) } else { Err(format!("{} classes are not as they were", faults.len()).into()) }
}

fn line(name: &str, row: &Row) {
    let release = |major: u16| major.saturating_sub(44);
    let oldest = row.versions.keys().next().copied().map_or(0, release);
    let newest = row.versions.keys().next_back().copied().map_or(0, release);
    println!(
        "| {name} | {} | {:.1} | {oldest} to {newest} | {} | {} |",
        row.classes,
        row.bytes as f64 / 1e6,
        row.errors.len(),
        row.differing.len()
    );
}
