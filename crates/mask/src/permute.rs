//! Keyed permutations of words over given alphabets: which word stands for which.
//!
//! A domain of up to a million words gets a table, shuffled into one cycle, so that no word stands for itself. Above that
//! ten rounds of a Feistel network do it, whose halves are words themselves: every place is moved on in its own alphabet by what
//! the key makes of the other half.

use std::collections::HashMap;
use std::sync::Arc;

use crate::key::Key;

/// Domains up to this size get a table.
const TABLE: u64 = 1_000_000;
/// No more tables than this are kept.
const TABLES: usize = 8;
/// As in the standards for format-preserving encryption.
const ROUNDS: u8 = 10;

/// The permutations that a key makes.
#[derive(Debug, Default)]
pub(crate) struct Permutations {
    tables: HashMap<Vec<u8>, Arc<[u32]>>,
}

impl Permutations {
    /// Moves a word to the one that stands for it: `word[i]` is below `sizes[i]`, the size of the alphabet at this place.
    /// `tweak` tells permutations of the same domain apart.
    pub(crate) fn next(&mut self, key: &Key, tweak: &[u8], sizes: &[u16], word: &mut [u16]) {
        let all = sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(u64::from(size)));
        match all {
            Some(0 | 1) => {}
            Some(all) if all <= TABLE => self.by_table(key, tweak, sizes, word, all as u32),
            _ => by_rounds(key, tweak, sizes, word),
        }
    }

    fn by_table(&mut self, key: &Key, tweak: &[u8], sizes: &[u16], word: &mut [u16], all: u32) {
        let mut name = tweak.to_vec();
        name.extend(all.to_le_bytes());
        if !self.tables.contains_key(&name) {
            if self.tables.len() >= TABLES {
                self.tables.clear();
            }
            self.tables.insert(name.clone(), table(key, &name, all));
        }
        let mut number = 0;
        for (&place, &size) in word.iter().zip(sizes) {
            number = number * u32::from(size) + u32::from(place);
        }
        number = self.tables.get(&name).and_then(|table| table.get(number as usize)).copied().unwrap_or(number);
        for (place, &size) in word.iter_mut().zip(sizes).rev() {
            *place = (number % u32::from(size)) as u16;
            number /= u32::from(size);
        }
    }
}

/// A shuffle that is one cycle (Sattolo's).
fn table(key: &Key, name: &[u8], all: u32) -> Arc<[u32]> {
    let chance = key.stream(&[b"table", name], all as usize * 8);
    let mut table: Vec<u32> = (0..all).collect();
    for (last, bytes) in (1..all as usize).rev().zip(chance.chunks_exact(8)) {
        let bytes: [u8; 8] = bytes.try_into().unwrap_or_default();
        table.swap(last, (u64::from_le_bytes(bytes) % last as u64) as usize);
    }
    table.into()
}

fn by_rounds(key: &Key, tweak: &[u8], sizes: &[u16], word: &mut [u16]) {
    let middle = word.len() / 2;
    for round in 0..ROUNDS {
        let (left, right) = word.split_at_mut(middle);
        let (moved, by, sizes) = match round % 2 {
            0 => (left, right, &sizes[..middle]),
            _ => (right, left, &sizes[middle..]),
        };
        let by: Vec<u8> = by.iter().flat_map(|place| place.to_le_bytes()).collect();
        let steps = key.stream(&[b"round", &[round], tweak, &by], moved.len() * 4);
        for ((place, &size), step) in moved.iter_mut().zip(sizes).zip(steps.chunks_exact(4)) {
            let step = u32::from_le_bytes(step.try_into().unwrap_or_default()) % u32::from(size);
            *place = ((u32::from(*place) + step) % u32::from(size)) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_stands_for_one_and_none_for_itself() {
        let key = Key::new(b"0123456789abcdef".to_vec()).unwrap();
        let mut permutations = Permutations::default();
        for sizes in [vec![10u16, 10, 10], vec![26, 10], vec![2]] {
            let all: u32 = sizes.iter().map(|&size| u32::from(size)).product();
            let mut seen = HashSet::new();
            for number in 0..all {
                let mut rest = number;
                let word: Vec<u16> = sizes
                    .iter()
                    .map(|&size| {
                        let place = rest % u32::from(size);
                        rest /= u32::from(size);
                        place as u16
                    })
                    .collect();
                let mut moved = word.clone();
                permutations.next(&key, b"t", &sizes, &mut moved);
                assert_ne!(word, moved);
                assert!(moved.iter().zip(&sizes).all(|(place, size)| place < size));
                assert!(seen.insert(moved));
            }
        }
    }

    #[test]
    fn large_domains_are_permuted_too() {
        let key = Key::new(b"0123456789abcdef".to_vec()).unwrap();
        let other = Key::new(b"0123456789abcdeX".to_vec()).unwrap();
        let mut permutations = Permutations::default();
        let sizes = [10u16; 7];
        let mut seen = HashSet::new();
        for number in 0..5000u32 {
            let word: Vec<u16> = (0..7).map(|place| (number / 10u32.pow(place) % 10) as u16).collect();
            let (mut moved, mut others) = (word.clone(), word.clone());
            permutations.next(&key, b"t", &sizes, &mut moved);
            permutations.next(&other, b"t", &sizes, &mut others);
            assert_ne!(moved, others, "{word:?}");
            assert!(seen.insert(moved));
        }
    }
}
