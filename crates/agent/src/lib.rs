//! The JVMTI edge: loads into a JVM, defines the small Java runtime, weaves classes as they are loaded, and carries
//! what the runtime sees to disk (record) or to the command (replay).
//!
//! The one home of unsafe code. It decides nothing about points, values or verdicts: the plan comes from the analysis,
//! the weaving from `weave`, the answers from `judge`. Whatever fails here is logged, and the service goes on.

mod carriers;
mod entries;
mod fence;
mod jni;
mod jvmti;
mod log;
mod natives;
mod plan;
mod record;
mod replay;

use std::ffi::{CStr, CString, c_char, c_uchar, c_void};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use jni_sys::{JNI_ERR, JNI_OK, JNIEnv, JavaVM, jclass, jint, jobject, jvalue};
use retake_model::cbor::Writer;
use retake_model::points::Points;
use retake_model::settings::{Mode as Wanted, Settings};

use crate::fence::fence;
use crate::jni::Jni;
use crate::jvmti::{Callbacks, Env, RawEnv};
use crate::plan::Plan;

/// A class of the runtime.
struct Class {
    name: &'static str,
    bytes: &'static [u8],
    /// The same for a JDK before 12, where some of what it calls has another name.
    before_12: Option<&'static [u8]>,
}

/// The classes of the runtime, supertypes first.
const RUNTIME: &[Class] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// Classes are woven anew in batches: many at once stall the service, one at a time takes long.
const BATCH: usize = 100;

/// How long the end of the service waits for the last traces to be written.
const LAST_WRITES: Duration = Duration::from_secs(5);

/// What the agent is doing in this process.
enum Mode {
    Record(record::Shared),
    Replay(&'static replay::Replayer),
}

struct Agent {
    jvmti: Env,
    plan: Plan,
    mode: Mode,
    writer: Mutex<Option<JoinHandle<()>>>,
    runtime: OnceLock<Runtime>,
}

/// The runtime's class, as a global reference.
struct Runtime(jclass);

// SAFETY: a global reference may be used from any thread.
unsafe impl Send for Runtime {}
// SAFETY: as above.
unsafe impl Sync for Runtime {}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// The agent of this process. Callbacks and natives are enabled only after it is set.
fn agent() -> &'static Agent {
    AGENT.get().expect("the agent is set before anything calls it")
}

/// The JVM calls this when it is started with `-agentpath`.
///
/// # Safety
/// Called by the JVM with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _reserved: *mut c_void) -> jint {
    fence("loading", JNI_ERR, || {
        let options =
            // SAFETY: the JVM passes a string that ends with a zero byte, or null.
            if options.is_null() { "" } else { unsafe { CStr::from_ptr(options) }.to_str().unwrap_or_default() };
        match load(vm, options) {
            Ok(()) => JNI_OK,
            Err(error) => {
                // Before the JVM has started there is no service to disturb, and nobody reads a log yet.
                eprintln!("retake: {error}");
                JNI_ERR
            }
        }
    })
}

