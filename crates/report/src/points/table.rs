//! All points in one table.

use std::collections::BTreeMap;
use std::fmt::Write;

use retake_model::points::{Counts, Point, Points};

use super::names::{cut, dependency, dotted, ends, site};
use crate::numbers::{count, thousands};
use crate::plain;
use crate::style::{Colour, Style};

/// Of so many points it is told which fields they come from.
const MANY: usize = 100;

/// A table of entries, points and handle types, and at its end the counts.
pub fn table(points: &Points, style: Style) -> String {
    let mut out = String::new();
    let head = |text: &str| style.paint(Colour::Strong, text);
    if !points.entries.is_empty() {
        let _ = writeln!(out, "{}", head("entries"));
        let width = points.entries.iter().map(|entry| entry.kind.chars().count()).max().unwrap_or(0).max(9);
        for entry in &points.entries {
            let paths: String = entry.paths.iter().map(|path| format!(" {}", plain(path))).collect();
            let paths = if paths.is_empty() { paths } else { format!(" {paths}") };
            let _ = writeln!(out, "  {:<width$} {}.{}{paths}", entry.kind, dotted(&entry.class), plain(&entry.method));
        }
        out.push('\n');
    }
    if points.points.iter().any(|point| point.is_within(&points.scope)) {
        rows(&mut out, points, style);
    } else {
        let _ = writeln!(out, "no points{}", if points.points.is_empty() { "" } else { " in the application" });
    }
    heaviest(&mut out, points, style);
    libraries(&mut out, points, style);
    let implemented: Vec<_> = points.handles.iter().filter(|handle| !handle.implementers.is_empty()).collect();
    if !implemented.is_empty() {
        let _ = writeln!(out, "\n{}", head("handles"));
        for handle in implemented {
            let (first, more) = (&handle.implementers[0], handle.implementers.len() - 1);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let _ = writeln!(out, "  {}: {}{more}", dotted(&handle.name), dotted(first));
        }
    }
    if !points.warnings.is_empty() {
        out.push('\n');
    }
    warnings(&mut out, &points.warnings, style);
    let _ = write!(out, "\n{}", totals(&points.counts));
    out
}

/// What an analysis warns of, one line each.
pub(super) fn warnings(out: &mut String, warnings: &[String], style: Style) {
    for warning in warnings {
        let _ = writeln!(out, "{} {}", style.paint(Colour::Bad, "warning:"), plain(warning));
    }
}

fn rows(out: &mut String, points: &Points, style: Style) {
    let heads = ["id", "kind", "dependency", "where", "why"].map(str::to_owned);
    let row = |point: &Point| {
        [
            point.id.to_string(),
            point.kind.name().to_owned(),
            dependency(&point.dependency),
            site(&point.class, &point.method, point.line),
            ends(point),
        ]
    };
    let own = points.points.iter().filter(|point| point.is_within(&points.scope));
    let mut rows: Vec<[String; 5]> = std::iter::once(heads).chain(own.map(row)).collect();
    let mut widths = [0; 5];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    if style.live {
        fit(&mut rows, &mut widths, style.width);
    }
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (nth, (cell, width)) in row.iter().zip(widths).enumerate() {
            let padding = if nth == 4 { 0 } else { width - cell.chars().count() + 2 };
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', padding));
        }
        let line = line.trim_end();
        let _ = writeln!(out, "{}", if at == 0 { style.paint(Colour::Strong, line) } else { line.to_owned() });
    }
}

/// The fields that many points come from, each at least a tenth of them: where a long list is worth to be shortened.
fn heaviest(out: &mut String, points: &Points, style: Style) {
    let mut roots: BTreeMap<&str, usize> = BTreeMap::new();
    for (root, _) in points.points.iter().filter_map(|point| point.dependency.split_once(" -> ")) {
        *roots.entry(root).or_default() += 1;
    }
    let heavy = |&(_, number): &(&str, usize)| number >= MANY && number >= points.points.len() / 10;
    let mut roots: Vec<(&str, usize)> = roots.into_iter().filter(heavy).collect();
    if roots.is_empty() {
        return;
    }
    roots.sort_by_key(|&(root, number)| (std::cmp::Reverse(number), root));
    let _ = writeln!(out, "\n{}", style.paint(Colour::Strong, "many points come from"));
    for (root, number) in roots {
        let _ = writeln!(out, "  {}: {}", plain(root), thousands(number as u64));
    }
    let _ = writeln!(out, "  [[points.exclude]] with a field in retake.toml leaves out what depends on it alone");
}

/// How many points lie in libraries, by the rule that made them. They are many, and nobody wrote the code around them.
fn libraries(out: &mut String, points: &Points, style: Style) {
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    for point in points.points.iter().filter(|point| !point.is_within(&points.scope)) {
        *rules.entry(&point.rule).or_default() += 1;
    }
    if rules.is_empty() {
        return;
    }
    let head = style.paint(Colour::Strong, "in libraries");
    let rules: Vec<String> =
        rules.iter().map(|(rule, number)| format!("{} {}", plain(rule), thousands(*number))).collect();
    let _ = writeln!(out, "\n{head}\n  {}", rules.join(", "));
    let _ = writeln!(out, "  --format json and --format html list them");
}

