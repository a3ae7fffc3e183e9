//! The few functions of the Java Native Interface that the agent needs.

use std::ffi::CStr;
use std::ptr;

use jni_sys::{JNIEnv, jbyteArray, jclass, jint, jintArray, jobject, jstring, jvalue};

use crate::log;

/// A thread's JNI environment.
#[derive(Clone, Copy)]
pub(crate) struct Jni(*mut JNIEnv);

/// Calls a function of the interface.
macro_rules! call {
    ($jni:expr, $name:ident $(, $argument:expr)*) => {
        // SAFETY: the environment is this thread's own, and the arguments are of the types that JNI asks for.
        unsafe { ((**$jni.0).v1_4.$name)($jni.0 $(, $argument)*) }
    };
}

impl Jni {
    /// Wraps the environment that the JVM gave to this thread.
    ///
    /// # Safety
    /// `env` is the calling thread's, and valid for as long as the result is used.
    pub(crate) unsafe fn new(env: *mut JNIEnv) -> Self {
        Jni(env)
    }

    /// A part of a byte array.
    pub(crate) fn bytes(&self, array: jbyteArray, start: jint, length: jint) -> Vec<u8> {
        let length = length.max(0);
        let mut bytes = Vec::<u8>::with_capacity(length as usize);
        call!(self, GetByteArrayRegion, array, start, length, bytes.as_mut_ptr().cast());
        if call!(self, ExceptionCheck) {
            self.clear_exception();
            return Vec::new();
        }
        // SAFETY: there is room for them, and JNI has written all of them.
        unsafe { bytes.set_len(length as usize) };
        bytes
    }

    /// All of an int array.
    pub(crate) fn ints(&self, array: jintArray) -> Vec<jint> {
        let mut ints = vec![0; call!(self, GetArrayLength, array).max(0) as usize];
        call!(self, GetIntArrayRegion, array, 0, ints.len() as jint, ints.as_mut_ptr());
        self.clear_exception();
        ints
    }

    /// A new byte array; null if the heap has no room.
    pub(crate) fn new_bytes(&self, bytes: &[u8]) -> jbyteArray {
        let array = call!(self, NewByteArray, bytes.len() as jint);
        if array.is_null() {
            self.clear_exception();
            return ptr::null_mut();
        }
        call!(self, SetByteArrayRegion, array, 0, bytes.len() as jint, bytes.as_ptr().cast());
        array
    }

    /// A string; none for null. Half surrogate pairs and NUL, which JNI encodes in its own way, become question marks.
    pub(crate) fn string(&self, string: jstring) -> Option<String> {
        if string.is_null() {
            return None;
        }
        let chars = call!(self, GetStringUTFChars, string, ptr::null_mut());
        if chars.is_null() {
            // There is no memory, also not for saying so.
            call!(self, ExceptionClear);
            return None;
        }
        // SAFETY: JNI gives a string that ends with a zero byte and lives until it is released.
        let text = String::from_utf8_lossy(unsafe { CStr::from_ptr(chars) }.to_bytes()).into_owned();
        call!(self, ReleaseStringUTFChars, string, chars);
        Some(text)
    }

    /// Defines a class for the boot loader.
    pub(crate) fn define(&self, name: &CStr, bytes: &[u8]) -> Option<jclass> {
        let class =
            call!(self, DefineClass, name.as_ptr(), ptr::null_mut(), bytes.as_ptr().cast(), bytes.len() as jint);
        (!self.clear_exception() && !class.is_null()).then_some(class)
    }

    /// Calls a static method that returns nothing; false if it is not there or threw.
    pub(crate) fn call_static(&self, class: jclass, name: &CStr, signature: &CStr, arguments: &[jvalue]) -> bool {
        let method = call!(self, GetStaticMethodID, class, name.as_ptr(), signature.as_ptr());
        if method.is_null() {
            self.clear_exception();
            return false;
        }
        call!(self, CallStaticVoidMethodA, class, method, arguments.as_ptr());
        !self.clear_exception()
    }

