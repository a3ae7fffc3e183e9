//! Classes made by hand: what compilers seldom write, the edges of encodings, and what must be refused.
#![allow(clippy::unwrap_used)]

mod common;

use common::handmade::{at, body, class_of, code_of, everything, nops, op};
use common::touch;
use retake_bytecode::edit::{
    Annotation, Attribute, ClassFile, Code, Content, Element, ElementValue, Frame, FrameKind, Handler, Insn, Label,
    LineNumber, Node, Pool, VerificationType,
};
use retake_bytecode::opcode::*;
use retake_bytecode::read::Class;
use retake_bytecode::{Constant, ErrorKind};

/// The kind of error that writing a class with this body ends in.
fn refused(code: Code) -> ErrorKind {
    let error = class_of(code).encode().unwrap_err();
    assert_eq!(error.method(), Some("m()V"));
    error.kind().clone()
}

/// The instructions of the one method as bytes, after a round trip.
fn written(code: Code) -> Vec<u8> {
    let bytes = class_of(code).encode().unwrap();
    assert_eq!(ClassFile::decode(&bytes).unwrap().encode().unwrap(), bytes);
    let class = Class::parse(&bytes).unwrap();
    let code = class.methods().next().unwrap().code().unwrap().unwrap();
    assert!(code.instructions().all(|step| step.is_ok()));
    code.bytes().to_vec()
}

#[test]
fn everything_comes_back() {
    let class = everything();
    let bytes = class.encode().unwrap();
    let again = ClassFile::decode(&bytes).unwrap();
    assert_eq!(again.encode().unwrap(), bytes);
    let contents = |class: &ClassFile| -> Vec<String> {
        let members = class.fields.iter().chain(&class.methods).flat_map(|member| &member.attributes);
        let code = class.methods.iter().flat_map(|method| &method.code().unwrap().attributes);
        let all = class.attributes.iter().chain(members).chain(code);
        all.map(|attribute| attribute.content.name().unwrap_or("?").to_string()).collect()
    };
    assert_eq!(contents(&again), contents(&class));
    assert_eq!(contents(&again).iter().filter(|name| *name == "?").count(), 2);
    assert_eq!(again.pool, class.pool);
    assert_eq!(again.attributes, class.attributes);
    let touched = touch(&Class::parse(&bytes).unwrap());
    // Not every index in it fits its instruction, which only the reader's resolving minds.
    assert!(matches!(touched.map(|_| ()).unwrap_err().kind(), ErrorKind::PoolIndex { .. }));
}

#[test]
fn a_switch_is_aligned_wherever_it_stands() {
    for before in 0..8 {
        let mut nodes: Vec<_> = nops(before).collect();
        nodes.push(Node::Insn(Insn::TableSwitch { default: Label(0), low: 3, targets: vec![Label(0)] }));
        nodes.push(Node::Insn(Insn::LookupSwitch { default: Label(0), pairs: vec![(9, Label(0))] }));
        nodes.extend([at(0), op(RETURN)]);
        let bytes = written(body(nodes, 1));
        let pad = 3 - before % 4;
        let table = before + 1 + pad;
        assert_eq!(bytes[before], TABLESWITCH);
        assert!(bytes[before + 1..table].iter().all(|byte| *byte == 0));
        assert_eq!(bytes[table + 4..table + 12], [0, 0, 0, 3, 0, 0, 0, 3]);
        let second = table + 16;
        assert_eq!(bytes[second], LOOKUPSWITCH);
        let lookup = (second + 4) & !3;
        assert_eq!(bytes[lookup + 4..lookup + 12], [0, 0, 0, 1, 0, 0, 0, 9]);
        assert_eq!(bytes.len(), lookup + 17);
    }
}

