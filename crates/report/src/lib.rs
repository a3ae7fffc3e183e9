//! What was found, for those who read it: events of a replay to terminal, JSON lines, JUnit XML and a page for a browser;
//! traffic and points to text and more.
//!
//! A sink takes every event of a replay and writes what its readers want to see. Sinks write to what they are given;
//! which file or terminal that is, their caller knows.

#![forbid(unsafe_code)]

mod groups;
mod html;
mod json;
mod junit;
mod line;
mod live;
mod markup;
mod numbers;
mod page;
pub mod points;
mod progress;
mod steps;
mod style;
mod terminal;
pub mod traffic;

use std::io;

use retake_replay::event::Event;

pub use json::JsonLines;
pub use junit::Junit;
pub use live::Live;
pub use numbers::{count, thousands};
pub use page::{About, Page};
pub use steps::Steps;
pub use style::{Colour, Style};
pub use terminal::Terminal;

/// Takes the events of a replay.
pub trait Sink {
    /// Takes one event.
    fn event(&mut self, event: &Event) -> io::Result<()>;
}

/// Hands each event to several sinks.
#[derive(Default)]
pub struct Sinks<'a> {
    open: Vec<Box<dyn Sink + 'a>>,
    failed: Vec<io::Error>,
}

impl<'a> Sinks<'a> {
    /// Adds a sink.
    pub fn add(&mut self, sink: impl Sink + 'a) {
        self.open.push(Box::new(sink));
    }

    /// Hands an event on. A sink that fails gets no more events: that nobody reads any more (`retake replay | head`)
    /// is no reason to stop the replay, whose exit code still counts.
    pub fn event(&mut self, event: &Event) {
        let failed = &mut self.failed;
        self.open.retain_mut(|sink| match sink.event(event) {
            Ok(()) => true,
            Err(error) => {
                if error.kind() != io::ErrorKind::BrokenPipe {
                    failed.push(error);
                }
                false
            }
        });
    }

    /// Why sinks failed, except because nobody read any more.
    pub fn into_failures(self) -> Vec<io::Error> {
        self.failed
    }
}

/// A text that others wrote, safe to show: no control characters, so that nothing steers the reader's terminal.
pub fn plain(text: &str) -> String {
    if !text.chars().any(char::is_control) {
        return text.to_owned();
    }
    text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod testing;
