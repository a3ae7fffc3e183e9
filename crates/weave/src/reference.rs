//! A method reference becomes a lambda that makes its call.
//!
//! `repository::save` names the method it calls in a constant, so no instruction of the class makes the call, and there
//! is none to put a hook around. Before anything else is woven such a reference is written out the way a compiler writes
//! `order -> repository.save(order)`: the constant names a new private static method, and that one calls. What the
//! reference took along comes first among its parameters, then what it is called with. The interface's method is still
//! what it was; how its values are fitted to the parameters is `LambdaMetafactory`'s business before and after.
//!
//! ```text
//!     static R lambda$retake$0(Taken taken, A a, B b)
//!         taken; checkcast                as the call names it, unless it has that type already
//!         a; b
//!         invoke                          here the hook goes
//!         return
//! ```

use std::borrow::Cow;
use std::collections::HashSet;

use retake_bytecode::edit::{
    Attribute, BootstrapMethod, ClassFile, Code, Content, Insn, LineNumber, Member, Node, Pool,
};
use retake_bytecode::{Constant, Utf8, access, encode_utf8, handle, opcode as op};

use crate::draft::Misfit;
use crate::emit::add_class;
use crate::flow::instructions;
use crate::plan::{Hook, Place};
use crate::site::Reason;
use crate::types::{Name, Names, Signature, Value};

/// How the new methods are called, but for their number.
const PREFIX: &str = "lambda$retake$";

const FACTORY: &[u8] = b"java/lang/invoke/LambdaMetafactory";

/// Among the arguments of the factory, what is called, and, of the longer form, what is wanted besides.
const CALLED: usize = 1;
const FLAGS: usize = 3;

/// The flag for what can be stored and read again.
const SERIALIZABLE: i32 = 1;

/// Writes out the references that hooks name. Gives for each hook of the plan where it goes then, or why it goes nowhere.
pub(crate) fn write_out<'p>(file: &mut ClassFile, hooks: &'p [Hook]) -> Vec<Result<Cow<'p, Hook>, Reason>> {
    // Each place is looked for in the class as it was: what is replaced names another method.
    let places: Vec<Option<Result<Found, Reason>>> = hooks.iter().map(|hook| find(file, hook)).collect();
    let mut taken = HashSet::new();
    let mut number = 0;
    let move_one = |(hook, found): (&'p Hook, Option<Result<Found, Reason>>)| {
        let Some(found) = found else { return Ok(Cow::Borrowed(hook)) };
        let found = found?;
        if !taken.insert((found.method, found.index)) {
            return Err("another hook has the same place".into());
        }
        let count = file.pool.count();
        match replace(file, &found, &mut number) {
            Ok((method, descriptor)) => {
                Ok(Cow::Owned(Hook { id: hook.id, method, descriptor, place: place(&hook.place) }))
            }
            Err(misfit) => {
                file.pool.truncate(count);
                Err(misfit.0)
            }
        }
    };
    hooks.iter().zip(places).map(move_one).collect()
}

/// The one place in the new method.
fn place(reference: &Place) -> Place {
    match reference.clone() {
        Place::Reference { owner, name, descriptor, .. } if name == "<init>" => {
            Place::Construct { owner, descriptor, nth: 0 }
        }
        Place::Reference { owner, name, descriptor, .. } => Place::Call { owner, name, descriptor, nth: 0 },
        other => other,
    }
}

/// A reference that was found.
struct Found {
    /// Which method of the class it is in.
    method: usize,
    /// Where in the list of that method its instruction is.
    index: usize,
    /// The source line, if the class tells.
    line: Option<u16>,
    call: Called,
}

/// What a call site of the factory makes.
struct Called {
    /// The pool index of the call site's name and type.
    name_and_type: u16,
    /// The row of `BootstrapMethods`.
    row: BootstrapMethod,
    /// The kind of the handle, and the pool index of the method it names.
    kind: u8,
    reference: u16,
}

