//! What the command writes, and where.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use retake_report::Style;
pub(crate) use retake_report::count;

use crate::failure::Failure;

/// Says something to whoever runs the command, beside its output.
pub(crate) fn say(message: &str) {
    // When even this cannot be written, there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "retake: {message}");
}

/// Writes a result to a file, or to the standard output.
pub(crate) fn put(text: &str, out: Option<&Path>) -> Result<(), Failure> {
    match out {
        Some(path) => std::fs::write(path, text).map_err(|error| Failure::file("written", path, &error)),
        None => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
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
