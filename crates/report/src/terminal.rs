//! For people: progress while it runs, then what failed and why, then the numbers.

use std::io::{self, Write};

use retake_judge::verdict::{Difference, Kind, What};
use retake_replay::event::{Event, Judged, Summary};

use crate::groups::{Group, group};
use crate::progress::Progress;
use crate::style::{Colour, Style};
use crate::{Sink, plain};

/// Of one case, this many differences are shown.
const DIFFERENCES: usize = 8;
/// Of cases that fail in the same way, this many are named.
const NAMES: usize = 4;
/// This many notes are shown.
const NOTES: usize = 10;
/// This many ways to fail are shown.
const GROUPS: usize = 20;

/// Writes for people.
#[derive(Debug)]
pub struct Terminal<W: Write> {
    out: W,
    style: Style,
    progress: Progress,
    failed: Vec<Judged>,
    skipped: usize,
    /// Each note once, with how often it came.
    notes: Vec<(String, usize)>,
}

impl<W: Write> Terminal<W> {
    /// Writes to `out`, which can show what `style` says.
    pub fn new(out: W, style: Style) -> Self {
        Terminal { out, style, progress: Progress::new(style), failed: Vec::new(), skipped: 0, notes: Vec::new() }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.progress.clear(&mut self.out)?;
        let failed: Vec<&Judged> = self.failed.iter().collect();
        let groups = group(&failed);
        for group in groups.iter().take(GROUPS) {
            write_group(&mut self.out, self.style, group)?;
        }
        if let Some(rest) = groups.get(GROUPS..).filter(|rest| !rest.is_empty()) {
            let cases: usize = rest.iter().map(|group| group.cases.len()).sum();
            writeln!(self.out, "and {cases} more cases that fail in {} other ways\n", rest.len())?;
        }
        for (note, times) in self.notes.iter().take(NOTES) {
            let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
            writeln!(self.out, "{} {}{times}", self.style.paint(Colour::Dim, "note:"), plain(note))?;
        }
        if self.notes.len() > NOTES {
            writeln!(self.out, "and {} more notes", self.notes.len() - NOTES)?;
        }
        writeln!(self.out, "{}", summary_line(self.style, summary, self.skipped))?;
        self.out.flush()
    }
}

impl<W: Write> Sink for Terminal<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Waiting(what) => self.progress.wait(&mut self.out, what),
            Event::Skipped(_) => {
                self.skipped += 1;
                Ok(())
            }
            Event::Started { total } => {
                self.progress.start(*total);
                Ok(())
            }
            Event::Judged(judged) => {
                let passed = judged.verdict.kind == Kind::Passed;
                if !passed {
                    self.failed.push(judged.brief());
                }
                self.progress.count(&mut self.out, passed)
            }
            Event::Note(note) => {
                match self.notes.iter_mut().find(|(known, _)| known == note) {
                    Some((_, times)) => *times += 1,
                    None => self.notes.push((note.clone(), 1)),
                }
                Ok(())
            }
            Event::Finished(summary) => self.finish(summary),
        }
    }
}

impl<W: Write> Drop for Terminal<W> {
    /// A replay that breaks off leaves no half a line.
    fn drop(&mut self) {
        let _ = self.progress.clear(&mut self.out).and_then(|()| self.out.flush());
    }
}

fn write_group(out: &mut impl Write, style: Style, group: &Group<'_>) -> io::Result<()> {
    let Some((example, others)) = group.cases.split_first() else { return Ok(()) };
    let kind = style.paint(Colour::Bad, example.verdict.kind.as_str());
    let calls = if example.calls > 1 { format!(" and {} more calls", example.calls - 1) } else { String::new() };
    let entry = style.paint(Colour::Strong, &plain(&example.entry));
    writeln!(out, "{kind}  {entry}{calls}  {}", style.paint(Colour::Dim, &plain(&example.case)))?;
    if let Some(reason) = &example.verdict.reason {
        writeln!(out, "    {}", plain(reason))?;
    }
    let differences = &example.verdict.differences;
    // When there is only a little more to say, it is said.
    let shown = if differences.len() > DIFFERENCES + 1 { DIFFERENCES } else { differences.len() };
    for difference in &differences[..shown] {
        write_difference(out, style, difference, example.calls > 1)?;
    }
    if shown < differences.len() {
        writeln!(out, "    and {} more differences", differences.len() - shown)?;
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().take(NAMES).map(|case| case.case.as_str()).collect();
        let more = if others.len() > NAMES { ", …" } else { "" };
        let (cases, fail) = if others.len() == 1 { ("case", "fails") } else { ("cases", "fail") };
        let line = format!("{} more {cases} {fail} in the same way: {}{more}", others.len(), plain(&names.join(", ")));
        writeln!(out, "    {}", style.paint(Colour::Dim, &line))?;
    }
    writeln!(out)
}