/// Cuts what is long so that a line fits into `room` columns; down to a width at which it still says something.
fn fit(rows: &mut [[String; 5]], widths: &mut [usize; 5], room: usize) {
    for (column, least) in [(2, 40), (4, 24), (3, 24)] {
        let wide = widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
        let width = widths[column].saturating_sub(wide.saturating_sub(room)).max(least).min(widths[column]);
        for row in rows.iter_mut().filter(|_| width < widths[column]) {
            row[column] = cut(&row[column], width);
        }
        widths[column] = width;
    }
}

/// What was read and found, with the letters of the paper's Table 2. Fields that are kept need not be modified: one that is
/// set once may be different in every process.
fn totals(counts: &Counts) -> String {
    let mut out = String::new();
    let (system, internal, points) = (&counts.system, &counts.internal, &counts.points);
    let _ = writeln!(
        out,
        "{}, {} of the application with {}",
        count(counts.classes, "class", "classes"),
        thousands(counts.application_classes),
        count(counts.application_methods, "method", "methods"),
    );
    let _ = writeln!(
        out,
        "system: {} found, {} kept ({} in one method, {} across methods); internal: {} found, of these {} modified and {} kept",
        thousands(system.found),
        thousands(system.kept_intra + system.kept_inter),
        thousands(system.kept_intra),
        thousands(system.kept_inter),
        thousands(internal.found),
        thousands(internal.modified),
        thousands(internal.kept),
    );
    let _ = writeln!(
        out,
        "points: internal #I {} + external #E {} + system #S {} + listed #W {} = #T {}{}; methods invoked #C {}, #T/#C {:.1} %{}",
        thousands(points.internal),
        thousands(points.external),
        thousands(points.system),
        thousands(points.listed),
        thousands(points.total),
        match points.in_libraries {
            0 => String::new(),
            some => format!(", {} of them in libraries", thousands(some)),
        },
        thousands(counts.methods_invoked),
        counts.points_per_method_invoked() * 100.0,
        if points.in_libraries == 0 { "" } else { " without those" },
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::testing::document;

    #[test]
    fn it_is_for_reading() {
        let text = table(&document(), Style::PLAIN);
        assert_eq!(text, include_str!("testing/table.txt"), "{text}");
    }

    #[test]
    fn it_tells_what_many_points_come_from() {
        let mut points = document();
        let some = points.points[0].clone();
        let from =
            |root: &str, count: usize| vec![Point { dependency: format!("{root} -> a.B.c"), ..some.clone() }; count];
        points.points = [from("static a.Few.x", MANY - 1), from("bean a.Many.y", MANY)].concat();
        let text = table(&points, Style::PLAIN);
        let told: Vec<&str> = text.lines().skip_while(|line| *line != "many points come from").take(3).collect();
        let hint = "  [[points.exclude]] with a field in retake.toml leaves out what depends on it alone";
        assert_eq!(told, ["many points come from", "  bean a.Many.y: 100", hint]);
        points.points.extend(from("static a.Most.z", 9 * MANY));
        assert!(!table(&points, Style::PLAIN).contains("a.Many.y: "), "less than a tenth");
    }

    #[test]
    fn it_says_that_there_is_nothing() {
        let mut points = document();
        points.points.retain(|point| !point.is_within(&points.scope));
        let text = table(&points, Style::PLAIN);
        assert!(
            text.contains("\nno points in the application\n\nin libraries\n") && !text.contains("id  kind"),
            "{text}"
        );
        points.points.clear();
        let text = table(&points, Style::PLAIN);
        assert!(text.contains("\nno points\n") && !text.contains("id  kind"), "{text}");
    }

    #[test]
    fn it_fits_on_a_terminal() {
        let mut points = document();
        points.points[0].dependency = format!("com.{}.now()J", "very.".repeat(9));
        let widest = |width| {
            let text = table(&points, Style { live: true, width, ..Style::PLAIN });
            let rows = text.lines().skip_while(|line| !line.starts_with("id")).take_while(|line| !line.is_empty());
            rows.map(|row| row.chars().count()).max()
        };
        for (room, expected) in [(200, 123), (120, 120), (105, 105), (90, 100)] {
            assert_eq!(widest(room), Some(expected), "{room}");
        }
        points.points[0].dependency = format!("com.{}.now()J", "very.".repeat(90));
        let whole = format!("com.{}.now()  ", "very.".repeat(90));
        assert!(table(&points, Style::PLAIN).contains(&whole), "nothing is cut where nobody reads on a terminal");
    }

    #[test]
    fn what_others_wrote_steers_no_terminal() {
        let mut points = document();
        points.points[0].method = "evil\u{1b}[2J".to_owned();
        points.points[0].dependency = "a\u{7}b".to_owned();
        points.entries[0].paths = vec!["\u{9b}x".to_owned()];
        points.warnings = vec!["\rgone".to_owned()];
        let text = table(&points, Style::PLAIN);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}
