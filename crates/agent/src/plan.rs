//! Which hooks a class gets, and what each hook's number means to the runtime.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use retake_bytecode::access;
use retake_bytecode::read::Class;
use retake_model::cbor::Writer;
use retake_model::points::{Place, Points};
use retake_weave as weave;

use crate::carriers::{self, Carrier};
use crate::entries;
use crate::late;
use crate::regions;
use crate::watch;

/// What the runtime does at a hook; the numbers are those of `RetakeHook`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookKind {
    Point = 0,
    Handle = 1,
    Entry = 2,
    Fork = 3,
    Adopt = 4,
    Boot = 5,
    BodyIn = 6,
    BodyOut = 7,
    Reject = 8,
    Unknown = 9,
    Method = 10,
    Next = 20,
    Missed = 21,
    Once = 22,
    Relay = 11,
    End = 12,
    Stage = 13,
    Written = 14,
    Fire = 15,
    Claim = 16,
    Share = 17,
    Serial = 18,
    Stream = 30,
    Opening = 31,
    Observer = 32,
    Connect = 33,
    Watch = 34,
    Again = 40,
    Complete = 41,
    Incoming = 50,
    Outgoing = 51,
    Done = 52,
    Region = 53,
    Driven = 54,
    Signal = 55,
}

/// So many bits of the number in woven code say something of the hook.
const SAID: u32 = 3;

/// What the runtime must know of a hook.
#[derive(Clone, Debug)]
struct Description {
    kind: HookKind,
    name: String,
    arguments: String,
    result: char,
    external: bool,
    /// What it changes besides what it gives back, in words that the runtime knows.
    writes: Vec<String>,
}

/// The plan for a whole process.
pub(crate) struct Plan {
    /// Points and carriers, by class.
    fixed: HashMap<String, Vec<weave::Hook>>,
    pub(crate) scope: Vec<String>,
    /// The classes that implement handles or lend them methods, each with the types of handles that it is.
    handle_classes: HashMap<String, Vec<String>>,
    /// The methods that types of handles have, as far as they are the JDK's interfaces: names and arguments.
    declared: Mutex<HashMap<String, Arc<HashSet<String>>>>,
    /// The types of handles, each with the classes that implement it.
    pub(crate) handle_types: Vec<(String, Vec<String>)>,
    /// Those among the classes that get their hooks when one of their objects is first given to somebody.
    when_given: HashSet<String>,
    /// Of which that has happened.
    given: Mutex<HashSet<String>>,
    followed: Mutex<HashMap<String, StreamKind>>,
    numbers: Mutex<Numbers>,
    /// Whether calls of the application to whatever is not its own are watched.
    watches: bool,
}

/// What passes through the objects of a class; the numbers are those of `RetakeStream`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamKind {
    Input,
    Iterator,
    Output,
    Iterable,
    Observer,
    Publisher,
}

impl StreamKind {
    pub(crate) fn from_number(number: i32) -> Option<StreamKind> {
        match number {
            1 => Some(StreamKind::Input),
            2 => Some(StreamKind::Iterator),
            4 => Some(StreamKind::Output),
            5 => Some(StreamKind::Iterable),
            6 => Some(StreamKind::Publisher),
            8 => Some(StreamKind::Observer),
            _ => None,
        }
    }

    /// The methods that tell what passes, or change what passes next.
    fn methods(self) -> &'static [&'static str] {
        match self {
            StreamKind::Input => &[
                "read",
                "readAllBytes",
                "readNBytes",
                "skip",
                "skipNBytes",
                "transferTo",
                "mark",
                "reset",
                "available",
                "close",
            ],
            StreamKind::Iterator => &["hasNext", "next"],
            StreamKind::Output => &["write", "close"],
            StreamKind::Iterable => &["iterator"],
            StreamKind::Observer => &["onNext", "onError", "onCompleted"],
            // One object may be several of these: what subscribes, what is subscribed to, and the subscription.
            StreamKind::Publisher => &[
                "subscribe",
                "subscribeOrReturn",
                "call",
                "onSubscribe",
                "onNext",
                "onError",
                "onComplete",
                "request",
                "cancel",
                "requestFusion",
                "poll",
                "isEmpty",
            ],
        }
    }

    fn hook(self) -> HookKind {
        match self {
            StreamKind::Observer => HookKind::Observer,
            StreamKind::Publisher => HookKind::Signal,
            _ => HookKind::Stream,
        }
    }
}

