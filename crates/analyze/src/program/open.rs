//! Which bodies of libraries are followed too.
//!
//! Nobody can follow all code of all libraries, and nobody needs to: what counts is whether a call that the application
//! makes gives something that is different every time. So the search begins at the calls of the application, goes on
//! from body to body wherever a call can only mean one method, and keeps the bodies from which a source is reached. A
//! call that may mean several methods ends it: to follow all of them would make everything reach everything.

use std::collections::hash_map::Entry;

use retake_bytecode::opcode::{INVOKESPECIAL, INVOKESTATIC};
use retake_bytecode::read::{Insn, Loadable};
use retake_bytecode::{MemberRef, access, handle};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Application, ClassId, MethodId, Program, RefId};

/// A hierarchy broader than this below a type is taken for one with several implementations.
const BROAD: usize = 64;
/// No more bodies than this are looked at. Real services stay far below; it bounds what a made up one can cost.
const MOST: usize = 400_000;

/// What the search must know of the rules.
pub(crate) trait Knowledge {
    /// Whether a call is a source that counts in libraries.
    fn is_source(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool;
    /// Whether rules say what a method does, so that its body does not matter.
    fn is_known(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool;
}

/// A body: the number of its class among the libraries, and which method of the file it is.
type Body = (u32, u16);

/// A method by its name and descriptor.
type Key<'k> = (&'k [u8], &'k [u8]);

/// The methods of one class: which, and its flags.
type Table<'k> = FxHashMap<Key<'k>, (u16, u16)>;

struct Search<'p, 'a> {
    program: &'p Program<'a>,
    tables: FxHashMap<ClassId, Table<'p>>,
    resolved: FxHashMap<(ClassId, Key<'p>, bool), Option<Body>>,
    numbers: FxHashMap<Body, u32>,
    bodies: Vec<Body>,
    /// For each body the bodies that call it.
    callers: Vec<Vec<u32>>,
    /// The bodies that call a source.
    sources: Vec<u32>,
}

impl<'p, 'a> Search<'p, 'a> {
    fn table(&mut self, class: ClassId) -> Option<&Table<'p>> {
        let &at = self.program.library_of.get(&class)?;
        let file = self.program.libraries[at as usize].file()?;
        Some(self.tables.entry(class).or_insert_with(|| {
            let methods = file.methods().enumerate().filter_map(|(nth, method)| {
                let key = (method.name().ok()?.bytes(), method.descriptor().ok()?.bytes());
                Some((key, (nth as u16, method.access())))
            });
            methods.collect()
        }))
    }

    /// The body of the method of this name that a class has, and its flags.
    fn find(&mut self, class: ClassId, key: Key<'p>) -> Option<(Body, u16)> {
        for above in self.program.supertypes_of(class) {
            if let Some(&(nth, flags)) = self.table(above).and_then(|table| table.get(&key))
                && flags & (access::ABSTRACT | access::NATIVE) == 0
            {
                return Some(((self.program.library_of[&above], nth), flags));
            }
        }
        None
    }

    /// The only body that a call can mean, if there is one in a library that was read.
    fn resolve(&mut self, owner: ClassId, key: Key<'p>, dispatched: bool) -> Option<Body> {
        if let Some(&known) = self.resolved.get(&(owner, key, dispatched)) {
            return known;
        }
        let found = if dispatched { self.only(owner, key) } else { self.find(owner, key).map(|found| found.0) };
        self.resolved.insert((owner, key, dispatched), found);
        found
    }

    fn only(&mut self, owner: ClassId, key: Key<'p>) -> Option<Body> {
        let declared = self.find(owner, key);
        let class = self.program.class(owner);
        let flags = declared.map_or(0, |found| found.1);
        if (class.access | flags) & access::FINAL != 0 || flags & access::PRIVATE != 0 {
            return declared.map(|found| found.0);
        }
        let below = self.program.few_subtypes_of(owner, BROAD).filter(|_| class.read)?;
        let mut only = declared.map(|found| found.0);
        for class in below {
            if self.program.class(class).application {
                return None;
            }
            if self.table(class).is_none_or(|table| !table.contains_key(&key)) {
                continue;
            }
            let found = self.find(class, key)?.0;
            if *only.get_or_insert(found) != found {
                return None;
            }
        }
        only
    }

    fn number(&mut self, body: Body) -> u32 {
        match self.numbers.entry(body) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.bodies.push(body);
                self.callers.push(Vec::new());
                *new.insert(self.bodies.len() as u32 - 1)
            }
        }
    }

