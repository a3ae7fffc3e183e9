//! The head of the page: what was read, and how much was found.

use std::fmt::Write;

use retake_model::points::{Counts, Kind, Points};

use super::super::Changes;
use super::super::names::dotted;
use crate::html::escape;
use crate::numbers::{count, thousands};

pub(super) fn header(out: &mut String, points: &Points, name: &str, changes: Option<&Changes<'_>>) {
    let counts = &points.counts;
    let scope: Vec<String> =
        points.scope.iter().map(|prefix| format!("<code>{}*</code>", escape(&dotted(prefix)))).collect();
    let scope = if scope.is_empty() { String::new() } else { format!(", in {}", scope.join(", ")) };
    let _ = write!(
        out,
        "<header>\n<p class=\"brand\">Retake · points of a service</p>\n<h1>{name}</h1>\n<p class=\"lead\">{} where it depends \
         on something outside the request. Read {}; {} of the application with {}{scope}.</p>\n",
        count(counts.points.total, "place", "places"),
        count(counts.classes, "class", "classes"),
        thousands(counts.application_classes),
        count(counts.application_methods, "method", "methods"),
    );
    if let Some(changes) = changes {
        let _ = writeln!(out, "<p class=\"lead\">Compared with the build before: {}.</p>", changes.summary());
    }
    tiles(out, counts);
    figures(out, counts);
    if !points.warnings.is_empty() {
        let open = if points.warnings.len() <= 5 { " open" } else { "" };
        let count = count(points.warnings.len() as u64, "warning", "warnings");
        let _ = writeln!(out, "<details class=\"warnings\"{open}><summary>{count}</summary><ul>");
        for warning in &points.warnings {
            let _ = writeln!(out, "<li>{}</li>", escape(warning));
        }
        out.push_str("</ul></details>\n");
    }
    out.push_str("</header>\n");
}

fn tiles(out: &mut String, counts: &Counts) {
    out.push_str("<ul class=\"tiles\">\n");
    for kind in Kind::ALL {
        let (number, letter, what) = match kind {
            Kind::System => (counts.points.system, "#S", "time, chance, the host"),
            Kind::Internal => (counts.points.internal, "#I", "state that outlives a request"),
            Kind::External => (counts.points.external, "#E", "databases, services, files"),
            Kind::Listed => (counts.points.listed, "#W", "what a person listed"),
        };
        let (class, number) = (kind.name(), thousands(number));
        let _ = writeln!(
            out,
            "<li class=\"{class}\"><abbr title=\"Table 2 of the paper\">{letter}</abbr><b>{number}</b><span>{class}</span><small>{what}</small></li>"
        );
    }
    // The share is of what people own.
    let own = match counts.points.in_libraries {
        0 => String::new(),
        some => format!("{} in the application, ", thousands(counts.points.total.saturating_sub(some))),
    };
    let _ = writeln!(
        out,
        "<li><abbr title=\"Table 2 of the paper\">#T</abbr><b>{}</b><span>total</span><small>{own}{:.1} % of {} outside the \
         JDK (#C)</small></li>\n</ul>",
        thousands(counts.points.total),
        counts.points_per_method_invoked() * 100.0,
        count(counts.methods_invoked, "method invoked", "methods invoked"),
    );
}

/// One row of a figure: parts of the whole as segments of a bar.
fn bar(out: &mut String, label: &str, whole: u64, parts: &[(&str, u64)]) {
    let _ = write!(out, "<div class=\"bar\"><span>{label}</span><div class=\"track\">");
    for (class, part) in parts.iter().filter(|(_, part)| *part > 0) {
        let width = *part as f64 * 100.0 / whole.max(1) as f64;
        let _ = write!(out, "<i class=\"{class}\" style=\"width:{:.2}%\"></i>", width.min(100.0));
    }
    let total: u64 = parts.iter().map(|(_, part)| part).sum();
    let _ = writeln!(out, "</div><b>{}</b></div>", thousands(total));
}

fn figures(out: &mut String, counts: &Counts) {
    let (system, internal) = (&counts.system, &counts.internal);
    out.push_str(
        "<div class=\"figures\">\n<figure class=\"system\"><figcaption>System dependencies<small>places that ask for time, \
         chance or the host, and those where the value matters</small></figcaption>\n",
    );
    bar(out, "found", system.found, &[("rest", system.found)]);
    bar(out, "kept", system.found, &[("near", system.kept_intra), ("far", system.kept_inter)]);
    let _ = write!(
        out,
        "<p class=\"legend\"><i></i>{} in one method<i class=\"far\"></i>{} only across methods</p></figure>\n\
         <figure class=\"internal\"><figcaption>Internal dependencies<small>fields that outlive a request; of these, those that \
         something changes, and those that matter because they change or are different in every process</small></figcaption>\n",
        thousands(system.kept_intra),
        thousands(system.kept_inter),
    );
    bar(out, "found", internal.found, &[("rest", internal.found)]);
    bar(out, "modified", internal.found, &[("rest", internal.modified)]);
    bar(out, "kept", internal.found, &[("near", internal.kept)]);
    out.push_str("</figure>\n</div>\n");
}
