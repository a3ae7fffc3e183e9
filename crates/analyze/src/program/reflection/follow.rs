//! Follows texts and classes backwards from reflective calls to where they come from.

mod calls;
mod uses;

use std::rc::Rc;

use retake_bytecode::{Constant, Utf8, tag};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Providers;
use super::meaning::{Meaning, Member, Sort};
use super::site::{Site, site};
use crate::flow::body::{self, Body, Step};
use crate::flow::{NIL, Node};
use crate::program::{Application, FieldId, MemberRef, MethodId, Program};
use uses::{Call, Uses};

/// So far a name is followed from where it is used.
const DEEPEST: usize = 48;
/// No more bodies than this are looked at.
const MOST: usize = 20_000;

/// A body with where its values come from.
struct Prepared<'p> {
    body: Body<'p>,
    /// For each value the step that makes it.
    made: FxHashMap<Node, usize>,
    joins: FxHashMap<Node, usize>,
    constants: FxHashMap<Node, u16>,
}

/// Something outside a body that a value may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Parameter(MethodId, u32),
    Field(FieldId),
    Result(MethodId),
}

pub(super) struct Follow<'p, 'a> {
    program: &'p Program<'a>,
    providers: &'p Providers,
    bodies: FxHashMap<MethodId, Option<Rc<Prepared<'p>>>>,
    known: FxHashMap<Origin, Meaning>,
    open: FxHashSet<Origin>,
    /// What values mean that were asked for already; nothing yet for those that are being worked out.
    values: FxHashMap<(MethodId, Node), Meaning>,
    uses: Option<Rc<Uses>>,
}

impl<'p, 'a> Follow<'p, 'a> {
    pub(super) fn new(program: &'p Program<'a>, providers: &'p Providers) -> Self {
        Follow {
            program,
            providers,
            bodies: FxHashMap::default(),
            known: FxHashMap::default(),
            open: FxHashSet::default(),
            values: FxHashMap::default(),
            uses: None,
        }
    }

    /// The reflective calls of the application, and what each reaches.
    pub(super) fn sites(mut self) -> Vec<((MethodId, u32), Vec<Member>)> {
        let program = self.program;
        let mut found = Vec::new();
        let text = |name| program.names.text(name);
        let is_site = |member: &MemberRef| site(program.class_name(member.owner), text(member.name)).is_some();
        let named: FxHashSet<u32> =
            (0..).zip(&program.refs).filter(|(_, member)| is_site(member)).map(|(number, _)| number).collect();
        for application in &program.application {
            let pool = application.file.pool();
            let reflects = |index: u16| application.pool.get(usize::from(index)).is_some_and(|at| named.contains(at));
            if named.is_empty() || !pool.tagged(tag::METHOD_REF).any(reflects) {
                continue;
            }
            for number in program.class(application.class).methods.clone() {
                let method = MethodId(number);
                let Some(prepared) = self.body(method) else { continue };
                for step in &prepared.body.steps {
                    let Step::Call { pc, method: called, arguments, .. } = step else { continue };
                    let member = program.reference(*called);
                    let Some(kind) = site(program.class_name(member.owner), program.names.text(member.name)) else {
                        continue;
                    };
                    let members = self.reached(method, kind, arguments);
                    if !members.is_empty() {
                        found.push(((method, *pc), members));
                    }
                }
            }
        }
        found
    }

    fn reached(&mut self, method: MethodId, kind: Site, arguments: &[Node]) -> Vec<Member> {
        let object = arguments.first().copied().unwrap_or(NIL);
        match kind {
            Site::Make => self.value(method, object, 0).classes.into_iter().map(Member::constructor).collect(),
            Site::Invoke => {
                let members = self.value(method, object, 0).members.into_iter();
                members.filter(|member| member.sort != Sort::Field).collect()
            }
            Site::Field(uses) => {
                let meaning = self.value(method, object, 0);
                uses.iter().flat_map(|&sort| meaning.clone().used_as(sort).members).collect()
            }
            Site::Load => {
                // The class is among the arguments; which one depends on the overload.
                let mut asked: Vec<String> = Vec::new();
                for &argument in arguments {
                    asked.extend(self.value(method, argument, 0).classes);
                }
                let providers = asked.iter().filter_map(|interface| self.providers.get(interface)).flatten();
                providers.cloned().map(Member::constructor).collect()
            }
        }
    }

