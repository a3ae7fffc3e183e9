//! Who is whose subtype, and which member a name means.

use retake_bytecode::{access, read};
use rustc_hash::FxHashSet;

use super::{ClassId, Field, FieldId, MemberRef, MethodId, Program, RefId};
use crate::input::{Outline, Seen};

/// Interfaces that say nothing about who makes objects of a class.
const MARKERS: [&str; 3] = ["java/io/Serializable", "java/lang/Cloneable", "java/lang/Comparable"];

/// Superclasses that say nothing about who makes objects of a class.
const BASES: [&str; 3] = ["java/lang/Object", "java/lang/Record", "java/lang/Enum"];

impl<'a> Program<'a> {
    /// Connects classes with their subtypes and names with fields, once everything is read.
    pub(super) fn link(&mut self) {
        for index in 0..self.classes.len() {
            let id = ClassId(index as u32);
            let supertypes: Vec<ClassId> = self.classes[index].supertypes().collect();
            for supertype in supertypes {
                self.classes[supertype.index()].subtypes.push(id);
            }
        }
        self.link_lambdas(0);
        self.application_of = self.application.iter().enumerate().map(|(at, found)| (found.class, at as u32)).collect();
        self.library_of = self.libraries.iter().enumerate().map(|(at, library)| (library.class, at as u32)).collect();
        self.link_names();
    }

    /// Connects names that are new with fields. They count as names that the application uses.
    pub(super) fn link_names(&mut self) {
        for index in self.field_of_ref.len()..self.refs.len() {
            let field = self.link_field(self.refs[index]);
            self.field_of_ref.push(field);
        }
        self.application_refs = self.refs.len() as u32;
    }

    /// Notes which interfaces the lambdas from this one on implement.
    pub(super) fn link_lambdas(&mut self, first: usize) {
        for (number, lambda) in self.lambdas.iter().enumerate().skip(first) {
            self.lambdas_of.entry(lambda.interface).or_default().push(number as u32);
        }
    }

    fn link_field(&mut self, member: MemberRef) -> Option<FieldId> {
        let MemberRef { owner, name, descriptor } = member;
        if self.names.text(descriptor).starts_with('(') {
            return None;
        }
        let declaring =
            self.supertypes_of(owner).into_iter().find(|&class| self.field_of.contains_key(&(class, name, descriptor)));
        if let Some(class) = declaring {
            return self.field_of.get(&(class, name, descriptor)).copied();
        }
        // A field of a library: known by the name that is used for it.
        let id = FieldId(self.fields.len() as u32);
        self.fields.push(Field {
            class: owner,
            name,
            descriptor,
            access: 0,
            constant: false,
            declared: false,
            annotated: false,
        });
        self.field_of.insert((owner, name, descriptor), id);
        Some(id)
    }

    /// The field that an instruction names.
    pub(crate) fn field_named(&self, reference: RefId) -> Option<FieldId> {
        self.field_of_ref.get(reference.index()).copied().flatten()
    }

    /// A class and all its supertypes, nearest first, superclasses before interfaces.
    pub(crate) fn supertypes_of(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut next = Some(class);
        let mut seen = FxHashSet::default();
        seen.insert(class);
        while let Some(above) = next.and_then(|class| self.class(class).superclass) {
            if !seen.insert(above) {
                break;
            }
            found.push(above);
            next = Some(above);
        }
        let mut at = 0;
        while at < found.len() {
            for supertype in self.class(found[at]).supertypes() {
                if seen.insert(supertype) {
                    found.push(supertype);
                }
            }
            at += 1;
        }
        found
    }

