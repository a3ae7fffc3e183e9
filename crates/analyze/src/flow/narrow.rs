//! Which objects a call may be made on, and so which methods it reaches.
//!
//! The class hierarchy says who could answer a call: of `next()`, every iterator of the application. Most calls are
//! made on objects that come from a few lines, a field or a parameter away, so the objects that are made are followed to
//! where they are called, and whoever is not among them does not answer. What comes from somewhere unseen, out of a
//! collection or from a library, may be anything; then the hierarchy has the last word.

use rayon::prelude::*;
use retake_bytecode::handle;
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Lists};
use super::local::{Context, Dispatch, Local, Object, Taken};
use super::{NIL, Node};
use crate::program::select::{Declaration, Declared};
use crate::program::{ClassId, FieldId, MethodId, Program, RefId};
use crate::rules::index::TypeKind;

/// Of more objects than this, the hierarchy is asked instead.
const MOST: usize = 48;

/// What happens in code that is not read.
pub(crate) struct Unseen<'u> {
    /// Whether a method is called.
    pub(crate) calls: &'u (dyn Fn(MethodId) -> bool + Sync),
    /// Whether a field is written.
    pub(crate) writes: &'u (dyn Fn(FieldId) -> bool + Sync),
}

/// What fields hold and methods return, where all of it is made by the application or, if it is nothing, by a library;
/// nothing is known where it may be anything.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) in_fields: Vec<Option<Vec<Object>>>,
    pub(crate) returned: Vec<Option<Vec<Object>>>,
    /// The functions that lambdas took along, by lambda and which one.
    pub(crate) taken: FxHashMap<Taken, Vec<Object>>,
}

/// Leaves of the methods that calls may reach those that the objects answer with.
pub(super) fn narrow(context: Context<'_, '_>, graph: &mut Graph, unseen: &Unseen<'_>) -> Known {
    let (objects, held) = follow(context, graph, unseen);
    let held_by = |method: MethodId, node: Node| objects.of(held[graph.node(method, node) as usize]);
    let may_be = |method: MethodId, object: Node, lambda: u32| {
        object == NIL || held_by(method, object).is_none_or(|objects| objects.contains(&Object::Lambda(lambda)))
    };
    let answers = Answers::new(context.program);
    let narrowed: Vec<Vec<(usize, Vec<MethodId>)>> = graph
        .locals
        .par_iter()
        .enumerate()
        .map(|(number, local)| {
            let method = MethodId(number as u32);
            let mut found = Vec::new();
            for (at, call) in local.invocations.iter().enumerate() {
                match call.dispatch {
                    Dispatch::Class(reference) if call.arguments.first().is_some_and(|&object| object != NIL) => {
                        let Some(objects) = held_by(method, call.arguments[0]) else { continue };
                        let answering = answers.of(objects, reference);
                        let left: Vec<MethodId> =
                            call.targets.iter().copied().filter(|target| answering.contains(target)).collect();
                        if left.len() < call.targets.len() {
                            found.push((at, left));
                        }
                    }
                    Dispatch::Lambda(object, lambda) if !may_be(method, object, lambda) => {
                        found.push((at, Vec::new()));
                    }
                    _ => {}
                }
            }
            found
        })
        .collect();
    for (local, found) in graph.locals.iter_mut().zip(narrowed) {
        for (at, left) in found {
            local.invocations[at].targets = left;
        }
    }
    let known = |node: Node| objects.of(held[node as usize]).map(<[Object]>::to_vec);
    let fields = (0..context.program.fields.len() as u32).map(|field| graph.field_node(FieldId(field)));
    let results = (0..graph.locals.len() as u32).map(|method| graph.returned(MethodId(method)));
    let mut taken: FxHashMap<Taken, Vec<Object>> = FxHashMap::default();
    for (number, local) in graph.locals.iter().enumerate() {
        let functions = local.taken.iter().filter(|(_, node)| local.kinds[*node as usize] == TypeKind::Stateless);
        for &(which, node) in functions {
            let objects = objects.of(held[graph.node(MethodId(number as u32), node) as usize]).unwrap_or_default();
            taken.entry(which).or_default().extend(objects);
        }
    }
    Known { in_fields: fields.map(known).collect(), returned: results.map(known).collect(), taken }
}

