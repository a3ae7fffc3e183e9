//! From class files to the program.

use rayon::prelude::*;
use retake_bytecode::descriptor::{FieldType, MethodType};
use retake_bytecode::read::{self, Loadable, NEWEST_MAJOR};
use retake_bytecode::{Utf8, handle, tag};
use rustc_hash::FxHashMap;

use super::instantiated::{Made, made};
use super::names::{Name, Names};
use super::{
    Application, Class, ClassId, Dynamic, Field, FieldId, Lambda, Library, MemberRef, Method, MethodId, Program, RefId,
};
use crate::input::{ClassFile, Input, Outline};
use crate::rules::Rules;

/// No class or member.
pub(crate) const NONE: u32 = u32::MAX;

/// Reads all classes. What cannot be read is left out and named in `warnings`.
pub(crate) fn build<'a>(input: &'a Input, rules: &Rules, warnings: &mut Vec<String>) -> Program<'a> {
    let parsed: Vec<Result<Parsed<'a>, String>> = input.classes.par_iter().map(Parsed::new).collect();

    let mut program = Program::default();
    for (_, file) in &rules.files {
        for (name, supertypes) in &file.supertypes {
            let class = program.intern_class(name);
            let supertypes = supertypes.iter().map(|name| program.intern_class(name)).collect();
            program.classes[class.index()].interfaces = supertypes;
        }
    }
    warnings.extend(newer(
        input.classes.iter().zip(&parsed).filter_map(|(file, parsed)| Some((file, parsed.as_ref().ok()?))),
    ));
    let (mut instantiated, mut makers) = (Vec::new(), Vec::new());
    for (file, parsed) in input.classes.iter().zip(parsed) {
        let added = parsed.and_then(|parsed| match parsed.file {
            Some(class) if file.application => {
                let id = program.add(file, &parsed.outline, Some(&class)).map_err(|error| error.to_string())?;
                let pool = program.intern_pool(&class);
                let named = |&index: &u16| class.pool().class_name(index).ok().and(pool.get(usize::from(index)));
                instantiated.extend(parsed.made.classes.iter().filter_map(named).map(|&class| ClassId(class)));
                let dynamic = program.intern_dynamic(&class);
                let again = program.intern_again(&dynamic, parsed.made.sites);
                makers.resize(program.lambdas.len(), id);
                program.application.push(Application { class: id, file: class, pool, dynamic, again });
                Ok(())
            }
            class => {
                let id = program.add(file, &parsed.outline, None).map_err(|error| error.to_string())?;
                program.libraries.push(Library::new(id, file, class, parsed.outline));
                Ok(())
            }
        });
        if let Err(what) = added {
            warnings.push(format!("class {} was left out: {what}", file.name));
        }
    }
    let own = program.methods.len() as u32;
    program.add_stand_ins(&makers);
    program.application_methods = program.methods.len() as u32;
    program.stand_ins = program.application_methods - own;
    program.cut_circles(warnings);
    program.link();
    program.mark_instantiated(&instantiated, &input.resources);
    program
}

/// What was read of a class.
struct Parsed<'a> {
    outline: Outline<'a>,
    /// The whole of it, unless nobody needs that yet.
    file: Option<read::Class<'a>>,
    /// What the code of an application class makes.
    made: Made,
}

impl<'a> Parsed<'a> {
    fn new(file: &'a ClassFile) -> Result<Self, String> {
        if let Some(outline) = file.outline() {
            return Ok(Parsed { outline, file: None, made: Made::default() });
        }
        let class = read::Class::parse(file.bytes()?).map_err(|error| error.to_string())?;
        let name = class.name().map_err(|error| error.to_string())?;
        if name != *file.name {
            return Err(format!("the class in it is {name}"));
        }
        let made = if file.application { made(&class) } else { Made::default() };
        let outline = Outline::of(&class).map_err(|error| error.to_string())?;
        Ok(Parsed { outline, file: Some(class), made })
    }
}

