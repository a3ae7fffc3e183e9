//! What a framework does to objects where no instruction says so: fields that it writes, methods that it calls.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::Sources;
use super::beans::{self, Bean, Scope};
use super::declared::Declared;
use super::notes::Note;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::rules::Patterns;
use crate::rules::frameworks::{When, Written};

/// Something that a framework does to a field or with a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Touch {
    pub(crate) when: When,
    /// Why, in words: `@Autowired`, ``property `info` of bean `x` in app.xml``.
    pub(crate) why: String,
}

/// What frameworks do, sorted.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    pub(crate) written: BTreeMap<FieldId, Vec<Touch>>,
    pub(crate) called: BTreeMap<MethodId, Vec<Touch>>,
}

impl Touched {
    /// Finds what frameworks do to the objects of the application.
    pub(crate) fn find(sources: &Sources<'_, '_>, found: &[Bean], declared: &[Declared]) -> Self {
        let mut touched = Touched::default();
        let refreshed = found.iter().filter(|bean| bean.scope == Scope::Refresh).map(|bean| bean.class).collect();
        touched.annotated(sources, &refreshed);
        touched.inherited(sources);
        touched.made(sources, found);
        touched.declared(sources, declared);
        for touches in touched.written.values_mut().chain(touched.called.values_mut()) {
            touches.sort();
            touches.dedup();
        }
        touched
    }

    fn call(&mut self, method: MethodId, when: When, why: &str) {
        self.called.entry(method).or_default().push(Touch { when, why: why.to_string() });
    }

    /// What annotations say of fields, methods, constructors and classes. Beans of the classes in `refreshed` are made
    /// again when settings change, while requests are served; the beans that they hold stay the same.
    fn annotated(&mut self, sources: &Sources<'_, '_>, refreshed: &FxHashSet<ClassId>) {
        let program = sources.program;
        let files = || sources.rules.files.iter().map(|(_, file)| file);
        for noted in sources.noted {
            for rule in files().flat_map(|file| &file.written) {
                let says = |notes: &[Note]| {
                    let note = notes.iter().find(|note| rule.annotations.contains(&note.name))?;
                    match when(program, rule, note) {
                        When::Start if !rule.injects && refreshed.contains(&noted.class) => {
                            Some((When::Run, format!("{} in a bean that is refreshed", note.written)))
                        }
                        when => Some((when, note.written.clone())),
                    }
                };
                if let Some((when, why)) = says(&noted.on_class) {
                    self.bound(program, noted.class, when, &why, &mut FxHashSet::default());
                }
                for (field, notes) in &noted.fields {
                    let Some((when, why)) = says(notes) else { continue };
                    if rule.setter {
                        let name = program.names.text(program.field(*field).name);
                        for setter in setter(program, noted.class, name) {
                            self.call(setter, when, &why);
                        }
                    }
                    self.written.entry(*field).or_default().push(Touch { when, why });
                }
                for method in &noted.methods {
                    let parameters = method.parameters.iter().find_map(|(_, notes)| says(notes));
                    let Some((when, why)) = says(&method.notes).or(parameters) else { continue };
                    self.call(method.method, when, &why);
                    // On a method that makes a bean it is about that bean.
                    let makes = |note: &Note| {
                        files().flat_map(|file| &file.factory).any(|rule| rule.annotations.contains(&note.name))
                    };
                    if method.notes.iter().any(makes) {
                        for class in beans::returned(program, method.method) {
                            self.bound(program, class, when, &why, &mut FxHashSet::default());
                        }
                    }
                }
            }
            for rule in files().flat_map(|file| &file.proxied).filter(|rule| !rule.methods.is_empty()) {
                for note in noted.methods.iter().flat_map(|method| &method.notes) {
                    let instead = rule.annotations.contains(&note.name).then(|| note.texts(&rule.methods));
                    for name in instead.into_iter().flatten() {
                        for method in beans::methods_named(program, noted.class, name) {
                            self.call(method, When::Run, &note.written);
                        }
                    }
                }
            }
            for rule in files().flat_map(|file| &file.called) {
                for method in &noted.methods {
                    let mut notes = method.notes.iter().chain(method.parameters.iter().flat_map(|(_, notes)| notes));
                    if let Some(note) = notes.find(|note| rule.annotations.contains(&note.name)) {
                        self.call(method.method, rule.when, &note.written);
                    }
                }
            }
        }
    }

    /// All setters of a class, and those of what it consists of.
    fn bound(&mut self, program: &Program<'_>, class: ClassId, when: When, why: &str, seen: &mut FxHashSet<ClassId>) {
        if !seen.insert(class) {
            return;
        }
        for above in program.supertypes_of(class).into_iter().filter(|&above| program.class(above).application) {
            for number in program.class(above).methods.clone() {
                let method = MethodId(number);
                if is_setter(program, method) {
                    self.call(method, when, why);
                }
            }
            for number in program.class(above).fields.clone() {
                let field = program.field(FieldId(number));
                let name = program.names.text(field.descriptor);
                let part = program.class_of_type(name);
                if let Some(part) = part.filter(|&part| !field.is_static() && program.class(part).application) {
                    self.bound(program, part, when, why, seen);
                }
            }
        }
    }

