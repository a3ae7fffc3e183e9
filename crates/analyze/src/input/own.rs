//! Which libraries are the service's own modules.
//!
//! A service that is built of modules is delivered with hardly a class where its own are looked for: the modules lie
//! among the libraries, or everything lies in one jar. They are known by their packages: those of the classes that the
//! archive starts with or has where own classes are, cut as short as everything below them in the libraries is of
//! one release. What is not known this way stays a library. What was moved from a library to a package of the service
//! is known by the name that it had before, and is a library again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::find::{Finder, Found, Shaded};
use super::scope::is_shared_root;

/// Of the libraries below a package, so many in a hundred classes must be of one release.
const ONE_RELEASE: usize = 90;
/// What the packages of most libraries begin with.
const MOVED_ROOTS: [&str; 2] = ["com", "org"];
/// Packages with fewer of a hundred own classes than this say nothing of the service: patches of libraries lie there.
const FEW: usize = 20;
/// So many classes below a package called like a shared root were moved there; with fewer, it is a name of the service's.
const MOVED: usize = 100;
/// With fewer own classes than this, and nothing else known to be its own, something is probably missing.
const HARDLY_ANY: usize = 10;

/// Makes own modules in the archives with these numbers application code, and says so.
pub(super) fn find(finder: &mut Finder, origins: &Range<u32>) -> Option<String> {
    let outer = origins.start;
    if let Some(at) = finder.shaded.iter().position(|shaded| shaded.origin == outer) {
        let is_ours = |class: &Found| class.application && class.origin == outer;
        return finder.classes.iter().any(is_ours).then(|| unfold(finder, at))?;
    }
    if let Some(told) = leave_moved(finder, outer) {
        return Some(told);
    }
    let modules = Modules::new(finder, origins);
    let packages = modules.own();
    if packages.is_empty() {
        return modules.proposal();
    }
    let before = modules.ours.len();
    mark(finder, origins, &packages, false);
    let now = finder.classes.iter().filter(|class| class.application).count();
    let name = finder.origins.get(outer as usize)?;
    Some(format!(
        "{name} has {before} of its own classes in their place, and {} in libraries that begin with {}, which count as \
         application code too, unless a scope says otherwise",
        now - before,
        dotted(&packages)
    ))
}

fn dotted(packages: &BTreeSet<String>) -> String {
    let names: Vec<String> = packages.iter().map(|package| package.trim_end_matches('/').replace('/', ".")).collect();
    names.join(" and ")
}

/// Makes application code what is in some packages; with `alone`, nothing else is.
fn mark(finder: &mut Finder, origins: &Range<u32>, packages: &BTreeSet<String>, alone: bool) {
    let mut ours = BTreeSet::new();
    for class in finder.classes.iter_mut().filter(|class| origins.contains(&class.origin)) {
        let within = packages.iter().any(|package| class.name.starts_with(package));
        class.application = within || class.application && !alone;
        if class.application {
            ours.insert(class.origin);
        }
    }
    // A file has no package; it belongs to the application if something beside it does.
    for resource in &mut finder.resources {
        resource.application |= ours.contains(&resource.origin);
    }
}

/// The package that a library was moved to, if it was: `wiremock/` of `wiremock/org/eclipse/jetty/Server`. What it was called
/// before stands behind it.
fn moved_to(class: &str) -> Option<&str> {
    let mut slashes = class.match_indices('/').map(|(at, _)| at);
    let mut start = slashes.next()? + 1;
    for slash in slashes {
        let (package, rest) = (&class[start..slash], &class[slash + 1..]);
        if MOVED_ROOTS.contains(&package) && rest.contains('/') {
            return Some(&class[..start]);
        }
        start = slash + 1;
    }
    None
}

/// Makes libraries of what was moved to packages of a service that is one jar, and says so.
fn leave_moved(finder: &mut Finder, origin: u32) -> Option<String> {
    let (_, start) = finder.starts.iter().find(|(found, _)| *found == origin)?;
    if moved_to(start).is_some() {
        return None;
    }
    let mut packages: BTreeMap<String, usize> = BTreeMap::new();
    for class in finder.classes.iter().filter(|class| class.application && class.origin == origin) {
        if let Some(package) = moved_to(&class.name) {
            *packages.entry(package.to_string()).or_default() += 1;
        }
    }
    packages.retain(|_, count| *count >= MOVED);
    if packages.is_empty() {
        return None;
    }
    let mut count = 0;
    for class in finder.classes.iter_mut().filter(|class| class.application && class.origin == origin) {
        if moved_to(&class.name).is_some_and(|package| packages.contains_key(package)) {
            class.application = false;
            count += 1;
        }
    }
    let name = finder.origins.get(origin as usize)?;
    let packages: BTreeSet<String> = packages.into_keys().collect();
    Some(format!(
        "{name} has {count} classes of libraries that were moved to packages below {}; they do not count as application \
         code, unless a scope says otherwise",
        dotted(&packages)
    ))
}

