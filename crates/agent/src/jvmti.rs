//! The few functions of the JVM Tool Interface that the agent needs, by their numbers in `jvmti.h`.
//!
//! The table has had these numbers since JDK 6 and only grows behind them.

use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::ptr;

use jni_sys::{JNIEnv, jclass, jint, jmethodID, jobject};

/// A JVMTI environment as the JVM hands it out.
pub(crate) type RawEnv = *mut *const [*const c_void; 156];

pub(crate) const VERSION: jint = 0x3000_0000 | 0x0001_0000;
pub(crate) const EVENT_VM_INIT: jint = 50;
pub(crate) const EVENT_VM_DEATH: jint = 51;
pub(crate) const EVENT_THREAD_START: jint = 52;
pub(crate) const EVENT_THREAD_END: jint = 53;
pub(crate) const EVENT_CLASS_FILE_LOAD_HOOK: jint = 54;

/// The number that is put to a class's objects to find them.
const FOUND: i64 = 1;

const CAN_TAG_OBJECTS: usize = 0;
const CAN_GET_BYTECODES: usize = 3;
const CAN_RETRANSFORM: usize = 37;
const CAN_RETRANSFORM_ANY: usize = 38;

/// The callbacks that the agent sets; the events between them stay off.
#[repr(C)]
pub(crate) struct Callbacks {
    pub(crate) vm_init: Option<unsafe extern "C" fn(RawEnv, *mut JNIEnv, jobject)>,
    pub(crate) vm_death: Option<unsafe extern "C" fn(RawEnv, *mut JNIEnv)>,
    pub(crate) thread_start: Option<unsafe extern "C" fn(RawEnv, *mut JNIEnv, jobject)>,
    pub(crate) thread_end: Option<unsafe extern "C" fn(RawEnv, *mut JNIEnv, jobject)>,
    pub(crate) class_file_load_hook: Option<LoadHook>,
}

/// What the JVM calls for every class file, before it is parsed.
pub(crate) type LoadHook = unsafe extern "C" fn(
    RawEnv,
    *mut JNIEnv,
    jclass,
    jobject,
    *const c_char,
    jobject,
    jint,
    *const c_uchar,
    *mut jint,
    *mut *mut c_uchar,
);

/// A JVMTI environment.
#[derive(Clone, Copy)]
pub(crate) struct Env(RawEnv);

// SAFETY: JVMTI environments may be used from any thread.
unsafe impl Send for Env {}
// SAFETY: as above.
unsafe impl Sync for Env {}

/// An error number of JVMTI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Error(pub(crate) jint);

fn check(code: jint) -> Result<(), Error> {
    if code == 0 { Ok(()) } else { Err(Error(code)) }
}

impl Env {
    /// Wraps an environment that the JVM gave.
    ///
    /// # Safety
    /// `raw` came from `GetEnv` with a JVMTI version, or from a JVMTI callback.
    pub(crate) unsafe fn new(raw: RawEnv) -> Self {
        Env(raw)
    }

    /// The function with this number in `jvmti.h`.
    ///
    /// # Safety
    /// `F` is the type that the header gives for this number.
    unsafe fn function<F: Copy>(&self, number: usize) -> F {
        // SAFETY: the table has 156 entries and the caller vouches for the type.
        unsafe { std::mem::transmute_copy(&(**self.0)[number - 1]) }
    }

    /// Asks for what retransformation needs, and to see code.
    pub(crate) fn add_capabilities(&self) -> Result<(), Error> {
        self.add(&[CAN_GET_BYTECODES, CAN_RETRANSFORM, CAN_RETRANSFORM_ANY])
    }

    /// Asks for what [`Env::objects`] needs.
    pub(crate) fn add_search(&self) -> Result<(), Error> {
        self.add(&[CAN_TAG_OBJECTS])
    }

    fn add(&self, capabilities: &[usize]) -> Result<(), Error> {
        let mut bits = [0u32; 4];
        for bit in capabilities {
            bits[bit / 32] |= 1 << (bit % 32);
        }
        type F = unsafe extern "C" fn(RawEnv, *const [u32; 4]) -> jint;
        // SAFETY: number 142 is AddCapabilities; jvmtiCapabilities is 16 bytes of flags.
        check(unsafe { self.function::<F>(142)(self.0, &bits) })
    }

    pub(crate) fn set_callbacks(&self, callbacks: &Callbacks) -> Result<(), Error> {
        type F = unsafe extern "C" fn(RawEnv, *const Callbacks, jint) -> jint;
        // SAFETY: number 122 is SetEventCallbacks; it copies as many bytes as it is told.
        check(unsafe { self.function::<F>(122)(self.0, callbacks, size_of::<Callbacks>() as jint) })
    }

