//! Reflection with constant names: which methods `Method.invoke`, `newInstance` and their like reach, which fields
//! `Field.set`, handles and updaters use, and which providers `ServiceLoader` makes.
//!
//! A text or class that code loads is followed to where it names something, through variables, parameters, fields and
//! results of the application. What a name is computed from is not guessed: a call whose name is not constant reaches
//! nothing that is told here.

mod follow;
mod meaning;
mod site;

use retake_bytecode::{access, handle};
use rustc_hash::FxHashMap;

use super::{ClassId, MethodId, Program, RefId};
use crate::input::Resource;
use follow::Follow;
use meaning::{Member, Sort};

/// What a reflective call reaches: the kind of a method handle, and what it names. Of a field the kind tells whether it
/// is read or written.
pub(crate) type Reached = (u8, RefId);

/// The reflective calls of the application that reach something.
#[derive(Debug, Default)]
pub(crate) struct Reflection {
    /// By the method and the position of the call; what each reaches is sorted.
    found: FxHashMap<(MethodId, u32), Vec<Reached>>,
}

impl Reflection {
    /// What the call at a position reaches.
    pub(crate) fn at(&self, method: MethodId, pc: u32) -> &[Reached] {
        self.found.get(&(method, pc)).map_or(&[], Vec::as_slice)
    }

    /// Finds the reflective calls of the application. What they name becomes known to the program, as if instructions
    /// named it, and so do the objects that they make.
    pub(crate) fn find(program: &mut Program<'_>, resources: &[Resource]) -> Self {
        let providers = providers(program, resources);
        let sites = Follow::new(program, &providers).sites();
        let mut reflection = Reflection::default();
        for (site, members) in sites {
            let mut reached: Vec<Reached> = members.iter().flat_map(|member| program.named(member)).collect();
            reached.sort_unstable();
            reached.dedup();
            if !reached.is_empty() {
                let made = reached.iter().filter(|(kind, _)| *kind == handle::NEW_INVOKE_SPECIAL);
                let made: Vec<ClassId> = made.map(|(_, reference)| program.reference(*reference).owner).collect();
                program.instantiate(made.into_iter());
                reflection.found.insert(site, reached);
            }
        }
        program.link_names();
        reflection
    }
}

/// For each interface the classes that files in `META-INF/services` say provide it, in the order of the class path.
type Providers = FxHashMap<String, Vec<String>>;

fn providers(program: &Program<'_>, resources: &[Resource]) -> Providers {
    let mut found = Providers::default();
    for resource in resources {
        let Some(interface) = resource.path.strip_prefix("META-INF/services/") else { continue };
        let text = String::from_utf8_lossy(&resource.bytes);
        let names = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim().replace('.', "/"));
        let known = names.filter(|name| program.class_named(name).is_some_and(|class| program.class(class).read));
        found.entry(interface.replace('.', "/")).or_default().extend(known);
    }
    found
}

impl Program<'_> {
    /// What a member found by reflection may be.
    fn named(&mut self, member: &Member) -> Vec<Reached> {
        let Some(class) = self.class_named(&member.class) else { return Vec::new() };
        if member.sort != Sort::Method {
            return self.field_by_name(class, member).into_iter().collect();
        }
        if let (false, Some(parameters)) = (self.class(class).read, &member.parameters) {
            // Nobody knows what it returns, but rules may know its name.
            let constructs = member.name == "<init>";
            let result = if constructs { "V" } else { "Ljava/lang/Object;" };
            let kind = if constructs { handle::NEW_INVOKE_SPECIAL } else { handle::INVOKE_VIRTUAL };
            let descriptor = format!("({parameters}){result}");
            return vec![(kind, self.intern_ref(&member.class, &member.name, &descriptor))];
        }
        let mut found: Vec<(ClassId, u16, String)> = Vec::new();
        let inherits = !member.declared && member.name != "<init>";
        let classes = if inherits { self.supertypes_of(class) } else { vec![class] };
        for class in classes {
            for (access, name, descriptor) in self.methods_of(class) {
                let fits = name == member.name
                    && member.parameters.as_ref().is_none_or(|parameters| {
                        descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(found, _)| found)
                            == Some(parameters.as_str())
                    });
                if fits && !found.iter().any(|(_, _, known)| *known == descriptor) {
                    found.push((class, access, descriptor));
                }
            }
        }
        let named = found.into_iter().map(|(class, access, descriptor)| {
            let kind = match access & access::STATIC != 0 {
                _ if member.name == "<init>" => handle::NEW_INVOKE_SPECIAL,
                true => handle::INVOKE_STATIC,
                false if self.class(class).is_interface() => handle::INVOKE_INTERFACE,
                false => handle::INVOKE_VIRTUAL,
            };
            // A static method is that of its class; any other is answered by the object.
            let owner = if kind == handle::INVOKE_STATIC { self.class_name(class) } else { &member.class };
            (kind, owner.to_string(), descriptor)
        });
        let named: Vec<(u8, String, String)> = named.collect();
        named.into_iter().map(|(kind, owner, text)| (kind, self.intern_ref(&owner, &member.name, &text))).collect()
    }

    /// The field of the application that a name means.
    fn field_by_name(&mut self, class: ClassId, member: &Member) -> Option<Reached> {
        let fields = self.supertypes_of(class).into_iter().flat_map(|above| self.class(above).fields.clone());
        let fields = fields.map(|number| &self.fields[number as usize]);
        let field = fields.into_iter().find(|field| self.names.text(field.name) == member.name)?;
        let kind = match (member.sort, field.is_static()) {
            (Sort::Setter, true) => handle::PUT_STATIC,
            (Sort::Setter, false) => handle::PUT_FIELD,
            (_, true) => handle::GET_STATIC,
            (_, false) => handle::GET_FIELD,
        };
        let (owner, descriptor) = (field.class, self.names.text(field.descriptor).to_string());
        let owner = self.class_name(owner).to_string();
        Some((kind, self.intern_ref(&owner, &member.name, &descriptor)))
    }

    /// The methods that a class declares, without those that a compiler made: flags, name and descriptor.
    fn methods_of(&self, class: ClassId) -> Vec<(u16, String, String)> {
        let found = self.class(class);
        let methods: Vec<(u16, String, String)> = if found.application {
            let text = |name| self.names.text(name).to_string();
            let methods = found.methods.clone().map(|method| &self.methods[method as usize]);
            methods.map(|method| (method.access, text(method.name), text(method.descriptor))).collect()
        } else {
            let methods = self.library_methods(class);
            let named = methods.filter_map(|method| {
                let (name, descriptor) = (method.name().ok()?, method.descriptor().ok()?);
                Some((method.access(), name.to_str().into_owned(), descriptor.to_str().into_owned()))
            });
            named.collect()
        };
        methods.into_iter().filter(|(flags, ..)| flags & access::SYNTHETIC == 0).collect()
    }
}
