//! Whether points belong to the build at hand: the classes that hold them are compared by their checksums.

use std::collections::BTreeMap;

use libdeflater::crc32;
use retake_model::points::Points;

use crate::Error;
use crate::input::{self, Input, Request};

/// The checksum of every class that holds a point or an entry, by its dotted name.
pub(crate) fn checksums(input: &Input, points: &Points) -> BTreeMap<String, String> {
    let holders = points.points.iter().map(|point| &point.class).chain(points.entries.iter().map(|entry| &entry.class));
    holders.filter_map(|class| Some((class.replace('/', "."), checksum(input, class)?))).collect()
}

fn checksum(input: &Input, class: &str) -> Option<String> {
    let at = input.classes.binary_search_by(|file| file.name.as_str().cmp(class)).ok()?;
    let bytes = input.classes[at].bytes().ok()?;
    // The length makes it harder still for two classes to be taken for one.
    Some(format!("{:08x}-{}", crc32(bytes), bytes.len()))
}

/// The classes that hold points and are not what they were when the points were found, each with what is wrong with it.
/// Nothing is said of points that an earlier version found, which do not tell.
pub fn differs(points: &Points, request: &Request) -> Result<Vec<String>, Error> {
    if points.build.is_empty() {
        return Ok(Vec::new());
    }
    let input = input::read(request)?;
    let differing = points.build.iter().filter_map(|(class, known)| match checksum(&input, &class.replace('.', "/")) {
        Some(found) if found == *known => None,
        Some(_) => Some(format!("{class} is another")),
        None => Some(format!("{class} is not there")),
    });
    Ok(differing.collect())
}

/// The checksum of every class of the application, by its dotted name.
pub fn classes(request: &Request) -> Result<BTreeMap<String, String>, Error> {
    let input = input::read(request)?;
    let own = input.classes.iter().filter(|class| class.application).map(|class| &class.name);
    Ok(own.filter_map(|class| Some((class.replace('/', "."), checksum(&input, class)?))).collect())
}
