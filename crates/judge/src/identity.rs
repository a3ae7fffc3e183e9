//! When two handles are the same dependency.
//!
//! The slot of a pool is never identity; data source and statement are. So a boot handle stands for what created it:
//! the ten connections of a pool are one, and each statement prepared on any of them is one by its text. The same holds for
//! the connections of a request: which of them executes a statement does not matter, if the same call gave them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use retake_model::case::{Boot, CaseEvent};
use retake_model::cbor::Writer;
use retake_model::trace::Outcome;
use retake_model::value::{Handle, Value};

/// Tells which boot handles are the same dependency. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// One above the largest number in the boot document; 0 without a document.
    nodes: u32,
    /// For each node that some call created: the first node that the same call created.
    origins: Arc<HashMap<u32, u32>>,
    /// For each handle of the call at hand that is of a type through which something is asked: the first that the same
    /// call gave.
    sessions: Arc<HashMap<u32, u32>>,
}

impl Identity {
    /// Without a boot document, boot handles of one type are not told apart.
    pub fn unknown() -> Self {
        Identity::default()
    }

    /// Finds what created each handle of the document.
    pub fn new(boot: &Boot) -> Self {
        let mut identity = Identity { nodes: boot.next_handle(), ..Identity::default() };
        let mut first: HashMap<Vec<u8>, u32> = HashMap::new();
        for event in &boot.events {
            let created = created(event);
            if created.iter().all(|&id| identity.origins.contains_key(&id)) {
                continue;
            }
            let call = identity.content(&event.dependency, event.target.as_ref(), &event.args);
            for (position, id) in created.into_iter().enumerate() {
                let mut key = call.clone();
                key.extend(position.to_le_bytes());
                let origin = *first.entry(key).or_insert(id);
                Arc::make_mut(&mut identity.origins).entry(id).or_insert(origin);
            }
        }
        identity
    }

    /// The same for one recorded call with these events. In replay, handles have the numbers of the recording, so this
    /// serves both sides.
    pub(crate) fn within<'a>(&self, events: impl Iterator<Item = &'a CaseEvent> + Clone) -> Self {
        let sessions: HashSet<&str> = events.clone().filter_map(session).collect();
        let mut within = Identity { sessions: Arc::default(), ..self.clone() };
        let mut first: HashMap<Vec<u8>, u32> = HashMap::new();
        for event in events {
            if let Outcome::Returned(Value::Handle(given)) = &event.outcome
                && !given.boot
                && sessions.contains(given.class.as_str())
            {
                let call = self.content(&event.dependency, event.target.as_ref(), &event.args);
                let origin = *first.entry(call).or_insert(given.id);
                Arc::make_mut(&mut within.sessions).entry(given.id).or_insert(origin);
            }
        }
        within
    }

    fn session(&self, id: u32) -> u32 {
        self.sessions.get(&id).copied().unwrap_or(id)
    }

    /// The recorded number of a boot handle. See [`crate::boot`] for how live numbers are made from recorded ones.
    pub fn node(&self, id: u32) -> u32 {
        id.checked_rem(self.nodes).unwrap_or(id)
    }

    /// One number for all boot handles that are the same dependency.
    pub fn origin(&self, id: u32) -> u32 {
        if self.nodes == 0 {
            return 0;
        }
        let node = self.node(id);
        self.origins.get(&node).copied().unwrap_or(node)
    }

    /// Whether two handles are the same dependency.
    pub fn same(&self, a: &Handle, b: &Handle) -> bool {
        let same_number =
            if a.boot { self.origin(a.id) == self.origin(b.id) } else { self.session(a.id) == self.session(b.id) };
        a.boot == b.boot && a.class == b.class && same_number
    }

    /// Bytes that are equal for calls that ask the same of the same.
    pub(crate) fn content(&self, dependency: &str, target: Option<&Handle>, args: &[Value]) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.text(dependency);
        match target {
            Some(target) => self.normal(&Value::Handle(target.clone())).encode(&mut writer),
            None => writer.null(),
        }
        args.iter().for_each(|arg| self.normal(arg).encode(&mut writer));
        writer.bytes
    }

    /// The value with everything removed that does not matter: pool slots, and the order in hash collections.
    fn normal(&self, value: &Value) -> Value {
        match value {
            Value::Handle(handle) => {
                let id = if handle.boot { self.origin(handle.id) } else { self.session(handle.id) };
                Value::Handle(Handle { id, ..handle.clone() })
            }
            Value::Opaque { class, .. } => {
                Value::Opaque { class: stable_class(class).to_owned(), reason: String::new() }
            }
            Value::List(items) => Value::List(items.iter().map(|item| self.normal(item)).collect()),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, field)| (name.clone(), self.normal(field))).collect())
            }
            Value::Typed { class, body } => {
                let mut body = self.normal(body);
                if let (true, Value::List(items)) = (is_unordered(class), &mut body) {
                    items.sort_by_cached_key(|item| {
                        let mut writer = Writer::default();
                        item.encode(&mut writer);
                        writer.bytes
                    });
                }
                Value::Typed { class: class.clone(), body: Box::new(body) }
            }
            _ => value.clone(),
        }
    }
}

/// The type of the handle that an event asks through, if that is not what is called itself: the connection of a statement.
fn session(event: &CaseEvent) -> Option<&str> {
    let target = event.target.as_ref().filter(|target| !target.boot)?;
    let called = event.dependency.strip_prefix(&target.class).is_some_and(|method| method.starts_with('.'));
    (!called).then_some(target.class.as_str())
}

/// The boot handles in what a call returned, in order, each once.
fn created(event: &CaseEvent) -> Vec<u32> {
    let mut ids = Vec::new();
    if let Outcome::Returned(value) = &event.outcome {
        value.walk(&mut |value| {
            if let Value::Handle(handle) = value
                && handle.boot
                && !ids.contains(&handle.id)
            {
                ids.push(handle.id);
            }
        });
    }
    ids
}

/// Whether the order of a collection's elements is an accident of hashing.
pub(crate) fn is_unordered(class: &str) -> bool {
    matches!(
        class,
        "java.util.HashMap"
            | "java.util.HashSet"
            | "java.util.Hashtable"
            | "java.util.IdentityHashMap"
            | "java.util.Properties"
            | "java.util.WeakHashMap"
            | "java.util.concurrent.ConcurrentHashMap"
            | "java.util.concurrent.ConcurrentHashMap$KeySetView"
            | "java.util.ImmutableCollections$MapN"
            | "java.util.ImmutableCollections$SetN"
            | "java.util.ImmutableCollections$Set12"
    )
}

/// What the JVM makes up at run time has a name that is another in each run.
pub(crate) fn stable_class(class: &str) -> &str {
    let end = class.find("$$").or_else(|| class.find('/')).or_else(|| class.find("$Proxy"));
    end.map_or(class, |_| "(made at run time)")
}