/// On one line if it fits, else the two values below each other.
fn write_difference(out: &mut impl Write, style: Style, difference: &Difference, calls: bool) -> io::Result<()> {
    let call = if calls { format!("call {}: ", difference.call + 1) } else { String::new() };
    let whole = plain(&format!("    {call}{}", Difference { at: None, ..difference.clone() }));
    let at = difference.at.as_ref().map(|at| format!("  {}", style.paint(Colour::Dim, &plain(at)))).unwrap_or_default();
    let length = whole.chars().count() + difference.at.as_ref().map_or(0, |at| at.chars().count() + 2);
    let two_values = matches!(difference.what, What::Output | What::Request | What::Order | What::Instead);
    if !two_values || length <= style.width {
        return writeln!(out, "{whole}{at}");
    }
    let value = |value: &Option<String>| plain(value.as_deref().unwrap_or("(nothing)"));
    let way = match difference.what {
        What::Order => "order: ",
        What::Instead => "instead: ",
        _ => "",
    };
    writeln!(out, "    {call}{way}{}{at}", plain(&difference.path))?;
    writeln!(out, "        recorded  {}", value(&difference.recorded))?;
    writeln!(out, "        observed  {}", value(&difference.observed))
}

fn summary_line(style: Style, summary: &Summary, skipped: usize) -> String {
    let (total, failed) = (summary.total(), summary.failed());
    let cases = if total == 1 { "case" } else { "cases" };
    let counts = if failed == 0 {
        style.paint(Colour::Good, &format!("{total} {cases}, all passed"))
    } else {
        let kinds: Vec<String> = summary
            .verdicts
            .iter()
            .filter(|(kind, _)| **kind != Kind::Passed)
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        let failed = style.paint(Colour::Bad, &format!("{failed} failed"));
        format!("{total} {cases}: {} passed, {failed} ({})", summary.passed(), kinds.join(", "))
    };
    let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    format!("{counts}{skipped}; {:.0} cases a second, {:.1} s in all", summary.rate(), summary.elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::replay;

    fn written(style: Style) -> String {
        written_of(style, &replay())
    }

    fn written_of(style: Style, events: &[Event]) -> String {
        let mut out = Vec::new();
        let mut terminal = Terminal::new(&mut out, style);
        events.iter().for_each(|event| terminal.event(event).expect("memory takes all"));
        drop(terminal);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn tells_what_failed_and_why() {
        let expected = format!(
            "\
output-differs  POST /customers  post-customers-1
    status: 201 → 200
    1 more case fails in the same way: post-customers-2

request-differs  GET /orders/17\\u{{1b}}[2J  get-orders-17
{}    and 4 more differences

timeout  GET /slow  get-slow
    no answer in time (30 s)

note: a class was not woven (2 times)
6 cases: 2 passed, 4 failed (2 output-differs, 1 request-differs, 1 timeout), 1 skipped; 12 cases a second, 2.5 s in all
",
            (1..9).map(|row| format!("    ResultSet.getLong arg {row}: 1 → 2  shop.Order:42\n")).collect::<String>()
        );
        assert_eq!(written(Style::PLAIN), expected);
    }

    #[test]
    fn long_values_stand_below_each_other() {
        let mut out = Vec::new();
        let long =
            crate::testing::difference(What::Output, "body", &"long ".repeat(20), "short", Some("shop.Order:42"));
        write_difference(&mut out, Style::PLAIN, &long, true).expect("memory takes all");
        let expected = format!(
            "    call 1: body  shop.Order:42\n        recorded  {}\n        observed  short\n",
            "long ".repeat(20)
        );
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn the_line_of_progress_goes_away() {
        let text = written(Style { live: true, colour: true, width: 80 });
        assert!(text.contains("\r\u{1b}[2Kstarting the service …"));
        assert!(text.contains("1 of 6 cases, 1 failed"));
        let last = text.rfind("\r\u{1b}[2K").expect("a line was drawn");
        assert!(text[last..].starts_with("\r\u{1b}[2K\u{1b}[1;31moutput-differs"), "{text:?}");
        // Also if there is no end.
        let text = written_of(Style { live: true, colour: false, width: 20 }, &replay()[..1]);
        assert_eq!(text, "\r\u{1b}[2Kstarting the servi…\r\u{1b}[2K");
    }

    #[test]
    fn all_passed() {
        let summary = Summary { verdicts: [(Kind::Passed, 1)].into(), ..Summary::default() };
        let line = |skipped| summary_line(Style::PLAIN, &summary, skipped);
        assert_eq!(line(0), "1 case, all passed; 1000 cases a second, 0.0 s in all");
        assert_eq!(line(3), "1 case, all passed, 3 skipped; 1000 cases a second, 0.0 s in all");
    }
}
