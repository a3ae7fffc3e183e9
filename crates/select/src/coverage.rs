//! What some cases exercise of a service: which of its entries, and which of its points.

use std::collections::{HashMap, HashSet};

use retake_model::case::{Call, Case};
use retake_model::points::Points;
use serde_json::{Value, json};

use crate::route::{self, Reached};

/// Counts what cases exercise, one case after the other.
#[derive(Debug)]
pub struct Coverage<'a> {
    points: &'a Points,
    cases: u64,
    /// For each entry: cases that surely reached it, and those that perhaps did.
    entries: Vec<(u64, u64)>,
    /// For each point: cases that crossed it.
    crossed: Vec<u64>,
    /// For each point: cases that asked its dependency elsewhere.
    elsewhere: Vec<u64>,
    by_dependency: HashMap<&'a str, Vec<usize>>,
}

/// How much of something is exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// That which is.
    pub exercised: usize,
    /// That of which it cannot be told.
    pub perhaps: usize,
    /// All of it.
    pub all: usize,
}

/// Whether something is exercised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// By no case.
    No,
    /// It cannot be told.
    Perhaps,
    /// By at least one case.
    Yes,
}

impl State {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            State::No => "no",
            State::Perhaps => "perhaps",
            State::Yes => "yes",
        }
    }
}

/// An entry or a point, and how often it is exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it is exercised.
    pub state: State,
    /// By how many cases; where it cannot be told, by how many at most.
    pub cases: u64,
    /// What kind of entry or point it is.
    pub kind: String,
    /// What people call it.
    pub name: String,
    /// Where it is.
    pub at: String,
}

impl<'a> Coverage<'a> {
    /// Nothing yet.
    pub fn new(points: &'a Points) -> Self {
        let mut by_dependency: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, point) in points.points.iter().enumerate() {
            by_dependency.entry(&point.dependency).or_default().push(index);
        }
        let (entries, all) = (points.entries.len(), points.points.len());
        let entries = vec![(0, 0); entries];
        Coverage { points, cases: 0, entries, crossed: vec![0; all], elsewhere: vec![0; all], by_dependency }
    }

    /// Counts a case.
    pub fn add(&mut self, case: &Case) {
        self.cases += 1;
        let mut reached = vec![Reached::No; self.points.entries.len()];
        for call in &case.calls {
            for (best, now) in reached.iter_mut().zip(route::reached(call, &self.points.entries)) {
                *best = (*best).max(now);
            }
        }
        for ((yes, perhaps), reached) in self.entries.iter_mut().zip(reached) {
            match reached {
                Reached::Yes => *yes += 1,
                Reached::Perhaps => *perhaps += 1,
                Reached::No => {}
            }
        }
        let (mut crossed, mut elsewhere) = (HashSet::new(), HashSet::new());
        for event in case.calls.iter().flat_map(Call::events) {
            let Some(all) = self.by_dependency.get(event.dependency.as_str()) else { continue };
            let at = event.at.as_deref().unwrap_or_default();
            let mut here = all.iter().copied().filter(|&index| is_at(&self.points.points[index], at)).peekable();
            // A point is known by what it depends on. Where the place is no longer there, it may be any of them.
            match (here.peek().is_some(), all.as_slice()) {
                (true, _) => crossed.extend(here),
                (false, [only]) => {
                    crossed.insert(*only);
                }
                (false, several) => elsewhere.extend(several.iter().copied()),
            }
        }
        crossed.iter().for_each(|&index| self.crossed[index] += 1);
        elsewhere.difference(&crossed).for_each(|&index| self.elsewhere[index] += 1);
    }

    /// How many cases were counted.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The entries that traffic can call.
    pub fn entries(&self) -> Vec<Line> {
        let all = self.points.entries.iter().zip(&self.entries).filter(|(entry, _)| route::is_driven(entry));
        all.map(|(entry, &(yes, perhaps))| {
            let at = format!("{}.{}", entry.class.replace('/', "."), entry.method);
            let name = if entry.paths.is_empty() { at.clone() } else { entry.paths.join(", ") };
            line(yes, perhaps, entry.kind.clone(), name, at)
        })
        .collect()
    }

    /// The points in the application. Those in libraries are crossed by what a library does at will, and say nothing of
    /// what is tested.
    pub fn points(&self) -> Vec<Line> {
        let counts = self.crossed.iter().zip(&self.elsewhere);
        let all = self.points.points.iter().zip(counts).filter(|(point, _)| point.is_within(&self.points.scope));
        all.map(|(point, (&yes, &perhaps))| {
            let place = format!("{}.{}", point.class.replace('/', "."), point.method);
            let at = point.line.map_or(place.clone(), |line| format!("{place}:{line}"));
            line(yes, perhaps, point.kind.name().to_owned(), retake_judge::show::dependency(&point.dependency), at)
        })
        .collect()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let part = |lines: &[Line]| {
            let Share { exercised, perhaps, all } = share(lines);
            let line = |line: &Line| {
                let (state, cases) = (line.state.as_str(), line.cases);
                json!({"exercised": state, "cases": cases, "kind": line.kind, "name": line.name, "at": line.at})
            };
            let lines: Vec<Value> = lines.iter().map(line).collect();
            json!({"exercised": exercised, "perhaps": perhaps, "all": all, "lines": lines})
        };
        json!({"cases": self.cases, "entries": part(&self.entries()), "points": part(&self.points())})
    }
}

