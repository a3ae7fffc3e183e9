//! Points one by one: what each is, where, and the way its data takes.

use std::fmt::Write;

use retake_model::points::{Point, Points, RuledOut};
use serde_json::{Value, json};

use super::names::{self, dotted, more_changes, more_sinks, place, written};
use crate::plain;
use crate::style::{Colour, Style};

/// The points that somebody asked about, and what was ruled out of what they asked about.
#[derive(Debug, Default)]
pub struct Selection<'p> {
    /// Points.
    pub points: Vec<&'p Point>,
    /// What is none.
    pub ruled_out: Vec<&'p RuledOut>,
}

/// Finds points by number (`17`, `#17`), or by a part of their name or place (`currentTimeMillis`, `Orders.expire`,
/// `Orders.expire:41`, `Orders.java:41`).
pub fn select<'p>(points: &'p Points, wanted: &str) -> Selection<'p> {
    if let Ok(number) = wanted.strip_prefix('#').unwrap_or(wanted).parse::<u32>() {
        return Selection { points: points.points.get(number as usize).into_iter().collect(), ruled_out: Vec::new() };
    }
    let is_named = |dependency: &str, class: &str, method: Option<&str>, line: Option<u32>| {
        let class = class.replace('/', ".");
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let place = method.map(|method| format!("{class}.{method}{line}")).unwrap_or(class);
        // Also as the table has it.
        dependency.contains(wanted) || names::dependency(dependency).contains(wanted) || place.contains(wanted)
    };
    // A file is the one that the first step is in, which is where the point is.
    let in_file = |point: &Point| {
        let file = point.path.first().and_then(|step| step.file.as_ref());
        file.is_some_and(|file| format!("{file}:{}", point.line.unwrap_or(0)).contains(wanted))
    };
    Selection {
        points: points
            .points
            .iter()
            .filter(|point| {
                is_named(&point.dependency, &point.class, Some(&point.method), point.line) || in_file(point)
            })
            .collect(),
        ruled_out: points
            .ruled_out
            .iter()
            .filter(|out| is_named(&out.dependency, &out.class, out.method.as_deref(), out.line))
            .collect(),
    }
}

impl Selection<'_> {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && self.ruled_out.is_empty()
    }

    /// For people.
    pub fn text(&self, style: Style) -> String {
        let points = self.points.iter().map(|found| point(found, style));
        points.chain(self.ruled_out.iter().map(|out| ruled_out(out, style))).collect::<Vec<_>>().join("\n")
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({ "points": self.points, "ruled_out": self.ruled_out })
    }
}

fn point(point: &Point, style: Style) -> String {
    let mut out = String::new();
    let head = style.paint(Colour::Strong, &format!("point {}: {}", point.id, plain(&point.dependency)));
    let _ = writeln!(out, "{head} ({}, rule {})", point.kind.name(), plain(&point.rule));
    let _ = writeln!(out, "  {}", plain(&point.reason));
    let holder = format!("{}.{}{}", dotted(&point.class), plain(&point.method), plain(&point.descriptor));
    let _ = writeln!(out, "  mocked: {} in {holder}", place(point));
    if !point.writes.is_empty() {
        let writes: Vec<String> = point.writes.iter().map(written).collect();
        let _ = writeln!(out, "  it also changes {}", writes.join(", "));
    }
    changes(&mut out, point, style);
    let spots: Vec<String> = point.path.iter().map(|step| spot(&step.file, step.line)).collect();
    let width = spots.iter().map(|spot| spot.chars().count()).max().unwrap_or(0);
    for (at, (step, spot)) in point.path.iter().zip(&spots).enumerate() {
        let method = format!("{}.{}", dotted(&step.class), plain(&step.method));
        // Where a way stays in a method, its name is told once.
        let same = at > 0 && (&point.path[at - 1].class, &point.path[at - 1].method) == (&step.class, &step.method);
        if !same {
            let _ = writeln!(out, "  {}", style.paint(Colour::Dim, &format!("in {method}")));
        }
        let _ = writeln!(out, "    {spot:<width$}  {}", plain(&step.what));
    }
    sinks(&mut out, point, style);
    out
}

/// Who changes what it depends on.
fn changes(out: &mut String, point: &Point, style: Style) {
    let more = more_changes(&point.changed);
    if point.changed.by.is_empty() && more.is_none() {
        return;
    }
    let _ = writeln!(out, "  {}", style.paint(Colour::Dim, "changed by"));
    for by in &point.changed.by {
        let method = format!("{}.{}", dotted(&by.class), plain(&by.method));
        let _ = writeln!(out, "    {method} ({}): {}", spot(&by.file, by.line), plain(&by.what));
    }
    if let Some(more) = more {
        let _ = writeln!(out, "    {more}");
    }
}

/// Where the value matters besides the end of its way.
fn sinks(out: &mut String, point: &Point, style: Style) {
    let more = more_sinks(&point.reached);
    if point.reached.sinks.len() < 2 && more.is_none() {
        return;
    }
    let _ = writeln!(out, "  {}", style.paint(Colour::Dim, "it reaches"));
    for sink in &point.reached.sinks {
        let method = format!("{}.{}", dotted(&sink.class), plain(&sink.method));
        let _ = writeln!(out, "    {method} ({}): {}", spot(&sink.file, sink.line), names::sink(sink));
    }
    if let Some(more) = more {
        let _ = writeln!(out, "    {more}");
    }
}

/// `Orders.java:41`.
fn spot(file: &Option<String>, line: Option<u32>) -> String {
    let text = match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => "?".to_owned(),
    };
    plain(&text)
}

fn ruled_out(out: &RuledOut, style: Style) -> String {
    let line = out.line.map(|line| format!(":{line}")).unwrap_or_default();
    let method = out.method.as_ref().map(|method| format!(".{}{line}", plain(method))).unwrap_or_default();
    let head = style.paint(Colour::Strong, &format!("ruled out: {}", plain(&out.dependency)));
    format!("{head} ({})\n  in {}{method}\n  {}\n", out.kind.name(), dotted(&out.class), plain(&out.reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::testing::document;

    fn check(wanted: &str, points: &[u32], ruled_out: usize) {
        let document = document();
        let found = select(&document, wanted);
        let ids: Vec<u32> = found.points.iter().map(|point| point.id).collect();
        assert_eq!((ids.as_slice(), found.ruled_out.len()), (points, ruled_out), "{wanted}");
        assert_eq!(found.is_empty(), points.is_empty() && ruled_out == 0);
    }

    #[test]
    fn a_point_is_found_by_number_name_and_place() {
        check("2", &[2], 0);
        check("#2", &[2], 0);
        check("99", &[], 0);
        check("currentTimeMillis", &[0], 0);
        check("shop.Orders.expire", &[0, 1], 1);
        check("Orders.expire:41", &[0], 0);
        check("Orders.java:41", &[0], 0);
        check("shop.Rates", &[], 1);
        check("static Stock.counter", &[2], 0);
        check("nobody", &[], 0);
    }

    #[test]
    fn a_way_is_told_step_by_step() {
        let document = document();
        let text = select(&document, "shop.").text(Style::PLAIN);
        assert_eq!(text, include_str!("testing/explain.txt"), "{text}");
    }
}
