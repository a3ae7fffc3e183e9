//! `retake explain`: why something is a point, and why something else is none.

use std::path::{Path, PathBuf};

use retake_model::points::Points;
use retake_report::Style;
use retake_report::points::select;

use crate::OK;
use crate::analysis::analyse;
use crate::failure::Failure;
use crate::options::{AboutOptions, Format, read_points};
use crate::output::{put, result_style};

/// Say why something is a point, step by step with file and line, and why something else is none
#[derive(Debug, clap::Args)]
// Of one argument alone clap would say that the path is missing, whichever it is; here that is told apart.
#[command(allow_missing_positional = true, override_usage = "retake explain [OPTIONS] <PATH>... <POINT>")]
#[command(after_help = "Examples:
  retake explain app.jar 17                  # by the number in the table
  retake explain app.jar currentTimeMillis   # all with this in their name
  retake explain app.jar Orders.expire:41    # or in class, method and line
  retake explain points.json Orders.java     # of what was analysed before")]
pub(crate) struct Args {
    /// A jar, a war, directories of classes, or of jars (`lib/*`); or a file that `retake analyze --format json` wrote
    #[arg(value_name = "PATH")]
    path: Vec<PathBuf>,

    /// The number of a point, or a part of the name or of the place of some
    #[arg(value_name = "POINT")]
    point: String,

    #[command(flatten)]
    about: AboutOptions,

    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let points = match args.path.as_slice() {
        [] => return Err(missing(&args.point)),
        [document] if document.extension().is_some_and(|found| found == "json") => read_points(document)?,
        _ => analyse(&args.about.request(args.path)?, args.format.said())?,
    };
    put(&text(&points, &args.point, args.format, result_style(None))?, None)?;
    Ok(OK)
}

/// What is missing where there is one argument alone.
fn missing(given: &str) -> Failure {
    Failure::new(match Path::new(given).exists() || [".jar", ".war", ".json"].iter().any(|end| given.ends_with(end)) {
        true => format!(
            "POINT is missing: say what to explain, by its number or a part of its name or place, as in `retake explain \
             {given} 17` or `retake explain {given} currentTimeMillis`; `retake analyze` lists the points"
        ),
        false => format!("PATH is missing: say what to analyse, as in `retake explain app.jar {given}`"),
    })
}

/// What there is to say of the points that `wanted` means.
pub(super) fn text(points: &Points, wanted: &str, format: Format, style: Style) -> Result<String, Failure> {
    let found = select(points, wanted);
    if found.is_empty() {
        let count = points.points.len();
        return Err(Failure::new(format!(
            "nothing has `{wanted}` as its number, in its name or in its place; `retake analyze` lists the {count} points"
        )));
    }
    Ok(match format {
        Format::Text => found.text(style),
        Format::Json => serde_json::to_string_pretty(&found.json()).map_err(Failure::new)? + "\n",
    })
}