fn load(vm: *mut JavaVM, options: &str) -> Result<(), String> {
    let settings = read_settings(options)?;
    log::open(&settings.log);
    let points = read_points(&settings.points)?;

    let mut raw: *mut c_void = std::ptr::null_mut();
    // SAFETY: `vm` is the JVM's own, and GetEnv writes an environment of the asked version.
    if unsafe { ((**vm).v1_2.GetEnv)(vm, &mut raw, jvmti::VERSION) } != JNI_OK {
        return Err("this JVM has no tool interface".to_owned());
    }
    // SAFETY: GetEnv succeeded with a JVMTI version.
    let jvmti = unsafe { Env::new(raw.cast::<*const [*const c_void; 156]>()) };
    let refused = |error: jvmti::Error| format!("the JVM refused a tool's right (error {})", error.0);
    jvmti.add_capabilities().map_err(refused)?;
    jvmti
        .set_callbacks(&Callbacks {
            vm_init: Some(vm_init),
            vm_death: Some(vm_death),
            thread_start: std::ptr::null(),
            thread_end: std::ptr::null(),
            class_file_load_hook: Some(class_file_load_hook),
        })
        .map_err(refused)?;

    let plan = Plan::new(&points);
    let (mode, writer) = match settings.mode {
        Wanted::Record => {
            let out = settings.out.ok_or("record mode needs a directory")?;
            let (recorder, thread) = record::Recorder::start(&out, points, jvm(&jvmti))?;
            (Mode::Record(recorder), Some(thread))
        }
        Wanted::Replay => {
            let socket = settings.socket.ok_or("replay mode needs a socket")?;
            (Mode::Replay(replay::Replayer::start(&socket, points)?), None)
        }
    };
    let agent = Agent { jvmti, plan, mode, writer: Mutex::new(writer), runtime: OnceLock::new() };
    AGENT.set(agent).map_err(|_| "the agent is already loaded".to_owned())?;
    jvmti.enable(jvmti::EVENT_VM_INIT, true).map_err(refused)?;
    jvmti.enable(jvmti::EVENT_VM_DEATH, true).map_err(refused)
}

/// What the JVM calls itself.
fn jvm(jvmti: &Env) -> String {
    [c"java.vm.name", c"java.vm.version"]
        .into_iter()
        .filter_map(|name| jvmti.property(name))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The JVM's release: 17.
fn release(jvmti: &Env) -> u16 {
    let version = jvmti.property(c"java.vm.specification.version").unwrap_or_default();
    // What says it in another way is more likely to be new.
    version.parse().unwrap_or(u16::MAX)
}

fn read_settings(path: &str) -> Result<Settings, String> {
    let text = std::fs::read(path).map_err(|error| format!("the settings {path:?} cannot be read: {error}"))?;
    let settings: Settings =
        serde_json::from_slice(&text).map_err(|error| format!("the settings {path:?} are not valid: {error}"))?;
    if settings.version != env!("CARGO_PKG_VERSION") {
        let (agent, command) = (env!("CARGO_PKG_VERSION"), settings.version);
        return Err(format!("the agent is version {agent} and the command {command}: use the command's own agent"));
    }
    Ok(settings)
}

fn read_points(path: &Path) -> Result<Points, String> {
    let text = std::fs::read(path).map_err(|error| format!("the points {} cannot be read: {error}", path.display()))?;
    Points::read(&text).map_err(|error| format!("{} is no points document: {error}", path.display()))
}

unsafe extern "C" fn vm_init(_env: RawEnv, jni: *mut JNIEnv, _thread: jobject) {
    fence("starting", (), || {
        // SAFETY: the JVM passes this thread's own environment.
        let jni = unsafe { Jni::new(jni) };
        if let Err(error) = start(&jni) {
            log::line(&format!("nothing is recorded or answered: {error}"));
            eprintln!("retake: nothing is recorded or answered: {error}");
        }
    });
}

/// Brings the runtime in, turns the hook on, and weaves what is already loaded.
fn start(jni: &Jni) -> Result<(), String> {
    let agent = agent();
    let mut runtime = None;
    let before_12 = release(&agent.jvmti) < 12;
    for Class { name, bytes, before_12: older } in RUNTIME {
        let name_bytes = CString::new(*name).map_err(|error| error.to_string())?;
        let bytes = older.filter(|_| before_12).unwrap_or(bytes);
        let class = jni.define(&name_bytes, bytes).ok_or_else(|| format!("the class {name} was refused"))?;
        if *name == "java/lang/Retake" {
            runtime = Some(class);
        }
    }
    let runtime = runtime.ok_or("the runtime is not in this build")?;
    let array = jni.new_bytes(&runtime_plan(agent));
    if array.is_null() || !jni.call_static(runtime, c"install", c"([B)V", &[jvalue { l: array }]) {
        return Err("the runtime did not take the plan".to_owned());
    }
    let refused = |error: jvmti::Error| format!("the JVM refused to show classes (error {})", error.0);
    agent.jvmti.enable(jvmti::EVENT_CLASS_FILE_LOAD_HOOK, true).map_err(refused)?;
    weave_loaded(agent, jni);
    if !jni.call_static(runtime, c"enable", c"(Z)V", &[jvalue { z: true }]) {
        return Err("the runtime did not start".to_owned());
    }
    let _ = agent.runtime.set(Runtime(jni.global(runtime)));
    Ok(())
}

fn runtime_plan(agent: &Agent) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.array(3);
    writer.int(i64::from(matches!(agent.mode, Mode::Replay(_))));
    writer.array(agent.plan.handle_types.len());
    agent.plan.handle_types.iter().for_each(|name| writer.text(name));
    writer.array(agent.plan.scope.len());
    agent.plan.scope.iter().for_each(|prefix| writer.text(&prefix.replace('/', ".")));
    writer.bytes
}

