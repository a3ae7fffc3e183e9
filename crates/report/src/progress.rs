//! One line that says how far a replay is.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::line::Line;
use crate::style::{Colour, Style};

/// A line that changes is written this often.
const REDRAW: Duration = Duration::from_millis(60);
/// Where lines cannot change, a long wait still shows that something happens.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// How far a replay is.
#[derive(Debug)]
pub(crate) struct Progress {
    line: Line,
    total: usize,
    done: usize,
    failed: usize,
    written: Instant,
}

impl Progress {
    pub(crate) fn new(style: Style) -> Progress {
        Progress { line: Line::new(style), total: 0, done: 0, failed: 0, written: Instant::now() }
    }

    /// Says what is waited for, where that can be taken back: it is no part of the result.
    pub(crate) fn wait(&mut self, out: &mut impl Write, what: &str) -> io::Result<()> {
        if self.line.style.live { self.line.text(out, &format!("{what} …")) } else { Ok(()) }
    }

    pub(crate) fn start(&mut self, total: usize) {
        (self.total, self.written) = (total, Instant::now());
    }

    /// Counts a case.
    pub(crate) fn count(&mut self, out: &mut impl Write, passed: bool) -> io::Result<()> {
        self.done += 1;
        self.failed += usize::from(!passed);
        let (every, first) = if self.line.style.live { (REDRAW, self.done == 1) } else { (PLAIN_EVERY, false) };
        if self.written.elapsed() < every && !first {
            return Ok(());
        }
        self.written = Instant::now();
        let counts = format!("{} of {} cases, {} failed", self.done, self.total, self.failed);
        if !self.line.style.live {
            writeln!(out, "{counts}")?;
            return out.flush();
        }
        let colour = if self.failed > 0 { Colour::Bad } else { Colour::Good };
        self.line.bar(out, self.done, self.total, colour, &counts)
    }

    /// Takes the line off the screen.
    pub(crate) fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.line.clear(out)
    }
}
