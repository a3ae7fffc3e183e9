//! Chance that comes out the same for the same seed, on every machine and for ever.

/// A generator: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// One for a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below a bound; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.number() % bound as u64) as usize }
    }

    /// Whether something happens that does so many times in a hundred.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// One of several, each as likely as its weight says; nothing if there is none.
    pub fn weighted<T: Copy>(&mut self, choices: &[(T, usize)]) -> Option<T> {
        let total = choices.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(total);
        for &(choice, weight) in choices {
            if at < weight {
                return Some(choice);
            }
            at -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_numbers_for_ever() {
        let mut random = Random::new(7);
        let numbers: Vec<usize> = (0..6).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [87, 4, 46, 3, 74, 5]);
    }
}
