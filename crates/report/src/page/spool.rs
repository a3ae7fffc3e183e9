//! What belongs to each case, in a file, until the page is written.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Values by number, in the order in which they came.
#[derive(Debug)]
pub(super) struct Spool<F> {
    file: F,
    end: u64,
    places: HashMap<usize, Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    at: u64,
    length: usize,
    /// Whether it goes before others when there is not room for all.
    first: bool,
}

impl<F: Read + Write + Seek> Spool<F> {
    pub(super) fn new(file: F) -> Self {
        Spool { file, end: 0, places: HashMap::new() }
    }

    pub(super) fn put(&mut self, number: usize, first: bool, value: &impl Serialize) -> io::Result<()> {
        let bytes = serde_json::to_vec(value)?;
        self.file.write_all(&bytes)?;
        self.places.insert(number, Place { at: self.end, length: bytes.len(), first });
        self.end += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn take<T: DeserializeOwned>(&mut self, number: usize) -> io::Result<T> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, format!("case {number} is not in the spool"));
        let place = self.places.get(&number).ok_or_else(missing)?;
        self.file.seek(SeekFrom::Start(place.at))?;
        let mut bytes = vec![0; place.length];
        self.file.read_exact(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// Which values there is room for, in the order of their numbers: first those that go before others.
    pub(super) fn fitting(&self, room: usize) -> Vec<bool> {
        let mut numbers: Vec<usize> = self.places.keys().copied().collect();
        numbers.sort_unstable();
        let mut fits = vec![false; numbers.len()];
        let mut left = room;
        for first in [true, false] {
            for (fit, number) in fits.iter_mut().zip(&numbers) {
                let place = self.places[number];
                if place.first == first && place.length <= left {
                    left -= place.length;
                    *fit = true;
                }
            }
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn gives_back_what_it_took() {
        let mut spool = Spool::new(Cursor::new(Vec::new()));
        for (number, first, text) in [(2, false, "two"), (0, false, "zero"), (1, true, "one")] {
            assert!(spool.put(number, first, &text).is_ok());
        }
        let texts: Vec<String> = (0..3).filter_map(|number| spool.take(number).ok()).collect();
        assert_eq!(texts, ["zero", "one", "two"]);
        assert!(spool.take::<String>(3).is_err());
        // `"one"` has five bytes and goes first; then there is room for `"two"` but not for `"zero"`.
        assert_eq!(spool.fitting(10), [false, true, true]);
        assert_eq!(spool.fitting(100), [true, true, true]);
    }
}