/// Looks for the place of a hook, if that is a reference.
fn find(file: &ClassFile, hook: &Hook) -> Option<Result<Found, Reason>> {
    let Place::Reference { owner, name, descriptor, nth } = &hook.place else { return None };
    let wanted = [owner, name, descriptor].map(|text| encode_utf8(text));
    let address = [encode_utf8(&hook.method), encode_utf8(&hook.descriptor)];
    let is_text = |index: u16, text: &[u8]| file.pool.text(index).is_ok_and(|found| found.bytes() == text);
    let method = file
        .methods
        .iter()
        .position(|method| is_text(method.name, &address[0]) && is_text(method.descriptor, &address[1]));
    let Some(method) = method else { return Some(Err("the class has no such method".into())) };
    let Some(code) = file.methods[method].code() else {
        return Some(Err("the method is native or abstract, so it has no body".into()));
    };
    let mut seen = 0;
    for (index, insn) in instructions(&code.nodes) {
        let Insn::InvokeDynamic(constant) = *insn else { continue };
        let Some(call) = called(file, constant) else { continue };
        let same = file.pool.member(call.reference).is_ok_and(|member| {
            [member.owner, member.name, member.descriptor].iter().zip(&wanted).all(|(a, b)| a.bytes() == &**b)
        });
        if !same {
            continue;
        }
        if seen == usize::from(*nth) {
            return Some(Ok(Found { method, index, line: line(code, index), call }));
        }
        seen += 1;
    }
    Some(Err(match seen {
        0 => format!("no reference to {owner}.{name}{descriptor}").into(),
        _ => format!("number {nth} is asked for, the method has {seen}").into(),
    }))
}

/// What a call site calls, if the factory for lambdas makes it.
fn called(file: &ClassFile, constant: u16) -> Option<Called> {
    let Some(Constant::InvokeDynamic { bootstrap, name_and_type }) = file.pool.get(constant) else { return None };
    let row = bootstraps(&file.attributes)?.get(usize::from(bootstrap))?.clone();
    let Some(Constant::MethodHandle { reference: factory, .. }) = file.pool.get(row.handle) else { return None };
    if file.pool.member(factory).ok()?.owner.bytes() != FACTORY {
        return None;
    }
    match file.pool.get(*row.arguments.get(CALLED)?) {
        Some(Constant::MethodHandle { kind, reference }) => Some(Called { name_and_type, row, kind, reference }),
        _ => None,
    }
}

fn bootstraps(attributes: &[Attribute]) -> Option<&Vec<BootstrapMethod>> {
    attributes.iter().find_map(|attribute| match &attribute.content {
        Content::BootstrapMethods(rows) => Some(rows),
        _ => None,
    })
}

/// The source line of an instruction.
fn line(code: &Code, index: usize) -> Option<u16> {
    let tables = code.attributes.iter().filter_map(|attribute| match &attribute.content {
        Content::LineNumberTable(lines) => Some(lines),
        _ => None,
    });
    let lines: Vec<&LineNumber> = tables.flatten().collect();
    code.nodes[..index].iter().rev().find_map(|node| match node {
        Node::Label(label) => lines.iter().find(|line| line.at == *label).map(|line| line.line),
        Node::Insn(_) => None,
    })
}

