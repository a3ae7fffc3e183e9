//! What a call of a case gets when it asks a dependency in replay.
//!
//! Each branch of the fork tree is answered in recorded order. A run that leaves the recording is answered as well as
//! the recording can, so that it goes on and shows more; that it left is for the verdict to say
//! ([`crate::verdict::judge`]), which compares what was asked with what was recorded and does not depend on what was
//! answered.

use std::cmp::Reverse;
use std::collections::HashMap;

use retake_model::case::{Boot, Call, CaseBranch, CaseEvent};
use retake_model::points::{Kind, Write};
use retake_model::policy::{Policies, Policy};
use retake_model::trace::Outcome;
use retake_model::value::{Handle, Value};

use crate::bag;
use crate::compare;
use crate::identity::Identity;
use crate::rebase::rebased;

/// A question to a dependency.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The dependency, by the name that is the same in every build.
    pub dependency: &'a str,
    /// What kind of dependency it is.
    pub kind: Kind,
    /// The handle it is called on.
    pub target: Option<&'a Handle>,
    /// What is asked.
    pub args: &'a [Value],
}

/// What to do with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Return this. References in it count the composite objects of the asked arguments first, then its own, whatever
    /// the recorded arguments were.
    Returned(Value),
    /// Throw this. References count in the same way.
    Threw(Value),
    /// Let it run for real: the recording has no answer, and it stays inside the process.
    Live,
    /// Fail as the network would: the recording has no answer. Says why, for people.
    Refused(String),
}

/// One running call of a case.
///
/// Every question goes through [`Session::ask`], in the order in which its branch asks. The caller locks.
#[derive(Clone, Debug)]
pub struct Session {
    branches: Vec<Track>,
    by_path: HashMap<Vec<u32>, usize>,
    identity: Identity,
    policies: Policies,
    /// From here on, handles are of objects that no recording has.
    next_handle: u32,
    refused: Vec<String>,
    strayed: bool,
    writes: Vec<(Write, Value)>,
    results: Option<u32>,
}

/// How far one recorded branch has been answered.
#[derive(Clone, Debug)]
struct Track {
    branch: CaseBranch,
    state: Vec<State>,
    /// Behind the event that was answered last.
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not asked yet.
    Free,
    /// Given to someone who asked something else of the same dependency. Who asks exactly this still gets it, so that
    /// one changed or added call does not shift the answers of all calls behind it.
    Lent,
    /// Asked and answered.
    Spent,
}

/// How well a recorded event fits a question; the lower, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The same dependency, target and arguments.
    Exact,
    /// The same dependency and target.
    Target,
    /// The same dependency.
    Dependency,
}

impl Session {
    /// Begins a call. Boot handles of one type are not told apart; see [`Session::with_boot`].
    pub fn new(call: Call) -> Self {
        let (identity, next_handle) = (Identity::unknown().within(call.events()), call.next_handle());
        // What the service is told, it does not ask.
        let state = |event| if call.is_told(event) { State::Spent } else { State::Free };
        let states: Vec<Vec<State>> =
            call.branches.iter().map(|branch| branch.events.iter().map(state).collect()).collect();
        let by_path = call.branches.iter().enumerate().map(|(index, branch)| (branch.path.clone(), index)).collect();
        let tracks = call.branches.into_iter().zip(states);
        Session {
            branches: tracks.map(|(branch, state)| Track { branch, state, next: 0 }).collect(),
            by_path,
            identity,
            policies: Policies::default(),
            next_handle,
            refused: Vec::new(),
            strayed: false,
            writes: Vec::new(),
            results: None,
        }
    }

    /// Tells boot handles apart by what created them.
    pub fn with_boot(self, boot: &Boot) -> Self {
        self.with_identity(&Identity::new(boot))
    }

    /// The same with what was found out before, such as [`crate::boot::BootBook::identity`].
    pub fn with_identity(mut self, identity: &Identity) -> Self {
        self.identity = identity.within(self.branches.iter().flat_map(|track| &track.branch.events));
        self
    }

    /// Says what calls get that the recording has not.
    pub fn with_policies(mut self, policies: &Policies) -> Self {
        self.policies = policies.clone();
        self
    }