/// Which methods objects answer with.
struct Answers<'p, 'a> {
    program: &'p Program<'a>,
}

impl<'p, 'a> Answers<'p, 'a> {
    fn new(program: &'p Program<'a>) -> Self {
        Answers { program }
    }

    /// The methods of the application that a call by this name reaches on one of these objects.
    fn of(&self, objects: &[Object], reference: RefId) -> FxHashSet<MethodId> {
        let program = self.program;
        let member = program.reference(reference);
        let meant = program.resolve(member.owner, member.name, member.descriptor);
        if let Some(Declaration { method: Declared::Application(bound), .. }) = meant.filter(Declaration::is_bound) {
            return FxHashSet::from_iter([bound]);
        }
        let mut found = FxHashSet::default();
        for object in objects {
            let class = match *object {
                Object::Of(class) => class,
                Object::Lambda(lambda) => program.lambdas[lambda as usize].interface,
                Object::Remembers => continue,
            };
            for declared in program.select(class, member.name, member.descriptor, meant) {
                if let Declared::Application(method) = declared {
                    found.insert(method);
                }
            }
        }
        found
    }
}

/// Sets of objects, each with a number.
struct Objects {
    sets: Vec<Vec<Object>>,
    numbers: FxHashMap<Vec<Object>, u32>,
    joined: FxHashMap<(u32, u32), u32>,
}

impl Objects {
    const NONE: u32 = 0;
    const ANY: u32 = 1;

    fn new() -> Self {
        // The set of all has a number and no members of its own.
        let numbers = FxHashMap::from_iter([(Vec::new(), Self::NONE)]);
        Objects { sets: vec![Vec::new(), Vec::new()], numbers, joined: FxHashMap::default() }
    }

    fn number(&mut self, set: Vec<Object>) -> u32 {
        if set.len() > MOST {
            return Self::ANY;
        }
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        match (a.min(b), a.max(b)) {
            (Self::NONE, other) => other,
            (same, other) if same == other => same,
            (Self::ANY, _) => Self::ANY,
            pair => {
                if let Some(&joined) = self.joined.get(&pair) {
                    return joined;
                }
                let mut set = self.sets[pair.0 as usize].clone();
                set.extend(&self.sets[pair.1 as usize]);
                set.sort_unstable();
                set.dedup();
                let joined = self.number(set);
                self.joined.insert(pair, joined);
                joined
            }
        }
    }

    /// The objects of a set; nothing if it may be any.
    fn of(&self, number: u32) -> Option<&[Object]> {
        (number != Self::ANY).then(|| self.sets[number as usize].as_slice())
    }
}

