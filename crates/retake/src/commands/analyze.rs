//! `retake analyze`: the points of a service, and why.

use std::io::{self, Write};
use std::path::PathBuf;

use retake_analyze::Request;
use retake_model::points::Points;

use crate::OK;
use crate::failure::Failure;
use crate::options::{Format, analyse};

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
    let text = match (&args.explain, args.format) {
        (Some(wanted), _) => explain(&points, wanted)?,
        (None, Format::Text) => retake_analyze::table(&points),
        (None, Format::Json) => serde_json::to_string_pretty(&points).map_err(Failure::new)? + "\n",
    };
    match &args.out {
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::file("written", path, &error))?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(OK)
}

fn explain(points: &Points, wanted: &str) -> Result<String, Failure> {
    let number: Option<u32> = wanted.trim_start_matches('#').parse().ok();
    let place = |class: &str, method: &str| format!("{}.{method}", class.replace('/', "."));
    let found: Vec<String> = points
        .points
        .iter()
        .filter(|point| match number {
            Some(number) => point.id == number,
            None => point.dependency.contains(wanted) || place(&point.class, &point.method).contains(wanted),
        })
        .map(|point| retake_analyze::explain(points, point.id))
        .collect();
    let ruled_out = points
        .ruled_out
        .iter()
        .map(|out| (out, place(&out.class, out.method.as_deref().unwrap_or_default())))
        .filter(|(out, at)| number.is_none() && (out.dependency.contains(wanted) || at.contains(wanted)))
        .map(|(out, at)| format!("ruled out: {} in {at}\n  {}\n", out.dependency, out.reason));
    let all: Vec<String> = found.into_iter().chain(ruled_out).collect();
    if all.is_empty() {
        return Err(Failure::new(format!(
            "no point has `{wanted}` as its number or in its name; list them with `retake analyze` without --explain"
        )));
    }
    Ok(all.join("\n"))
}
