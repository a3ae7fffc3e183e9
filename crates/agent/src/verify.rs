//! Whether every method is what it was: the code of all loaded classes before anything is woven, and after.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::agent::Agent;
use crate::jni::Jni;
use crate::log;

/// A number for the code of each class, by the name of the class. Classes of the same name are told together.
#[derive(Default)]
pub(crate) struct Code(HashMap<String, (u64, u64)>);

impl Code {
    /// What is loaded now.
    pub(crate) fn of(agent: &Agent, jni: &Jni) -> Code {
        let mut code = Code::default();
        for class in agent.jvmti.loaded_classes().unwrap_or_default() {
            // What is not linked yet shows no methods, and has not run.
            if let (Some(name), Ok(methods)) = (agent.jvmti.class_name(class), agent.jvmti.methods(class)) {
                // The order of methods says nothing.
                let sum = methods.into_iter().fold(0u64, |sum, method| {
                    let mut hasher = DefaultHasher::new();
                    agent.jvmti.method_name(method).hash(&mut hasher);
                    agent.jvmti.bytecodes(method).hash(&mut hasher);
                    sum.wrapping_add(hasher.finish())
                });
                let (classes, known) = code.0.entry(name).or_default();
                (*classes, *known) = (*classes + 1, known.wrapping_add(sum));
            }
            jni.delete(class);
        }
        code
    }

    /// How many classes have other code now. One that was loaded or unloaded meanwhile cannot be compared.
    pub(crate) fn changed(&self, now: &Code) -> u64 {
        let mut changed = 0;
        for (name, (classes, before)) in &self.0 {
            if now.0.get(name).is_some_and(|(now, after)| now == classes && after != before) {
                log::line(&format!("{name} has other code than before"));
                changed += 1;
            }
        }
        changed
    }

    /// How many classes there are.
    pub(crate) fn classes(&self) -> u64 {
        self.0.len() as u64
    }
}
