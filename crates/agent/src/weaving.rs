//! Classes get their hooks as they are loaded; those that are loaded already are woven anew, and turned back at the end.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{CStr, c_char, c_uchar};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jni_sys::{JNIEnv, jclass, jint, jobject};
use retake_weave::{Hook, Place};

use crate::agent::{Agent, Mode, current};
use crate::fence::fence;
use crate::jni::Jni;
use crate::jvmti::RawEnv;
use crate::log;
use crate::plan::{Plan, StreamKind};

/// Classes are woven anew in batches: many at once stall the service, one at a time takes long.
const BATCH: usize = 100;

/// A class that was shown to the hook has this long to appear among those that are loaded.
const LOADING: Duration = Duration::from_millis(50);

/// So many places that could not be woven are told.
const MOST_TOLD: usize = 1000;

/// What has become of the classes of this process.
#[derive(Default)]
pub(crate) struct Weaving {
    /// Names of classes that have hooks.
    woven: Mutex<HashSet<String>>,
    /// How many they are, or were.
    count: AtomicU64,
    /// Those among them that got methods for method references when they were loaded, and so cannot be turned back.
    with_methods: Mutex<HashSet<String>>,
    /// Those that the JVM did not let get hooks when they were first needed.
    refused: Mutex<HashSet<String>>,
    /// What could not be woven, and why.
    left_out: Mutex<BTreeMap<String, String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Weaving {
    /// How many classes have hooks, or had until the end.
    pub(crate) fn classes(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Places that could not be woven, with the reason.
    pub(crate) fn left_out(&self) -> BTreeMap<String, String> {
        lock(&self.left_out).clone()
    }

    fn leave_out(&self, what: String, why: &str) {
        log::line(&format!("{what} is not woven: {why}"));
        let mut left_out = lock(&self.left_out);
        if left_out.len() < MOST_TOLD {
            left_out.insert(what, why.to_owned());
        }
    }
}

/// Weaves what was loaded before the hook was on.
pub(crate) fn weave_loaded(agent: &Agent, jni: &Jni) {
    each_batch(
        agent,
        jni,
        |name| agent.plan.concerns(name),
        |class, error| {
            let name = agent.jvmti.class_name(class).unwrap_or_default();
            if lock(&agent.weaving.woven).remove(&name) {
                agent.weaving.count.fetch_sub(1, Ordering::Relaxed);
            }
            agent.weaving.leave_out(name.replace('/', "."), &format!("the JVM refused the class (error {error})"));
        },
    );
}

/// Weaves a class that is loaded, so that it tells what passes through its objects. False if the JVM does not let it.
pub(crate) fn follow(agent: &Agent, class: jclass, kind: StreamKind) -> bool {
    later(agent, class, |name| agent.plan.follow(name, kind))
}

/// Weaves a class of handles that is loaded, because one of its objects is given to somebody. False if the JVM does not let it.
pub(crate) fn give(agent: &Agent, class: jclass) -> bool {
    let waits = agent.jvmti.class_name(class).is_some_and(|name| agent.plan.waits(&name));
    !waits || later(agent, class, |name| agent.plan.give(name))
}

/// Weaves a class that is loaded, if the plan has something new for it.
fn later(agent: &Agent, class: jclass, is_new: impl FnOnce(&str) -> bool) -> bool {
    let Some(name) = agent.jvmti.class_name(class) else { return false };
    if !agent.jvmti.is_modifiable(class) {
        return false;
    }
    // Whoever comes second waits until the class is woven. Threads in native code do not hold the JVM up.
    static ONE_BY_ONE: Mutex<()> = Mutex::new(());
    let _turn = lock(&ONE_BY_ONE);
    if !is_new(&name) {
        return !lock(&agent.weaving.refused).contains(&name);
    }
    let mut woven = true;
    retransform(agent, &[class], &mut |_, error| {
        log::line(&format!("{name} is not followed: the JVM refused it (error {error})"));
        woven = false;
    });
    if !woven {
        lock(&agent.weaving.refused).insert(name);
    }
    woven
}

/// Turns classes back to what they were, when the hook is off. How many could not be.
pub(crate) fn turn_back(agent: &Agent, jni: &Jni) -> u64 {
    let weaving = &agent.weaving;
    let mut left = lock(&weaving.with_methods).len() as u64;
    // Whoever was inside the hook when it was turned off comes late.
    for _ in 0..3 {
        std::thread::sleep(LOADING);
        let woven = std::mem::take(&mut *lock(&weaving.woven));
        if woven.is_empty() {
            break;
        }
        let with_methods = lock(&weaving.with_methods).clone();
        let wanted = |name: &str| woven.contains(name) && !with_methods.contains(name);
        each_batch(agent, jni, wanted, |class, error| {
            let name = agent.jvmti.class_name(class).unwrap_or_default();
            log::line(&format!("{name} is still woven: the JVM refused it (error {error})"));
            left += 1;
        });
    }
    left
}

/// Has loaded classes retransformed, batch by batch; tells which ones the JVM refused.
fn each_batch(agent: &Agent, jni: &Jni, wanted: impl Fn(&str) -> bool, mut failed: impl FnMut(jclass, jint)) {
    let classes = agent.jvmti.loaded_classes().unwrap_or_default();
    let (wanted, others): (Vec<jclass>, Vec<jclass>) = classes.into_iter().partition(|&class| {
        agent.jvmti.class_name(class).is_some_and(|name| wanted(&name)) && agent.jvmti.is_modifiable(class)
    });
    others.into_iter().for_each(|class| jni.delete(class));
    for batch in wanted.chunks(BATCH) {
        retransform(agent, batch, &mut failed);
    }
    wanted.into_iter().for_each(|class| jni.delete(class));
}

/// One class that the JVM refuses makes it refuse the whole batch: halve until only that one is left out.
fn retransform(agent: &Agent, classes: &[jclass], failed: &mut impl FnMut(jclass, jint)) {
    let Err(error) = agent.jvmti.retransform(classes) else { return };
    match classes {
        [] => {}
        [class] => failed(*class, error.0),
        _ => {
            let (left, right) = classes.split_at(classes.len() / 2);
            retransform(agent, left, failed);
            retransform(agent, right, failed);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the signature is JVMTI's")]
pub(crate) unsafe extern "C" fn class_file_load_hook(
    _env: RawEnv,
    _jni: *mut JNIEnv,
    redefined: jclass,
    _loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    bytes: *const c_uchar,
    new_length: *mut jint,
    new_bytes: *mut *mut c_uchar,
) {
    fence("weaving a class", (), || {
        if name.is_null() {
            return;
        }
        // SAFETY: the JVM passes a string that ends with a zero byte.
        let Ok(name) = unsafe { CStr::from_ptr(name) }.to_str() else { return };
        let Some(agent) = current() else { return };
        if !agent.plan.concerns(name) {
            return;
        }
        // SAFETY: the JVM passes the class file's bytes and their number.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length as usize) };
        let Some(woven) = weave(&agent, name, bytes, !redefined.is_null()) else { return };
        if let Ok(memory) = agent.jvmti.copy(&woven) {
            // SAFETY: the JVM gives places for the answer and frees the memory.
            unsafe {
                *new_length = woven.len() as jint;
                *new_bytes = memory;
            }
        }
    });
}

/// The class with its hooks; none if there is nothing to weave.
fn weave(agent: &Agent, name: &str, bytes: &[u8], loaded: bool) -> Option<Vec<u8>> {
    let weaving = &agent.weaving;
    let mut plan = agent.plan.hooks(name, bytes)?;
    // A method reference needs a method of its own. No class that is loaded can get one, nor lose it again.
    let refers = |hook: &Hook| matches!(hook.place, Place::Reference { .. });
    let has_methods = loaded && lock(&weaving.with_methods).contains(name);
    let mut missed = Vec::new();
    if (loaded || agent.attached) && !has_methods {
        for hook in plan.hooks.extract_if(.., |hook| refers(hook)) {
            let why = "a method reference can be woven only when the service is started by `retake record`";
            missed.extend(tell(agent, name, &hook, why));
        }
    }
    plan.hooks.iter_mut().for_each(|hook| hook.id = agent.plan.woven(hook.id, agent.first_hook));
    let mut woven = retake_weave::weave(bytes, &plan);
    if let Ok(first) = &woven {
        let skipped: HashMap<u32, &str> = first.skipped.iter().map(|skip| (skip.id, skip.reason.as_str())).collect();
        for mut hook in plan.hooks.extract_if(.., |hook| skipped.contains_key(&hook.id)) {
            let why = skipped[&hook.id];
            hook.id = Plan::number_of(hook.id, agent.first_hook);
            missed.extend(tell(agent, name, &hook, why));
        }
    }
    // A request that comes where something is not recorded must not become a case.
    if matches!(agent.mode, Mode::Record(_)) && !missed.is_empty() {
        plan.hooks
            .extend(missed.into_iter().map(|hook| Hook { id: agent.plan.woven(hook.id, agent.first_hook), ..hook }));
        woven = retake_weave::weave(bytes, &plan);
    }
    match woven {
        Ok(woven) => {
            if woven.bytes == bytes {
                return None;
            }
            if !loaded && plan.hooks.iter().any(refers) {
                lock(&weaving.with_methods).insert(name.to_owned());
            }
            let new = lock(&weaving.woven).insert(name.to_owned());
            weaving.count.fetch_add(u64::from(new), Ordering::Relaxed);
            Some(woven.bytes)
        }
        Err(error) => {
            weaving.leave_out(name.replace('/', "."), &error.to_string());
            None
        }
    }
}

/// Tells of a hook that could not be woven, if anybody misses it, and what to weave into its method instead.
fn tell(agent: &Agent, class: &str, hook: &Hook, why: &str) -> Option<Hook> {
    let what = format!("{} in {}.{}", agent.plan.needed(hook.id)?, class.replace('/', "."), hook.method);
    let id = agent.plan.missed(class, hook, &what);
    agent.weaving.leave_out(what, why);
    Some(Hook { id, place: Place::Body, ..hook.clone() })
}
