//! What the command writes, and where.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use retake_report::Style;
pub(crate) use retake_report::count;
use retake_report::plain;

use crate::failure::Failure;

/// Says something to whoever runs the command, beside its output.
pub(crate) fn say(message: &str) {
    // When even this cannot be written, there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "retake: {message}");
}

/// So many warnings are said; all of them are in the result.
const WARNINGS: usize = 10;

/// Says what an analysis warns of, where the result is for programs.
pub(crate) fn warn(warnings: &[String]) {
    for warning in warnings.iter().take(WARNINGS) {
        say(&format!("warning: {}", plain(warning)));
    }
    if let Some(more @ 1..) = warnings.len().checked_sub(WARNINGS) {
        say(&format!("warning: {} in the result", count(more as u64, "more is", "more are")));
    }
}

/// Writes a result to a file, or to the standard output.
pub(crate) fn put(text: &str, out: Option<&Path>) -> Result<(), Failure> {
    match out {
        Some(path) => fs::write(path, text).map_err(|error| Failure::file("written", path, &error)),
        None => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}

/// Makes sure that a result can be written, before the work that it takes.
pub(crate) fn check(out: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = out else { return Ok(()) };
    let tried = match fs::metadata(path) {
        // Whoever reads a pipe would take this for the result.
        Ok(found) if !found.is_file() && !found.is_dir() => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        Err(_) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => fs::remove_file(path),
            // A link to where nothing is yet.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        },
    };
    tried.map_err(|error| Failure::file("written", path, &error))
}

/// What can be shown where a result goes: nothing but text in a file.
pub(crate) fn result_style(out: Option<&Path>) -> Style {
    if out.is_some() { Style::PLAIN } else { style(&io::stdout()) }
}

/// What can be shown where `stream` goes.
pub(crate) fn style(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Style {
    let (term, no_color) = (std::env::var_os("TERM"), std::env::var_os("NO_COLOR"));
    let width =
        rustix::termios::tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|&width| width > 0);
    Style::detect(stream.is_terminal(), term.as_deref(), no_color.as_deref(), width)
}