#[test]
fn a_switch_can_go_back() {
    for insn in [
        Insn::TableSwitch { default: Label(2), low: 0, targets: vec![Label(0), Label(1)] },
        Insn::LookupSwitch { default: Label(2), pairs: vec![(0, Label(0)), (1, Label(1))] },
    ] {
        // Nothing else names the labels, and they stand before the switch.
        let nodes = vec![at(0), op(NOP), at(1), op(NOP), at(2), op(NOP), Node::Insn(insn)];
        let bytes = written(body(nodes, 3));
        let distances: Vec<_> = bytes[4..].chunks(4).map(|word| i32::from_be_bytes(word.try_into().unwrap())).collect();
        let expected =
            if bytes[3] == TABLESWITCH { [-1, 0, 1, -3, -2].to_vec() } else { [-1, 2, 0, -3, 1, -2].to_vec() };
        assert_eq!(distances, expected);
    }
}

#[test]
fn instructions_are_written_as_their_shape_says() {
    let check = |insn: Insn, expected: &[u8]| {
        let nodes = vec![at(0), Node::Insn(insn.clone()), op(RETURN)];
        let bytes = written(body(nodes, 1));
        assert_eq!(bytes, [expected, &[RETURN]].concat(), "{insn:?}");
    };
    check(Insn::Push(BIPUSH, -1), &[BIPUSH, 0xff]);
    check(Insn::Push(SIPUSH, -2), &[SIPUSH, 0xff, 0xfe]);
    check(Insn::Ldc(LDC, 200), &[LDC, 200]);
    check(Insn::Ldc(LDC_W, 200), &[LDC_W, 0, 200]);
    check(Insn::Local { op: ALOAD, index: 5, wide: false }, &[ALOAD, 5]);
    check(Insn::Local { op: ALOAD, index: 5, wide: true }, &[WIDE, ALOAD, 0, 5]);
    check(Insn::Local { op: DSTORE, index: 0x1234, wide: true }, &[WIDE, DSTORE, 0x12, 0x34]);
    check(Insn::Iinc { index: 3, delta: -1, wide: false }, &[IINC, 3, 0xff]);
    check(Insn::Iinc { index: 3, delta: -1, wide: true }, &[WIDE, IINC, 0, 3, 0xff, 0xff]);
    check(Insn::Branch(GOTO, Label(0)), &[GOTO, 0, 0]);
    check(Insn::Branch(GOTO_W, Label(0)), &[GOTO_W, 0, 0, 0, 0]);
    check(Insn::InvokeInterface(7, 2), &[INVOKEINTERFACE, 0, 7, 2, 0]);
    check(Insn::InvokeDynamic(7), &[INVOKEDYNAMIC, 0, 7, 0, 0]);
    check(Insn::MultiANewArray(7, 2), &[MULTIANEWARRAY, 0, 7, 2]);
}

#[test]
fn an_operand_or_opcode_that_does_not_fit_is_refused() {
    let check = |insn: Insn, kind: ErrorKind| assert_eq!(refused(body(vec![at(0), Node::Insn(insn)], 1)), kind);
    check(Insn::Push(BIPUSH, 128), ErrorKind::OperandTooWide(BIPUSH));
    check(Insn::Ldc(LDC, 256), ErrorKind::OperandTooWide(LDC));
    check(Insn::Local { op: ILOAD, index: 256, wide: false }, ErrorKind::OperandTooWide(ILOAD));
    check(Insn::Iinc { index: 1, delta: 128, wide: false }, ErrorKind::OperandTooWide(IINC));
    check(Insn::Op(GOTO), ErrorKind::WrongOpcode(GOTO));
    check(Insn::Op(255), ErrorKind::WrongOpcode(255));
    check(Insn::Branch(NOP, Label(0)), ErrorKind::WrongOpcode(NOP));
    check(Insn::Pool(INVOKEINTERFACE, 1), ErrorKind::WrongOpcode(INVOKEINTERFACE));
    check(Insn::Local { op: IINC, index: 1, wide: true }, ErrorKind::WrongOpcode(IINC));
    check(Insn::Branch(GOTO, Label(7)), ErrorKind::LabelMissing(Label(7)));
}

