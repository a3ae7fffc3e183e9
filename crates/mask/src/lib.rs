//! Find and replace what is sensitive in values, cases, boot documents and traces.
//!
//! Rules say what is sensitive: by field, path, type, or by itself. Every value that they find has one pseudonym, made with a
//! key: the same for each rendering, everywhere, of the same length, and valid where the value is. What was found in one place of
//! a case is replaced wherever it stands in the case, whatever it is wrapped in.
//!
//! It masks what goes in and what comes back (a request, the answers of dependencies), and takes what it learned there to what the
//! service made of it. What is derived in another way (the last four digits, a signature) is right again once the case was
//! replayed on the build that was recorded. Pure: no files, no clock, no chance.

mod audit;
mod check;
mod engine;
mod find;
mod key;
mod layer;
mod learned;
mod letters;
mod permute;
mod pseudonym;
mod rules;
mod walk;

use retake_model::case::{Boot, Case, Masked};
use retake_model::trace::Trace;
use retake_model::value::Value;

pub use audit::{Audit, Counts, LEARNED};
pub use key::{Key, SHORTEST};
pub use rules::{BUILTIN, Rules, WrongRule};

use engine::{Engine, Stage, Under};
use learned::Learned;
use pseudonym::Pseudonyms;

/// Masks, with one set of rules and one key.
pub struct Masker {
    engine: Engine,
    /// What was learned outside of requests, which every request may use.
    boot: Learned,
}

impl Masker {
    /// A masker with nothing learned yet.
    pub fn new(rules: Rules, key: Key) -> Masker {
        Masker { engine: Engine::new(rules, Pseudonyms::new(key)), boot: Learned::default() }
    }

    /// Masks a set of cases and the boot documents that belong to them.
    pub fn set<'b>(&mut self, cases: &mut [Case], boots: impl Iterator<Item = &'b mut Boot>) -> Audit {
        boots.for_each(|boot| self.boot(boot));
        cases.iter_mut().for_each(|case| self.case(case));
        self.audit()
    }

    /// Masks a boot document. Do this before the cases that belong to it.
    pub fn boot(&mut self, boot: &mut Boot) {
        self.engine.learned = self.boot.clone();
        self.both(|engine| engine.boot(boot));
        self.boot = std::mem::take(&mut self.engine.learned);
    }

    /// Masks a case, and writes into it the key's id and the rules that replaced something.
    pub fn case(&mut self, case: &mut Case) {
        self.engine.learned = self.boot.clone();
        self.both(|engine| case.calls.iter_mut().for_each(|call| engine.call(call)));
        self.engine.learned = Learned::default();
        let rules = self.hit();
        // One in which nothing was replaced is still expected to do just what was recorded.
        if !rules.is_empty() {
            case.masked = Some(Masked { key: self.key_id().to_owned(), rules });
        }
    }

    /// Masks a trace as it was recorded.
    pub fn trace(&mut self, trace: &mut Trace) {
        self.engine.learned = self.boot.clone();
        self.both(|engine| engine.trace(trace));
        let learned = std::mem::take(&mut self.engine.learned);
        if trace.scope == retake_model::trace::Scope::Boot {
            self.boot = learned;
        }
        self.engine.hit.clear();
    }

    /// Masks one value.
    pub fn value(&mut self, value: &mut Value) {
        self.engine.learned = self.boot.clone();
        self.both(|engine| engine.value(value, Under::Nothing));
        self.engine.learned = Learned::default();
    }

    /// What the key is known by.
    pub fn key_id(&self) -> &str {
        self.engine.pseudonyms.key().id()
    }

    /// What was done since this was asked last.
    pub fn audit(&mut self) -> Audit {
        std::mem::take(&mut self.engine.audit)
    }

    /// First learns what inputs tell, then everything, then replaces everything.
    fn both(&mut self, mut act: impl FnMut(&mut Engine)) {
        self.engine.hit.clear();
        for stage in [Stage::Inputs, Stage::All, Stage::Replace] {
            self.engine.stage = stage;
            act(&mut self.engine);
            if stage == Stage::Inputs {
                self.engine.told = self.engine.learned.clone();
            }
        }
        self.engine.told = Learned::default();
    }

    fn hit(&mut self) -> Vec<String> {
        let hit = std::mem::take(&mut self.engine.hit);
        let mut names: Vec<String> = hit.into_iter().map(|rule| self.engine.rules.rules[rule].name.clone()).collect();
        names.sort();
        names
    }
}
