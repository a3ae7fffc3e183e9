//! The Java runtime: its classes, and what the agent calls in them.

use std::ffi::{CStr, CString};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jni_sys::{jclass, jobject, jvalue};
use retake_model::cbor::Writer;

use crate::agent::{Agent, Mode};
use crate::jni::Jni;

/// A class of the runtime.
struct Class {
    name: &'static str,
    bytes: &'static [u8],
    /// The same for a JDK before 12, where some of what it calls has another name.
    before_12: Option<&'static [u8]>,
}

/// The classes of the runtime, supertypes first.
const CLASSES: &[Class] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// The JVM looks for native methods in the libraries of agents, and lists one that was attached a moment after it has begun.
const LISTED_AFTER: Duration = Duration::from_secs(10);

/// The class that woven code calls, as a global reference. It stays for the life of the process: what an earlier agent defined
/// is used again.
struct Global(jclass);

// SAFETY: a global reference may be used from any thread.
unsafe impl Send for Global {}
// SAFETY: as above.
unsafe impl Sync for Global {}

static DEFINED: OnceLock<Global> = OnceLock::new();

/// The runtime, seen from one thread.
pub(crate) struct Runtime<'a> {
    jni: &'a Jni,
    class: jclass,
}

impl<'a> Runtime<'a> {
    /// The runtime, if it was brought in.
    pub(crate) fn find(jni: &'a Jni) -> Option<Runtime<'a>> {
        DEFINED.get().map(|defined| Runtime { jni, class: defined.0 })
    }

    /// Brings the runtime into the JVM, unless it is there.
    pub(crate) fn define(jni: &'a Jni, release: u16) -> Result<Runtime<'a>, String> {
        if let Some(found) = Runtime::find(jni) {
            return Ok(found);
        }
        if jni.knows(c"java/lang/Retake") {
            return Err(
                "another build of Retake was in this process before, and its classes stay until the service is \
                        started anew; restart the service, or use the build that was there"
                    .to_owned(),
            );
        }
        let mut class = None;
        for Class { name, bytes, before_12 } in CLASSES {
            let name_bytes = CString::new(*name).map_err(|error| error.to_string())?;
            let bytes = before_12.filter(|_| release < 12).unwrap_or(bytes);
            let defined = jni.define(&name_bytes, bytes).ok_or_else(|| format!("the class {name} was refused"))?;
            match *name {
                "java/lang/Retake" => class = Some(jni.global(defined)),
                _ => jni.delete(defined),
            }
        }
        let class = class.ok_or("the runtime is not in this build")?;
        let _ = DEFINED.set(Global(class));
        let runtime = Runtime { jni, class };
        runtime.wait_for_natives()?;
        Ok(runtime)
    }

    fn wait_for_natives(&self) -> Result<(), String> {
        let begin = Instant::now();
        while !self.jni.succeeds(self.class, c"log", c"(Ljava/lang/String;)V", &[jvalue { l: std::ptr::null_mut() }]) {
            if begin.elapsed() > LISTED_AFTER {
                return Err("the JVM does not find the agent's functions".to_owned());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Hands the plan over.
    pub(crate) fn install(&self, agent: &Agent) -> Result<(), String> {
        let array = self.jni.new_bytes(&plan(agent));
        let taken = !array.is_null() && self.call(c"install", c"([B)V", &[jvalue { l: array }]);
        self.jni.delete(array);
        if taken { Ok(()) } else { Err("the runtime did not take the plan".to_owned()) }
    }

    /// Says which requests are recorded.
    pub(crate) fn control(&self, rules: &[u8]) -> Result<(), String> {
        let array = self.jni.new_bytes(rules);
        let taken = !array.is_null() && self.call(c"control", c"([B)V", &[jvalue { l: array }]);
        self.jni.delete(array);
        // What can be wrong there was checked, except what only the JVM knows.
        if taken { Ok(()) } else { Err("the JVM does not know the time zone of the times to record at".to_owned()) }
    }

    /// Turns the hooks on.
    pub(crate) fn enable(&self) -> Result<(), String> {
        let enabled = self.call(c"enable", c"(Z)V", &[jvalue { z: true }]);
        if enabled { Ok(()) } else { Err("the runtime did not start".to_owned()) }
    }

    /// From here on no trace begins. Those that have begun go on.
    pub(crate) fn refuse(&self) {
        self.call(c"refuse", c"()V", &[]);
    }

    /// How many requests are being traced.
    pub(crate) fn unfinished(&self) -> i32 {
        self.jni.call_static_int(self.class, c"unfinished", c"()I").unwrap_or(0)
    }

    /// Turns the hooks off, and counts what is still open as lost.
    pub(crate) fn finish(&self) {
        self.call(c"finish", c"()V", &[]);
    }

    /// Lets go of everything that was learned of the application.
    pub(crate) fn forget(&self) {
        self.call(c"forget", c"()V", &[]);
    }

    /// Calls a method of an object, or of a class, with recorded arguments, as a run. What the method throws is no error.
    pub(crate) fn invoke(
        &self,
        class: jclass,
        target: jobject,
        signature: &str,
        run: &str,
        args: &[u8],
    ) -> Result<(), String> {
        let (signature, run) = (self.jni.new_string(signature), self.jni.new_string(run));
        let args = self.jni.new_bytes(args);
        let arguments =
            [jvalue { l: class }, jvalue { l: target }, jvalue { l: signature }, jvalue { l: run }, jvalue { l: args }];
        const SIGNATURE: &CStr =
            c"(Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;[B)Ljava/lang/String;";
        match self.jni.call_static_text(self.class, c"invoke", SIGNATURE, &arguments) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(why),
            Err(()) => Err("the runtime could not call it; the agent's log says why".to_owned()),
        }
    }

    /// The thread that calls this begins.
    pub(crate) fn began(&self) {
        self.call(c"began", c"()V", &[]);
    }

    /// A thread has come to its end.
    pub(crate) fn ended(&self, thread: jobject) {
        self.call(c"ended", c"(Ljava/lang/Thread;)V", &[jvalue { l: thread }]);
    }

    fn call(&self, name: &CStr, signature: &CStr, arguments: &[jvalue]) -> bool {
        self.jni.call_static(self.class, name, signature, arguments)
    }
}

fn plan(agent: &Agent) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.array(4);
    writer.int(i64::from(matches!(agent.mode, Mode::Replay(_))));
    writer.array(agent.plan.handle_types.len());
    for (name, implementers) in &agent.plan.handle_types {
        writer.array(2);
        writer.text(name);
        writer.array(implementers.len());
        implementers.iter().for_each(|name| writer.text(name));
    }
    writer.array(agent.plan.scope.len());
    agent.plan.scope.iter().for_each(|prefix| writer.text(&prefix.replace('/', ".")));
    writer.int(i64::from(agent.first_hook));
    writer.bytes
}
