//! Classes made by hand that hold what compilers seldom write.

use retake_bytecode::edit::{
    Annotation, Attribute, BootstrapMethod, ClassFile, Code, Content, Element, ElementValue, Exports, Frame, FrameKind,
    Handler, InnerClass, Insn, Label, LineNumber, LocalRange, LocalVariable, Member, MethodParameter, Module,
    ModuleHash, ModuleHashes, Node, Pool, Provides, RecordComponent, Requires, Target, TypeAnnotation,
    VerificationType,
};
use retake_bytecode::opcode::*;
use retake_bytecode::{Constant, handle};

/// A body without tables.
pub(crate) fn body(nodes: Vec<Node>, labels: u32) -> Code {
    Code { max_stack: 4, max_locals: 4, nodes, handlers: vec![], attributes: vec![], labels }
}

pub(crate) fn op(op: u8) -> Node {
    Node::Insn(Insn::Op(op))
}

pub(crate) fn at(label: u32) -> Node {
    Node::Label(Label(label))
}

pub(crate) fn nops(count: usize) -> impl Iterator<Item = Node> {
    std::iter::repeat_n(op(NOP), count)
}

/// A class with one method of this body, `static void m()`.
pub(crate) fn class_of(code: Code) -> ClassFile {
    let mut pool = Pool::new();
    let this_class = pool.class("a/B").unwrap();
    let super_class = pool.class("java/lang/Object").unwrap();
    let name = pool.utf8("m").unwrap();
    let descriptor = pool.utf8("()V").unwrap();
    let code = Attribute::new(&mut pool, Content::Code(code)).unwrap();
    let method = Member { access: 9, name, descriptor, attributes: vec![code] };
    ClassFile {
        minor: 0,
        major: 61,
        pool,
        access: 0x21,
        this_class,
        super_class,
        interfaces: vec![],
        fields: vec![],
        methods: vec![method],
        attributes: vec![],
    }
}

/// The body of the one method of [`class_of`].
pub(crate) fn code_of(class: &mut ClassFile) -> &mut Code {
    class.methods[0].code_mut().unwrap()
}

/// A class with every attribute, every kind of frame, target and element, and every shape of instruction.
pub(crate) fn everything() -> ClassFile {
    let mut class = class_of(every_instruction());
    let pool = &mut class.pool;
    let text = pool.utf8("text").unwrap();
    let type_descriptor = pool.utf8("La/Type;").unwrap();
    let one = pool.integer(1).unwrap();
    let object = pool.class("java/lang/Object").unwrap();
    let method = pool.method_ref("a/Boot", "strap", "()V").unwrap();
    let handle = pool.add(Constant::MethodHandle { kind: handle::INVOKE_STATIC, reference: method }).unwrap();
    let name_and_type = pool.name_and_type("x", "()V").unwrap();
    pool.add(Constant::Dynamic { bootstrap: 0, name_and_type }).unwrap();
    pool.add(Constant::InvokeDynamic { bootstrap: 0, name_and_type }).unwrap();
    pool.add(Constant::MethodType(text)).unwrap();
    pool.add(Constant::Float(f32::NAN.to_bits() | 1)).unwrap();
    pool.add(Constant::Double(f64::NAN.to_bits() | 1)).unwrap();
    pool.long(-1).unwrap();
    pool.string("lone \0 and \u{1f600}").unwrap();
    pool.add(Constant::Utf8(retake_bytecode::Utf8::new(&[0xed, 0xa0, 0x80]))).unwrap();
    let module = pool.add(Constant::Module(text)).unwrap();
    let package = pool.add(Constant::Package(text)).unwrap();

    let values = [
        ElementValue::Const(b'I', one),
        ElementValue::Const(b's', text),
        ElementValue::Class(type_descriptor),
        ElementValue::Enum { type_descriptor, constant: text },
        ElementValue::Annotation(Annotation { type_descriptor, elements: vec![] }),
    ];
    let array = ElementValue::Array(values.to_vec());
    let elements = values.iter().cloned().chain([array.clone()]).map(|value| Element { name: text, value });
    let annotation = Annotation { type_descriptor, elements: elements.collect() };
    let typed = |target| TypeAnnotation { target, path: vec![(0, 0), (3, 1)], annotation: annotation.clone() };
    let declared = [
        Target::TypeParameter { kind: 0, index: 1 },
        Target::Supertype(65535),
        Target::TypeParameterBound { kind: 0x11, parameter: 1, bound: 2 },
        Target::Whole(0x13),
        Target::FormalParameter(3),
        Target::Throws(4),
    ];
    let (start, end) = (Label(0), Label(1));
    let in_code = [
        Target::LocalVariable { kind: 0x40, ranges: vec![LocalRange { start, end, index: 2 }] },
        Target::Catch(0),
        Target::Offset { kind: 0x44, at: start },
        Target::TypeArgument { kind: 0x47, at: start, argument: 1 },
    ];
    let mut make = |contents: Vec<Content>| -> Vec<Attribute> {
        contents.into_iter().map(|content| Attribute::new(&mut class.pool, content).unwrap()).collect()
    };
    let local = LocalVariable { start, end, name: text, descriptor: type_descriptor, index: 1 };
    let of_code = make(vec![
        Content::LineNumberTable(vec![LineNumber { at: end, line: 7 }, LineNumber { at: start, line: 6 }]),
        Content::LocalVariableTable(vec![local]),
        Content::LocalVariableTypeTable(vec![local]),
        Content::StackMapTable(every_frame(object)),
        Content::RuntimeVisibleTypeAnnotations(in_code.iter().cloned().map(typed).collect()),
        Content::RuntimeInvisibleTypeAnnotations(in_code.into_iter().map(typed).collect()),
    ]);
    let of_component = make(vec![Content::Signature(text)]);
    let of_field = make(vec![Content::ConstantValue(one), Content::Synthetic, Content::Deprecated]);
    let of_method = make(vec![
        Content::Exceptions(vec![object]),
        Content::MethodParameters(vec![MethodParameter { name: 0, access: 16 }]),
        Content::RuntimeVisibleParameterAnnotations(vec![vec![annotation.clone()], vec![]]),
        Content::RuntimeInvisibleParameterAnnotations(vec![vec![], vec![annotation.clone()]]),
        Content::AnnotationDefault(array),
    ]);
    let exports = Exports { package, flags: 0, to: vec![module] };
    let of_class = make(vec![
        Content::SourceFile(text),
        Content::SourceDebugExtension(b"SMAP".to_vec()),
        Content::InnerClasses(vec![InnerClass { inner: object, outer: 0, name: text, access: 1 }]),
        Content::EnclosingMethod((object, 0)),
        Content::BootstrapMethods(vec![BootstrapMethod { handle, arguments: vec![one, text] }]),
        Content::RuntimeVisibleAnnotations(vec![annotation.clone()]),
        Content::RuntimeInvisibleAnnotations(vec![annotation.clone()]),
        Content::RuntimeVisibleTypeAnnotations(declared.into_iter().map(typed).collect()),
        Content::Module(Box::new(Module {
            name: module,
            flags: 0,
            version: text,
            requires: vec![Requires { module, flags: 0x8000, version: 0 }],
            exports: vec![exports.clone()],
            opens: vec![exports],
            uses: vec![object],
            provides: vec![Provides { service: object, with: vec![object] }],
        })),
        Content::ModulePackages(vec![package]),
        Content::ModuleMainClass(object),
        Content::ModuleTarget(text),
        Content::ModuleHashes(ModuleHashes { algorithm: text, hashes: vec![ModuleHash { module, hash: vec![1, 2] }] }),
        Content::ModuleResolution(1),
        Content::NestHost(object),
        Content::NestMembers(vec![object]),
        Content::Record(vec![RecordComponent { name: text, descriptor: type_descriptor, attributes: of_component }]),
        Content::PermittedSubclasses(vec![object]),
    ]);
    let unknown = class.pool.utf8("NobodyKnows").unwrap();
    let unknown = Attribute { name: unknown, content: Content::Unknown(vec![1, 2, 3]) };
    let code = code_of(&mut class);
    code.handlers.push(Handler { start, end, handler: end, catch: object });
    code.handlers.push(Handler { start, end, handler: end, catch: 0 });
    code.attributes = of_code;
    code.attributes.push(unknown.clone());
    class.methods[0].attributes.extend(of_method);
    class.fields.push(Member { access: 8, name: text, descriptor: type_descriptor, attributes: of_field });
    class.interfaces.push(object);
    class.attributes = of_class;
    class.attributes.push(unknown);
    class
}

