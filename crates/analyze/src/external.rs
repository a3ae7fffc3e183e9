//! External dependencies: the types that stand for a connection, and the places where one is asked.

use rayon::prelude::*;
use retake_bytecode::access;
use retake_bytecode::opcode::{INVOKEDYNAMIC, INVOKEINTERFACE};
use retake_bytecode::read::{self, Insn};
use retake_model::points::{Changed, HandleType, Kind, Place, Point, Reached, Step};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::entries::is_made;
use crate::place::{reason, source_file};
use crate::program::{ClassId, Library, Program};
use crate::rules::index::Index;
use crate::rules::{At, External, Patterns, Rules};
use crate::wiring::whole::Whole;

/// The handle types, most specific first, each with the classes that implement it. A class that implements several is
/// listed under the first; one that implements none, and from which classes of several inherit, under each of them.
pub(crate) fn handles(program: &Program<'_>, rules: &Rules) -> Vec<HandleType> {
    let mut taken: FxHashSet<ClassId> = FxHashSet::default();
    let mut found = Vec::new();
    for rule in rules.files.iter().flat_map(|(_, file)| &file.handle) {
        let mut implementers: Vec<String> = rule.implementers.clone();
        if let Some(root) = program.class_named(&rule.class) {
            for class in program.subtypes_of(root).into_iter().chain([root]) {
                let (it, name) = (program.class(class), program.class_name(class));
                let wanted = rule.only.is_empty() || rule.only.iter().any(|only| only == name);
                if it.read && !it.is_interface() && wanted && taken.insert(class) {
                    implementers.push(name.to_string());
                }
            }
        }
        // Of a library that is not there nobody has an object.
        let there = rule.class.starts_with("java")
            || program.class_named(&rule.class).is_some_and(|class| program.class(class).read);
        if !there && implementers.is_empty() {
            continue;
        }
        found.push(HandleType { name: rule.class.clone(), implementers, given: rule.given });
    }
    for handle in &mut found {
        // Of an interface that is not the JDK's own the agent does not know the methods, and would look at all that are inherited.
        if handle.name.starts_with("java") {
            handle.implementers.extend(lenders(program, &handle.implementers, &taken));
        }
        handle.implementers.sort();
    }
    found
}

/// Classes that lend methods to implementers, and to nobody whose objects are no handles.
fn lenders(program: &Program<'_>, implementers: &[String], taken: &FxHashSet<ClassId>) -> FxHashSet<String> {
    let is_handle = |class: &ClassId| !program.class(*class).read || taken.contains(class);
    let lends = |class: &ClassId| {
        let (it, name) = (program.class(*class), program.class_name(*class));
        let lent = || program.subtypes_of(*class).iter().filter(|below| *below != class).all(is_handle);
        it.read && it.access & access::ABSTRACT != 0 && !taken.contains(class) && !name.starts_with("java") && lent()
    };
    let classes = implementers.iter().filter_map(|name| program.class_named(name));
    classes
        .flat_map(|class| program.superclasses(class))
        .filter(lends)
        .map(|it| program.class_name(it).into())
        .collect()
}

/// A file of rules, as points tell of it.
#[derive(Clone, Copy)]
struct RuleFile<'r> {
    name: &'r str,
    about: Option<&'r str>,
    kind: Kind,
}

impl RuleFile<'_> {
    /// What a method does that the file names.
    fn does(&self) -> &'static str {
        match self.kind {
            Kind::External => "which reaches outside the process",
            _ => "which gives something else every time",
        }
    }
}

/// The external points in library classes, and at the bodies of all classes. Those at calls in the application are
/// found with its flow.
pub(crate) fn points(program: &Program<'_>, rules: &Rules, index: &Index, whole: &[Whole]) -> Vec<Point> {
    let mut points: Vec<Point> = whole.iter().filter_map(|whole| body(program, rules, whole)).collect();
    for (name, file) in &rules.files {
        let rule_file = RuleFile { name, about: file.about.as_deref(), kind: file.kind.unwrap_or(Kind::External) };
        for rule in file.external.iter().filter(|rule| rule.at == At::Body) {
            bodies(program, rule_file, rule, &mut points);
        }
    }
    let called = Called::new(program, rules, index);
    points.par_extend(program.libraries.par_iter().flat_map_iter(|library| called.points(library)));
    points
}

