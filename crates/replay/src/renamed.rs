//! State that has another name in the build under test.
//!
//! State is named after the field that holds it, so a field that was renamed, or whose class was, would be new to the recording
//! and the recorded one missing. What the recording has and this build does not, and what this build has and the recording does
//! not, is taken for the same if the two can be nothing else: one of the class and the field kept its name, all that was asked of
//! the one can be asked of the other, and there is no third.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use retake_model::case::{Boot, Case, CaseEvent};
use retake_model::points::{Kind, Points};

use crate::batch::{events, events_mut};

/// State that is taken for other state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// As the recording names it: `static shop.Stock.CACHE`.
    pub recorded: String,
    /// As this build does.
    pub now: String,
}

impl fmt::Display for Renamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} in this build: {} is taken for it", self.recorded, self.now)
    }
}

/// The state that a recording depended on.
#[derive(Clone, Debug, Default)]
pub struct Recorded(BTreeSet<String>);

impl Recorded {
    /// Adds what a case depended on.
    pub fn add(&mut self, case: &Case) {
        self.add_events(events(case));
    }

    /// Adds what the start of the service depended on.
    pub fn add_boot(&mut self, boot: &Boot) {
        self.add_events(&boot.events);
    }

    /// Adds what another recording depended on.
    pub fn append(&mut self, mut other: Recorded) {
        self.0.append(&mut other.0);
    }

    fn add_events<'a>(&mut self, events: impl IntoIterator<Item = &'a CaseEvent>) {
        for event in events.into_iter().filter(|event| event.kind == Kind::Internal) {
            // There are few, and nearly all are known.
            if !self.0.contains(&event.dependency) {
                self.0.insert(event.dependency.clone());
            }
        }
    }

    /// What of it has another name in the build with these points.
    pub fn follow(&self, points: &Points) -> Vec<Renamed> {
        let recorded = self.0.iter().map(String::as_str).collect();
        let built = points.points.iter().filter(|point| point.kind == Kind::Internal);
        let built: BTreeSet<&str> = built.map(|point| point.dependency.as_str()).collect();
        renamed(&uses(&recorded), &uses(&built))
    }
}

/// Names the state of a case as the build names it.
pub fn rename(case: &mut Case, renamed: &[Renamed]) {
    rename_events(events_mut(case), renamed);
}

/// The same for the start of the service.
pub fn rename_boot(boot: &mut Boot, renamed: &[Renamed]) {
    rename_events(&mut boot.events, renamed);
}

fn rename_events<'a>(events: impl IntoIterator<Item = &'a mut CaseEvent>, renamed: &[Renamed]) {
    if renamed.is_empty() {
        return;
    }
    for event in events.into_iter().filter(|event| event.kind == Kind::Internal) {
        let other = State::of(&event.dependency)
            .and_then(|(state, used)| Some((renamed.iter().find(|renamed| renamed.recorded == state.name)?, used)));
        if let Some((renamed, used)) = other {
            event.dependency = format!("{}{used}", renamed.now);
        }
    }
}

/// A field that holds state, as dependencies name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State<'a> {
    /// `static shop.Stock.CACHE`.
    name: &'a str,
    /// `static`.
    word: &'a str,
    /// `shop.Stock`.
    class: &'a str,
    /// `CACHE`.
    field: &'a str,
}

impl<'a> State<'a> {
    /// The field of a dependency, and what is asked of it: `:I`, ` -> java.util.Map.size()I`. None if it names none.
    fn of(dependency: &'a str) -> Option<(State<'a>, &'a str)> {
        let (word, rest) = dependency.split_once(' ')?;
        let end = rest.find([':', ' '])?;
        let (class, field) = rest.get(..end)?.rsplit_once('.')?;
        let (name, used) = dependency.split_at_checked(word.len() + 1 + end)?;
        let state = State { name, word, class, field };
        (["static", "bean"].contains(&word) && !class.is_empty()).then_some((state, used))
    }

    /// Whether it may be `other` under another name.
    fn may_be(&self, other: &State<'_>) -> bool {
        self.word == other.word && (self.class == other.class || self.field == other.field)
    }
}

