//! The parameters through which a framework hands beans to objects: of constructors and setters.

use rustc_hash::{FxHashMap, FxHashSet};

use super::beans::Known;
use super::{Asked, puts};
use crate::flow::body;
use crate::program::names::Name;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::wiring::Sources;
use crate::wiring::beans::{self, Bean};
use crate::wiring::declared::Declared;
use crate::wiring::notes::NotedMethod;
use crate::wiring::touched;

/// For each method and the number of each of its parameters what it may get; nothing if that is not known.
#[derive(Default)]
pub(super) struct Parameters {
    of: FxHashMap<(MethodId, u32), Option<Vec<ClassId>>>,
}

impl Parameters {
    pub(super) fn find(
        sources: &Sources<'_, '_>,
        known: &Known<'_, '_>,
        beans: &[Bean],
        declared: &[Declared],
    ) -> Self {
        let program = sources.program;
        let mut found = Parameters::default();
        let mut noted: FxHashMap<MethodId, &NotedMethod> = FxHashMap::default();
        for method in sources.noted.iter().flat_map(|noted| &noted.methods) {
            noted.insert(method.method, method);
            if Asked::injected(sources, &method.notes).is_some() {
                found.injected(sources, known, method.method, Some(method));
            }
        }
        let in_files: Vec<(&Declared, ClassId)> = declared
            .iter()
            .filter(|bean| !bean.template)
            .flat_map(|bean| beans::classes(program, bean, declared).into_iter().map(move |class| (bean, class)))
            .collect();
        let from_file: FxHashSet<ClassId> = in_files.iter().map(|(_, class)| *class).collect();
        // A bean with one constructor gets what that asks for, whether or not an annotation says so.
        for bean in beans.iter().filter(|bean| !from_file.contains(&bean.class)) {
            let methods = program.class(bean.class).methods.clone().map(MethodId);
            let constructors: Vec<MethodId> =
                methods.filter(|&method| program.names.text(program.method(method).name) == "<init>").collect();
            if let [only] = constructors[..] {
                found.injected(sources, known, only, noted.get(&only).copied());
            }
        }
        found.properties(program, declared, &in_files);
        found.forget_named(program);
        found
    }

    /// A method that a framework calls with beans.
    fn injected(
        &mut self,
        sources: &Sources<'_, '_>,
        known: &Known<'_, '_>,
        method: MethodId,
        noted: Option<&NotedMethod>,
    ) {
        let program = sources.program;
        let descriptor = program.names.text(program.method(method).descriptor);
        let types: Vec<&str> = body::parameters(descriptor).collect();
        for (nth, text) in types.iter().enumerate() {
            let mut notes = noted
                .iter()
                .flat_map(|noted| &noted.parameters)
                .filter(|(at, _)| *at == nth)
                .flat_map(|(_, notes)| notes);
            let mut all: Vec<_> = notes.by_ref().cloned().collect();
            // A word on the method is about its only parameter.
            if types.len() == 1 {
                all.extend(noted.iter().flat_map(|noted| noted.notes.iter().cloned()));
            }
            let asked = Asked::of(sources, &all);
            self.of.insert((method, nth as u32), known.classes(text, &asked, ""));
        }
    }

    /// Setters of beans that files declare, where every bean of the class names the bean for it.
    fn properties(&mut self, program: &Program<'_>, declared: &[Declared], in_files: &[(&Declared, ClassId)]) {
        let mut of_class: FxHashMap<ClassId, Vec<&Declared>> = FxHashMap::default();
        for &(bean, class) in in_files {
            for above in program.supertypes_of(class).into_iter().filter(|&above| program.class(above).application) {
                of_class.entry(above).or_default().push(bean);
            }
        }
        let mut names: Vec<(ClassId, &str)> = in_files
            .iter()
            .flat_map(|(bean, class)| bean.properties.iter().map(move |property| (*class, property.name.as_str())))
            .collect();
        names.sort_unstable();
        names.dedup();
        for (class, property) in names {
            for setter in touched::setter(program, class, property) {
                let takes = body::parameters(program.names.text(program.method(setter).descriptor)).next();
                let wanted = takes.and_then(|text| program.class_of_type(text));
                let wanted = wanted.filter(|&wanted| program.class(wanted).application);
                let holders = of_class.get(&program.method(setter).class).map_or(&[][..], Vec::as_slice);
                let mut classes = Some(Vec::new());
                for holder in holders {
                    let value = holder.property(property);
                    let bean = value.and_then(|name| beans::by_name(declared, name, (&holder.file, holder.origin)));
                    let given = bean.map(|bean| beans::classes(program, bean, declared)).unwrap_or_default();
                    let fits = |class: &ClassId| wanted.is_some_and(|wanted| program.is_subtype(*class, wanted));
                    let sure = bean.is_some_and(|bean| bean.factory_method.is_none());
                    classes = classes.filter(|_| sure && !given.is_empty() && given.iter().all(fits)).map(|mut all| {
                        all.extend(given);
                        all
                    });
                }
                self.of.insert((setter, 0), classes.filter(|classes| !classes.is_empty()));
            }
        }
    }

    /// Whatever code of the application names may be called with anything.
    fn forget_named(&mut self, program: &Program<'_>) {
        let mut owners: FxHashMap<(Name, Name), Vec<ClassId>> = FxHashMap::default();
        for member in &program.refs[..program.application_refs as usize] {
            owners.entry((member.name, member.descriptor)).or_default().push(member.owner);
        }
        for ((method, _), classes) in &mut self.of {
            let found = program.method(*method);
            let constructor = program.names.text(found.name) == "<init>";
            let means = |&owner: &ClassId| {
                owner == found.class
                    || !constructor
                        && (program.is_subtype(owner, found.class) || program.is_subtype(found.class, owner))
            };
            if owners.get(&(found.name, found.descriptor)).is_some_and(|owners| owners.iter().any(means)) {
                *classes = None;
            }
        }
    }

    /// What a parameter may get.
    pub(super) fn classes(&self, method: MethodId, nth: u32) -> Option<&[ClassId]> {
        self.of.get(&(method, nth))?.as_deref()
    }

    /// The fields that such methods fill.
    pub(super) fn fields(&self, program: &Program<'_>) -> FxHashSet<FieldId> {
        let mut methods: Vec<MethodId> =
            self.of.iter().filter(|(_, classes)| classes.is_some()).map(|((method, _), _)| *method).collect();
        methods.sort_unstable();
        methods.dedup();
        methods.into_iter().flat_map(|method| puts::of(program, method)).map(|(field, _)| field).collect()
    }
}