fn weave_loaded(agent: &Agent, jni: &Jni) {
    let classes = agent.jvmti.loaded_classes().unwrap_or_default();
    let (wanted, others): (Vec<jclass>, Vec<jclass>) = classes.into_iter().partition(|&class| {
        agent.jvmti.class_name(class).is_some_and(|name| agent.plan.concerns(&name)) && agent.jvmti.is_modifiable(class)
    });
    others.into_iter().for_each(|class| jni.delete(class));
    for batch in wanted.chunks(BATCH) {
        retransform(agent, batch);
    }
    wanted.into_iter().for_each(|class| jni.delete(class));
}

/// One class that the JVM refuses makes it refuse the whole batch: halve until only that one is left out.
fn retransform(agent: &Agent, classes: &[jclass]) {
    let Err(error) = agent.jvmti.retransform(classes) else { return };
    match classes {
        [] => {}
        [class] => {
            let name = agent.jvmti.class_name(*class).unwrap_or_default();
            log::line(&format!("{name} is not woven: the JVM refused it (error {})", error.0));
        }
        _ => {
            let (left, right) = classes.split_at(classes.len() / 2);
            retransform(agent, left);
            retransform(agent, right);
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the signature is JVMTI's")]
unsafe extern "C" fn class_file_load_hook(
    _env: RawEnv,
    _jni: *mut JNIEnv,
    _redefined: jclass,
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
        let agent = agent();
        if !agent.plan.concerns(name) {
            return;
        }
        // SAFETY: the JVM passes the class file's bytes and their number.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length as usize) };
        let Some(plan) = agent.plan.hooks(name, bytes) else { return };
        match retake_weave::weave(bytes, &plan) {
            Ok(woven) => {
                for skipped in woven.skipped.iter().filter(|skipped| agent.plan.is_needed(skipped.id)) {
                    log::line(&format!("{name}: hook {} is not woven: {}", skipped.id, skipped.reason));
                }
                if let Ok(memory) = agent.jvmti.copy(&woven.bytes) {
                    // SAFETY: the JVM gives places for the answer and frees the memory.
                    unsafe {
                        *new_length = woven.bytes.len() as jint;
                        *new_bytes = memory;
                    }
                }
            }
            Err(error) => log::line(&format!("{name} is not woven: {error}")),
        }
    });
}

unsafe extern "C" fn vm_death(_env: RawEnv, jni: *mut JNIEnv) {
    fence("ending", (), || {
        let agent = agent();
        if let Some(runtime) = agent.runtime.get() {
            // SAFETY: the JVM passes this thread's own environment.
            let jni = unsafe { Jni::new(jni) };
            jni.call_static(runtime.0, c"finish", c"()V", &[]);
        }
        if let Mode::Record(recorder) = &agent.mode {
            recorder.finish();
            let writer = agent.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
            // A disk that does not answer must not keep the service from ending.
            let deadline = Instant::now() + LAST_WRITES;
            while writer.as_ref().is_some_and(|writer| !writer.is_finished()) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    });
}
