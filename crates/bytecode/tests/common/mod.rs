//! What several tests need.
#![allow(dead_code, clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

pub(crate) mod handmade;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use retake_bytecode::Result;
use retake_bytecode::jimage::Image;
use retake_bytecode::read::{
    Annotation, Attributes, Class, Content, Element, ElementValue, FrameKind, Insn, Loadable, Table,
};

/// The module images of the JDKs on this machine.
pub(crate) fn images() -> impl Iterator<Item = PathBuf> {
    retake_jdks::all().into_iter().map(|jdk| jdk.image())
}

/// Calls `check` with the name and bytes of every class of every JDK, on several threads. Tells how many.
pub(crate) fn for_each_class(check: impl Fn(&str, &[u8]) + Sync) -> u64 {
    let mut count = 0;
    for path in images() {
        let bytes = std::fs::read(path).unwrap();
        let image = Image::parse(&bytes).unwrap();
        let resources = image.resources().map(|resource| resource.unwrap());
        let classes: Vec<_> = resources.filter(|resource| resource.is_class()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
                scope.spawn(|| {
                    while let Some(class) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                        check(&format!("{}/{}", class.module, class.path()), class.bytes);
                    }
                });
            }
        });
        count += classes.len() as u64;
    }
    count
}

/// The classes of `java.base` at these paths, from every JDK.
pub(crate) fn classes_named(paths: &[&str]) -> Vec<Vec<u8>> {
    let mut classes = Vec::new();
    for path in images() {
        let bytes = std::fs::read(path).unwrap();
        for resource in Image::parse(&bytes).unwrap().resources() {
            let resource = resource.unwrap();
            if resource.module == "java.base" && paths.contains(&resource.path().as_str()) {
                classes.push(resource.bytes.to_vec());
            }
        }
    }
    classes
}

/// What [`touch`] came across.
#[derive(Default)]
pub(crate) struct Touched {
    pub(crate) instructions: u64,
    pub(crate) attributes: u64,
    pub(crate) unknown: u64,
    /// A sum over what was decoded, so that no work can be left out.
    pub(crate) sum: u64,
}

/// Decodes everything there is in a class.
pub(crate) fn touch(class: &Class<'_>) -> Result<Touched> {
    let mut t = Touched::default();
    t.sum += class.name()?.len() as u64;
    t.sum += class.super_name()?.map_or(0, |name| name.len() as u64);
    for interface in class.interfaces() {
        t.sum += interface?.0.len() as u64;
    }
    for member in class.fields().chain(class.methods()) {
        t.sum += u64::from(member.access()) + (member.name()?.len() + member.descriptor()?.len()) as u64;
        attributes(class, member.attributes(), &mut t)?;
    }
    attributes(class, class.attributes(), &mut t)?;
    Ok(t)
}

fn drain<T>(rows: impl Iterator<Item = Result<T>>, mut each: impl FnMut(T) -> Result<u64>) -> Result<u64> {
    let mut sum = 0;
    for row in rows {
        sum += each(row?)?;
    }
    Ok(sum)
}