/// What to say of classes for a Java that nobody has seen yet.
fn newer<'c, 'a: 'c>(classes: impl Iterator<Item = (&'c ClassFile, &'c Parsed<'a>)>) -> Option<String> {
    let mut newer = classes.filter(|(_, parsed)| parsed.outline.major > NEWEST_MAJOR);
    let (file, Parsed { outline, .. }) = newer.next()?;
    Some(format!(
        "classes for a Java newer than {}: {}; they were read as if they were for it ({} has version {}.{})",
        NEWEST_MAJOR - 44,
        newer.count() + 1,
        file.name,
        outline.major,
        outline.minor
    ))
}

impl<'a> Program<'a> {
    pub(crate) fn intern_class(&mut self, name: &str) -> ClassId {
        let name = self.names.intern(name);
        self.class_by(name)
    }

    /// The class of this name.
    fn class_by(&mut self, name: Name) -> ClassId {
        let at = name.0 as usize;
        if at >= self.class_of.len() {
            self.class_of.resize(at + 1, NONE);
        }
        if self.class_of[at] == NONE {
            self.class_of[at] = self.classes.len() as u32;
            self.classes.push(Class {
                name,
                read: false,
                application: false,
                archive: None,
                access: 0,
                superclass: None,
                interfaces: Vec::new(),
                subtypes: Vec::new(),
                methods: 0..0,
                fields: 0..0,
                instantiated: false,
                annotated: false,
            });
        }
        ClassId(self.class_of[at])
    }

    fn intern_utf8(&mut self, name: Utf8<'_>) -> ClassId {
        let name = self.names.intern_utf8(name);
        self.class_by(name)
    }

    pub(super) fn intern_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> RefId {
        let owner = self.intern_class(owner);
        let (name, descriptor) = (self.names.intern(name), self.names.intern(descriptor));
        self.ref_to(MemberRef { owner, name, descriptor })
    }

    fn ref_to(&mut self, member: MemberRef) -> RefId {
        *self.ref_of.entry(member).or_insert_with(|| {
            self.refs.push(member);
            RefId(self.refs.len() as u32 - 1)
        })
    }

    /// The number of a member, nothing if no member can have such a descriptor.
    fn intern_member(&mut self, member: &retake_bytecode::MemberRef<'_>) -> Option<RefId> {
        let descriptor = self.names.intern_utf8(member.descriptor);
        if !self.is_descriptor(descriptor) {
            return None;
        }
        let (owner, name) = (self.intern_utf8(member.owner), self.names.intern_utf8(member.name));
        Some(self.ref_to(MemberRef { owner, name, descriptor }))
    }

    /// Whether a member can have this descriptor.
    fn is_descriptor(&mut self, name: Name) -> bool {
        let at = name.0 as usize;
        if at >= self.is_descriptor.len() {
            self.is_descriptor.resize(at + 1, None);
        }
        let text = Utf8::new(self.names.text(name).as_bytes());
        *self.is_descriptor[at].get_or_insert_with(|| match text.bytes().first() {
            Some(b'(') => MethodType::parse(text).is_ok(),
            _ => FieldType::parse(text).is_ok(),
        })
    }