/// Makes the method and lets the call site call it. Gives its name and descriptor.
fn replace(file: &mut ClassFile, found: &Found, number: &mut u32) -> Result<(String, String), Misfit> {
    let Called { name_and_type, row, kind, reference } = &found.call;
    if let Some(&flags) = row.arguments.get(FLAGS)
        && matches!(file.pool.get(flags), Some(Constant::Integer(flags)) if flags & SERIALIZABLE != 0)
    {
        return refuse("the reference is serializable, and what is stored of it names the method it calls");
    }
    let mut names = Names::new();
    let shape = Shape::of(file, *kind, *reference, *name_and_type, &mut names)?;
    let this = names.intern(file.name()?.bytes());
    let code = shape.code(&mut file.pool, *kind, *reference, found.line, this, &mut names)?;
    let name = loop {
        let name = format!("{PREFIX}{number}");
        *number += 1;
        let is_taken = |method: &Member| file.pool.text(method.name).is_ok_and(|text| text.bytes() == name.as_bytes());
        if !file.methods.iter().any(is_taken) {
            break name;
        }
    };
    let constant = link(file, found, &name, &shape.descriptor)?;
    let body = Attribute::new(&mut file.pool, Content::Code(code))?;
    let method = Member {
        access: access::PRIVATE | access::STATIC | access::SYNTHETIC,
        name: file.pool.utf8(&name)?,
        descriptor: file.pool.add(Constant::Utf8(Utf8::new(&shape.descriptor)))?,
        attributes: vec![body],
    };
    let descriptor = Utf8::new(&shape.descriptor).to_str().into_owned();
    let rows = file.attributes.iter_mut().find_map(|attribute| match &mut attribute.content {
        Content::BootstrapMethods(rows) => Some(rows),
        _ => None,
    });
    if let (Some(rows), Some(code)) = (rows, file.methods[found.method].code_mut()) {
        rows.push(constant.row);
        code.nodes[found.index] = Node::Insn(Insn::InvokeDynamic(constant.site));
    }
    file.methods.push(method);
    Ok((name, descriptor))
}

/// A call site of its own for a reference.
struct Linked {
    row: BootstrapMethod,
    site: u16,
}

/// The constants for a call site that calls the new method, in all else the same as it was.
fn link(file: &mut ClassFile, found: &Found, name: &str, descriptor: &[u8]) -> Result<Linked, Misfit> {
    let rows = bootstraps(&file.attributes).map_or(0, Vec::len);
    let Some(bootstrap) = u16::try_from(rows).ok().filter(|&row| row < u16::MAX) else {
        return refuse("the class has no room for more call sites");
    };
    if file.methods.len() >= usize::from(u16::MAX) {
        return refuse("the class has no room for more methods");
    }
    let pool = &mut file.pool;
    let name = pool.utf8(name)?;
    let descriptor = pool.add(Constant::Utf8(Utf8::new(descriptor)))?;
    let name_and_type = pool.add(Constant::NameAndType { name, descriptor })?;
    let class = file.this_class;
    let reference = pool.add(match file.access & access::INTERFACE != 0 {
        true => Constant::InterfaceMethodRef { class, name_and_type },
        false => Constant::MethodRef { class, name_and_type },
    })?;
    let mut row = found.call.row.clone();
    row.arguments[CALLED] = pool.add(Constant::MethodHandle { kind: handle::INVOKE_STATIC, reference })?;
    let site = pool.add(Constant::InvokeDynamic { bootstrap, name_and_type: found.call.name_and_type })?;
    Ok(Linked { row, site })
}

/// What the new method takes and gives.
struct Shape {
    descriptor: Vec<u8>,
    /// What it takes, and as what the call takes that.
    parameters: Vec<(Value, Value)>,
    result: Option<Value>,
}

impl Shape {
    fn of(file: &ClassFile, kind: u8, reference: u16, site: u16, names: &mut Names) -> Result<Self, Misfit> {
        let member = file.pool.member(reference)?;
        let (_, made) = file.pool.name_and_type_at(site)?;
        let (Some(made), Some(Signature { parameters, result })) =
            (names.signature(made.bytes()), names.signature(member.descriptor.bytes()))
        else {
            return refuse("a descriptor of the reference is malformed");
        };
        let taken = made.parameters;
        if (member.name.bytes() == b"<init>") != (kind == handle::NEW_INVOKE_SPECIAL) {
            return refuse("the reference takes a method for a constructor, or a constructor for a method");
        }
        let owner = Value::Ref(names.intern(member.owner.bytes()));
        let (object, result) = match kind {
            handle::INVOKE_STATIC => (None, result),
            handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE => (Some(owner), result),
            handle::NEW_INVOKE_SPECIAL => (None, Some(owner)),
            _ => return refuse("the reference calls a method without asking the object"),
        };
        let called: Vec<Value> = object.into_iter().chain(parameters).collect();
        // What is taken along has to have the very type that the call site says.
        let takes = |(nth, &value): (usize, &Value)| (taken.get(nth).copied().unwrap_or(value), value);
        let parameters: Vec<(Value, Value)> = called.iter().enumerate().map(takes).collect();
        let fits = |(a, b): &(Value, Value)| a == b || matches!((a, b), (Value::Ref(_), Value::Ref(_)));
        if taken.len() > parameters.len() || !parameters.iter().all(fits) {
            return refuse("what the reference takes along is not what it calls with");
        }
        if parameters.iter().map(|(value, _)| value.kind().slots()).sum::<u16>() > 255 {
            return refuse("the call takes too many values");
        }
        let mut descriptor = vec![b'('];
        parameters.iter().for_each(|(value, _)| spell(*value, names, &mut descriptor));
        descriptor.push(b')');
        match result {
            Some(value) => spell(value, names, &mut descriptor),
            None => descriptor.push(b'V'),
        }
        Ok(Shape { descriptor, parameters, result })
    }