#[test]
fn a_branch_reaches_as_far_as_16_bits_go() {
    let far = |distance: usize, branch: u8| {
        let mut nodes = vec![Node::Insn(Insn::Branch(branch, Label(0)))];
        nodes.extend(nops(distance - if branch == GOTO { 3 } else { 5 }));
        nodes.extend([at(0), op(RETURN)]);
        body(nodes, 1)
    };
    assert_eq!(written(far(32767, GOTO))[..3], [GOTO, 0x7f, 0xff]);
    assert_eq!(refused(far(32768, GOTO)), ErrorKind::BranchTooFar { op: GOTO, from: 0, to: 32768 });
    assert_eq!(written(far(32768, GOTO_W))[..5], [GOTO_W, 0, 0, 0x80, 0]);
    let back = |distance: usize| {
        let mut nodes = vec![at(0)];
        nodes.extend(nops(distance));
        nodes.push(Node::Insn(Insn::Branch(IFNULL, Label(0))));
        body(nodes, 1)
    };
    assert_eq!(written(back(32768))[32768..], [IFNULL, 0x80, 0]);
    assert_eq!(refused(back(32769)), ErrorKind::BranchTooFar { op: IFNULL, from: 32769, to: 0 });
}

#[test]
fn a_body_has_1_to_65535_bytes() {
    assert_eq!(refused(body(vec![], 0)), ErrorKind::CodeSize(0));
    assert_eq!(refused(body(nops(65536).collect(), 0)), ErrorKind::CodeSize(65536));
    let mut nodes: Vec<_> = nops(65535).collect();
    nodes.push(at(0));
    let mut code = body(nodes, 1);
    // The end of the longest body is a position that still fits 16 bits.
    code.nodes.insert(0, at(1));
    code.labels = 2;
    code.handlers.push(Handler { start: Label(1), end: Label(0), handler: Label(1), catch: 0 });
    assert_eq!(written(code).len(), 65535);
}

/// The bytes of the frames at these distances, each of the kind that was asked for.
fn frames(kinds: &[(usize, FrameKind)]) -> Result<Vec<u8>, ErrorKind> {
    let (mut nodes, mut frames) = (Vec::new(), Vec::new());
    for (label, (distance, kind)) in kinds.iter().enumerate() {
        nodes.extend(nops(*distance));
        nodes.push(at(label as u32));
        frames.push(Frame { at: Label(label as u32), kind: kind.clone() });
    }
    nodes.push(op(RETURN));
    let mut class = class_of(body(nodes, kinds.len() as u32));
    let table = Attribute::new(&mut class.pool, Content::StackMapTable(frames)).unwrap();
    code_of(&mut class).attributes.push(table);
    let bytes = class.encode().map_err(|error| error.kind().clone())?;
    assert_eq!(ClassFile::decode(&bytes).unwrap().encode().unwrap(), bytes);
    let class = Class::parse(&bytes).unwrap();
    let code = class.methods().next().unwrap().code().unwrap().unwrap();
    let table = code.attributes.named("StackMapTable").unwrap();
    Ok(table.bytes()[2..].to_vec())
}

#[test]
fn frames_say_their_distance_in_as_few_bytes_as_they_can() {
    let same = FrameKind::Same { extended: false };
    let long = FrameKind::Same { extended: true };
    let one = |extended| FrameKind::SameLocals1 { stack: VerificationType::Integer, extended };
    // The first counts from the start, every other from behind the one before.
    assert_eq!(frames(&[(0, same.clone())]), Ok(vec![0]));
    assert_eq!(frames(&[(63, same.clone())]), Ok(vec![63]));
    assert_eq!(frames(&[(64, same.clone())]), Ok(vec![251, 0, 64]));
    assert_eq!(frames(&[(0, same.clone()), (1, same.clone())]), Ok(vec![0, 0]));
    assert_eq!(frames(&[(0, same.clone()), (64, same.clone())]), Ok(vec![0, 63]));
    assert_eq!(frames(&[(0, same.clone()), (65, same.clone())]), Ok(vec![0, 251, 0, 64]));
    assert_eq!(frames(&[(5, long.clone()), (1, long)]), Ok(vec![251, 0, 5, 251, 0, 0]));
    assert_eq!(frames(&[(63, one(false)), (65, one(false))]), Ok(vec![127, 1, 247, 0, 64, 1]));
    assert_eq!(frames(&[(1, one(true))]), Ok(vec![247, 0, 1, 1]));
    assert_eq!(frames(&[(2, FrameKind::Chop(1))]), Ok(vec![250, 0, 2]));
    assert_eq!(frames(&[(2, FrameKind::Chop(3))]), Ok(vec![248, 0, 2]));
    let append = |count| FrameKind::Append(vec![VerificationType::Top; count]);
    assert_eq!(frames(&[(2, append(1))]), Ok(vec![252, 0, 2, 0]));
    assert_eq!(frames(&[(2, append(3))]), Ok(vec![254, 0, 2, 0, 0, 0]));
    let full = FrameKind::Full { locals: vec![], stack: vec![VerificationType::Uninitialized(Label(0))] };
    assert_eq!(frames(&[(2, full)]), Ok(vec![255, 0, 2, 0, 0, 0, 1, 8, 0, 2]));
    // Two at one place, and counts that no frame has.
    assert_eq!(frames(&[(3, same.clone()), (0, same)]), Err(ErrorKind::FrameOrder(Label(1))));
    assert!(matches!(frames(&[(2, append(4))]), Err(ErrorKind::Malformed(_))));
    assert!(matches!(frames(&[(2, FrameKind::Chop(0))]), Err(ErrorKind::Malformed(_))));
}