    /// Answers a question of the branch at `branch` (at each fork the ordinal of the submission; empty for the root).
    ///
    /// Of the events that are left, the best answers:
    /// 1. the same dependency, target and arguments: in this branch, the next expected event, then those that were
    ///    passed over, so that time does not run backwards when two calls are swapped, then those ahead; in other branches,
    ///    the nearest in the fork tree first, because which branch runs which part of a parallel computation depends on the
    ///    machine;
    /// 2. in this branch, the same dependency and target with other arguments, in the same order;
    /// 3. in this branch, the same dependency.
    ///
    /// Without any, what stays in the process runs for real and what leaves it is refused; unless the policy of the dependency
    /// says that it passes through, or that the nearest answer is given once more.
    pub fn ask(&mut self, branch: &[u32], asked: &Asked<'_>) -> Answer {
        self.writes.clear();
        self.results = None;
        let own = self.by_path.get(branch).copied();
        let mut best =
            own.and_then(|own| self.branches[own].find(asked, &self.identity).map(|(fit, at)| (fit, own, at)));
        if best.is_none_or(|(fit, ..)| fit != Fit::Exact) {
            best = self.elsewhere(branch, asked).or(best);
        }
        if best.is_none_or(|(fit, ..)| fit != Fit::Exact) {
            if self.passes(asked) {
                self.strayed = true;
                return Answer::Live;
            }
            if self.policies.of(asked.dependency) == Policy::AnswerNearest {
                best = best.or_else(|| self.nearest(branch, asked));
            }
        }
        self.strayed = match best {
            Some((Fit::Exact, index, at)) => {
                let expected = own == Some(index) && at == self.branches[index].next;
                !expected && !self.share(branch, index)
            }
            _ => true,
        };
        let Some((fit, index, at)) = best else {
            return self.unanswered(asked, format!("{} was not asked while this case was recorded", asked.dependency));
        };
        let track = &mut self.branches[index];
        // What is given once more changes nothing for those behind it.
        if track.state[at] != State::Spent {
            track.state[at] = if fit == Fit::Exact { State::Spent } else { State::Lent };
            if own == Some(index) {
                track.next = at + 1;
            }
        }
        let event = &track.branch.events[at];
        self.results = event.results;
        let (value, wrap): (&Value, fn(Value) -> Answer) = match &event.outcome {
            Outcome::Returned(value) => (value, Answer::Returned),
            Outcome::Threw(value) => (value, Answer::Threw),
            Outcome::Answered | Outcome::Unfinished => {
                let why = format!("{} had not answered when the recording ended", asked.dependency);
                return self.unanswered(asked, why);
            }
        };
        if let Some((class, reason)) = value.opaque() {
            let why = format!("the answer of {} could not be recorded: {class}: {reason}", asked.dependency);
            return self.unanswered(asked, why);
        }
        let Some((value, writes)) = rebased(event, asked.args) else { return wrap(Value::Null) };
        self.writes = writes;
        wrap(value)
    }

    /// What the last answered call changed besides. References go on counting behind its answer.
    pub fn writes(&self) -> &[(Write, Value)] {
        &self.writes
    }

    /// Where the call's streams say what was asked of the results of the last answered call; nowhere if nothing was.
    pub fn results(&self) -> Option<u32> {
        self.results
    }

    /// Whether the last question was not the one that the recording expects next in its branch: then it is worth
    /// knowing which line of the new build asked.
    pub fn strayed(&self) -> bool {
        self.strayed
    }

    /// Why questions were refused, in order.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// How many recorded events nobody has asked for.
    pub fn left(&self) -> usize {
        self.branches.iter().flat_map(|track| &track.state).filter(|&&state| state == State::Free).count()
    }

    /// Whether a branch and a recorded one are in one bag.
    fn share(&self, branch: &[u32], recorded: usize) -> bool {
        let bag = |path: &[u32]| bag::of(path, self.branches.iter().map(|track| &track.branch));
        bag(branch).is_some_and(|found| bag(&self.branches[recorded].branch.path) == Some(found))
    }

