//! The program: classes, methods, fields and the names that instructions give them, as dense numbers.
//!
//! Application classes are there with all their members. Of library classes only what the hierarchy needs is kept;
//! their members are looked up in the class file when somebody asks. Classes that are named and not read (the JDK) are
//! numbers with the supertypes that the rules know.

pub(crate) mod build;
pub(crate) mod calls;
mod circles;
pub(crate) mod hierarchy;
mod instantiated;
pub(crate) mod jdk;
mod library;
pub(crate) mod meant;
pub(crate) mod missing;
pub(crate) mod names;
pub(crate) mod open;
pub(crate) mod reflection;
pub(crate) mod resolver;
pub(crate) mod select;
mod stand_in;

use std::ops::Range;

use retake_bytecode::{access, handle, read};
use rustc_hash::FxHashMap;

use build::NONE;
pub(crate) use library::Library;
use names::{Name, Names};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(pub(crate) u32);

        impl $name {
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/** A class that is read or named. */ ClassId);
id!(/** A method of an application class. */ MethodId);
id!(/** A field, as it is declared. */ FieldId);
id!(/** A field or method as an instruction names it. */ RefId);

/// A class.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    /// Whether there is a class file.
    pub(crate) read: bool,
    pub(crate) application: bool,
    /// The archive or directory it was read from.
    pub(crate) archive: Option<u32>,
    pub(crate) access: u16,
    pub(crate) superclass: Option<ClassId>,
    pub(crate) interfaces: Vec<ClassId>,
    /// Direct subtypes.
    pub(crate) subtypes: Vec<ClassId>,
    /// The methods of an application class.
    pub(crate) methods: Range<u32>,
    /// The fields of an application class.
    pub(crate) fields: Range<u32>,
    /// Whether objects of it may exist: something makes one, or may by other means than `new`.
    pub(crate) instantiated: bool,
    pub(crate) annotated: bool,
}

impl Class {
    pub(crate) fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    /// The superclass and the interfaces.
    pub(crate) fn supertypes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.superclass.into_iter().chain(self.interfaces.iter().copied())
    }
}

/// A method of an application class, or of a library whose body is followed too.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) class: ClassId,
    /// Which method of its class file it is.
    pub(crate) nth: u16,
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
    pub(crate) access: u16,
    pub(crate) has_code: bool,
    pub(crate) annotated: bool,
    /// The number of the reference that it stands in for.
    pub(crate) stands_in: Option<u32>,
}

impl Method {
    pub(crate) fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// Whether the compiler made it: a lambda's body, a bridge, an accessor. What it returns goes to whoever called.
    pub(crate) fn is_synthetic(&self) -> bool {
        self.access & access::SYNTHETIC != 0
    }
}

/// A field.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) class: ClassId,
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
    pub(crate) access: u16,
    /// Whether the class file gives its value.
    pub(crate) constant: bool,
    /// Whether an application class declares it; otherwise it is only known by name.
    pub(crate) declared: bool,
    pub(crate) annotated: bool,
}

impl Field {
    pub(crate) fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    pub(crate) fn is_final(&self) -> bool {
        self.access & access::FINAL != 0
    }
}

/// A field or method as an instruction names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemberRef {
    pub(crate) owner: ClassId,
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
}

/// A lambda or method reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lambda {
    /// The interface it implements.
    pub(crate) interface: ClassId,
    /// The interface's method.
    pub(crate) name: Name,
    /// How many parameters that method has.
    pub(crate) parameters: u16,
    /// What it calls.
    pub(crate) target: RefId,
    /// The kind of the method handle.
    pub(crate) kind: u8,
    /// How many values it takes along.
    pub(crate) captured: u16,
    /// The descriptor of the call site: what it takes along, and what it is.
    pub(crate) site: Name,
    /// Whether it can be stored; what is stored names what it calls.
    pub(crate) serializable: bool,
    /// What stands in for it, if it is a method reference of the application.
    pub(crate) stand_in: Option<MethodId>,
}

impl Lambda {
    /// Whether what it calls is called on an object, which comes before the arguments.
    pub(crate) fn has_object(&self) -> bool {
        !matches!(self.kind, handle::INVOKE_STATIC | handle::NEW_INVOKE_SPECIAL)
    }
}

/// What `invokedynamic` makes at a call site of an application class.
#[derive(Clone, Debug)]
pub(crate) enum Dynamic {
    /// A lambda or method reference, by its number.
    Lambda(u32),
    /// The methods of a record, which read these fields.
    Record(Vec<RefId>),
    /// Anything else: string concatenation, switches. What goes in comes out.
    Mix,
}

/// An application class with its file.
#[derive(Debug)]
pub(crate) struct Application<'a> {
    pub(crate) class: ClassId,
    pub(crate) file: read::Class<'a>,
    /// For each index of the constant pool the number of the class or member there.
    pub(crate) pool: Vec<u32>,
    /// What each `invokedynamic` entry of the pool makes.
    pub(crate) dynamic: FxHashMap<u16, Dynamic>,
    /// The lambdas whose constant another instruction before them has too, by the method they are in and where.
    pub(crate) again: FxHashMap<(u16, u32), u32>,
}

