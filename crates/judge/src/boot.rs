//! What a service gets when it asks a dependency outside requests: at its start and in the background.
//!
//! Boot work is keyed by content, reusable without limit, unordered, and outside every verdict: a replay may start more
//! connections than the recording did, or poll more often.
//!
//! # Numbers of boot handles
//!
//! The recording numbers the boot handles from 0; these numbers are the *nodes* of the boot document. In a replay, the
//! same recorded answer can be given many times, and each time the application gets another object with a life of its
//! own (a second result set starts at its first row). Each is an *instance* with a number of its own, which its double
//! carries. With `n` nodes in the document, the instances of node `i` are `i`, `i + n`, `i + 2n` and so on, so
//! `instance % n` is the node. Nobody needs a table for that: the verdict reads observed traces with the boot document
//! alone, a recorded number in a case is itself a valid instance, and a double that a request made for a boot handle can be
//! asked outside requests.

use std::collections::{BTreeMap, HashMap};

use retake_model::case::{Boot, CaseEvent};
use retake_model::mask::MASKED;
use retake_model::policy::{Policies, Policy};
use retake_model::trace::Outcome;
use retake_model::value::Value;

use crate::answer::{Answer, Asked};
use crate::compare::equal;
use crate::identity::Identity;

/// Answers what is asked outside requests. One for the whole process; the caller locks.
#[derive(Clone, Debug, Default)]
pub struct BootBook {
    events: Vec<CaseEvent>,
    identity: Identity,
    nodes: u32,
    /// The events by what they ask, in recorded order.
    pages: HashMap<Vec<u8>, Vec<usize>>,
    /// Events that asked with something that nobody may see.
    masked: Vec<usize>,
    /// Which event first returned a node; each time it is given again, it makes a new instance.
    creators: HashMap<u32, usize>,
    /// How many answers each asker has had, by who asks and what.
    turns: HashMap<(Option<u32>, Vec<u8>), usize>,
    /// For each instance, the one it was got from.
    parents: HashMap<u32, Option<u32>>,
    /// The newest instance of each node.
    newest: HashMap<u32, u32>,
    refused: BTreeMap<String, u64>,
    policies: Policies,
}

impl BootBook {
    /// Reads the document.
    pub fn new(boot: &Boot) -> Self {
        let identity = Identity::new(boot);
        let mut book = BootBook { nodes: boot.next_handle(), events: boot.events.clone(), ..BootBook::default() };
        for (index, event) in boot.events.iter().enumerate() {
            let key = identity.content(&event.dependency, event.target.as_ref(), &event.args);
            book.pages.entry(key).or_default().push(index);
            if event.args.iter().any(has_masked) {
                book.masked.push(index);
            }
            if let Outcome::Returned(value) = &event.outcome {
                value.walk(&mut |value| {
                    if let Value::Handle(handle) = value
                        && handle.boot
                    {
                        book.creators.entry(handle.id).or_insert(index);
                    }
                });
            }
        }
        book.identity = identity;
        book
    }

    /// Says what calls get that the recording has not.
    pub fn with_policies(mut self, policies: &Policies) -> Self {
        self.policies = policies.clone();
        self
    }

    /// The page of what asked the same with something that was masked.
    fn masked_page(&self, asked: &Asked<'_>) -> Option<Vec<u8>> {
        let events = self.masked.iter().map(|&at| &self.events[at]);
        let same_target = |event: &CaseEvent| match (&event.target, asked.target) {
            (Some(recorded), Some(asked)) => self.identity.same(recorded, asked),
            (recorded, asked) => recorded.is_none() && asked.is_none(),
        };
        let mut events = events.filter(|event| event.dependency == asked.dependency && same_target(event));
        let event = events.find(|event| equal(&event.args, asked.args, &self.identity))?;
        Some(self.identity.content(&event.dependency, event.target.as_ref(), &event.args))
    }

