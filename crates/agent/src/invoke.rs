//! Entries that are methods: in replay they are called on the object that is there for its framework.

use std::collections::HashMap;
use std::sync::Mutex;

use jni_sys::{jclass, jobject};
use retake_model::case::{Call, CaseEvent};
use retake_model::cbor::Writer;
use retake_model::trace::{Entry, Invocation};
use retake_model::value::Value;

use crate::agent::Agent;
use crate::jni::Jni;
use crate::runtime::Runtime;

/// A class and the object of it that is called, as global references; without an object its methods are static.
#[derive(Clone, Copy)]
struct Bean {
    class: jclass,
    object: jobject,
}

// SAFETY: global references may be used from any thread.
unsafe impl Send for Bean {}

/// A method to call.
pub(crate) struct Method {
    /// With its class and descriptor.
    operation: String,
    /// Its arguments, and then what is told to the observer that it gives back.
    values: Vec<u8>,
}

impl Method {
    /// The entry of a call, if that is a method.
    pub(crate) fn of(call: &Call) -> Option<Method> {
        let Entry::Method(Invocation { operation, args, .. }) = &call.entry else { return None };
        let told: Vec<&CaseEvent> = call.events().filter(|event| call.is_told(event)).collect();
        let mut writer = Writer::default();
        let values = |writer: &mut Writer, values: &[Value]| {
            writer.array(values.len());
            values.iter().for_each(|value| value.encode(writer));
        };
        values(&mut writer, args);
        writer.array(told.len());
        for event in told {
            let name = event.dependency.split('(').next().unwrap_or_default();
            writer.text(name.rsplit('.').next().unwrap_or_default());
            values(&mut writer, &event.args);
        }
        Some(Method { operation: operation.clone(), values: writer.bytes })
    }
}

/// Why a method was not called.
pub(crate) enum Unable {
    /// The service has not come so far.
    Yet(String),
    /// It will not come so far.
    Ever(String),
}

/// The objects that were found, by the names of their classes. To find one takes a walk through all memory.
#[derive(Default)]
pub(crate) struct Beans(Mutex<HashMap<String, Bean>>);

impl Beans {
    /// Calls the entry of a run on this thread, which the JVM knows. Returns when the method has.
    pub(crate) fn call(&self, agent: &Agent, jni: &Jni, run: &str, method: &Method) -> Result<(), Unable> {
        let runtime = Runtime::find(jni).ok_or_else(|| Unable::Yet("the runtime is not there".to_owned()))?;
        let (class, signature) =
            split(&method.operation).ok_or_else(|| Unable::Ever(format!("{} is no method", method.operation)))?;
        let bean = self.find(agent, jni, class)?;
        let called = runtime.invoke(bean.class, bean.object, signature, run, &method.values);
        called.map_err(|why| match bean.object.is_null() {
            // A static method needs none; for others there may be one later.
            true => Unable::Yet(why),
            false => Unable::Ever(why),
        })
    }

    fn find(&self, agent: &Agent, jni: &Jni, name: &str) -> Result<Bean, Unable> {
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(bean) = known.get(name) {
            return Ok(*bean);
        }
        let found = search(agent, jni, name)?;
        let bean = Bean { class: jni.global(found.class), object: jni.global(found.object) };
        if !bean.object.is_null() {
            known.insert(name.to_owned(), bean);
        }
        Ok(bean)
    }
}

/// Finds a class that is loaded, and an object of it; of a class below it, if there is none.
fn search(agent: &Agent, jni: &Jni, name: &str) -> Result<Bean, Unable> {
    let refused =
        |error: crate::jvmti::Error| Unable::Ever(format!("the JVM does not tell its objects (error {})", error.0));
    let internal = name.replace('.', "/");
    let loaded = agent.jvmti.loaded_classes().map_err(refused)?;
    let named: Vec<jclass> =
        loaded.iter().copied().filter(|class| agent.jvmti.class_name(*class).as_deref() == Some(&internal)).collect();
    let first = *named.first().ok_or_else(|| Unable::Yet(format!("the class {name} is not loaded")))?;
    for class in &named {
        if let Some(object) = agent.jvmti.objects(*class).map_err(refused)?.first() {
            return Ok(Bean { class: *class, object: *object });
        }
    }
    for below in loaded.iter().filter(|class| !named.contains(class) && jni.is_below(**class, first)) {
        if let Some(object) = agent.jvmti.objects(*below).map_err(refused)?.first() {
            return Ok(Bean { class: first, object: *object });
        }
    }
    Ok(Bean { class: first, object: std::ptr::null_mut() })
}

/// The class of an operation, and its method with descriptor.
fn split(operation: &str) -> Option<(&str, &str)> {
    let (name, _) = operation.split_once('(')?;
    let (class, _) = name.rsplit_once('.')?;
    Some((class, &operation[class.len() + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_a_class_and_a_method() {
        assert_eq!(split("a.B$C.take(La/D;I)V"), Some(("a.B$C", "take(La/D;I)V")));
        assert_eq!(split("take()V"), None);
        assert_eq!(split("a.B.take"), None);
    }
}
