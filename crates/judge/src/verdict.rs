//! What a replay says of one call of a case.
//!
//! Both conditions of record and replay are checked: the same dependencies were asked the same in the same order, and the
//! same came out. Order is compared inside each branch of the fork tree; what ran concurrently has no order among itself.
//! All differences are listed, whichever of them names the verdict.

use std::collections::{HashMap, HashSet};
use std::fmt;

use retake_model::case::{Call, CaseBranch, CaseEvent};
use retake_model::points::Points;
use retake_model::policy::{Policies, Policy};
use retake_model::trace::Trace;

use crate::align::{self, Step};
use crate::bag;
use crate::compare;
use crate::identity::Identity;
use crate::output;
use crate::sequence::{Branch, Match, Row};
use crate::show;

/// No more differences than this are listed of one output, or of the arguments of one call.
const MOST: usize = 200;
/// Of more calls than this that are missing in a row, the first is shown and the others are counted.
const RUN: usize = 4;

/// The word for what happened.
///
/// When a replay differs in several ways, the verdict is the first of: [`Kind::NewCall`], [`Kind::PathDiffers`],
/// [`Kind::RequestDiffers`], [`Kind::OutputDiffers`]. Causes come before effects: a call that the recording has not got an
/// answer for changes the path, another path changes what is asked, and what is answered changes the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The same path, the same requests, the same output.
    Passed,
    /// Something else came out.
    OutputDiffers,
    /// A dependency was asked something else.
    RequestDiffers,
    /// A recorded call was missing, or in another order.
    PathDiffers,
    /// Something was asked that the recording has not.
    NewCall,
    /// The observation has gaps, so nothing can be said for sure.
    Incomplete,
    /// The service did not answer in time.
    Timeout,
    /// The replay itself failed.
    Error,
}

impl Kind {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Passed => "passed",
            Kind::OutputDiffers => "output-differs",
            Kind::RequestDiffers => "request-differs",
            Kind::PathDiffers => "path-differs",
            Kind::NewCall => "new-call",
            Kind::Incomplete => "incomplete",
            Kind::Timeout => "timeout",
            Kind::Error => "error",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// In which way something differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The output.
    Output,
    /// What a dependency was asked.
    Request,
    /// A recorded call was not made.
    Missing,
    /// A recorded call was made at another place.
    Order,
    /// A call was made that was not recorded.
    NewCall,
    /// A call that was not recorded was made where another was recorded.
    Instead,
}

impl What {
    /// The verdict that this difference alone would give.
    pub fn kind(self) -> Kind {
        match self {
            What::Output => Kind::OutputDiffers,
            What::Request => Kind::RequestDiffers,
            What::Missing | What::Order => Kind::PathDiffers,
            What::NewCall | What::Instead => Kind::NewCall,
        }
    }
}

/// One difference: where, and the two values in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In which way.
    pub what: What,
    /// Which call of the case, from 0.
    pub call: usize,
    /// The branch of the fork tree; empty for the root, and for outputs.
    pub branch: Vec<u32>,
    /// Where: `orders[0].total`, `java.sql.PreparedStatement.setLong arg 2`.
    pub path: String,
    /// What was recorded, in short.
    pub recorded: Option<String>,
    /// What was observed, in short.
    pub observed: Option<String>,
    /// Where the new build stands: `shop.Orders.list:42`, or `after` the last place that is known.
    pub at: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recorded = self.recorded.as_deref().unwrap_or("(nothing)");
        let observed = self.observed.as_deref().unwrap_or("(nothing)");
        match self.what {
            What::Output | What::Request => write!(f, "{}: {recorded} → {observed}", self.path)?,
            What::Missing => write!(f, "missing: {recorded}")?,
            What::Order => write!(f, "order: {}: {recorded} → {observed}", self.path)?,
            What::NewCall => write!(f, "new: {observed}")?,
            What::Instead => write!(f, "{observed} instead of {recorded}")?,
        }
        match &self.at {
            Some(at) => write!(f, " ({at})"),
            None => Ok(()),
        }
    }
}

