//! `retake coverage`: what cases exercise of a service.

use std::io::{self, Write};
use std::path::PathBuf;

use retake_report::{count, plain};
use retake_select::coverage::{Coverage, Line, State, share};
use retake_store::CaseDir;

use crate::OK;
use crate::failure::Failure;
use crate::keys::KeyOptions;
use crate::options::{Format, PointsOptions};
use crate::output::say;

/// Tell which entries and points of a service some cases exercise, and which none does
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake coverage cases/ app.jar
  retake coverage cases/ --points points.json --all
  retake coverage cases/ app.jar --format json

Points in libraries are left out. `perhaps` is what cannot be told: entries that share a path, points whose place in the code has moved.")]
pub(crate) struct Args {
    /// A directory of cases, or one case
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    /// The service: a jar, a war, directories of classes
    #[arg(value_name = "PATH", required_unless_present_any = ["points", "app"], conflicts_with_all = ["points", "app"])]
    path: Vec<PathBuf>,

    #[command(flatten)]
    keys: KeyOptions,

    #[command(flatten)]
    points: PointsOptions,

    /// List what is exercised, too
    #[arg(long)]
    all: bool,

    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let directory = CaseDir::open(&args.cases)?.locked(args.keys.lock(&args.cases)?);
    let points = args.points.find(|| args.path.clone())?;
    let mut coverage = Coverage::new(&points);
    for case in directory.load_all() {
        match case {
            Ok(case) => coverage.add(&case),
            // What is wrong with one case says nothing of the others.
            Err(error) => say(&format!("left out: {error}")),
        }
    }
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", coverage.json())?,
        Format::Text => {
            part(&mut out, "entry", "entries", &coverage.entries(), args.all)?;
            part(&mut out, "point", "points", &coverage.points(), args.all)?;
            let (entries, points) = (coverage.entries(), coverage.points());
            writeln!(
                out,
                "{}: {}; {}",
                count(coverage.cases(), "case", "cases"),
                sum("entries", &entries),
                sum("points", &points)
            )?;
        }
    }
    out.flush()?;
    Ok(OK)
}

fn part(out: &mut impl Write, one: &str, many: &str, lines: &[Line], all: bool) -> io::Result<()> {
    let shown: Vec<&Line> = lines.iter().filter(|line| all || line.state != State::Yes).collect();
    if shown.is_empty() {
        return Ok(());
    }
    match all {
        true => writeln!(out, "{many}")?,
        false => writeln!(out, "{} that no case surely exercises", count(shown.len() as u64, one, many))?,
    }
    let width =
        |text: fn(&Line) -> &str| shown.iter().map(|line| text(line).chars().count()).max().unwrap_or(0).min(72);
    let (kinds, names) = (width(|line| &line.kind), width(|line| &line.name));
    for line in shown {
        let (kind, name, at) = (plain(&line.kind), plain(&line.name), plain(&line.at));
        let cases = if line.cases > 0 { count(line.cases, "case", "cases") } else { String::new() };
        let text = format!("  {:<8} {kind:<kinds$}  {name:<names$}  {at}  {cases}", line.state.as_str());
        writeln!(out, "{}", text.trim_end())?;
    }
    writeln!(out)
}

fn sum(what: &str, lines: &[Line]) -> String {
    let share = share(lines);
    let percent = (100 * share.exercised).checked_div(share.all).map(|percent| format!(" ({percent} %)"));
    let percent = percent.unwrap_or_default();
    let perhaps = if share.perhaps > 0 { format!(", {} perhaps", share.perhaps) } else { String::new() };
    format!("{} of {} {what} exercised{percent}{perhaps}", share.exercised, share.all)
}
