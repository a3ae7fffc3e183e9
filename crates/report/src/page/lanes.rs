//! Who the service speaks with, in a word or two: what stands above a line of the diagram.

use std::collections::BTreeMap;

use retake_model::points::{Kind, Points};

/// Names for dependencies.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    /// Of points that say it: by the whole dependency.
    said: BTreeMap<String, String>,
    /// Of the calls on what a point gave: by the package of its type.
    given: BTreeMap<String, String>,
}

impl Lanes {
    pub(super) fn new(points: &Points) -> Lanes {
        let mut lanes = Lanes::default();
        for point in &points.points {
            let Some(noun) = noun(point.kind, &point.reason) else { continue };
            let given = point.dependency.rsplit_once(")L").map(|(_, class)| class.trim_end_matches(';'));
            if let Some(class) = given.map(|class| class.replace('/', "."))
                && points.handles.iter().any(|handle| handle.name.replace('/', ".") == class)
            {
                lanes.given.entry(package(&class).to_owned()).or_insert_with(|| noun.clone());
            }
            lanes.said.entry(point.dependency.clone()).or_insert(noun);
        }
        lanes
    }

    /// The name for a dependency.
    pub(super) fn of(&self, dependency: &str) -> String {
        if let Some(said) = self.said.get(dependency) {
            return said.clone();
        }
        let owner = owner(dependency);
        match self.given.get(package(owner)) {
            Some(given) => given.clone(),
            None => simple(owner).to_owned(),
        }
    }
}

/// `database` of `a database (javax.sql.DataSource.getConnection) is asked in ...`.
fn noun(kind: Kind, reason: &str) -> Option<String> {
    if kind == Kind::Internal {
        return None;
    }
    let (noun, _) = reason.split_once(" (")?;
    let noun = ["a ", "an ", "the "].iter().find_map(|article| noun.strip_prefix(article)).unwrap_or(noun);
    let noun = noun.split(',').next().unwrap_or(noun);
    (noun.split(' ').count() <= 3).then(|| noun.to_owned())
}

/// The class of a method or field: `shop.Stock` of `static shop.Stock.CACHE -> java.util.Map.get(..)..`.
fn owner(dependency: &str) -> &str {
    let first = dependency.split(" -> ").next().unwrap_or(dependency);
    let first = ["static ", "bean "].iter().find_map(|word| first.strip_prefix(word)).unwrap_or(first);
    let end = first.find('(').or_else(|| first.rfind(':')).unwrap_or(first.len());
    first[..end].rsplit_once('.').map_or(first, |(class, _)| class)
}

fn package(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners() {
        for (dependency, class) in [
            ("java.lang.System.currentTimeMillis()J", "java.lang.System"),
            ("static shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;", "shop.Stock"),
            ("static shop.Stock.counter:I", "shop.Stock"),
            ("bean shop.Stats.last:J", "shop.Stats"),
            ("odd", "odd"),
        ] {
            assert_eq!(owner(dependency), class);
        }
    }

    #[test]
    fn nouns() {
        for (kind, reason, said) in [
            (Kind::External, "a database (javax.sql.DataSource.getConnection) is asked in A.b", Some("database")),
            (Kind::System, "the time (java.time.Instant.now) decides", Some("time")),
            (Kind::External, "another service (java.net.http.HttpClient.send) is asked", Some("another service")),
            (Kind::Internal, "the static field A.b (x) is returned", None),
            (Kind::Listed, "no such form", None),
        ] {
            assert_eq!(noun(kind, reason).as_deref(), said, "{reason}");
        }
    }
}