fn attributes(class: &Class<'_>, list: Attributes<'_, '_>, t: &mut Touched) -> Result<()> {
    for attribute in list {
        t.attributes += 1;
        t.sum += match attribute.content()? {
            Content::Code(code) => {
                code.each(|pc, insn| {
                    t.instructions += 1;
                    t.sum += u64::from(pc) + instruction(class, insn)?;
                    Ok(())
                })?;
                attributes(class, code.attributes, t)?;
                drain(code.handlers, |row| Ok(row.catch.map_or(0, |name| name.len() as u64)))?
            }
            Content::StackMapTable(frames) => drain(frames, |frame| {
                Ok(u64::from(frame.pc)
                    + match frame.kind {
                        FrameKind::Append(locals) => drain(locals, |_| Ok(1))?,
                        FrameKind::Full { locals, stack } => drain(locals.chain(stack), |_| Ok(1))?,
                        _ => 0,
                    })
            })?,
            Content::LineNumberTable(rows) => drain(rows, |row| Ok(u64::from(row.line)))?,
            Content::LocalVariableTable(rows) | Content::LocalVariableTypeTable(rows) => {
                drain(rows, |row| Ok(row.name.len() as u64))?
            }
            Content::Exceptions(rows) | Content::NestMembers(rows) | Content::PermittedSubclasses(rows) => {
                drain(rows, |row| Ok(row.0.len() as u64))?
            }
            Content::ConstantValue(index) => loadable(class.loadable(index)?),
            Content::InnerClasses(rows) => drain(rows, |row| Ok(row.inner.len() as u64))?,
            Content::BootstrapMethods(rows) => drain(rows, |row| {
                drain(row.argument_indexes().map(|index| class.loadable(index)), |argument| Ok(loadable(argument)))
            })?,
            Content::MethodParameters(rows) => drain(rows, |row| Ok(u64::from(row.access)))?,
            Content::Annotations { rows, .. } => annotations(rows)?,
            Content::ParameterAnnotations { rows, .. } => drain(rows, |row| annotations(row.annotations))?,
            Content::TypeAnnotations { rows, .. } => drain(rows, |row| annotation(row.annotation))?,
            Content::AnnotationDefault(found) => value(found)?,
            Content::Module(module) => {
                drain(module.requires, |row| Ok(row.module.len() as u64))?
                    + drain(module.exports.chain(module.opens), |row| drain(row.to, |to| Ok(to.0.len() as u64)))?
                    + drain(module.uses, |row| Ok(row.0.len() as u64))?
                    + drain(module.provides, |row| drain(row.with, |with| Ok(with.0.len() as u64)))?
            }
            Content::ModulePackages(rows) => drain(rows, |row| Ok(row.0.len() as u64))?,
            Content::Record(rows) => {
                for row in rows {
                    attributes(class, row?.attributes, t)?;
                }
                0
            }
            Content::Other(bytes) => {
                t.unknown += 1;
                bytes.len() as u64
            }
            _ => 1,
        };
    }
    Ok(())
}

fn instruction(class: &Class<'_>, insn: Insn<'_>) -> Result<u64> {
    Ok(match insn {
        Insn::Op(op) => u64::from(op),
        Insn::Field { index, .. } | Insn::Invoke { index, .. } => {
            let member = class.pool().member_ref(index)?;
            (member.owner.len() + member.name.len() + member.descriptor.len()) as u64
        }
        Insn::InvokeDynamic(index) => class.call_site(index)?.name.len() as u64,
        Insn::Type { index, .. } | Insn::MultiANewArray { index, .. } => class.pool().class_name(index)?.len() as u64,
        Insn::Ldc(index) => loadable(class.loadable(index)?),
        Insn::Branch { target, .. } => u64::from(target),
        Insn::Switch(switch) => switch.cases().map(|(_, target)| u64::from(target)).sum(),
        Insn::Local { index, .. } | Insn::Iinc { index, .. } => u64::from(index),
        Insn::Push(value) => value as u64 & 0xff,
        Insn::NewArray(kind) => u64::from(kind),
    })
}

fn loadable(constant: Loadable<'_, '_>) -> u64 {
    match constant {
        Loadable::String(text) | Loadable::Class(text) | Loadable::MethodType(text) => text.len() as u64,
        Loadable::MethodHandle(handle) => handle.member.name.len() as u64,
        Loadable::Dynamic(dynamic) => dynamic.name.len() as u64,
        _ => 1,
    }
}

fn annotations(rows: Table<'_, '_, Annotation<'_, '_>>) -> Result<u64> {
    drain(rows, annotation)
}

fn annotation(found: Annotation<'_, '_>) -> Result<u64> {
    drain(found.elements, |Element { value: found, .. }| value(found))
}

fn value(found: ElementValue<'_, '_>) -> Result<u64> {
    Ok(match found {
        ElementValue::Annotation(found) => annotation(found)?,
        ElementValue::Array(values) => drain(values, value)?,
        ElementValue::String(text) | ElementValue::Class(text) => text.len() as u64,
        _ => 1,
    })
}
