//! Names for cases: what was called, and a hash of all that was recorded.

use std::collections::HashMap;

use retake_model::case::{Case, Origin};
use retake_model::hash::fnv1a;
use retake_model::trace::{Entry, Exchange};
use retake_novelty::is_one_of_many;

/// The longest part of a name that says what was called.
const LONGEST: usize = 48;

/// Gives names, each once.
#[derive(Debug, Default)]
pub(crate) struct Names {
    given: HashMap<String, u32>,
    /// How many cases there are of each content.
    contents: HashMap<u64, u64>,
}

impl Names {
    /// The name of a case: `get-orders-3f9a12c4`. The same content has the same name in every run; a second case of the same
    /// content gets `-2`.
    pub(crate) fn name(&mut self, case: &Case) -> String {
        let hash = content(case);
        *self.contents.entry(hash).or_default() += 1;
        let name = format!("{}-{:08x}", slug(case), (hash >> 32) as u32 ^ hash as u32);
        let count = self.given.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}-{count}") }
    }

    /// How many cases say the same as another.
    pub(crate) fn duplicates(&self) -> u64 {
        self.contents.values().map(|count| count - 1).sum()
    }
}

/// A hash of what was recorded, without when, and without where the code stood.
fn content(case: &Case) -> u64 {
    let (id, origin) = (String::new(), Origin::default());
    let mut case = Case { id, recorded: 0, boot: None, origin, masked: None, ..case.clone() };
    for event in case.calls.iter_mut().flat_map(|call| &mut call.branches).flat_map(|branch| &mut branch.events) {
        event.at = None;
    }
    // The version of the format, on the line behind the opening brace, is not what was recorded.
    fnv1a(case.to_text().lines().skip(2).flat_map(str::bytes))
}

/// What was called: the method and the path, without what looks like the name of one thing among many.
fn slug(case: &Case) -> String {
    let Some(call) = case.calls.first() else { return "case".to_owned() };
    let words: Vec<&str> = match &call.entry {
        Entry::Http(Exchange { request, .. }) => {
            let path = request.target.split(['?', '#']).next().unwrap_or("");
            // A proxy's request names the whole address.
            let path =
                path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
            std::iter::once(request.method.as_str())
                .chain(path.split('/').filter(|part| !is_one_of_many(part)))
                .collect()
        }
        Entry::Method(invocation) => {
            let name = invocation.operation.split('(').next().unwrap_or("");
            // The class and the method; packages are the same for many.
            let mut parts: Vec<&str> = name.rsplit('.').take(2).collect();
            parts.push(&invocation.kind);
            parts.into_iter().rev().collect()
        }
    };
    let mut slug = String::new();
    for word in words {
        let letters: String =
            word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        for part in letters.split('-').filter(|part| !part.is_empty()) {
            if slug.len() + part.len() >= LONGEST {
                return if slug.is_empty() { "case".to_owned() } else { slug };
            }
            if !slug.is_empty() {
                slug.push('-');
            }
            slug.push_str(part);
        }
    }
    if slug.is_empty() { "case".to_owned() } else { slug }
}