    fn body(&mut self, method: MethodId) -> Option<Rc<Prepared<'p>>> {
        if let Some(known) = self.bodies.get(&method) {
            return known.clone();
        }
        let prepared = if self.bodies.len() < MOST { self.prepare(method).map(Rc::new) } else { None };
        self.bodies.insert(method, prepared.clone());
        prepared
    }

    fn prepare(&self, method: MethodId) -> Option<Prepared<'p>> {
        let program = self.program;
        let found = program.method(method);
        let application = program.file_of(method)?;
        let code = application.file.methods().nth(usize::from(found.nth))?.code().ok()??;
        let (descriptor, class) = (program.names.text(found.descriptor), program.class_name(found.class));
        let body = body::run(program, application, &code, found.is_static(), descriptor, class, true).ok()?;
        let made = body.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Get { result, .. }
            | Step::Call { result, .. }
            | Step::Dynamic { result, .. }
            | Step::Cast { result, .. } => Some((*result, at)),
            _ => None,
        });
        let made = made.filter(|(result, _)| *result != NIL).collect();
        let joins = body.joins.iter().enumerate().map(|(at, (join, _))| (*join, at)).collect();
        let constants = body.constants.iter().copied().collect();
        Some(Prepared { body, made, joins, constants })
    }

    /// What a value of a body may mean.
    fn value(&mut self, method: MethodId, node: Node, depth: usize) -> Meaning {
        if node == NIL || depth > DEEPEST {
            return Meaning::default();
        }
        if let Some(known) = self.values.get(&(method, node)) {
            return known.clone();
        }
        self.values.insert((method, node), Meaning::default());
        let meaning = self.made(method, node, depth);
        self.values.insert((method, node), meaning.clone());
        meaning
    }

    fn made(&mut self, method: MethodId, node: Node, depth: usize) -> Meaning {
        let Some(prepared) = self.body(method) else { return Meaning::default() };
        if let Some(&index) = prepared.constants.get(&node) {
            return self.program.file_of(method).map(|file| constant(file, index)).unwrap_or_default();
        }
        if let Some(&join) = prepared.joins.get(&node) {
            let mut meaning = Meaning::default();
            for &input in &prepared.body.joins[join].1 {
                meaning.add(self.value(method, input, depth + 1));
            }
            return meaning;
        }
        let Some(&step) = prepared.made.get(&node) else {
            let is_parameter = (1..=prepared.body.parameters).contains(&node);
            let origin = Origin::Parameter(method, node - 1);
            return if is_parameter { self.origin(origin, depth) } else { Meaning::default() };
        };
        match &prepared.body.steps[step] {
            Step::Cast { from, .. } => self.value(method, *from, depth + 1),
            Step::Get { field, .. } => {
                let member = self.program.reference(*field);
                if let Some(primitive) = primitive(self.program, member) {
                    return Meaning::class(primitive.to_string());
                }
                match self.program.field_named(*field) {
                    Some(field) if self.program.field(field).declared => self.origin(Origin::Field(field), depth),
                    _ => Meaning::default(),
                }
            }
            Step::Call { method: called, arguments, .. } => {
                self.call(method, &prepared, self.program.reference(*called), arguments, depth)
            }
            Step::Dynamic { index, arguments, .. } => self.joined(method, *index, arguments, depth),
            _ => Meaning::default(),
        }
    }

    /// What comes from outside a body.
    fn origin(&mut self, origin: Origin, depth: usize) -> Meaning {
        if let Some(known) = self.known.get(&origin) {
            return known.clone();
        }
        if depth >= DEEPEST || !self.open.insert(origin) {
            return Meaning::default();
        }
        let mut meaning = Meaning::default();
        for (method, node) in self.places(origin) {
            meaning.add(self.value(method, node, depth + 1));
        }
        self.open.remove(&origin);
        self.known.insert(origin, meaning.clone());
        meaning
    }

    /// The values that something outside a body may be.
    fn places(&mut self, origin: Origin) -> Vec<(MethodId, Node)> {
        let mut places = Vec::new();
        match origin {
            Origin::Result(method) => {
                let Some(prepared) = self.body(method) else { return places };
                places.extend(prepared.body.steps.iter().filter_map(|step| match step {
                    Step::Return { value, .. } => Some((method, *value)),
                    _ => None,
                }));
            }
            Origin::Field(field) => {
                for (method, at) in self.uses().writes.get(&field).cloned().unwrap_or_default() {
                    let Some(prepared) = self.body(method) else { continue };
                    places.extend(prepared.body.steps.iter().filter_map(|step| match step {
                        Step::Put { pc, value, .. } if *pc == at => Some((method, *value)),
                        _ => None,
                    }));
                }
            }
            Origin::Parameter(method, nth) => {
                let uses = self.uses();
                let found = self.program.method(method);
                let sites = uses.calls.get(&(found.name, found.descriptor)).map_or(&[][..], Vec::as_slice);
                for &Call { owner, caller, at } in sites {
                    let related =
                        self.program.is_subtype(owner, found.class) || self.program.is_subtype(found.class, owner);
                    let Some(prepared) = related.then(|| self.body(caller)).flatten() else { continue };
                    places.extend(prepared.body.steps.iter().filter_map(|step| match step {
                        Step::Call { pc, arguments, .. } if *pc == at => {
                            arguments.get(nth as usize).map(|&node| (caller, node))
                        }
                        _ => None,
                    }));
                }
                places.sort_unstable();
            }
        }
        places
    }

    /// Where members are used, which costs a walk through the application's code.
    fn uses(&mut self) -> Rc<Uses> {
        if let Some(uses) = &self.uses {
            return Rc::clone(uses);
        }
        let uses = Rc::new(Uses::find(self.program));
        self.uses = Some(Rc::clone(&uses));
        uses
    }
}

/// What a constant of a class means.
fn constant(application: &Application<'_>, index: u16) -> Meaning {
    let pool = application.file.pool();
    let text = |text: Utf8<'_>| text.to_str().into_owned();
    match pool.get(index) {
        Some(Constant::String(_)) => pool.string(index).map(|found| Meaning::text(text(found))).unwrap_or_default(),
        Some(Constant::Class(_)) => pool.class_name(index).map(|found| Meaning::class(text(found))).unwrap_or_default(),
        _ => Meaning::default(),
    }
}

/// The descriptor of the primitive type that a field like `Integer.TYPE` holds.
fn primitive(program: &Program<'_>, field: MemberRef) -> Option<&'static str> {
    if program.names.text(field.name) != "TYPE" {
        return None;
    }
    Some(match program.class_name(field.owner) {
        "java/lang/Boolean" => "Z",
        "java/lang/Byte" => "B",
        "java/lang/Character" => "C",
        "java/lang/Short" => "S",
        "java/lang/Integer" => "I",
        "java/lang/Long" => "J",
        "java/lang/Float" => "F",
        "java/lang/Double" => "D",
        "java/lang/Void" => "V",
        _ => return None,
    })
}