/// Tells service and libraries apart that were put into one jar, by the class that it starts with and the artifacts
/// that it says it holds.
fn unfold(finder: &mut Finder, at: usize) -> Option<String> {
    let Shaded { origin, groups } = &finder.shaded[at];
    let (origin, artifacts) = (*origin, groups.len());
    let name = finder.origins.get(origin as usize)?.clone();
    let start = finder.starts.iter().find(|(found, _)| *found == origin).map(|(_, class)| class.clone());
    let package = start.and_then(|start| {
        let package = prefixes(&start).find(|package| {
            let of = |group: &str| format!("{}/", group.replace('.', "/"));
            let related: BTreeSet<String> = groups
                .iter()
                .map(|group| of(group))
                .filter(|group| group.starts_with(package) || package.starts_with(group.as_str()))
                .collect();
            related.len() == 1
        })?;
        // Libraries that were moved to a package of the service keep their own names below it.
        let moved = |class: &Found| {
            let rest = class.name.strip_prefix(package);
            rest.and_then(|rest| rest.split_once('/')).is_some_and(|(next, _)| is_shared_root(next))
        };
        let classes = || finder.classes.iter().filter(|class| class.origin == origin);
        (classes().any(|class| class.name.starts_with(package)) && !classes().any(moved)).then(|| package.to_string())
    });
    let Some(package) = package else {
        return Some(format!(
            "{name} holds {artifacts} artifacts in one, and all of it counts as application code; say which packages do"
        ));
    };
    let packages = BTreeSet::from([package]);
    mark(finder, &(origin..origin + 1), &packages, true);
    Some(format!(
        "{name} holds {artifacts} artifacts in one; of it counts as application code what begins with {}, unless a scope \
         says otherwise",
        dotted(&packages)
    ))
}

/// The packages that a class is in, the outermost that says something first, each with a slash at its end.
fn prefixes(class: &str) -> impl Iterator<Item = &str> {
    let slashes = class.match_indices('/').map(|(at, _)| &class[..=at]);
    slashes.filter(|package| !is_shared_root(&package[..package.len() - 1]))
}

/// The last name of a path.
fn file(name: &str) -> &str {
    name.rsplit(['/', '!', '\\']).next().unwrap_or(name)
}

/// What a jar is called, and its release; the whole name for a jar without one.
fn release(name: &str) -> (&str, &str) {
    let name = file(name);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let mut dashes = name.match_indices('-').map(|(at, _)| at);
    match dashes.find(|at| name[at + 1..].starts_with(|first: char| first.is_ascii_digit())) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (name, name),
    }
}

/// The classes of a service and of its libraries.
struct Modules<'f> {
    finder: &'f Finder,
    outer: u32,
    ours: BTreeSet<&'f str>,
    /// With the number of the archive, sorted.
    theirs: Vec<(&'f str, u32)>,
}

impl<'f> Modules<'f> {
    fn new(finder: &'f Finder, origins: &Range<u32>) -> Self {
        let (mut ours, mut theirs) = (BTreeSet::new(), Vec::new());
        for class in finder.classes.iter().filter(|class| origins.contains(&class.origin)) {
            if class.application {
                ours.insert(class.name.as_str());
            } else if class.origin != origins.start {
                theirs.push((class.name.as_str(), class.origin));
            }
        }
        theirs.sort_unstable();
        theirs.dedup_by_key(|(name, _)| *name);
        Modules { finder, outer: origins.start, ours, theirs }
    }

