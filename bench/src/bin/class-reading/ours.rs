//! What retake does.

use retake_bytecode::Result;
use retake_bytecode::edit::ClassFile;
use retake_bytecode::read::{
    Annotation, Attributes, Class, Code, Content, ElementValue, FrameKind, Insn, Loadable, Table,
};

pub(crate) fn decode(bytes: &[u8]) -> Option<u64> {
    ClassFile::decode(bytes).ok().map(|class| class.methods.len() as u64)
}

pub(crate) fn decode_encode(bytes: &[u8]) -> Option<u64> {
    let written = ClassFile::decode(bytes).and_then(|class| class.encode()).ok()?;
    (written == bytes).then_some(written.len() as u64)
}

pub(crate) fn like_noak(bytes: &[u8]) -> Option<u64> {
    read(bytes, false).ok()
}

pub(crate) fn everything(bytes: &[u8]) -> Option<u64> {
    read(bytes, true).ok()
}

fn read(bytes: &[u8], rows: bool) -> Result<u64> {
    let class = Class::parse(bytes)?;
    let mut sum = class.name()?.len() as u64;
    for member in class.fields().chain(class.methods()) {
        sum += (member.name()?.len() + member.descriptor()?.len()) as u64;
        sum += attributes(&class, member.attributes(), rows)?;
    }
    Ok(sum + attributes(&class, class.attributes(), rows)?)
}

fn attributes(class: &Class<'_>, list: Attributes<'_, '_>, rows: bool) -> Result<u64> {
    let mut sum = 0;
    for attribute in list {
        if !rows && attribute.is("LineNumberTable") {
            continue;
        }
        let content = attribute.content()?;
        sum += match content {
            Content::Code(code) => instructions(class, code)? + attributes(class, code.attributes, rows)?,
            _ if rows => all_rows(class, content)?,
            // What noak does not know.
            Content::Other(_) => 0,
            _ => 1,
        };
    }
    Ok(sum)
}

fn instructions(class: &Class<'_>, code: Code<'_, '_>) -> Result<u64> {
    let mut sum = 0;
    for step in code.instructions() {
        let (pc, insn) = step?;
        sum += u64::from(pc);
        sum += match insn {
            Insn::Field { index, .. } | Insn::Invoke { index, .. } => {
                let member = class.pool().member_ref(index)?;
                (member.owner.len() + member.name.len() + member.descriptor.len()) as u64
            }
            Insn::Type { index, .. } => class.pool().class_name(index)?.len() as u64,
            _ => 1,
        };
    }
    Ok(sum)
}

fn each<T>(rows: impl Iterator<Item = Result<T>>, mut value: impl FnMut(T) -> Result<u64>) -> Result<u64> {
    let mut sum = 0;
    for row in rows {
        sum += value(row?)?;
    }
    Ok(sum)
}

fn all_rows(class: &Class<'_>, content: Content<'_, '_>) -> Result<u64> {
    match content {
        Content::StackMapTable(frames) => each(frames, |frame| {
            Ok(u64::from(frame.pc)
                + match frame.kind {
                    FrameKind::Append(locals) => each(locals, |_| Ok(1))?,
                    FrameKind::Full { locals, stack } => each(locals.chain(stack), |_| Ok(1))?,
                    _ => 0,
                })
        }),
        Content::LineNumberTable(rows) => each(rows, |row| Ok(u64::from(row.line))),
        Content::LocalVariableTable(rows) | Content::LocalVariableTypeTable(rows) => {
            each(rows, |row| Ok(row.name.len() as u64))
        }
        Content::Exceptions(rows) | Content::NestMembers(rows) | Content::PermittedSubclasses(rows) => {
            each(rows, |row| Ok(row.0.len() as u64))
        }
        Content::ConstantValue(index) => Ok(loadable(class.loadable(index)?)),
        Content::InnerClasses(rows) => each(rows, |row| Ok(row.inner.len() as u64)),
        Content::BootstrapMethods(rows) => {
            each(rows, |row| each(row.argument_indexes().map(|at| class.loadable(at)), |found| Ok(loadable(found))))
        }
        Content::MethodParameters(rows) => each(rows, |row| Ok(u64::from(row.access))),
        Content::Annotations { rows, .. } => annotations(rows),
        Content::ParameterAnnotations { rows, .. } => each(rows, |row| annotations(row.annotations)),
        Content::TypeAnnotations { rows, .. } => each(rows, |row| annotation(row.annotation)),
        Content::AnnotationDefault(found) => value(found),
        Content::Record(rows) => each(rows, |row| attributes(class, row.attributes, true)),
        _ => Ok(1),
    }
}

fn loadable(constant: Loadable<'_, '_>) -> u64 {
    match constant {
        Loadable::String(text) | Loadable::Class(text) | Loadable::MethodType(text) => text.len() as u64,
        Loadable::MethodHandle(handle) => handle.member.name.len() as u64,
        _ => 1,
    }
}

fn annotations(rows: Table<'_, '_, Annotation<'_, '_>>) -> Result<u64> {
    each(rows, annotation)
}

fn annotation(found: Annotation<'_, '_>) -> Result<u64> {
    each(found.elements, |element| value(element.value))
}

fn value(found: ElementValue<'_, '_>) -> Result<u64> {
    match found {
        ElementValue::Annotation(found) => annotation(found),
        ElementValue::Array(values) => each(values, value),
        _ => Ok(1),
    }
}
