//! Types: those that descriptors name, and those that the verifier computes with.

use std::collections::HashMap;
use std::rc::Rc;

use retake_bytecode::Utf8;
use retake_bytecode::descriptor::{FieldType, MethodType};

use crate::kind::Kind;

/// A class or array type, interned in [`Names`]. Two names are the same type exactly when they are equal,
/// because the verifier compares types by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name(u32);

impl Name {
    pub(crate) const OBJECT: Name = Name(0);
    pub(crate) const THROWABLE: Name = Name(1);
    pub(crate) const STRING: Name = Name(2);
    pub(crate) const CLASS: Name = Name(3);
    pub(crate) const METHOD_HANDLE: Name = Name(4);
    pub(crate) const METHOD_TYPE: Name = Name(5);
}

/// The names that are interned from the start, in the order of the constants of [`Name`].
const FIXED: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Throwable",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
];

/// The names of types, in the class file's encoding: internal names, and descriptors for arrays.
pub(crate) struct Names {
    ids: HashMap<Rc<[u8]>, Name>,
    texts: Vec<Rc<[u8]>>,
}

impl Names {
    pub(crate) fn new() -> Self {
        let mut names = Names { ids: HashMap::new(), texts: Vec::new() };
        for name in FIXED {
            names.intern(name.as_bytes());
        }
        names
    }

    pub(crate) fn intern(&mut self, text: &[u8]) -> Name {
        if let Some(name) = self.ids.get(text) {
            return *name;
        }
        let name = Name(self.texts.len() as u32);
        let text: Rc<[u8]> = text.into();
        self.ids.insert(text.clone(), name);
        self.texts.push(text);
        name
    }

    pub(crate) fn text(&self, name: Name) -> Rc<[u8]> {
        self.texts[name.0 as usize].clone()
    }

    /// The type of an array's elements, if the name is an array's.
    pub(crate) fn element(&mut self, array: Name) -> Option<Value> {
        let text = self.text(array);
        self.value(text.strip_prefix(b"[")?)
    }

    /// The type of an array with elements of a class or array type.
    pub(crate) fn array_of(&mut self, element: Name) -> Name {
        let text = self.text(element);
        let array = match text.first() {
            Some(b'[') => [b"[", &*text].concat(),
            _ => [b"[L", &*text, b";"].concat(),
        };
        self.intern(&array)
    }

    /// The type that a field descriptor names; `None` if it is none.
    pub(crate) fn value(&mut self, descriptor: &[u8]) -> Option<Value> {
        FieldType::parse(Utf8::new(descriptor)).ok().map(|field| self.convert(field))
    }

    /// The types that a method descriptor names; `None` if it is none or has more parameters than a call can
    /// pass.
    pub(crate) fn signature(&mut self, descriptor: &[u8]) -> Option<Signature> {
        let method = MethodType::parse(Utf8::new(descriptor)).ok()?;
        let parameters = method.parameters().map(|parameter| self.convert(parameter)).collect();
        let result = method.result().map(|result| self.convert(result));
        (method.parameter_slots() <= 255).then_some(Signature { parameters, result })
    }

    fn convert(&mut self, field: FieldType<'_>) -> Value {
        match field {
            FieldType::Boolean => Value::Boolean,
            FieldType::Byte => Value::Byte,
            FieldType::Char => Value::Char,
            FieldType::Short => Value::Short,
            FieldType::Int => Value::Int,
            FieldType::Long => Value::Long,
            FieldType::Float => Value::Float,
            FieldType::Double => Value::Double,
            FieldType::Object(name) | FieldType::Array(name) => Value::Ref(self.intern(name.bytes())),
        }
    }
}

/// The types of a method descriptor.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Value>,
    pub(crate) result: Option<Value>,
}

impl Signature {
    /// The slots that the parameters take.
    pub(crate) fn slots(&self) -> u16 {
        self.parameters.iter().map(|value| value.kind().slots()).sum()
    }
}

/// A type as descriptors know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref(Name),
}

impl Value {
    pub(crate) fn kind(self) -> Kind {
        match self {
            Value::Boolean | Value::Byte | Value::Char | Value::Short | Value::Int => Kind::Int,
            Value::Long => Kind::Long,
            Value::Float => Kind::Float,
            Value::Double => Kind::Double,
            Value::Ref(_) => Kind::Ref,
        }
    }

    pub(crate) fn to_type(self) -> Type {
        match (self, self.kind()) {
            (Value::Ref(name), _) => Type::Object(name),
            (_, Kind::Long) => Type::Long,
            (_, Kind::Float) => Type::Float,
            (_, Kind::Double) => Type::Double,
            _ => Type::Int,
        }
    }

    /// The class that boxes it and the descriptor of its `valueOf`; `None` for what is an object already.
    pub(crate) fn boxing(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Value::Boolean => ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;"),
            Value::Byte => ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
            Value::Char => ("java/lang/Character", "(C)Ljava/lang/Character;"),
            Value::Short => ("java/lang/Short", "(S)Ljava/lang/Short;"),
            Value::Int => ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
            Value::Long => ("java/lang/Long", "(J)Ljava/lang/Long;"),
            Value::Float => ("java/lang/Float", "(F)Ljava/lang/Float;"),
            Value::Double => ("java/lang/Double", "(D)Ljava/lang/Double;"),
            Value::Ref(_) => return None,
        })
    }
}

/// A type as the verifier knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// Nothing usable, or the second slot of a wide local.
    Top,
    Int,
    Float,
    Long,
    Double,
    Null,
    /// `this` before `super(...)` or `this(...)` returned.
    UninitializedThis,
    Object(Name),
    /// A fresh object, by the index of its `new` in the instruction list.
    Uninitialized(usize),
}

impl Type {
    /// How many slots it takes.
    pub(crate) fn slots(self) -> u16 {
        if self.is_wide() { 2 } else { 1 }
    }

    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// Whether it is an object that may be handed around.
    pub(crate) fn is_initialized_reference(self) -> bool {
        matches!(self, Type::Null | Type::Object(_))
    }

    /// Whether a value of the type can be loaded as one of the kind and used freely.
    pub(crate) fn is(self, kind: Kind) -> bool {
        match kind {
            Kind::Int => self == Type::Int,
            Kind::Long => self == Type::Long,
            Kind::Float => self == Type::Float,
            Kind::Double => self == Type::Double,
            Kind::Ref => self.is_initialized_reference(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_taken_apart() {
        let mut names = Names::new();
        let signature = names.signature(b"(IJ[[Ljava/lang/String;Ljava/lang/Object;[Z)V").expect("a descriptor");
        let strings = names.intern(b"[[Ljava/lang/String;");
        let booleans = names.intern(b"[Z");
        assert_eq!(
            signature.parameters,
            [Value::Int, Value::Long, Value::Ref(strings), Value::Ref(Name::OBJECT), Value::Ref(booleans)]
        );
        assert_eq!(signature.result, None);
        assert_eq!(signature.slots(), 6);
        assert_eq!(names.element(booleans), Some(Value::Boolean));
        assert_eq!(names.element(Name::OBJECT), None);
        let row = names.intern(b"[Ljava/lang/String;");
        assert_eq!(names.element(strings), Some(Value::Ref(row)));
        assert_eq!(names.array_of(Name::STRING), row);
        assert_eq!(names.array_of(row), strings);
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        let mut names = Names::new();
        for text in ["", "(", "()", "(I", "(I)", "()[", "(L)V", "(Lx)V", "()VV", "()II", "([)V", "(V)V", "()[V"] {
            assert!(names.signature(text.as_bytes()).is_none(), "{text}");
        }
    }
}
