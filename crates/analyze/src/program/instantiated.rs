//! Which classes may have objects: those that code makes, and those that others may make without code we see.

use rayon::prelude::*;
use retake_bytecode::opcode::NEW;
use retake_bytecode::read::{self, Insn};
use retake_bytecode::{Constant, Utf8, handle, tag};

use super::{ClassId, Program};
use crate::input::Resource;

/// What the instructions of a class say about which objects may exist.
#[derive(Default)]
pub(super) struct Made {
    /// Pool indexes of classes.
    pub(super) classes: Vec<u16>,
    /// The pool index of each call site, which method of the class it is in, and where.
    pub(super) sites: Vec<(u16, u16, u32)>,
}

/// The classes that instructions make objects of, or name as values, and the call sites that may make lambdas. What is wrong
/// with a body is said when it is followed.
pub(super) fn made(class: &read::Class<'_>) -> Made {
    let (mut made, mut sites) = (Vec::new(), Vec::new());
    for (nth, method) in class.methods().enumerate() {
        let Ok(Some(code)) = method.code() else { continue };
        let _: retake_bytecode::Result<()> = code.each(
            #[inline(always)]
            |pc, insn| {
                match insn {
                    Insn::InvokeDynamic(index) => sites.push((index, nth as u16, pc)),
                    Insn::Type { op: NEW, index } => made.push(index),
                    Insn::Ldc(index) if class.pool().class_name(index).is_ok() => made.push(index),
                    _ => {}
                }
                Ok(())
            },
        );
    }
    // `Order::new`.
    for index in class.pool().tagged(tag::METHOD_HANDLE) {
        if let Some(Constant::MethodHandle { kind: handle::NEW_INVOKE_SPECIAL, reference }) = class.pool().get(index)
            && let Some(Constant::MethodRef { class, .. }) = class.pool().get(reference)
        {
            made.push(class);
        }
    }
    made.sort_unstable();
    made.dedup();
    Made { classes: made, sites }
}

impl Program<'_> {
    /// Notes which classes of the application may have objects: those in `made`, and those that others may make by
    /// reflection: annotated classes, subtypes of library types, classes that a text of the program or of its
    /// configuration names.
    pub(super) fn mark_instantiated(&mut self, made: &[ClassId], resources: &[Resource]) {
        let mut named: Vec<ClassId> = Vec::new();
        for application in &self.application {
            named.extend(texts(&application.file).filter_map(|text| self.class_in(text)));
        }
        for resource in resources {
            named.extend(words(&resource.bytes).filter_map(|word| self.class_in(Utf8::new(word))));
        }
        for &class in made.iter().chain(&named) {
            self.classes[class.index()].instantiated = true;
        }
        for class in self.below_libraries() {
            self.classes[class.index()].instantiated = true;
        }
        for class in self.classes.iter_mut().filter(|class| class.application) {
            class.instantiated |= class.annotated;
        }
    }

    /// The application classes below a type of a library.
    fn below_libraries(&self) -> Vec<ClassId> {
        // The JDK calls what is handed to it; it makes objects of the application's classes by name alone.
        let outside = |class: &ClassId| {
            !self.class(*class).application
                && !self.says_nothing(*class)
                && !self.class_name(*class).starts_with("java/")
        };
        let all = (0..self.classes.len() as u32).map(ClassId);
        let mut pending: Vec<ClassId> = all.filter(outside).collect();
        let mut seen = vec![false; self.classes.len()];
        while let Some(class) = pending.pop() {
            if !std::mem::replace(&mut seen[class.index()], true) {
                pending.extend(&self.class(class).subtypes);
            }
        }
        let all = (0..self.classes.len() as u32).map(ClassId);
        all.filter(|class| seen[class.index()] && self.class(*class).application).collect()
    }

    /// Notes the same for the classes of libraries, which costs a walk through all of their code.
    pub(crate) fn mark_libraries_instantiated(&mut self) {
        let marked: Vec<ClassId> = self
            .libraries
            .par_iter()
            .filter_map(|library| Some((library.class, library.file()?)))
            .flat_map_iter(|(id, file)| {
                let made = made(file);
                let made = made.classes.into_iter().filter_map(|index| file.pool().class_name(index).ok());
                let mut found: Vec<ClassId> = made.filter_map(|name| self.class_named(&name.to_str())).collect();
                found.extend(texts(file).filter_map(|text| self.class_in(text)));
                found.extend(self.class(id).annotated.then_some(id));
                found
            })
            .collect();
        for class in marked {
            self.classes[class.index()].instantiated = true;
        }
    }

    /// The class whose name with dots a text is.
    fn class_in(&self, text: Utf8<'_>) -> Option<ClassId> {
        let bytes = text.bytes();
        let may_be = bytes.contains(&b'.') && !bytes.contains(&b' ');
        may_be.then(|| self.class_named(&text.to_str().replace('.', "/"))).flatten()
    }
}

/// The texts that code of a class may load.
fn texts<'f>(file: &'f read::Class<'_>) -> impl Iterator<Item = Utf8<'f>> {
    file.pool().tagged(tag::STRING).filter_map(|index| file.pool().string(index).ok())
}

/// What may be the name of a class in a file of configuration.
fn words(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'$' | b'_') || *byte >= 0x80;
    bytes.split(move |byte| !in_name(byte)).filter(|word| word.len() > 2)
}
