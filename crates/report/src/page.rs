//! For people who want to look around: a replay as one page for a browser. No other file, nothing from the network.
//!
//! What belongs to one case goes to a file as soon as the case is judged, because thousands of cases with everything in
//! them do not fit into memory. At the end the page is written from it, in the order of the cases. The page holds its data
//! as JSON, and its script shows of it what somebody looks at.

mod data;
mod detail;
mod lanes;
mod names;
mod spool;
#[cfg(test)]
mod tests;
mod why;

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, Write};

use retake_judge::verdict::Kind;
use retake_model::points::Points;
use retake_replay::event::{Event, Judged, Skipped, Summary};
use serde_json::Value;

use crate::Sink;
use crate::html::escape;
use detail::Detail;
use names::Names;
use spool::Spool;

const STYLE: &str = include_str!("page/page.css");
/// In the order in which they need each other.
const SCRIPTS: [&str; 6] = [
    include_str!("page/make.js"),
    include_str!("page/state.js"),
    include_str!("page/overview.js"),
    include_str!("page/list.js"),
    include_str!("page/case.js"),
    include_str!("page/start.js"),
];

/// The details of all cases together take no more room than this. Those that fail come first.
const ROOM: usize = 32 << 20;

/// What a page says besides what the events tell.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Which cases, on what: `cases on app-new.jar`.
    pub title: String,
    /// The version of the command.
    pub version: String,
    /// When it was made, for people.
    pub when: String,
    /// What the cases exercise of the service.
    pub coverage: Option<Value>,
}

/// Writes a page.
#[derive(Debug)]
pub struct Page<'a, W, F> {
    out: W,
    about: About,
    points: &'a Points,
    spool: Spool<F>,
    cases: Vec<Brief>,
    skipped: Vec<Skipped>,
    notes: Vec<String>,
}

/// What is kept of a case in memory: what lists and filters need.
#[derive(Debug)]
struct Brief {
    judged: Judged,
    /// Every dependency that it asks, or asked when it was recorded, with its kind.
    dependencies: BTreeMap<String, String>,
}

impl<'a, W: Write, F: Read + Write + Seek> Page<'a, W, F> {
    /// Writes to `out`. `room` is an empty file for what does not fit into memory; nobody reads it afterwards. `points` are
    /// those of the build that is replayed, and say why they are points.
    pub fn new(out: W, room: F, points: &'a Points, about: About) -> Self {
        let (cases, skipped, notes) = Default::default();
        Page { out, about, points, spool: Spool::new(room), cases, skipped, notes }
    }

    fn judged(&mut self, judged: &Judged) -> io::Result<()> {
        let detail = Detail::of(judged);
        let dependencies = detail.dependencies();
        self.spool.put(judged.index, judged.verdict.kind != Kind::Passed, &detail)?;
        let mut judged = judged.brief();
        if judged.verdict.kind == Kind::Passed {
            // What is worth knowing of a case that passed is in its detail.
            judged.verdict.notes = Vec::new();
        }
        self.cases.push(Brief { judged, dependencies });
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.cases.sort_by_key(|case| case.judged.index);
        let title = escape(&self.about.title);
        write!(
            self.out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{} · {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
            headline(summary)
        )?;
        write!(
            self.out,
            "<noscript><p class=\"noscript\">{}: {title}. The rest of this page needs its own script; it loads nothing from \
             elsewhere.</p></noscript>\n<div id=\"page\"></div>\n",
            headline(summary)
        )?;
        let mut names = Names::default();
        writeln!(self.out, "<script type=\"application/json\" id=\"details\">")?;
        let shown = self.details(&mut names)?;
        writeln!(self.out, "</script>\n<script type=\"application/json\" id=\"data\">")?;
        let data = data::data(&data::Source {
            about: &self.about,
            summary,
            cases: &self.cases,
            shown: &shown,
            skipped: &self.skipped,
            notes: &self.notes,
            points: self.points,
            names,
        });
        put(&mut self.out, &data)?;
        write!(self.out, "\n</script>\n<script>\n'use strict';\n(() => {{\n")?;
        SCRIPTS.iter().try_for_each(|script| self.out.write_all(script.as_bytes()))?;
        write!(self.out, "}})();\n</script>\n</body>\n</html>\n")?;
        self.out.flush()
    }

    /// Writes a line for each case; gives whether there was room for what is on it.
    fn details(&mut self, names: &mut Names) -> io::Result<Vec<bool>> {
        let fits = self.spool.fitting(ROOM);
        for (case, fits) in self.cases.iter().zip(&fits) {
            let detail: Detail = self.spool.take(case.judged.index)?;
            let detail = if *fits { detail } else { detail.without_calls() };
            put(&mut self.out, &detail.embedded(names))?;
            self.out.write_all(b"\n")?;
        }
        Ok(fits)
    }
}

impl<W: Write, F: Read + Write + Seek> Sink for Page<'_, W, F> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Waiting(_) | Event::Started { .. } => Ok(()),
            Event::Skipped(skipped) => {
                self.skipped.push(skipped.clone());
                Ok(())
            }
            Event::Judged(judged) => self.judged(judged),
            Event::Note(note) => {
                if !self.notes.contains(note) {
                    self.notes.push(note.clone());
                }
                Ok(())
            }
            Event::Finished(summary) => self.finish(summary),
        }
    }
}

/// What came of it, in a few words.
fn headline(summary: &Summary) -> String {
    match (summary.failed(), summary.total()) {
        (0, total) => format!("{total} passed"),
        (failed, total) => format!("{failed} of {total} failed"),
    }
}

/// Writes JSON into a script element. Without `<`, nothing in it can end the element or begin a comment.
fn put(out: &mut impl Write, value: &Value) -> io::Result<()> {
    out.write_all(value.to_string().replace('<', "\\u003c").as_bytes())
}
