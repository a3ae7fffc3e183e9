//! Of several classes of one name, the one that the JVM would load.

use std::cmp::{Ordering, Reverse};

use rayon::prelude::*;

use super::bytes::Bytes;
use super::find::{Finder, Found};
use super::{ClassFile, Input, Resource, load};

impl Finder {
    /// Loads what counts of what was found.
    pub(super) fn choose(mut self) -> Input {
        let mut losers = Vec::new();
        let classes = std::mem::take(&mut self.classes);
        let classes = first_of_each(classes, |a, b| a.name.cmp(&b.name), |loser, winner| losers.push((loser, winner)));
        let duplicates = self.tell_losers(&classes, &losers);
        let classes = self.load(classes, ".class").map(|(found, bytes)| ClassFile::new(found, bytes)).collect();

        // Those of one path in several archives are all found by whoever looks for them.
        let resources = std::mem::take(&mut self.resources);
        let same = |a: &Found, b: &Found| a.origin.cmp(&b.origin).then_with(|| a.name.cmp(&b.name));
        let resources = first_of_each(resources, same, |_, _| {});
        let origins = self.origins.clone();
        let resource = |(found, bytes): (Found, Option<Bytes>)| Resource {
            path: found.name,
            archive: origins.get(found.origin as usize).cloned().unwrap_or_default(),
            bytes: bytes.unwrap_or_default(),
            application: found.application,
            origin: found.origin,
            entry: found.entry,
        };
        let resources = self.load(resources, "").map(resource).collect();

        let warnings = self.left_out.messages().chain(duplicates).collect();
        Input { classes, resources, warnings, cache: self.cache, missing: self.missing }
    }

    /// Says which classes are there more than once. A loser comes with the place of its winner.
    fn tell_losers(&mut self, classes: &[Found], losers: &[(Found, usize)]) -> Option<String> {
        let mut elsewhere = Vec::new();
        for (loser, winner) in losers {
            let winner = &classes[*winner];
            if loser.origin != winner.origin {
                elsewhere.push((loser, winner));
            } else if loser.release == winner.release {
                let why = "behind it comes another of its name, which is the one the JVM takes";
                self.leave_out(loser.origin, &format!("{}.class", loser.name), why);
            }
        }
        elsewhere.dedup_by(|a, b| a.0.name == b.0.name);
        let (loser, winner) = elsewhere.first()?;
        let archive = |found: &Found| self.origins.get(found.origin as usize).cloned().unwrap_or_default();
        Some(format!(
            "classes that are on the path more than once: {}; the first of each counts ({} of {}, not of {})",
            elsewhere.len(),
            winner.name,
            archive(winner),
            archive(loser),
        ))
    }

    /// The bytes of each that somebody will ask for. What cannot be read is left out.
    fn load(&mut self, mut found: Vec<Found>, extension: &str) -> impl Iterator<Item = (Found, Option<Bytes>)> {
        let leave_out = |finder: &mut Finder, found: &Found, why| {
            finder.leave_out(found.origin, &format!("{}{extension}", found.name), why);
        };
        found.retain(|found| {
            let claimed = self.budget.claim(found.content.size());
            claimed.map_err(|why| leave_out(self, found, why)).is_ok()
        });
        let wanted: Vec<&Found> = found.iter().filter(|found| !found.can_wait()).collect();
        let mut loaded = load::load(&wanted).into_iter();
        let mut read = Vec::with_capacity(found.len());
        for found in found {
            match if found.can_wait() { None } else { loaded.next() } {
                None => read.push((found, None)),
                Some(Ok(bytes)) => read.push((found, Some(bytes))),
                Some(Err(why)) => leave_out(self, &found, why),
            }
        }
        read.into_iter()
    }
}

impl Found {
    /// Whether it is read only if somebody asks: a class of a library of which a digest says enough.
    fn can_wait(&self) -> bool {
        self.outlined.is_some() && !self.application
    }
}

/// Those that count, sorted by what makes them the same; each of the others is told with the place of the one that
/// counts instead.
fn first_of_each(
    found: Vec<Found>,
    same: impl Fn(&Found, &Found) -> Ordering + Sync,
    mut lost: impl FnMut(Found, usize),
) -> Vec<Found> {
    // Of those that are the same the one that counts comes first: that of the first archive on the path, in it the one
    // for the newest release, and of entries that are there twice the last, because that is the one the JVM finds.
    let mut found: Vec<(usize, Found)> = found.into_iter().enumerate().collect();
    found.par_sort_unstable_by(|(m, a), (n, b)| {
        let key = |at: usize, found: &Found| (found.origin, Reverse(found.release), Reverse(at));
        same(a, b).then_with(|| key(*m, a).cmp(&key(*n, b)))
    });
    let mut winners: Vec<Found> = Vec::with_capacity(found.len());
    for (_, found) in found {
        match winners.last() {
            Some(winner) if same(winner, &found).is_eq() => lost(found, winners.len() - 1),
            _ => winners.push(found),
        }
    }
    winners
}
