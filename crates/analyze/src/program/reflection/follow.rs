//! Follows texts and classes backwards from reflective calls to where they come from.

use std::rc::Rc;

use retake_bytecode::opcode::{PUTFIELD, PUTSTATIC};
use retake_bytecode::read::{Insn, Loadable};
use retake_bytecode::{Constant, Utf8, tag};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Providers;
use super::meaning::{Meaning, Member, Sort};
use super::site::{Site, site};
use crate::flow::body::{self, Body, Step, Ty};
use crate::flow::{NIL, Node};
use crate::program::build::NONE;
use crate::program::{Application, ClassId, FieldId, MemberRef, MethodId, Name, Program, RefId};

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

/// Where members are used in the application.
#[derive(Default)]
struct Uses {
    /// Calls by the name and descriptor that they name, with the class that they name.
    calls: FxHashMap<(Name, Name), Vec<Call>>,
    writes: FxHashMap<FieldId, Vec<(MethodId, u32)>>,
}

/// A call: the class that it names, who calls, and where.
struct Call {
    owner: ClassId,
    caller: MethodId,
    at: u32,
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

    /// What a call gives.
    fn call(
        &mut self,
        method: MethodId,
        prepared: &Prepared<'p>,
        called: MemberRef,
        arguments: &[Node],
        depth: usize,
    ) -> Meaning {
        let program = self.program;
        let next = depth + 1;
        let argument = |nth: usize| arguments.get(nth).copied().unwrap_or(NIL);
        let (owner, name) = (program.class_name(called.owner), program.names.text(called.name));
        let descriptor = program.names.text(called.descriptor);
        match (owner, name) {
            ("java/lang/Class", "forName") | ("java/lang/invoke/MethodHandles$Lookup", "findClass") => {
                let texts = arguments.iter().map(|&node| self.value(method, node, next).texts);
                Meaning::classes(texts.flatten().collect::<Vec<_>>().iter().map(|name| name.replace('.', "/")))
            }
            (_, "loadClass") if descriptor.starts_with("(Ljava/lang/String;") => {
                let texts = self.value(method, argument(1), next).texts;
                Meaning::classes(texts.iter().map(|name| name.replace('.', "/")))
            }
            ("java/lang/Class", "getMethod" | "getDeclaredMethod") => {
                let classes = self.value(method, argument(0), next).classes;
                let names = self.value(method, argument(1), next).texts;
                let parameters = self.parameters(method, prepared, argument(2), next);
                let declared = name == "getDeclaredMethod";
                Meaning::members(classes.iter().flat_map(|class| {
                    let member = |name: &String| Member {
                        sort: Sort::Method,
                        class: class.clone(),
                        name: name.clone(),
                        parameters: parameters.clone(),
                        declared,
                    };
                    names.iter().map(member).collect::<Vec<_>>()
                }))
            }
            ("java/lang/Class", "getConstructor" | "getDeclaredConstructor") => {
                let classes = self.value(method, argument(0), next).classes;
                let parameters = self.parameters(method, prepared, argument(1), next);
                let name = "<init>".to_string();
                Meaning::members(classes.into_iter().map(|class| Member {
                    sort: Sort::Method,
                    class,
                    name: name.clone(),
                    parameters: parameters.clone(),
                    declared: true,
                }))
            }
            (
                "java/lang/invoke/MethodHandles$Lookup",
                "findVirtual" | "findStatic" | "findSpecial" | "findConstructor",
            ) => {
                let classes = self.value(method, argument(1), next).classes;
                let names = match name {
                    "findConstructor" => Meaning::text("<init>".to_string()).texts,
                    _ => self.value(method, argument(2), next).texts,
                };
                Meaning::members(classes.iter().flat_map(|class| {
                    let member = |name: &String| Member {
                        sort: Sort::Method,
                        class: class.clone(),
                        name: name.clone(),
                        parameters: None,
                        declared: false,
                    };
                    names.iter().map(member).collect::<Vec<_>>()
                }))
            }
            (
                "java/lang/invoke/MethodHandles$Lookup",
                "unreflect" | "unreflectConstructor" | "unreflectSpecial" | "unreflectVarHandle",
            ) => self.value(method, argument(1), next),
            ("java/lang/Class", "getField" | "getDeclaredField") => {
                self.fields(method, Sort::Field, argument(0), argument(1), next)
            }
            ("java/lang/invoke/MethodHandles$Lookup", "unreflectGetter") => {
                self.value(method, argument(1), next).used_as(Sort::Getter)
            }
            ("java/lang/invoke/MethodHandles$Lookup", "unreflectSetter") => {
                self.value(method, argument(1), next).used_as(Sort::Setter)
            }
            ("java/lang/invoke/MethodHandles$Lookup", "findGetter" | "findStaticGetter") => {
                self.fields(method, Sort::Getter, argument(1), argument(2), next)
            }
            ("java/lang/invoke/MethodHandles$Lookup", "findSetter" | "findStaticSetter") => {
                self.fields(method, Sort::Setter, argument(1), argument(2), next)
            }
            ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle" | "findStaticVarHandle") => {
                self.fields(method, Sort::Field, argument(1), argument(2), next)
            }
            // The name comes last; between it and the class may be the type of the field.
            (_, "newUpdater") if owner.starts_with("java/util/concurrent/atomic/") => {
                self.fields(method, Sort::Field, argument(0), argument(arguments.len() - 1), next)
            }
            (_, "getClass") if descriptor == "()Ljava/lang/Class;" => {
                let of = match prepared.body.values[argument(0) as usize].ty {
                    Ty::Class(name) => Some(name),
                    Ty::Descriptor(text) => text.strip_prefix('L').and_then(|text| text.strip_suffix(';')),
                    Ty::Primitive | Ty::Unknown => None,
                };
                of.map(|name| Meaning::class(name.to_string())).unwrap_or_default()
            }
            ("java/lang/Class", "getName" | "getTypeName" | "getCanonicalName") => {
                let classes = self.value(method, argument(0), next).classes;
                Meaning::texts(classes.iter().map(|name| name.replace('/', ".")))
            }
            // The same thing again, seen otherwise.
            ("java/lang/Class", "asSubclass")
            | (
                "java/lang/invoke/MethodHandle",
                "bindTo" | "asType" | "asSpreader" | "asVarargsCollector" | "asFixedArity",
            )
            | ("java/lang/invoke/MethodHandles", "insertArguments" | "dropArguments" | "permuteArguments")
            | ("java/lang/invoke/VarHandle", "withInvokeExactBehavior" | "withInvokeBehavior")
            | ("java/lang/String", "toString" | "intern" | "trim" | "valueOf")
            | ("java/util/Objects", "requireNonNull") => self.value(method, argument(0), next),
            _ => match program.resolve(called.owner, called.name, called.descriptor).map(|found| found.method) {
                Some(crate::program::select::Declared::Application(target)) => {
                    self.origin(Origin::Result(target), depth)
                }
                _ => Meaning::default(),
            },
        }
    }

    /// The fields that a class and a name mean.
    fn fields(&mut self, method: MethodId, sort: Sort, class: Node, name: Node, depth: usize) -> Meaning {
        let (classes, names) = (self.value(method, class, depth).classes, self.value(method, name, depth).texts);
        Meaning::members(
            classes.iter().flat_map(|class| names.iter().map(move |name| Member::field(sort, class, name))),
        )
    }

    /// The descriptors of the classes in an array that a body fills, one after the other; nothing if they are not known.
    fn parameters(&mut self, method: MethodId, prepared: &Prepared<'p>, array: Node, depth: usize) -> Option<String> {
        if array == NIL {
            return Some(String::new());
        }
        // Only an array that was made here is known as a whole.
        let known = prepared.made.contains_key(&array) || prepared.joins.contains_key(&array);
        if known || array <= prepared.body.parameters {
            return None;
        }
        let mut descriptors = String::new();
        for step in &prepared.body.steps {
            let Step::Store { array: into, value, .. } = step else { continue };
            if *into != array {
                continue;
            }
            let classes = self.value(method, *value, depth).classes;
            let only = classes.first().filter(|_| classes.len() == 1)?;
            match only.len() == 1 || only.starts_with('[') {
                true => descriptors.push_str(only),
                false => descriptors.push_str(&format!("L{only};")),
            }
        }
        Some(descriptors)
    }

    /// What `invokedynamic` makes of texts: another text.
    fn joined(&mut self, method: MethodId, index: u16, arguments: &[Node], depth: usize) -> Meaning {
        let Some(application) = self.program.file_of(method) else { return Meaning::default() };
        let Ok(site) = application.file.call_site(index) else { return Meaning::default() };
        if site.bootstrap.handle.member.owner != "java/lang/invoke/StringConcatFactory" {
            return Meaning::default();
        }
        let recipe = match site.arguments().next() {
            Some(Ok(Loadable::String(recipe))) => recipe.to_str().into_owned(),
            _ => "\u{1}".repeat(arguments.len()),
        };
        let mut texts = vec![String::new()];
        let mut arguments = arguments.iter();
        for part in recipe.chars() {
            let parts: Vec<String> = match part {
                '\u{1}' => match arguments.next() {
                    Some(&node) => self.value(method, node, depth + 1).texts.into_iter().collect(),
                    None => return Meaning::default(),
                },
                // A constant that no text can hold; rare, and never the name of a class.
                '\u{2}' => return Meaning::default(),
                letter => vec![letter.to_string()],
            };
            let longer = texts.iter().flat_map(|text| parts.iter().map(move |part| format!("{text}{part}")));
            texts = longer.take(64).collect();
        }
        Meaning::texts(texts)
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
        let program = self.program;
        let mut uses = Uses::default();
        for application in &program.application {
            for number in program.class(application.class).methods.clone() {
                let method = MethodId(number);
                let member = application.file.methods().nth(usize::from(program.method(method).nth));
                let Some(Ok(Some(code))) = member.map(|member| member.code()) else { continue };
                for (pc, instruction) in code.instructions().map_while(Result::ok) {
                    let number = |index: u16| application.pool.get(usize::from(index)).copied();
                    let named = |index: u16| number(index).filter(|&number| number != NONE).map(RefId);
                    match instruction {
                        Insn::Invoke { index, .. } => {
                            if let Some(called) = named(index) {
                                let MemberRef { owner, name, descriptor } = program.reference(called);
                                uses.calls.entry((name, descriptor)).or_default().push(Call {
                                    owner,
                                    caller: method,
                                    at: pc,
                                });
                            }
                        }
                        Insn::Field { op: PUTFIELD | PUTSTATIC, index } => {
                            if let Some(field) = named(index).and_then(|field| program.field_named(field)) {
                                uses.writes.entry(field).or_default().push((method, pc));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        let uses = Rc::new(uses);
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
