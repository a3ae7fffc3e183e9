//! Classes that nobody should deliver: each is named, and the rest is analysed. What archives may do is tested beside
//! the code that reads them.

#![allow(clippy::unwrap_used)]

mod common;

use common::scratch;
use common::zip::{File, deflated, stored, zip};
use retake_analyze::{Request, analyze};
use retake_bytecode::edit::{Attribute, ClassFile, Code, Content, Insn, Member, Node, Pool};
use retake_bytecode::opcode::{INVOKESTATIC, LRETURN, POP, RETURN};
use retake_bytecode::{Constant, access};

/// A class with these supertypes whose `static long now()` reads the clock.
fn class(name: &str, superclass: &str, interfaces: &[&str]) -> ClassFile {
    let mut pool = Pool::new();
    let this_class = pool.class(name).unwrap();
    let super_class = pool.class(superclass).unwrap();
    let interfaces = interfaces.iter().map(|name| pool.class(name).unwrap()).collect();
    let clock = pool.method_ref("java/lang/System", "currentTimeMillis", "()J").unwrap();
    let now = vec![Insn::Pool(INVOKESTATIC, clock), Insn::Op(LRETURN)];
    let method = method(&mut pool, "now", "()J", now);
    ClassFile {
        minor: 0,
        major: 61,
        pool,
        access: access::PUBLIC | access::SUPER,
        this_class,
        super_class,
        interfaces,
        fields: vec![],
        methods: vec![method],
        attributes: vec![],
    }
}

fn method(pool: &mut Pool, name: &str, descriptor: &str, code: Vec<Insn>) -> Member {
    let nodes = code.into_iter().map(Node::Insn).collect();
    let code = Code { max_stack: 4, max_locals: 4, nodes, handlers: vec![], attributes: vec![], labels: 0 };
    let code = Attribute::new(pool, Content::Code(code)).unwrap();
    let (name, descriptor) = (pool.utf8(name).unwrap(), pool.utf8(descriptor).unwrap());
    Member { access: access::PUBLIC | access::STATIC, name, descriptor, attributes: vec![code] }
}

fn file(class: &ClassFile) -> File {
    deflated(&format!("{}.class", class.name().unwrap()), class.encode().unwrap())
}

/// Analyses these files beside a good class; says in which classes points were found, and the warnings.
#[track_caller]
fn check(name: &str, mut files: Vec<File>, points: &[&str], warnings: &[&str]) {
    files.push(file(&class("a/Good", "java/lang/Object", &[])));
    let dir = scratch(name);
    let path = dir.join("app.jar");
    std::fs::write(&path, zip(&files)).unwrap();
    let found = analyze(&Request::of(&path), &|_| {}).unwrap();
    let in_dir = format!("{}{}", dir.display(), std::path::MAIN_SEPARATOR);
    let said: Vec<String> = found.warnings.iter().map(|warning| warning.replace(&in_dir, "")).collect();
    assert_eq!(said, warnings);
    let mut classes: Vec<&str> = found.points.iter().map(|point| point.class.as_str()).collect();
    classes.dedup();
    assert_eq!(classes, points);
}