/// Labels: 0 is the start, 1 the last instruction, 2 to 7 stand 65 bytes from each other.
fn every_instruction() -> Code {
    let mut nodes = vec![at(0)];
    let insns = [
        Insn::Push(BIPUSH, -128),
        Insn::Push(SIPUSH, -32768),
        Insn::Ldc(LDC, 255),
        Insn::Ldc(LDC_W, 256),
        Insn::Ldc(LDC2_W, 1),
        Insn::Local { op: ILOAD, index: 255, wide: false },
        Insn::Local { op: ASTORE, index: 256, wide: true },
        Insn::Local { op: RET, index: 1, wide: true },
        Insn::Iinc { index: 255, delta: -128, wide: false },
        Insn::Iinc { index: 1, delta: 1, wide: true },
        Insn::Branch(IFEQ, Label(1)),
        Insn::Branch(GOTO, Label(0)),
        Insn::Branch(GOTO_W, Label(2)),
        Insn::TableSwitch { default: Label(1), low: -1, targets: vec![Label(0), Label(2)] },
        Insn::LookupSwitch { default: Label(1), pairs: vec![(i32::MIN, Label(0)), (i32::MAX, Label(3))] },
        Insn::TableSwitch { default: Label(1), low: 5, targets: vec![] },
        Insn::LookupSwitch { default: Label(1), pairs: vec![] },
        Insn::Pool(GETFIELD, 1),
        Insn::Pool(NEW, 2),
        Insn::InvokeInterface(3, 4),
        Insn::InvokeDynamic(5),
        Insn::NewArray(10),
        Insn::MultiANewArray(6, 2),
        Insn::Op(ATHROW),
    ];
    nodes.extend(insns.into_iter().map(Node::Insn));
    for label in 2..8 {
        nodes.push(at(label));
        nodes.extend(nops(65));
    }
    nodes.extend([at(1), op(RETURN)]);
    body(nodes, 8)
}

fn every_frame(object: u16) -> Vec<Frame> {
    use VerificationType::*;
    let kinds = [
        FrameKind::Same { extended: true },
        FrameKind::SameLocals1 { stack: Object(object), extended: false },
        FrameKind::Chop(3),
        FrameKind::Append(vec![Integer, Float, Long]),
        FrameKind::Full {
            locals: vec![Top, Double, Null, UninitializedThis, Uninitialized(Label(0))],
            stack: vec![Object(object)],
        },
        FrameKind::SameLocals1 { stack: Integer, extended: true },
        FrameKind::Same { extended: false },
    ];
    [0, 2, 3, 4, 5, 6, 7].into_iter().zip(kinds).map(|(label, kind)| Frame { at: Label(label), kind }).collect()
}
