//! Which of the cases run.

use std::collections::BTreeSet;

use retake_model::case::Case;

use crate::changed::Affected;
use crate::selector::Selector;

/// Cases to leave out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Which.
    pub selector: Selector,
    /// Why, in the words of whoever wants it.
    pub why: Option<String>,
}

/// What was said of which cases run.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Those that one of these means; all if it is empty.
    pub only: Vec<Selector>,
    /// Not those that one of these means.
    pub skip: Vec<Skip>,
    /// Those that a change can concern.
    pub affected: Option<Affected>,
    /// The ids of the cases that failed last time.
    pub last_failed: BTreeSet<String>,
    /// Which of `only` and `skip` meant a case up to now.
    meant: (BTreeSet<usize>, BTreeSet<usize>),
}

/// What becomes of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It runs.
    Run,
    /// Nobody asked for it.
    NotChosen,
    /// It is left out on purpose, for this reason.
    Skip(String),
}

impl Choice {
    /// Those that one of these means; all if there are none.
    pub fn only(only: Vec<Selector>) -> Choice {
        Choice { only, ..Choice::default() }
    }

    /// Whether every case runs, whatever it is.
    pub fn is_all(&self) -> bool {
        self.only.is_empty() && self.skip.is_empty() && self.affected.is_none()
    }

    /// Says what becomes of a case.
    pub fn decide(&mut self, case: &Case) -> Decision {
        let mut wanted = self.only.is_empty();
        for (index, selector) in self.only.iter().enumerate() {
            if selector.means(case, &self.last_failed) {
                self.meant.0.insert(index);
                wanted = true;
            }
        }
        let mut skip: Option<&Skip> = None;
        for (index, each) in self.skip.iter().enumerate() {
            if each.selector.means(case, &self.last_failed) {
                self.meant.1.insert(index);
                skip = skip.or(Some(each));
            }
        }
        if !wanted || self.affected.as_ref().is_some_and(|affected| !affected.means(case)) {
            return Decision::NotChosen;
        }
        match skip {
            Some(Skip { selector, why: Some(why) }) => Decision::Skip(format!("{selector}: {why}")),
            Some(Skip { selector, why: None }) => Decision::Skip(selector.to_string()),
            None => Decision::Run,
        }
    }

    /// What was asked for and meant no case: a mistake in writing, which must not look like a pass. That nothing failed
    /// last time is none.
    pub fn idle_only(&self) -> Vec<&Selector> {
        let idle = |(index, selector): &(usize, &Selector)| !self.meant.0.contains(index) && !selector.is_last_failed();
        self.only.iter().enumerate().filter(idle).map(|(_, selector)| selector).collect()
    }

    /// What was to be left out and meant no case.
    pub fn idle_skip(&self) -> Vec<&Selector> {
        let idle = |(index, skip): &(usize, &Skip)| !self.meant.1.contains(index) && !skip.selector.is_last_failed();
        self.skip.iter().enumerate().filter(idle).map(|(_, skip)| &skip.selector).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::selector::tests::case;

    #[test]
    fn decides() {
        let selector = |text: &str| text.parse::<Selector>().unwrap();
        let mut choice = Choice {
            only: vec![selector("entry:/orders/**"), selector("id:nothing"), selector("last-failed")],
            skip: vec![
                Skip { selector: selector("id:*-2"), why: Some("new rounding".to_owned()) },
                Skip { selector: selector("entry:POST /**"), why: None },
                Skip { selector: selector("tag:gone"), why: None },
            ],
            last_failed: BTreeSet::from(["c-3".to_owned()]),
            ..Choice::default()
        };
        let mut decide = |id, method, path| choice.decide(&case(id, method, path, &[]));
        assert_eq!(decide("a-1", "GET", "/orders/1"), Decision::Run);
        assert_eq!(decide("a-2", "POST", "/orders/1"), Decision::Skip("id:*-2: new rounding".to_owned()));
        assert_eq!(decide("b-1", "POST", "/orders/1"), Decision::Skip("entry:POST /**".to_owned()));
        assert_eq!(decide("b-2", "GET", "/health"), Decision::NotChosen);
        assert_eq!(decide("c-3", "GET", "/health"), Decision::Run);
        assert!(!choice.is_all());
        assert!(Choice::default().is_all());
        assert_eq!(choice.idle_only(), [&selector("id:nothing")]);
        assert_eq!(choice.idle_skip(), [&selector("tag:gone")]);
    }
}
