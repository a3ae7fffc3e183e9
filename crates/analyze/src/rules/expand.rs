//! Own rules for many classes: one rule for each class of the program that a wildcard means.

use std::borrow::Cow;

use super::pattern::Glob;
use super::{File, Rules};
use crate::program::Program;

impl Rules {
    /// The rules with the wildcards in class names replaced by the classes that the program has. Only own rules have any.
    pub(crate) fn expand(&self, program: &Program<'_>) -> Cow<'_, Rules> {
        if self.own == 0 {
            return Cow::Borrowed(self);
        }
        let mut rules = self.clone();
        for (_, file) in rules.files.iter_mut().take(self.own) {
            let File { source, sink, transfer, external, output, generator, .. } = file;
            expand(source, program, |rule| &mut rule.class);
            expand(sink, program, |rule| &mut rule.class);
            expand(transfer, program, |rule| &mut rule.class);
            expand(external, program, |rule| &mut rule.class);
            expand(output, program, |rule| &mut rule.class);
            expand(generator, program, |rule| &mut rule.class);
        }
        Cow::Owned(rules)
    }
}

fn expand<T: Clone>(rules: &mut Vec<T>, program: &Program<'_>, class: impl Fn(&mut T) -> &mut String) {
    let mut expanded = Vec::with_capacity(rules.len());
    for mut rule in rules.drain(..) {
        let name = class(&mut rule).clone();
        let glob = Glob::new(&name);
        // Java writes nested classes with a dot; here they have their own sign.
        let written = |found: &str| found != name && glob.matches_class(found);
        let names = || (0..program.classes.len() as u32).map(|id| program.class_name(crate::program::ClassId(id)));
        if glob.is_exact() && program.class_named(&name).is_some() {
            expanded.push(rule);
            continue;
        }
        for found in names().filter(|found| written(found)) {
            let mut one = rule.clone();
            *class(&mut one) = found.to_string();
            expanded.push(one);
        }
        if glob.is_exact() {
            expanded.push(rule);
        }
    }
    *rules = expanded;
}
