//! External dependencies: the types that stand for a connection, and the places where one is asked.

use retake_bytecode::opcode::{INVOKEDYNAMIC, INVOKEINTERFACE};
use retake_bytecode::read::{self, Insn};
use retake_bytecode::{Constant, access};
use retake_model::points::{HandleType, Kind, Place, Point, Step};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::entries::is_made;
use crate::program::{ClassId, Program};
use crate::rules::{At, External, Pattern, Rules};

/// The handle types, most specific first, each with the classes that implement it. A class that implements several is
/// listed under the first.
pub(crate) fn handles(program: &Program<'_>, rules: &Rules) -> Vec<HandleType> {
    let mut taken: FxHashSet<ClassId> = FxHashSet::default();
    let mut found = Vec::new();
    for rule in rules.files.iter().flat_map(|(_, file)| &file.handle) {
        let mut implementers: Vec<String> = rule.implementers.clone();
        if let Some(root) = program.class_named(&rule.class) {
            for class in program.subtypes_of(root) {
                let it = program.class(class);
                if it.read && !it.is_interface() && taken.insert(class) {
                    implementers.push(program.class_name(class).to_string());
                }
            }
        }
        implementers.sort();
        found.push(HandleType { name: rule.class.clone(), implementers });
    }
    found
}

/// The external points in library classes, and at the bodies of all classes. Those at calls in the application are
/// found with its flow.
pub(crate) fn points(program: &Program<'_>, rules: &Rules) -> Vec<Point> {
    let mut points = Vec::new();
    for (name, file) in &rules.files {
        for rule in &file.external {
            match rule.at {
                At::Body => bodies(program, name, rule, &mut points),
                At::Call if rule.libraries => library_calls(program, name, rule, &mut points),
                At::Call | At::Nowhere => {}
            }
        }
    }
    points
}

fn bodies(program: &Program<'_>, file: &str, rule: &External, points: &mut Vec<Point>) {
    let Some(root) = program.class_named(&rule.class) else { return };
    let patterns: Vec<Pattern> = rule.methods.iter().map(|text| Pattern::new(text)).collect();
    let files: FxHashMap<ClassId, &read::Class<'_>> = program
        .libraries
        .iter()
        .map(|(class, file)| (*class, file))
        .chain(program.application.iter().map(|application| (application.class, &application.file)))
        .collect();
    for class in program.subtypes_of(root) {
        let Some(found) = files.get(&class) else { continue };
        for method in found.methods() {
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let (name, descriptor) = (name.to_str(), descriptor.to_str());
            let bodiless = method.access() & (access::ABSTRACT | access::STATIC | access::NATIVE) != 0;
            if bodiless || is_made(method.access()) || !patterns.iter().any(|p| p.matches(&name, &descriptor)) {
                continue;
            }
            let line = method.code().ok().flatten().and_then(|code| code.line_at(0)).map(u32::from);
            let what = format!("implements {}.{name}, which reaches outside the process", rule.class.replace('/', "."));
            points.push(point(
                file,
                format!("{}.{name}{descriptor}", rule.class.replace('/', ".")),
                (program.class_name(class), &name, &descriptor),
                line,
                Place::Body,
                what,
            ));
        }
    }
}

fn library_calls(program: &Program<'_>, file: &str, rule: &External, points: &mut Vec<Point>) {
    let patterns: Vec<Pattern> = rule.methods.iter().map(|text| Pattern::new(text)).collect();
    for (class, found) in &program.libraries {
        // Most classes do not name it at all.
        let pool = found.pool();
        let named = |constant: Constant<'_>| match constant {
            Constant::Class(name) => pool.utf8(name).is_ok_and(|text| text.bytes() == rule.class.as_bytes()),
            _ => false,
        };
        if !pool.iter().any(|(_, constant)| named(constant)) {
            continue;
        }
        for method in found.methods() {
            let Ok(Some(code)) = method.code() else { continue };
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let mut seen: FxHashMap<(String, String), u16> = FxHashMap::default();
            for (pc, instruction) in code.instructions().map_while(Result::ok) {
                let Insn::Invoke { op, index } = instruction else { continue };
                debug_assert!(op <= INVOKEINTERFACE && op != INVOKEDYNAMIC);
                let Ok(member) = pool.member_ref(index) else { continue };
                if member.owner.bytes() != rule.class.as_bytes() {
                    continue;
                }
                let target = (member.name.to_str().into_owned(), member.descriptor.to_str().into_owned());
                if !patterns.iter().any(|pattern| pattern.matches(&target.0, &target.1)) {
                    continue;
                }
                let count = seen.entry(target.clone()).or_default();
                let place = Place::Call {
                    owner: rule.class.clone(),
                    name: target.0.clone(),
                    descriptor: target.1.clone(),
                    nth: *count,
                };
                *count += 1;
                let dependency = format!("{}.{}{}", rule.class.replace('/', "."), target.0, target.1);
                let what =
                    format!("calls {}.{}, which reaches outside the process", rule.class.replace('/', "."), target.0);
                let line = code.line_at(pc).map(u32::from);
                let holder = (program.class_name(*class), &*name.to_str(), &*descriptor.to_str());
                points.push(point(file, dependency, holder, line, place, what));
            }
        }
    }
}

fn point(
    file: &str,
    dependency: String,
    (class, method, descriptor): (&str, &str, &str),
    line: Option<u32>,
    place: Place,
    what: String,
) -> Point {
    Point {
        id: 0,
        kind: Kind::External,
        dependency,
        class: class.to_string(),
        method: method.to_string(),
        descriptor: descriptor.to_string(),
        line,
        place,
        rule: file.to_string(),
        why: vec![Step { class: class.to_string(), method: method.to_string(), line, what }],
    }
}
