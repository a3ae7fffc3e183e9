//! Values that were found sensitive in one place, to be found wherever else they stand, however they are written there.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use zeroize::Zeroize;

use crate::find::words;
use crate::letters::{fold, fold_text};
use crate::pseudonym::{canonical, is_code};

/// Numbers of fewer digits are too common to be looked for.
const FEWEST_DIGITS: usize = 6;
/// Words of fewer letters are.
const FEWEST_LETTERS: usize = 3;
/// From so many letters on, a word is meant in whatever case it is written.
const UNUSUAL: usize = 5;
/// From so many bytes on, a value with digits or signs in it is meant even where something is glued to it.
const UNMISTAKABLE: usize = 8;
/// Bytes by which values are looked up.
const PREFIX: usize = 4;

/// Words that stand beside names and are none.
const COMMON: &[&str] = &[
    "and", "van", "von", "der", "den", "des", "del", "della", "the", "für", "for", "bin", "ben", "ibn", "san", "saint",
    "street", "road", "avenue", "lane", "drive", "platz", "weg", "allee", "rue", "via", "null", "true", "false",
    "none", "unknown", "mrs", "miss", "herr", "frau",
];

/// What was learned.
#[derive(Clone, Default)]
pub(crate) struct Learned {
    /// Words as they may be written.
    words: HashSet<String>,
    /// Values with signs in them, without regard to case, by their first bytes.
    texts: HashMap<[u8; PREFIX], Vec<String>>,
    /// Numbers and codes without their separators, by their first bytes.
    codes: HashMap<[u8; PREFIX], Vec<String>>,
}

impl Learned {
    /// Learns a value, with the words that it is made of.
    pub(crate) fn learn(&mut self, value: &str) {
        let value = value.trim();
        if is_code(value) {
            let code = canonical(value);
            if code.len() >= FEWEST_DIGITS {
                put(&mut self.codes, code);
            }
            return;
        }
        for part in value.split_whitespace() {
            if part.chars().all(char::is_alphabetic) {
                self.word(part);
                continue;
            }
            // `O'Brien,` and `Anne-Marie` are names with signs in them.
            if part.len() > PREFIX {
                put(&mut self.texts, fold_text(part.trim_matches([',', ';', ':'])));
            }
        }
    }

    fn word(&mut self, word: &str) {
        let folded = fold_text(word);
        let letters = word.chars().count();
        // Scripts without case need fewer letters to say as much.
        if COMMON.contains(&folded.as_str()) || letters < FEWEST_LETTERS && word.is_ascii() {
            return;
        }
        self.words.insert(word.to_owned());
        if letters >= UNUSUAL {
            self.words.insert(folded.to_uppercase());
            let mut rest = folded.chars();
            let capital = rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect();
            self.words.insert(capital);
            self.words.insert(folded);
        }
    }

    /// Whether a value was learned, or is too short to be.
    pub(crate) fn has(&self, value: &str) -> bool {
        let known = self.find(value);
        let value = value.trim();
        value.len() <= FEWEST_DIGITS
            || known.iter().any(|at| at.len() >= value.len())
            || value.split_whitespace().all(|part| {
                part.len() <= FEWEST_DIGITS
                    || known.iter().any(|at| at.len() >= part.trim_matches([',', ';', ':']).len())
            })
    }

    /// Where learned values stand in a text.
    pub(crate) fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if !self.words.is_empty() {
            found.extend(words(text).filter(|word| self.words.contains(&text[word.clone()])));
        }
        if !self.texts.is_empty() {
            self.texts_in(text, &mut found);
        }
        if !self.codes.is_empty() {
            self.codes_in(text, &mut found);
        }
        found
    }

    fn texts_in(&self, text: &str, found: &mut Vec<Range<usize>>) {
        let folded = fold_text(text);
        for (at, prefix) in folded.as_bytes().windows(PREFIX).enumerate() {
            let Some(values) = self.texts.get(prefix) else { continue };
            for value in values {
                let end = at + value.len();
                if !folded.as_bytes()[at..].starts_with(value.as_bytes()) || !folded.is_char_boundary(at) {
                    continue;
                }
                let glued = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                let alone = !glued(folded[..at].chars().next_back()) && !glued(folded[end..].chars().next());
                if alone || value.len() >= UNMISTAKABLE {
                    found.push(at..end);
                }
            }
        }
    }

    /// Numbers and codes, whatever separates their groups.
    fn codes_in(&self, text: &str, found: &mut Vec<Range<usize>>) {
        let (mut letters, mut places) = (Vec::new(), Vec::new());
        for (at, c) in text.char_indices() {
            if c.is_ascii_alphanumeric() {
                letters.push(fold(c) as u8);
                places.push(at);
            } else if !" -./()+".contains(c) {
                // Nothing goes on behind any other sign.
                letters.push(0);
                places.push(at);
            }
        }
        for (at, prefix) in letters.windows(PREFIX).enumerate() {
            let Some(values) = self.codes.get(prefix) else { continue };
            for value in values {
                if !letters[at..].starts_with(value.as_bytes()) {
                    continue;
                }
                let (start, end) = (places[at], places[at + value.len() - 1] + 1);
                let glued = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
                if !glued(text[..start].chars().next_back()) && !glued(text[end..].chars().next()) {
                    found.push(start..end);
                }
            }
        }
    }
}

fn put(values: &mut HashMap<[u8; PREFIX], Vec<String>>, value: String) {
    let Some(prefix) = value.as_bytes().first_chunk::<PREFIX>() else { return };
    let known = values.entry(*prefix).or_default();
    if !known.contains(&value) {
        known.push(value);
    }
}

impl Drop for Learned {
    fn drop(&mut self) {
        self.words.drain().for_each(|mut word| word.zeroize());
        for (_, values) in self.texts.drain().chain(self.codes.drain()) {
            values.into_iter().for_each(|mut value| value.zeroize());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Learned;

    #[test]
    fn what_was_learned_is_found_however_it_is_written() {
        let mut learned = Learned::default();
        for value in [
            "Ada Lovelace",
            "4111 1111 1111 1111",
            "ada.l@example.com",
            "DE89370400440532013000",
            "hunter2!",
            "123",
            "Li",
        ] {
            learned.learn(value);
        }
        let table: &[(&str, &[&str])] = &[
            ("no customer Ada LOVELACE, lovelace; Lovelacex adaAda", &["Ada", "LOVELACE", "lovelace"]),
            ("n=4111111111111111, 4111-1111-1111-1111 41111111111111112", &["4111111111111111", "4111-1111-1111-1111"]),
            ("select 'ADA.L@EXAMPLE.COM'", &["ADA.L@EXAMPLE.COM"]),
            ("de89 3704 0044 0532 0130 00", &["de89 3704 0044 0532 0130 00"]),
            ("xhunter2!y", &["hunter2!"]),
            ("123 Li ada", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<&str> = learned.find(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(&found, expected, "{text}");
        }
    }
}
