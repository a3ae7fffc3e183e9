//! Any bytes: read to the last instruction, decode, write, decode again. Nothing may panic, and what was written
//! must be written the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_bytecode::Result;
use retake_bytecode::descriptor::{FieldType, MethodType};
use retake_bytecode::edit::{ClassFile, Insn as EditInsn, Node};
use retake_bytecode::read::{Annotation, Attributes, Class, Content, ElementValue, FrameKind, Insn};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(class) = Class::parse(bytes) {
        // What one member holds must not keep the others from being read.
        for member in class.fields().chain(class.methods()) {
            let _ = member.name().map(|name| name.to_str().len());
            if let Ok(descriptor) = member.descriptor() {
                let _ = FieldType::parse(descriptor).map(FieldType::element);
                let _ = MethodType::parse(descriptor).map(|found| found.parameters().count());
            }
            let _ = read(&class, member.attributes());
        }
        let _ = read(&class, class.attributes());
        for (index, _) in class.pool().iter() {
            let _ = class.loadable(index);
            let _ = class.call_site(index).map(|site| site.arguments().filter(|found| found.is_ok()).count());
        }
    }
    let Ok(form) = ClassFile::decode(bytes) else { return };
    let Ok(written) = form.encode() else { return };
    // The padding of switches is the one thing that is not kept.
    assert!(written == bytes || (written.len() == bytes.len() && has_switch(&form)));
    let again = ClassFile::decode(&written).and_then(|form| form.encode());
    assert_eq!(again.as_deref(), Ok(&written[..]));
});

fn has_switch(class: &ClassFile) -> bool {
    let mut nodes = class.methods.iter().filter_map(|method| method.code()).flat_map(|code| &code.nodes);
    nodes.any(|node| matches!(node, Node::Insn(EditInsn::TableSwitch { .. } | EditInsn::LookupSwitch { .. })))
}

fn read(class: &Class<'_>, attributes: Attributes<'_, '_>) -> Result<()> {
    for attribute in attributes {
        match attribute.content()? {
            Content::Code(code) => {
                let mut shown = Vec::new();
                let end: Result<()> = code.each(|pc, insn| {
                    shown.push(Ok((pc, insn)));
                    Ok(())
                });
                shown.extend(end.err().map(Err));
                assert!(code.instructions().eq(shown));
                for step in code.instructions() {
                    match step?.1 {
                        Insn::Field { index, .. } | Insn::Invoke { index, .. } => {
                            let _ = class.pool().member_ref(index);
                        }
                        Insn::Switch(switch) => assert!(switch.cases().count() < 65536),
                        _ => {}
                    }
                }
                code.handlers.for_each(drop);
                let _ = code.line_at(0);
                read(class, code.attributes)?;
            }
            Content::StackMapTable(frames) => {
                for frame in frames {
                    match frame?.kind {
                        FrameKind::Append(locals) => locals.for_each(drop),
                        FrameKind::Full { locals, stack } => locals.chain(stack).for_each(drop),
                        _ => {}
                    }
                }
            }
            Content::LineNumberTable(rows) => rows.for_each(drop),
            Content::LocalVariableTable(rows) | Content::LocalVariableTypeTable(rows) => rows.for_each(drop),
            Content::Exceptions(rows) | Content::NestMembers(rows) | Content::PermittedSubclasses(rows) => {
                rows.for_each(drop);
            }
            Content::InnerClasses(rows) => rows.for_each(drop),
            Content::BootstrapMethods(rows) => rows.for_each(drop),
            Content::MethodParameters(rows) => rows.for_each(drop),
            Content::Annotations { rows, .. } => rows.flatten().try_for_each(annotation)?,
            Content::ParameterAnnotations { rows, .. } => {
                rows.flatten().flat_map(|row| row.annotations).flatten().try_for_each(annotation)?;
            }
            Content::TypeAnnotations { rows, .. } => rows.flatten().try_for_each(|row| annotation(row.annotation))?,
            Content::AnnotationDefault(found) => value(found)?,
            Content::Module(module) => {
                module.requires.for_each(drop);
                module.exports.chain(module.opens).flatten().flat_map(|row| row.to).for_each(drop);
                module.uses.for_each(drop);
                module.provides.flatten().flat_map(|row| row.with).for_each(drop);
            }
            Content::Record(rows) => {
                for row in rows {
                    read(class, row?.attributes)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn annotation(found: Annotation<'_, '_>) -> Result<()> {
    found.elements.flatten().try_for_each(|element| value(element.value))
}

fn value(found: ElementValue<'_, '_>) -> Result<()> {
    match found {
        ElementValue::Annotation(found) => annotation(found),
        ElementValue::Array(values) => values.flatten().try_for_each(value),
        _ => Ok(()),
    }
}
