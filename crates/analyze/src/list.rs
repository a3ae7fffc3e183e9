//! The list (section 3.4 of the paper): what a person says is a point, or is none.

use retake_bytecode::access;
use retake_bytecode::read::{self, Insn};
use retake_model::points::{Changed, Kind, Place, Point, Reached, RuledOut, Step};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::entries::is_made;
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::{NIL, Node, value};
use crate::place::{At, Candidate, reason, source_file};
use crate::program::meant::Meant;
use crate::program::{ClassId, MemberRef, MethodId, Program, RefId};
use crate::rules::index::Index;
use crate::settings::{Listed, Settings};
use crate::state::State;

/// The lists, with what they mean in this program.
pub(crate) struct Lists<'l> {
    include: Vec<(&'l Listed, Meant<'l>)>,
    exclude: Vec<(&'l Listed, Meant<'l>)>,
    /// The lines that meant something.
    used: FxHashSet<(&'l str, u32)>,
}

impl<'l> Lists<'l> {
    pub(crate) fn new(program: &Program<'_>, settings: &'l Settings) -> Self {
        let meant = |lines: &'l [Listed]| lines.iter().map(|line| (line, Meant::new(program, &line.pattern))).collect();
        Lists { include: meant(&settings.include), exclude: meant(&settings.exclude), used: FxHashSet::default() }
    }

