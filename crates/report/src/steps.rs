//! Which of a few steps is at work, for something that is over in seconds.

use std::io::{self, Write};

use crate::line::Line;
use crate::style::{Colour, Style};

/// Shows steps: on a terminal one line that is gone at the end, elsewhere a line for each.
#[derive(Debug)]
pub struct Steps<W: Write> {
    out: W,
    line: Line,
    total: usize,
}

impl<W: Write> Steps<W> {
    /// Shows `total` steps where `out` goes, which can show what `style` says.
    pub fn new(out: W, style: Style, total: usize) -> Self {
        Steps { out, line: Line::new(style), total }
    }

    /// Shows the step of this number, from 0.
    pub fn step(&mut self, number: usize, what: &str) -> io::Result<()> {
        if self.line.style.live {
            let text = format!("{} of {}: {what}", number + 1, self.total);
            return self.line.bar(&mut self.out, number, self.total, Colour::Good, &text);
        }
        writeln!(self.out, "retake: {what}")?;
        self.out.flush()
    }
}

impl<W: Write> Drop for Steps<W> {
    fn drop(&mut self) {
        let _ = self.line.clear(&mut self.out).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(style: Style) -> String {
        let mut out = Vec::new();
        let mut steps = Steps::new(&mut out, style, 4);
        for (number, what) in ["reading files", "following 12 methods"].into_iter().enumerate() {
            assert!(steps.step(number, what).is_ok());
        }
        drop(steps);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn a_line_that_is_gone_or_lines_that_stay() {
        assert_eq!(shown(Style::PLAIN), "retake: reading files\nretake: following 12 methods\n");
        let live = Style { live: true, ..Style::PLAIN };
        let none = "─".repeat(24);
        let some = format!("{}{}", "━".repeat(6), "─".repeat(18));
        assert_eq!(
            shown(live),
            format!("\r\u{1b}[2K{none} 1 of 4: reading files\r\u{1b}[2K{some} 2 of 4: following 12 methods\r\u{1b}[2K")
        );
        assert!(shown(Style { width: 40, ..live }).starts_with("\r\u{1b}[2K1 of 4: reading files\r"));
        let colour = Style { colour: true, ..live };
        assert!(shown(colour).contains("\u{1b}[32m━━━━━━\u{1b}[0m"));
    }
}
