//! The beans that there are to choose from.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Asked;
use crate::flow::body::{self, Step, Ty};
use crate::program::{ClassId, MethodId, Program};
use crate::rules::frameworks::Unsure;
use crate::wiring::Sources;
use crate::wiring::beans::{self, Bean};
use crate::wiring::notes::Note;

/// The beans of each type.
pub(super) struct Known<'k, 'a> {
    program: &'k Program<'a>,
    of_type: FxHashMap<ClassId, Vec<&'k Bean>>,
    /// Types of which there are beans whose class nobody knows.
    unknown: FxHashSet<ClassId>,
    /// The beans that may not be there, by how they are declared.
    unsure: FxHashSet<(ClassId, String)>,
}

impl<'k, 'a> Known<'k, 'a> {
    /// Nothing if beans are made where nobody sees it.
    pub(super) fn new(sources: &Sources<'k, 'a>, beans: &'k [Bean]) -> Option<Self> {
        let program = sources.program;
        let rules: Vec<&Unsure> = sources.rules.files.iter().flat_map(|(_, file)| &file.unsure).collect();
        if rules.iter().flat_map(|rule| &rule.classes).any(|name| is_used(program, name)) {
            return None;
        }
        let mut known = Known {
            program,
            of_type: FxHashMap::default(),
            unknown: FxHashSet::default(),
            unsure: FxHashSet::default(),
        };
        for bean in beans {
            for above in program.supertypes_of(bean.class) {
                known.of_type.entry(above).or_default().push(bean);
            }
        }
        let may_miss =
            |notes: &[Note]| notes.iter().any(|note| rules.iter().any(|rule| rule.annotations.contains(&note.name)));
        for noted in sources.noted {
            let class_may_miss = may_miss(&noted.on_class);
            if class_may_miss {
                let own = beans.iter().filter(|bean| bean.class == noted.class);
                known.unsure.extend(own.map(|bean| (bean.class, bean.how.clone())));
            }
            for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.factory) {
                for method in &noted.methods {
                    let Some(note) = method.notes.iter().find(|note| rule.annotations.contains(&note.name)) else {
                        continue;
                    };
                    if !makes_what_it_returns(program, method.method) {
                        known.unknown.extend(result(program, method.method));
                    }
                    if class_may_miss || may_miss(&method.notes) {
                        let how = beans::made_how(program, note, method.method);
                        let made = beans::returned(program, method.method).into_iter();
                        known.unsure.extend(made.map(|class| (class, how.clone())));
                    }
                }
            }
        }
        Some(known)
    }

    /// The classes of the beans that something of this type may hold, sorted; nothing if that is not known.
    pub(super) fn classes(&self, descriptor: &str, asked: &Asked, name: &str) -> Option<Vec<ClassId>> {
        let program = self.program;
        let wanted = program.class_of_type(descriptor)?;
        // Of a library's type, libraries may have beans too.
        if !program.class(wanted).application {
            return None;
        }
        let related = |&class: &ClassId| program.is_subtype(class, wanted) || program.is_subtype(wanted, class);
        if self.unknown.iter().any(related) {
            return None;
        }
        let fitting = self.of_type.get(&wanted)?;
        let mut classes: Vec<ClassId> = self.choose(fitting, asked, name)?.iter().map(|bean| bean.class).collect();
        // What has an annotation that the rules do not know may be a bean of somebody's own kind.
        let unknown = |&class: &ClassId| {
            let found = program.class(class);
            let concrete = !found.is_interface() && !found.is_abstract();
            concrete && found.annotated && !fitting.iter().any(|bean| bean.class == class)
        };
        classes.extend(program.subtypes_of(wanted).into_iter().filter(unknown));
        classes.sort_unstable();
        classes.dedup();
        Some(classes)
    }

    /// Of several beans that fit, those that are meant: that have the name asked for, that come first, that are called
    /// like the field. If nothing decides, all of them; nothing if nobody has the name.
    fn choose(&self, fitting: &[&'k Bean], asked: &Asked, field: &str) -> Option<Vec<&'k Bean>> {
        let narrowed = |keep: &dyn Fn(&Bean) -> bool| -> Vec<&'k Bean> {
            fitting.iter().copied().filter(|bean| keep(bean)).collect()
        };
        if !asked.names.is_empty() {
            let named = narrowed(&|bean| bean.names.iter().any(|name| asked.names.contains(name)));
            return (!named.is_empty()).then_some(named);
        }
        let there = |bean: &&&Bean| !self.unsure.contains(&(bean.class, bean.how.clone()));
        let decided = |chosen: &Vec<&'k Bean>| chosen.iter().any(|bean| there(&bean));
        let first = Some(narrowed(&|bean| bean.first)).filter(|_| !asked.qualified).filter(&decided);
        let like = || Some(narrowed(&|bean| bean.names.iter().any(|name| name == field))).filter(&decided);
        Some(first.or_else(like).unwrap_or_else(|| fitting.to_vec()))
    }
}

/// Whether the application uses a class or has subtypes of it.
fn is_used(program: &Program<'_>, name: &str) -> bool {
    let Some(class) = program.class_named(name) else { return false };
    program.refs[..program.application_refs as usize].iter().any(|member| member.owner == class)
        || program.subtypes_of(class).into_iter().any(|class| program.class(class).application)
}

/// The declared type of what a method returns.
fn result(program: &Program<'_>, method: MethodId) -> Option<ClassId> {
    let text = body::result(program.names.text(program.method(method).descriptor));
    program.class_of_type(text)
}

/// Whether a method returns nothing but objects that it makes, or declares a type that nothing is below.
fn makes_what_it_returns(program: &Program<'_>, method: MethodId) -> bool {
    let Some(declared) = result(program, method) else { return true };
    let class = program.class(declared);
    if class.read && !class.is_interface() && !class.is_abstract() && class.subtypes.is_empty() {
        return true;
    }
    let Some(body) = super::puts::run(program, method) else { return false };
    let results = body.steps.iter().filter_map(|step| match step {
        Step::Get { result, .. }
        | Step::Load { result, .. }
        | Step::Call { result, .. }
        | Step::Dynamic { result, .. }
        | Step::Cast { result, .. } => Some(*result),
        _ => None,
    });
    let others: FxHashSet<u32> = results.chain(body.joins.iter().map(|(join, _)| *join)).collect();
    body.steps.iter().all(|step| match step {
        Step::Return { value, .. } => {
            let made = matches!(body.values[*value as usize].ty, Ty::Class(_));
            made && *value > body.parameters && !others.contains(value)
        }
        _ => true,
    })
}