    /// Answers a question. On a double, `asked.target` carries the double's own number, an instance; so do boot handles
    /// among the arguments.
    ///
    /// The same question of the same instance gets the recorded answers in order; the last one sticks. What was never
    /// asked of this node is answered by what was asked of another that the same call created (another connection of the
    /// pool). Boot handles in an answer are fresh instances if the recorded call created them, and otherwise the live
    /// instance nearest to the asker (a statement's connection).
    ///
    /// What stays in the process is never answered here but runs for real: a clock that stood still would stop the
    /// service's background work.
    pub fn ask(&mut self, asked: &Asked<'_>) -> Answer {
        if !asked.kind.reaches_outside() {
            return Answer::Live;
        }
        let asker = asked.target.map(|target| target.id);
        let key = self.identity.content(asked.dependency, asked.target, asked.args);
        let key = if self.pages.contains_key(&key) { key } else { self.masked_page(asked).unwrap_or(key) };
        let policy = self.policies.of(asked.dependency);
        let found = self.pages.get(&key).filter(|page| !page.is_empty());
        let nearest = || (policy == Policy::AnswerNearest).then(|| self.nearest(asked)).flatten();
        let Some(page) = found.or_else(nearest) else {
            // A double has nothing behind it.
            if policy == Policy::Passthrough && asked.target.is_none() {
                return Answer::Live;
            }
            // What returns nothing tells nothing: a pool sets time-outs that depend on the clock.
            if asked.target.is_some() && asked.dependency.ends_with(")V") {
                return Answer::Returned(Value::Null);
            }
            return self
                .refuse(format!("{} was not asked like this outside requests while recording", asked.dependency));
        };
        // The history of the instance's own node; that of one other node of the same origin if it has none. Never a mixture:
        // two result sets would make one with the rows of both.
        let node = asker.map(|id| self.identity.node(id));
        let history = |node: Option<u32>| page.iter().copied().filter(|&at| self.node_of(at) == node).collect();
        let mut answers: Vec<usize> = history(node);
        if answers.is_empty() {
            answers = history(self.node_of(page[0]));
        }
        let turn = self.turns.entry((asker, key.clone())).or_insert(0);
        let at = answers[(*turn).min(answers.len() - 1)];
        *turn = turn.saturating_add(1);
        let (value, wrap): (Value, fn(Value) -> Answer) = match self.events[at].outcome.clone() {
            Outcome::Returned(value) => (value, Answer::Returned),
            Outcome::Threw(value) => (value, Answer::Threw),
            Outcome::Answered | Outcome::Unfinished => {
                return self.refuse(format!("{} had not answered when the recording ended", asked.dependency));
            }
        };
        if let Some((class, reason)) = value.opaque() {
            let why = format!("the answer of {} could not be recorded: {class}: {reason}", asked.dependency);
            return self.refuse(why);
        }
        wrap(self.enliven(value, at, asker))
    }

    /// The recorded number of a live boot handle.
    pub fn node(&self, instance: u32) -> u32 {
        self.identity.node(instance)
    }

    /// What tells boot handles apart, for [`crate::verdict::judge`].
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What was refused, and how often.
    pub fn refused(&self) -> &BTreeMap<String, u64> {
        &self.refused
    }

    fn refuse(&mut self, why: String) -> Answer {
        *self.refused.entry(why.clone()).or_default() += 1;
        Answer::Refused(why)
    }

    /// What was asked of the same dependency first.
    fn nearest(&self, asked: &Asked<'_>) -> Option<&Vec<usize>> {
        let event = self
            .events
            .iter()
            .find(|event| event.dependency == asked.dependency && event.target.is_some() == asked.target.is_some())?;
        self.pages.get(&self.identity.content(&event.dependency, event.target.as_ref(), &event.args))
    }

    fn node_of(&self, event: usize) -> Option<u32> {
        self.events[event].target.as_ref().map(|target| target.id)
    }

    /// Gives the boot handles of an answer their live numbers.
    fn enliven(&mut self, mut value: Value, event: usize, asker: Option<u32>) -> Value {
        let mut made: HashMap<u32, u32> = HashMap::new();
        each_handle(&mut value, &mut |id| {
            *id = *made.entry(*id).or_insert_with(|| self.instance(*id, event, asker));
        });
        value
    }

    fn instance(&mut self, node: u32, event: usize, asker: Option<u32>) -> u32 {
        if self.creators.get(&node) != Some(&event) {
            let mut above = asker;
            // A chain of parents is as long as handles were got from handles; the bound guards against a lying document.
            for _ in 0..64 {
                let Some(id) = above else { break };
                if self.identity.node(id) == node {
                    return id;
                }
                above = self.parents.get(&id).copied().flatten();
            }
            return self.newest.get(&node).copied().unwrap_or(node);
        }
        let instance = match self.newest.get(&node) {
            // Out of numbers, an instance is shared; nothing else could be said of it.
            Some(&newest) => newest.checked_add(self.nodes).unwrap_or(newest),
            None => node,
        };
        self.newest.insert(node, instance);
        self.parents.insert(instance, asker);
        instance
    }
}

fn each_handle(value: &mut Value, visit: &mut impl FnMut(&mut u32)) {
    match value {
        Value::Handle(handle) if handle.boot => visit(&mut handle.id),
        Value::List(items) => items.iter_mut().for_each(|item| each_handle(item, visit)),
        Value::Record(fields) => fields.iter_mut().for_each(|(_, field)| each_handle(field, visit)),
        Value::Typed { body, .. } => each_handle(body, visit),
        _ => {}
    }
}

fn has_masked(value: &Value) -> bool {
    let mut found = false;
    value.walk(&mut |value| found |= matches!(value, Value::Opaque { class, .. } if class == MASKED));
    found
}
