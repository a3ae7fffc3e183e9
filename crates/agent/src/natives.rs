//! What the Java runtime calls.

use std::ffi::c_void;

use jni_sys::{JNIEnv, JNINativeMethod, jboolean, jbyteArray, jclass, jint, jintArray, jstring};

use crate::fence::fence;
use crate::jni::Jni;
use crate::{Mode, agent, log};

/// The native methods of `java.lang.Retake`.
pub(crate) fn methods() -> [JNINativeMethod; 6] {
    let method = |name: &'static std::ffi::CStr, signature: &'static std::ffi::CStr, function: *mut c_void| {
        JNINativeMethod { name: name.as_ptr().cast_mut(), signature: signature.as_ptr().cast_mut(), fnPtr: function }
    };
    [
        method(c"submit", c"([BI)Z", submit as *mut c_void),
        method(c"lost", c"()V", lost as *mut c_void),
        method(c"claim", c"(Ljava/lang/String;)Z", claim as *mut c_void),
        method(c"ask", c"(Ljava/lang/String;[I[BII)[B", ask as *mut c_void),
        method(c"describe", c"(I)[B", describe as *mut c_void),
        method(c"log", c"(Ljava/lang/String;)V", log_line as *mut c_void),
    ]
}

unsafe extern "C" fn submit(env: *mut JNIEnv, _class: jclass, trace: jbyteArray, length: jint) -> jboolean {
    fence("handing a trace over", false, || {
        // SAFETY: the JVM calls this with its own environment and a valid array.
        let jni = unsafe { Jni::new(env) };
        let trace = jni.bytes(trace, 0, length);
        match &agent().mode {
            Mode::Record(recorder) => recorder.submit(trace),
            Mode::Replay(replayer) => {
                replayer.observed(&trace);
                true
            }
        }
    })
}

unsafe extern "C" fn lost(_env: *mut JNIEnv, _class: jclass) {
    fence("counting a lost trace", (), || {
        if let Mode::Record(recorder) = &agent().mode {
            recorder.lost();
        }
    });
}

unsafe extern "C" fn claim(env: *mut JNIEnv, _class: jclass, run: jstring) -> jboolean {
    fence("looking for a run", false, || {
        // SAFETY: the JVM calls this with its own environment and a string.
        let run = unsafe { Jni::new(env) }.string(run);
        matches!((&agent().mode, run), (Mode::Replay(replayer), Some(run)) if replayer.claim(&run))
    })
}

unsafe extern "C" fn ask(
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
        let Mode::Replay(replayer) = &agent().mode else { return std::ptr::null_mut() };
        let run = jni.string(run);
        let path: Vec<u32> = jni.ints(path).into_iter().map(|ordinal| ordinal as u32).collect();
        let answer = replayer.ask(run.as_deref(), &path, &jni.bytes(event, start, length));
        jni.new_bytes(&answer)
    })
}

unsafe extern "C" fn describe(env: *mut JNIEnv, _class: jclass, id: jint) -> jbyteArray {
    fence("describing a hook", std::ptr::null_mut(), || {
        // SAFETY: the JVM calls this with its own environment.
        unsafe { Jni::new(env) }.new_bytes(&agent().plan.describe(id as u32))
    })
}

unsafe extern "C" fn log_line(env: *mut JNIEnv, _class: jclass, text: jstring) {
    fence("logging", (), || {
        // SAFETY: the JVM calls this with its own environment and a string.
        if let Some(text) = unsafe { Jni::new(env) }.string(text) {
            log::line(&text);
        }
    });
}
