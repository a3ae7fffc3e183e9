//! `retake cases`: traffic to cases.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use retake_cases::Summary;
use retake_store::{CaseDir, Traffic};
use serde_json::json;

use crate::failure::Failure;
use crate::mask::{self, MaskOptions};
use crate::options::Format;
use crate::output::{count, say};
use crate::{OK, config};

/// Make cases of recorded traffic: one readable file each, to review and to keep in git
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake cases traffic/ --out cases/
  retake cases traffic/20250301-120000.rtk --out cases/
  retake cases traffic/ --out cases/ --format json
  retake cases traffic/ --out cases/ --mask --mask-key mask.key --audit")]
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
    mask: MaskOptions,

    /// List what was masked, by rule and place, and what looks sensitive and was not
    #[arg(long, requires = "mask", help_heading = "Masking")]
    audit: bool,

    /// The file of settings; without, `retake.toml` in the current directory, if there is one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let mut masker = args.mask.masker(&config::load(args.config.as_deref())?.mask)?;
    let traffic = Traffic::open(&args.traffic)?;
    let set = retake_cases::make_masked(&traffic, masker.as_mut())?;
    let audit = masker.map(|mut masker| (masker.audit(), masker.key_id().to_owned()));
    let mut directory = CaseDir::create(&args.out)?;
    for (name, boot) in &set.boots {
        directory.save_boot(name, boot)?;
    }
    for case in &set.cases {
        directory.save(case)?;
    }
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
        Format::Text => {
            text(&mut out, &set.summary, &args.out.display().to_string())?;
            if let Some((audit, key)) = &audit {
                let lines = mask::text(audit, key);
                let shown = if args.audit { lines.len() } else { 1 };
                lines.iter().take(shown).try_for_each(|line| writeln!(out, "{line}"))?;
            }
        }
        Format::Json => {
            let mut json = as_json(&set.summary);
            if let Some((audit, key)) = &audit {
                json["mask"] = mask::as_json(audit, key);
            }
            writeln!(out, "{json}")?;
        }
    }
    out.flush()?;
    if set.cases.is_empty() {
        say("no request in this traffic can be replayed");
    }
    Ok(OK)
}

fn text(out: &mut impl Write, summary: &Summary, to: &str) -> io::Result<()> {
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
    reasons("not recorded", &summary.not_recorded)?;
    reasons("calls outside requests left out", &summary.boot_dropped)
}

fn as_json(summary: &Summary) -> serde_json::Value {
    json!({
        "segments": summary.segments,
        "requests": summary.traces,
        "cases": summary.cases,
        "duplicates": summary.duplicates,
        "left_out": summary.dropped,
        "not_recorded": summary.not_recorded,
        "boot_calls": summary.boot_calls,
        "boot_left_out": summary.boot_dropped,
        "without_start": summary.without_start,
        "losses": summary.losses,
    })
}