/// What a replay says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The word for it.
    pub kind: Kind,
    /// Everything that differs, in the order in which it happened; the output last.
    pub differences: Vec<Difference>,
    /// What is worth knowing and no difference.
    pub notes: Vec<String>,
    /// Why there is no comparison, or why it has gaps.
    pub reason: Option<String>,
}

impl Verdict {
    fn without_comparison(kind: Kind, reason: String) -> Self {
        Verdict { kind, differences: Vec::new(), notes: Vec::new(), reason: Some(reason) }
    }

    /// The replay itself failed.
    pub fn error(reason: impl Into<String>) -> Self {
        Verdict::without_comparison(Kind::Error, reason.into())
    }

    /// The service did not answer in time.
    pub fn timeout(reason: impl Into<String>) -> Self {
        Verdict::without_comparison(Kind::Timeout, reason.into())
    }

    /// There is no observation, or one with gaps.
    pub fn incomplete(reason: impl Into<String>) -> Self {
        Verdict::without_comparison(Kind::Incomplete, reason.into())
    }

    /// The verdict on a case, from those on its calls.
    pub fn join(calls: impl IntoIterator<Item = Verdict>) -> Self {
        let mut whole = Verdict { kind: Kind::Passed, differences: Vec::new(), notes: Vec::new(), reason: None };
        for (index, call) in calls.into_iter().enumerate() {
            whole.kind = whole.kind.max(call.kind);
            whole
                .differences
                .extend(call.differences.into_iter().map(|difference| Difference { call: index, ..difference }));
            whole.notes.extend(call.notes);
            whole.reason = whole.reason.or(call.reason);
        }
        whole
    }
}

/// Judges an observed trace, which names points by their number in `points`.
///
/// Where the observation has gaps, what was seen is sure and what was not seen is not: missing calls alone then make the
/// verdict incomplete.
pub fn judge_trace(recorded: &Call, observed: &Trace, points: &Points, identity: &Identity) -> Verdict {
    let call = match Call::resolve(observed, points) {
        Ok(call) => call,
        Err(error) => return Verdict::error(format!("the observed trace cannot be read: {error}")),
    };
    judge_observed(recorded, &call, &observed.incomplete, identity, &Policies::default())
}

/// Judges an observed call, with the reasons why its observation has gaps. Calls that the recording has not are no difference
/// where the policy of their dependency says so.
pub fn judge_observed(
    recorded: &Call,
    observed: &Call,
    incomplete: &[String],
    identity: &Identity,
    policies: &Policies,
) -> Verdict {
    let mut verdict = judge_with(recorded, observed, identity, policies);
    if !incomplete.is_empty() {
        if matches!(verdict.kind, Kind::Passed | Kind::PathDiffers) {
            verdict.kind = Kind::Incomplete;
        }
        verdict.reason = Some(incomplete.join("; "));
    }
    verdict
}

/// Judges a call by what was recorded.
pub fn judge(recorded: &Call, observed: &Call, identity: &Identity) -> Verdict {
    judge_with(recorded, observed, identity, &Policies::default())
}

fn judge_with(recorded: &Call, observed: &Call, identity: &Identity, policies: &Policies) -> Verdict {
    let identity = &identity.within(recorded.events());
    let mut judge = Judge::new(identity, recorded, policies);
    let (recorded_branches, observed_branches) = (recorded.asked(), observed.asked());
    let (was, is) = bag::gather(&recorded_branches, &observed_branches, identity);
    judge.paths(&was, &is);
    let output = output::compare(&recorded.entry, &observed.entry, identity, MOST);
    let Judge { mut differences, mut notes, .. } = judge;
    differences.extend(output.differences.into_iter().map(|found| Difference {
        what: What::Output,
        call: 0,
        branch: Vec::new(),
        path: found.path,
        recorded: found.recorded,
        observed: found.observed,
        at: None,
    }));
    notes.extend(output.notes);
    let kind = differences.iter().map(|difference| difference.what.kind()).max().unwrap_or(Kind::Passed);
    Verdict { kind, differences, notes, reason: None }
}