    pub(crate) fn enable(&self, event: jint, enabled: bool) -> Result<(), Error> {
        type F = unsafe extern "C" fn(RawEnv, jint, jint, jobject) -> jint;
        // SAFETY: number 2 is SetEventNotificationMode; a null thread means all threads.
        check(unsafe { self.function::<F>(2)(self.0, jint::from(enabled), event, ptr::null_mut()) })
    }

    /// Copies bytes into memory that the JVM frees.
    pub(crate) fn copy(&self, bytes: &[u8]) -> Result<*mut c_uchar, Error> {
        type F = unsafe extern "C" fn(RawEnv, i64, *mut *mut c_uchar) -> jint;
        let mut memory = ptr::null_mut();
        // SAFETY: number 46 is Allocate; on success the memory has the asked size.
        unsafe {
            check(self.function::<F>(46)(self.0, bytes.len() as i64, &mut memory))?;
            ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len());
        }
        Ok(memory)
    }

    fn free(&self, memory: *mut c_void) {
        type F = unsafe extern "C" fn(RawEnv, *mut c_void) -> jint;
        // SAFETY: number 47 is Deallocate; callers pass memory that JVMTI allocated.
        unsafe { self.function::<F>(47)(self.0, memory) };
    }

    /// Copies a list that JVMTI allocated, and frees it. Where there is nothing, there may be no list.
    ///
    /// # Safety
    /// `list` is null or has `count` entries.
    unsafe fn taken<T: Copy>(&self, list: *mut T, count: jint) -> Vec<T> {
        if list.is_null() {
            return Vec::new();
        }
        // SAFETY: the caller vouches for the number.
        let copy = unsafe { std::slice::from_raw_parts(list, count.max(0) as usize) }.to_vec();
        self.free(list.cast());
        copy
    }

    /// The classes that are loaded now, as local references.
    pub(crate) fn loaded_classes(&self) -> Result<Vec<jclass>, Error> {
        type F = unsafe extern "C" fn(RawEnv, *mut jint, *mut *mut jclass) -> jint;
        let (mut count, mut classes) = (0, ptr::null_mut());
        // SAFETY: number 78 is GetLoadedClasses; on success `classes` has `count` entries and is ours to free.
        unsafe {
            check(self.function::<F>(78)(self.0, &mut count, &mut classes))?;
            Ok(self.taken(classes, count))
        }
    }

    /// The internal name of a class; none for arrays and primitives.
    pub(crate) fn class_name(&self, class: jclass) -> Option<String> {
        type F = unsafe extern "C" fn(RawEnv, jclass, *mut *mut c_char, *mut *mut c_char) -> jint;
        let mut signature = ptr::null_mut();
        // SAFETY: number 48 is GetClassSignature; on success the signature is a string that is ours to free.
        unsafe {
            check(self.function::<F>(48)(self.0, class, &mut signature, ptr::null_mut())).ok()?;
            let name = CStr::from_ptr(signature).to_str().ok().map(str::to_owned);
            self.free(signature.cast());
            Some(name?.strip_prefix('L')?.strip_suffix(';')?.to_owned())
        }
    }

    /// The objects of a class, and of no class below it, as local references. Stops the application for as long as the JVM takes
    /// to walk through its memory; one caller at a time.
    pub(crate) fn objects(&self, class: jclass) -> Result<Vec<jobject>, Error> {
        type Visit = unsafe extern "C" fn(i64, i64, *mut i64, jint, *const c_void) -> jint;
        type Collect = unsafe extern "C" fn(RawEnv) -> jint;
        type Walk = unsafe extern "C" fn(RawEnv, jint, jclass, *const [Option<Visit>; 16], *const c_void) -> jint;
        type Find = unsafe extern "C" fn(RawEnv, jint, *const i64, *mut jint, *mut *mut jobject, *mut *mut i64) -> jint;
        type Put = unsafe extern "C" fn(RawEnv, jobject, i64) -> jint;
        unsafe extern "C" fn visit(_: i64, _: i64, tag: *mut i64, _: jint, _: *const c_void) -> jint {
            // SAFETY: the JVM passes a tag that it reads when this has returned.
            unsafe { *tag = FOUND };
            0
        }
        let mut callbacks: [Option<Visit>; 16] = [None; 16];
        callbacks[0] = Some(visit);
        let (mut count, mut found) = (0, ptr::null_mut());
        // SAFETY: numbers 108, 116, 114 and 107 are ForceGarbageCollection, IterateThroughHeap, GetObjectsWithTags and SetTag.
        // Of sixteen callbacks the first sees each object; those that are not wanted are null, and so is the list of tags.
        unsafe {
            // What nobody has any more is not among them.
            check(self.function::<Collect>(108)(self.0))?;
            check(self.function::<Walk>(116)(self.0, 0, class, &callbacks, ptr::null()))?;
            check(self.function::<Find>(114)(self.0, 1, &FOUND, &mut count, &mut found, ptr::null_mut()))?;
            let objects = self.taken(found, count);
            for object in &objects {
                check(self.function::<Put>(107)(self.0, *object, 0))?;
            }
            Ok(objects)
        }
    }

    /// The methods of a class; none if it is not linked yet.
    pub(crate) fn methods(&self, class: jclass) -> Result<Vec<jmethodID>, Error> {
        type F = unsafe extern "C" fn(RawEnv, jclass, *mut jint, *mut *mut jmethodID) -> jint;
        let (mut count, mut methods) = (0, ptr::null_mut());
        // SAFETY: number 52 is GetClassMethods; on success `methods` has `count` entries and is ours to free.
        unsafe {
            check(self.function::<F>(52)(self.0, class, &mut count, &mut methods))?;
            Ok(self.taken(methods, count))
        }
    }

    /// The name and the descriptor of a method.
    pub(crate) fn method_name(&self, method: jmethodID) -> Option<(Vec<u8>, Vec<u8>)> {
        type F = unsafe extern "C" fn(RawEnv, jmethodID, *mut *mut c_char, *mut *mut c_char, *mut *mut c_char) -> jint;
        let (mut name, mut descriptor) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: number 64 is GetMethodName; on success both are strings that are ours to free.
        unsafe {
            check(self.function::<F>(64)(self.0, method, &mut name, &mut descriptor, ptr::null_mut())).ok()?;
            let texts = [name, descriptor].map(|text| CStr::from_ptr(text).to_bytes().to_vec());
            self.free(name.cast());
            self.free(descriptor.cast());
            let [name, descriptor] = texts;
            Some((name, descriptor))
        }
    }

    /// The code of a method; none if it has none.
    pub(crate) fn bytecodes(&self, method: jmethodID) -> Option<Vec<u8>> {
        type F = unsafe extern "C" fn(RawEnv, jmethodID, *mut jint, *mut *mut c_uchar) -> jint;
        let (mut count, mut bytes) = (0, ptr::null_mut());
        // SAFETY: number 75 is GetBytecodes; on success `bytes` has `count` entries and is ours to free.
        unsafe {
            check(self.function::<F>(75)(self.0, method, &mut count, &mut bytes)).ok()?;
            Some(self.taken(bytes, count))
        }
    }

    /// A property of the JVM; those named `java.vm.*` are there from the first moment.
    pub(crate) fn property(&self, name: &CStr) -> Option<String> {
        type F = unsafe extern "C" fn(RawEnv, *const c_char, *mut *mut c_char) -> jint;
        let mut value = ptr::null_mut();
        // SAFETY: number 131 is GetSystemProperty; on success the value is a string that is ours to free.
        unsafe {
            check(self.function::<F>(131)(self.0, name.as_ptr(), &mut value)).ok()?;
            let text = CStr::from_ptr(value).to_string_lossy().into_owned();
            self.free(value.cast());
            Some(text)
        }
    }

    pub(crate) fn is_modifiable(&self, class: jclass) -> bool {
        type F = unsafe extern "C" fn(RawEnv, jclass, *mut u8) -> jint;
        let mut modifiable = 0;
        // SAFETY: number 45 is IsModifiableClass.
        unsafe { check(self.function::<F>(45)(self.0, class, &mut modifiable)) }.is_ok() && modifiable != 0
    }

    /// Has classes loaded again from their files, through the hook.
    pub(crate) fn retransform(&self, classes: &[jclass]) -> Result<(), Error> {
        type F = unsafe extern "C" fn(RawEnv, jint, *const jclass) -> jint;
        // SAFETY: number 152 is RetransformClasses.
        check(unsafe { self.function::<F>(152)(self.0, classes.len() as jint, classes.as_ptr()) })
    }

    /// Gives the environment back; nothing may be asked of it afterwards.
    pub(crate) fn dispose(&self) {
        type F = unsafe extern "C" fn(RawEnv) -> jint;
        // SAFETY: number 127 is DisposeEnvironment.
        unsafe { self.function::<F>(127)(self.0) };
    }
}
