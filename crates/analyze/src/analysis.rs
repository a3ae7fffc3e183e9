//! The analysis from end to end.

use std::collections::{BTreeMap, BTreeSet};

use retake_model::points::{FORMAT, Kind, Point, PointCounts, Points, RuledOut};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::narrow::Unseen;
use crate::flow::reach;
use crate::flow::refs::Refs;
use crate::flow::summary::Summaries;
use crate::input::{self, Input, Request, Seen};
use crate::list::Lists;
use crate::place::{self, Candidate, Known, Reaches, Sinks, Varying};
use crate::program::calls::Calls;
use crate::program::reflection::Reflection;
use crate::program::{FieldId, Lambda, MethodId, Program, build, missing};
use crate::rules::index::Index;
use crate::rules::{At, Rules};
use crate::same_build::checksums;
use crate::state::{self, Callers, Outside, Shared, State};
use crate::unused::unused;
use crate::wiring::Wiring;
use crate::wiring::documents;
use crate::wiring::proxies::Goes;
use crate::{Error, Progress, Settings, counts, entries, external, library, list};

/// Finds the points of a service.
///
/// The same input gives the same document, byte for byte.
pub fn analyze(request: &Request, progress: &dyn Fn(Progress)) -> Result<Points, Error> {
    progress(Progress::Reading);
    let rules = Rules::load(&request.settings)?;
    let input = input::read(request)?;
    let mut points = points(&input, &rules, &request.settings, progress);
    points.build = checksums(&input, &points);
    Ok(points)
}

/// Finds the points in what was read.
pub(crate) fn points(input: &Input, rules: &Rules, settings: &Settings, progress: &dyn Fn(Progress)) -> Points {
    progress(Progress::Modelling { classes: input.classes.len() });
    let mut warnings = input.warnings.clone();
    let mut program = build::build(input, rules, &mut warnings);
    let reflection = Reflection::find(&mut program, &input.resources);
    let rules = &*rules.expand(&program);
    let documents = documents::read(&input.resources, &mut warnings);
    let wiring = Wiring::read(&program, rules, &input.resources, &documents, &mut warnings);
    program.instantiate(wiring.beans.iter().map(|bean| bean.class));
    let known = program.classes.len();
    let mut index = Index::build(rules, &mut program);
    let proxied = wiring.proxies.calls(&program);
    for (&reference, goes) in &proxied {
        let Some(proxy) = wiring.proxies.of(program.reference(reference).owner) else { continue };
        match goes {
            Goes::Out => index.leave(reference, At::Call, proxy, proxy.words.clone()),
            Goes::Beyond => index.leave(reference, At::Nowhere, proxy, proxy.words.clone()),
            Goes::To(_) => {}
        }
    }
    list::tell_about(settings, &mut index);
    index.link(&program);
    library::look(&mut program, &mut index);
    warnings.extend(unused(&program, settings, known));
    let mut calls = Calls::resolve(&program);
    for (reference, goes) in proxied {
        match goes {
            Goes::Out | Goes::Beyond => calls.let_out(reference),
            Goes::To(methods) => calls.redirect(reference, methods),
        }
    }
    calls.hold(wiring.injected.iter().map(|(&field, classes)| (field, classes.clone())));
    let lists = Lists::new(&program, settings);
    let counts = |program: &Program<'_>, lambda: &Lambda| {
        index.counts_by_reference(program, lambda) || lists.means(program, lambda.target)
    };
    program.keep_stand_ins(counts);
    let own_source = |lambda: &Lambda| index.said(lambda.target).source.is_some_and(|source| index.is_own(source.file));
    calls.ask(program.lambdas.iter().filter(|lambda| own_source(lambda)).map(|lambda| lambda.target));
    progress(Progress::Following { methods: program.application_methods as usize });
    let context = Context { program: &program, rules: &index, calls: &calls, reflection: &reflection, library: false };
    let entries = entries::entries(&program, &calls, rules, &wiring.entries);
    let shared = Shared::new(&program, &entries.methods, &wiring);
    let outside = Outside::new(&program, &entries.methods, &shared);
    let unseen = Unseen {
        calls: &|method| called_unseen(&program, &shared, &outside, method),
        writes: &|field| {
            program.field(field).annotated || shared.written(field, true).or(shared.written(field, false)).is_some()
        },
    };
    let graph = Graph::build(context, Some(&unseen), &mut warnings);
    progress(Progress::Solving { calls: graph.sites.len() });
    let summaries = Summaries::solve(&graph);
    let found =
        Found::find(context, &graph, &summaries, rules, &wiring, Around { entries, shared, outside: &outside }, lists);
    progress(Progress::Placing { candidates: found.candidates.len() });
    let points = found.document(context, &graph, rules, &wiring, input, warnings);
    input.remember(|class| program.class_named(&class.name).map_or_else(Seen::default, |class| program.seen(class)));
    points
}

