//! Texts as numbers, so that the analysis compares numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use retake_bytecode::Utf8;
use rustc_hash::FxHasher;

/// An interned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Name(pub(crate) u32);

/// The texts of the program.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// All of them, one behind the other.
    texts: String,
    /// Where each ends.
    ends: Vec<usize>,
    /// The number of each by its hash. Of two texts with one hash the second is found at the hash plus one.
    numbers: HashMap<u64, Name, BuildHasherDefault<Hashed>>,
}

impl Names {
    /// The number of a text, a new one if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> Name {
        match self.find(text.as_bytes()) {
            Ok(name) => name,
            Err(hash) => self.add(text, hash),
        }
    }

    /// The number of a text of a class file. Whether its bytes make a string is only asked if it is new.
    pub(crate) fn intern_utf8(&mut self, text: Utf8<'_>) -> Name {
        match self.find(text.bytes()) {
            Ok(name) => name,
            Err(hash) => match std::str::from_utf8(text.bytes()) {
                Ok(text) => self.add(text, hash),
                Err(_) => self.intern(&text.to_str()),
            },
        }
    }

    /// The number of a text that was interned.
    pub(crate) fn get(&self, text: &str) -> Option<Name> {
        self.find(text.as_bytes()).ok()
    }

    /// The text of a number.
    pub(crate) fn text(&self, name: Name) -> &str {
        &self.texts[self.range(name)]
    }

    fn range(&self, name: Name) -> Range<usize> {
        let at = name.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        start..self.ends[at]
    }

    /// The number of a text, or the hash under which it would be found.
    fn find(&self, text: &[u8]) -> Result<Name, u64> {
        let mut hasher = FxHasher::default();
        hasher.write(text);
        let mut hash = hasher.finish();
        while let Some(&name) = self.numbers.get(&hash) {
            if &self.texts.as_bytes()[self.range(name)] == text {
                return Ok(name);
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }

    fn add(&mut self, text: &str, hash: u64) -> Name {
        let name = Name(self.ends.len() as u32);
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        self.numbers.insert(hash, name);
        name
    }
}

/// Takes what is a hash already for one.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, _: &[u8]) {
        debug_assert!(false, "only hashes are looked up");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_number() {
        let mut names = Names::default();
        let texts = ["", "a", "java/lang/Object", "gr\u{fc}n", "\0", "\u{1f600}"];
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(names.intern(text), Name(number as u32));
        }
        for (number, text) in texts.iter().enumerate() {
            let encoded = retake_bytecode::encode_utf8(text);
            assert_eq!(names.intern_utf8(Utf8::new(&encoded)), Name(number as u32), "{text:?}");
            assert_eq!(names.get(text), Some(Name(number as u32)));
            assert_eq!(names.text(Name(number as u32)), *text);
        }
        assert_eq!(names.get("b"), None);
        // What is no string is another text than any that is one.
        let broken = names.intern_utf8(Utf8::new(&[0xff]));
        assert_eq!(names.text(broken), "\u{fffd}");
    }

    #[test]
    fn texts_of_one_hash_are_told_apart() {
        let mut names = Names::default();
        let Err(hash) = names.find(b"a") else { panic!("nothing is there yet") };
        let other = names.add("b", hash);
        let name = names.intern("a");
        assert_ne!(name, other);
        assert_eq!(names.get("a"), Some(name));
    }
}
