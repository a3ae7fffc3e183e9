//! Methods and classes without room: what is left out, and that the rest is woven all the same.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::text::class;
use retake_bytecode::Constant;
use retake_bytecode::access::{NATIVE, STATIC};
use retake_bytecode::edit::{Attribute, BootstrapMethod, ClassFile, Content, Insn, Node};
use retake_bytecode::opcode::POP;
use retake_weave::{ClassPlan, Error, Hook, Place, weave};

const BODY: u32 = 1;

fn hook(id: u32, place: Place) -> Hook {
    Hook { id, method: "m".into(), descriptor: "(I)V".into(), place }
}

/// A hook around the body, and around each of the calls of `t/T.f`.
fn plan(calls: u16) -> ClassPlan {
    let call = |nth| Place::Call { owner: "t/T".into(), name: "f".into(), descriptor: "()V".into(), nth };
    let calls = (0..calls).map(|nth| hook(100 + u32::from(nth), call(nth)));
    ClassPlan { hooks: [hook(BODY, Place::Body)].into_iter().chain(calls).collect() }
}

/// A method that calls `t/T.f` so many times and is filled up with instructions that do nothing.
fn method(calls: usize, length: usize) -> Vec<u8> {
    let call = "invokestatic t/T.f()V\n";
    let body = call.repeat(calls) + &"nop\n".repeat(length - 3 * calls - 1) + "return";
    class(52, STATIC, "m", "(I)V", &body)
}

fn length(class: &[u8]) -> usize {
    ClassFile::decode(class).unwrap().methods[0].code().unwrap().size()
}

/// Weaves and gives the length of the method and the numbers of the hooks left out.
fn weave_method(class: &[u8], plan: &ClassPlan) -> (usize, Vec<(u32, String)>) {
    let woven = weave(class, plan).unwrap();
    let skipped = woven.skipped.into_iter().map(|skipped| (skipped.id, skipped.reason)).collect();
    (length(&woven.bytes), skipped)
}

fn ids(skipped: &[(u32, String)]) -> Vec<u32> {
    skipped.iter().map(|(id, _)| *id).collect()
}

#[test]
fn a_method_that_is_compiled_stays_so() {
    // Everything fits: up to 8,000 bytes are compiled.
    let (small, skipped) = weave_method(&method(1, 1000), &plan(1));
    assert_eq!(ids(&skipped), []);
    let growth = small - 1000;
    assert_eq!(weave_method(&method(1, 8000 - growth), &plan(1)), (8000, vec![]));
    // One byte more: the body falls out, the call stays.
    let (woven, skipped) = weave_method(&method(1, 8001 - growth), &plan(1));
    assert_eq!(skipped, [(BODY, "the method would take 8001 bytes, and 8000 is the limit".into())]);
    assert!((8001 - growth + 1..8000).contains(&woven));
    // No room for anything.
    let full = method(1, 8000);
    assert_eq!(ids(&weave_method(&full, &plan(1)).1), [BODY, 100]);
    assert_eq!(weave(&full, &plan(1)).unwrap().bytes, full);
    // What is not compiled anyway may grow.
    assert_eq!(ids(&weave_method(&method(1, 8001), &plan(1)).1), []);
}

#[test]
fn as_many_calls_are_woven_as_fit() {
    let (woven, skipped) = weave_method(&method(500, 2000), &plan(500));
    let kept = 500 - (skipped.len() - 1);
    let expected: Vec<u32> = [BODY].into_iter().chain((kept as u32..500).map(|nth| 100 + nth)).collect();
    assert_eq!(ids(&skipped), expected, "the body goes first, then the last calls");
    let one = (woven - 2000) / kept;
    assert!(woven <= 8000 && woven + 2 * one > 8000, "{kept} calls of {one} bytes make {woven}");
}

#[test]
fn no_method_grows_beyond_the_format() {
    let (_, skipped) = weave_method(&method(1, 65_535), &plan(1));
    assert_eq!(ids(&skipped), [BODY, 100]);
    let (woven, skipped) = weave_method(&method(1000, 40_000), &plan(1000));
    assert!(woven <= 65_535 && skipped.len() > 1 && skipped.len() < 1000, "{woven}, {}", skipped.len());
}

#[test]
fn branches_still_reach() {
    let body = |nops: usize| {
        let filling = "invokestatic t/T.f()V\n".to_string() + &"nop\n".repeat(nops);
        format!("iload_0\nifne L0\n{filling}L0:\nframe [int] []\nreturn")
    };
    let class = |nops| class(52, STATIC, "m", "(I)V", &body(nops));
    assert_eq!(ids(&weave_method(&class(32_000), &plan(1)).1), []);
    let (_, skipped) = weave_method(&class(32_750), &plan(1));
    // The branch spans the call, but not what is woven around the body.
    let reason = "a branch of the method would not reach its target any more".to_string();
    assert_eq!(skipped, [(BODY, reason.clone()), (100, reason)]);
    let only_body = ClassPlan { hooks: vec![hook(BODY, Place::Body)] };
    assert_eq!(ids(&weave_method(&class(32_750), &only_body).1), []);
}

#[test]
fn a_pool_has_an_end() {
    let mut file = ClassFile::decode(&method(1, 100)).unwrap();
    let mut next = 0;
    while file.pool.count() < 65_530 {
        file.pool.integer(1_000_000 + next).unwrap();
        next += 1;
    }
    let full = file.encode().unwrap();
    let woven = weave(&full, &plan(1)).unwrap();
    let reason = "the constant pool is full".to_string();
    assert_eq!(woven.skipped.into_iter().map(|skipped| skipped.reason).collect::<Vec<_>>(), [reason.clone(), reason]);
    assert_eq!(woven.bytes, full);
}