fn bodies(program: &Program<'_>, rule_file: RuleFile<'_>, rule: &External, points: &mut Vec<Point>) {
    let Some(root) = program.class_named(&rule.class) else { return };
    let patterns = Patterns::new(&rule.methods);
    for class in program.subtypes_of(root) {
        let Some(found) = program.file(class) else { continue };
        for method in found.methods() {
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let (name, descriptor) = (name.to_str(), descriptor.to_str());
            let bodiless = method.access() & (access::ABSTRACT | access::STATIC | access::NATIVE) != 0;
            if bodiless || is_made(method.access()) || !patterns.matches(&name, &descriptor) {
                continue;
            }
            let line = method.code().ok().flatten().and_then(|code| code.line_at(0)).map(u32::from);
            let what = format!("implements {}.{name}, {}", rule.class.replace('/', "."), rule_file.does());
            let dependency = format!("{}.{name}{descriptor}", rule.class.replace('/', "."));
            let step = Step {
                class: program.class_name(class).to_string(),
                method: name.into_owned(),
                file: source_file(found),
                line,
                what,
            };
            points.push(point(rule_file, dependency, &descriptor, Place::Body, step));
        }
    }
}

/// The point of a method that is recorded as a whole.
fn body(program: &Program<'_>, rules: &Rules, whole: &Whole) -> Option<Point> {
    let (name, file) = rules.files.iter().find(|(name, _)| *name == whole.rules)?;
    let class = program.file(whole.class)?;
    let is_it = |method: &read::Member<'_, '_>| {
        method.name().is_ok_and(|name| name == whole.name.as_str())
            && method.descriptor().is_ok_and(|descriptor| descriptor == whole.descriptor.as_str())
    };
    let method = class.methods().find(is_it)?;
    let step = Step {
        class: program.class_name(whole.class).to_string(),
        method: whole.name.clone(),
        file: source_file(class),
        line: method.code().ok().flatten().and_then(|code| code.line_at(0)).map(u32::from),
        what: format!("reaches outside the process: {}", whole.words),
    };
    let rule_file = RuleFile { name, about: file.about.as_deref(), kind: file.kind.unwrap_or(Kind::External) };
    Some(point(rule_file, whole.dependency.clone(), &whole.descriptor, Place::Body, step))
}

/// What library code may call to reach outside the process: for each type that the rules name and each of its
/// subtypes, which methods.
struct Called<'c, 'a> {
    program: &'c Program<'a>,
    types: FxHashMap<&'c str, Vec<Said<'c>>>,
}

/// A rule about a type, which may be named by its supertype.
struct Said<'c> {
    rule_file: RuleFile<'c>,
    root: ClassId,
    patterns: Patterns,
    within: &'c [String],
}

impl Said<'_> {
    /// Whether calls in this class count.
    fn counts_in(&self, class: &str) -> bool {
        self.within.is_empty() || self.within.iter().any(|name| name == class)
    }
}

impl<'c, 'a> Called<'c, 'a> {
    fn new(program: &'c Program<'a>, rules: &'c Rules, index: &Index) -> Self {
        let mut types: FxHashMap<&str, Vec<_>> = FxHashMap::default();
        for (name, file) in &rules.files {
            let below = |rule: &&External| rule.owned_by.as_ref().is_some_and(|owner| index.records(owner));
            let called = file.external.iter().filter(|rule| rule.at == At::Call && rule.libraries);
            for rule in called.filter(|rule| !below(rule)) {
                let Some(root) = program.class_named(&rule.class) else { continue };
                for class in program.subtypes_of(root).into_iter().chain([root]) {
                    let rule_file =
                        RuleFile { name, about: file.about.as_deref(), kind: file.kind.unwrap_or(Kind::External) };
                    let patterns = Patterns::new(&rule.methods);
                    let said = Said { rule_file, root, patterns, within: &rule.within };
                    types.entry(program.class_name(class)).or_default().push(said);
                }
            }
        }
        Called { program, types }
    }

