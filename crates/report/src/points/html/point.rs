//! Points, class by class, each with its reason and its way.

use std::collections::BTreeSet;
use std::fmt::Write;

use retake_model::points::Point;

use super::super::names::{self, dependency, dotted, ends, more_changes, more_sinks, place, written};
use super::breakable;
use crate::html::escape;
use crate::numbers::thousands;

/// Points under a heading, class by class.
pub(super) fn part(out: &mut String, title: &str, which: &str, points: &[&Point], prefix: &str, added: &BTreeSet<u32>) {
    if points.is_empty() {
        return;
    }
    let count = thousands(points.len() as u64);
    let _ = writeln!(out, "<section class=\"part\"><h2>{title} <small>{count}{which}</small></h2>");
    for group in points.chunk_by(|a, b| a.class == b.class) {
        class(out, group, prefix, added);
    }
    out.push_str("</section>\n");
}

/// The points of a class.
fn class(out: &mut String, points: &[&Point], prefix: &str, added: &BTreeSet<u32>) {
    let Some(first) = points.first() else { return };
    let (package, name) = split(&first.class);
    let _ = writeln!(
        out,
        "<section class=\"class\"><h3><span class=\"package\">{package}</span>{name} <small>{}</small></h3>",
        points.len()
    );
    for it in points {
        point(out, it, prefix, added.contains(&it.id));
    }
    out.push_str("</section>\n");
}

/// `shop.` and `Orders`, of `shop/Orders`.
fn split(class: &str) -> (String, String) {
    let dotted = class.replace('/', ".");
    let name = dotted.rfind('.').map_or(0, |dot| dot + 1);
    (escape(&dotted[..name]), escape(&dotted[name..]))
}

fn point(out: &mut String, point: &Point, prefix: &str, is_new: bool) {
    let kind = point.kind.name();
    let line = point.line.map(|line| format!(":{line}")).unwrap_or_default();
    let new = if is_new { "<span class=\"new\">new</span>" } else { "" };
    let _ = write!(
        out,
        "<details class=\"point {kind}\" id=\"{prefix}{id}\" data-kind=\"{kind}\"><summary><span class=\"badge\">{kind}</span>\
         <span class=\"name\">{source}{new}</span><span class=\"name\">{method}{line}</span><span class=\"what\">{end}</span>\
         </summary>\n<div class=\"body\"><p>{reason}</p>\n<dl><dt>source</dt><dd><code>{full}</code></dd>\
         <dt>mocked</dt><dd>{place} in <code>{method}{descriptor}</code></dd>",
        id = point.id,
        source = breakable(&dependency(&point.dependency)),
        method = escape(&point.method),
        end = breakable(&ends(point)),
        reason = escape(&point.reason),
        full = escape(&point.dependency),
        place = escape(&place(point)),
        descriptor = escape(&point.descriptor),
    );
    if !point.writes.is_empty() {
        let writes: Vec<String> = point.writes.iter().map(|write| escape(&written(write))).collect();
        let _ = write!(out, "<dt>also changes</dt><dd>{}</dd>", writes.join(", "));
    }
    changes(out, point);
    let _ = write!(
        out,
        "<dt>rule</dt><dd>{}</dd><dt>number</dt><dd><a href=\"#{prefix}{id}\">{id}</a></dd></dl>\n<ol class=\"path\">\n",
        escape(&point.rule),
        id = point.id,
    );
    for step in &point.path {
        let spot = spot(&step.class, &step.method, step.file.as_deref(), step.line);
        let _ = writeln!(out, "<li>{}<span>{spot}</span></li>", escape(&step.what));
    }
    out.push_str("</ol>");
    sinks(out, point);
    out.push_str("</div></details>\n");
}

/// Who changes what it depends on.
fn changes(out: &mut String, point: &Point) {
    let by = point.changed.by.iter().map(|by| {
        let spot = spot(&by.class, &by.method, by.file.as_deref(), by.line);
        format!("{spot}: {}", escape(&by.what))
    });
    let told: Vec<String> = by.chain(more_changes(&point.changed)).collect();
    if !told.is_empty() {
        let _ = write!(out, "<dt>changed by</dt><dd>{}</dd>", told.join("<br>"));
    }
}

/// Where the value matters besides the end of its way.
fn sinks(out: &mut String, point: &Point) {
    let more = more_sinks(&point.reached);
    if point.reached.sinks.len() < 2 && more.is_none() {
        return;
    }
    out.push_str("\n<p>It reaches</p>\n<ul class=\"path\">\n");
    for sink in &point.reached.sinks {
        let spot = spot(&sink.class, &sink.method, sink.file.as_deref(), sink.line);
        let _ = writeln!(out, "<li>{}<span>{spot}</span></li>", escape(&names::sink(sink)));
    }
    if let Some(more) = more {
        let _ = writeln!(out, "<li>{more}</li>");
    }
    out.push_str("</ul>");
}

/// Where something is.
fn spot(class: &str, method: &str, file: Option<&str>, line: Option<u32>) -> String {
    let method = escape(&format!("{}.{method}", dotted(class)));
    let place = match (file, line) {
        (Some(file), Some(line)) => format!("{}:{line}", escape(file)),
        (Some(file), None) => escape(file),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => return format!("<code>{method}</code>"),
    };
    format!("<code>{method}</code> · <code>{place}</code>")
}