    /// Adds a class, whole or not at all. Members are those of application code.
    fn add(
        &mut self,
        from: &ClassFile,
        outline: &Outline<'a>,
        file: Option<&read::Class<'a>>,
    ) -> retake_bytecode::Result<ClassId> {
        let (mut methods, mut fields) = (Vec::new(), Vec::new());
        if let Some(file) = file {
            for method in file.methods() {
                let (name, descriptor) = (method.name()?, method.descriptor()?);
                MethodType::parse(descriptor)?;
                methods.push((method, name, descriptor));
            }
            for field in file.fields() {
                let (name, descriptor) = (field.name()?, field.descriptor()?);
                FieldType::parse(descriptor)?;
                let constant = field.constant_value()?.is_some();
                fields.push((field, name, descriptor, constant));
            }
        }
        let id = self.intern_class(&from.name);
        let superclass = outline.superclass.map(|name| self.intern_utf8(name));
        let interfaces = outline.interfaces.iter().map(|&name| self.intern_utf8(name)).collect();
        let (first_method, first_field) = (self.methods.len() as u32, self.fields.len() as u32);
        for (nth, (method, name, descriptor)) in methods.into_iter().enumerate() {
            self.add_method(id, nth as u16, &method, name, descriptor);
        }
        for (field, name, descriptor, constant) in fields {
            self.add_field(id, &field, name, descriptor, constant);
        }
        let (methods, fields) = (self.methods.len() as u32, self.fields.len() as u32);
        let class = &mut self.classes[id.index()];
        class.read = true;
        class.application = from.application;
        class.archive = Some(from.origin);
        class.access = outline.access;
        class.superclass = superclass;
        class.interfaces = interfaces;
        class.annotated = !outline.notes.is_empty();
        class.methods = first_method..methods;
        class.fields = first_field..fields;
        Ok(id)
    }

    pub(super) fn add_method(
        &mut self,
        class: ClassId,
        nth: u16,
        method: &read::Member<'_, 'a>,
        name: Utf8<'_>,
        descriptor: Utf8<'_>,
    ) -> MethodId {
        let (name, descriptor) = (self.names.intern_utf8(name), self.names.intern_utf8(descriptor));
        let id = MethodId(self.methods.len() as u32);
        self.methods.push(Method {
            class,
            nth,
            name,
            descriptor,
            access: method.access(),
            has_code: method.attributes().named("Code").is_some(),
            // What says nothing about who calls it is no reason to think that somebody does.
            annotated: method.annotations().flatten().any(|found| !found.name().bytes().starts_with(b"java/lang/")),
            stands_in: None,
        });
        self.method_of.insert((class, name, descriptor), id);
        id
    }

    fn add_field(
        &mut self,
        class: ClassId,
        field: &read::Member<'_, 'a>,
        name: Utf8<'_>,
        descriptor: Utf8<'_>,
        constant: bool,
    ) -> FieldId {
        let (name, descriptor) = (self.names.intern_utf8(name), self.names.intern_utf8(descriptor));
        let id = FieldId(self.fields.len() as u32);
        let (access, annotated) = (field.access(), field.annotations().next().is_some());
        self.fields.push(Field { class, name, descriptor, access, constant, declared: true, annotated });
        self.field_of.insert((class, name, descriptor), id);
        id
    }

    /// Adds the lambdas that libraries make to those of the application.
    pub(crate) fn add_library_lambdas(&mut self) {
        let libraries = std::mem::take(&mut self.libraries);
        let known = self.lambdas.len();
        for file in libraries.iter().filter_map(Library::file) {
            self.intern_dynamic(file);
        }
        self.libraries = libraries;
        self.link_lambdas(known);
    }

    /// Numbers everything that a pool names.
    pub(super) fn intern_pool(&mut self, file: &read::Class<'a>) -> Vec<u32> {
        let pool = file.pool();
        let mut numbers = vec![NONE; usize::from(pool.count())];
        // Many members share a name or a descriptor; each text is looked up once.
        let mut names = vec![None; numbers.len()];
        let mut name_at = |names_of: &mut Names, index: u16| -> Option<Name> {
            let slot = names.get_mut(usize::from(index))?;
            if slot.is_none() {
                *slot = Some(names_of.intern_utf8(pool.utf8(index).ok()?));
            }
            *slot
        };
        for index in pool.tagged(tag::CLASS) {
            if let Ok(name) = pool.class_name(index) {
                numbers[usize::from(index)] = self.intern_utf8(name).0;
            }
        }
        for index in 1..pool.count() {
            let Some([class, name, descriptor]) = pool.member_indexes(index) else { continue };
            let Some(owner) = numbers.get(usize::from(class)).copied().filter(|&owner| owner != NONE) else { continue };
            let Some(descriptor) = name_at(&mut self.names, descriptor) else { continue };
            let Some(name) = name_at(&mut self.names, name) else { continue };
            if self.is_descriptor(descriptor) {
                numbers[usize::from(index)] = self.ref_to(MemberRef { owner: ClassId(owner), name, descriptor }).0;
            }
        }
        numbers
    }

