//! `retake tag`: words by which people name cases.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::PathBuf;

use retake_report::{count, plain};
use retake_select::{Choice, Decision, Selector};
use retake_store::CaseDir;

use crate::OK;
use crate::failure::Failure;
use crate::keys::EncryptOptions;

/// Put tags on cases, take them off, or list them
///
/// A tag is a word in the case's file, under `tags`, and can be written there as well. `retake replay --only tag:checkout`
/// and `--skip tag:checkout` go by it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake tag cases/                  # which tags there are
  retake tag cases/ checkout --only 'entry:POST /orders**'
  retake tag cases/ slow --only id:get-reports-1 --remove")]
pub(crate) struct Args {
    /// A directory of cases, or one case
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    /// A tag; without any, those that are there are listed
    #[arg(value_name = "TAG", value_parser = tag)]
    tags: Vec<String>,

    /// Only these cases, written as for `retake replay --only`; can be given several times
    #[arg(long, value_name = "CASES")]
    only: Vec<Selector>,

    /// Take the tags off
    #[arg(long, requires = "tags")]
    remove: bool,

    #[command(flatten)]
    encrypt: EncryptOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let mut directory = CaseDir::open(&args.cases)?.locked(args.encrypt.lock(&args.cases)?);
    let mut choice = Choice::only(args.only);
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    let (mut cases, mut changed) = (0, 0);
    let names: Vec<String> = directory.names().map(str::to_owned).collect();
    for id in names {
        let mut case = directory.load(&id)?;
        if choice.decide(&case) != Decision::Run {
            continue;
        }
        cases += 1;
        let before = case.tags.clone();
        let mut tags: BTreeSet<String> = case.tags.into_iter().collect();
        match args.remove {
            true => tags.retain(|tag| !args.tags.contains(tag)),
            false => tags.extend(args.tags.iter().cloned()),
        }
        case.tags = tags.into_iter().collect();
        case.tags.iter().for_each(|tag| *found.entry(tag.clone()).or_default() += 1);
        // A file whose tags do not change is not touched, nor the order in which somebody wrote them.
        if !args.tags.is_empty() && case.tags != before {
            changed += 1;
            directory.save(&case)?;
        }
    }
    let idle: Vec<String> = choice.idle_only().iter().map(|selector| format!("--only {selector}")).collect();
    if !idle.is_empty() {
        return Err(Failure::new(format!("{} means none of these cases; check how it is written", idle.join(", "))));
    }
    let mut out = io::stdout().lock();
    if !args.tags.is_empty() {
        writeln!(out, "{changed} of {} changed", count(cases, "case", "cases"))?;
    }
    found.iter().try_for_each(|(tag, number)| writeln!(out, "{number:>8}  {}", plain(tag)))?;
    out.flush()?;
    Ok(OK)
}

/// A tag is one word, so that it can be typed and stands on a line with others.
fn tag(text: &str) -> Result<String, String> {
    match !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "*,:".contains(c)) {
        true => Ok(text.to_owned()),
        false => Err("a tag is one word, without `*`, `,` and `:`".to_owned()),
    }
}
