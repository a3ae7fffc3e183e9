//! What a new build adds and removes.

use std::collections::BTreeMap;
use std::fmt::Write;

use retake_model::points::{Kind, Place, Point, Points};
use serde_json::{Value, json};

use super::names::{dependency, site};
use super::table::warnings;
use crate::numbers::count;
use crate::plain;
use crate::style::{Colour, Style};

/// The format of the changes as JSON.
const FORMAT: &str = "retake-changes/1";

/// The difference between two documents.
#[derive(Debug, Default)]
pub struct Changes<'p> {
    /// Points that only the new build has.
    pub added: Vec<&'p Point>,
    /// Points that only the old build has.
    pub removed: Vec<&'p Point>,
    /// Points of both that are on another line: the old and the new one.
    pub moved: Vec<(&'p Point, &'p Point)>,
    /// What the analysis of the new build warns of.
    pub warnings: &'p [String],
}

/// What makes a point the same in two builds: all but its number and its line.
type Key<'p> = (Kind, &'p str, &'p str, &'p str, &'p str, u8, u16);

fn key(point: &Point) -> Key<'_> {
    let (placement, nth) = match point.place {
        Place::Body => (0, 0),
        Place::Call { nth, .. } => (1, nth),
        Place::Read { nth, .. } => (2, nth),
        Place::Load { nth } => (3, nth),
        Place::Construct { nth, .. } => (4, nth),
        Place::Check { nth, .. } => (5, nth),
        Place::Reference { nth, .. } => (6, nth),
    };
    (point.kind, &point.dependency, &point.class, &point.method, &point.descriptor, placement, nth)
}

impl<'p> Changes<'p> {
    /// Compares the points of two builds.
    pub fn between(old: &'p Points, new: &'p Points) -> Changes<'p> {
        let mut known: BTreeMap<Key<'p>, Vec<&'p Point>> = BTreeMap::new();
        for point in old.points.iter().rev() {
            known.entry(key(point)).or_default().push(point);
        }
        let mut changes = Changes { warnings: &new.warnings, ..Changes::default() };
        for point in &new.points {
            match known.get_mut(&key(point)).and_then(Vec::pop) {
                None => changes.added.push(point),
                Some(before) if before.line != point.line => changes.moved.push((before, point)),
                Some(_) => {}
            }
        }
        changes.removed = known.into_values().flatten().collect();
        changes.removed.sort_by_key(|point| point.id);
        changes
    }

    /// Whether the builds have the same points, on whatever lines.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// For people.
    pub fn text(&self, style: Style) -> String {
        let mut out = String::new();
        let width = self
            .added
            .iter()
            .chain(&self.removed)
            .map(|point| dependency(&point.dependency).chars().count())
            .max()
            .unwrap_or(0);
        for (sign, colour, points) in [("+", Colour::Bad, &self.added), ("-", Colour::Good, &self.removed)] {
            for point in points {
                let line = format!(
                    "{sign} {:<8}  {:<width$}  {}",
                    point.kind.name(),
                    dependency(&point.dependency),
                    site(&point.class, &point.method, point.line)
                );
                let _ = writeln!(out, "{}\n    {}", style.paint(colour, &line), plain(&point.reason));
            }
        }
        warnings(&mut out, self.warnings, style);
        let _ = writeln!(out, "{}", self.summary());
        out
    }

    /// How many there are, in one line.
    pub(super) fn summary(&self) -> String {
        let (added, removed) = (self.added.len() as u64, self.removed.len() as u64);
        let lines = match self.moved.len() as u64 {
            0 => String::new(),
            moved => format!("; {} on another line", count(moved, "is", "are")),
        };
        let summary = match (added, removed) {
            (0, 0) => "no point is added or removed".to_owned(),
            _ => format!("{} added, {} removed", count(added, "point", "points"), removed),
        };
        format!("{summary}{lines}")
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let moved: Vec<Value> = self
            .moved
            .iter()
            .map(|(before, point)| json!({ "was": { "id": before.id, "line": before.line }, "point": point }))
            .collect();
        json!({ "format": FORMAT, "added": self.added, "removed": self.removed, "moved": moved })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::points::testing::document;

    fn ids(points: &[&Point]) -> Vec<u32> {
        points.iter().map(|point| point.id).collect()
    }

    /// What another build changes: a point is gone, one is on another line, one is of another kind, and one is twice.
    fn other() -> Points {
        let mut new = document();
        new.points.remove(3);
        new.points[0].line = Some(47);
        new.points[1].kind = Kind::Listed;
        let again = new.points[3].clone();
        new.points.push(again);
        for (id, point) in new.points.iter_mut().enumerate() {
            point.id = id as u32;
        }
        new
    }

    #[test]
    fn a_point_is_the_same_on_another_line() {
        let (old, new) = (document(), other());
        let changes = Changes::between(&old, &new);
        assert_eq!((ids(&changes.added), ids(&changes.removed)), (vec![1, 4], vec![1, 3]));
        let moved: Vec<_> = changes.moved.iter().map(|(before, now)| (before.line, now.line)).collect();
        assert_eq!(moved, [(Some(41), Some(47))]);
        assert!(!changes.is_empty());

        let lines = Changes { added: Vec::new(), removed: Vec::new(), warnings: &[], ..changes };
        assert!(lines.is_empty());
        assert_eq!(lines.text(Style::PLAIN), "no point is added or removed; 1 is on another line\n");
        assert_eq!(Changes::between(&old, &old).summary(), "no point is added or removed");
    }

    #[test]
    fn each_part_of_what_a_point_is_counts() {
        let old = document();
        let edits: [fn(&mut Point); 7] = [
            |point| point.kind = Kind::External,
            |point| point.dependency.push('x'),
            |point| point.class.push('x'),
            |point| point.method.push('x'),
            |point| point.descriptor.push('I'),
            |point| point.place = Place::Body,
            |point| point.place = Place::Load { nth: 1 },
        ];
        for edit in edits {
            let mut new = document();
            edit(&mut new.points[2]);
            let changes = Changes::between(&old, &new);
            assert_eq!((ids(&changes.added), ids(&changes.removed)), (vec![2], vec![2]), "{:?}", new.points[2]);
        }
    }

    #[test]
    fn changes_are_told() {
        let (old, new) = (document(), other());
        let text = Changes::between(&old, &new).text(Style::PLAIN);
        assert_eq!(text, include_str!("testing/changes.txt"), "{text}");
    }

    #[test]
    fn changes_are_written() {
        let (old, new) = (document(), other());
        let json = Changes::between(&old, &new).json();
        assert_eq!(json["format"], "retake-changes/1");
        assert_eq!(json["added"][1]["source"], "com.legacy.Client.<init>(I)V");
        assert_eq!(json["removed"].as_array().unwrap().len(), 2);
        assert_eq!(json["moved"][0]["was"], json!({"id": 0, "line": 41}));
        assert_eq!(json["moved"][0]["point"]["line"], 47);
    }
}