/// What is around the application: who calls it, and what keeps its objects.
struct Around<'o> {
    entries: entries::Entries,
    shared: Shared,
    outside: &'o Outside,
}

/// Whether somebody unseen may call a method with objects of its own: whoever the container, a mapper or a library is.
fn called_unseen(program: &Program<'_>, shared: &Shared, outside: &Outside, method: MethodId) -> bool {
    let found = program.method(method);
    let makes = || program.names.text(found.name) == "<init>" && shared.class(found.class).is_some();
    outside.calls(method) || shared.starts(method) || program.is_setter(method) || makes()
}

/// What the search for points found.
struct Found<'g, 'l> {
    summaries: &'g Summaries,
    entries: entries::Entries,
    fields: Vec<State>,
    /// The fields that some point depends on.
    kept: FxHashSet<FieldId>,
    candidates: Vec<Candidate>,
    /// What is called by references that stay as they are.
    left: Vec<Candidate>,
    /// Why the fields that points are named after are not the same each time.
    varying: FxHashMap<FieldId, Varying>,
    sinks: Sinks<'g>,
    everything: Sinks<'g>,
    /// For each field whether it is state.
    is_state: Vec<bool>,
    lists: Lists<'l>,
}

impl<'g, 'l> Found<'g, 'l> {
    fn find(
        context: Context<'_, '_>,
        graph: &'g Graph,
        summaries: &'g Summaries,
        rules: &Rules,
        wiring: &Wiring,
        Around { entries, shared, outside }: Around<'_>,
        mut lists: Lists<'l>,
    ) -> Self {
        let program = context.program;
        let callers = Callers::new(context, graph, outside, &shared);
        let returns_outside = |method: MethodId| callers.called_outside(method) && !callers.called_inside(method);
        let refs = Refs::new(context, graph, summaries, &returns_outside);

        let mut candidates = place::sources(context, graph);
        candidates.extend(lists.calls(context, graph));
        candidates.extend(place::generators(context, graph, &refs, &callers));
        let sources: FxHashSet<u32> = candidates.iter().flat_map(|candidate| candidate.sides.iter().copied()).collect();
        let differs = reach::reach(program, graph, summaries, &sources);
        let mut fields = state::fields(context, graph, &refs, &callers, &shared, &differs);
        if !rules.builtin {
            fields.clear();
        }
        lists.exclude_fields(program, &mut fields);
        let (internal, references) = place::internal(context, graph, &refs, &fields);
        candidates.extend(internal);

        let mut is_state = vec![false; program.fields.len()];
        for state in fields.iter().filter(|state| state.ruled_out.is_none()) {
            is_state[state.field.index()] = true;
        }
        let mut whole: Vec<MethodId> = wiring.whole.iter().filter_map(|whole| whole.method).collect();
        whole.sort_unstable();
        let answers = |method: MethodId| {
            entries.methods.contains(&method) || returns_outside(method) && !callers.only_initialises(method)
        };
        let sinks = Sinks::search(graph, summaries, &whole, &answers, &|field| is_state[field as usize]);
        let everything = sinks.beyond();
        candidates.extend(place::checks(graph, &refs, references, &sinks));
        let points = candidates.iter().filter(|candidate| candidate.direct || sinks.matters(candidate).is_some());
        let points = points.map(|candidate| (candidate.method, candidate.pc)).collect();
        let (fallbacks, mut kept) = place::fallbacks(context, graph, &refs, &fields, &sinks, &points);
        candidates.extend(fallbacks);
        candidates.extend(place::external(context, graph));
        candidates.extend(place::cached(context, graph, wiring));
        let (mut candidates, mut left) = place::at_references(program, graph, candidates);
        sort(&mut candidates);
        sort(&mut left);
        // What happens inside is recorded with the whole.
        candidates.retain(|candidate| whole.binary_search(&candidate.method).is_err());
        let points = candidates.iter().filter(|candidate| candidate.direct || sinks.matters(candidate).is_some());
        let roots: FxHashSet<FieldId> = points.filter_map(|candidate| candidate.root).collect();
        let varying = place::varying(context, graph, &refs, &callers, &fields, &roots);
        kept.extend(roots);
        Found { summaries, entries, fields, kept, candidates, left, varying, sinks, everything, is_state, lists }
    }

