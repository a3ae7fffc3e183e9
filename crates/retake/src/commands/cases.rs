//! `retake cases`: traffic to cases.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use retake_cases::{Added, Keep, Summary, consolidate};
use retake_store::{CaseDir, Traffic};
use serde_json::json;

use crate::failure::Failure;
use crate::keys::EncryptOptions;
use crate::options::Format;
use crate::output::{count, say};
use crate::{FAILED, OK};

/// Make cases of recorded traffic: one readable file for each behaviour, to review and to keep in git
///
/// Requests that call the same entry, take the same way through the points and agree in what code looks at (what is null, empty,
/// negative, which constant) show one behaviour. What is in the directory stays; only behaviours that it does not have are added.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake cases traffic/ --out cases/
  retake cases traffic/20250301-120000.rtk --out cases/
  retake cases traffic/ --out cases/ --keep 3
  retake cases traffic/ --out cases/ --recipients-file team.txt
  retake cases traffic/ --out cases/ --format json")]
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
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let traffic = Traffic::open(&args.traffic)?;
    let mut set = retake_cases::make(&traffic)?;
    let mut directory = CaseDir::create(&args.out)?.locked(args.encrypt.lock(&args.out)?);
    directory.check_lock()?;
    let added = consolidate(&mut set, args.keep, &directory)?;
    for (name, boot) in &set.boots {
        directory.save_boot(name, boot)?;
    }
    for case in &set.cases {
        directory.save(case)?;
    }
    added.finish(&directory)?;
    added.wrong.iter().for_each(|wrong| say(&wrong.to_string()));
    set.summary.losses.iter().for_each(|loss| say(loss));
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
        Format::Text => text(&mut out, &set.summary, &added, &args)?,
        Format::Json => writeln!(out, "{}", as_json(&set.summary, &added))?,
    }
    out.flush()?;
    if set.summary.cases == 0 {
        say("no request in this traffic can be replayed");
    }
    Ok(if added.wrong.is_empty() { OK } else { FAILED })
}

fn keep(text: &str) -> Result<Keep, String> {
    match text {
        "all" => Ok(Keep::All),
        number => number.parse().map(Keep::Some).map_err(|_| "a number from 1 was expected, or `all`".to_owned()),
    }
}

fn text(out: &mut impl Write, summary: &Summary, added: &Added, args: &Args) -> io::Result<()> {
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
    reasons("not recorded", &summary.not_recorded)?;
    reasons("calls outside requests left out", &summary.boot_dropped)
}

fn as_json(summary: &Summary, added: &Added) -> serde_json::Value {
    let traces: BTreeMap<&str, &[u64]> = summary.dropped.iter().map(|(reason, _, traces)| (reason, traces)).collect();
    json!({
        "segments": summary.segments,
        "requests": summary.traces,
        "behaviours": summary.behaviours,
        "known": added.known,
        "cases": added.cases,
        "duplicates": summary.duplicates,
        "left_out": summary.dropped.counts(),
        "left_out_traces": traces,
        "not_recorded": summary.not_recorded,
        "boot_calls": summary.boot_calls,
        "boot_left_out": summary.boot_dropped,
        "without_start": summary.without_start,
        "losses": summary.losses,
    })
}