    fn unanswered(&mut self, asked: &Asked<'_>, why: String) -> Answer {
        match asked.kind {
            Kind::System | Kind::Internal => Answer::Live,
            Kind::External | Kind::Listed if ends(asked) => Answer::Returned(Value::Null),
            Kind::External | Kind::Listed => {
                self.refused.push(why.clone());
                Answer::Refused(why)
            }
        }
    }

    /// Whether a question without an exact answer goes to the real dependency. A double has nothing behind it; an object
    /// that such a call gave has nothing else.
    fn passes(&self, asked: &Asked<'_>) -> bool {
        match asked.target {
            None => self.policies.of(asked.dependency) == Policy::Passthrough,
            Some(target) => !target.boot && target.id >= self.next_handle && self.policies.pass_anything(),
        }
    }

    /// An event of the same dependency, whether it was given before or not: the best by fit, then the nearest, then the last.
    fn nearest(&self, branch: &[u32], asked: &Asked<'_>) -> Option<(Fit, usize, usize)> {
        let all = self.branches.iter().enumerate().flat_map(|(index, track)| {
            let far = distance(&track.branch.path, branch);
            let events = track.branch.events.iter().enumerate();
            events.filter_map(move |(at, event)| Some((fit(event, asked, &self.identity)?, far, Reverse(at), index)))
        });
        all.min().map(|(fit, _, Reverse(at), index)| (fit, index, at))
    }

    /// The exact event in the nearest other branch.
    fn elsewhere(&self, branch: &[u32], asked: &Asked<'_>) -> Option<(Fit, usize, usize)> {
        let mut others: Vec<(usize, usize)> = self
            .branches
            .iter()
            .enumerate()
            .filter(|(_, track)| track.branch.path != branch && track.state.contains(&State::Free))
            .map(|(index, track)| (distance(&track.branch.path, branch), index))
            .collect();
        others.sort_unstable();
        others.into_iter().find_map(|(_, index)| {
            let (fit, at) = self.branches[index].find(asked, &self.identity)?;
            // What another branch was lent, it may still ask for itself.
            (fit == Fit::Exact && self.branches[index].state[at] == State::Free).then_some((fit, index, at))
        })
    }
}

impl Track {
    /// The best event that is left: by fit, then the expected one, then those passed over, then those ahead.
    fn find(&self, asked: &Asked<'_>, identity: &Identity) -> Option<(Fit, usize)> {
        let mut best: Option<(Fit, usize)> = None;
        let end = self.state.len();
        let expected = self.next.min(end)..(self.next + 1).min(end);
        for at in expected.clone().chain(0..expected.start).chain(expected.end..end) {
            let state = self.state[at];
            if state == State::Spent {
                continue;
            }
            let Some(fit) = fit(&self.branch.events[at], asked, identity) else { continue };
            if fit == Fit::Exact {
                return Some((fit, at));
            }
            if state == State::Free && best.is_none_or(|(known, _)| fit < known) {
                best = Some((fit, at));
            }
        }
        best
    }
}

fn fit(event: &CaseEvent, asked: &Asked<'_>, identity: &Identity) -> Option<Fit> {
    if event.dependency != asked.dependency {
        return None;
    }
    let same_target = match (&event.target, asked.target) {
        (Some(recorded), Some(asked)) => identity.same(recorded, asked),
        (None, None) => true,
        _ => false,
    };
    Some(match same_target {
        true if compare::equal(&event.args, asked.args, identity) => Fit::Exact,
        true => Fit::Target,
        false => Fit::Dependency,
    })
}

/// Whether a call only gives something back. Such calls succeed even if nothing was recorded: refused, they would leave a
/// pool without its connections, and every later case would fail for it.
pub(crate) fn ends(asked: &Asked<'_>) -> bool {
    let method = asked.dependency.rsplit('.').next().unwrap_or_default();
    asked.target.is_some() && matches!(method, "close()V" | "rollback()V" | "clearWarnings()V" | "free()V")
}

/// How many steps lie between two branches in the fork tree.
pub(crate) fn distance(a: &[u32], b: &[u32]) -> usize {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    a.len() + b.len() - 2 * common
}