/// Hooks get their numbers when their class is first seen; a class that is seen again gets the same ones.
#[derive(Default)]
struct Numbers {
    descriptions: Vec<Description>,
    known: HashMap<(String, String), u32>,
}

impl Numbers {
    fn add(&mut self, description: Description) -> u32 {
        self.descriptions.push(description);
        (self.descriptions.len() - 1) as u32
    }
}

impl Plan {
    /// Points keep their numbers, so that an event can name its point by its hook.
    pub(crate) fn new(points: &Points, attached: bool, records: bool) -> Plan {
        let late = attached.then(late::all);
        // Whoever records lets the service connect to whatever it likes.
        let connects = (!records).then(carriers::connects::all);
        let carriers = carriers::all().chain(late.into_iter().flatten()).chain(connects.into_iter().flatten());
        let mut numbers = Numbers::default();
        let mut fixed: HashMap<String, Vec<weave::Hook>> = HashMap::new();
        for point in &points.points {
            let (arguments, result) = shape(&point.place, &point.descriptor);
            let id = numbers.add(Description {
                kind: HookKind::Point,
                name: point.dependency.clone(),
                arguments,
                result,
                external: point.kind.reaches_outside(),
                writes: point.writes.iter().map(ToString::to_string).collect(),
            });
            fixed.entry(point.class.clone()).or_default().push(weave::Hook {
                id,
                method: point.method.clone(),
                descriptor: point.descriptor.clone(),
                place: place(&point.place),
            });
        }
        for entry in points.entries.iter().filter(|entry| entries::is_method(entry)) {
            let (arguments, result) = signature(&entry.descriptor);
            let name = entries::name(entry);
            let id = numbers.add(Description {
                kind: HookKind::Method,
                name,
                arguments,
                result,
                external: false,
                writes: Vec::new(),
            });
            fixed.entry(entry.class.clone()).or_default().push(weave::Hook {
                id,
                method: entry.method.clone(),
                descriptor: entry.descriptor.clone(),
                place: weave::Place::Body,
            });
        }
        for Carrier { class, method, descriptor, place, kind, adapter } in carriers {
            let called = match &place {
                weave::Place::Call { descriptor, .. } => descriptor.clone(),
                _ => descriptor.to_owned(),
            };
            let (arguments, result) = signature(&called);
            let name = adapter.to_owned();
            let description = Description { kind, name, arguments, result, external: false, writes: Vec::new() };
            let id = numbers.add(description);
            fixed.entry(class.to_owned()).or_default().push(weave::Hook {
                id,
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
                place,
            });
        }
        let mut handle_classes: HashMap<String, Vec<String>> = HashMap::new();
        for handle in &points.handles {
            for class in &handle.implementers {
                handle_classes.entry(class.clone()).or_default().push(handle.name.replace('/', "."));
            }
        }
        Plan {
            fixed,
            scope: points.scope.clone(),
            handle_classes,
            declared: Mutex::default(),
            handle_types: points
                .handles
                .iter()
                .map(|handle| {
                    let implementers = handle.implementers.iter().map(|name| name.replace('/', ".")).collect();
                    (handle.name.replace('/', "."), implementers)
                })
                .collect(),
            // In replay doubles are given, and nothing is below them.
            when_given: (points.handles.iter().filter(|handle| records && handle.given))
                .flat_map(|handle| handle.implementers.iter().cloned())
                .collect(),
            given: Mutex::default(),
            followed: Mutex::default(),
            numbers: Mutex::new(numbers),
            watches: false,
        }
    }

    /// The same plan for a diagnosis.
    pub(crate) fn watching(self, watches: bool) -> Plan {
        Plan { watches, ..self }
    }

    /// What is called at a hook that watches, and where.
    pub(crate) fn watched(&self, id: u32) -> Option<(String, String)> {
        let numbers = lock(&self.numbers);
        let hook = numbers.descriptions.get(id as usize).filter(|hook| hook.kind == HookKind::Watch)?;
        let (method, at) = hook.name.split_once('\t')?;
        Some((method.to_owned(), at.to_owned()))
    }