#[test]
fn labels_stand_in_one_place() {
    assert_eq!(refused(body(vec![at(0), op(NOP), at(0), op(RETURN)], 1)), ErrorKind::LabelTwice(Label(0)));
    assert_eq!(refused(body(vec![at(4), op(RETURN)], 1)), ErrorKind::LabelMissing(Label(4)));
    let mut code = body(vec![at(0), op(RETURN)], 1);
    assert_eq!(code.fresh_label(), Label(1));
    assert_eq!(code.fresh_label(), Label(2));
}

#[test]
fn handlers_that_cover_nothing_are_refused_or_dropped() {
    let row = |start: u32, end: u32| Handler { start: Label(start), end: Label(end), handler: Label(2), catch: 0 };
    let mut code = body(vec![at(0), at(1), op(NOP), at(2), op(RETURN)], 3);
    code.handlers = vec![row(0, 2), row(0, 1), row(2, 0), row(1, 2)];
    assert_eq!(refused(code.clone()), ErrorKind::EmptyHandler(1));
    assert_eq!(code.drop_empty_handlers(), 2);
    assert_eq!(code.handlers, [row(0, 2), row(1, 2)]);
    assert_eq!(code.drop_empty_handlers(), 0);
    assert!(class_of(code).encode().is_ok());
}

#[test]
fn type_annotations_follow_the_rows_of_the_exception_table() {
    use retake_bytecode::edit::{Target, TypeAnnotation};
    let mut class = everything();
    let code = code_of(&mut class);
    let empty = Handler { start: Label(0), end: Label(0), handler: Label(1), catch: 0 };
    code.handlers.insert(0, empty);
    let annotation = |row| TypeAnnotation {
        target: Target::Catch(row),
        path: vec![],
        annotation: Annotation { type_descriptor: 1, elements: vec![] },
    };
    let table = Content::RuntimeVisibleTypeAnnotations(vec![annotation(0), annotation(1), annotation(2)]);
    code.attributes = vec![Attribute { name: 1, content: table }];
    assert_eq!(code.drop_empty_handlers(), 1);
    let expected = Content::RuntimeVisibleTypeAnnotations(vec![annotation(0), annotation(1)]);
    assert_eq!(code.attributes[0].content, expected);
}