    fn code(
        &self,
        pool: &mut Pool,
        kind: u8,
        reference: u16,
        line: Option<u16>,
        this: Name,
        names: &mut Names,
    ) -> Result<Code, Misfit> {
        let mut nodes = Vec::new();
        let constructs = kind == handle::NEW_INVOKE_SPECIAL;
        if constructs {
            let Some(Constant::MethodRef { class, .. }) = pool.get(reference) else {
                return refuse("a constructor is expected");
            };
            nodes.extend([Insn::Pool(op::NEW, class), Insn::Op(op::DUP)]);
        }
        let mut slots = 0;
        for &(takes, called) in &self.parameters {
            nodes.push(takes.kind().load(slots));
            slots += takes.kind().slots();
            // Of its own objects a class may call what others may not, if it knows them as its own.
            if let (Value::Ref(takes), Value::Ref(called)) = (takes, called)
                && takes != called
                && takes != this
            {
                nodes.push(Insn::Pool(op::CHECKCAST, add_class(pool, &names.text(called))?));
            }
        }
        nodes.push(match kind {
            handle::INVOKE_INTERFACE => Insn::InvokeInterface(reference, slots as u8),
            handle::INVOKE_VIRTUAL => Insn::Pool(op::INVOKEVIRTUAL, reference),
            handle::NEW_INVOKE_SPECIAL => Insn::Pool(op::INVOKESPECIAL, reference),
            _ => Insn::Pool(op::INVOKESTATIC, reference),
        });
        nodes.push(Insn::Op(self.result.map_or(op::RETURN, |value| value.kind().return_op())));
        let given = self.result.map_or(0, |value| value.kind().slots());
        let mut code = Code {
            max_stack: given.max(slots + if constructs { 2 } else { 0 }),
            max_locals: slots,
            nodes: nodes.into_iter().map(Node::Insn).collect(),
            handlers: Vec::new(),
            attributes: Vec::new(),
            labels: 0,
        };
        if let Some(line) = line {
            let at = code.fresh_label();
            code.nodes.insert(0, Node::Label(at));
            code.attributes.push(Attribute::new(pool, Content::LineNumberTable(vec![LineNumber { at, line }]))?);
        }
        Ok(code)
    }
}

fn refuse<T>(reason: &'static str) -> Result<T, Misfit> {
    Err(Misfit(reason.into()))
}

/// Writes a type as descriptors do.
fn spell(value: Value, names: &Names, to: &mut Vec<u8>) {
    let letter = match value {
        Value::Boolean => b'Z',
        Value::Byte => b'B',
        Value::Char => b'C',
        Value::Short => b'S',
        Value::Int => b'I',
        Value::Long => b'J',
        Value::Float => b'F',
        Value::Double => b'D',
        Value::Ref(name) => {
            let text = names.text(name);
            match text.first() {
                Some(b'[') => to.extend_from_slice(&text),
                _ => to.extend([b"L", &*text, b";"].concat()),
            }
            return;
        }
    };
    to.push(letter);
}
