//! What calls may reach, each list of targets once: thousands of calls of one interface reach the same methods, and what is
//! asked of one of these calls need not be asked again of the others.

use rustc_hash::FxHashMap;

use super::graph::{Lists, Port};
use crate::program::MethodId;

/// Numbers lists of targets while calls are gathered.
#[derive(Default)]
pub(super) struct Numbering<'t> {
    numbers: FxHashMap<&'t [MethodId], u32>,
    members: Vec<(u32, u32)>,
}

impl<'t> Numbering<'t> {
    /// The number of a list.
    pub(super) fn number(&mut self, targets: &'t [MethodId]) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(targets).or_insert_with(|| {
            self.members.extend(targets.iter().map(|target| (target.0, next)));
            next
        })
    }

    /// The lists that were numbered, of a program with so many methods.
    pub(super) fn sets(self, methods: usize) -> Sets {
        Sets { count: self.numbers.len(), of_method: Lists::new(methods, self.members) }
    }
}

/// The lists of targets, by number.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    pub(super) count: usize,
    /// For each method the lists that it is in.
    pub(super) of_method: Lists<u32>,
}

/// Through which places of which lists a search went into the targets already.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    bits: Vec<u64>,
}

impl Entered {
    pub(super) fn new(sets: &Sets) -> Self {
        Entered { bits: vec![0; sets.count] }
    }

    /// Whether a search went into the targets of a list through this place.
    pub(super) fn is(&self, set: u32, port: Port, content: bool) -> bool {
        self.bits[set as usize] & bit(port, content) != 0
    }

    /// Notes that it does.
    pub(super) fn note(&mut self, set: u32, port: Port, content: bool) {
        self.bits[set as usize] |= bit(port, content);
    }
}

/// The bit of a place; of the last arguments of a long list none, so that they are always entered.
fn bit(port: Port, content: bool) -> u64 {
    let place = match port {
        Port::Result => 0,
        Port::Argument(nth) => 1 + u32::from(nth),
    };
    1u64.checked_shl(2 * place + u32::from(content)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_one_number() {
        let lists = [vec![MethodId(1), MethodId(2)], vec![MethodId(2)], vec![MethodId(1), MethodId(2)]];
        let mut numbering = Numbering::default();
        assert_eq!(lists.each_ref().map(|list| numbering.number(list)), [0, 1, 0]);
        let sets = numbering.sets(3);
        assert_eq!(sets.count, 2);
        assert_eq!([0, 1, 2].map(|method| sets.of_method.of(method)), [&[][..], &[0], &[0, 1]]);
    }

    #[test]
    fn places_are_told_apart() {
        let mut numbering = Numbering::default();
        numbering.number(&[MethodId(0)]);
        let mut entered = Entered::new(&numbering.sets(1));
        let places =
            [(Port::Result, false), (Port::Result, true), (Port::Argument(0), true), (Port::Argument(30), true)];
        for (port, content) in places {
            assert!(!entered.is(0, port, content));
            entered.note(0, port, content);
            assert!(entered.is(0, port, content), "{port:?}");
        }
        entered.note(0, Port::Argument(200), true);
        assert!(!entered.is(0, Port::Argument(200), true));
    }
}