#[test]
fn an_attribute_that_is_not_well_formed_is_kept_as_bytes() {
    let mut class = everything();
    let mut bad = Vec::new();
    for (name, bytes) in [
        ("Signature", vec![0]),
        ("SourceFile", vec![0, 1, 2]),
        ("InnerClasses", vec![0, 9]),
        ("Deprecated", vec![0]),
        ("RuntimeVisibleAnnotations", vec![0, 1, 0, 1, 0, 1, 0, 1, b'?']),
        // Arrays in arrays, deeper than anybody would.
        ("RuntimeInvisibleAnnotations", [vec![0, 1, 0, 1, 0, 1, 0, 1], [b'[', 0, 1].repeat(1000)].concat()),
        ("Code", vec![1]),
    ] {
        let name = class.pool.utf8(name).unwrap();
        bad.push(Attribute { name, content: Content::Unknown(bytes) });
    }
    // What stands behind them is understood all the same.
    let element = Element { name: 1, value: ElementValue::Class(1) };
    let good = Content::RuntimeVisibleAnnotations(vec![Annotation { type_descriptor: 1, elements: vec![element] }]);
    bad.push(Attribute::new(&mut class.pool, good).unwrap());
    class.attributes = bad.clone();
    let bytes = class.encode().unwrap();
    let again = ClassFile::decode(&bytes).unwrap();
    assert_eq!(again.attributes, bad);
    assert_eq!(again.encode().unwrap(), bytes);
}

/// A class whose one body, of eight bytes with an instruction that takes three at position 1, carries this.
fn with_code_attribute(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let nodes = vec![op(NOP), Node::Insn(Insn::Push(SIPUSH, 1)), op(POP), op(NOP), op(NOP), op(RETURN)];
    let mut class = class_of(body(nodes, 0));
    let name = class.pool.utf8(name).unwrap();
    code_of(&mut class).attributes.push(Attribute { name, content: Content::Unknown(bytes) });
    class.encode().unwrap()
}

#[test]
fn tables_of_positions_that_are_no_instructions() {
    let decoded = |name: &str, bytes: Vec<u8>| {
        let written = with_code_attribute(name, bytes);
        let mut class = ClassFile::decode(&written)?;
        assert_eq!(class.encode().unwrap(), written);
        let content = code_of(&mut class).attributes[0].content.clone();
        Ok::<_, retake_bytecode::Error>(content.name().is_some())
    };
    // Debugging information is kept as bytes,
    assert_eq!(decoded("LineNumberTable", vec![0, 1, 0, 1, 0, 7]), Ok(true));
    assert_eq!(decoded("LineNumberTable", vec![0, 1, 0, 2, 0, 7]), Ok(false));
    assert_eq!(decoded("LocalVariableTable", vec![0, 1, 0, 0, 0, 8, 0, 1, 0, 1, 0, 0]), Ok(true));
    assert_eq!(decoded("LocalVariableTable", vec![0, 1, 0, 0, 0, 9, 0, 1, 0, 1, 0, 0]), Ok(false));
    // but what the JVM acts on must be understood.
    assert_eq!(decoded("StackMapTable", vec![0, 1, 4]), Ok(true));
    for broken in [vec![0, 1, 2], vec![0, 1, 200], vec![0, 1], vec![0, 0, 0], vec![0, 1, 255]] {
        let error = decoded("StackMapTable", broken).unwrap_err();
        assert_eq!(error.method(), Some("m()V"));
        assert!(error.offset().is_some());
    }
    let mut class = ClassFile::decode(&with_code_attribute("LineNumberTable", vec![0, 1, 0, 2, 0, 7])).unwrap();
    assert_eq!(code_of(&mut class).drop_opaque_tables(), 1);
}

#[test]
fn bodies_that_are_no_bodies() {
    let good = class_of(body(vec![at(0), op(NOP), Node::Insn(Insn::Branch(GOTO, Label(0)))], 1));
    let bytes = good.encode().unwrap();
    let code = bytes.windows(4).position(|window| window == [NOP, GOTO, 0xff, 0xff]).unwrap();
    for broken in [
        [NOP, GOTO, 0, 1],      // into itself
        [NOP, GOTO, 0, 3],      // behind the end
        [NOP, GOTO, 0x80, 0],   // before the start
        [NOP, NOP, GOTO, 0],    // cut off
        [255, NOP, NOP, NOP],   // no instruction
        [WIDE, NOP, 0, 0],      // no wide form
        [TABLESWITCH, 0, 0, 0], // cut off
        [NOP, NOP, NOP, WIDE],  // cut off
    ] {
        let mut bytes = bytes.clone();
        bytes[code..code + 4].copy_from_slice(&broken);
        let error = ClassFile::decode(&bytes).unwrap_err();
        assert_eq!(error.method(), Some("m()V"), "{broken:?}");
        assert!(error.offset().is_some_and(|offset| offset >= code && offset < code + 4), "{broken:?}: {error}");
    }
}

