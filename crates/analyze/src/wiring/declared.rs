//! Beans as XML files declare them.

use std::collections::BTreeMap;

use super::documents::Document;
use super::settings::Settings;
use super::xml::Element;

/// The namespace of Spring's own elements; older files have a document type and no namespace.
const BEANS: &str = "http://www.springframework.org/schema/beans";
/// Properties as attributes: `p:name` and `p:name-ref`.
const PROPERTIES: &str = "http://www.springframework.org/schema/p";

/// How many parents a bean may have.
const PARENTS: usize = 16;

/// A bean of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// The path of the file.
    pub(crate) file: String,
    /// The number of the archive that the file is in.
    pub(crate) origin: u32,
    /// Whether the file lies with application code.
    pub(crate) application: bool,
    /// Its id, its names and its aliases.
    pub(crate) names: Vec<String>,
    /// The class, an internal name.
    pub(crate) class: Option<String>,
    /// The scope, if one is said.
    pub(crate) scope: Option<String>,
    /// Only there for others to inherit from.
    pub(crate) template: bool,
    pub(crate) primary: bool,
    /// The method that makes it, and the bean whose method it is; without, it is a static method of the class.
    pub(crate) factory_method: Option<String>,
    pub(crate) factory_bean: Option<String>,
    /// The methods that are called when it is made and when it ends.
    pub(crate) init: Option<String>,
    pub(crate) destroy: Option<String>,
    pub(crate) properties: Vec<Property>,
    parent: Option<String>,
}

/// What is written into a property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The text, if it is one, or the name of the bean, if it is one.
    pub(crate) value: Option<String>,
}

impl Declared {
    /// The bean in words.
    pub(crate) fn words(&self) -> String {
        let simple = self.class.as_deref().and_then(|class| class.rsplit('/').next()).unwrap_or_default();
        let name = self.names.first().map_or(simple, String::as_str);
        format!("bean `{name}` in {}", self.file)
    }

    /// What is written into a property, if it is a text or the name of a bean.
    pub(crate) fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|property| property.name == name)?.value.as_deref()
    }
}

/// The beans of all files, those of the application first.
pub(crate) fn read(documents: &[Document<'_>], settings: &Settings) -> Vec<Declared> {
    let mut found = Vec::new();
    let mut aliases: Vec<(String, String)> = Vec::new();
    for document in documents.iter().filter(|document| document.root.name == "beans") {
        let mut reading = Reading { document, settings, found: &mut found, aliases: &mut aliases };
        reading.children(&document.root, &document.root, None);
    }
    for (name, alias) in aliases {
        for bean in found.iter_mut().filter(|bean| bean.names.contains(&name)) {
            bean.names.push(alias.clone());
        }
    }
    inherit(&mut found);
    found.sort_by_key(|bean| !bean.application);
    found
}

/// Gives beans what their parents say and they do not.
fn inherit(beans: &mut [Declared]) {
    let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, bean) in beans.iter().enumerate() {
        for name in &bean.names {
            named.entry(name.clone()).or_default().push(at);
        }
    }
    for at in 0..beans.len() {
        let mut parent = beans[at].parent.clone();
        for _ in 0..PARENTS {
            let Some(name) = parent else { break };
            let candidates = named.get(&name).map_or(&[][..], Vec::as_slice);
            // Several files may have a bean of this name; the one nearby is meant.
            let near = candidates.iter().copied().min_by_key(|&other| {
                (beans[other].file != beans[at].file, beans[other].origin != beans[at].origin, other)
            });
            let Some(above) = near.filter(|&above| above != at).map(|above| beans[above].clone()) else { break };
            let bean = &mut beans[at];
            bean.class = bean.class.take().or(above.class);
            bean.scope = bean.scope.take().or(above.scope);
            bean.factory_method = bean.factory_method.take().or(above.factory_method);
            bean.factory_bean = bean.factory_bean.take().or(above.factory_bean);
            bean.init = bean.init.take().or(above.init);
            bean.destroy = bean.destroy.take().or(above.destroy);
            for property in above.properties {
                if bean.properties.iter().all(|own| own.name != property.name) {
                    bean.properties.push(property);
                }
            }
            parent = above.parent;
        }
    }
}