    /// Hooks around the calls to watch. Where a point is, nothing is left to watch.
    fn watch(&self, name: &str, bytes: &[u8], hooks: &mut Vec<weave::Hook>) {
        for call in watch::calls(bytes, |owner| self.in_scope(owner)) {
            let place =
                weave::Place::Call { owner: call.owner, name: call.name, descriptor: call.called, nth: call.nth };
            if hooks
                .iter()
                .any(|hook| hook.place == place && hook.method == call.method && hook.descriptor == call.descriptor)
            {
                continue;
            }
            let weave::Place::Call { owner, name: called, descriptor, nth } = &place else { continue };
            let line = call.line.map(|line| format!(":{line}")).unwrap_or_default();
            let at = format!("{}.{}{line}", name.replace('/', "."), call.method);
            let told = format!("{}.{called}{descriptor}\t{at}", owner.replace('/', "."));
            // The same may be called several times in one line.
            let key = (name.to_owned(), format!("{told} {}{} {nth}", call.method, call.descriptor));
            let mut numbers = lock(&self.numbers);
            let id = match numbers.known.get(&key) {
                Some(&id) => id,
                None => {
                    let (arguments, result) = signature(descriptor);
                    let (kind, writes) = (HookKind::Watch, Vec::new());
                    let id = numbers.add(Description { kind, name: told, arguments, result, external: false, writes });
                    numbers.known.insert(key, id);
                    id
                }
            };
            hooks.push(weave::Hook { id, method: call.method, descriptor: call.descriptor, place });
        }
    }

    /// Whether a class may get hooks at all; cheap, because every class of the process passes here.
    pub(crate) fn concerns(&self, class: &str) -> bool {
        self.fixed.contains_key(class)
            || self.handles_of(class).is_some()
            || self.in_scope(class)
            || regions::of(class).is_some()
            || lock(&self.followed).contains_key(class)
    }

    /// The types of handles that the objects of a class are, as far as calls on them are looked at. A class has several if it
    /// lends its methods to classes of each.
    fn handles_of(&self, class: &str) -> Option<&[String]> {
        let handles = self.handle_classes.get(class)?;
        (!self.when_given.contains(class) || lock(&self.given).contains(class)).then_some(handles)
    }

    /// Whether a class gets its hooks when one of its objects is first given to somebody.
    pub(crate) fn waits(&self, class: &str) -> bool {
        self.when_given.contains(class)
    }

    /// From now on, calls on objects of a class are looked at. Whether that is new.
    pub(crate) fn give(&self, class: &str) -> bool {
        lock(&self.given).insert(class.to_owned())
    }

    fn in_scope(&self, class: &str) -> bool {
        self.scope.iter().any(|prefix| class.starts_with(prefix.as_str()))
    }

    /// The hooks of a class; none if there is nothing to weave.
    pub(crate) fn hooks(&self, name: &str, bytes: &[u8]) -> Option<weave::ClassPlan> {
        let mut hooks = self.fixed.get(name).cloned().unwrap_or_default();
        if let Some(handles) = self.handles_of(name) {
            // Every public method of a handle's class is a call on the handle; but the double of an interface has the methods of
            // the interface and no others, and what a driver has besides them it calls itself, all the time.
            let known = lock(&self.declared);
            let declared: Option<Vec<_>> = handles.iter().map(|handle| known.get(handle).cloned()).collect();
            drop(known);
            self.public_methods(name, bytes, &mut hooks, HookKind::Handle, |method, descriptor| {
                let arguments = descriptor.find(')').map_or("", |end| &descriptor[..=end]);
                !matches!(method, "equals" | "hashCode" | "toString" | "finalize" | "<init>")
                    && declared.as_ref().is_none_or(|declared| {
                        let signature = format!("{method}{arguments}");
                        declared.iter().any(|methods| methods.contains(&signature))
                    })
            });
        }
        let followed = lock(&self.followed).get(name).copied();
        if let Some(followed) = followed {
            self.public_methods(name, bytes, &mut hooks, followed.hook(), |method, _| {
                followed.methods().contains(&method)
            });
        }
        for (method, descriptor, kind, told) in regions::of(name).into_iter().flat_map(|region| region.places(bytes)) {
            let id = self.number(name, &told, kind, false);
            hooks.push(weave::Hook { id, method, descriptor, place: weave::Place::Body });
        }
        if self.in_scope(name) && has_initializer(bytes) {
            // Whatever a class does when it is first used is not the request's doing.
            let id = self.number(name, "<clinit>()V", HookKind::Boot, false);
            hooks.push(weave::Hook {
                id,
                method: "<clinit>".to_owned(),
                descriptor: "()V".to_owned(),
                place: weave::Place::Body,
            });
        }
        if self.watches && self.in_scope(name) {
            self.watch(name, bytes, &mut hooks);
        }
        (!hooks.is_empty()).then_some(weave::ClassPlan { hooks })
    }

