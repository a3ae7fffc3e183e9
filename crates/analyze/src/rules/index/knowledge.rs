//! What the search in libraries asks, where names have no numbers yet.

use super::{ClassRules, Index, Source};
use crate::program::open::Knowledge;
use crate::program::{ClassId, Program};
use crate::rules::Patterns;

impl Index {
    /// Whether one of the rules for a class or a type above it holds.
    fn ruled(&self, program: &Program<'_>, owner: ClassId, holds: impl Fn(&ClassRules, bool) -> bool) -> bool {
        if !self.ruled.get(owner.index()).copied().unwrap_or(false) {
            return false;
        }
        let above = program.supertypes_of(owner);
        above
            .iter()
            .filter_map(|class| Some((class, self.classes.get(class)?)))
            .any(|(class, rules)| holds(rules, *class == owner))
    }
}

impl Knowledge for Index {
    fn is_source(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool {
        let constructor = name == "<init>";
        let counts = |file: u16| self.in_libraries[usize::from(file)];
        self.ruled(program, owner, |rules, own| {
            let named =
                |(patterns, source): &(Patterns, Source)| counts(source.file) && patterns.matches(name, descriptor);
            let asked = rules.generator.is_some_and(counts) && !constructor && !descriptor.ends_with(")V");
            (own || !constructor) && (rules.source.iter().any(named) || asked)
        })
    }

    fn is_known(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool {
        let constructor = name == "<init>";
        self.ruled(program, owner, |rules, own| {
            let hit = |patterns: &Patterns| patterns.matches(name, descriptor);
            let named = rules.source.iter().any(|rule| hit(&rule.0))
                || rules.external.iter().any(|rule| hit(&rule.0))
                || rules.output.iter().any(|rule| hit(&rule.0))
                || rules.transfer.iter().any(|rule| hit(&rule.0));
            let named = named || rules.pure.iter().any(hit);
            rules.generator.is_some() || rules.handle.is_some() || (own || !constructor) && named
        })
    }
}