/// What was recorded beside what was observed, matched as for the verdict.
pub fn sequence(recorded: &Call, observed: &Call, identity: &Identity) -> Vec<Branch> {
    let identity = &identity.within(recorded.events());
    let policies = Policies::default();
    let mut judge = Judge::new(identity, recorded, &policies);
    let (recorded_branches, observed_branches) = (recorded.asked(), observed.asked());
    let (was, is) = bag::gather(&recorded_branches, &observed_branches, identity);
    let lanes = judge.paths(&was, &is);
    let branch = |(lane, matches): (&Lane<'_>, Vec<Match>)| Branch {
        path: lane.path.to_vec(),
        rows: matches
            .into_iter()
            .map(|found| Row {
                what: found.what,
                recorded: found.left.map(|left| lane.recorded[left].clone()),
                observed: found.right.map(|right| lane.observed[right].clone()),
            })
            .collect(),
    };
    lanes.iter().zip(judge.matches).map(branch).collect()
}

struct Judge<'a> {
    identity: &'a Identity,
    lenience: Lenience<'a>,
    differences: Vec<Difference>,
    notes: Vec<String>,
    /// What belongs together, for each lane.
    matches: Vec<Vec<Match>>,
}

/// Which calls may be made although the recording has not got them.
struct Lenience<'a> {
    recorded: &'a Call,
    policies: &'a Policies,
    /// From here on, handles are of objects that no recording has.
    next_handle: u32,
}

impl Lenience<'_> {
    fn covers(&self, event: &CaseEvent) -> bool {
        match self.policies.of(&event.dependency) {
            Policy::Passthrough => true,
            // Without any recorded answer, there was none to give.
            Policy::AnswerNearest => self.recorded.events().any(|known| known.dependency == event.dependency),
            Policy::Fail => {
                let given = event.target.as_ref().is_some_and(|target| !target.boot && target.id >= self.next_handle);
                given && self.policies.pass_anything()
            }
        }
    }
}

/// The two sides of one branch.
struct Lane<'a> {
    path: &'a [u32],
    recorded: &'a [CaseEvent],
    observed: &'a [CaseEvent],
    /// What asks the same has the same number.
    recorded_content: Vec<u32>,
    observed_content: Vec<u32>,
    steps: Vec<Step>,
    /// For each observed event that is elsewhere in the recording: where.
    found_elsewhere: HashMap<usize, Elsewhere>,
    /// The recorded events that happened elsewhere.
    happened_elsewhere: HashSet<usize>,
}

#[derive(Clone, Copy)]
enum Elsewhere {
    /// At another place of the same branch.
    Here(usize),
    /// In another branch.
    Branch,
}

