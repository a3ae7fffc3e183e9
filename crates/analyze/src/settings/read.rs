//! TOML to types, with everything that is wrong told at once.
//!
//! A deserialiser stops at the first thing it does not understand. So what it complains about is taken out of the
//! table and it is asked again, until it is content.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};

use super::known;

/// After so many, whoever wrote the file knows enough.
const MOST: usize = 100;

/// Something that is wrong in a file of settings, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// A text with its name, and what is wrong with it.
pub(super) struct Text<'t> {
    pub(super) file: String,
    text: &'t str,
    pub(super) problems: Vec<Problem>,
}

impl<'t> Text<'t> {
    pub(super) fn new(file: String, text: &'t str) -> Self {
        Text { file, text, problems: Vec::new() }
    }

    /// The line of a position.
    pub(super) fn line(&self, at: usize) -> u32 {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
    }

    /// Takes note of what is wrong at a position.
    pub(super) fn wrong(&mut self, at: usize, what: impl Into<String>) {
        let (file, line) = (self.file.clone(), self.line(at));
        self.problems.push(Problem { file, line, what: what.into() });
    }

    /// The text as a table, if it is TOML.
    pub(super) fn table(&mut self) -> Option<DeTable<'t>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors.iter().take(MOST) {
            self.wrong(error.span().map_or(0, |span| span.start), error.message());
        }
        errors.is_empty().then(|| table.into_inner())
    }

    /// What a table says, without what is wrong in it. `also` are keys that it may have and others read.
    pub(super) fn read<T: Deserialize<'t>>(&mut self, mut table: DeTable<'t>, also: &[&str]) -> Option<T> {
        let whole = 0..self.text.len();
        let mut taken: Vec<Taken> = Vec::new();
        loop {
            let error = match T::deserialize(Deserializer::from(Spanned::new(whole.clone(), table.clone()))) {
                Ok(found) => return Some(found),
                Err(error) => error,
            };
            let span = error.span().unwrap_or(0..0);
            // That something is missing which was taken out just now is no news.
            let missing = error.message().strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
            if !taken.iter().any(|taken| Some(taken.key.as_str()) == missing && taken.from == span) {
                self.wrong(span.start, known::say(error.message(), also));
            }
            match take_from_table(&mut table, &whole, &span) {
                Some(found) if self.problems.len() < MOST => taken.push(found),
                _ => return None,
            }
        }
    }
}

/// An entry that was taken out.
struct Taken {
    /// Its key; elements of arrays have none.
    key: String,
    /// Where the table or array is that had it.
    from: Range<usize>,
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Takes out the innermost entry that covers a place.
fn take_from_table(table: &mut DeTable<'_>, from: &Range<usize>, place: &Range<usize>) -> Option<Taken> {
    let deeper = table.iter_mut().find_map(|(_, value)| take_from(value, place));
    deeper.or_else(|| {
        let found = table.iter().find(|(key, value)| covers(&key.span(), place) || covers(&value.span(), place));
        let key = found?.0.get_ref().to_string();
        table.remove(key.as_str());
        Some(Taken { key, from: from.clone() })
    })
}

fn take_from(value: &mut Spanned<DeValue<'_>>, place: &Range<usize>) -> Option<Taken> {
    let from = value.span();
    match value.get_mut() {
        DeValue::Table(table) => take_from_table(table, &from, place),
        DeValue::Array(array) => array.iter_mut().find_map(|value| take_from(value, place)).or_else(|| {
            let at = array.iter().position(|value| covers(&value.span(), place))?;
            let mut rest = DeArray::new();
            let others = array.iter().enumerate().filter(|(nth, _)| *nth != at);
            others.for_each(|(_, value)| rest.push(value.clone()));
            *array = rest;
            Some(Taken { key: String::new(), from })
        }),
        _ => None,
    }
}