    /// Looks at the calls of a body.
    fn visit(&mut self, number: u32, knowledge: &dyn Knowledge) {
        let program = self.program;
        let (at, nth) = self.bodies[number as usize];
        let Some(file) = program.libraries[at as usize].file() else { return };
        let Some(Ok(Some(code))) = file.methods().nth(usize::from(nth)).map(|method| method.code()) else { return };
        let mut asked: FxHashSet<(u16, bool)> = FxHashSet::default();
        let mut see = |instruction: Insn<'a>| match instruction {
            Insn::Invoke { op, index } => {
                let dispatched = !matches!(op, INVOKESTATIC | INVOKESPECIAL);
                if asked.insert((index, dispatched))
                    && let Ok(member) = file.pool().member_ref(index)
                {
                    self.call(number, &member, dispatched, knowledge);
                }
            }
            Insn::InvokeDynamic(index) => {
                let Ok(site) = file.call_site(index) else { return };
                for argument in site.arguments().flatten() {
                    if let Loadable::MethodHandle(found) = argument {
                        let dispatched = matches!(found.kind, handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE);
                        self.call(number, &found.member, dispatched, knowledge);
                    }
                }
            }
            _ => {}
        };
        // What is wrong with a body is said when it is followed.
        let _: retake_bytecode::Result<()> = code.each(
            #[inline(always)]
            |_, instruction| {
                if matches!(instruction, Insn::Invoke { .. } | Insn::InvokeDynamic(_)) {
                    see(instruction);
                }
                Ok(())
            },
        );
    }

    fn call(&mut self, caller: u32, member: &MemberRef<'a>, dispatched: bool, knowledge: &dyn Knowledge) {
        let program = self.program;
        let (name, descriptor) = (member.name.to_str(), member.descriptor.to_str());
        let Some(owner) = program.class_named(&member.owner.to_str()) else { return };
        if knowledge.is_source(program, owner, &name, &descriptor) {
            self.sources.push(caller);
            return;
        }
        if self.bodies.len() >= MOST || knowledge.is_known(program, owner, &name, &descriptor) {
            return;
        }
        if let Some(body) = self.resolve(owner, (member.name.bytes(), member.descriptor.bytes()), dispatched) {
            let callee = self.number(body);
            self.callers[callee as usize].push(caller);
        }
    }

    /// Goes on from the bodies that are known, and tells from which a source is reached.
    fn run(&mut self, knowledge: &dyn Knowledge) -> Vec<Body> {
        let mut next = 0;
        while next < self.bodies.len() {
            self.visit(next as u32, knowledge);
            next += 1;
        }
        self.reaching()
    }

    /// The bodies from which a source is reached, sorted.
    fn reaching(&self) -> Vec<Body> {
        let mut reached = vec![false; self.bodies.len()];
        let mut pending = self.sources.clone();
        while let Some(body) = pending.pop() {
            if !std::mem::replace(&mut reached[body as usize], true) {
                pending.extend(&self.callers[body as usize]);
            }
        }
        let mut bodies: Vec<Body> =
            self.bodies.iter().zip(reached).filter(|(_, reached)| *reached).map(|(body, _)| *body).collect();
        bodies.sort_unstable();
        bodies
    }
}

/// What a name means in the opened libraries.
pub(crate) type Opened = FxHashMap<(RefId, bool), MethodId>;

