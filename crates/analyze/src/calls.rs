//! The call sites of the application, each with what it may reach, application and libraries alike.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use retake_bytecode::handle;
use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC};
use retake_bytecode::read::{Code, Insn, Loadable};
use retake_model::calls::{CallKind, CallSite, Member, Target};
use rustc_hash::FxHashMap;

use crate::flow::body::parameters;
use crate::input::{self, Request};
use crate::program::names::Name;
use crate::program::reflection::Reflection;
use crate::program::resolver::{Call, Resolver};
use crate::program::select::Declared;
use crate::program::{Application, ClassId, Dynamic, FieldId, MemberRef, MethodId, Program, RefId, build, missing};
use crate::rules::Rules;
use crate::wiring::{Wiring, documents, injected};
use crate::{Error, Progress};

/// Tells every call site of the application, by class, method and position, until `tell` breaks off. The result is what
/// could not be read or is missing, in words.
pub fn calls(
    request: &Request,
    progress: &dyn Fn(Progress),
    tell: &mut dyn FnMut(&CallSite<'_>) -> ControlFlow<()>,
) -> Result<Vec<String>, Error> {
    progress(Progress::Reading);
    let rules = Rules::load(&request.settings)?;
    let input = input::read(request)?;
    progress(Progress::Modelling { classes: input.classes.len() });
    let mut warnings = input.warnings.clone();
    let mut program = build::build(&input, &rules, &mut warnings);
    let name =
        |name: &String| format!("class {} was not found; name the library that has it too", name.replace('/', "."));
    warnings.extend(missing::missing(&program).iter().map(name));
    let reflection = Reflection::find(&mut program, &input.resources);
    let rules = rules.expand(&program);
    let documents = documents::read(&input.resources, &mut warnings);
    let wiring = Wiring::read(&program, &rules, &input.resources, &documents, &mut Vec::new());
    program.instantiate(wiring.beans.iter().map(|bean| bean.class));
    program.mark_libraries_instantiated();
    program.add_library_lambdas();
    let implied = Implied::new(&mut program);
    progress(Progress::Solving { calls: program.refs.len() });
    let resolver = Resolver::new(&program);
    let held = wiring.injected;
    let mut sites = Sites { program: &program, resolver, told: FxHashMap::default(), implied, reflection, held };
    for application in &program.application {
        for (nth, method) in application.file.methods().enumerate() {
            let Ok(Some(code)) = method.code() else { continue };
            let method = MethodId(program.class(application.class).methods.start + nth as u32);
            if sites.method(application, method, &code, tell).is_break() {
                return Ok(warnings);
            }
        }
    }
    Ok(warnings)
}

/// The methods that `invokedynamic` calls without naming them, as name and descriptor.
#[derive(Clone, Copy)]
struct Implied {
    to_string: (Name, Name),
    hash_code: (Name, Name),
    equals: (Name, Name),
}

impl Implied {
    fn new(program: &mut Program<'_>) -> Self {
        let mut intern = |name, descriptor| (program.names.intern(name), program.names.intern(descriptor));
        Implied {
            to_string: intern("toString", "()Ljava/lang/String;"),
            hash_code: intern("hashCode", "()I"),
            equals: intern("equals", "(Ljava/lang/Object;)Z"),
        }
    }
}

struct Sites<'p, 'a> {
    program: &'p Program<'a>,
    resolver: Resolver<'p, 'a>,
    /// The targets of the calls so far, in words.
    told: FxHashMap<Call, Rc<[Target]>>,
    implied: Implied,
    reflection: Reflection,
    /// The classes of the beans that fields hold.
    held: BTreeMap<FieldId, Vec<ClassId>>,
}

/// What an instruction calls.
struct Found<'a> {
    kind: CallKind,
    owner: String,
    name: Cow<'a, str>,
    descriptor: Cow<'a, str>,
    targets: Rc<[Target]>,
}