type Uses<'a> = BTreeMap<State<'a>, BTreeSet<&'a str>>;

fn uses<'a>(dependencies: &BTreeSet<&'a str>) -> Uses<'a> {
    let mut uses = Uses::new();
    for (state, used) in dependencies.iter().filter_map(|dependency| State::of(dependency)) {
        uses.entry(state).or_default().insert(used);
    }
    uses
}

fn renamed(recorded: &Uses<'_>, built: &Uses<'_>) -> Vec<Renamed> {
    let gone: Vec<_> = recorded.iter().filter(|(state, _)| !built.contains_key(state)).collect();
    let new: Vec<_> = built.iter().filter(|(state, _)| !recorded.contains_key(state)).collect();
    let fits = |(old, asked): &(&State<'_>, &BTreeSet<&str>), (now, offered): &(&State<'_>, &BTreeSet<&str>)| {
        old.may_be(now) && asked.is_subset(offered)
    };
    let mut found = Vec::new();
    for old in &gone {
        let candidates: Vec<_> = new.iter().filter(|now| fits(old, now)).collect();
        let [now] = candidates[..] else { continue };
        if gone.iter().filter(|other| fits(other, now)).count() == 1 {
            found.push(Renamed { recorded: old.0.name.to_owned(), now: now.0.name.to_owned() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = " -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;";
    const SIZE: &str = " -> java.util.Map.size()I";

    fn set(all: &[String]) -> BTreeSet<&str> {
        all.iter().map(String::as_str).collect()
    }

    /// What state of a recording is taken for, in a build.
    fn check(recorded: &[(&str, &[&str])], built: &[(&str, &[&str])], expected: &[(&str, &str)]) {
        let spelled = |all: &[(&str, &[&str])]| -> Vec<String> {
            all.iter().flat_map(|(state, used)| used.iter().map(move |used| format!("{state}{used}"))).collect()
        };
        let (recorded, built) = (spelled(recorded), spelled(built));
        let found = renamed(&uses(&set(&recorded)), &uses(&set(&built)));
        let found: Vec<(&str, &str)> =
            found.iter().map(|found| (found.recorded.as_str(), found.now.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_field_or_a_class_with_another_name_is_found() {
        check(
            &[("static a.B.KNOWN", &[GET]), ("bean a.C.count", &[":I"])],
            &[("static a.B.OTHER", &[GET, SIZE]), ("bean a.C.count", &[":I"])],
            &[("static a.B.KNOWN", "static a.B.OTHER")],
        );
        check(
            &[("bean a.Rates.kept", &[GET])],
            &[("bean b.Kept.kept", &[GET])],
            &[("bean a.Rates.kept", "bean b.Kept.kept")],
        );
    }

    #[test]
    fn what_is_still_there_is_nothing_else() {
        check(&[("static a.B.x", &[":I"])], &[("static a.B.x", &[":I"]), ("static a.B.y", &[":I"])], &[]);
    }

    #[test]
    fn what_could_be_one_of_two_is_neither() {
        check(&[("static a.B.x", &[":I"])], &[("static a.B.y", &[":I"]), ("static a.B.z", &[":I"])], &[]);
        check(&[("static a.B.x", &[":I"]), ("static a.B.y", &[":I"])], &[("static a.B.z", &[":I"])], &[]);
    }

    #[test]
    fn what_cannot_be_asked_the_same_is_something_else() {
        check(&[("static a.B.x", &[GET, SIZE])], &[("static a.B.y", &[GET])], &[]);
        check(&[("static a.B.x", &[":I"])], &[("bean a.B.y", &[":I"])], &[]);
        check(&[("static a.B.x", &[":I"])], &[("static a.C.y", &[":I"])], &[]);
    }

    #[test]
    fn only_fields_are_state() {
        for other in ["java.lang.System.nanoTime()J", "cache prices -> a.B.c()I", "static ", "static x:", "bean é", ""]
        {
            assert_eq!(State::of(other), None, "{other}");
        }
        let (state, used) = State::of("bean a.B.c -> a.D.e -> null").expect("a field");
        assert_eq!((state.name, state.class, state.field, used), ("bean a.B.c", "a.B", "c", " -> a.D.e -> null"));
    }
}