    /// The line that makes the calls of a method points.
    fn line_for(&self, program: &Program<'_>, member: MemberRef) -> Option<&'l Listed> {
        let calls = self.include.iter().filter(|(line, _)| !line.body);
        calls.into_iter().find(|(_, meant)| meant.is(program, member)).map(|(line, _)| *line)
    }

    /// Whether calls of a method are on the list.
    pub(crate) fn means(&self, program: &Program<'_>, reference: RefId) -> bool {
        self.line_for(program, program.reference(reference)).is_some()
    }

    /// The calls in the application that are on the list.
    pub(crate) fn calls(&mut self, context: Context<'_, '_>, graph: &Graph) -> Vec<Candidate> {
        let program = context.program;
        let mut found = Vec::new();
        if self.include.iter().all(|(line, _)| line.body) {
            return found;
        }
        let mut lines: FxHashMap<RefId, &'l Listed> = FxHashMap::default();
        for (number, member) in program.refs.iter().enumerate() {
            if program.names.text(member.descriptor).starts_with('(')
                && let Some(line) = self.line_for(program, *member)
            {
                lines.insert(RefId(number as u32), line);
            }
        }
        for application in &program.application {
            if !application.pool.iter().any(|number| lines.contains_key(&RefId(*number))) {
                continue;
            }
            for number in program.class(application.class).methods.clone() {
                let method = MethodId(number);
                let code = application.file.methods().nth(usize::from(program.method(method).nth));
                let Some(Ok(Some(code))) = code.map(|method| method.code()) else { continue };
                for (pc, instruction) in code.instructions().map_while(Result::ok) {
                    let Insn::Invoke { index, .. } = instruction else { continue };
                    let reference = application.pool.get(usize::from(index)).copied().map(RefId);
                    let Some((reference, line)) = reference.and_then(|at| Some((at, *lines.get(&at)?))) else {
                        continue;
                    };
                    self.used.insert((&line.at.0, line.at.1));
                    found.extend(call(context, graph, method, pc, reference, line));
                }
            }
        }
        for lambda in &program.lambdas {
            if let Some(stand_in) = lambda.stand_in
                && let Some(line) = lines.get(&lambda.target)
                && !graph.references(stand_in).is_empty()
            {
                self.used.insert((&line.at.0, line.at.1));
                found.extend(call(context, graph, stand_in, 0, lambda.target, line));
            }
        }
        found
    }

    /// The methods whose bodies are on the list, wherever they are.
    pub(crate) fn bodies(&mut self, program: &Program<'_>) -> Vec<Point> {
        let mut points = Vec::new();
        if self.include.iter().all(|(line, _)| !line.body) {
            return points;
        }
        for (line, meant) in self.include.iter().filter(|(line, _)| line.body) {
            let named = meant.classes();
            let mut classes: Vec<ClassId> = named.iter().flat_map(|&class| program.subtypes_of(class)).collect();
            classes.extend(named);
            classes.sort_unstable();
            classes.dedup();
            for class in classes {
                let Some(file) = program.file(class) else { continue };
                for method in file.methods() {
                    if let Some(point) = body(program, line, meant, class, file, &method) {
                        self.used.insert((&line.at.0, line.at.1));
                        points.push(point);
                    }
                }
            }
        }
        points
    }

    /// Notes which fields are excluded. What depends on another field too is a point of that one.
    pub(crate) fn exclude_fields(&mut self, program: &Program<'_>, fields: &mut [State]) {
        for state in fields.iter_mut().filter(|state| state.ruled_out.is_none()) {
            let field = program.field(state.field);
            let (class, name) = (program.class_name(field.class), program.names.text(field.name));
            let line = self.exclude.iter().map(|(line, _)| *line).find(|line| line.pattern.matches_field(class, name));
            if let Some(line) = line {
                self.used.insert((&line.at.0, line.at.1));
                state.excluded = Some(excluded_by(line));
            }
        }
    }

    /// Moves the points that are excluded to what is ruled out.
    pub(crate) fn exclude(&mut self, program: &Program<'_>, points: Vec<Point>, out: &mut Vec<RuledOut>) -> Vec<Point> {
        if self.exclude.is_empty() {
            return points;
        }
        let mut kept = Vec::with_capacity(points.len());
        for point in points {
            let found = self.exclude.iter().find(|(line, meant)| excludes(program, line, meant, &point));
            let Some((line, _)) = found else {
                kept.push(point);
                continue;
            };
            self.used.insert((&line.at.0, line.at.1));
            out.push(RuledOut {
                kind: point.kind,
                dependency: point.dependency,
                class: point.class,
                method: Some(point.method),
                descriptor: Some(point.descriptor),
                line: point.line,
                reason: excluded_by(line),
            });
        }
        kept
    }

    /// What to say of lines that mean nothing. In a list that many share, that is usual.
    pub(crate) fn unused(&self) -> Vec<String> {
        let lines = self
            .include
            .iter()
            .map(|line| (line, "no call or method"))
            .chain(self.exclude.iter().map(|line| (line, "no point")));
        let unused =
            lines.filter(|((line, _), _)| !line.shared && !self.used.contains(&(line.at.0.as_str(), line.at.1)));
        unused
            .map(|((line, _), what)| {
                format!(
                    "{}:{}: {} means {what} of this service; correct it, or take it out",
                    line.at.0, line.at.1, line.pattern
                )
            })
            .collect()
    }
}

/// Takes note of why things are on the list.
pub(crate) fn tell_about(settings: &Settings, index: &mut Index) {
    for line in &settings.include {
        if let Some(why) = &line.why {
            index.tell_about(rule(line), why.clone());
        }
    }
}

/// A call of a method that is on the list.
fn call(
    context: Context<'_, '_>,
    graph: &Graph,
    method: MethodId,
    pc: u32,
    reference: RefId,
    line: &Listed,
) -> Option<Candidate> {
    let local = &graph.locals[method.index()];
    let constructs = context.program.names.text(context.program.reference(reference).name) == "<init>";
    let in_library = local.library_calls.iter().find(|call| call.pc == pc);
    let in_application = local.invocations.iter().find(|call| call.pc == pc);
    let object = || in_application.and_then(|call| call.arguments.first().copied());
    let result = match (in_library, constructs) {
        (Some(call), _) => call.result,
        (None, true) => object().unwrap_or(NIL),
        (None, false) => in_application.map_or(NIL, |call| call.result),
    };
    // `super(...)` and `this(...)` make nothing.
    let in_constructor = context.program.names.text(context.program.method(method).name) == "<init>";
    if constructs && in_constructor && result == 1 {
        return None;
    }
    let node: Node = graph.node(method, result);
    Some(Candidate {
        method,
        pc,
        at: if constructs { At::Construct(reference) } else { At::Call(reference) },
        kind: Kind::Listed,
        dependency: context.program.spelled(reference),
        rule: rule(line),
        sides: if node == NIL { Vec::new() } else { vec![value(node)] },
        via: None,
        direct: true,
        root: None,
        writes: Vec::new(),
    })
}

/// The point at a body that is on the list.
fn body(
    program: &Program<'_>,
    line: &Listed,
    meant: &Meant<'_>,
    class: ClassId,
    file: &read::Class<'_>,
    method: &read::Member<'_, '_>,
) -> Option<Point> {
    let (name, descriptor) = (method.name().ok()?, method.descriptor().ok()?);
    let bodiless = method.access() & (access::ABSTRACT | access::NATIVE) != 0;
    let named = |name: &str, descriptor: &str| meant.pattern.method().matches(name, descriptor);
    if bodiless || is_made(method.access()) || !named(&name.to_str(), &descriptor.to_str()) {
        return None;
    }
    // Below a class that is named, what overrides its methods.
    let overrides = |above: &ClassId| match program.file(*above) {
        Some(file) => file.methods().any(|found| {
            found.name().is_ok_and(|found| found == name) && found.descriptor().is_ok_and(|found| found == descriptor)
        }),
        None => meant.pattern.names_method(),
    };
    let mut above = program.supertypes_of(class).into_iter().filter(|above| meant.names(*above));
    if name.bytes().starts_with(b"<") || !meant.names(class) && !above.any(|above| overrides(&above)) {
        return None;
    }
    let dependency = format!("{}.{name}{descriptor}", program.dotted(class));
    let path = vec![Step {
        class: program.class_name(class).to_string(),
        method: name.to_str().into_owned(),
        file: source_file(file),
        line: method.code().ok().flatten().and_then(|code| code.line_at(0)).map(u32::from),
        what: format!("{dependency} is on the list"),
    }];
    Some(Point {
        id: 0,
        kind: Kind::Listed,
        class: program.class_name(class).to_string(),
        method: name.to_str().into_owned(),
        descriptor: descriptor.to_str().into_owned(),
        line: path[0].line,
        place: Place::Body,
        rule: rule(line),
        reason: reason(Kind::Listed, line.why.as_deref(), &dependency, &path),
        dependency,
        path,
        reached: Reached::default(),
        writes: Vec::new(),
        changed: Changed::default(),
    })
}

fn rule(line: &Listed) -> String {
    format!("{}:{}", line.at.0, line.at.1)
}

fn excluded_by(line: &Listed) -> String {
    let why = line.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    format!("excluded by retake.toml ({}){why}", rule(line))
}

/// Whether a point is excluded: the method that holds it is meant, or what it depends on.
fn excludes(program: &Program<'_>, line: &Listed, meant: &Meant<'_>, point: &Point) -> bool {
    let is = |class: &str, name: &str, descriptor: &str| {
        let (Some(owner), Some(name), Some(descriptor)) =
            (program.class_named(class), program.names.get(name), program.names.get(descriptor))
        else {
            let pattern = meant.pattern;
            return pattern.class().matches_class(class) && pattern.method().matches(name, descriptor);
        };
        meant.is(program, MemberRef { owner, name, descriptor })
    };
    if !line.field && is(&point.class, &point.method, &point.descriptor) {
        return true;
    }
    members(&point.dependency).any(|(class, name, descriptor)| match descriptor {
        Some(descriptor) => !line.field && is(&class, name, descriptor),
        None => line.pattern.matches_field(&class, name),
    })
}

/// The methods and fields that the name of a dependency names, methods with their descriptor:
/// `static shop.Stock.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;`.
fn members(dependency: &str) -> impl Iterator<Item = (String, &str, Option<&str>)> {
    dependency.split(" -> ").filter_map(|part| {
        let part = part.rsplit(' ').next()?;
        let (head, descriptor) = match part.find('(') {
            Some(at) => (&part[..at], Some(&part[at..])),
            None => (part.split(':').next()?, None),
        };
        let (class, name) = head.rsplit_once('.')?;
        Some((class.replace('.', "/"), name, descriptor))
    })
}