/// How much of it is exercised.
pub fn share(lines: &[Line]) -> Share {
    let count = |state| lines.iter().filter(|line| line.state == state).count();
    Share { exercised: count(State::Yes), perhaps: count(State::Perhaps), all: lines.len() }
}

fn line(yes: u64, perhaps: u64, kind: String, name: String, at: String) -> Line {
    let (state, cases) = match (yes, perhaps) {
        (0, 0) => (State::No, 0),
        (0, perhaps) => (State::Perhaps, perhaps),
        (yes, _) => (State::Yes, yes),
    };
    Line { state, cases, kind, name, at }
}

/// Whether a point is in the method that a recording names; on which line, the next build decides anew.
fn is_at(point: &retake_model::points::Point, at: &str) -> bool {
    let method = route::method_of(at);
    method
        .strip_suffix(point.method.as_str())
        .and_then(|class| class.strip_suffix('.'))
        .is_some_and(|class| class == point.class.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use retake_model::points::{Changed, Entry, Kind, Place, Point, Reached as Sinks};

    use super::*;
    use crate::selector::tests::case;

    fn point(dependency: &str, class: &str, method: &str) -> Point {
        Point {
            id: 0,
            kind: Kind::System,
            dependency: dependency.to_owned(),
            class: class.to_owned(),
            method: method.to_owned(),
            descriptor: "()V".to_owned(),
            line: Some(7),
            place: Place::Body,
            rule: "jdk-time".to_owned(),
            reason: String::new(),
            path: Vec::new(),
            reached: Sinks::default(),
            writes: Vec::new(),
            changed: Changed::default(),
        }
    }

    #[test]
    fn counts_what_cases_come_by() {
        let entry = |kind: &str, method: &str, path: &str| Entry {
            kind: kind.to_owned(),
            class: "shop/Orders".to_owned(),
            method: method.to_owned(),
            descriptor: "()V".to_owned(),
            paths: vec![path.to_owned()],
        };
        let points = Points {
            scope: vec!["shop/".to_owned()],
            entries: vec![
                entry("spring-web", "list", "/orders"),
                entry("spring-web", "stats", "/stats"),
                entry("main", "main", ""),
            ],
            points: vec![
                point("a.Clock.now()J", "shop/Orders", "list"),
                point("a.Clock.now()J", "shop/Orders", "stats"),
                point("a.Dice.roll()I", "shop/Orders", "stats"),
                point("a.Host.name()V", "shop/Orders", "stats"),
                point("a.Host.name()V", "lib/Host", "name"),
            ],
            ..Points::default()
        };
        let mut coverage = Coverage::new(&points);
        // The line is another one in the next build, and so may be the method of the only point of its dependency.
        let crossed = [("a.Clock.now()J", "shop.Orders.list:99"), ("a.Dice.roll()I", "shop.Moved.elsewhere:1")];
        coverage.add(&case("a", "GET", "/orders", &crossed));
        coverage.add(&case(
            "b",
            "GET",
            "/orders",
            &[("a.Host.name()V", "shop.Moved.elsewhere:1"), ("a.New.one()V", "x.Y.z:1")],
        ));
        let states = |lines: Vec<Line>| lines.iter().map(|line| (line.state, line.cases)).collect::<Vec<_>>();
        assert_eq!(states(coverage.entries()), [(State::Yes, 2), (State::No, 0)]);
        let expected = [(State::Yes, 1), (State::No, 0), (State::Yes, 1), (State::Perhaps, 1)];
        assert_eq!(states(coverage.points()), expected);
        assert_eq!(share(&coverage.points()), Share { exercised: 2, perhaps: 1, all: 4 });
        let json = coverage.json();
        assert_eq!((&json["cases"], &json["points"]["lines"][3]["exercised"]), (&2.into(), &"perhaps".into()));
    }
}