impl<'p, 'a> Sites<'p, 'a> {
    fn method(
        &mut self,
        application: &'p Application<'a>,
        method: MethodId,
        code: &Code<'_, 'a>,
        tell: &mut dyn FnMut(&CallSite<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let program = self.program;
        let holder = program.method(method);
        let class = program.dotted(holder.class);
        let mut lines: Vec<(u32, u32)> =
            code.line_numbers().flatten().map(|row| (u32::from(row.pc), u32::from(row.line))).collect();
        lines.sort_unstable();
        let on_fields = injected::calls(program, method, code, &self.held);
        for (pc, instruction) in code.instructions().map_while(Result::ok) {
            let Some(mut found) = self.site(application, instruction) else { continue };
            if let Some((reference, field)) = on_fields.get(&pc) {
                found.targets = self.on_field(*reference, *field).unwrap_or(found.targets);
            }
            let reflected = self.reflection.at(method, pc).iter().filter(|(kind, _)| *kind >= handle::INVOKE_VIRTUAL);
            let calls: Vec<Call> = reflected.map(|&(kind, reached)| self.resolver.handle(kind, reached)).collect();
            if !calls.is_empty() {
                found.targets = self.all([&*found.targets].concat(), calls);
            }
            let line = lines[..lines.partition_point(|&(start, _)| start <= pc)].last().map(|&(_, line)| line);
            let site = CallSite {
                class: &class,
                method: program.names.text(holder.name),
                descriptor: program.names.text(holder.descriptor),
                line,
                kind: found.kind,
                declared: Member { owner: &found.owner, name: &found.name, descriptor: &found.descriptor },
                targets: &found.targets,
            };
            tell(&site)?;
        }
        ControlFlow::Continue(())
    }

    fn site(&mut self, application: &'p Application<'a>, instruction: Insn<'a>) -> Option<Found<'p>> {
        match instruction {
            Insn::Invoke { op, index } => {
                application.file.pool().member_ref(index).ok()?;
                let reference = RefId(*application.pool.get(usize::from(index))?);
                let member = self.program.refs.get(reference.index())?;
                let call = self.resolver.call(op, reference, application.class);
                let kind = match op {
                    INVOKESTATIC => CallKind::Static,
                    INVOKESPECIAL => CallKind::Special,
                    INVOKEINTERFACE => CallKind::Interface,
                    _ => CallKind::Virtual,
                };
                Some(Found {
                    kind,
                    owner: self.program.dotted(member.owner),
                    name: self.program.names.text(member.name).into(),
                    descriptor: self.program.names.text(member.descriptor).into(),
                    targets: self.targets(call),
                })
            }
            Insn::InvokeDynamic(index) => self.dynamic(application, index),
            _ => None,
        }
    }

    fn dynamic(&mut self, application: &'p Application<'a>, index: u16) -> Option<Found<'p>> {
        let site = application.file.call_site(index).ok()?;
        let bootstrap = site.bootstrap.handle.member;
        let owner = bootstrap.owner.to_str();
        let descriptor = site.descriptor.to_str();
        let (kind, calls) = match (&*owner, application.dynamic.get(&index)) {
            (_, Some(Dynamic::Lambda(lambda))) => {
                let lambda = self.program.lambdas[*lambda as usize];
                (CallKind::Lambda, vec![self.resolver.handle(lambda.kind, lambda.target)])
            }
            (_, Some(Dynamic::Record(fields))) => {
                let types =
                    fields.iter().map(|&field| self.program.names.text(self.program.reference(field).descriptor));
                let method = match &*site.name.to_str() {
                    "toString" => self.implied.to_string,
                    "hashCode" => self.implied.hash_code,
                    _ => self.implied.equals,
                };
                (CallKind::Record, self.on_each(types, method))
            }
            ("java/lang/invoke/StringConcatFactory", _) => {
                (CallKind::Concatenation, self.on_each(parameters(&descriptor), self.implied.to_string))
            }
            ("java/lang/runtime/SwitchBootstraps", _) => (CallKind::Switch, Vec::new()),
            _ => {
                let given = site.arguments().flatten().filter_map(|argument| match argument {
                    Loadable::MethodHandle(handle) => Some(handle),
                    _ => None,
                });
                let handles = std::iter::once(site.bootstrap.handle).chain(given);
                let calls = handles.filter(|handle| handle.kind >= handle::INVOKE_VIRTUAL).filter_map(|handle| {
                    let member = handle.member;
                    let (owner, name, descriptor) =
                        (member.owner.to_str(), member.name.to_str(), member.descriptor.to_str());
                    Some(self.resolver.handle(handle.kind, self.program.ref_named(&owner, &name, &descriptor)?))
                });
                (CallKind::Dynamic, calls.collect())
            }
        };
        let targets = self.all(Vec::new(), calls);
        Some(Found {
            kind,
            owner: owner.replace('/', "."),
            name: site.name.to_str(),
            descriptor: descriptor.into_owned().into(),
            targets,
        })
    }

    /// The targets of several calls, and those that are known already.
    fn all(&mut self, mut targets: Vec<Target>, calls: Vec<Call>) -> Rc<[Target]> {
        targets.extend(calls.into_iter().flat_map(|call| self.targets(call).to_vec()));
        targets.sort();
        targets.dedup();
        targets.into()
    }

    /// Calls of a method that every object has, on values of these types.
    fn on_each<'t>(&self, types: impl Iterator<Item = &'t str>, (name, descriptor): (Name, Name)) -> Vec<Call> {
        let classes = types.filter_map(|text| self.program.class_of_type(text));
        classes.map(|owner| self.resolver.dispatched(MemberRef { owner, name, descriptor })).collect()
    }

    /// The targets of a call of what a field holds; nothing if nobody there answers it.
    fn on_field(&self, reference: RefId, field: FieldId) -> Option<Rc<[Target]>> {
        let answers = self.program.answers(self.program.reference(reference), self.held.get(&field)?);
        let mut targets: Vec<Target> = answers.iter().filter_map(|&method| target(self.program, method)).collect();
        targets.sort();
        (!targets.is_empty()).then(|| targets.into())
    }

    fn targets(&mut self, call: Call) -> Rc<[Target]> {
        if let Some(told) = self.told.get(&call) {
            return Rc::clone(told);
        }
        let methods = self.resolver.targets(call);
        let mut targets: Vec<Target> = methods.iter().filter_map(|&method| target(self.program, method)).collect();
        targets.sort();
        let targets: Rc<[Target]> = targets.into();
        self.told.insert(call, Rc::clone(&targets));
        targets
    }
}

fn target(program: &Program<'_>, method: Declared) -> Option<Target> {
    Some(match method {
        Declared::Application(method) => {
            let found = program.method(method);
            Target {
                class: program.dotted(found.class),
                method: program.names.text(found.name).to_string(),
                descriptor: program.names.text(found.descriptor).to_string(),
            }
        }
        Declared::Library(class, nth) => {
            let found = program.library_methods(class).nth(usize::from(nth))?;
            Target {
                class: program.dotted(class),
                method: found.name().ok()?.to_str().into_owned(),
                descriptor: found.descriptor().ok()?.to_str().into_owned(),
            }
        }
    })
}
