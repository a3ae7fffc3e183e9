//! Methods that are recorded as a whole, because all they do is ask something outside.

use super::Sources;
use super::touched::Touched;
use crate::program::{ClassId, MethodId, Program};
use retake_bytecode::access;
use retake_bytecode::read::Insn;

/// A method that is recorded as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Whole {
    pub(crate) class: ClassId,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// Its number, if it is a method of the application.
    pub(crate) method: Option<MethodId>,
    /// The name of the dependency.
    pub(crate) dependency: String,
    /// The name of the file of rules.
    pub(crate) rules: String,
    /// What it is and who says so: `an iBATIS data access object (below SqlMapClientDaoSupport)`.
    pub(crate) words: String,
}

/// The methods of classes that are below one of a framework, sorted.
pub(crate) fn inherited(sources: &Sources<'_, '_>, touched: &Touched) -> Vec<Whole> {
    let program = sources.program;
    let mut found = Vec::new();
    for (rules, file) in &sources.rules.files {
        for rule in &file.whole {
            for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
                let simple = program.class_name(root).rsplit(['/', '$']).next().unwrap_or_default();
                let words = format!("{} (below {simple})", rule.what);
                for class in program.subtypes_of(root) {
                    for method in program.class(class).methods.clone().map(MethodId) {
                        if !touched.called.contains_key(&method) && asks(program, method) {
                            let named = program.method(method);
                            let name = program.names.text(named.name).to_string();
                            let descriptor = program.names.text(named.descriptor).to_string();
                            let dependency = format!("{}.{name}{descriptor}", program.dotted(class));
                            let (rules, words) = (rules.clone(), words.clone());
                            let method = Some(method);
                            found.push(Whole { class, name, descriptor, method, dependency, rules, words });
                        }
                    }
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether others may call a method and it calls something. What a framework calls to set the object up, and what only
/// reads and writes fields, asks nobody.
fn asks(program: &Program<'_>, method: MethodId) -> bool {
    let found = program.method(method);
    let inner = access::STATIC | access::PRIVATE | access::SYNTHETIC | access::ABSTRACT | access::NATIVE;
    if found.access & inner != 0 || program.names.text(found.name).starts_with('<') {
        return false;
    }
    let Some(file) = program.file_of(method) else { return false };
    let Some(Ok(Some(code))) = file.file.methods().nth(usize::from(found.nth)).map(|member| member.code()) else {
        return false;
    };
    code.instructions().map_while(Result::ok).any(|(_, instruction)| matches!(instruction, Insn::Invoke { .. }))
}
