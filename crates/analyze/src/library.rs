//! What libraries hide: methods of theirs that give something different every time, because of a source inside.
//!
//! They become sources like those that the rules name, at the calls that the application makes. What the rules say of a
//! method comes first; only methods of which they say nothing are looked into.

use retake_bytecode::access;

use crate::Error;
use crate::flow::body;
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::summary::Summaries;
use crate::input::{self, Request};
use crate::program::calls::Calls;
use crate::program::open::Knowledge;
use crate::program::reflection::Reflection;
use crate::program::{MethodId, Program, RefId, build};
use crate::rules::index::{Index, Source, TypeKind};
use crate::rules::{Rules, Slot};
use rustc_hash::FxHashSet;

/// The file of rules that has what was found in the JDK.
const FOUND: &str = "jdk-hidden";

/// Looks into the libraries of a program and teaches the index what it finds.
pub(crate) fn look(program: &mut Program<'_>, index: &mut Index) {
    let opened = program.open(index);
    if program.opened.is_empty() {
        return;
    }
    index.link(program);
    let calls = Calls::opened(&opened);
    let context = Context { program, rules: index, calls: &calls, reflection: &Reflection::default(), library: true };
    // A body that cannot be followed hides nothing that could be told.
    let graph = Graph::build(context, None, &mut Vec::new());
    let summaries = Summaries::solve(&graph);
    let mut found: Vec<(RefId, Source)> = Vec::new();
    for name in 0..program.application_refs {
        let reference = RefId(name);
        let said = index.said(reference);
        if said.source.is_some() || said.transfer.is_some() || said.external.is_some() {
            continue;
        }
        let methods = [true, false].map(|dispatched| opened.get(&(reference, dispatched)).copied());
        for method in methods.into_iter().flatten() {
            if let Some(to) = hidden(program, index, &summaries, method) {
                if let Some((file, via)) = seed(&graph, index, method) {
                    found.push((reference, Source { file, direct: false, to, via: Some(via) }));
                }
                break;
            }
        }
    }
    for (reference, source) in found {
        index.learn(reference, source);
    }
}

/// A public method of a library that gives something different every time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LibrarySource {
    /// The class that declares it, an internal name.
    pub class: String,
    /// Its name and descriptor.
    pub method: String,
    /// The argument that is different afterwards; nothing if it is the result.
    pub argument: Option<u16>,
    /// The source inside.
    pub via: String,
    /// The file of rules that names that source.
    pub rule: String,
}

/// Finds what a library hides of which the rules say nothing: its public methods with a source inside, sorted. The scope
/// of the request says which packages are looked at. This is how the rules for a release of the JDK are made.
pub fn library_sources(request: &Request) -> Result<Vec<LibrarySource>, Error> {
    let mut rules = Rules::load(&request.settings)?;
    // Otherwise what was found before would be known, and not found again.
    rules.files.retain(|(name, _)| name != FOUND);
    let mut input = input::read(request)?;
    let wanted: FxHashSet<String> =
        input.classes.iter().filter(|class| class.application).map(|class| class.name.to_string()).collect();
    input.classes.iter_mut().for_each(|class| class.application = false);
    let mut program = build::build(&input, &rules, &mut Vec::new());
    let mut index = Index::build(&rules, &mut program);
    index.link(&program);
    let opened = program.open_public(&index, &|name| wanted.contains(name));
    index.link(&program);
    let calls = Calls::opened(&opened);
    let context =
        Context { program: &program, rules: &index, calls: &calls, reflection: &Reflection::default(), library: true };
    let graph = Graph::build(context, None, &mut Vec::new());
    let summaries = Summaries::solve(&graph);
    let mut found = Vec::new();
    for file in &program.opened {
        for method in program.class(file.class).methods.clone().map(MethodId) {
            let it = program.method(method);
            let class = program.class_name(it.class);
            let [name, descriptor] = [it.name, it.descriptor].map(|name| program.names.text(name));
            let public = it.access & access::PUBLIC != 0 && program.class(it.class).access & access::PUBLIC != 0;
            if !public || !wanted.contains(class) || index.is_known(&program, it.class, name, descriptor) {
                continue;
            }
            if let Some(to) = hidden(&program, &index, &summaries, method)
                && let Some((rule, via)) = seed(&graph, &index, method)
            {
                found.push(LibrarySource {
                    class: class.to_string(),
                    method: format!("{name}{descriptor}"),
                    argument: if let Slot::Argument(nth) = to { Some(nth) } else { None },
                    via: program.spelled(via),
                    rule: index.files[usize::from(rule)].0.clone(),
                });
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What a source inside a method makes different outside.
fn hidden(program: &Program<'_>, index: &Index, summaries: &Summaries, method: MethodId) -> Option<Slot> {
    let found = program.method(method);
    if program.names.text(found.name).starts_with('<') {
        return None;
    }
    let descriptor = program.names.text(found.descriptor);
    if summaries.gives_source(method) && is_data(program, index, body::result(descriptor)) {
        return Some(Slot::Result);
    }
    let first = usize::from(!found.is_static());
    let count = body::parameters(descriptor).count();
    (0..count).find(|nth| summaries.writes_source(method, first + nth)).map(|nth| Slot::Argument(nth as u16))
}

/// Whether what a method gives is data: numbers, texts, objects and arrays of nothing else. An object that holds the time
/// beside much else is machinery; what it is asked is looked into by itself.
fn is_data(program: &Program<'_>, index: &Index, descriptor: &str) -> bool {
    let element = descriptor.trim_start_matches('[');
    if index.kind_of_type(program, element) == TypeKind::Value {
        return true;
    }
    let Some(class) = program.class_of_type(element) else { return false };
    let above = program.supertypes_of(class);
    let mut fields = above.iter().flat_map(|&class| program.library_fields(class)).filter(|field| !field.is_static());
    let data = |text: &str| index.kind_of_type(program, text.trim_start_matches('[')) == TypeKind::Value;
    let found = program.class(class);
    let has_fields = above.iter().any(|&class| program.library_fields(class).any(|field| !field.is_static()));
    found.read
        && !found.is_interface()
        && has_fields
        && fields.all(|field| field.descriptor().is_ok_and(|text| data(&text.to_str())))
}

/// A source that a method reaches, with the file of rules that says so: the nearest one.
fn seed(graph: &Graph, index: &Index, method: MethodId) -> Option<(u16, RefId)> {
    let mut seen = vec![method];
    let mut at = 0;
    while let Some(&method) = seen.get(at) {
        let local = &graph.locals[method.index()];
        let sources = local.sources.iter().map(|source| (source.file, source.reference));
        let asked = local.library_calls.iter().filter_map(|call| {
            let &object = call.arguments.first().filter(|_| !call.is_static)?;
            let TypeKind::Generator(file) = local.kinds[object as usize] else { return None };
            Some((file, call.reference))
        });
        if let Some(found) = sources.chain(asked).find(|&(file, _)| index.in_libraries(file)) {
            return Some(found);
        }
        for target in local.invocations.iter().flat_map(|call| &call.targets) {
            if !seen.contains(target) {
                seen.push(*target);
            }
        }
        at += 1;
    }
    None
}
