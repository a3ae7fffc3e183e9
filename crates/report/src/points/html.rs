//! Points as one page for a browser: no other file, nothing from the network, readable without scripts.

use std::collections::BTreeSet;
use std::fmt::Write;

use retake_model::points::{Counts, Entry, HandleType, Kind, Point, Points, RuledOut, Step};

use super::Changes;
use super::names::{dependency, dotted, ends, place, simple, written};
use crate::html::escape;
use crate::numbers::{count, thousands};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Writes a page. `title` says which service it is about; with `changes`, what is new is marked and what is gone listed.
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
    header(&mut out, points, &name);
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

fn header(out: &mut String, points: &Points, name: &str) {
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
    let _ = writeln!(
        out,
        "<li><abbr title=\"Table 2 of the paper\">#T</abbr><b>{}</b><span>total</span><small>{:.1} % of {} outside the JDK \
         (#C)</small></li>\n</ul>",
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
         <figure class=\"internal\"><figcaption>Internal dependencies<small>fields that outlive a request, those that \
         something changes, and those that matter</small></figcaption>\n",
        thousands(system.kept_intra),
        thousands(system.kept_inter),
    );
    bar(out, "found", internal.found, &[("rest", internal.found)]);
    bar(out, "modified", internal.found, &[("rest", internal.modified)]);
    bar(out, "kept", internal.found, &[("near", internal.kept)]);
    out.push_str("</figure>\n</div>\n");
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

/// Points under a heading, class by class.
fn part(out: &mut String, title: &str, which: &str, points: &[&Point], prefix: &str, added: &BTreeSet<u32>) {
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
    let _ = write!(
        out,
        "<dt>rule</dt><dd>{}</dd><dt>number</dt><dd><a href=\"#{prefix}{id}\">{id}</a></dd></dl>\n<ol class=\"path\">\n",
        escape(&point.rule),
        id = point.id,
    );
    for step in &point.path {
        let _ = writeln!(out, "<li>{}<span>{}</span></li>", escape(&step.what), spot(step));
    }
    out.push_str("</ol></div></details>\n");
}

/// Where a step is.
fn spot(step: &Step) -> String {
    let method = escape(&format!("{}.{}", dotted(&step.class), step.method));
    let place = match (&step.file, step.line) {
        (Some(file), Some(line)) => format!("{}:{line}", escape(file)),
        (Some(file), None) => escape(file),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => return format!("<code>{method}</code>"),
    };
    format!("<code>{method}</code> · <code>{place}</code>")
}

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

fn entries(out: &mut String, entries: &[Entry]) {
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

fn ruled_out(out: &mut String, all: &[RuledOut]) {
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

fn handles(out: &mut String, handles: &[HandleType]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::testing::document;

    /// The names of the elements, in order; checks that each is closed by its own end.
    fn elements(page: &str) -> Vec<String> {
        const VOID: [&str; 5] = ["meta", "input", "br", "wbr", "!doctype"];
        let mut open: Vec<String> = Vec::new();
        let mut all = Vec::new();
        let mut rest = page;
        while let Some(start) = rest.find('<') {
            let tag = &rest[start + 1..];
            let end =
                tag.find('>').unwrap_or_else(|| panic!("an element without an end: {}", &tag[..tag.len().min(60)]));
            let (inside, behind) = (&tag[..end], &tag[end + 1..]);
            let name = inside.split([' ', '\n']).next().unwrap_or_default().to_owned();
            rest = behind;
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "before {}", &rest[..rest.len().min(80)]),
                None if VOID.contains(&name.as_str()) => {}
                // Inside these, `<` is not markup.
                None if name == "style" || name == "script" => {
                    rest = &rest[rest.find(&format!("</{name}>")).unwrap_or_default()..];
                    open.push(name.clone());
                }
                None => open.push(name.clone()),
            }
            all.push(name);
        }
        assert_eq!(open, Vec::<String>::new());
        all
    }

    fn page() -> String {
        html(&document(), "shop.jar", "0.1.0", None)
    }

    #[test]
    fn it_is_well_formed_and_alone() {
        let page = page();
        elements(&page);
        for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
            assert!(!page.contains(outside), "{outside}");
        }
        let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
    }

    #[test]
    fn everything_is_there_without_a_script() {
        let whole = page();
        let page = whole.split("<script>").next().unwrap_or_default();
        let document = document();
        for point in &document.points {
            assert!(page.contains(&format!("id=\"p{}\"", point.id)));
            for text in std::iter::once(&point.reason).chain(point.path.iter().map(|step| &step.what)) {
                assert!(page.contains(&escape(text)), "{text}");
            }
        }
        for text in [
            "<code>shop.Clock.late</code> · <code>Clock.java:9</code>",
            "nothing changes it once its class is initialised",
            "<code>/orders/*</code>",
            "the file is cut",
            "<b>5</b><span>total</span><small>2.9 % of 140 methods invoked outside the JDK",
            "style=\"width:33.33%\"",
            "its 1st argument, the object it is called on",
            "com.pool.Connection<br>org.h2.jdbc.JdbcConnection",
        ] {
            assert!(page.contains(text), "{text}");
        }
    }

    #[test]
    fn what_others_wrote_is_no_markup() {
        let kinds = |page: &str| elements(page).into_iter().collect::<BTreeSet<String>>();
        let plain = kinds(&page());
        let evil = "</style></script><img src=x onerror='alert(1)'>\"&\u{0}".to_owned();
        let mut points = document();
        for point in &mut points.points {
            point.dependency.clone_from(&evil);
            point.method.clone_from(&evil);
            point.descriptor.clone_from(&evil);
            point.rule.clone_from(&evil);
            point.reason.clone_from(&evil);
            point.class = format!("{}{evil}", point.class);
            for step in &mut point.path {
                step.class.clone_from(&evil);
                step.method.clone_from(&evil);
                step.file = Some(evil.clone());
                step.what.clone_from(&evil);
            }
        }
        for out in &mut points.ruled_out {
            out.dependency.clone_from(&evil);
            out.class.clone_from(&evil);
            out.reason.clone_from(&evil);
            out.method = out.method.as_ref().map(|_| evil.clone());
        }
        points.entries[0].paths = vec![evil.clone(); 2];
        points.entries[0].class.clone_from(&evil);
        points.handles[0].implementers = vec![evil.clone(); 2];
        points.warnings = vec![evil.clone()];
        points.scope = vec![evil.clone()];
        points.format.clone_from(&evil);
        let page = html(&points, &evil, &evil, None);
        assert_eq!(kinds(&page), plain);
        assert!(!page.contains('\0') && !page.contains("<img"));
    }

    #[test]
    fn what_is_new_and_gone_is_marked() {
        let (mut old, new) = (document(), document());
        old.points[0].method = "before".to_owned();
        let page = html(&new, "shop.jar", "0.1.0", Some(&Changes::between(&old, &new)));
        elements(&page);
        assert_eq!(page.matches("<span class=\"new\">").count(), 1);
        assert!(page.contains("id=\"gone0\""));
    }
}