    /// The rule that makes a call a point. A library that calls itself is at work; that is not a point.
    fn rule(&self, caller: ClassId, owner: &str, name: &str, descriptor: &str) -> Option<RuleFile<'c>> {
        let rules = self.types.get(owner)?;
        let class = self.program.class_name(caller);
        let found = rules.iter().find(|said| said.counts_in(class) && said.patterns.matches(name, descriptor))?;
        let archive = |class: ClassId| self.program.class(class).archive;
        let own = |class: ClassId| archive(class).is_some() && archive(class) == archive(caller);
        let at_work = own(found.root) || self.program.class_named(owner).is_some_and(own);
        (!at_work).then_some(found.rule_file)
    }

    /// The points in a class of a library.
    fn points(&self, library: &Library<'_>) -> Vec<Point> {
        let mut points = Vec::new();
        // Most classes name none of the types.
        let class = library.class;
        let own_name = self.program.class_name(class);
        let is_said =
            |name: &str| self.types.get(name).is_some_and(|rules| rules.iter().any(|said| said.counts_in(own_name)));
        if !library.outline.names.iter().any(|name| is_said(&name.to_str())) {
            return points;
        }
        let Some(file) = library.file() else { return points };
        let pool = file.pool();
        for method in file.methods() {
            let Ok(Some(code)) = method.code() else { continue };
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let mut seen: FxHashMap<(String, String, String), u16> = FxHashMap::default();
            for (pc, instruction) in code.instructions().map_while(Result::ok) {
                let Insn::Invoke { op, index } = instruction else { continue };
                debug_assert!(op <= INVOKEINTERFACE && op != INVOKEDYNAMIC);
                let Ok(member) = pool.member_ref(index) else { continue };
                let (owner, called, takes) = (member.owner.to_str(), member.name.to_str(), member.descriptor.to_str());
                let Some(rule) = self.rule(class, &owner, &called, &takes) else { continue };
                let (owner, called, takes) = (owner.into_owned(), called.into_owned(), takes.into_owned());
                let count = seen.entry((owner.clone(), called.clone(), takes.clone())).or_default();
                let nth = *count;
                *count += 1;
                let dotted = owner.replace('/', ".");
                let dependency = format!("{dotted}.{called}{takes}");
                let step = Step {
                    class: self.program.class_name(class).to_string(),
                    method: name.to_str().into_owned(),
                    file: source_file(file),
                    line: code.line_at(pc).map(u32::from),
                    what: format!("calls {dotted}.{called}, {}", rule.does()),
                };
                let place = match called.as_str() {
                    "<init>" => Place::Construct { owner, descriptor: takes, nth },
                    _ => Place::Call { owner, name: called, descriptor: takes, nth },
                };
                points.push(point(rule, dependency, &descriptor.to_str(), place, step));
            }
        }
        points
    }
}

/// A point whose way is the one step at which it is asked.
fn point(rule_file: RuleFile<'_>, dependency: String, descriptor: &str, place: Place, step: Step) -> Point {
    let path = vec![step.clone()];
    Point {
        id: 0,
        kind: rule_file.kind,
        reason: reason(rule_file.kind, rule_file.about, &dependency, &path),
        dependency,
        class: step.class,
        method: step.method,
        descriptor: descriptor.to_string(),
        line: step.line,
        place,
        rule: rule_file.name.to_string(),
        path,
        reached: Reached::default(),
        writes: Vec::new(),
        changed: Changed::default(),
    }
}
