//! The sections of a rules file that say what frameworks do with what a service declares. Wherever a section names
//! annotations, an annotation that is itself annotated with one of them counts too, to any depth.

use serde::Deserialize;

/// Classes of which a framework makes the objects.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bean {
    /// Classes with one of these annotations.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// Classes below one of these.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// The scope without further notice; nothing means that there is one object for all.
    pub(crate) scope: Option<String>,
    /// The element that gives its name.
    pub(crate) name: Option<String>,
    /// Whether it counts only in packages that are scanned, if the service says which.
    #[serde(default)]
    pub(crate) scanned: bool,
}

/// Methods that make beans.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Factory {
    pub(crate) annotations: Vec<String>,
    /// The elements that give its name; without, it is that of the method.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// The element that names a method of the bean that is called when it is made.
    pub(crate) init: Option<String>,
}

/// Annotations that say how long a bean lives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scope {
    pub(crate) annotations: Vec<String>,
    /// The elements that say it.
    #[serde(default)]
    pub(crate) elements: Vec<String>,
    /// What it is, if no element says it.
    pub(crate) is: Option<String>,
}

/// Annotations that choose one of several beans.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Qualifier {
    pub(crate) annotations: Vec<String>,
    /// The elements that give the name.
    #[serde(default)]
    pub(crate) elements: Vec<String>,
    /// On a bean: whether it is the one to take if nothing else is said.
    #[serde(default)]
    pub(crate) first: bool,
}

/// What makes it unsure which bean a field holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unsure {
    /// Annotations of beans, of methods that make them and of the classes of such methods, that may not be there.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// Classes whose use, or whose subtypes in the application, mean that beans are made where nobody sees it.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
}

/// Annotations that say in which packages beans are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scan {
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// The elements that name packages. If none does, it is the package of the annotated class.
    #[serde(default)]
    pub(crate) packages: Vec<String>,
    /// The elements that name classes in such packages.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// Classes whose use means that packages are said where nobody sees it.
    #[serde(default)]
    pub(crate) unless_used: Vec<String>,
}

/// Other ways to name classes that are beans.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    /// Annotations that name them.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// The elements that do.
    #[serde(default)]
    pub(crate) elements: Vec<String>,
    /// A file that lists them.
    pub(crate) path: Option<String>,
    /// The key in the file under which they are; nothing means that every line begins with one.
    pub(crate) key: Option<String>,
    /// What must stand behind one for the line to count.
    pub(crate) with: Option<String>,
}

/// When a framework does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    /// Before anybody uses the object.
    Start,
    /// While requests are served.
    Run,
    /// When the service ends.
    Stop,
}

/// Fields that a framework writes and setters that it calls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// Annotations of fields, methods and constructors, or of classes of which it calls all setters.
    pub(crate) annotations: Vec<String>,
    pub(crate) when: When,
    /// An element that says that it is written at run time.
    pub(crate) run_if: Option<String>,
    /// Classes whose presence means that it is written at run time.
    #[serde(default)]
    pub(crate) run_with: Vec<String>,
    /// Whether a field is written through its setter.
    #[serde(default)]
    pub(crate) setter: bool,
    /// Whether what is written is a bean, found by its type.
    #[serde(default)]
    pub(crate) injects: bool,
    /// The elements that give the name of the bean.
    #[serde(default)]
    pub(crate) names: Vec<String>,
}

/// Methods that a framework calls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Called {
    /// Annotations of methods.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// Or: methods that classes below one of these have.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    #[serde(default)]
    pub(crate) methods: Vec<String>,
    pub(crate) when: When,
}

/// Methods that are not called directly but through an object in between, which does more than call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proxied {
    /// Annotations of methods, or of classes for all their methods.
    pub(crate) annotations: Vec<String>,
    /// What the object in between does.
    pub(crate) does: Between,
    /// The elements that name the caches.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// The elements that name methods of the class that are called instead.
    #[serde(default)]
    pub(crate) methods: Vec<String>,
}

/// What an object in between does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Between {
    /// Answers from a cache.
    Answers,
    /// Fills or empties a cache.
    Caches,
    /// Calls on another thread.
    Defers,
    /// Calls again, refuses to call, or answers in place of the method.
    Guards,
    /// Opens and ends a transaction.
    Transacts,
}

/// Interfaces without a body, or classes with one that somebody generated, whose calls leave the process.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proxy {
    /// What it is, in words: `a MyBatis mapper`.
    pub(crate) what: String,
    /// Interfaces with one of these annotations.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// Interfaces with a method that has one of these annotations.
    #[serde(default)]
    pub(crate) members: Vec<String>,
    /// These, and the interfaces below them.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// Not the interfaces below them but the classes.
    #[serde(default)]
    pub(crate) stubs: bool,
    /// The methods that leave the process.
    #[serde(default = "every")]
    pub(crate) methods: Vec<String>,
    /// What methods give that do not ask yet: whoever uses it asks.
    #[serde(default)]
    pub(crate) asks_later: Vec<String>,
    /// Whether the service may give bodies to some methods, by implementing an interface above.
    #[serde(default)]
    pub(crate) fragments: bool,
    /// Only those that are about a class with one of these annotations, by their generic signature.
    #[serde(default)]
    pub(crate) keeps: Vec<String>,
    /// The file of rules that records what their calls reach, if it does in this service; else that of the whole file.
    pub(crate) owned_by: Option<String>,
    /// Whether what they reach is in the process itself, and the application's other points see to it.
    #[serde(default)]
    pub(crate) within: bool,
}