impl<'a> Judge<'a> {
    fn new(identity: &'a Identity, recorded: &'a Call, policies: &'a Policies) -> Judge<'a> {
        let lenience = Lenience { recorded, policies, next_handle: recorded.next_handle() };
        Judge { identity, lenience, differences: Vec::new(), notes: Vec::new(), matches: Vec::new() }
    }

    fn paths<'b>(&mut self, recorded: &'b [CaseBranch], observed: &'b [CaseBranch]) -> Vec<Lane<'b>> {
        let mut lanes = self.lanes(recorded, observed);
        for lane in &mut lanes {
            lane.find_here();
        }
        if find_in_other_branches(&mut lanes) {
            self.notes.push("some calls ran in other branches than recorded; branches run concurrently".to_owned());
        }
        for lane in &lanes {
            self.matches.push(Vec::with_capacity(lane.steps.len()));
            self.lane(lane);
        }
        lanes
    }

    /// Notes that two events belong together, or that one is alone.
    fn found(&mut self, what: Option<What>, left: Option<usize>, right: Option<usize>) {
        if let Some(lane) = self.matches.last_mut() {
            lane.push(Match { what, left, right });
        }
    }

    fn lanes<'b>(&self, recorded: &'b [CaseBranch], observed: &'b [CaseBranch]) -> Vec<Lane<'b>> {
        let mut numbers: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut content = |events: &[CaseEvent]| -> Vec<u32> {
            let number = |event: &CaseEvent| {
                let next = numbers.len() as u32;
                let key = self.identity.content(&event.dependency, event.target.as_ref(), &event.args);
                *numbers.entry(key).or_insert(next)
            };
            events.iter().map(number).collect()
        };
        let mut paths: Vec<&[u32]> = recorded.iter().chain(observed).map(|branch| branch.path.as_slice()).collect();
        paths.sort_unstable();
        paths.dedup();
        let (recorded, observed) = (by_path(recorded), by_path(observed));
        let find =
            |branches: &HashMap<&[u32], &'b [CaseEvent]>, path: &[u32]| branches.get(path).copied().unwrap_or(&[]);
        let lane = |path: &'b [u32]| {
            let (recorded, observed) = (find(&recorded, path), find(&observed, path));
            let (was, is) = (content(recorded), content(observed));
            let steps = align::align(was.len(), is.len(), 1, |left, right| u32::from(was[left] == is[right]));
            Lane {
                path,
                recorded,
                observed,
                recorded_content: was,
                observed_content: is,
                steps,
                found_elsewhere: HashMap::new(),
                happened_elsewhere: HashSet::new(),
            }
        };
        paths.into_iter().map(lane).collect()
    }

