//! The JVMTI edge: loads into a JVM, defines the small Java runtime, weaves classes as they are loaded, and carries
//! what the runtime sees to disk (record) or to the command (replay).
//!
//! The one home of unsafe code. It decides nothing about points, values or verdicts: the plan comes from the analysis,
//! the weaving from `weave`, the answers from `judge`. Whatever fails here is logged, and the service goes on.

mod agent;
mod carriers;
mod control;
mod ending;
mod entries;
mod fence;
mod invoke;
mod jni;
mod jvmti;
mod late;
mod limits;
mod log;
mod mask;
mod natives;
mod own;
mod page;
mod plan;
mod record;
mod regions;
mod replay;
mod ring;
mod runtime;
mod start;
mod threads;
mod verify;
mod vm;
mod watch;
mod weaving;
mod writer;

use std::ffi::{CStr, c_char, c_void};

use jni_sys::{JNI_ERR, JNI_OK, JavaVM, jint};

use crate::fence::fence;
use crate::vm::Vm;

/// The JVM calls this when it is started with `-agentpath`.
///
/// # Safety
/// Called by the JVM with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _reserved: *mut c_void) -> jint {
    fence("loading", JNI_ERR, || {
        // SAFETY: the JVM passes its own pointers.
        match start::load(unsafe { Vm::new(vm) }, unsafe { text(options) }) {
            Ok(()) => JNI_OK,
            Err(error) => {
                // Before the JVM has started there is no service to disturb, and nobody reads a log yet.
                eprintln!("retake: {error}");
                JNI_ERR
            }
        }
    })
}

/// The JVM calls this when somebody loads the agent into a service that runs.
///
/// # Safety
/// Called by the JVM with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Agent_OnAttach(vm: *mut JavaVM, options: *const c_char, _reserved: *mut c_void) -> jint {
    fence("attaching", JNI_ERR, || {
        // SAFETY: the JVM passes its own pointers.
        match start::attach(unsafe { Vm::new(vm) }, unsafe { text(options) }) {
            Ok(()) => JNI_OK,
            Err(error) => {
                log::line(&error);
                JNI_ERR
            }
        }
    })
}

/// The agent's options.
///
/// # Safety
/// `options` is null or a string that ends with a zero byte and lives as long as the result.
unsafe fn text<'a>(options: *const c_char) -> &'a str {
    // SAFETY: the caller vouches for it.
    if options.is_null() { "" } else { unsafe { CStr::from_ptr(options) }.to_str().unwrap_or_default() }
}
