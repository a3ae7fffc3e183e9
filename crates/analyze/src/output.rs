//! Points for people: a table, and one point in full.

use std::fmt::Write;

use retake_model::points::{Place, Point, Points, Step};

/// The widest a dependency's column gets; what is longer is cut.
const DEPENDENCY: usize = 72;

/// `Class.method:line`, without the package.
fn site(class: &str, method: &str, line: Option<u32>) -> String {
    let class = class.rsplit('/').next().unwrap_or(class);
    match line {
        Some(line) => format!("{class}.{method}:{line}"),
        None => format!("{class}.{method}"),
    }
}

/// Cuts a text that is too long, in the middle: both ends of a name tell something.
fn cut(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_string();
    }
    let head = width / 2 - 1;
    let tail = width - head - 3;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{start}...{end}")
}

/// A dependency without the types of its arguments, which the full text has.
fn dependency(point: &Point) -> String {
    let text = match point.dependency.split_once('(') {
        Some((name, _)) => format!("{name}()"),
        None => point.dependency.clone(),
    };
    cut(&text, DEPENDENCY)
}

/// Where the data ends up, in one line.
fn reason(point: &Point) -> String {
    match point.path.last() {
        Some(last) if !point.kind.reaches_outside() => {
            let here = last.class == point.class && last.method == point.method;
            let place = match (here, last.line) {
                (true, Some(line)) if Some(line) == point.line => String::new(),
                (true, Some(line)) => format!(" on line {line}"),
                _ => format!(" in {}", site(&last.class, &last.method, last.line)),
            };
            format!("{}{place}", last.what)
        }
        _ => match point.place {
            Place::Body => "every call of it".to_string(),
            _ => "this call".to_string(),
        },
    }
}

/// A table of entries, points and handle types.
pub fn table(points: &Points) -> String {
    let mut out = String::new();
    if !points.entries.is_empty() {
        let _ = writeln!(out, "entries");
        for entry in &points.entries {
            let paths = if entry.paths.is_empty() { String::new() } else { format!("  {}", entry.paths.join(" ")) };
            let _ = writeln!(out, "  {:<9} {}.{}{paths}", entry.kind, entry.class.replace('/', "."), entry.method);
        }
        out.push('\n');
    }
    let rows: Vec<[String; 5]> = points
        .points
        .iter()
        .map(|point| {
            [
                point.id.to_string(),
                point.kind.name().to_string(),
                dependency(point),
                site(&point.class, &point.method, point.line),
                reason(point),
            ]
        })
        .collect();
    let heads = ["id", "kind", "dependency", "where", "why"].map(str::to_string);
    let mut widths = [0; 5];
    for row in std::iter::once(&heads).chain(&rows) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for row in std::iter::once(&heads).chain(&rows) {
        let mut line = String::new();
        for (nth, (cell, width)) in row.iter().zip(widths).enumerate() {
            let padding = if nth == 4 { 0 } else { width - cell.chars().count() + 2 };
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', padding));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let implemented: Vec<_> = points.handles.iter().filter(|handle| !handle.implementers.is_empty()).collect();
    if !implemented.is_empty() {
        out.push_str("\nhandles\n");
        for handle in implemented {
            let (first, more) = (&handle.implementers[0], handle.implementers.len() - 1);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let _ = writeln!(out, "  {}: {}{more}", handle.name.replace('/', "."), first.replace('/', "."));
        }
    }
    let counts = &points.counts;
    let _ = writeln!(
        out,
        "\n{} classes, {} of the application with {} methods; system {} of {}, internal {} of {} ({} modified), external {}",
        counts.classes,
        counts.application_classes,
        counts.application_methods,
        counts.points.system,
        counts.system.found,
        counts.internal.kept,
        counts.internal.found,
        counts.internal.modified,
        counts.points.external
    );
    for warning in &points.warnings {
        let _ = writeln!(out, "warning: {warning}");
    }
    out
}

/// One point in full: what it is, where, and the way its data takes.
pub fn explain(points: &Points, id: u32) -> String {
    let Some(point) = points.points.get(id as usize) else {
        let count = points.points.len();
        return format!("there is no point {id}; there are {count}, numbered from 0\n");
    };
    let mut out = String::new();
    let _ = writeln!(out, "point {id}: {} ({}, rule {})", point.dependency, point.kind.name(), point.rule);
    let _ = writeln!(out, "  {}", point.reason);
    let place = match &point.place {
        Place::Body => "the whole body".to_string(),
        Place::Call { owner, name, nth, .. } => format!("call {nth} of {}.{name}", owner.replace('/', ".")),
        Place::Read { owner, name, nth, .. } => format!("read {nth} of {}.{name}", owner.replace('/', ".")),
        Place::Load { nth } => format!("array load {nth}"),
        Place::Construct { owner, nth, .. } => format!("construction {nth} of {}", owner.replace('/', ".")),
    };
    let _ = writeln!(out, "  in {}.{}{}: {place}", point.class.replace('/', "."), point.method, point.descriptor);
    for Step { class, method, line, what, .. } in &point.path {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let _ = writeln!(out, "  {}.{method}{line}  {what}", class.replace('/', "."));
    }
    out
}
