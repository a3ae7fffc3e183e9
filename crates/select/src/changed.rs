//! Which cases a change of the code can concern.
//!
//! What is known of the way of a case through the code are the places of its points, and the class of its entry. A class
//! that holds neither points nor entries can be on the way of any case. So a case is left out only if every changed class
//! holds points or entries, and none of them is on the case's way.

use std::collections::BTreeSet;

use retake_model::case::{Call, Case};
use retake_model::points::Points;

use crate::route::{self, Reached};

/// What was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The classes, with dots, without the parts behind a `$`.
    pub classes: BTreeSet<String>,
    /// Something that may concern every case, if there is any.
    pub everything: Option<String>,
}

/// The cases that a change can concern.
#[derive(Clone, Debug)]
pub struct Affected {
    all: Option<String>,
    classes: BTreeSet<String>,
    entries: Vec<retake_model::points::Entry>,
}

impl Affected {
    /// `points` are those of the build that is replayed.
    pub fn new(change: &Change, points: &Points) -> Affected {
        let holders: BTreeSet<String> = points
            .points
            .iter()
            .map(|point| &point.class)
            .chain(points.entries.iter().map(|entry| &entry.class))
            .map(|class| outermost(&class.replace('/', ".")).to_owned())
            .collect();
        let pure = change.classes.difference(&holders).next();
        let pure = pure.map(|class| format!("{class} holds no point, so any case may pass through it"));
        let all = change.everything.clone().or(pure);
        Affected { all, classes: change.classes.clone(), entries: points.entries.clone() }
    }

    /// Why every case is meant, if so.
    pub fn all(&self) -> Option<&str> {
        self.all.as_deref()
    }

    /// Whether the change can concern a case.
    pub fn means(&self, case: &Case) -> bool {
        if self.all.is_some() {
            return true;
        }
        let is_changed = |class: &str| self.classes.contains(outermost(class));
        let at = |at: &str| route::method_of(at).rsplit_once('.').is_some_and(|(class, _)| is_changed(class));
        let entry = |call: &Call| {
            let reached = route::reached(call, &self.entries);
            let sure = reached.contains(&Reached::Yes);
            let least = if sure { Reached::Yes } else { Reached::Perhaps };
            let meant = reached.iter().zip(&self.entries).filter(|(reached, _)| **reached >= least);
            meant.map(|(_, entry)| entry.class.replace('/', ".")).any(|class| is_changed(&class))
        };
        case.calls.iter().flat_map(Call::events).filter_map(|event| event.at.as_deref()).any(at)
            || case.calls.iter().any(entry)
    }
}

/// The class that a class is written in: `shop.Orders` of `shop.Orders$Line$1`.
pub fn outermost(class: &str) -> &str {
    // A name may begin with a dollar sign.
    let package = class.rfind('.').map_or(0, |dot| dot + 1);
    match class[package..].char_indices().skip(1).find(|(_, letter)| *letter == '$') {
        Some((at, _)) => &class[..package + at],
        None => class,
    }
}

/// What the names of changed files mean: `src/main/java/shop/Orders.java` is the class `shop.Orders`.
///
/// `is_known` says whether the service has a class of a name. What is no source of a class and may be part of the service
/// (a build file, a resource) may concern every case; tests and texts for people concern none.
pub fn of_files<'a>(files: impl Iterator<Item = &'a str>, is_known: impl Fn(&str) -> bool) -> Change {
    let mut change = Change::default();
    for file in files {
        let is_test = file.split('/').any(|part| matches!(part, "test" | "tests" | "androidTest" | "testFixtures"));
        let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
        if is_test || matches!(ending, "md" | "adoc" | "txt" | "gitignore") || file.starts_with('.') {
            continue;
        }
        let class = match ending {
            "java" => named(stem, &is_known),
            _ => None,
        };
        match class {
            Some(class) => {
                change.classes.insert(class);
            }
            None => {
                change.everything.get_or_insert_with(|| format!("{file} was changed, which any case may depend on"));
            }
        }
    }
    change
}

/// The longest end of a path that is a class.
fn named(stem: &str, is_known: &impl Fn(&str) -> bool) -> Option<String> {
    let parts: Vec<&str> = stem.split('/').collect();
    (0..parts.len()).map(|from| parts[from..].join(".")).find(|class| is_known(class))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::selector::tests::case;

    fn points() -> Points {
        let entry = |class: &str, path: &str| retake_model::points::Entry {
            kind: "spring-web".to_owned(),
            class: class.to_owned(),
            method: "handle".to_owned(),
            descriptor: "()V".to_owned(),
            paths: vec![path.to_owned()],
        };
        Points { entries: vec![entry("shop/Orders", "/orders"), entry("shop/Health", "/health")], ..Points::default() }
    }

    fn change(classes: &[&str]) -> Change {
        Change { classes: classes.iter().map(|&class| class.to_owned()).collect(), everything: None }
    }

    #[test]
    fn cases_on_the_way() {
        let order = case("a", "GET", "/orders", &[("a.B.c()V", "shop.Stock$1.take:7")]);
        let health = case("b", "GET", "/health", &[]);
        let mut points = points();
        points.entries.push(retake_model::points::Entry {
            class: "shop/Stock".to_owned(),
            paths: vec!["/stock".to_owned()],
            ..points.entries[0].clone()
        });
        for (classes, means) in [
            (&["shop.Stock"][..], (true, false)),
            (&["shop.Orders"], (true, false)),
            (&["shop.Health"], (false, true)),
            (&["shop.Rounding"], (true, true)),
            (&[], (false, false)),
        ] {
            let affected = Affected::new(&change(classes), &points);
            assert_eq!((affected.means(&order), affected.means(&health)), means, "{classes:?}");
        }
        assert!(Affected::new(&change(&["shop.Rounding"]), &points).all().unwrap().contains("shop.Rounding"));
    }

    #[test]
    fn files() {
        let known = |class: &str| matches!(class, "shop.Orders" | "shop.web.Page");
        let of = |files: &[&str]| of_files(files.iter().copied(), known);
        assert_eq!(
            of(&["src/main/java/shop/Orders.java", "README.md", "src/test/java/shop/OrdersTest.java"]),
            change(&["shop.Orders"])
        );
        assert_eq!(of(&["web/src/shop/web/Page.java"]), change(&["shop.web.Page"]));
        for file in [
            "pom.xml",
            "src/main/resources/application.yml",
            "src/main/java/shop/Unknown.java",
            "src/main/kotlin/shop/Orders.kt",
        ] {
            assert!(of(&[file]).everything.unwrap().starts_with(file), "{file}");
        }
    }

    #[test]
    fn nested() {
        for (class, is) in [("shop.A$B$1", "shop.A"), ("shop.A", "shop.A"), ("$A$B", "$A"), ("a.$A", "a.$A")] {
            assert_eq!(outermost(class), is);
        }
    }
}