#[test]
fn a_class_that_is_none_is_left_out() {
    let plain = |content: &[u8]| stored("a/Bad.class", content);
    let table: [(&[u8], &str); 5] = [
        (b"", "class a/Bad was left out: the input ends early, at offset 0"),
        (b"hello, world", "class a/Bad was left out: a class file starts with CAFEBABE, at offset 0"),
        (b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x05", "class a/Bad was left out: the input ends early, at offset 10"),
        (
            b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x05\x02\0\0",
            "class a/Bad was left out: no pool entry has this tag, at offset 10",
        ),
        (b"\xca\xfe\xba\xbe\0\0\0\x3d\0\0", "class a/Bad was left out: the pool's count is at least 1, at offset 8"),
    ];
    for (number, (content, warning)) in table.into_iter().enumerate() {
        check(&format!("none-{number}"), vec![plain(content)], &["a/Good"], &[warning]);
    }
}

#[test]
fn a_class_in_the_wrong_place_is_left_out() {
    let misplaced = deflated("b/Elsewhere.class", class("a/Bad", "java/lang/Object", &[]).encode().unwrap());
    check("misplaced", vec![misplaced], &["a/Good"], &["class b/Elsewhere was left out: the class in it is a/Bad"]);
    // What the class file writes as two surrogates, the archive writes as one character.
    let emoji = file(&class("a/\u{1f600}", "java/lang/Object", &[]));
    check("emoji", vec![emoji], &["a/Good", "a/\u{1f600}"], &[]);
}

#[test]
fn a_body_that_cannot_be_read_is_named() {
    let mut bad = class("a/Bad", "java/lang/Object", &[]);
    let stuck = method(&mut bad.pool, "stuck", "()V", vec![Insn::Op(POP), Insn::Op(RETURN)]);
    bad.methods.push(stuck);
    let reserved = method(&mut bad.pool, "reserved", "()V", vec![Insn::Op(RETURN)]);
    bad.methods.push(reserved);
    let mut bytes = bad.encode().unwrap();
    // The body of the last method: one byte, no handlers, no attributes; then the class has none.
    let at = bytes.len() - 7;
    assert_eq!(bytes[at], RETURN);
    bytes[at] = 0xfe;
    check(
        "body",
        vec![deflated("a/Bad.class", bytes)],
        &["a/Bad", "a/Good"],
        &[
            "the body of a.Bad.stuck()V was left out: the operand stack does not fit the code",
            "the body of a.Bad.reserved()V was left out: no instruction has this opcode, at offset 231",
        ],
    );
}

#[test]
fn a_hierarchy_in_a_circle_is_cut() {
    let object = "java/lang/Object";
    let files = [
        class("a/A", "a/B", &[]),
        class("a/B", "a/A", &[]),
        class("a/Self", "a/Self", &[]),
        class("i/I", object, &["i/J"]),
        class("i/J", object, &["i/K"]),
        class("i/K", object, &["i/I", "i/K"]),
    ];
    check(
        "circle",
        files.iter().map(file).collect(),
        &["a/A", "a/B", "a/Good", "a/Self", "i/I", "i/J", "i/K"],
        &[
            "class a/B was cut from its supertype a/A, which is also its subtype",
            "class a/Self was cut from its supertype a/Self, which is also its subtype",
            "class i/K was cut from its supertype i/I, which is also its subtype",
            "class i/K was cut from its supertype i/K, which is also its subtype",
        ],
    );
}

#[test]
fn a_deep_hierarchy_is_no_circle() {
    let name = |number: usize| if number == 0 { "java/lang/Object".to_string() } else { format!("d/D{number:05}") };
    let files: Vec<File> = (1..500).map(|number| file(&class(&name(number), &name(number - 1), &[]))).collect();
    let dir = scratch("deep");
    let path = dir.join("app.jar");
    std::fs::write(&path, zip(&files)).unwrap();
    let found = analyze(&Request::of(&path), &|_| {}).unwrap();
    assert_eq!(found.warnings, Vec::<String>::new());
    assert_eq!(found.points.len(), 499);
}

#[test]
fn a_full_pool_is_read() {
    let mut full = class("a/Full", "java/lang/Object", &[]);
    let mut number = 0;
    while full.pool.count() < u16::MAX {
        full.pool.append(Constant::Integer(number)).unwrap();
        number += 1;
    }
    check("full", vec![file(&full)], &["a/Full", "a/Good"], &[]);
}

#[test]
fn every_version_is_read() {
    let mut files = Vec::new();
    let mut names = vec!["a/Good".to_string()];
    for (major, minor) in (45..=69).map(|major| (major, if major == 45 { 3 } else { 0 })).chain([(69, 0xffff)]) {
        let name = format!("v/V{major}_{minor}");
        files.push(file(&ClassFile { major, minor, ..class(&name, "java/lang/Object", &[]) }));
        names.push(name);
    }
    names.sort();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    check("versions", files, &names, &[]);
    let newer = ["n/A", "n/B"].map(|name| file(&ClassFile { major: 99, ..class(name, "java/lang/Object", &[]) }));
    let warning = "classes for a Java newer than 25: 2; they were read as if they were for it (n/A has version 99.0)";
    check("newer", newer.to_vec(), &["a/Good", "n/A", "n/B"], &[warning]);
}

#[test]
fn a_signed_jar_is_a_jar() {
    let files = ["META-INF/SIGNER.SF", "META-INF/SIGNER.RSA", "META-INF/INDEX.LIST"].map(|name| stored(name, "signed"));
    check("signed", files.to_vec(), &["a/Good"], &[]);
}

#[test]
fn a_file_of_configuration_that_is_none_is_named() {
    let broken = stored("WEB-INF/web.xml", "<web-app><servlet>");
    let warning = "app.jar: WEB-INF/web.xml was left out: it ends inside of <servlet>";
    check("xml", vec![broken], &["a/Good"], &[warning]);
}