/// The program.
#[derive(Debug, Default)]
pub(crate) struct Program<'a> {
    pub(crate) names: Names,
    pub(crate) classes: Vec<Class>,
    pub(crate) methods: Vec<Method>,
    pub(crate) fields: Vec<Field>,
    pub(crate) refs: Vec<MemberRef>,
    pub(crate) lambdas: Vec<Lambda>,
    /// The application classes by name.
    pub(crate) application: Vec<Application<'a>>,
    /// The library classes by name.
    pub(crate) libraries: Vec<Library<'a>>,
    /// Library classes of which some bodies are followed; their methods come behind those of the application.
    pub(crate) opened: Vec<Application<'a>>,
    /// How many methods the application has, with those that stand in for its references, which come last.
    pub(crate) application_methods: u32,
    /// How many stand in for references.
    pub(crate) stand_ins: u32,
    /// How many names of members the application uses.
    pub(crate) application_refs: u32,
    /// The class of each name, or `NONE`.
    class_of: Vec<u32>,
    /// Whether each name is a descriptor, as far as somebody asked.
    is_descriptor: Vec<Option<bool>>,
    method_of: FxHashMap<(ClassId, Name, Name), MethodId>,
    field_of: FxHashMap<(ClassId, Name, Name), FieldId>,
    ref_of: FxHashMap<MemberRef, RefId>,
    lambdas_of: FxHashMap<ClassId, Vec<u32>>,
    application_of: FxHashMap<ClassId, u32>,
    library_of: FxHashMap<ClassId, u32>,
    /// For each name of a field the field.
    field_of_ref: Vec<Option<FieldId>>,
}

impl<'a> Program<'a> {
    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub(crate) fn class_name(&self, id: ClassId) -> &str {
        self.names.text(self.class(id).name)
    }

    pub(crate) fn class_named(&self, name: &str) -> Option<ClassId> {
        let class = *self.class_of.get(self.names.get(name)?.0 as usize)?;
        (class != NONE).then_some(ClassId(class))
    }

    /// The class that a descriptor says; none for an array or a number.
    pub(crate) fn class_of_type(&self, descriptor: &str) -> Option<ClassId> {
        self.class_named(descriptor.strip_prefix('L')?.strip_suffix(';')?)
    }

    pub(crate) fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    /// Whether a method looks like those by which mappers and containers set properties.
    pub(crate) fn is_setter(&self, id: MethodId) -> bool {
        let method = self.method(id);
        !method.is_static() && method.access & access::PUBLIC != 0 && self.names.text(method.name).starts_with("set")
    }

    pub(crate) fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    pub(crate) fn reference(&self, id: RefId) -> MemberRef {
        self.refs[id.index()]
    }

    /// The file of the class that a method belongs to.
    pub(crate) fn file_of(&self, method: MethodId) -> Option<&Application<'a>> {
        if self.method(method).stands_in.is_some() {
            return self.application.get(*self.application_of.get(&self.method(method).class)? as usize);
        }
        // Both lists are kept in the order of their methods.
        let files = if method.0 < self.application_methods { &self.application } else { &self.opened };
        let behind = files.partition_point(|found| self.class(found.class).methods.start <= method.0);
        let file = files.get(behind.checked_sub(1)?)?;
        (file.class == self.method(method).class).then_some(file)
    }

    /// The number of a member that some instruction names.
    pub(crate) fn ref_named(&self, owner: &str, name: &str, descriptor: &str) -> Option<RefId> {
        let owner = self.class_named(owner)?;
        let member = MemberRef { owner, name: self.names.get(name)?, descriptor: self.names.get(descriptor)? };
        self.ref_of.get(&member).copied()
    }

    /// The method that an application class declares.
    pub(crate) fn declared_method(&self, class: ClassId, name: Name, descriptor: Name) -> Option<MethodId> {
        self.method_of.get(&(class, name, descriptor)).copied()
    }

    /// The lambdas that are made as objects of an interface.
    pub(crate) fn lambdas_of(&self, interface: ClassId) -> &[u32] {
        self.lambdas_of.get(&interface).map_or(&[], Vec::as_slice)
    }

    /// `pkg.Class`.
    pub(crate) fn dotted(&self, class: ClassId) -> String {
        self.class_name(class).replace('/', ".")
    }

    /// `pkg.Class.name`.
    pub(crate) fn short(&self, reference: RefId) -> String {
        let MemberRef { owner, name, .. } = self.reference(reference);
        format!("{}.{}", self.dotted(owner), self.names.text(name))
    }

    /// `pkg.Class.field`.
    pub(crate) fn field_text(&self, field: FieldId) -> String {
        let field = self.field(field);
        format!("{}.{}", self.dotted(field.class), self.names.text(field.name))
    }

    /// `pkg.Class.name(descriptor)`.
    pub(crate) fn spelled(&self, reference: RefId) -> String {
        let MemberRef { owner, name, descriptor } = self.reference(reference);
        format!("{}.{}{}", self.dotted(owner), self.names.text(name), self.names.text(descriptor))
    }
}