    /// Whether a class is another or a subtype of it.
    pub(crate) fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        // Most types have nothing below them.
        class == of || !self.class(of).subtypes.is_empty() && self.supertypes_of(class).contains(&of)
    }

    /// All subtypes of a class, without itself, sorted.
    pub(crate) fn subtypes_of(&self, class: ClassId) -> Vec<ClassId> {
        self.few_subtypes_of(class, usize::MAX).unwrap_or_default()
    }

    /// The same; nothing if there are more than so many.
    pub(crate) fn few_subtypes_of(&self, class: ClassId, most: usize) -> Option<Vec<ClassId>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = self.class(class).subtypes.clone();
        while let Some(subtype) = pending.pop() {
            if seen.insert(subtype) {
                if found.len() == most {
                    return None;
                }
                found.push(subtype);
                pending.extend(&self.class(subtype).subtypes);
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// The file of a class that was read.
    pub(crate) fn file(&self, class: ClassId) -> Option<&read::Class<'a>> {
        if let Some(&at) = self.library_of.get(&class) {
            return self.libraries.get(at as usize)?.file();
        }
        self.application_of.get(&class).map(|&at| &self.application[at as usize].file)
    }

    /// What is worth to be kept of a class for another time.
    pub(crate) fn seen(&self, class: ClassId) -> Seen<'a> {
        match self.library_of.get(&class) {
            Some(&at) => self.libraries[at as usize].seen(),
            // It may be a library of another service.
            None => Seen { outline: self.file(class).and_then(|file| Outline::of(file).ok()), content: None },
        }
    }

    /// The methods of a library class that was read.
    pub(crate) fn library_methods(&self, class: ClassId) -> impl Iterator<Item = read::Member<'_, 'a>> {
        let file = self.library_of.get(&class).and_then(|&at| self.libraries[at as usize].file());
        file.into_iter().flat_map(|file| file.methods())
    }

    /// The fields of a library class that was read.
    pub(crate) fn library_fields(&self, class: ClassId) -> impl Iterator<Item = read::Member<'_, 'a>> {
        let file = self.library_of.get(&class).and_then(|&at| self.libraries[at as usize].file());
        file.into_iter().flat_map(|file| file.fields())
    }

    /// Whether every object has a method of this name.
    pub(crate) fn is_objects(&self, method: MethodId) -> bool {
        let object_methods = ["toString", "hashCode", "equals", "finalize", "clone"];
        object_methods.contains(&self.names.text(self.method(method).name))
    }

    /// Whether the objects of a class are constants of an enum.
    pub(crate) fn is_enum(&self, class: ClassId) -> bool {
        self.supertypes_of(class).iter().skip(1).any(|&above| self.class_name(above) == "java/lang/Enum")
    }

    /// Whether all objects of a class answer this with what `Object` says. Of `Object` itself it means those that are
    /// nothing else.
    pub(crate) fn inherits_from_object(&self, class: ClassId, (name, descriptor): (&str, &str)) -> bool {
        let object = |class: ClassId| self.class_name(class) == "java/lang/Object";
        if object(class) {
            return true;
        }
        let declares = |class: &ClassId| {
            let (Some(name), Some(descriptor)) = (self.names.get(name), self.names.get(descriptor)) else {
                return false;
            };
            self.declared_method(*class, name, descriptor).is_some()
        };
        let ours = |class: &ClassId| self.class(*class).application && !self.class(*class).is_interface();
        let mut above = Some(class);
        while let Some(class) = above.filter(|&class| !object(class)) {
            if !ours(&class) || declares(&class) {
                return false;
            }
            above = self.class(class).superclass;
        }
        self.subtypes_of(class).iter().all(|class| ours(class) && !declares(class))
    }

    /// Whether a method of the application may be called by a library: it has the name of a method of a library type
    /// above its class, or there is a type above whose methods nobody has seen.
    pub(crate) fn overrides_library(&self, method: MethodId) -> bool {
        let found = self.method(method);
        if found.is_static() || found.access & access::PRIVATE != 0 || self.names.text(found.name).starts_with('<') {
            return false;
        }
        if self.is_objects(method) {
            return true;
        }
        self.supertypes_of(found.class).into_iter().any(|class| {
            let above = self.class(class);
            if above.application || self.says_nothing(class) {
                return false;
            }
            !above.read
                || self.library_methods(class).any(|inherited| {
                    let name =
                        inherited.name().is_ok_and(|name| name.bytes() == self.names.text(found.name).as_bytes());
                    let descriptor = inherited.descriptor();
                    name && descriptor.is_ok_and(|text| text.bytes() == self.names.text(found.descriptor).as_bytes())
                })
        })
    }

    /// Whether being a subtype of it says nothing about who makes objects of a class or calls its methods.
    pub(super) fn says_nothing(&self, class: ClassId) -> bool {
        let name = self.class_name(class);
        MARKERS.contains(&name) || BASES.contains(&name)
    }

    /// Notes that there are objects of these classes.
    pub(crate) fn instantiate(&mut self, classes: impl Iterator<Item = ClassId>) {
        for class in classes {
            self.classes[class.index()].instantiated = true;
        }
    }
}