    /// Says what differs in one branch, in order.
    fn lane(&mut self, lane: &Lane<'_>) {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for &step in lane.steps.iter() {
            match step {
                Step::Left(left) if !lane.happened_elsewhere.contains(&left) => lefts.push(left),
                Step::Right(right) if !lane.found_elsewhere.contains_key(&right) => rights.push(right),
                Step::Right(right) => match lane.found_elsewhere.get(&right) {
                    Some(&Elsewhere::Here(left)) => self.moved(lane, left, right),
                    _ => self.found(None, None, Some(right)),
                },
                Step::Left(_) => {}
                Step::Both(left, right) => {
                    self.gap(lane, &mut lefts, &mut rights);
                    self.found(None, Some(left), Some(right));
                }
            }
        }
        self.gap(lane, &mut lefts, &mut rights);
    }

    /// What lies between two calls that are the same: pairs of the same dependency were asked something else, the rest is
    /// missing or new.
    fn gap(&mut self, lane: &Lane<'_>, lefts: &mut Vec<usize>, rights: &mut Vec<usize>) {
        if lefts.is_empty() && rights.is_empty() {
            return;
        }
        let score = |left: usize, right: usize| {
            let (was, is) = (&lane.recorded[lefts[left]], &lane.observed[rights[right]]);
            match was.dependency == is.dependency {
                true if self.same_target(was, is) => 2,
                true => 1,
                false => 0,
            }
        };
        let same = |left: usize, right: usize| {
            lane.recorded[lefts[left]].dependency == lane.observed[rights[right]].dependency
        };
        let steps = align::pair_up(align::align(lefts.len(), rights.len(), 3, score));
        let mut missing = Vec::new();
        for step in steps {
            if let Step::Left(left) = step {
                missing.push(lefts[left]);
                continue;
            }
            self.missing(lane, &mut missing);
            match step {
                Step::Both(left, right) if self.lenience.covers(&lane.observed[rights[right]]) => {
                    let answered = same(left, right).then_some(lefts[left]);
                    if answered.is_none() {
                        missing.push(lefts[left]);
                    }
                    self.allowed(lane, answered, rights[right]);
                }
                Step::Right(right) if self.lenience.covers(&lane.observed[rights[right]]) => {
                    self.allowed(lane, None, rights[right]);
                }
                Step::Both(left, right) if same(left, right) => self.asked_otherwise(lane, lefts[left], rights[right]),
                Step::Both(left, right) => {
                    self.found(Some(What::Instead), Some(lefts[left]), Some(rights[right]));
                    let recorded = Some(show_call(&lane.recorded[lefts[left]]));
                    self.at(lane, What::Instead, rights[right], recorded);
                }
                Step::Right(right) => {
                    self.found(Some(What::NewCall), None, Some(rights[right]));
                    self.at(lane, What::NewCall, rights[right], None);
                }
                Step::Left(_) => {}
            }
        }
        self.missing(lane, &mut missing);
        lefts.clear();
        rights.clear();
    }

    /// An observed call that was not recorded, and may be made all the same.
    fn allowed(&mut self, lane: &Lane<'_>, left: Option<usize>, right: usize) {
        self.found(None, left, Some(right));
        let event = &lane.observed[right];
        let at = place(lane.observed, right).map(|at| format!(" ({at})")).unwrap_or_default();
        let note = format!("not recorded, and allowed: {}{at}", show_call(event));
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn same_target(&self, was: &CaseEvent, is: &CaseEvent) -> bool {
        match (&was.target, &is.target) {
            (Some(was), Some(is)) => self.identity.same(was, is),
            (None, None) => true,
            _ => false,
        }
    }

    /// An observed call that was not recorded.
    fn at(&mut self, lane: &Lane<'_>, what: What, right: usize, recorded: Option<String>) {
        let event = &lane.observed[right];
        self.differences.push(Difference {
            what,
            call: 0,
            branch: lane.path.to_vec(),
            path: show::dependency(&event.dependency),
            recorded,
            observed: Some(show_call(event)),
            at: place(lane.observed, right),
        });
    }

    /// Recorded calls in a row that were not made.
    fn missing(&mut self, lane: &Lane<'_>, missing: &mut Vec<usize>) {
        missing.iter().for_each(|&left| self.found(Some(What::Missing), Some(left), None));
        let shown = if missing.len() > RUN { 1 } else { missing.len() };
        for &left in &missing[..shown] {
            let event = &lane.recorded[left];
            let mut recorded = show_call(event);
            if shown < missing.len() {
                recorded.push_str(&format!(" and {} more calls behind it", missing.len() - shown));
            }
            self.differences.push(Difference {
                what: What::Missing,
                call: 0,
                branch: lane.path.to_vec(),
                path: show::dependency(&event.dependency),
                recorded: Some(recorded),
                observed: None,
                at: None,
            });
        }
        missing.clear();
    }

    fn moved(&mut self, lane: &Lane<'_>, left: usize, right: usize) {
        self.found(Some(What::Order), Some(left), Some(right));
        let behind =
            |events: &[CaseEvent], index: usize| match index.checked_sub(1).and_then(|before| events.get(before)) {
                Some(before) => format!("after {}", show::dependency(&before.dependency)),
                None => "first".to_owned(),
            };
        self.differences.push(Difference {
            what: What::Order,
            call: 0,
            branch: lane.path.to_vec(),
            path: show_call(&lane.observed[right]),
            recorded: Some(behind(lane.recorded, left)),
            observed: Some(behind(lane.observed, right)),
            at: place(lane.observed, right),
        });
    }

    /// The same dependency was asked something else.
    fn asked_otherwise(&mut self, lane: &Lane<'_>, left: usize, right: usize) {
        self.found(Some(What::Request), Some(left), Some(right));
        let (was, is) = (&lane.recorded[left], &lane.observed[right]);
        let name = show::dependency(&is.dependency);
        let at = place(lane.observed, right);
        let same_target = self.same_target(was, is);
        let mut push = |path: String, recorded, observed| {
            self.differences.push(Difference {
                what: What::Request,
                call: 0,
                branch: lane.path.to_vec(),
                path,
                recorded,
                observed,
                at: at.clone(),
            });
        };
        if !same_target {
            push(format!("{name} on"), was.target.as_ref().map(show::handle), is.target.as_ref().map(show::handle));
        }
        for found in compare::differences(&was.args, &is.args, self.identity, MOST) {
            push(format!("{name} {}", argument(&found.path)), found.recorded, found.observed);
        }
    }
}

