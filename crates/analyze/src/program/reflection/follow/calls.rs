//! What calls give that find classes and members by name, or make names.

use retake_bytecode::read::Loadable;

use super::{Follow, Origin, Prepared};
use crate::flow::body::{Step, Ty};
use crate::flow::{NIL, Node};
use crate::program::reflection::meaning::{Meaning, Member, Sort};
use crate::program::select::Declared;
use crate::program::{MemberRef, MethodId};

impl<'p> Follow<'p, '_> {
    /// What a call gives.
    pub(super) fn call(
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
                self.fields(method, Sort::Field, argument(0), arguments.last().copied().unwrap_or(NIL), next)
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
                Some(Declared::Application(target)) => self.origin(Origin::Result(target), depth),
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
    pub(super) fn joined(&mut self, method: MethodId, index: u16, arguments: &[Node], depth: usize) -> Meaning {
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
}