/// Follows objects from where they are made, through copies, parameters, results and fields. Tells for each node the
/// number of the set of objects it may hold.
fn follow(context: Context<'_, '_>, graph: &Graph, unseen: &Unseen<'_>) -> (Objects, Vec<u32>) {
    let program = context.program;
    let nodes = graph.nodes as usize;
    let mut objects = Objects::new();
    let mut held = vec![Objects::ANY; nodes];
    let mut starts: Vec<(Node, u32)> = Vec::new();
    let mut flows: Vec<(Node, Node)> = Vec::new();
    // Of what cannot change, only objects of the application answer calls.
    let matters = |local: &Local, node: Node| {
        local.kinds[node as usize] != TypeKind::Value
            || local.types[node as usize].is_some_and(|class| program.class(class).application)
    };

    for number in 0..program.fields.len() as u32 {
        let field = FieldId(number);
        if program.field(field).declared && !(unseen.writes)(field) {
            held[graph.field_node(field) as usize] = Objects::NONE;
        }
    }
    let mut called = vec![false; graph.locals.len()];
    for call in graph.locals.iter().flat_map(|local| &local.invocations) {
        for target in &call.targets {
            called[target.index()] = true;
        }
    }
    let mut of_class: FxHashMap<ClassId, u32> = FxHashMap::default();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for &node in local.closed.iter().filter(|&&node| node != NIL) {
            held[graph.node(method, node) as usize] = Objects::NONE;
        }
        let found = program.method(method);
        let first = u32::from(!found.is_static());
        if first == 1 && local.parameters > 0 {
            let class = found.class;
            let set = *of_class.entry(class).or_insert_with(|| of(program, &mut objects, class));
            held[graph.node(method, 1) as usize] = set;
        }
        if called[number] && !(unseen.calls)(method) {
            for node in first + 1..=local.parameters {
                held[graph.node(method, node) as usize] = Objects::NONE;
            }
        }
    }
    // Whoever gets hold of a lambda may call it with anything.
    for lambda in &program.lambdas {
        for &target in context.calls.of_lambda(lambda) {
            let constructs = lambda.kind == handle::NEW_INVOKE_SPECIAL && lambda.stand_in != Some(target);
            let captured = usize::from(lambda.captured) + usize::from(constructs);
            let parameters = (captured..).map_while(|nth| graph.parameter(target, nth));
            parameters.for_each(|parameter| held[parameter as usize] = Objects::ANY);
        }
    }
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        let node = |local: Node| graph.node(method, local);
        for &(made, object) in &local.made {
            starts.push((node(made), objects.number(object.into_iter().collect())));
        }
        let copies = local.aliases.iter().chain(&local.gives).filter(|(_, to)| matters(local, *to));
        flows.extend(copies.map(|&(from, to)| (node(from), node(to))));
        for get in local.gets.iter().filter(|get| matters(local, get.node)) {
            flows.push((graph.field_node(get.field), node(get.node)));
        }
        for put in local.puts.iter().filter(|put| put.node != NIL && matters(local, put.node)) {
            flows.push((node(put.node), graph.field_node(put.field)));
        }
        for call in &local.invocations {
            for &target in &call.targets {
                let first = usize::from(!program.method(target).is_static());
                for (nth, &argument) in call.arguments.iter().enumerate().skip(first) {
                    if argument != NIL
                        && matters(local, argument)
                        && let Some(parameter) = graph.parameter(target, nth)
                    {
                        flows.push((node(argument), parameter));
                    }
                }
                if call.result != NIL && matters(local, call.result) {
                    flows.push((graph.returned(target), node(call.result)));
                }
            }
        }
    }
    let flows = Lists::new(nodes, flows);
    let mut pending: Vec<Node> = Vec::new();
    let reach = |held: &mut Vec<u32>, pending: &mut Vec<Node>, objects: &mut Objects, node: Node, set: u32| {
        let joined = objects.join(held[node as usize], set);
        if joined != held[node as usize] {
            held[node as usize] = joined;
            pending.push(node);
        }
    };
    for (node, set) in starts {
        reach(&mut held, &mut pending, &mut objects, node, set);
    }
    for node in 0..nodes as Node {
        if held[node as usize] != Objects::NONE && !flows.of(node).is_empty() {
            pending.push(node);
        }
    }
    while let Some(node) = pending.pop() {
        let set = held[node as usize];
        for &to in flows.of(node) {
            reach(&mut held, &mut pending, &mut objects, to, set);
        }
    }
    (objects, held)
}

/// The objects that may run the methods of a class.
fn of(program: &Program<'_>, objects: &mut Objects, class: ClassId) -> u32 {
    let mut found = program.subtypes_of(class);
    found.push(class);
    let made = |class: &ClassId| {
        let class = program.class(*class);
        class.instantiated && class.application && !class.is_abstract() && !class.is_interface()
    };
    let mut set: Vec<Object> = found.into_iter().filter(made).map(Object::Of).collect();
    // If nobody seems to make any of them, something unseen does. An interface's methods run on lambdas too.
    if set.is_empty() || program.class(class).is_interface() {
        return Objects::ANY;
    }
    set.sort_unstable();
    set.dedup();
    objects.number(set)
}