    /// Methods that classes have because of what they are below.
    fn inherited(&mut self, sources: &Sources<'_, '_>) {
        let program = sources.program;
        for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.called) {
            let patterns = Patterns::new(&rule.methods);
            for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
                let why = format!("as {}", program.class_name(root).rsplit(['/', '$']).next().unwrap_or_default());
                for class in program.subtypes_of(root) {
                    for number in program.class(class).methods.clone() {
                        let method = program.method(MethodId(number));
                        let (name, descriptor) =
                            (program.names.text(method.name), program.names.text(method.descriptor));
                        let ours = program.class(class).application && method.has_code && !method.is_static();
                        if ours && patterns.matches(name, descriptor) {
                            self.call(MethodId(number), rule.when, &why);
                        }
                    }
                }
            }
        }
    }

    /// A bean is made with a constructor, or with a method, and perhaps told that it is ready.
    fn made(&mut self, sources: &Sources<'_, '_>, found: &[Bean]) {
        let program = sources.program;
        for bean in found.iter().filter(|bean| program.class(bean.class).application) {
            for number in program.class(bean.class).methods.clone() {
                if program.names.text(program.method(MethodId(number)).name) == "<init>" {
                    self.call(MethodId(number), When::Start, &bean.how);
                }
            }
        }
        for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.factory) {
            for method in sources.noted.iter().flat_map(|noted| &noted.methods) {
                for note in method.notes.iter().filter(|note| rule.annotations.contains(&note.name)) {
                    self.call(method.method, When::Start, &note.written);
                    let init = rule.init.clone().map(|init| note.texts(&[init]).first().map(|name| name.to_string()));
                    let Some(init) = init.flatten() else { continue };
                    for class in beans::returned(program, method.method) {
                        for called in beans::methods_named(program, class, &init) {
                            self.call(called, When::Start, &note.written);
                        }
                    }
                }
            }
        }
    }

    /// What files say: properties, and methods that are called when a bean is made and when it ends.
    fn declared(&mut self, sources: &Sources<'_, '_>, declared: &[Declared]) {
        let program = sources.program;
        for bean in declared.iter().filter(|bean| !bean.template) {
            let words = bean.words();
            for class in beans::classes(program, bean, declared) {
                for property in &bean.properties {
                    for setter in setter(program, class, &property.name) {
                        self.call(setter, When::Start, &format!("property `{}` of {words}", property.name));
                    }
                }
                for (name, when, said) in
                    [(&bean.init, When::Start, "init-method"), (&bean.destroy, When::Stop, "destroy-method")]
                {
                    let methods = name.iter().flat_map(|name| beans::methods_named(program, class, name));
                    for method in methods.collect::<Vec<_>>() {
                        self.call(method, when, &format!("{said} of {words}"));
                    }
                }
            }
            if let Some(method) = &bean.factory_method {
                let factory = match &bean.factory_bean {
                    Some(name) => beans::by_name(declared, name, (&bean.file, bean.origin)),
                    None => Some(bean),
                };
                let class = factory.and_then(|bean| program.class_named(bean.class.as_deref()?));
                let methods = class.into_iter().flat_map(|class| beans::methods_named(program, class, method));
                for method in methods.collect::<Vec<_>>() {
                    self.call(method, When::Start, &format!("factory-method of {words}"));
                }
            }
        }
    }
}

/// When a rule's annotation has something written.
fn when(program: &Program<'_>, rule: &Written, note: &Note) -> When {
    let present = |class: &String| program.class_named(class).is_some_and(|class| program.class(class).read);
    let flagged = rule.run_if.as_ref().is_some_and(|element| note.flag(element));
    if flagged || rule.run_with.iter().any(present) { When::Run } else { rule.when }
}

/// The setters of a property that a class of the application declares or inherits from one.
pub(super) fn setter(program: &Program<'_>, class: ClassId, property: &str) -> Vec<MethodId> {
    let mut letters = property.chars();
    let Some(first) = letters.next() else { return Vec::new() };
    let name = format!("set{}{}", first.to_uppercase(), letters.as_str());
    let methods = beans::methods_named(program, class, &name);
    methods.into_iter().filter(|&method| is_setter(program, method)).collect()
}

fn is_setter(program: &Program<'_>, method: MethodId) -> bool {
    let found = program.method(method);
    let (name, descriptor) = (program.names.text(found.name), program.names.text(found.descriptor));
    let parameters = crate::flow::body::parameters(descriptor).count();
    found.has_code && !found.is_static() && name.starts_with("set") && name.len() > 3 && parameters == 1
}
