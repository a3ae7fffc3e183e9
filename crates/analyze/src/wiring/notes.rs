//! Annotations as the rules know them.
//!
//! An annotation may itself be annotated, to any depth: whoever asks for `@Component` means `@Service` too. What an outer
//! annotation says for an inner one (`@AliasFor`) is the inner one's.

use retake_bytecode::access;
use retake_bytecode::read::{Annotation, ElementValue};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{ClassId, FieldId, Library, MethodId, Program};
use crate::rules::Rules;

/// Says that an element of an annotation is that of an annotation on it.
const ALIAS: &str = "org/springframework/core/annotation/AliasFor";

/// How deep annotations on annotations, or in lists in lists, are followed.
const DEPTH: usize = 16;

/// The value of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A text or the name of an enum's constant.
    Text(String),
    /// A class, by its internal name.
    Class(String),
    Flag(bool),
    List(Vec<Value>),
    Note(Note),
    /// A number.
    Other,
}

/// An annotation that the rules know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// Its internal name.
    pub(crate) name: String,
    pub(crate) elements: Vec<(String, Value)>,
    /// As the source says it: `@Service`, where this may be `@Component`.
    pub(crate) written: String,
}

impl Note {
    pub(crate) fn element(&self, name: &str) -> Option<&Value> {
        self.elements.iter().find(|(found, _)| found == name).map(|(_, value)| value)
    }

    /// The texts and classes of these elements, one by one; empty texts say nothing.
    pub(crate) fn texts(&self, elements: &[String]) -> Vec<&str> {
        let mut found = Vec::new();
        for value in elements.iter().filter_map(|name| self.element(name)) {
            collect(value, &mut found);
        }
        found
    }

    /// Whether a flag is given and set.
    pub(crate) fn flag(&self, element: &str) -> bool {
        self.element(element) == Some(&Value::Flag(true))
    }
}