/// All methods but those that every object has.
fn every() -> Vec<String> {
    vec!["*".to_string()]
}

/// Annotations that make interfaces of packages proxies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proxies {
    /// What they are, in words.
    pub(crate) what: String,
    pub(crate) annotations: Vec<String>,
    /// The elements that name packages; if none does, it is the package of the annotated class.
    pub(crate) packages: Vec<String>,
    /// The elements that name classes in such packages.
    pub(crate) classes: Vec<String>,
    /// The element that names the annotation that they must have.
    pub(crate) annotation: String,
    /// The element that names the interface that they must be below.
    pub(crate) marker: String,
}

/// Classes of the service below one of a framework that asks something outside: their methods are recorded as a whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whole {
    /// What they are, in words: `an iBATIS data access object`.
    pub(crate) what: String,
    pub(crate) classes: Vec<String>,
}

/// Elements of XML files, or beans of certain classes in them, that declare something.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Element {
    /// The name of the document's root.
    #[serde(default = "beans")]
    pub(crate) root: String,
    /// The namespaces of the element; nothing means that it has none.
    #[serde(default)]
    pub(crate) namespaces: Vec<String>,
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// The name of the element that it must be in.
    pub(crate) within: Option<String>,
    /// Beans of these classes; what is an attribute of an element is a property of a bean.
    #[serde(default)]
    pub(crate) beans: Vec<String>,
    pub(crate) is: Declares,
    /// What a proxy is, in words.
    pub(crate) what: Option<String>,
    /// The attribute that names packages.
    pub(crate) packages: Option<String>,
    /// The attributes that name the annotation that interfaces must have, or the interface that they must be below.
    pub(crate) annotation: Option<String>,
    pub(crate) marker: Option<String>,
    /// The attribute that names an interface.
    pub(crate) interface: Option<String>,
    /// The attribute that tells services of one interface apart.
    pub(crate) unique: Option<String>,
    /// How the names of children begin that say by which way a service is reached.
    pub(crate) bindings: Option<String>,
    /// The ways that stay in the process. If there are any, no way at all stays in it too.
    #[serde(default)]
    pub(crate) local: Vec<String>,
    /// The kind of the entries that it declares.
    pub(crate) kind: Option<String>,
    /// The attribute, its own or of the element around it, that names a bean.
    pub(crate) target: Option<String>,
    /// The attribute that names the class instead.
    pub(crate) class: Option<String>,
    /// The attribute that names a method of the bean.
    pub(crate) method: Option<String>,
    /// The attribute that says which paths, topics or queues lead to it.
    pub(crate) paths: Option<String>,
}

fn beans() -> String {
    "beans".to_string()
}

/// What an element declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Declares {
    /// In which packages beans are.
    Scan,
    /// That interfaces of packages are proxies.
    Proxies,
    /// That an interface is a proxy.
    Proxy,
    /// That a service is used.
    Reference,
    /// That a bean is a service.
    Service,
    /// That a method of a bean is called.
    Call,
}

/// Annotations of fields, setters and parameters that hold a service of somebody else.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reference {
    /// What it is, in words: `a Dubbo reference`.
    pub(crate) what: String,
    pub(crate) annotations: Vec<String>,
    /// The elements that name the interface; without, it is the type of the field or parameter.
    pub(crate) interface: Vec<String>,
    /// The element that tells services of one interface apart.
    pub(crate) unique: Option<String>,
    /// The element with an annotation that says by which way the service is reached, and the element of that.
    pub(crate) binding: Option<[String; 2]>,
    /// The ways that stay in the process. If there are any, no way at all stays in it too.
    #[serde(default)]
    pub(crate) local: Vec<String>,
}

/// Classes that are services: traffic calls the methods of their interfaces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Service {
    /// The kind of its entries.
    pub(crate) kind: String,
    /// Annotations of classes, or of methods that make beans.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// The elements that name the interface; without, it is what the class implements.
    #[serde(default)]
    pub(crate) interface: Vec<String>,
    /// The element that tells services of one interface apart.
    pub(crate) unique: Option<String>,
    /// Or: what classes below one of these override of what is below it too, or generated together with it.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// Or: what implements the interface of this name that was generated together with a class below one of these.
    #[serde(default)]
    pub(crate) siblings: Vec<String>,
    pub(crate) sibling: Option<String>,
    /// Classes that are not meant.
    #[serde(default)]
    pub(crate) except: Vec<String>,
}

/// Methods that are given, as their last argument, an object that becomes a service.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    /// The kind of its entries.
    pub(crate) kind: String,
    pub(crate) class: String,
    pub(crate) methods: Vec<String>,
}

/// Methods that traffic calls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) kind: String,
    /// Methods with one of these annotations, or that override such a method.
    #[serde(default)]
    pub(crate) annotations: Vec<String>,
    /// The class must have one of these annotations, or be below one that has.
    #[serde(default)]
    pub(crate) holders: Vec<String>,
    /// Or: methods of classes below one of these.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    #[serde(default)]
    pub(crate) methods: Vec<String>,
    /// Or: static methods, of any class.
    #[serde(default)]
    pub(crate) statics: Vec<String>,
    /// Where the paths are said that lead to it.
    pub(crate) paths: Option<Paths>,
}

/// Annotations that say which paths, topics or queues lead to a method.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paths {
    /// On the class, on the method, or on both.
    pub(crate) annotations: Vec<String>,
    pub(crate) elements: Vec<String>,
    /// Whether they are parts of URLs, which begin with a slash and are put together.
    #[serde(default)]
    pub(crate) url: bool,
}