    /// Works out what the call sites of a class make.
    pub(super) fn intern_dynamic(&mut self, file: &read::Class<'a>) -> FxHashMap<u16, Dynamic> {
        let mut found = FxHashMap::default();
        for index in file.pool().tagged(tag::INVOKE_DYNAMIC) {
            let Ok(site) = file.call_site(index) else { continue };
            let dynamic = match site.bootstrap.handle.member.owner.bytes() {
                b"java/lang/invoke/LambdaMetafactory" => self.lambda(&site).unwrap_or(Dynamic::Mix),
                b"java/lang/runtime/ObjectMethods" => Dynamic::Record(self.handles(&site, handle::GET_FIELD)),
                _ => Dynamic::Mix,
            };
            found.insert(index, dynamic);
        }
        found
    }

    /// Tells lambdas apart that share a constant, as equal references in one class do: each takes along something else.
    fn intern_again(
        &mut self,
        dynamic: &FxHashMap<u16, Dynamic>,
        mut sites: Vec<(u16, u16, u32)>,
    ) -> FxHashMap<(u16, u32), u32> {
        let mut again = FxHashMap::default();
        sites.sort_unstable();
        for same in sites.chunk_by(|a, b| a.0 == b.0) {
            let Some(Dynamic::Lambda(first)) = dynamic.get(&same[0].0) else { continue };
            for &(_, nth, pc) in &same[1..] {
                again.insert((nth, pc), self.lambdas.len() as u32);
                self.lambdas.push(self.lambdas[*first as usize]);
            }
        }
        again
    }

    fn handles(&mut self, site: &read::Dynamic<'_, 'a>, kind: u8) -> Vec<RefId> {
        let mut handles = Vec::new();
        for argument in site.arguments().flatten() {
            if let Loadable::MethodHandle(handle) = argument
                && handle.kind == kind
            {
                handles.extend(self.intern_member(&handle.member));
            }
        }
        handles
    }

    fn lambda(&mut self, site: &read::Dynamic<'_, 'a>) -> Option<Dynamic> {
        // The second static argument is what the lambda calls, for `metafactory` and `altMetafactory` alike.
        let Some(Ok(Loadable::MethodHandle(target))) = site.arguments().nth(1) else { return None };
        let descriptor = site.descriptor.to_str();
        let made = MethodType::parse(site.descriptor).ok()?;
        let Some(Ok(Loadable::MethodType(implements))) = site.arguments().next() else { return None };
        let interface = descriptor.rsplit(')').next()?.strip_prefix('L')?.strip_suffix(';')?;
        let interface = self.intern_class(interface);
        let name = self.names.intern_utf8(site.name);
        let lambda = Lambda {
            interface,
            name,
            parameters: MethodType::parse(implements).ok()?.parameters().count() as u16,
            target: self.intern_member(&target.member)?,
            kind: target.kind,
            captured: made.parameters().count() as u16,
            site: self.names.intern_utf8(site.descriptor),
            // Of what else is asked of `altMetafactory`, the first bit.
            serializable: matches!(site.arguments().nth(3), Some(Ok(Loadable::Integer(flags))) if flags & 1 != 0),
            stand_in: None,
        };
        let number = self.lambdas.len() as u32;
        self.lambdas.push(lambda);
        Some(Dynamic::Lambda(number))
    }
}