struct Reading<'r> {
    document: &'r Document<'r>,
    settings: &'r Settings,
    found: &'r mut Vec<Declared>,
    aliases: &'r mut Vec<(String, String)>,
}

impl Reading<'_> {
    /// Reads the beans below an element. `beans` is the innermost `<beans>`, which has defaults; `outer` is the scope of
    /// the bean that they are part of.
    fn children(&mut self, element: &Element, beans: &Element, outer: Option<&str>) {
        for child in &element.children {
            let spring = child.namespace == BEANS || child.namespace.is_empty();
            match child.name.as_str() {
                "beans" if spring => self.children(child, child, outer),
                "bean" if spring => self.bean(child, beans, outer),
                "alias" if spring => {
                    if let (Some(name), Some(alias)) = (child.attribute("name"), child.attribute("alias")) {
                        self.aliases.push((name.to_string(), alias.to_string()));
                    }
                }
                _ => self.children(child, beans, outer),
            }
        }
    }

    fn bean(&mut self, element: &Element, beans: &Element, outer: Option<&str>) {
        let text = |name: &str| element.attribute(name).and_then(|text| self.settings.resolve(text));
        let names = element.attribute("name").unwrap_or_default().split([',', ';', ' ']);
        let names = element.attribute("id").into_iter().chain(names).filter(|name| !name.is_empty());
        // Before scopes there was a choice of two.
        let old = element.attribute("singleton").map(|flag| if flag == "false" { "prototype" } else { "singleton" });
        // A bean inside another lives as long as that one.
        let scope = text("scope").or(old.map(str::to_string)).or(outer.map(str::to_string));
        let resource = self.document.resource;
        let bean = Declared {
            file: resource.path.clone(),
            origin: resource.origin,
            application: resource.application,
            names: names.map(str::to_string).collect(),
            class: text("class").map(|class| class.replace('.', "/")),
            scope: scope.clone(),
            template: element.attribute("abstract") == Some("true"),
            primary: element.attribute("primary") == Some("true"),
            factory_method: text("factory-method"),
            factory_bean: text("factory-bean"),
            init: text("init-method").or_else(|| beans.attribute("default-init-method").map(str::to_string)),
            destroy: text("destroy-method").or_else(|| beans.attribute("default-destroy-method").map(str::to_string)),
            properties: self.properties(element),
            parent: element.attribute("parent").map(str::to_string),
        };
        self.found.push(bean);
        let inner = scope.unwrap_or_else(|| "singleton".to_string());
        self.children(element, beans, Some(&inner));
    }

    fn properties(&self, element: &Element) -> Vec<Property> {
        let resolve = |text: &str| self.settings.resolve(text);
        let mut found: Vec<Property> = Vec::new();
        for property in element.named("property") {
            let Some(name) = property.attribute("name") else { continue };
            let literal = property.attribute("value").or(property.text_of("value"));
            let named = property.named("ref").chain(property.named("idref")).next();
            let named = named.and_then(|named| named.attribute("bean").or(named.attribute("local")));
            let listed = || {
                let lists = ["list", "set", "array"].into_iter().flat_map(|list| property.named(list));
                let texts: Vec<&str> =
                    lists.flat_map(|list| list.named("value")).map(|value| value.text.as_str()).collect();
                (!texts.is_empty()).then(|| texts.join(","))
            };
            let value = literal.or(property.attribute("ref")).or(named).map(str::to_string).or_else(listed);
            found.push(Property { name: name.to_string(), value: value.and_then(|text| resolve(&text)) });
        }
        for attribute in element.attributes.iter().filter(|attribute| attribute.namespace == PROPERTIES) {
            let name = attribute.name.strip_suffix("-ref").unwrap_or(&attribute.name);
            found.push(Property { name: camel(name), value: resolve(&attribute.value) });
        }
        found
    }
}

/// `max-size` as Java writes it: `maxSize`.
fn camel(name: &str) -> String {
    let mut parts = name.split('-');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let mut letters = part.chars();
        text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}