fn by_path(branches: &[CaseBranch]) -> HashMap<&[u32], &[CaseEvent]> {
    branches.iter().map(|branch| (branch.path.as_slice(), branch.events.as_slice())).collect()
}

impl Lane<'_> {
    /// What is missing at one place of the branch and new at another has moved.
    fn find_here(&mut self) {
        let mut lefts: HashMap<u32, Vec<usize>> = HashMap::new();
        for &step in self.steps.iter().rev() {
            if let Step::Left(left) = step {
                lefts.entry(self.recorded_content[left]).or_default().push(left);
            }
        }
        for &step in &self.steps {
            if let Step::Right(right) = step
                && let Some(left) = lefts.get_mut(&self.observed_content[right]).and_then(Vec::pop)
            {
                self.found_elsewhere.insert(right, Elsewhere::Here(left));
                self.happened_elsewhere.insert(left);
            }
        }
    }
}

/// What is missing in one branch and new in a related one ran there: which branch gets which part of a parallel
/// computation depends on the machine, and the branch that waits takes a part itself.
fn find_in_other_branches(lanes: &mut [Lane<'_>]) -> bool {
    let mut lefts: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for (index, lane) in lanes.iter().enumerate() {
        for &step in &lane.steps {
            if let Step::Left(left) = step
                && !lane.happened_elsewhere.contains(&left)
            {
                lefts.entry(lane.recorded_content[left]).or_default().push((index, left));
            }
        }
    }
    let mut found = false;
    for index in 0..lanes.len() {
        for step in 0..lanes[index].steps.len() {
            let lane = &lanes[index];
            let Step::Right(right) = lane.steps[step] else { continue };
            if lane.found_elsewhere.contains_key(&right) {
                continue;
            }
            let Some(candidates) = lefts.get_mut(&lane.observed_content[right]) else { continue };
            let Some(position) = candidates.iter().position(|&(other, _)| related(lanes[other].path, lane.path)) else {
                continue;
            };
            let (other, left) = candidates.remove(position);
            lanes[index].found_elsewhere.insert(right, Elsewhere::Branch);
            lanes[other].happened_elsewhere.insert(left);
            found = true;
        }
    }
    found
}

/// Branches of one fork, and those above and below one another.
fn related(a: &[u32], b: &[u32]) -> bool {
    let siblings = matches!((a.split_last(), b.split_last()), (Some((_, a)), Some((_, b))) if a == b);
    siblings || a.starts_with(b) || b.starts_with(a)
}

/// `[1].total` as `arg 2.total`: arguments are counted as people do.
fn argument(path: &str) -> String {
    let inner = path.strip_prefix('[').and_then(|path| path.split_once(']'));
    match inner.and_then(|(index, rest)| Some((index.parse::<usize>().ok()?, rest))) {
        Some((index, rest)) => format!("arg {}{rest}", index + 1),
        None => format!("arguments{path}"),
    }
}

fn show_call(event: &CaseEvent) -> String {
    let name = show::dependency(&event.dependency);
    if event.args.is_empty() && !event.dependency.contains('(') {
        return name;
    }
    let args: Vec<String> = event.args.iter().take(16).map(show::value).collect();
    format!("{name}({})", show::cut(&args.join(", ")))
}

/// Where an observed call stands in the code, as far as it is known.
fn place(events: &[CaseEvent], index: usize) -> Option<String> {
    let known = |event: &CaseEvent| event.at.clone();
    known(&events[index]).or_else(|| events[..index].iter().rev().find_map(known).map(|at| format!("after {at}")))
}
