//! The JVM, as the agent's own threads see it.

use std::ffi::{CStr, c_void};

use jni_sys::{JNI_OK, JNI_VERSION_1_6, JNIEnv, JavaVM, JavaVMAttachArgs};

use crate::jni::Jni;
use crate::jvmti::{self, Env};

/// The JVM of this process.
#[derive(Clone, Copy)]
pub(crate) struct Vm(*mut JavaVM);

// SAFETY: the JVM's own pointer is valid in every thread for the life of the process.
unsafe impl Send for Vm {}
// SAFETY: as above.
unsafe impl Sync for Vm {}

impl Vm {
    /// Wraps what the JVM passes to an agent.
    ///
    /// # Safety
    /// `raw` is the JVM's.
    pub(crate) unsafe fn new(raw: *mut JavaVM) -> Vm {
        Vm(raw)
    }

    /// A new tool environment.
    pub(crate) fn tool(&self) -> Option<Env> {
        let mut raw: *mut c_void = std::ptr::null_mut();
        // SAFETY: GetEnv writes an environment of the asked version.
        let answer = unsafe { ((**self.0).v1_2.GetEnv)(self.0, &mut raw, jvmti::VERSION) };
        // SAFETY: GetEnv succeeded with a JVMTI version.
        (answer == JNI_OK).then(|| unsafe { Env::new(raw.cast()) })
    }

    /// Makes this thread known to the JVM under a name while `work` runs. The JVM does not wait for such a thread when it ends.
    pub(crate) fn with_thread<T>(&self, name: &CStr, work: impl FnOnce(&Jni) -> T) -> Option<T> {
        let mut arguments =
            JavaVMAttachArgs { version: JNI_VERSION_1_6, name: name.as_ptr().cast_mut(), group: std::ptr::null_mut() };
        let mut env: *mut c_void = std::ptr::null_mut();
        let arguments: *mut JavaVMAttachArgs = &mut arguments;
        // SAFETY: the arguments have the form of this version, and the name lives until the call returns.
        let answer = unsafe { ((**self.0).v1_4.AttachCurrentThreadAsDaemon)(self.0, &mut env, arguments.cast()) };
        if answer != JNI_OK {
            return None;
        }
        // SAFETY: the JVM gave this thread's environment, which is valid until the thread is detached.
        let result = work(&unsafe { Jni::new(env.cast::<JNIEnv>()) });
        // SAFETY: this thread was attached above and has no Java frame.
        unsafe { ((**self.0).v1_2.DetachCurrentThread)(self.0) };
        Some(result)
    }
}
