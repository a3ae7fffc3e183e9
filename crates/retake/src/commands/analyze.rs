//! `retake analyze`: the points of a service, and why.

use std::path::PathBuf;

use clap::ValueEnum;
use retake_report::points::{self as report, Changes};
use serde::Serialize;

use super::explain;
use crate::analysis::{Said, analyse};
use crate::failure::Failure;
use crate::options::{self, AboutOptions, read_points};
use crate::output::{check, put, result_style, warn};
use crate::{FAILED, OK};

/// Find every place where a service depends on something outside the request, and say why
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake analyze app.jar
  retake analyze target/classes 'target/lib/*' --scope shop
  retake analyze app.jar --explain currentTimeMillis       # why is it a point?
  retake analyze app.jar --format json --out points.json   # for programs
  retake analyze app-new.jar --baseline points.json        # what is new or gone
  retake analyze app.jar --format html --out points.html   # a page to read
  retake analyze app.jar --format sarif --source-root src/main/java -o out.sarif

`retake record` and `retake replay` take what --format json writes with --points.
Exit codes: 0 all is well, 1 with --baseline: points were added or removed, 2 wrong use or it cannot run.
A point is the same in two builds if what it depends on and the method that holds it are; lines may differ.")]
pub(crate) struct Args {
    /// A jar, a war, directories of classes, or of jars (`lib/*`); or a class path of these (`app.jar:lib/*`)
    #[arg(required = true, value_name = "PATH")]
    path: Vec<PathBuf>,

    #[command(flatten)]
    about: AboutOptions,

    /// Explain a point by its number, or all whose dependency or place has this text in it
    #[arg(long, value_name = "POINT")]
    explain: Option<String>,

    /// Compare with the points of another build, as `--format json` wrote them, and write what is added and removed: alone in
    /// text and JSON, marked among all points in SARIF and HTML
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    baseline: Option<PathBuf>,

    /// How to write the points
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// A directory of source files, for `--format sarif`: paths begin with the one that has the file, and what is in no
    /// file of theirs is left out; can be given several times
    #[arg(long, value_name = "DIR")]
    source_root: Vec<PathBuf>,

    /// The file to write to, instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// How to write points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table for people.
    #[default]
    Text,
    /// The document that other commands and programs read.
    Json,
    /// SARIF 2.1.0, for code hosts.
    Sarif,
    /// One page for a browser.
    Html,
}

impl Format {
    /// What is said of an analysis beside a result in this format.
    fn said(self) -> Said {
        match self {
            Format::Text | Format::Html => Said::Steps,
            Format::Json | Format::Sarif => Said::Nothing,
        }
    }

    /// The format, where there is only text and JSON.
    fn plain(self) -> Result<options::Format, Failure> {
        match self {
            Format::Text => Ok(options::Format::Text),
            Format::Json => Ok(options::Format::Json),
            Format::Sarif | Format::Html => {
                Err(Failure::new("--explain writes text or JSON; leave it out, or choose another --format"))
            }
        }
    }
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    // What is wrong with the arguments shows before the analysis, not after it.
    let explained = match &args.explain {
        Some(wanted) => Some((wanted, args.format.plain()?)),
        None => None,
    };
    if let Some(root) = args.source_root.iter().find(|root| !root.is_dir()) {
        return Err(Failure::new(format!("{} is no directory; check the path after --source-root", root.display())));
    }
    let baseline = args.baseline.as_deref().map(read_points).transpose()?;
    check(args.out.as_deref())?;
    let request = args.about.request(args.path)?;
    let title = title(&request.path);
    let points = analyse(&request, args.format.said())?;
    let changes = baseline.as_ref().map(|old| Changes::between(old, &points));
    let (out, version) = (args.out.as_deref(), env!("CARGO_PKG_VERSION"));
    let style = result_style(out);
    if let Some((wanted, format)) = explained {
        put(&explain::text(&points, wanted, format, style)?, out)?;
        return Ok(OK);
    }
    let text = match (args.format, &changes) {
        (Format::Text, Some(changes)) => changes.text(style),
        (Format::Text, None) => report::table(&points, style),
        (Format::Json, Some(changes)) => pretty(&changes.json())?,
        (Format::Json, None) => pretty(&points)?,
        (Format::Sarif, changes) => {
            let locate = |path: &str| locate(&args.source_root, path);
            pretty(&report::sarif(&points, version, &locate, changes.as_ref()))?
        }
        (Format::Html, changes) => report::html(&points, &title, version, changes.as_ref()),
    };
    if matches!(args.format, Format::Json | Format::Sarif) {
        warn(&points.warnings);
    }
    put(&text, out)?;
    Ok(if changes.is_none_or(|changes| changes.is_empty()) { OK } else { FAILED })
}

/// What the service is called: the names of the files that it is, as far as there is room.
fn title(path: &[PathBuf]) -> String {
    let names: Vec<String> =
        path.iter().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()).collect();
    match names.as_slice() {
        [first, second, third, _, ..] => format!("{first}, {second}, {third} and {} more", names.len() - 3),
        _ => names.join(", "),
    }
}

/// The path of a source file: below the root that has it; where no root is named, what its package says.
fn locate(roots: &[PathBuf], path: &str) -> Option<String> {
    if roots.is_empty() {
        return Some(path.to_owned());
    }
    roots.iter().map(|root| root.join(path)).find(|file| file.is_file()).map(|file| file.to_string_lossy().into_owned())
}

fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(value).map_err(Failure::new)? + "\n")
}