fn collect<'v>(value: &'v Value, into: &mut Vec<&'v str>) {
    match value {
        Value::Text(text) | Value::Class(text) if !text.is_empty() => into.push(text),
        Value::List(values) => values.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

/// The annotations of an application class and its members, as far as the rules know them.
#[derive(Debug)]
pub(crate) struct Noted {
    pub(crate) class: ClassId,
    pub(crate) on_class: Vec<Note>,
    pub(crate) fields: Vec<(FieldId, Vec<Note>)>,
    pub(crate) methods: Vec<NotedMethod>,
}

/// The annotations of a method.
#[derive(Debug)]
pub(crate) struct NotedMethod {
    pub(crate) method: MethodId,
    pub(crate) notes: Vec<Note>,
    /// Those of its parameters, with their positions.
    pub(crate) parameters: Vec<(usize, Vec<Note>)>,
}

/// What is known of annotations.
pub(crate) struct Notes<'p, 'a> {
    program: &'p Program<'a>,
    /// The annotations that the rules name.
    known: FxHashSet<&'p str>,
    /// The annotations that are one of them or lead to one.
    leads: FxHashSet<Box<str>>,
    /// What the rules say is on annotations that nobody may have delivered.
    given: FxHashMap<&'p str, &'p [String]>,
}

impl<'p, 'a> Notes<'p, 'a> {
    pub(crate) fn new(program: &'p Program<'a>, rules: &'p Rules) -> Self {
        let mut notes = Notes {
            program,
            known: rules.files.iter().flat_map(|(_, file)| file.annotations()).collect(),
            leads: FxHashSet::default(),
            given: FxHashMap::default(),
        };
        for (name, on) in rules.files.iter().flat_map(|(_, file)| &file.annotated) {
            notes.given.insert(name, on);
        }
        notes.leads = notes.leading();
        notes
    }

    /// The annotations that are known or lead to known ones.
    fn leading(&self) -> FxHashSet<Box<str>> {
        let mut below: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (&name, on) in &self.given {
            for on in *on {
                below.entry(on.clone()).or_default().push(name.to_string());
            }
        }
        let files = self.program.application.iter().map(|found| &found.file);
        let is_annotation = |class: ClassId| self.program.class(class).access & access::ANNOTATION != 0;
        let theirs = self.program.libraries.iter().filter(|library| is_annotation(library.class));
        let files = files.filter(|file| file.access() & access::ANNOTATION != 0);
        for file in files.chain(theirs.filter_map(Library::file)) {
            let Ok(name) = file.name() else { continue };
            let name = name.to_str();
            for on in file.annotations().flatten() {
                below.entry(on.name().to_str().into_owned()).or_default().push(name.to_string());
            }
            // A list of annotations, as a repeated annotation is compiled.
            for method in file.methods().filter(|method| method.name().is_ok_and(|name| name == "value")) {
                let Ok(descriptor) = method.descriptor() else { continue };
                let descriptor = descriptor.to_str();
                if let Some(of) = descriptor.strip_prefix("()[L").and_then(|of| of.strip_suffix(';')) {
                    below.entry(of.to_string()).or_default().push(name.to_string());
                }
            }
        }
        let mut leads: FxHashSet<Box<str>> = self.known.iter().map(|&name| Box::from(name)).collect();
        let mut pending: Vec<String> = self.known.iter().map(|name| name.to_string()).collect();
        while let Some(name) = pending.pop() {
            for on in below.get(&name).into_iter().flatten() {
                if leads.insert(Box::from(on.as_str())) {
                    pending.push(on.clone());
                }
            }
        }
        leads
    }

    /// The annotations of all application classes, in their order.
    pub(crate) fn application(&self) -> Vec<Noted> {
        use rayon::prelude::*;
        self.program.application.par_iter().filter_map(|application| self.class(application.class)).collect()
    }

    /// The annotations of an application class and its members; nothing if there are none that the rules know.
    fn class(&self, class: ClassId) -> Option<Noted> {
        let file = self.program.file(class)?;
        let found = self.program.class(class);
        let mut noted = Noted { class, on_class: self.of(file.annotations()), fields: Vec::new(), methods: Vec::new() };
        for (field, id) in file.fields().zip(found.fields.clone()) {
            let notes = self.of(field.annotations());
            if !notes.is_empty() {
                noted.fields.push((FieldId(id), notes));
            }
        }
        for (method, id) in file.methods().zip(found.methods.clone()) {
            let notes = self.of(method.annotations());
            let mut parameters = Vec::new();
            if let Ok(Some(rows)) = method.parameter_annotations(true) {
                for (at, row) in rows.flatten().enumerate() {
                    let notes = self.of(row.annotations);
                    if !notes.is_empty() {
                        parameters.push((at, notes));
                    }
                }
            }
            if !notes.is_empty() || !parameters.is_empty() {
                noted.methods.push(NotedMethod { method: MethodId(id), notes, parameters });
            }
        }
        let says = !noted.on_class.is_empty() || !noted.fields.is_empty() || !noted.methods.is_empty();
        says.then_some(noted)
    }

    /// What the rules know of the annotations on a library class, whose file is opened only if that is something.
    pub(crate) fn of_library(&self, library: &Library<'a>) -> Vec<Note> {
        let leads = library.outline.notes.iter().any(|name| self.leads.contains(&*name.to_str()));
        let file = if leads { library.file() } else { None };
        file.map_or(Vec::new(), |file| self.of(file.annotations()))
    }

    /// What the rules know of these annotations.
    pub(crate) fn of<'f>(
        &self,
        annotations: impl Iterator<Item = retake_bytecode::Result<Annotation<'f, 'a>>>,
    ) -> Vec<Note>
    where
        'a: 'f,
    {
        let mut found = Vec::new();
        for annotation in annotations.flatten() {
            let name = annotation.name().to_str();
            if self.leads.contains(&*name) {
                let mut seen = Vec::new();
                self.expand(note(&annotation), DEPTH, &mut seen, &mut found);
            }
        }
        found
    }

    /// Notes an annotation, those in it and those on it.
    fn expand(&self, note: Note, depth: usize, seen: &mut Vec<String>, found: &mut Vec<Note>) {
        if depth == 0 || !self.leads.contains(note.name.as_str()) {
            return;
        }
        if let Some(Value::List(values)) = note.element("value") {
            for value in values {
                if let Value::Note(inner) = value {
                    self.expand(inner.clone(), depth - 1, &mut Vec::new(), found);
                }
            }
        }
        if seen.contains(&note.name) {
            return;
        }
        seen.push(note.name.clone());
        let file = self.program.class_named(&note.name).and_then(|class| self.program.file(class));
        match file {
            Some(file) => {
                for on in file.annotations().flatten() {
                    let mut on = self::note(&on);
                    on.written.clone_from(&note.written);
                    for method in file.methods() {
                        let Ok(element) = method.name() else { continue };
                        let Some(value) = note.element(&element.to_str()) else { continue };
                        let aliases = method.annotations().flatten().filter(|alias| alias.name() == ALIAS);
                        for alias in aliases.map(|alias| self::note(&alias)) {
                            if alias.element("annotation") == Some(&Value::Class(on.name.clone())) {
                                let given = ["attribute", "value"].map(str::to_string);
                                let name = alias
                                    .texts(&given)
                                    .first()
                                    .map_or(element.to_str().into_owned(), |name| name.to_string());
                                on.elements.retain(|(found, _)| *found != name);
                                on.elements.push((name, value.clone()));
                            }
                        }
                    }
                    self.expand(on, depth - 1, seen, found);
                }
            }
            // Nobody delivered it: what it says is taken to be said for what is on it.
            None => {
                for on in self.given.get(note.name.as_str()).into_iter().flat_map(|on| on.iter()) {
                    self.expand(Note { name: on.clone(), ..note.clone() }, depth - 1, seen, found);
                }
            }
        }
        if self.known.contains(note.name.as_str()) {
            found.push(note);
        }
    }
}

/// An annotation as it stands there.
fn note(annotation: &Annotation<'_, '_>) -> Note {
    let name = annotation.name().to_str().into_owned();
    let elements = annotation.elements.flatten();
    let elements = elements.map(|element| (element.name.to_str().into_owned(), value(&element.value, DEPTH))).collect();
    let written = format!("@{}", name.rsplit(['/', '$']).next().unwrap_or(&name));
    Note { name, elements, written }
}

fn value(found: &ElementValue<'_, '_>, depth: usize) -> Value {
    match found {
        ElementValue::String(text) => Value::Text(text.to_str().into_owned()),
        ElementValue::Enum { constant, .. } => Value::Text(constant.to_str().into_owned()),
        ElementValue::Class(descriptor) => {
            let descriptor = descriptor.to_str();
            let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
            Value::Class(name.unwrap_or(&descriptor).to_string())
        }
        ElementValue::Boolean(flag) => Value::Flag(*flag),
        ElementValue::Array(values) if depth > 0 => {
            Value::List(values.flatten().map(|found| value(&found, depth - 1)).collect())
        }
        ElementValue::Annotation(annotation) if depth > 0 => Value::Note(note(annotation)),
        _ => Value::Other,
    }
}