    /// A type of handles has these methods and no others.
    pub(crate) fn declare(&self, handle: String, methods: HashSet<String>) {
        lock(&self.declared).insert(handle, Arc::new(methods));
    }

    /// From now on, a class tells what passes through its objects. Whether that is new.
    pub(crate) fn follow(&self, class: &str, kind: StreamKind) -> bool {
        lock(&self.followed).insert(class.to_owned(), kind).is_none()
    }

    /// Hooks around the public methods that are wanted and have no hook yet.
    fn public_methods(
        &self,
        name: &str,
        bytes: &[u8],
        hooks: &mut Vec<weave::Hook>,
        kind: HookKind,
        wanted: impl Fn(&str, &str) -> bool,
    ) {
        let Ok(class) = Class::parse(bytes) else { return };
        for method in class.methods() {
            let (Ok(method_name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let (method_name, descriptor) = (method_name.to_str(), descriptor.to_str());
            let flags = method.access();
            let public = flags & access::PUBLIC != 0;
            let without_body = flags & (access::STATIC | access::ABSTRACT | access::NATIVE) != 0;
            let planned = hooks.iter().any(|hook| {
                hook.method == method_name
                    && hook.descriptor == descriptor
                    && (kind != HookKind::Signal || matches!(hook.place, weave::Place::Body))
            });
            if !public || without_body || planned || !wanted(&method_name, &descriptor) {
                continue;
            }
            let id = self.number(name, &format!("{method_name}{descriptor}"), kind, kind == HookKind::Handle);
            hooks.push(weave::Hook {
                id,
                method: method_name.into_owned(),
                descriptor: descriptor.into_owned(),
                place: weave::Place::Body,
            });
        }
    }

    fn number(&self, class: &str, method: &str, kind: HookKind, external: bool) -> u32 {
        let mut numbers = lock(&self.numbers);
        let key = (class.to_owned(), method.to_owned());
        if let Some(&id) = numbers.known.get(&key) {
            return id;
        }
        let (arguments, result) = signature(method.find('(').map_or("()V", |at| &method[at..]));
        let id =
            numbers.add(Description { kind, name: method.to_owned(), arguments, result, external, writes: Vec::new() });
        numbers.known.insert(key, id);
        id
    }

    /// What a hook that cannot be woven would have seen; none if nobody misses it. Carriers are named for several releases of
    /// their libraries, and those of other releases are never there.
    pub(crate) fn needed(&self, id: u32) -> Option<String> {
        let numbers = lock(&self.numbers);
        let hook = numbers.descriptions.get(id as usize)?;
        matches!(hook.kind, HookKind::Point | HookKind::Handle | HookKind::Method | HookKind::Stream | HookKind::Signal)
            .then(|| hook.name.clone())
    }

    /// The number that woven code gives for a hook: with those of earlier agents counted in, and in the lowest bits what
    /// the runtime can tell without looking the hook up. The bits are those of `RetakeHooks`.
    pub(crate) fn woven(&self, id: u32, first: u32) -> u32 {
        const WORKING_ONLY: u32 = 1;
        const ENDS_WORKING: u32 = 2;
        const SILENT_BELOW: u32 = 4;
        let numbers = lock(&self.numbers);
        let said = numbers.descriptions.get(id as usize).map_or(0, |hook| match hook.kind {
            HookKind::Point | HookKind::Handle if hook.external => ENDS_WORKING | SILENT_BELOW,
            HookKind::Watch => WORKING_ONLY | ENDS_WORKING,
            HookKind::Point | HookKind::Handle => WORKING_ONLY | ENDS_WORKING | SILENT_BELOW,
            // What a dependency does in its own threads is the dependency's.
            HookKind::Fork
            | HookKind::Relay
            | HookKind::Stage
            | HookKind::Written
            | HookKind::Claim
            | HookKind::Share => ENDS_WORKING | SILENT_BELOW,
            // A worker may get a task of a request where it came with nothing.
            HookKind::Next => 0,
            _ => ENDS_WORKING,
        });
        (first + id) << SAID | said
    }

    /// The number of a hook, from what woven code gives for it.
    pub(crate) fn number_of(woven: u32, first: u32) -> u32 {
        (woven >> SAID) - first
    }

    /// The hook that tells of a request which comes to a method where a hook could not be woven. `what` it would have seen.
    pub(crate) fn missed(&self, class: &str, hook: &weave::Hook, what: &str) -> u32 {
        let mut numbers = lock(&self.numbers);
        let key = (class.to_owned(), format!("missed {}{}", hook.method, hook.descriptor));
        if let Some(&id) = numbers.known.get(&key) {
            return id;
        }
        let (arguments, result) = signature(&hook.descriptor);
        let (kind, name, writes) = (HookKind::Missed, what.to_owned(), Vec::new());
        let id = numbers.add(Description { kind, name, arguments, result, external: false, writes });
        numbers.known.insert(key, id);
        id
    }

    /// How many numbers hooks have been given.
    pub(crate) fn hook_count(&self) -> u32 {
        lock(&self.numbers).descriptions.len() as u32
    }

    /// What the runtime asks when a hook runs for the first time.
    pub(crate) fn describe(&self, id: u32) -> Vec<u8> {
        let numbers = lock(&self.numbers);
        let Some(hook) = numbers.descriptions.get(id as usize) else { return Plan::unknown() };
        let mut writer = Writer::default();
        writer.array(6);
        writer.int(hook.kind as i64);
        writer.text(&hook.name);
        writer.text(&hook.arguments);
        writer.text(&hook.result.to_string());
        writer.int(i64::from(hook.external));
        writer.array(hook.writes.len());
        hook.writes.iter().for_each(|to| writer.text(to));
        writer.bytes
    }

    /// Code woven by someone else's agent under our name, or by an agent that has left: a hook with nothing to do.
    pub(crate) fn unknown() -> Vec<u8> {
        let mut writer = Writer::default();
        writer.array(6);
        writer.int(HookKind::Unknown as i64);
        writer.text("unknown");
        writer.text("");
        writer.text("V");
        writer.int(0);
        writer.array(0);
        writer.bytes
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn has_initializer(bytes: &[u8]) -> bool {
    Class::parse(bytes)
        .is_ok_and(|class| class.methods().any(|method| method.name().is_ok_and(|name| name.to_str() == "<clinit>")))
}

fn place(place: &Place) -> weave::Place {
    match place.clone() {
        Place::Body => weave::Place::Body,
        Place::Call { owner, name, descriptor, nth } => weave::Place::Call { owner, name, descriptor, nth },
        Place::Read { owner, name, descriptor, nth } => weave::Place::Read { owner, name, descriptor, nth },
        Place::Check { owner, name, descriptor, nth } => weave::Place::Check { owner, name, descriptor, nth },
        Place::Load { nth } => weave::Place::Load { nth },
        Place::Construct { owner, descriptor, nth } => weave::Place::Construct { owner, descriptor, nth },
        Place::Reference { owner, name, descriptor, nth } => weave::Place::Reference { owner, name, descriptor, nth },
    }
}

/// The arguments that a hook hands over and the result it sees, one character each.
fn shape(place: &Place, holder: &str) -> (String, char) {
    match place {
        Place::Body => signature(holder),
        // A new object is told when it is there, whoever made it.
        Place::Reference { name, .. } if name == "<init>" => (String::new(), 'L'),
        Place::Call { descriptor, .. } | Place::Reference { descriptor, .. } => signature(descriptor),
        Place::Read { descriptor, .. } => (String::new(), kind(descriptor.as_bytes().first())),
        // The element's type is not in the address; the runtime boxes integers by what it gets.
        Place::Load { .. } => (String::new(), 'I'),
        Place::Check { .. } | Place::Construct { .. } => (String::new(), 'L'),
    }
}

fn kind(first: Option<&u8>) -> char {
    match first {
        Some(b'[' | b'L') | None => 'L',
        Some(&other) => other as char,
    }
}

/// The characters of a descriptor; a malformed one gives what could be read of it.
fn signature(descriptor: &str) -> (String, char) {
    let bytes = descriptor.as_bytes();
    let close = descriptor.find(')').unwrap_or(0);
    let mut arguments = String::new();
    let mut at = 1;
    while at < close {
        arguments.push(kind(bytes.get(at)));
        while at < close && bytes[at] == b'[' {
            at += 1;
        }
        at = if bytes[at] == b'L' { descriptor[at..].find(';').map_or(close, |end| at + end + 1) } else { at + 1 };
    }
    (arguments, kind(bytes.get(close + 1)))
}

#[cfg(test)]
mod tests {
    use retake_model::points::{HandleType, Points};

    use super::{Plan, signature};

    #[test]
    fn woven_numbers_lead_back() {
        let plan = Plan::new(&Points::default(), true, true);
        assert!(plan.hook_count() > 0, "carriers have hooks");
        for id in 0..plan.hook_count() {
            let woven = plan.woven(id, 7);
            assert_eq!(Plan::number_of(woven, 7), id);
            assert_eq!(woven & 1, 0, "a carrier matters on threads that do not work yet");
        }
        let point = plan.number("shop.Cache", "get()V", super::HookKind::Point, false);
        let handle = plan.number("shop.Cache", "close()V", super::HookKind::Handle, true);
        assert_eq!((plan.woven(point, 0) & 7, plan.woven(handle, 0) & 7), (7, 6));
        assert_eq!(Plan::number_of(plan.woven(handle, 7), 7), handle);
    }

    #[test]
    fn classes_of_handles_wait_until_an_object_is_given() {
        let handle = |name: &str, class: &str, given| HandleType {
            name: name.to_owned(),
            implementers: vec![class.to_owned()],
            given,
        };
        let handles =
            vec![handle("java/sql/ResultSet", "pool/Rows", true), handle("redis/Commands", "redis/Connection", false)];
        let points = Points { handles, ..Points::default() };
        let plan = Plan::new(&points, false, true);
        assert!(!plan.concerns("pool/Rows") && plan.waits("pool/Rows"));
        assert!(plan.concerns("redis/Connection") && !plan.waits("redis/Connection"));
        assert!(plan.give("pool/Rows"));
        assert!(plan.concerns("pool/Rows"));
        assert!(!plan.give("pool/Rows"), "once is enough");
        // Doubles may be made of it before anybody was given one.
        assert!(Plan::new(&points, false, false).concerns("pool/Rows"));
    }

    #[test]
    fn a_class_that_lends_to_several_handles_has_the_methods_of_each() {
        let lends =
            |name: &str| HandleType { name: name.to_owned(), implementers: vec!["driver/Large".into()], given: false };
        let points = Points { handles: vec![lends("java/sql/Clob"), lends("java/sql/Blob")], ..Points::default() };
        let plan = Plan::new(&points, false, true);
        assert_eq!(
            plan.handles_of("driver/Large"),
            Some(&["java.sql.Clob".to_owned(), "java.sql.Blob".to_owned()][..])
        );
        assert_eq!(plan.handles_of("driver/Small"), None);
    }

    #[test]
    fn signatures() {
        let check =
            |descriptor, arguments: &str, result| assert_eq!(signature(descriptor), (arguments.to_owned(), result));
        check("()V", "", 'V');
        check("(IJ)Ljava/lang/String;", "IJ", 'L');
        check("([[I[Ljava/lang/String;ZLa/B;)[B", "LLZL", 'L');
        check("(Ljava/util/Map;C)D", "LC", 'D');
    }
}