    /// Calls a static method that returns a number; none if it is not there or threw.
    pub(crate) fn call_static_int(&self, class: jclass, name: &CStr, signature: &CStr) -> Option<jint> {
        let method = call!(self, GetStaticMethodID, class, name.as_ptr(), signature.as_ptr());
        if method.is_null() {
            self.clear_exception();
            return None;
        }
        let number = call!(self, CallStaticIntMethodA, class, method, ptr::null());
        (!self.clear_exception()).then_some(number)
    }

    /// Calls a static method that returns a text or null; an error if it is not there or threw.
    pub(crate) fn call_static_text(
        &self,
        class: jclass,
        name: &CStr,
        signature: &CStr,
        arguments: &[jvalue],
    ) -> Result<Option<String>, ()> {
        let method = call!(self, GetStaticMethodID, class, name.as_ptr(), signature.as_ptr());
        if method.is_null() {
            self.clear_exception();
            return Err(());
        }
        let text = call!(self, CallStaticObjectMethodA, class, method, arguments.as_ptr());
        if self.clear_exception() { Err(()) } else { Ok(self.string(text)) }
    }

    /// A string of the JVM; null if there is no room, or the text has a zero byte.
    pub(crate) fn new_string(&self, text: &str) -> jstring {
        let Ok(text) = std::ffi::CString::new(text) else { return ptr::null_mut() };
        let string = call!(self, NewStringUTF, text.as_ptr());
        if self.clear_exception() { ptr::null_mut() } else { string }
    }

    /// Whether objects of one class are objects of another.
    pub(crate) fn is_below(&self, class: jclass, above: jclass) -> bool {
        call!(self, IsAssignableFrom, class, above)
    }

    /// Whether a static method can be called and returns; nothing is said if it cannot.
    pub(crate) fn succeeds(&self, class: jclass, name: &CStr, signature: &CStr, arguments: &[jvalue]) -> bool {
        let method = call!(self, GetStaticMethodID, class, name.as_ptr(), signature.as_ptr());
        if !method.is_null() {
            call!(self, CallStaticVoidMethodA, class, method, arguments.as_ptr());
        }
        let failed = call!(self, ExceptionCheck);
        call!(self, ExceptionClear);
        !failed
    }

    /// Whether there is a class of this name.
    pub(crate) fn knows(&self, name: &CStr) -> bool {
        let class = call!(self, FindClass, name.as_ptr());
        call!(self, ExceptionClear);
        if class.is_null() {
            return false;
        }
        self.delete(class);
        true
    }

    /// A reference that lives as long as the JVM.
    pub(crate) fn global(&self, reference: jobject) -> jobject {
        call!(self, NewGlobalRef, reference)
    }

    pub(crate) fn delete(&self, reference: jobject) {
        call!(self, DeleteLocalRef, reference);
    }

    /// Clears a pending exception and says in the log what it was; whether there was one.
    pub(crate) fn clear_exception(&self) -> bool {
        let thrown = call!(self, ExceptionOccurred);
        if thrown.is_null() {
            return false;
        }
        call!(self, ExceptionClear);
        log::line(&format!("an exception was passed over: {}", self.told(thrown).unwrap_or_default()));
        self.delete(thrown);
        true
    }

    /// What an exception says of itself, if it can.
    fn told(&self, thrown: jobject) -> Option<String> {
        let class = call!(self, GetObjectClass, thrown);
        let method = call!(self, GetMethodID, class, c"toString".as_ptr(), c"()Ljava/lang/String;".as_ptr());
        let text = if method.is_null() {
            ptr::null_mut()
        } else {
            call!(self, CallObjectMethodA, thrown, method, ptr::null())
        };
        let failed = call!(self, ExceptionCheck);
        call!(self, ExceptionClear);
        self.delete(class);
        if failed { None } else { self.string(text) }
    }
}
