//! A line on a terminal that is written over.

use std::io::{self, Write};

use crate::style::{Colour, Style};

/// The columns of a bar.
const BAR: usize = 24;
/// What stands behind a bar needs this many.
const BESIDE_BAR: usize = 48;

/// The last line of a terminal.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) style: Style,
    /// Whether it is on the screen, and has to go before anything else is written.
    drawn: bool,
}

impl Line {
    pub(crate) fn new(style: Style) -> Line {
        Line { style, drawn: false }
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, out: &mut impl Write, text: &str) -> io::Result<()> {
        self.draw(out, &self.fitted(text))
    }

    /// Writes a bar and a text behind it; the text alone where there is no room for both.
    pub(crate) fn bar(
        &mut self,
        out: &mut impl Write,
        done: usize,
        total: usize,
        colour: Colour,
        text: &str,
    ) -> io::Result<()> {
        if self.style.width < BAR + BESIDE_BAR {
            return self.text(out, text);
        }
        let filled = (BAR * done / total.max(1)).min(BAR);
        let bar = format!("{}{}", self.style.paint(colour, &"━".repeat(filled)), "─".repeat(BAR - filled));
        let text: String = text.chars().take(self.style.width - BAR - 2).collect();
        self.draw(out, &format!("{bar} {text}"))
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::take(&mut self.drawn) {
            write!(out, "\r\u{1b}[2K")?;
        }
        Ok(())
    }

    /// A line that is too long would wrap, and could not be taken back.
    fn fitted(&self, line: &str) -> String {
        let most = self.style.width - 1;
        if line.chars().count() <= most {
            return line.to_owned();
        }
        line.chars().take(most - 1).chain(['…']).collect()
    }

    fn draw(&mut self, out: &mut impl Write, line: &str) -> io::Result<()> {
        write!(out, "\r\u{1b}[2K{line}")?;
        self.drawn = true;
        out.flush()
    }
}
