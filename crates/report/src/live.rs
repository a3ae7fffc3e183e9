//! A text on a terminal that is written over while something goes on, and is gone at the end.

use std::io::{self, Write};

use crate::line::Line;
use crate::style::Style;

/// The text.
#[derive(Debug)]
pub struct Live<W: Write> {
    out: W,
    line: Line,
}

impl<W: Write> Live<W> {
    /// Writes where `out` goes, which can show what `style` says.
    pub fn new(out: W, style: Style) -> Self {
        Live { out, line: Line::new(style) }
    }

    /// Writes a text over the one before.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.line.text(&mut self.out, text)
    }
}

impl<W: Write> Drop for Live<W> {
    fn drop(&mut self) {
        let _ = self.line.clear(&mut self.out).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_that_is_gone_at_the_end() {
        let mut out = Vec::new();
        let mut live = Live::new(&mut out, Style { live: true, width: 12, ..Style::PLAIN });
        assert!(live.text("one").is_ok() && live.text("more than fits here").is_ok());
        drop(live);
        let clear = "\r\u{1b}[2K";
        assert_eq!(String::from_utf8_lossy(&out), format!("{clear}one{clear}more than …{clear}"));
    }
}
