//! What the Java runtime calls: the native methods of `java.lang.Retake`.
//!
//! The JVM finds them by their names in the agent's library. Registering them would be more usual, but for a class of
//! `java.base` the JVM then prints a warning into the service's output.

#![allow(non_snake_case, reason = "the names are JNI's")]

use jni_sys::{JNIEnv, jboolean, jbyteArray, jclass, jint, jintArray, jlong, jstring};

use retake_model::trace::Scope;
use retake_model::watched::Watched;

use crate::agent::{Mode, current};
use crate::fence::fence;
use crate::jni::Jni;
use crate::log;
use crate::own;
use crate::plan::{Plan, StreamKind};
use crate::record::GivenUp;
use crate::weaving;

/// Why a trace is lost, in the runtime's words: the service ended while the request was served.
const UNFINISHED: jint = 1;
/// Why a trace is lost: all traces together had no more room.
const NO_MEMORY: jint = 2;

fn scope(boot: jboolean) -> Scope {
    if boot { Scope::Boot } else { Scope::Request }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_submit(
    env: *mut JNIEnv,
    _class: jclass,
    trace: jbyteArray,
    length: jint,
    boot: jboolean,
) -> jboolean {
    fence("handing a trace over", false, || {
        // SAFETY: the JVM calls this with its own environment and a valid array.
        let jni = unsafe { Jni::new(env) };
        let trace = jni.bytes(trace, 0, length);
        let Some(agent) = current() else { return false };
        match &agent.mode {
            Mode::Record(recorder) => recorder.submit(scope(boot), trace),
            Mode::Replay(replayer) => {
                replayer.observed(&trace);
                true
            }
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_named(
    env: *mut JNIEnv,
    _class: jclass,
    number: jint,
    name: jstring,
) -> jboolean {
    fence("learning a name", false, || {
        // SAFETY: the JVM calls this with its own environment and a string.
        let name = unsafe { Jni::new(env) }.string(name);
        let agent = current();
        let (Some(Mode::Record(recorder)), Some(name)) = (agent.as_ref().map(|agent| &agent.mode), name) else {
            return false;
        };
        recorder.name(i64::from(number), name);
        true
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_lost(_env: *mut JNIEnv, _class: jclass, why: jint, boot: jboolean) {
    fence("counting a lost trace", (), || {
        let agent = current();
        if let Some(Mode::Record(recorder)) = agent.as_ref().map(|agent| &agent.mode) {
            recorder.given_up(
                scope(boot),
                match why {
                    UNFINISHED => GivenUp::Unfinished,
                    NO_MEMORY => GivenUp::NoMemory,
                    _ => GivenUp::TooLarge,
                },
            );
        }
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_claim(env: *mut JNIEnv, _class: jclass, run: jstring) -> jboolean {
    fence("looking for a run", false, || {
        // SAFETY: the JVM calls this with its own environment and a string.
        let run = unsafe { Jni::new(env) }.string(run);
        let (Some(agent), Some(run)) = (current(), run) else { return false };
        matches!(&agent.mode, Mode::Replay(replayer) if replayer.claim(&run))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_byCall(env: *mut JNIEnv, _class: jclass, run: jstring) -> jboolean {
    fence("looking at a run", false, || {
        // SAFETY: the JVM calls this with its own environment and a string.
        let run = unsafe { Jni::new(env) }.string(run);
        let (Some(agent), Some(run)) = (current(), run) else { return false };
        matches!(&agent.mode, Mode::Replay(replayer) if replayer.is_by_call(&run))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_ask(
    env: *mut JNIEnv,
    _class: jclass,
    run: jstring,
    path: jintArray,
    event: jbyteArray,
    start: jint,
    length: jint,
) -> jbyteArray {
    fence("answering", std::ptr::null_mut(), || {
        // SAFETY: the JVM calls this with its own environment and valid references.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = current() else { return std::ptr::null_mut() };
        let Mode::Replay(replayer) = &agent.mode else { return std::ptr::null_mut() };
        let run = jni.string(run);
        let path: Vec<u32> = jni.ints(path).into_iter().map(|ordinal| ordinal as u32).collect();
        let answer = replayer.ask(run.as_deref(), &path, &jni.bytes(event, start, length));
        jni.new_bytes(&answer)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_describe(env: *mut JNIEnv, _class: jclass, id: jint) -> jbyteArray {
    fence("describing a hook", std::ptr::null_mut(), || {
        let description = current().map_or_else(Plan::unknown, |agent| agent.plan.describe(id as u32));
        // SAFETY: the JVM calls this with its own environment.
        unsafe { Jni::new(env) }.new_bytes(&description)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_declared(
    env: *mut JNIEnv,
    _class: jclass,
    handle: jstring,
    methods: jstring,
) {
    fence("learning what a handle has", (), || {
        // SAFETY: the JVM calls this with its own environment.
        let jni = unsafe { Jni::new(env) };
        if let (Some(agent), Some(handle), Some(methods)) = (current(), jni.string(handle), jni.string(methods)) {
            agent.plan.declare(handle, methods.lines().map(str::to_owned).collect());
        }
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_follow(
    _env: *mut JNIEnv,
    _class: jclass,
    followed: jclass,
    kind: jint,
) -> jboolean {
    fence("following a class", false, || {
        let (Some(agent), Some(kind)) = (current(), StreamKind::from_number(kind)) else { return false };
        weaving::follow(&agent, followed, kind)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_give(_env: *mut JNIEnv, _class: jclass, given: jclass) -> jboolean {
    fence("looking at the calls on a class", false, || current().is_some_and(|agent| weaving::give(&agent, given)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_passed(
    env: *mut JNIEnv,
    _class: jclass,
    run: jstring,
    id: jint,
    boot: jboolean,
) -> jbyteArray {
    fence("telling what passed", std::ptr::null_mut(), || {
        // SAFETY: the JVM calls this with its own environment and valid references.
        let jni = unsafe { Jni::new(env) };
        let Some(agent) = current() else { return std::ptr::null_mut() };
        let Mode::Replay(replayer) = &agent.mode else { return std::ptr::null_mut() };
        let run = jni.string(run).filter(|_| !boot);
        replayer.passed(run.as_deref(), id as u32).map_or(std::ptr::null_mut(), |passed| jni.new_bytes(&passed))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_watched(
    env: *mut JNIEnv,
    _class: jclass,
    run: jstring,
    path: jintArray,
    hook: jint,
    asked: jlong,
    answered: jlong,
) {
    fence("watching a call", (), || {
        // SAFETY: the JVM calls this with its own environment and valid references.
        let jni = unsafe { Jni::new(env) };
        let (Some(agent), Some(run)) = (current(), jni.string(run)) else { return };
        let (Mode::Replay(replayer), Some((method, at))) = (&agent.mode, agent.plan.watched(hook as u32)) else {
            return;
        };
        let branch = jni.ints(path).into_iter().map(|ordinal| ordinal as u32).collect();
        replayer.watched(&run, &Watched { branch, method, at, asked: asked as u64, answered: answered as u64 });
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_listens(
    env: *mut JNIEnv,
    _class: jclass,
    path: jstring,
    port: jint,
    datagrams: jboolean,
) -> jboolean {
    fence("looking for an own socket", false, || {
        // SAFETY: the JVM calls this with its own environment and a string, or none.
        match unsafe { Jni::new(env) }.string(path) {
            Some(path) => own::listens_at(&path),
            None => u16::try_from(port).is_ok_and(|port| own::listens(port, datagrams)),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_connects(
    env: *mut JNIEnv,
    _class: jclass,
    words: jstring,
    name: jstring,
) -> jboolean {
    fence("refusing a connection", true, || {
        // SAFETY: the JVM calls this with its own environment and strings.
        let jni = unsafe { Jni::new(env) };
        let (Some(agent), Some(words), Some(name)) = (current(), jni.string(words), jni.string(name)) else {
            return true;
        };
        !matches!(&agent.mode, Mode::Replay(replayer) if !replayer.connects(&words, &name))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn Java_java_lang_Retake_log(env: *mut JNIEnv, _class: jclass, text: jstring) {
    fence("logging", (), || {
        // SAFETY: the JVM calls this with its own environment and a string.
        if let Some(text) = unsafe { Jni::new(env) }.string(text) {
            log::line(&text);
        }
    });
}
