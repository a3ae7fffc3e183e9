//! How the agent leaves: with the process, or before it, with every class as it was.

use std::time::{Duration, Instant};

use jni_sys::JNIEnv;

use crate::agent::{Agent, Mode, current};
use crate::fence::fence;
use crate::jni::Jni;
use crate::jvmti::{self, RawEnv};
use crate::runtime::Runtime;
use crate::verify::Code;
use crate::{log, weaving};

/// How long a detach waits for requests that are being traced.
const LAST_REQUESTS: Duration = Duration::from_secs(5);
/// How long the end of the process is put off for requests that are being traced. Whoever was answered a moment ago may still
/// be on the way out of the server; one that is being served gets no answer any more.
const LAST_MOMENTS: Duration = Duration::from_millis(200);
/// How long an end waits for the last traces to be written. A disk that does not answer must not keep the service from ending.
const LAST_WRITES: Duration = Duration::from_secs(5);
/// How often a waiting end looks.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The service ends.
pub(crate) unsafe extern "C" fn vm_death(_env: RawEnv, jni: *mut JNIEnv) {
    fence("ending", (), || {
        let Some(agent) = current() else { return };
        if agent.begin_end() {
            // SAFETY: the JVM passes this thread's own environment.
            let jni = unsafe { Jni::new(jni) };
            if let Some(runtime) = Runtime::find(&jni) {
                finish(&runtime, LAST_MOMENTS);
            }
        }
        write_out(&agent);
    });
}

/// What is left of the agent in a service that goes on.
#[derive(Default)]
pub(crate) struct Left {
    /// Classes that could not be turned back.
    pub(crate) still_woven: u64,
    /// Classes whose code was compared with what it was before.
    pub(crate) compared: u64,
    /// Those that have other code.
    pub(crate) changed: u64,
}

/// Leaves a service that goes on.
pub(crate) fn detach(agent: &Agent, jni: &Jni) -> Left {
    if !agent.begin_end() {
        return Left::default();
    }
    let runtime = Runtime::find(jni);
    if let Some(runtime) = &runtime {
        finish(runtime, LAST_REQUESTS);
    }
    if let Err(error) = agent.jvmti.enable(jvmti::EVENT_CLASS_FILE_LOAD_HOOK, false) {
        log::line(&format!("the JVM goes on to show classes (error {})", error.0));
    }
    let mut left = Left { still_woven: weaving::turn_back(agent, jni), ..Left::default() };
    if let Some(before) = agent.before.get() {
        (left.compared, left.changed) = (before.classes(), before.changed(&Code::of(agent, jni)));
    }
    write_out(agent);
    if let Some(runtime) = &runtime {
        runtime.forget();
    }
    log::close();
    agent.leave();
    agent.jvmti.dispose();
    left
}

/// Leaves a service before anything was done to it.
pub(crate) fn give_up(agent: &Agent) {
    if agent.begin_end() {
        write_out(agent);
        agent.leave();
        agent.jvmti.dispose();
    }
}

/// Traces no more requests, and waits for those that are being traced, but not for ever.
fn finish(runtime: &Runtime<'_>, patience: Duration) {
    runtime.refuse();
    let deadline = Instant::now() + patience;
    while runtime.unfinished() > 0 && Instant::now() < deadline {
        std::thread::sleep(LOOK_EVERY);
    }
    runtime.finish();
}

/// Has the last traces written.
fn write_out(agent: &Agent) {
    if let Mode::Record(recorder) = &agent.mode {
        recorder.finish(agent.weaving.left_out());
        let deadline = Instant::now() + LAST_WRITES;
        while !recorder.is_over() && Instant::now() < deadline {
            std::thread::sleep(LOOK_EVERY);
        }
    }
}
