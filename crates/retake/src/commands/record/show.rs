//! How far a recording is, while it goes on.

use std::io;
use std::time::{Duration, Instant};

use retake_model::counts::Counts;
use retake_report::Live;

use crate::output::{count, say, style};

/// Where lines cannot change, or are the service's, a new one is written this often at most.
const PLAIN_EVERY: Duration = Duration::from_secs(60);

/// Shows counters: on a terminal of its own in one line that is written over, elsewhere rarely.
pub(super) struct Show {
    quiet: bool,
    live: Option<Live<io::Stderr>>,
    written: Instant,
    last: Counts,
}

impl Show {
    /// `alone` if nobody else writes to the terminal.
    pub(super) fn new(quiet: bool, alone: bool) -> Show {
        let style = style(&io::stderr());
        let live = (alone && style.live && !quiet).then(|| Live::new(io::stderr(), style));
        Show { quiet, live, written: Instant::now(), last: Counts::default() }
    }

    /// Shows them, if there is something new to show.
    pub(super) fn counts(&mut self, counts: &Counts) {
        if self.quiet || *counts == self.last {
            return;
        }
        match &mut self.live {
            // When even this cannot be written, there is nobody to tell.
            Some(live) => drop(live.text(&text(counts))),
            None if self.written.elapsed() < PLAIN_EVERY => return,
            None => say(&text(counts)),
        }
        self.last = counts.clone();
        self.written = Instant::now();
    }

    /// Takes the line off the screen.
    pub(super) fn clear(&mut self) {
        self.live = None;
    }
}

fn text(counts: &Counts) -> String {
    let mut text = format!("{}, {} KiB", count(counts.recorded, "request", "requests"), counts.bytes.div_ceil(1024));
    for (reason, number) in &counts.dropped {
        text += &format!("; {number} dropped: {reason}");
    }
    text
}