    /// The class that the service starts with, if that is no launcher.
    fn start(&self) -> Option<&'f str> {
        let starts = self.finder.starts.iter().filter(|(origin, _)| *origin == self.outer);
        let mut known = starts.map(|(_, class)| class.as_str());
        let is_theirs = |class: &&str| self.theirs.binary_search_by_key(class, |(name, _)| *name).is_ok();
        known.find(|class| self.ours.contains(class) || is_theirs(class))
    }

    /// The packages of own modules.
    fn own(&self) -> BTreeSet<String> {
        let start = self.start();
        let mut classes: Vec<&str> = self.ours.iter().copied().chain(start).collect();
        let siblings = if classes.is_empty() { self.siblings() } else { Vec::new() };
        classes.extend(siblings);
        // Of each package how many classes there are, and where its modules are.
        let mut packages: FxHashMap<&str, (usize, Option<&str>)> = FxHashMap::default();
        for class in &classes {
            let package = class.rfind('/').map_or("", |at| &class[..=at]);
            packages.entry(package).or_insert_with(|| (0, self.modules(class))).0 += 1;
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (count, modules) in packages.values() {
            if let Some(modules) = modules {
                *counts.entry(modules).or_default() += count;
            }
        }
        let starts = |package: &str| start.is_some_and(|start| start.starts_with(package));
        let chosen = counts.into_iter().filter(|&(package, count)| {
            let ours = self.ours.range(package..).take_while(|name| name.starts_with(package)).count();
            // Where most of it lies where it should, its owner knows what belongs there.
            self.below(package).len() > ours && (starts(package) || count * 100 >= classes.len() * FEW)
        });
        chosen.map(|(package, _)| package.to_string()).collect()
    }

    /// Classes of libraries that are called like the archive and have its release.
    fn siblings(&self) -> Vec<&'f str> {
        let word = |name: &'f str| name.split('-').next().unwrap_or(name);
        let outer = self.finder.origins.get(self.outer as usize).map(|name| release(name));
        let Some((name, number)) = outer.filter(|(name, number)| name != number) else { return Vec::new() };
        let same = |origin: &u32| {
            let found = self.finder.origins.get(*origin as usize).map(|name| release(name));
            found.is_some_and(|(found, other)| other == number && word(found) == word(name))
        };
        self.theirs.iter().filter(|(_, origin)| same(origin)).map(|(class, _)| *class).collect()
    }

    /// The classes of libraries in a package, with the number of the archive.
    fn below(&self, package: &str) -> &[(&'f str, u32)] {
        let from = &self.theirs[self.theirs.partition_point(|(name, _)| *name < package)..];
        &from[..from.partition_point(|(name, _)| name.starts_with(package))]
    }

    /// The shortest package around a class below which the libraries are of one release.
    fn modules<'c>(&self, class: &'c str) -> Option<&'c str> {
        prefixes(class).find(|package| {
            let mut releases: FxHashMap<&str, usize> = FxHashMap::default();
            let below = self.below(package);
            for (_, origin) in below {
                let name = self.finder.origins.get(*origin as usize).map_or("", |name| release(name).1);
                *releases.entry(name).or_default() += 1;
            }
            let most = releases.values().copied().max().unwrap_or(0);
            !below.is_empty() && most * 100 >= below.len() * ONE_RELEASE
        })
    }

    /// What to say if hardly anything is application code and nobody knows what else is.
    fn proposal(&self) -> Option<String> {
        if self.ours.len() >= HARDLY_ANY || self.theirs.len() < 100 * HARDLY_ANY {
            return None;
        }
        let class = self.start().or(self.ours.first().copied())?;
        let package = prefixes(class).next()?.trim_end_matches('/').replace('/', ".");
        let count = self.ours.len();
        Some(format!(
            "only {count} of {} classes count as application code; if modules of the service are among its libraries, \
             say so: --scope {package}",
            count + self.theirs.len()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jar_has_a_release() {
        for (name, expected) in [
            ("app.jar!BOOT-INF/lib/orders-core-2.7.0.jar", ("orders-core", "2.7.0")),
            ("lib/shop-1.0.0-SNAPSHOT.war", ("shop", "1.0.0-SNAPSHOT")),
            ("log4j-1.2-api-2.17.jar", ("log4j", "1.2-api-2.17")),
            ("plain.jar", ("plain", "plain")),
        ] {
            assert_eq!(release(name), expected, "{name}");
        }
    }

    #[test]
    fn a_library_that_was_moved_keeps_its_name() {
        for (class, expected) in [
            ("wiremock/org/eclipse/jetty/Server", Some("wiremock/")),
            ("com/acme/shaded/com/google/common/Lists", Some("com/acme/shaded/")),
            ("com/acme/org/Tree", None),
            ("com/acme/Main", None),
            ("org/acme/community/Site", None),
            ("Main", None),
        ] {
            assert_eq!(moved_to(class), expected, "{class}");
        }
    }

    #[test]
    fn a_package_says_more_than_a_shared_root() {
        let packages: Vec<&str> = prefixes("com/acme/shop/Main").collect();
        assert_eq!(packages, ["com/acme/", "com/acme/shop/"]);
        assert_eq!(prefixes("shop/Main").collect::<Vec<_>>(), ["shop/"]);
        assert_eq!(prefixes("Main").count(), 0);
    }
}
