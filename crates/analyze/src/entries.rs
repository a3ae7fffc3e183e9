//! Entries: the operations that traffic calls.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use retake_bytecode::access;
use retake_bytecode::read::ElementValue;
use retake_model::points::Entry;
use rustc_hash::FxHashSet;

use crate::input::Resource;
use crate::program::calls::Calls;
use crate::program::{ClassId, MethodId, Program};
use crate::rules::{Pattern, Rules};

/// The entries, and the methods they are.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) entries: Vec<Entry>,
    pub(crate) methods: FxHashSet<MethodId>,
}

/// Finds the entries of the application.
pub(crate) fn entries(program: &Program<'_>, calls: &Calls, rules: &Rules, resources: &[Resource]) -> Entries {
    let web_xml = resources.iter().filter(|resource| resource.path == "WEB-INF/web.xml");
    let mapped = mappings(web_xml.map(|resource| String::from_utf8_lossy(&resource.bytes)));
    let mut found: BTreeSet<Entry> = BTreeSet::new();
    let mut methods = FxHashSet::default();
    let mut taken = FxHashSet::default();
    for rule in rules.files.iter().flat_map(|(_, file)| &file.entry) {
        let Some(root) = program.class_named(&rule.class) else { continue };
        let patterns: Vec<Pattern> = rule.methods.iter().map(|text| Pattern::new(text)).collect();
        let named = |method: MethodId| {
            let method = program.method(method);
            let (name, descriptor) = (program.names.text(method.name), program.names.text(method.descriptor));
            patterns.iter().any(|pattern| pattern.matches(name, descriptor))
        };
        let mut entry = |method: MethodId, paths: Vec<String>| {
            if !taken.insert(method) {
                return;
            }
            methods.insert(method);
            let method = program.method(method);
            found.insert(Entry {
                kind: rule.kind.clone(),
                class: program.class_name(method.class).to_string(),
                method: program.names.text(method.name).to_string(),
                descriptor: program.names.text(method.descriptor).to_string(),
                paths,
            });
        };
        for class in program.subtypes_of(root) {
            if !program.class(class).application {
                continue;
            }
            let paths = paths(program, class, &mapped);
            for number in program.class(class).methods.clone() {
                let method = MethodId(number);
                let found = program.method(method);
                if found.has_code && !found.is_synthetic() && !found.is_static() && named(method) {
                    entry(method, paths.clone());
                }
            }
        }
        for lambda in &program.lambdas {
            let name = program.names.text(lambda.name);
            let ours = lambda.interface == root || program.is_subtype(lambda.interface, root);
            if ours && rule.methods.iter().any(|method| method == name) {
                for &target in &calls.of_handle(lambda.kind, lambda.target).methods {
                    entry(target, Vec::new());
                }
            }
        }
    }
    Entries { entries: found.into_iter().collect(), methods }
}

/// The URL patterns of a servlet or filter: those of its annotation, and those a `web.xml` gives it.
fn paths(program: &Program<'_>, class: ClassId, mapped: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut paths = mapped.get(program.class_name(class)).cloned().unwrap_or_default();
    let file = program.application.iter().find(|application| application.class == class).map(|found| &found.file);
    for annotation in file.into_iter().flat_map(|file| file.annotations()).flatten() {
        let name = annotation.name().to_str();
        if !name.ends_with("servlet/annotation/WebServlet") && !name.ends_with("servlet/annotation/WebFilter") {
            continue;
        }
        for element in ["value", "urlPatterns"] {
            let Ok(Some(ElementValue::Array(values))) = annotation.element(element) else { continue };
            for value in values.flatten() {
                if let ElementValue::String(text) = value {
                    paths.push(text.to_str().into_owned());
                }
            }
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

/// For each class that `web.xml` files name the URL patterns they map to it.
///
/// Not an XML parser: it looks for the elements it knows and ignores the rest, which for deployment descriptors is
/// what they say.
fn mappings<'t>(web_xml: impl Iterator<Item = Cow<'t, str>>) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in web_xml {
        let text = without_comments(&text);
        for kind in ["servlet", "filter"] {
            let mut class_of = BTreeMap::new();
            for block in elements(&text, kind) {
                let name = elements(block, &format!("{kind}-name")).next();
                let class = elements(block, &format!("{kind}-class")).next();
                if let (Some(name), Some(class)) = (name, class) {
                    class_of.insert(name.trim().to_string(), class.trim().replace('.', "/"));
                }
            }
            for block in elements(&text, &format!("{kind}-mapping")) {
                let Some(name) = elements(block, &format!("{kind}-name")).next() else { continue };
                let Some(class) = class_of.get(name.trim()) else { continue };
                let patterns = elements(block, "url-pattern").map(|pattern| pattern.trim().to_string());
                found.entry(class.clone()).or_default().extend(patterns);
            }
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    let mut left = text;
    let mut kept = String::new();
    while let Some(start) = left.find("<!--") {
        kept.push_str(&left[..start]);
        left = left[start..].find("-->").map_or("", |end| &left[start + end + 3..]);
    }
    kept.push_str(left);
    kept
}

/// What stands between the tags of each element of this name.
fn elements<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut left = text;
    std::iter::from_fn(move || {
        loop {
            let start = left.find(&open)?;
            let behind = &left[start + open.len()..];
            // `<servlet` is also how `<servlet-name` starts.
            if !behind.starts_with(['>', ' ', '\t', '\r', '\n']) {
                left = behind;
                continue;
            }
            let content = &behind[behind.find('>')? + 1..];
            let end = content.find(&close)?;
            left = &content[end + close.len()..];
            return Some(&content[..end]);
        }
    })
}

/// Whether a method is a bridge or other thing of the compiler's.
pub(crate) fn is_made(flags: u16) -> bool {
    flags & access::SYNTHETIC != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_web_xml_maps_classes_to_patterns() {
        let text = "<web-app><!-- <servlet> --><servlet><servlet-name> a </servlet-name>\
            <servlet-class>shop.Orders</servlet-class></servlet><servlet-mapping><servlet-name>a</servlet-name>\
            <url-pattern>/orders/*</url-pattern><url-pattern>/o</url-pattern></servlet-mapping></web-app>";
        let found = mappings([Cow::Borrowed(text)].into_iter());
        assert_eq!(found.get("shop/Orders").map(Vec::as_slice), Some(&["/orders/*".to_string(), "/o".to_string()][..]));
    }
}
