//! How the agent comes into a process: with the JVM, or into one that runs.

use std::path::Path;
use std::sync::Arc;

use jni_sys::{JNIEnv, jobject};
use retake_model::points::Points;
use retake_model::settings::{Mode as Wanted, Settings};

use crate::agent::{Agent, Mode, TAKEN, current};
use crate::control::Line;
use crate::fence::{fence, keep_quiet};
use crate::jni::Jni;
use crate::jvmti::{self, Callbacks, Env, RawEnv};
use crate::mask::Masking;
use crate::plan::Plan;
use crate::record::Recorder;
use crate::replay::Replayer;
use crate::runtime::Runtime;
use crate::vm::Vm;
use crate::{control, ending, log, threads, weaving};

/// The JVM starts with the agent in it.
pub(crate) fn load(vm: Vm, options: &str) -> Result<(), String> {
    let settings = read_settings(options)?;
    open_log(&settings);
    let records = matches!(settings.mode, Wanted::Record);
    let line = settings.socket.as_deref().filter(|_| records).map(Line::connect);
    let (mut line, masking) = match line {
        Some(Ok(mut line)) => {
            let masking = masking(&settings, Some(&mut line))?;
            (Some(line), masking)
        }
        // Without the command the recording is no worse; it only ends with the process.
        Some(Err(error)) => {
            log::line(&error);
            (None, masking(&settings, None)?)
        }
        None => (None, masking(&settings, None)?),
    };
    let agent = enter(vm, &settings, false, masking)?;
    line.take().into_iter().for_each(control::keep);
    agent.jvmti.enable(jvmti::EVENT_VM_INIT, true).map_err(refused)?;
    agent.jvmti.enable(jvmti::EVENT_VM_DEATH, true).map_err(refused)
}

/// The agent comes into a service that runs. What needs the JVM to know this library happens on a thread of its own: the JVM
/// lists the library only when this function has returned.
pub(crate) fn attach(vm: Vm, options: &str) -> Result<(), String> {
    let settings = read_settings(options)?;
    let socket = settings.socket.as_deref().ok_or("an agent that is attached needs a socket")?;
    let mut line = Line::connect(socket)?;
    if current().is_some() {
        return line.refuse(TAKEN.to_owned());
    }
    open_log(&settings);
    if !matches!(settings.mode, Wanted::Record) {
        return line.refuse("a service that runs can only be recorded".to_owned());
    }
    let entered = masking(&settings, Some(&mut line)).and_then(|masking| enter(vm, &settings, true, masking));
    let agent = match entered {
        Ok(agent) => agent,
        Err(error) => return line.refuse(error),
    };
    if let Err(error) = agent.jvmti.enable(jvmti::EVENT_VM_DEATH, true).map_err(refused) {
        ending::give_up(&agent);
        return line.refuse(error);
    }
    control::attached(agent, line, settings.verify)
}

fn open_log(settings: &Settings) {
    log::open(&settings.log);
    keep_quiet();
}

fn refused(error: jvmti::Error) -> String {
    format!("the JVM refused a tool's right (error {})", error.0)
}

/// What masks, if that is wanted, with the key that the command has. Without it nothing may be recorded.
fn masking(settings: &Settings, line: Option<&mut Line>) -> Result<Option<Masking>, String> {
    let Some(mask) = settings.mask.as_ref().filter(|_| matches!(settings.mode, Wanted::Record)) else {
        return Ok(None);
    };
    let line = line.ok_or("masking needs a key from the command, which cannot be reached")?;
    Masking::new(mask, line.key()?).map(Some)
}

/// Makes the agent of this process.
fn enter(vm: Vm, settings: &Settings, attached: bool, masking: Option<Masking>) -> Result<Arc<Agent>, String> {
    let points = read_points(&settings.points)?;
    let jvmti = vm.tool().ok_or("this JVM has no tool interface")?;
    let made = rights(&jvmti, matches!(settings.mode, Wanted::Replay)).and_then(|()| {
        let plan = Plan::new(&points, attached, matches!(settings.mode, Wanted::Record)).watching(settings.watch);
        let mode = match settings.mode {
            Wanted::Record => {
                let out = settings.out.as_ref().ok_or("record mode needs a directory")?;
                Mode::Record(Recorder::start(out, points, jvm(&jvmti), attached, &settings.control, masking)?)
            }
            Wanted::Replay => {
                let socket = settings.socket.as_ref().ok_or("replay mode needs a socket")?;
                Mode::Replay(Replayer::start(socket, points, settings.policies.clone())?)
            }
        };
        Agent::new(vm, jvmti, plan, mode, attached).enter()
    });
    if made.is_err() {
        jvmti.dispose();
    }
    made
}

fn rights(jvmti: &Env, replays: bool) -> Result<(), String> {
    jvmti.add_capabilities().map_err(refused)?;
    if replays {
        jvmti.add_search().map_err(refused)?;
    }
    jvmti
        .set_callbacks(&Callbacks {
            vm_init: Some(vm_init),
            vm_death: Some(ending::vm_death),
            thread_start: Some(threads::started),
            thread_end: Some(threads::ended),
            class_file_load_hook: Some(weaving::class_file_load_hook),
        })
        .map_err(refused)
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
        let Some(agent) = current() else { return };
        // SAFETY: the JVM passes this thread's own environment.
        let jni = unsafe { Jni::new(jni) };
        let started = start(&agent, &jni);
        if let Err(error) = &started {
            log::line(&format!("nothing is recorded or answered: {error}"));
            eprintln!("retake: nothing is recorded or answered: {error}");
        }
        control::started(agent, started);
    });
}

/// Brings the runtime in, turns the hook on, and weaves what is already loaded.
pub(crate) fn start(agent: &Agent, jni: &Jni) -> Result<(), String> {
    let runtime = Runtime::define(jni, release(&agent.jvmti))?;
    runtime.install(agent)?;
    if let Mode::Record(recorder) = &agent.mode {
        runtime.control(&recorder.rules)?;
    }
    let refused = |error: jvmti::Error| format!("the JVM refused to show classes (error {})", error.0);
    agent.jvmti.enable(jvmti::EVENT_CLASS_FILE_LOAD_HOOK, true).map_err(refused)?;
    weaving::weave_loaded(agent, jni);
    runtime.enable()?;
    threads::watch(&agent.jvmti)?;
    if let Mode::Replay(replayer) = &agent.mode {
        replayer.begin();
    }
    Ok(())
}
