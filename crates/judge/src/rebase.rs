//! Fits a recorded answer to other arguments than the recorded ones.
//!
//! References count the composite objects of the arguments first, so an answer that is given for other arguments must be
//! counted anew. What referred to an argument refers to the one in its place if that is of the same class; otherwise the
//! recorded object is copied into the answer.

use std::collections::HashMap;

use retake_model::case::CaseEvent;
use retake_model::points::Write;
use retake_model::trace::Outcome;
use retake_model::value::Value;

/// What an event gave back and what it changed, counted behind other arguments than its own; none if it has no answer.
pub(crate) fn rebased(event: &CaseEvent, asked: &[Value]) -> Option<(Value, Vec<(Write, Value)>)> {
    let (Outcome::Returned(value) | Outcome::Threw(value)) = &event.outcome else { return None };
    if event.writes.is_empty() {
        return Some((rebase(value, &event.args, asked), Vec::new()));
    }
    // They count their objects together, behind those of the arguments.
    let together = std::iter::once(value).chain(event.writes.iter().map(|(_, value)| value)).cloned().collect();
    let Value::List(mut values) = rebase(&Value::List(together), &event.args, asked) else { return None };
    let written = values.split_off(1);
    let writes = event.writes.iter().map(|(to, _)| to.clone()).zip(written).collect();
    Some((values.swap_remove(0), writes))
}

/// The answer with its references counted behind `asked` instead of `recorded`.
pub(crate) fn rebase(answer: &Value, recorded: &[Value], asked: &[Value]) -> Value {
    let mut has_ref = false;
    answer.walk(&mut |value| has_ref |= matches!(value, Value::Ref(_)));
    if !has_ref {
        return answer.clone();
    }
    let (recorded, asked) = (composites(recorded), composites(asked));
    let numbers = (0u32..)
        .zip(recorded.iter().zip(&asked))
        .filter(|(_, ((_, was), (_, is)))| was == is)
        .map(|(number, _)| (number, number))
        .collect();
    let mut rebase = Rebase { next_old: recorded.len() as u32, next_new: asked.len() as u32, recorded, numbers };
    rebase.own(answer)
}

fn composites(values: &[Value]) -> Vec<(&Value, &str)> {
    let mut found = Vec::new();
    for value in values {
        value.walk(&mut |value| {
            if let (true, Value::Typed { class, .. }) = (value.is_composite(), value) {
                found.push((value, class.as_str()));
            }
        });
    }
    found
}

struct Rebase<'a> {
    recorded: Vec<(&'a Value, &'a str)>,
    /// From the old number of an object to its new one, as far as the new answer has come.
    numbers: HashMap<u32, u32>,
    next_old: u32,
    next_new: u32,
}

impl Rebase<'_> {
    /// A part of the answer itself.
    fn own(&mut self, value: &Value) -> Value {
        if value.is_composite() {
            let old = self.next_old;
            self.next_old += 1;
            self.begin(old);
        }
        self.inside(value, Self::own)
    }

    /// The recorded argument with the number `old`, copied into the answer.
    fn copied(&mut self, old: u32) -> Value {
        let Some(&(value, _)) = self.recorded.get(old as usize) else { return Value::Ref(old) };
        self.begin(old);
        let mut number = old;
        self.copy_inside(value, &mut number)
    }

    /// Copies what is inside a recorded argument. `number` counts its composite objects as `recorded` does.
    fn copy_inside(&mut self, value: &Value, number: &mut u32) -> Value {
        self.inside(value, |rebase, part| {
            if part.is_composite() {
                *number += 1;
                rebase.begin(*number);
            }
            rebase.copy_inside(part, number)
        })
    }

    fn begin(&mut self, old: u32) {
        self.numbers.insert(old, self.next_new);
        self.next_new += 1;
    }

    fn inside(&mut self, value: &Value, mut part: impl FnMut(&mut Self, &Value) -> Value) -> Value {
        match value {
            Value::Ref(old) => match self.numbers.get(old) {
                Some(&new) => Value::Ref(new),
                None => self.copied(*old),
            },
            Value::List(items) => Value::List(items.iter().map(|item| part(self, item)).collect()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, field)| (name.clone(), part(self, field))).collect())
            }
            Value::Typed { class, body } => Value::Typed { class: class.clone(), body: Box::new(part(self, body)) },
            _ => value.clone(),
        }
    }
}
