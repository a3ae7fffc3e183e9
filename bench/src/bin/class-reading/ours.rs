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
    read::<false>(bytes).ok()
}

pub(crate) fn everything(bytes: &[u8]) -> Option<u64> {
    read::<true>(bytes).ok()
}

/// Reads what noak can be asked for, or `ALL` there is.
fn read<const ALL: bool>(bytes: &[u8]) -> Result<u64> {
    let class = Class::parse(bytes)?;
    let mut sum = class.name()?.len() as u64;
    if ALL {
        sum += class.super_name()?.map_or(0, |name| name.len() as u64);
        sum += each(class.interfaces(), |row| Ok(row.0.len() as u64))?;
    }
    sum = class.fields().chain(class.methods()).try_fold(sum, |sum, member| {
        let names = member.name()?.len() + member.descriptor()?.len();
        Ok(sum + names as u64 + attributes::<ALL>(&class, member.attributes())?)
    })?;
    Ok(sum + attributes::<ALL>(&class, class.attributes())?)
}

fn attributes<const ALL: bool>(class: &Class<'_>, list: Attributes<'_, '_>) -> Result<u64> {
    let mut sum = 0;
    for attribute in list {
        sum += match attribute.content()? {
            // noak cannot read it.
            Content::LineNumberTable(_) if !ALL => 0,
            Content::Code(code) => {
                if ALL {
                    sum += each(code.handlers, |row| Ok(row.catch.map_or(0, |name| name.len() as u64)))?;
                }
                instructions::<ALL>(class, &code)? + attributes::<ALL>(class, code.attributes)?
            }
            content if ALL => all_rows(class, content)?,
            // What noak does not know.
            Content::Other(_) => 0,
            _ => 1,
        };
    }
    Ok(sum)
}

fn instructions<const ALL: bool>(class: &Class<'_>, code: &Code<'_, '_>) -> Result<u64> {
    let mut sum = 0;
    code.each(
        #[inline(always)]
        |pc, insn| {
            sum += u64::from(pc);
            sum += match insn {
                Insn::Field { index, .. } | Insn::Invoke { index, .. } => {
                    let member = class.pool().member_ref(index)?;
                    (member.owner.len() + member.name.len() + member.descriptor.len()) as u64
                }
                Insn::Type { index, .. } => class.pool().class_name(index)?.len() as u64,
                Insn::MultiANewArray { index, .. } if ALL => class.pool().class_name(index)?.len() as u64,
                Insn::Ldc(index) if ALL => loadable(class.loadable(index)?),
                Insn::InvokeDynamic(index) if ALL => {
                    let site = class.call_site(index)?;
                    site.name.len() as u64 + each(site.arguments(), |found| Ok(loadable(found)))?
                }
                Insn::Switch(switch) if ALL => switch.cases().map(|(_, target)| u64::from(target)).sum(),
                _ => 1,
            };
            Ok(())
        },
    )?;
    Ok(sum)
}

fn each<T>(rows: impl Iterator<Item = Result<T>>, mut value: impl FnMut(T) -> Result<u64>) -> Result<u64> {
    let mut sum = 0;
    for row in rows {
        sum += value(row?)?;
    }
    Ok(sum)
}

#[inline(always)]
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
        Content::Module(module) => Ok(each(module.requires, |row| Ok(row.module.len() as u64))?
            + each(module.exports.chain(module.opens), |row| each(row.to, |to| Ok(to.0.len() as u64)))?
            + each(module.uses, |row| Ok(row.0.len() as u64))?
            + each(module.provides, |row| each(row.with, |with| Ok(with.0.len() as u64)))?),
        Content::ModulePackages(rows) => each(rows, |row| Ok(row.0.len() as u64)),
        Content::Record(rows) => each(rows, |row| {
            Ok((row.name.len() + row.descriptor.len()) as u64 + attributes::<true>(class, row.attributes)?)
        }),
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
