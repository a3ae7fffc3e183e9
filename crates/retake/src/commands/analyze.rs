//! `retake analyze`: the points of a service, and why.

use std::path::PathBuf;

use retake_analyze::Request;

use super::explain;
use crate::OK;
use crate::failure::Failure;
use crate::options::{Format, analyse};
use crate::output::{put, result_style};

/// Find every place where a service depends on something outside the request, and say why
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake analyze app.jar
  retake analyze target/classes 'target/lib/*' --scope shop
  retake analyze app.jar --explain currentTimeMillis       # the way a value takes to where it matters
  retake analyze app.jar --format json --out points.json   # for `retake record --points points.json`")]
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

    /// How to write the points
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The file to write to, instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let points = analyse(Request { path: args.path, scope: args.scope, ..Request::default() })?;
    let out = args.out.as_deref();
    let text = match (&args.explain, args.format) {
        (Some(wanted), format) => explain::text(&points, wanted, format, result_style(out))?,
        (None, Format::Text) => retake_report::points::table(&points, result_style(out)),
        (None, Format::Json) => serde_json::to_string_pretty(&points).map_err(Failure::new)? + "\n",
    };
    put(&text, out)?;
    Ok(OK)
}