impl<'a> Program<'a> {
    /// Adds the bodies of libraries that matter to the application. Tells which names mean them.
    pub(crate) fn open(&mut self, knowledge: &dyn Knowledge) -> Opened {
        let bodies = {
            let mut search = self.search();
            for reference in 0..self.refs.len() as u32 {
                let member = self.reference(RefId(reference));
                let [name, descriptor] = [member.name, member.descriptor].map(|name| self.names.text(name));
                if !descriptor.starts_with('(') || knowledge.is_known(self, member.owner, name, descriptor) {
                    continue;
                }
                let key = (name.as_bytes(), descriptor.as_bytes());
                // An application's call is a source even if it only may be one.
                if let Some((body, _)) = search.find(member.owner, key) {
                    search.number(body);
                }
                if let Some(body) = search.only(member.owner, key) {
                    search.number(body);
                }
            }
            search.run(knowledge)
        };
        self.add_opened(&bodies);
        self.resolve_opened(&bodies)
    }

    /// Adds the bodies that matter to whoever may call public methods of some library classes.
    pub(crate) fn open_public(&mut self, knowledge: &dyn Knowledge, wanted: &dyn Fn(&str) -> bool) -> Opened {
        let bodies = {
            let mut search = self.search();
            for (at, library) in self.libraries.iter().enumerate() {
                let class = library.class;
                if self.class(class).access & access::PUBLIC == 0 || !wanted(self.class_name(class)) {
                    continue;
                }
                let Some(file) = library.file() else { continue };
                for (nth, method) in file.methods().enumerate() {
                    let bodiless = method.access() & (access::ABSTRACT | access::NATIVE) != 0;
                    if method.access() & access::PUBLIC != 0 && !bodiless {
                        search.number((at as u32, nth as u16));
                    }
                }
            }
            search.run(knowledge)
        };
        self.add_opened(&bodies);
        self.resolve_opened(&bodies)
    }

    fn search(&self) -> Search<'_, 'a> {
        Search {
            program: self,
            tables: FxHashMap::default(),
            resolved: FxHashMap::default(),
            numbers: FxHashMap::default(),
            bodies: Vec::new(),
            callers: Vec::new(),
            sources: Vec::new(),
        }
    }

    fn add_opened(&mut self, bodies: &[Body]) {
        for bodies in bodies.chunk_by(|a, b| a.0 == b.0) {
            let library = &self.libraries[bodies[0].0 as usize];
            let Some(file) = library.file().cloned() else { continue };
            let class = library.class;
            let first = self.methods.len() as u32;
            for &(_, nth) in bodies {
                let Some(method) = file.methods().nth(usize::from(nth)) else { continue };
                if let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) {
                    self.add_method(class, nth, &method, name, descriptor);
                }
            }
            self.classes[class.index()].methods = first..self.methods.len() as u32;
            let pool = self.intern_pool(&file);
            let dynamic = self.intern_dynamic(&file);
            self.opened.push(Application { class, file, pool, dynamic, again: FxHashMap::default() });
        }
    }

    fn resolve_opened(&self, bodies: &[Body]) -> Opened {
        let mut opened: FxHashMap<Body, MethodId> = FxHashMap::default();
        for file in &self.opened {
            let at = self.library_of[&file.class];
            for method in self.class(file.class).methods.clone() {
                opened.insert((at, self.methods[method as usize].nth), MethodId(method));
            }
        }
        debug_assert_eq!(opened.len(), bodies.len());
        let mut search = self.search();
        let mut found = Opened::default();
        for reference in 0..self.refs.len() as u32 {
            let member = self.reference(RefId(reference));
            let [name, descriptor] = [member.name, member.descriptor].map(|name| self.names.text(name));
            if !descriptor.starts_with('(') {
                continue;
            }
            let key = (name.as_bytes(), descriptor.as_bytes());
            for dispatched in [false, true] {
                if let Some(body) = search.resolve(member.owner, key, dispatched)
                    && let Some(&method) = opened.get(&body)
                {
                    found.insert((RefId(reference), dispatched), method);
                }
            }
        }
        found
    }
}
