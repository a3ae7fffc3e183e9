//! `retake traffic`: look inside traffic.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Subcommand;
use retake_cases::Verify;
use retake_report::traffic::{self, Stats};
use retake_store::Traffic;

use crate::failure::Failure;
use crate::options::Format;
use crate::output::{count, say};
use crate::{FAILED, OK};

/// Look inside recorded traffic
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake traffic stats traffic/
  retake traffic show traffic/ --limit 20
  retake traffic show traffic/ --trace 17
  retake traffic verify traffic/")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List requests, or show one with everything it depended on
    #[command(after_help = "Examples:
  retake traffic show traffic/ --limit 20
  retake traffic show traffic/ --trace 17
  retake traffic show traffic/ --format json | jq .target")]
    Show {
        /// A directory of traffic, or one file of it
        #[arg(value_name = "TRAFFIC")]
        traffic: PathBuf,
        /// Show the trace with this number in full
        #[arg(long, value_name = "NUMBER")]
        trace: Option<u64>,
        /// Show so many and no more
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        /// How to write it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Count requests, dependencies, and what cannot be replayed
    #[command(after_help = "Examples:
  retake traffic stats traffic/
  retake traffic stats traffic/ --format json")]
    Stats {
        /// A directory of traffic, or one file of it
        #[arg(value_name = "TRAFFIC")]
        traffic: PathBuf,
        /// How to write it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Check that every file is whole and every trace in it holds together; exit code 1 if not
    #[command(after_help = "Examples:
  retake traffic verify traffic/
  retake traffic verify traffic/1767225600000-4242.rtk --format json")]
    Verify {
        /// A directory of traffic, or one file of it
        #[arg(value_name = "TRAFFIC")]
        traffic: PathBuf,
        /// How to write it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match args.command {
        Command::Show { traffic, trace, limit, format } => {
            show(&mut out, &Traffic::open(traffic)?, trace, limit, format)?
        }
        Command::Stats { traffic, format } => stats(&mut out, &Traffic::open(traffic)?, format)?,
        Command::Verify { traffic, format } => {
            let whole = verify(&mut out, &Traffic::open(traffic)?, format)?;
            out.flush()?;
            return Ok(if whole { OK } else { FAILED });
        }
    }
    out.flush()?;
    Ok(OK)
}

fn show(
    out: &mut impl Write,
    traffic: &Traffic,
    wanted: Option<u64>,
    limit: Option<usize>,
    format: Format,
) -> Result<(), Failure> {
    let mut left = limit.unwrap_or(usize::MAX);
    let mut found = false;
    let mut failed = Ok(());
    for segment in traffic.segments() {
        let segment = segment?;
        let points = segment.header.as_ref().map(|header| &header.points);
        let tail = segment.each(|trace| {
            if left == 0 || failed.is_err() || wanted.is_some_and(|wanted| wanted != trace.id) {
                return;
            }
            left -= 1;
            found = true;
            failed = match (format, wanted) {
                (Format::Json, _) => writeln!(out, "{}", traffic::json(&trace)),
                (Format::Text, None) => writeln!(out, "{}", traffic::line(&trace)),
                (Format::Text, Some(_)) => out.write_all(traffic::full(&trace, points).as_bytes()),
            };
        })?;
        if !tail.complete() {
            say(&format!("{}: {tail}", segment.path.display()));
        }
    }
    failed?;
    match wanted {
        Some(wanted) if !found => Err(Failure::new(format!("no trace has the number {wanted} in this traffic"))),
        _ => Ok(()),
    }
}

fn stats(out: &mut impl Write, traffic: &Traffic, format: Format) -> Result<(), Failure> {
    let mut stats = Stats::default();
    for segment in traffic.segments() {
        let segment = segment?;
        let points = segment.header.as_ref().map(|header| &header.points);
        let tail = segment.each(|trace| stats.add(&trace, points))?;
        stats.end(&segment.path.display().to_string(), &tail);
    }
    match format {
        Format::Text => out.write_all(stats.text().as_bytes())?,
        Format::Json => writeln!(out, "{}", stats.json())?,
    }
    Ok(())
}

/// Says of each file whether it is whole; gives whether all are.
fn verify(out: &mut impl Write, traffic: &Traffic, format: Format) -> Result<bool, Failure> {
    let mut whole = true;
    for segment in traffic.segments() {
        let segment = segment?;
        let points = segment.header.as_ref().map(|header| &header.points);
        let mut verify = Verify::default();
        let tail = segment.each(|trace| verify.trace(&trace, points))?;
        let (traces, wrong) = verify.end(segment.header.is_some(), &tail);
        whole &= wrong.is_empty();
        let path = segment.path.display().to_string();
        match format {
            Format::Json => {
                writeln!(out, "{}", serde_json::json!({ "file": path, "traces": traces, "wrong": wrong }))?;
            }
            Format::Text => {
                let state = if wrong.is_empty() { "whole" } else { "damaged" };
                writeln!(out, "{state:<8} {path}: {}", count(traces, "trace", "traces"))?;
                for (what, times) in wrong {
                    let times = if times == 1 { String::new() } else { format!(" ({times} times)") };
                    writeln!(out, "         {}{times}", retake_report::plain(&what))?;
                }
            }
        }
    }
    Ok(whole)
}
