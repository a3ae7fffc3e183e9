//! `retake analyze`: the points of a service, and why.

use std::path::{Path, PathBuf};

use retake_analyze::Request;
use retake_model::points::Points;
use retake_report::points::Changes;

use super::explain;
use crate::failure::Failure;
use crate::options::{Format, analyse, read_points};
use crate::output::{put, result_style};
use crate::{FAILED, OK};

/// Find every place where a service depends on something outside the request, and say why
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake analyze app.jar
  retake analyze target/classes 'target/lib/*' --scope shop
  retake analyze app.jar --explain currentTimeMillis       # the way a value takes to where it matters
  retake analyze app.jar --format json --out points.json   # for `retake record --points points.json`
  retake analyze app-new.jar --baseline points.json        # what the new build adds and removes

Exit codes: 0 all is well, 1 with --baseline: points were added or removed, 2 wrong use or it cannot run.
A point is the same in two builds if what it depends on and the method that holds it are; lines may differ.")]
pub(crate) struct Args {
    /// A jar, a war, directories of classes, or of jars (`lib/*`)
    #[arg(required = true, value_name = "PATH")]
    path: Vec<PathBuf>,

    /// A package that is application code, wherever it is; can be given several times
    #[arg(long, value_name = "PACKAGE")]
    scope: Vec<String>,

    /// Explain a point by its number, or all whose dependency or place has this text in it
    #[arg(long, value_name = "POINT")]
    explain: Option<String>,

    /// Compare with the points of another build, as `--format json` wrote them, and write what is added and removed
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    baseline: Option<PathBuf>,

    /// How to write the points
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The file to write to, instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    // What is wrong with a file shows before the analysis, not after it.
    let baseline = args.baseline.as_deref().map(read_points).transpose()?;
    let points = analyse(Request { path: args.path, scope: args.scope, ..Request::default() })?;
    let out = args.out.as_deref();
    if let Some(old) = &baseline {
        return changes(old, &points, args.format, out);
    }
    let text = match (&args.explain, args.format) {
        (Some(wanted), format) => explain::text(&points, wanted, format, result_style(out))?,
        (None, Format::Text) => retake_report::points::table(&points, result_style(out)),
        (None, Format::Json) => serde_json::to_string_pretty(&points).map_err(Failure::new)? + "\n",
    };
    put(&text, out)?;
    Ok(OK)
}

/// Writes what a build adds to another and removes from it; that there is something is not well.
fn changes(old: &Points, new: &Points, format: Format, out: Option<&Path>) -> Result<u8, Failure> {
    let changes = Changes::between(old, new);
    let text = match format {
        Format::Text => changes.text(result_style(out)),
        Format::Json => serde_json::to_string_pretty(&changes.json()).map_err(Failure::new)? + "\n",
    };
    put(&text, out)?;
    Ok(if changes.is_empty() { OK } else { FAILED })
}
