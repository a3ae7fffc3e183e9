//! Points as one page for a browser: no other file, nothing from the network, readable without scripts.

mod lists;
mod point;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write;

use retake_model::points::{Kind, Point, Points};

use super::Changes;
use crate::html::escape;
use lists::{entries, handles, ruled_out};
use point::part;
use summary::header;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Writes a page. `title` says which service it is about; with `changes`, their
/// number is told, what is new is marked and what is gone listed.
pub fn html(points: &Points, title: &str, version: &str, changes: Option<&Changes<'_>>) -> String {
    let mut out = String::new();
    let name = escape(title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>Points of {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    header(&mut out, points, &name, changes);
    out.push_str("<main>\n");
    filter(&mut out);
    let added: BTreeSet<u32> = changes.into_iter().flat_map(|changes| &changes.added).map(|point| point.id).collect();
    if points.points.is_empty() {
        out.push_str("<p>None: nothing that was read depends on anything outside the request.</p>\n");
    }
    // What people own comes before what they use.
    let in_scope = |point: &&Point| points.scope.iter().any(|prefix| point.class.starts_with(prefix.as_str()));
    let (own, used): (Vec<&Point>, Vec<&Point>) = points.points.iter().partition(in_scope);
    for (title, points) in [("In the application", own), ("In libraries", used)] {
        part(&mut out, title, "", &points, "p", &added);
    }
    if let Some(changes) = changes {
        part(&mut out, "Gone", " that the build before had", &changes.removed, "gone", &BTreeSet::new());
    }
    entries(&mut out, &points.entries);
    ruled_out(&mut out, &points.ruled_out);
    handles(&mut out, &points.handles);
    let format = escape(&points.format);
    let _ = write!(
        out,
        "</main>\n<footer>Written by Retake {} from <code>{format}</code>.</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(version)
    );
    out
}

/// A name that may go on in the next line behind each of its dots.
fn breakable(text: &str) -> String {
    escape(text).replace('.', ".<wbr>")
}

/// What filters; only a script can, so only a script shows it.
fn filter(out: &mut String) {
    out.push_str(
        "<form id=\"filter\" hidden role=\"search\"><input type=\"search\" placeholder=\"Filter by name, class, file or \
         reason   ( / )\" aria-label=\"Filter by text\">\n",
    );
    for kind in Kind::ALL {
        let name = kind.name();
        let _ = writeln!(out, "<label class=\"{name}\"><input type=\"checkbox\" value=\"{name}\">{name}</label>");
    }
    out.push_str(
        "<button type=\"button\">open / close all</button><output id=\"shown\" aria-live=\"polite\"></output></form>\n",
    );
}