#[test]
fn a_pool_finds_what_it_has_and_forgets_what_is_taken_back() {
    let mut pool = Pool::new();
    let method = pool.method_ref("a/B", "c", "()V").unwrap();
    let count = pool.count();
    assert_eq!(pool.method_ref("a/B", "c", "()V").unwrap(), method);
    assert_eq!(pool.class("a/B").unwrap(), 2);
    assert_eq!(pool.count(), count);
    let long = pool.long(5).unwrap();
    assert_eq!(pool.count(), long + 2);
    assert_eq!(pool.long(5).unwrap(), long);
    assert_eq!(pool.get(long + 1), None);
    assert_eq!(pool.integer(5).unwrap(), long + 2);
    assert_ne!(pool.interface_method_ref("a/B", "c", "()V").unwrap(), method);
    let found = pool.member(method).unwrap();
    assert!(found.owner == "a/B" && found.name == "c" && found.descriptor == "()V" && !found.interface);
    // In the middle of a wide entry, and back to where it began.
    let mut cut = pool.clone();
    cut.truncate(long + 1);
    assert_eq!(cut.count(), long);
    pool.truncate(count);
    assert_eq!(pool, cut);
    assert_eq!(pool.long(5).unwrap(), long);
    // Of equal entries, the first is found.
    let mut pool = Pool::new();
    let first = pool.append(Constant::Integer(1)).unwrap();
    let second = pool.append(Constant::Integer(1)).unwrap();
    assert_ne!(first, second);
    assert_eq!(pool.integer(1).unwrap(), first);
}

#[test]
fn a_pool_has_an_end() {
    let mut pool = Pool::new();
    for value in 0..65533 {
        assert_eq!(pool.integer(value).unwrap(), value as u16 + 1);
    }
    let full = pool.clone();
    assert_eq!(*pool.long(1).unwrap_err().kind(), ErrorKind::PoolFull);
    assert_eq!(pool, full);
    assert_eq!(pool.utf8("last").unwrap(), 65534);
    assert_eq!(*pool.integer(-1).unwrap_err().kind(), ErrorKind::PoolFull);
    assert_eq!(pool.integer(77).unwrap(), 78);
    assert_eq!(pool.utf8("last").unwrap(), 65534);
    assert_eq!(pool.count(), 65535);
    let text = "x".repeat(65535);
    let mut pool = Pool::new();
    assert!(pool.utf8(&text).is_ok());
    assert_eq!(*pool.utf8(&(text + "x")).unwrap_err().kind(), ErrorKind::TooMany("bytes in a text"));
}

#[test]
fn lines_are_looked_up_by_position() {
    let mut class = class_of(body(vec![at(0), op(NOP), op(NOP), at(1), op(NOP), op(RETURN)], 2));
    let rows = vec![LineNumber { at: Label(1), line: 20 }, LineNumber { at: Label(0), line: 10 }];
    let table = Attribute::new(&mut class.pool, Content::LineNumberTable(rows)).unwrap();
    code_of(&mut class).attributes.push(table);
    let bytes = class.encode().unwrap();
    let class = Class::parse(&bytes).unwrap();
    let code = class.methods().next().unwrap().code().unwrap().unwrap();
    let lines: Vec<_> = (0..4).map(|pc| code.line_at(pc)).collect();
    assert_eq!(lines, [Some(10), Some(10), Some(20), Some(20)]);
}

#[test]
fn counts_that_do_not_fit_are_refused() {
    let mut class = class_of(body(vec![op(RETURN)], 0));
    let default = Content::AnnotationDefault(ElementValue::Array(vec![ElementValue::Class(1); 65536]));
    let default = Attribute::new(&mut class.pool, default).unwrap();
    class.methods[0].attributes.push(default);
    assert_eq!(*class.encode().unwrap_err().kind(), ErrorKind::TooMany("rows"));
}
