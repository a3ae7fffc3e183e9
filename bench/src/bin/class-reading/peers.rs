//! What the peers do.

use noak::error::DecodeError;
use noak::reader::attributes::{AttributeContent, Code, RawInstruction};
use noak::reader::cpool::{ConstantPool, Item, value};
use noak::reader::{Attribute, Class};

type Result<T> = std::result::Result<T, DecodeError>;

pub(crate) fn noak(bytes: &[u8]) -> Option<u64> {
    read(bytes).ok()
}

fn read(bytes: &[u8]) -> Result<u64> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    let mut sum = pool.retrieve(class.this_class())?.name.len() as u64;
    for field in class.fields() {
        let field = field?;
        sum += (pool.retrieve(field.name())?.len() + pool.retrieve(field.descriptor())?.len()) as u64;
        sum += attributes(pool, field.attributes())?;
    }
    for method in class.methods() {
        let method = method?;
        sum += (pool.retrieve(method.name())?.len() + pool.retrieve(method.descriptor())?.len()) as u64;
        sum += attributes(pool, method.attributes())?;
    }
    Ok(sum + attributes(pool, class.attributes())?)
}

fn attributes<'a>(pool: &ConstantPool<'a>, list: impl IntoIterator<Item = Result<Attribute<'a>>>) -> Result<u64> {
    let mut sum = 0;
    for attribute in list {
        let attribute = attribute?;
        let name = pool.retrieve(attribute.name())?.as_bytes();
        // It reads positions of 32 bits where the format has 16, and does not know the JDK's own attributes.
        if matches!(name, b"LineNumberTable" | b"ModuleTarget" | b"ModuleHashes" | b"ModuleResolution") {
            continue;
        }
        sum += match attribute.read_content(pool)? {
            AttributeContent::Code(code) => instructions(pool, &code)? + attributes(pool, code.attributes())?,
            _ => 1,
        };
    }
    Ok(sum)
}

fn instructions<'a>(pool: &ConstantPool<'a>, code: &Code<'a>) -> Result<u64> {
    use RawInstruction::*;
    let mut sum = 0;
    for step in code.raw_instructions() {
        let (pc, insn) = step?;
        sum += u64::from(pc.as_u32());
        sum += match insn {
            GetStatic { index } | PutStatic { index } | GetField { index } | PutField { index } => {
                let field = pool.retrieve(index)?;
                length(&field.class, &field.name_and_type)
            }
            InvokeVirtual { index } => {
                let method = pool.retrieve(index)?;
                length(&method.class, &method.name_and_type)
            }
            InvokeInterface { index, .. } => {
                let method = pool.retrieve(index)?;
                length(&method.class, &method.name_and_type)
            }
            // These name methods of classes and of interfaces, so the entry has to be asked which.
            InvokeSpecial { index } | InvokeStatic { index } => match pool.get(index)? {
                Item::MethodRef(method) => length(&pool.retrieve(method.class)?, &pool.retrieve(method.name_and_type)?),
                Item::InterfaceMethodRef(method) => {
                    length(&pool.retrieve(method.class)?, &pool.retrieve(method.name_and_type)?)
                }
                _ => 0,
            },
            New { index } | ANewArray { index } | CheckCast { index } | InstanceOf { index } => {
                pool.retrieve(index)?.name.len() as u64
            }
            _ => 1,
        };
    }
    Ok(sum)
}

fn length(class: &value::Class<'_>, name_and_type: &value::NameAndType<'_>) -> u64 {
    (class.name.len() + name_and_type.name.len() + name_and_type.descriptor.len()) as u64
}

pub(crate) fn ristretto(bytes: &[u8]) -> Option<u64> {
    ristretto_classfile::ClassFile::from_slice(bytes).ok().map(|class| class.methods.len() as u64)
}

pub(crate) fn ristretto_round_trip(bytes: &[u8]) -> Option<u64> {
    let class = ristretto_classfile::ClassFile::from_slice(bytes).ok()?;
    let mut written = Vec::new();
    class.to_bytes(&mut written).ok()?;
    (written == bytes).then_some(written.len() as u64)
}
