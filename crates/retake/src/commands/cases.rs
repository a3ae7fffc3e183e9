//! `retake cases`: traffic to cases.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use retake_cases::{Added, Keep, Summary, consolidate};
use retake_report::plain;
use retake_store::{CaseDir, Traffic};
use serde_json::json;

use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::keys::EncryptOptions;
use crate::mask::{self, MaskOptions};
use crate::options::Format;
use crate::output::{count, say};
use crate::proving::{Left, ProveOptions};
use crate::{FAILED, OK, config};

/// Make cases of recorded traffic: one readable file for each behaviour, to review and to keep in git
///
/// Requests that call the same entry, take the same way through the points and agree in what code looks at (what is null, empty,
/// negative, which constant) show one behaviour. What is in the directory stays; only behaviours that it does not have are added.
///
/// With the command that starts the service, cases are replayed on the build that recorded them, and only those that pass
/// are saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake cases traffic/ --out cases/ -- java -jar app.jar
  retake cases traffic/ --out cases/ --fix -- java -jar app.jar
  retake cases traffic/ --out cases/      # without a proof
  retake cases traffic/20250301-120000.rtk --out cases/
  retake cases traffic/ --out cases/ --keep 3
  retake cases traffic/ --out cases/ --mask --mask-key mask.key --audit
  retake cases traffic/ --out cases/ --recipients-file team.txt
  retake cases traffic/ --out cases/ --format json

Exit codes: 0 all cases were saved, 1 one did not replay on the build that recorded it or a file that was there cannot be
read, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of traffic, or one file of it
    #[arg(value_name = "TRAFFIC")]
    traffic: PathBuf,

    /// The directory that cases go to; made if it is not there
    #[arg(long, short, value_name = "DIRECTORY")]
    out: PathBuf,

    /// How many cases of each behaviour to keep: a number, or `all`
    #[arg(long, value_name = "N", default_value = "1", value_parser = keep)]
    keep: Keep,

    #[command(flatten)]
    encrypt: EncryptOptions,

    /// How to say what was made
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    mask: MaskOptions,

    /// List what was masked, by rule and place, and what looks sensitive and was not
    #[arg(long, requires = "mask", help_heading = "Masking")]
    audit: bool,

    /// The file of settings; without, `retake.toml` in the current directory, if there is one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    proof: ProveOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let mut masker = args.mask.masker(&config::load(args.config.as_deref())?.mask)?;
    let traffic = Traffic::open(&args.traffic)?;
    let mut set = retake_cases::make_masked(&traffic, masker.as_mut())?;
    let audit = masker.map(|mut masker| (masker.audit(), masker.key_id().to_owned()));
    set.summary.losses.iter().for_each(|loss| say(loss));
    let mut directory = CaseDir::create(&args.out)?.locked(args.encrypt.lock(&args.out)?);
    directory.check_lock()?;
    let mut added = consolidate(&mut set, args.keep, &directory)?;
    let left = match args.proof.wanted() && !set.cases.is_empty() {
        true => args.proof.prove(&mut set, args.config.as_deref())?,
        false => Left::default(),
    };
    added.cases = set.cases.len() as u64;
    for (name, boot) in &set.boots {
        directory.save_boot(name, boot)?;
    }
    for case in &set.cases {
        directory.save(case)?;
    }
    added.finish(&directory)?;
    added.wrong.iter().for_each(|wrong| say(&wrong.to_string()));
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
            text(&mut out, &set.summary, &added, &left, &args)?;
            rejected(&mut out, &left)?;
            for line in left.diagnoses.iter().flat_map(Diagnosis::lines) {
                writeln!(out, "{}", plain(&line))?;
            }
            if let Some((audit, key)) = &audit {
                let lines = mask::text(audit, key);
                let shown = if args.audit { lines.len() } else { 1 };
                lines.iter().take(shown).try_for_each(|line| writeln!(out, "{line}"))?;
            }
        }
        Format::Json => {
            let mut json = as_json(&set.summary, &added, &left, args.proof.wanted());
            if let Some((audit, key)) = &audit {
                json["mask"] = mask::as_json(audit, key);
            }
            writeln!(out, "{json}")?;
        }
    }
    out.flush()?;
    if set.summary.cases == 0 {
        say("no request in this traffic can be replayed");
    } else if !args.proof.wanted() {
        say(
            "these cases are not proven: name the command that starts the recorded build to keep only what replays on it",
        );
    }
    Ok(if left.rejected.is_empty() && added.wrong.is_empty() { OK } else { FAILED })
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

fn keep(text: &str) -> Result<Keep, String> {
    match text {
        "all" => Ok(Keep::All),
        number => number.parse().map(Keep::Some).map_err(|_| "a number from 1 was expected, or `all`".to_owned()),
    }
}

fn text(out: &mut impl Write, summary: &Summary, added: &Added, left: &Left, args: &Args) -> io::Result<()> {
    writeln!(
        out,
        "{} show {}: {} to {}",
        count(summary.traces, "request", "requests"),
        count(summary.behaviours, "behaviour", "behaviours"),
        count(added.cases, "case", "cases"),
        args.out.display()
    )?;
    if added.known > 0 {
        writeln!(out, "  {} there already", count(added.known, "behaviour was", "behaviours were"))?;
    }
    if summary.duplicates > 0 {
        writeln!(out, "  {} the same as another", summary.duplicates)?;
    }
    for (reason, number, traces) in summary.dropped.iter() {
        let show =
            traces.first().map(|trace| format!("retake traffic show {} --trace {trace}", args.traffic.display()));
        writeln!(out, "  {number} left out: {reason}; see {}", show.unwrap_or_default())?;
    }
    let mut reasons = |what: &str, reasons: &BTreeMap<String, u64>| -> io::Result<()> {
        reasons.iter().try_for_each(|(reason, number)| writeln!(out, "  {number} {what}: {reason}"))
    };
    reasons("left out", &left.reasons())?;
    reasons("not recorded", &summary.not_recorded)?;
    reasons("calls outside requests left out", &summary.boot_dropped)
}

fn as_json(summary: &Summary, added: &Added, left: &Left, proven: bool) -> serde_json::Value {
    let mut left_out = summary.dropped.counts();
    for (reason, number) in left.reasons() {
        *left_out.entry(reason).or_default() += number;
    }
    let traces: BTreeMap<&str, &[u64]> = summary.dropped.iter().map(|(reason, _, traces)| (reason, traces)).collect();
    json!({
        "segments": summary.segments,
        "requests": summary.traces,
        "behaviours": summary.behaviours,
        "known": added.known,
        "cases": added.cases,
        "duplicates": summary.duplicates,
        "left_out": left_out,
        "left_out_traces": traces,
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