#[test]
fn what_is_not_there_is_said() {
    let check = |class: &[u8], expected: &str| {
        let woven = weave(class, &plan(0)).unwrap();
        assert_eq!(woven.bytes, class);
        assert_eq!(woven.skipped[0].reason, expected);
    };
    check(&class(52, STATIC, "other", "(I)V", "return"), "the class has no such method");
    let mut file = ClassFile::decode(&class(52, STATIC, "m", "(I)V", "return")).unwrap();
    file.methods[0].attributes.clear();
    file.methods[0].access |= NATIVE;
    check(&file.encode().unwrap(), "the method is native or abstract, so it has no body");
}

/// A class with a method that makes a reference to `t/T.f` and drops it.
fn referring(kind: u8) -> Vec<u8> {
    let mut file = ClassFile::decode(&class(52, STATIC, "m", "(I)V", "return\nmax 1 1")).unwrap();
    let pool = &mut file.pool;
    let factory = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
        Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)\
        Ljava/lang/invoke/CallSite;";
    let factory = pool.method_ref("java/lang/invoke/LambdaMetafactory", "metafactory", factory).unwrap();
    let handle = pool.add(Constant::MethodHandle { kind: 6, reference: factory }).unwrap();
    let called = pool.method_ref("t/T", "f", "()V").unwrap();
    let called = pool.add(Constant::MethodHandle { kind, reference: called }).unwrap();
    let nothing = pool.utf8("()V").unwrap();
    let nothing = pool.add(Constant::MethodType(nothing)).unwrap();
    let name_and_type = pool.name_and_type("run", "()Ljava/lang/Runnable;").unwrap();
    let site = pool.add(Constant::InvokeDynamic { bootstrap: 0, name_and_type }).unwrap();
    let rows = vec![BootstrapMethod { handle, arguments: vec![nothing, called, nothing] }];
    let rows = Attribute::new(pool, Content::BootstrapMethods(rows)).unwrap();
    file.attributes.push(rows);
    let code = file.methods[0].code_mut().unwrap();
    code.nodes.splice(0..0, [Insn::InvokeDynamic(site), Insn::Op(POP)].map(Node::Insn));
    file.encode().unwrap()
}

fn reference(id: u32, nth: u16) -> Hook {
    hook(id, Place::Reference { owner: "t/T".into(), name: "f".into(), descriptor: "()V".into(), nth })
}

#[test]
fn a_reference_that_stays_is_said() {
    let check = |class: &[u8], hooks: Vec<Hook>, expected: &[&str]| {
        let count = hooks.len();
        let woven = weave(class, &ClassPlan { hooks }).unwrap();
        assert_eq!(woven.bytes == class, expected.len() == count, "a class without hooks is left as it was");
        let reasons: Vec<String> = woven.skipped.into_iter().map(|skipped| skipped.reason).collect();
        assert_eq!(reasons, expected);
    };
    let class = referring(6);
    check(&class, vec![reference(1, 0)], &[]);
    check(&class, vec![reference(1, 0), reference(2, 0)], &["another hook has the same place"]);
    check(&class, vec![reference(1, 1)], &["number 1 is asked for, the method has 1"]);
    let other = Place::Reference { owner: "t/T".into(), name: "g".into(), descriptor: "()V".into(), nth: 0 };
    check(&class, vec![hook(1, other)], &["no reference to t/T.g()V"]);
    let elsewhere = Hook { method: "n".into(), ..reference(1, 0) };
    check(&class, vec![elsewhere], &["the class has no such method"]);
    check(&referring(7), vec![reference(1, 0)], &["the reference calls a method without asking the object"]);
    let wrong = "the reference takes a method for a constructor, or a constructor for a method";
    check(&referring(8), vec![reference(1, 0)], &[wrong]);
}

#[test]
fn no_reference_makes_it_panic() {
    mutate(&referring(6), &ClassPlan { hooks: vec![reference(1, 0)] });
}

#[test]
fn no_input_makes_it_panic() {
    assert!(matches!(weave(b"no class", &plan(1)), Err(Error::Read(_))));
    let body = "invokestatic t/T.g()J\nl2i\nanewarray t/A\niconst_0\naaload\nifnull L0\nnew t/A\ndup\nlconst_1
        invokespecial t/A.<init>(J)V\npop\nL0:\nframe [int] []\ninvokestatic t/T.f()V\nreturn
        L1:\nframe [int] [t/E]\npop\nreturn\ncatch L0 L1 L1 t/E";
    let sample = class(52, STATIC, "m", "(I)V", body);
    let mut plan = plan(2);
    plan.hooks.push(hook(7, Place::Load { nth: 0 }));
    plan.hooks.push(hook(8, Place::Construct { owner: "t/A".into(), descriptor: "(J)V".into(), nth: 0 }));
    mutate(&sample, &plan);
}

/// Weaves a class with some of its bytes changed, many times.
fn mutate(sample: &[u8], plan: &ClassPlan) {
    let mut state = 1u64;
    let mut random = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut read, mut woven) = (0, 0);
    for _ in 0..100_000 {
        let mut bytes = sample.to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            bytes[at] = random(256) as u8;
        }
        match weave(&bytes, plan) {
            Ok(result) => {
                read += 1;
                woven += usize::from(result.bytes != bytes);
            }
            Err(error) => assert!(matches!(error, Error::Read(_)), "{error}"),
        }
    }
    assert!(read > 1000 && woven > 1000, "{read} read, {woven} woven");
}
