//! `retake cases`: traffic to cases.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use retake_cases::Summary;
use retake_replay::Changed;
use retake_report::plain;
use retake_store::{CaseDir, Traffic};
use serde_json::json;

use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::options::Format;
use crate::output::{count, say};
use crate::proving::{Left, ProveOptions};
use crate::{FAILED, OK};

/// Make cases of recorded traffic: one readable file each, to review and to keep in git
///
/// With the command that starts the service, all cases are replayed on the build that recorded them, and only those that pass
/// are saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake cases traffic/ --out cases/ -- java -jar app.jar
  retake cases traffic/ --out cases/ --fix -- java -jar app.jar
  retake cases traffic/ --out cases/      # without a proof
  retake cases traffic/20250301-120000.rtk --out cases/
  retake cases traffic/ --out cases/ --format json

Exit codes: 0 all cases were saved, 1 one did not replay on the build that recorded it, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of traffic, or one file of it
    #[arg(value_name = "TRAFFIC")]
    traffic: PathBuf,

    /// The directory that cases go to; made if it is not there
    #[arg(long, short, value_name = "DIRECTORY")]
    out: PathBuf,

    /// How to say what was made
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    proof: ProveOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let traffic = Traffic::open(&args.traffic)?;
    let mut set = retake_cases::make(&traffic)?;
    set.summary.losses.iter().for_each(|loss| say(loss));
    let left = match args.proof.wanted() && !set.cases.is_empty() {
        true => args.proof.prove(&mut set, &Changed::new())?,
        false => Left::default(),
    };
    set.summary.cases = set.cases.len() as u64;
    let mut directory = CaseDir::create(&args.out)?;
    for (name, boot) in &set.boots {
        directory.save_boot(name, boot)?;
    }
    for case in &set.cases {
        directory.save(case)?;
    }
    if set.summary.without_start > 0 {
        let traffic = args.traffic.display();
        say(&format!(
            "{} recorded while the service ran, so what it does at its start is not there; if that needs anything outside, \
             record one start of the same build: retake record --boot --out {traffic} -- COMMAND",
            count(set.summary.without_start, "request was", "requests were")
        ));
    }
    let mut out = io::stdout().lock();
    match args.format {
        Format::Text => {
            text(&mut out, &set.summary, &left, &args.out.display().to_string())?;
            rejected(&mut out, &left)?;
            for line in left.diagnoses.iter().flat_map(Diagnosis::lines) {
                writeln!(out, "{}", plain(&line))?;
            }
        }
        Format::Json => writeln!(out, "{}", as_json(&set.summary, &left, args.proof.wanted()))?,
    }
    out.flush()?;
    if set.cases.is_empty() {
        say("no request in this traffic can be replayed");
    } else if !args.proof.wanted() {
        say(
            "these cases are not proven: name the command that starts the recorded build to keep only what replays on it",
        );
    }
    Ok(if left.rejected.is_empty() { OK } else { FAILED })
}

/// So many differences of a case are listed.
const DIFFERENCES: usize = 3;

/// The cases that did not pass, with what differs.
fn rejected(out: &mut impl Write, left: &Left) -> io::Result<()> {
    for one in &left.rejected {
        let verdict = &one.verdict;
        writeln!(out, "{}: {}", one.case.id, one.reason)?;
        verdict.reason.iter().try_for_each(|reason| writeln!(out, "  {}", plain(reason)))?;
        for difference in verdict.differences.iter().take(DIFFERENCES) {
            writeln!(out, "  {}", plain(&difference.to_string()))?;
        }
        if let Some(more @ 1..) = verdict.differences.len().checked_sub(DIFFERENCES) {
            writeln!(out, "  and {more} more")?;
        }
    }
    Ok(())
}

fn text(out: &mut impl Write, summary: &Summary, left: &Left, to: &str) -> io::Result<()> {
    writeln!(
        out,
        "{} of {} to {to}",
        count(summary.cases, "case", "cases"),
        count(summary.traces, "request", "requests")
    )?;
    if summary.duplicates > 0 {
        writeln!(out, "  {} the same as another", summary.duplicates)?;
    }
    let mut reasons = |what: &str, reasons: &BTreeMap<String, u64>| -> io::Result<()> {
        reasons.iter().try_for_each(|(reason, number)| writeln!(out, "  {number} {what}: {reason}"))
    };
    reasons("left out", &summary.dropped)?;
    reasons("left out", &left.reasons())?;
    reasons("not recorded", &summary.not_recorded)?;
    reasons("calls outside requests left out", &summary.boot_dropped)
}

fn as_json(summary: &Summary, left: &Left, proven: bool) -> serde_json::Value {
    let mut left_out = summary.dropped.clone();
    for (reason, number) in left.reasons() {
        *left_out.entry(reason).or_default() += number;
    }
    json!({
        "segments": summary.segments,
        "requests": summary.traces,
        "cases": summary.cases,
        "duplicates": summary.duplicates,
        "left_out": left_out,
        "proven": proven,
        "rejected": left.as_json(),
        "diagnoses": left.diagnoses.iter().map(Diagnosis::as_json).collect::<Vec<_>>(),
        "not_recorded": summary.not_recorded,
        "boot_calls": summary.boot_calls,
        "boot_left_out": summary.boot_dropped,
        "without_start": summary.without_start,
        "losses": summary.losses,
    })
}