    fn document(
        self,
        context: Context<'_, '_>,
        graph: &Graph,
        rules: &Rules,
        wiring: &Wiring,
        input: &Input,
        mut warnings: Vec<String>,
    ) -> Points {
        let program = context.program;
        let mut lists = self.lists;
        let mut ruled_out = Vec::new();
        let reaches = Reaches::new(graph, self.summaries, &self.sinks, &|field| self.is_state[field as usize]);
        let known =
            Known { sinks: &self.sinks, everything: &self.everything, reaches: &reaches, varying: &self.varying };
        let mut points = place::points(context, graph, known, &self.candidates, &mut ruled_out);
        let mut counts = counts::count(program, &self.candidates);
        for state in &self.fields {
            counts.internal.found += 1;
            counts.internal.modified += u64::from(state.modified || !state.modifiers.is_empty());
            counts.internal.kept += u64::from(self.kept.contains(&state.field));
            let reason = match state.ruled_out.as_ref().or(state.excluded.as_ref()) {
                Some(why) => why.clone(),
                None if !self.kept.contains(&state.field) => {
                    "no read of it reaches a branch, result or output".to_string()
                }
                None => continue,
            };
            ruled_out.push(RuledOut {
                kind: Kind::Internal,
                dependency: place::read_name(context, state.field),
                class: program.class_name(program.field(state.field).class).to_string(),
                method: None,
                descriptor: None,
                line: None,
                reason,
            });
        }
        ruled_out.extend(place::owned(context, graph));
        let elsewhere = external::points(program, rules, context.rules, &wiring.whole);
        warnings.extend(unimplemented(context, graph));
        warnings.extend(place::stay(context, graph, &self.sinks, &self.left, &mut ruled_out));
        points.extend(elsewhere);
        points.extend(lists.bodies(program));
        let mut points = lists.exclude(program, points, &mut ruled_out);
        warnings.extend(lists.unused());
        place::effects::note(context, graph, &mut points);
        number(&mut points);
        let scope = scope(input);
        counts.points = PointCounts::of(&points, &scope);
        counts.system = counts::system(counts.system.found, &points);
        ruled_out.sort();
        ruled_out.dedup();
        let missing = missing::missing(program);
        warnings.extend(missing::told(&missing));
        warnings.extend(input.faults());
        warnings.dedup();
        Points {
            format: FORMAT.to_string(),
            scope,
            entries: self.entries.entries,
            points,
            handles: external::handles(program, rules),
            ruled_out,
            counts,
            missing,
            build: BTreeMap::new(),
            warnings,
        }
    }
}

/// Sorts candidates by place and leaves one for each place, the first kind that claims it.
fn sort(candidates: &mut Vec<Candidate>) {
    let rank = |kind: Kind| match kind {
        Kind::Listed => 0,
        Kind::External => 1,
        Kind::System => 2,
        Kind::Internal => 3,
    };
    candidates.sort_by(|a, b| {
        let key = |c: &Candidate| (c.method, c.pc, rank(c.kind));
        // A field says more than what it holds.
        let less = |c: &Candidate| (!c.direct, c.root.is_none());
        key(a).cmp(&key(b)).then_with(|| less(a).cmp(&less(b))).then_with(|| a.dependency.cmp(&b.dependency))
    });
    candidates.dedup_by_key(|candidate| (candidate.method, candidate.pc));
}

/// What the application reaches outside through something nobody implements here: a library that was not named.
fn unimplemented(context: Context<'_, '_>, graph: &Graph) -> BTreeSet<String> {
    let calls = graph.locals.iter().flat_map(|local| &local.library_calls);
    let missing = calls.filter(|call| context.rules.said(call.reference).external.is_some_and(|found| found.missing));
    missing
        .map(|call| context.program.short(call.reference))
        .map(|name| format!("nothing that was read implements {name}; name the libraries of the service too"))
        .collect()
}

/// Sorts points by class, method and place, and numbers them.
fn number(points: &mut Vec<Point>) {
    points.sort_by(|a, b| {
        let (class, method, descriptor) = (&a.class, &a.method, &a.descriptor);
        (class, method, descriptor, a.line, &a.place).cmp(&(&b.class, &b.method, &b.descriptor, b.line, &b.place))
    });
    points.dedup_by(|a, b| {
        (&a.class, &a.method, &a.descriptor, &a.place) == (&b.class, &b.method, &b.descriptor, &b.place)
    });
    for (id, point) in points.iter_mut().enumerate() {
        point.id = id as u32;
    }
}

fn scope(input: &Input) -> Vec<String> {
    let names = |application: bool| -> BTreeSet<&str> {
        let wanted = input.classes.iter().filter(|class| class.application == application);
        wanted.map(|class| class.name.as_str()).collect()
    };
    input::prefixes(&names(true), &names(false))
}
