//! What else the document has: entries, what was ruled out, handles.

use std::fmt::Write;

use retake_model::points::{Entry, HandleType, RuledOut};

use super::super::names::{dependency, dotted, simple};
use super::breakable;
use crate::html::escape;
use crate::numbers::thousands;

/// The beginning of something that is folded up when it is long.
fn fold(out: &mut String, id: &str, title: &str, number: usize, heads: &[&str]) {
    let open = if number <= 25 { " open" } else { "" };
    let number = thousands(number as u64);
    let _ = write!(
        out,
        "<details class=\"fold\" id=\"{id}\"{open}><summary>{title} <small>{number}</small></summary>\n\
         <div class=\"scroll\"><table><thead><tr>"
    );
    for head in heads {
        let _ = write!(out, "<th>{head}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
}

const FOLDED: &str = "</tbody></table></div></details>\n";

pub(super) fn entries(out: &mut String, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    fold(out, "entries", "Entries", entries.len(), &["kind", "method", "paths"]);
    for entry in entries {
        let method = escape(&format!("{}.{}", dotted(&entry.class), entry.method));
        let paths: Vec<String> = entry.paths.iter().map(|path| format!("<code>{}</code>", escape(path))).collect();
        let kind = escape(&entry.kind);
        let _ = writeln!(out, "<tr><td>{kind}</td><td class=\"name\">{method}</td><td>{}</td></tr>", paths.join(" "));
    }
    out.push_str(FOLDED);
}

pub(super) fn ruled_out(out: &mut String, all: &[RuledOut]) {
    if all.is_empty() {
        return;
    }
    fold(out, "ruled-out", "Ruled out", all.len(), &["kind", "source", "where", "reason"]);
    for it in all {
        let kind = it.kind.name();
        let line = it.line.map(|line| format!(":{line}")).unwrap_or_default();
        let method = it.method.as_ref().map(|method| format!(".{method}{line}")).unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr class=\"{kind}\" data-kind=\"{kind}\"><td><span class=\"badge\">{kind}</span></td><td class=\"name\" \
             title=\"{}\">{}</td><td class=\"name\" title=\"{}\">{}</td><td>{}</td></tr>",
            escape(&it.dependency),
            breakable(&dependency(&it.dependency)),
            escape(&dotted(&it.class)),
            breakable(&format!("{}{method}", simple(&it.class))),
            escape(&it.reason),
        );
    }
    out.push_str(FOLDED);
}

pub(super) fn handles(out: &mut String, handles: &[HandleType]) {
    let found: Vec<&HandleType> = handles.iter().filter(|handle| !handle.implementers.is_empty()).collect();
    if found.is_empty() {
        return;
    }
    fold(out, "handles", "Handles", found.len(), &["type", "recorded as the calls made on"]);
    for handle in found {
        let classes: Vec<String> = handle.implementers.iter().map(|class| escape(&dotted(class))).collect();
        let name = escape(&dotted(&handle.name));
        let _ =
            writeln!(out, "<tr><td class=\"name\">{name}</td><td class=\"name\">{}</td></tr>", classes.join("<br>"));
    }
    out.push_str(FOLDED);
}
