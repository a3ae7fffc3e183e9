//! All of `java.base`, woven and verified by the JVM it belongs to.
//!
//! The woven classes replace the JVM's own (`--patch-module`), so what is verified is the very class in its own
//! place, and the JVM that does it runs on woven classes from its first instruction.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{Jdk, VERIFY_ALL, java, jdks, scratch};
use retake_bytecode::edit::{ClassFile, FrameKind, Insn, Node, VerificationType};
use retake_bytecode::jimage::Image;
use retake_bytecode::opcode as op;
use retake_weave::{ClassPlan, Hook, Place, Skipped, weave};

/// The classes of `java.base` by name, in order.
fn java_base(jdk: &Jdk) -> BTreeMap<String, Vec<u8>> {
    let modules = fs::read(jdk.home.join("lib/modules")).unwrap();
    let image = Image::parse(&modules).unwrap();
    (image.resources().map(Result::unwrap))
        .filter(|resource| resource.module == "java.base" && resource.is_class() && resource.base != "module-info")
        .map(|resource| (resource.path().trim_end_matches(".class").to_string(), resource.bytes.to_vec()))
        .collect()
}

/// Collects hooks for a class; numbers begin so high that every way to push one is used.
struct Planner {
    plan: ClassPlan,
    next: u32,
}

impl Planner {
    fn add(&mut self, method: &str, descriptor: &str, place: Place) {
        self.plan.hooks.push(Hook { id: self.next, method: method.into(), descriptor: descriptor.into(), place });
        self.next += 1;
    }
}

/// Which places of a class are hooked.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Bodies,
    Everything,
}

fn plan(class: &[u8], what: What, first: u32) -> ClassPlan {
    let file = ClassFile::decode(class).unwrap();
    let mut planner = Planner { plan: ClassPlan::default(), next: first };
    for method in &file.methods {
        let Some(code) = method.code() else { continue };
        let name = file.pool.text(method.name).unwrap().to_str();
        let descriptor = file.pool.text(method.descriptor).unwrap().to_str();
        planner.add(&name, &descriptor, Place::Body);
        if what == What::Bodies {
            continue;
        }
        let mut seen: BTreeMap<(u8, String, String, String), u16> = BTreeMap::new();
        for node in &code.nodes {
            let Node::Insn(insn) = node else { continue };
            let (kind, constant) = match insn {
                Insn::Op(op::IALOAD..=op::SALOAD) => (b'l', 0),
                Insn::Pool(op::GETSTATIC | op::GETFIELD, constant) => (b'r', *constant),
                Insn::Pool(op::INVOKEVIRTUAL..=op::INVOKESTATIC, constant) | Insn::InvokeInterface(constant, _) => {
                    (b'c', *constant)
                }
                _ => continue,
            };
            let target = match kind {
                b'l' => Default::default(),
                _ => {
                    let member = file.pool.member(constant).unwrap();
                    let text = |text: retake_bytecode::Utf8<'_>| text.to_str().into_owned();
                    (text(member.owner), text(member.name), text(member.descriptor))
                }
            };
            let (owner, member, signature) = target;
            let count = seen.entry((kind, owner.clone(), member.clone(), signature.clone())).or_default();
            let nth = *count;
            *count += 1;
            let place = match kind {
                b'l' => Place::Load { nth },
                b'r' => Place::Read { owner, name: member, descriptor: signature, nth },
                _ if member == "<init>" => Place::Construct { owner, descriptor: signature, nth },
                _ => Place::Call { owner, name: member, descriptor: signature, nth },
            };
            planner.add(&name, &descriptor, place);
        }
    }
    planner.plan
}

/// What became of the hooks.
#[derive(Default, Debug)]
struct Tally {
    hooks: usize,
    before: usize,
    after: usize,
    /// How many hooks were left out, by reason; numbers in reasons are not told apart.
    skipped: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, plan: &ClassPlan, skipped: &[Skipped]) {
        self.hooks += plan.hooks.len();
        for skipped in skipped {
            let reason = skipped.reason.split(|c: char| c.is_ascii_digit()).collect::<String>();
            let reason = if reason.starts_with("no construction of") { "no construction".into() } else { reason };
            *self.skipped.entry(reason).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Tally) {
        self.hooks += other.hooks;
        self.before += other.before;
        self.after += other.after;
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
    }
}

/// Weaves classes into a directory, on two threads.
fn weave_into(directory: &Path, classes: &BTreeMap<String, Vec<u8>>, what: What) -> Tally {
    let all: Vec<(&String, &Vec<u8>)> = classes.iter().collect();
    let halves = all.split_at(all.len() / 2);
    let work = |half: &[(&String, &Vec<u8>)]| {
        let mut tally = Tally::default();
        for (index, (name, bytes)) in half.iter().enumerate() {
            let plan = plan(bytes, what, [0, 100, 32_700, 2_000_000_000][index % 4]);
            let woven = weave(bytes, &plan).unwrap_or_else(|error| panic!("{name}: {error}"));
            tally.add(&plan, &woven.skipped);
            tally.before += bytes.len();
            tally.after += woven.bytes.len();
            write_class(directory, name, &woven.bytes);
        }
        tally
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| work(halves.0));
        let mut tally = work(halves.1);
        tally.merge(first.join().unwrap());
        tally
    })
}

fn write_class(directory: &Path, name: &str, bytes: &[u8]) {
    let path = directory.join(format!("{name}.class"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Links the classes on a JVM whose `java.base` is patched with a directory.
fn link<'a>(jdk: &Jdk, dir: &Path, patch: &Path, names: impl Iterator<Item = &'a String>, flags: &[&str]) -> String {
    let driver = dir.join("driver");
    if !driver.exists() {
        jdk.javac(&[], &[java("driver").join("Link.java")], &driver);
    }
    let list = dir.join("names");
    fs::write(&list, names.cloned().collect::<Vec<_>>().join("\n")).unwrap();
    let patch = format!("--patch-module=java.base={}", patch.display());
    let (driver, list) = (driver.display().to_string(), list.display().to_string());
    let (success, output) = jdk.java(flags.iter().copied().chain([patch.as_str(), "-cp", &driver, "Link", &list]));
    assert!(success, "{}: {output}", jdk.version);
    output
}

fn check(what: What, label: &str) {
    for jdk in jdks() {
        let dir = scratch(&format!("{label}-{}", jdk.version));
        let patch = dir.join("patch");
        let classes = java_base(&jdk);
        let tally = weave_into(&patch, &classes, what);
        jdk.runtime("empty", &patch);
        let output = link(&jdk, &dir, &patch, classes.keys(), &VERIFY_ALL);
        let growth = tally.after as f64 / tally.before as f64;
        println!("{} {label}: {} hooks, {growth:.2} times the size, {}", jdk.version, tally.hooks, output.trim_end());
        for (reason, count) in &tally.skipped {
            println!("    {count} skipped: {reason}");
        }
        let expected = format!("linked {}, rejected 0, failed 0", classes.len());
        assert_eq!(output.lines().last(), Some(expected.as_str()), "{}: {output}", jdk.version);
        fs::remove_dir_all(dir).unwrap();
    }
}

#[test]
fn all_bodies_of_java_base_verify() {
    check(What::Bodies, "bodies");
}

#[test]
fn all_places_of_java_base_verify() {
    check(What::Everything, "everything");
}
