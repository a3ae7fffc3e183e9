//! One line that says how far things are.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::style::{Colour, Style};

/// A line that changes is written this often.
const REDRAW: Duration = Duration::from_millis(60);
/// Where lines cannot change, a long wait still shows that something happens.
const PLAIN_EVERY: Duration = Duration::from_secs(10);
/// The columns of the bar.
const BAR: usize = 24;

/// How far a replay is.
#[derive(Debug)]
pub(crate) struct Progress {
    style: Style,
    total: usize,
    done: usize,
    failed: usize,
    written: Instant,
    /// Whether a line is on the screen that has to go before anything else is written.
    drawn: bool,
}

impl Progress {
    pub(crate) fn new(style: Style) -> Progress {
        Progress { style, total: 0, done: 0, failed: 0, written: Instant::now(), drawn: false }
    }

    /// Says what is waited for, where that can be taken back: it is no part of the result.
    pub(crate) fn wait(&mut self, out: &mut impl Write, what: &str) -> io::Result<()> {
        if self.style.live { self.draw(out, &self.fitted(&format!("{what} …"))) } else { Ok(()) }
    }

    pub(crate) fn start(&mut self, total: usize) {
        (self.total, self.written) = (total, Instant::now());
    }

    /// Counts a case.
    pub(crate) fn count(&mut self, out: &mut impl Write, passed: bool) -> io::Result<()> {
        self.done += 1;
        self.failed += usize::from(!passed);
        let (every, first) = if self.style.live { (REDRAW, self.done == 1) } else { (PLAIN_EVERY, false) };
        if self.written.elapsed() < every && !first {
            return Ok(());
        }
        self.written = Instant::now();
        let counts = format!("{} of {} cases, {} failed", self.done, self.total, self.failed);
        if !self.style.live {
            writeln!(out, "{counts}")?;
            return out.flush();
        }
        if self.style.width < BAR + 48 {
            return self.draw(out, &self.fitted(&counts));
        }
        let filled = (BAR * self.done / self.total.max(1)).min(BAR);
        let colour = if self.failed > 0 { Colour::Bad } else { Colour::Good };
        let bar = format!("{}{}", self.style.paint(colour, &"━".repeat(filled)), "─".repeat(BAR - filled));
        self.draw(out, &format!("{bar} {counts}"))
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
