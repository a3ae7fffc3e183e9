//! Why a case does not replay: of two replays in different surroundings, the first call whose equal arguments gave unequal
//! results.

use std::collections::{BTreeMap, HashMap};

use retake_model::watched::Watched;

/// A call that depends on something which is no point yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Culprit {
    /// The method that was called: `vendor.Ids.next(I)J`.
    pub method: String,
    /// Where: `shop.Orders.place:42`.
    pub at: String,
}

/// The culprits of two replays, each with the runs in which it was found. A run in which none was found is not among them.
pub fn culprits(
    first: &HashMap<String, Vec<Watched>>,
    second: &HashMap<String, Vec<Watched>>,
) -> BTreeMap<Culprit, Vec<String>> {
    let mut found: BTreeMap<Culprit, Vec<String>> = BTreeMap::new();
    for (run, calls) in first {
        if let Some(culprit) = second.get(run).and_then(|others| culprit(calls, others)) {
            found.entry(culprit).or_default().push(run.clone());
        }
    }
    found.values_mut().for_each(|runs| runs.sort());
    found
}

/// Goes along each branch of both as long as the same is asked. Concurrent branches have no order, so the outermost goes first.
fn culprit(first: &[Watched], second: &[Watched]) -> Option<Culprit> {
    let (first, second) = (branches(first), branches(second));
    first.into_iter().find_map(|(branch, calls)| {
        let others = second.get(branch)?;
        let same = |(one, other): &(&&Watched, &&Watched)| one.method == other.method && one.asked == other.asked;
        let mut pairs = calls.iter().zip(others).take_while(same);
        let (call, _) = pairs.find(|(one, other)| one.answered != other.answered)?;
        Some(Culprit { method: call.method.clone(), at: call.at.clone() })
    })
}

fn branches(calls: &[Watched]) -> BTreeMap<&[u32], Vec<&Watched>> {
    let mut branches: BTreeMap<&[u32], Vec<&Watched>> = BTreeMap::new();
    for call in calls {
        branches.entry(&call.branch).or_default().push(call);
    }
    branches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(branch: &[u32], method: &str, asked: u64, answered: u64) -> Watched {
        Watched { branch: branch.to_vec(), method: method.to_owned(), at: format!("at {method}"), asked, answered }
    }

    #[test]
    fn the_first_unequal_answer_to_an_equal_question_is_the_culprit() {
        let check = |first: &[Watched], second: &[Watched], expected: Option<&str>| {
            assert_eq!(culprit(first, second).map(|culprit| culprit.method).as_deref(), expected);
        };
        let (a, b) = (call(&[], "a", 1, 1), call(&[], "b", 2, 2));
        let other_b = Watched { answered: 3, ..b.clone() };
        let c = |asked| call(&[], "c", asked, asked + 100);
        check(&[a.clone(), b.clone(), c(1)], &[a.clone(), b.clone(), c(1)], None);
        check(&[a.clone(), b.clone(), c(1)], &[a.clone(), other_b.clone(), c(2)], Some("b"));
        // What was asked otherwise before no call is to blame for.
        check(&[a.clone(), c(1), b.clone()], &[a.clone(), c(2), other_b.clone()], None);
        check(&[a.clone(), b.clone()], std::slice::from_ref(&a), None);
        // Another branch is another line.
        let aside = |answered| call(&[4], "d", 1, answered);
        check(&[aside(1), a.clone()], &[a.clone(), aside(2)], Some("d"));
        let runs = |calls: Vec<Watched>| HashMap::from([("one".to_owned(), calls)]);
        let found = culprits(&runs(vec![b]), &runs(vec![other_b]));
        assert_eq!(
            found.into_iter().next().map(|(culprit, runs)| (culprit.at, runs)),
            Some(("at b".to_owned(), vec!["one".to_owned()]))
        );
    }
}
