//! Where threads begin and end, as the JVM tells it. Of virtual threads it tells nothing unless it is asked to, which would
//! make each of their steps slower; hooks in the JDK see those.

use jni_sys::{JNIEnv, jobject};

use crate::fence::fence;
use crate::jni::Jni;
use crate::jvmti::{self, Env, RawEnv};
use crate::runtime::Runtime;

/// From here on the runtime is told.
pub(crate) fn watch(jvmti: &Env) -> Result<(), String> {
    for event in [jvmti::EVENT_THREAD_START, jvmti::EVENT_THREAD_END] {
        jvmti.enable(event, true).map_err(|error| format!("the JVM refused to show threads (error {})", error.0))?;
    }
    Ok(())
}

/// The JVM calls this on every new thread.
pub(crate) unsafe extern "C" fn started(_env: RawEnv, jni: *mut JNIEnv, _thread: jobject) {
    fence("a thread's beginning", (), || {
        // SAFETY: the JVM passes this thread's own environment.
        let jni = unsafe { Jni::new(jni) };
        if let Some(runtime) = Runtime::find(&jni) {
            runtime.began();
        }
    });
}

/// The JVM calls this on every thread that has nothing more to do, before anyone who waits for it goes on.
pub(crate) unsafe extern "C" fn ended(_env: RawEnv, jni: *mut JNIEnv, thread: jobject) {
    fence("a thread's end", (), || {
        // SAFETY: the JVM passes this thread's own environment.
        let jni = unsafe { Jni::new(jni) };
        if let Some(runtime) = Runtime::find(&jni) {
            runtime.ended(thread);
        }
    });
}
