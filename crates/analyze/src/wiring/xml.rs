//! XML as a tree of elements, read with bounds: what a file declares may grow, nest or refer only so far, and nothing that
//! it names is fetched.

use std::collections::BTreeMap;

use quick_xml::NsReader;
use quick_xml::XmlVersion;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;

/// How deep elements may nest. Configuration nests ten deep; the limit keeps a hostile file from exhausting the stack.
const DEPTH: usize = 256;

/// How deep entities may refer to each other.
const ENTITY_DEPTH: usize = 8;

/// How many bytes the entities of a file may grow to in all.
const GROWTH: usize = 1 << 20;

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Element {
    /// The namespace, empty for none.
    pub(crate) namespace: String,
    /// The name without its prefix.
    pub(crate) name: String,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) children: Vec<Element>,
    /// What is written in it, outside of its children, trimmed.
    pub(crate) text: String,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// The namespace, empty for none.
    pub(crate) namespace: String,
    /// The name without its prefix.
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Element {
    /// The value of an attribute without a namespace, trimmed; nothing if it is empty.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut found = self.attributes.iter().filter(|found| found.namespace.is_empty() && found.name == name);
        found.next().map(|found| found.value.trim()).filter(|value| !value.is_empty())
    }

    /// The children of this name, of any namespace.
    pub(crate) fn named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// What is written in the first child of this name.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        let child = self.children.iter().find(|child| child.name == name)?;
        Some(child.text.as_str()).filter(|text| !text.is_empty())
    }
}

/// What is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Whether its root was seen, and was wanted. What is broken before may be anything.
    pub(crate) wanted: bool,
    /// The line, and what is wrong there.
    pub(crate) what: String,
}

/// Reads a document if its root is wanted; `wanted` is asked with the name of the root.
pub(crate) fn read(bytes: &[u8], wanted: impl Fn(&str) -> bool) -> Result<Option<Element>, Broken> {
    let text = decode(bytes);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut reader = NsReader::from_str(&text);
    reader.config_mut().check_end_names = true;
    let mut tree = Tree::default();
    loop {
        let position = reader.buffer_position() as usize;
        let step = step(&mut reader, &mut tree, &wanted);
        match step {
            Ok(Step::More) => {}
            Ok(Step::Unwanted) => return Ok(None),
            Ok(Step::Done) => {
                let wanted = tree.seen();
                return tree.finish().map(Some).map_err(|what| Broken { wanted, what });
            }
            Err(what) => {
                let at = position.max(reader.error_position() as usize).min(text.len());
                let line = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
                return Err(Broken { wanted: tree.seen(), what: format!("line {line}: {what}") });
            }
        }
    }
}

enum Step {
    More,
    Unwanted,
    Done,
}

/// A tree being read.
#[derive(Default)]
struct Tree {
    /// The elements that are open, outermost first.
    open: Vec<Element>,
    root: Option<Element>,
    entities: BTreeMap<String, String>,
    /// How many bytes entities became so far.
    grown: usize,
}

fn step(reader: &mut NsReader<&[u8]>, tree: &mut Tree, wanted: &impl Fn(&str) -> bool) -> Result<Step, String> {
    let event = reader.read_event().map_err(|error| error.to_string())?;
    match event {
        Event::Start(start) => {
            if tree.open.is_empty() && tree.root.is_none() && !wanted(start.local_name().as_ref()) {
                return Ok(Step::Unwanted);
            }
            let element = tree.element(reader, &start)?;
            tree.open.push(element);
            if tree.open.len() > DEPTH {
                return Err(format!("its elements nest more than {DEPTH} deep"));
            }
        }
        Event::Empty(start) => {
            if tree.open.is_empty() && tree.root.is_none() && !wanted(start.local_name().as_ref()) {
                return Ok(Step::Unwanted);
            }
            let element = tree.element(reader, &start)?;
            tree.close(element)?;
        }
        Event::End(_) => {
            if let Some(element) = tree.open.pop() {
                tree.close(element)?;
            }
        }
        Event::Text(text) => tree.text(&text)?,
        Event::CData(text) => tree.text(&text)?,
        Event::GeneralRef(reference) => {
            let resolved = match reference.resolve_char_ref().map_err(|error| error.to_string())? {
                Some(character) => character.to_string(),
                None => tree.resolve(&reference)?,
            };
            tree.text(&resolved)?;
        }
        Event::DocType(text) => tree.entities = entities(&text),
        Event::Eof => return Ok(Step::Done),
        Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
    }
    Ok(Step::More)
}

impl Tree {
    fn element(&mut self, reader: &NsReader<&[u8]>, start: &BytesStart<'_>) -> Result<Element, String> {
        let (namespace, name) = reader.resolver().resolve_element(start.name());
        let mut element =
            Element { namespace: bound(namespace)?, name: name.as_ref().to_string(), ..Element::default() };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            if attribute.key.as_namespace_binding().is_some() {
                continue;
            }
            let (namespace, name) = reader.resolver().resolve_attribute(attribute.key);
            let (entities, grown) = (&self.entities, &mut self.grown);
            let resolve = |name: &str| resolve(entities, grown, name);
            let value = attribute.normalized_value_with(XmlVersion::Implicit1_0, ENTITY_DEPTH, resolve);
            element.attributes.push(Attribute {
                namespace: bound(namespace)?,
                name: name.as_ref().to_string(),
                value: value.map_err(|error| error.to_string())?.into_owned(),
            });
        }
        Ok(element)
    }

    fn resolve(&mut self, name: &str) -> Result<String, String> {
        if let Some(text) = resolve_predefined_entity(name) {
            return Ok(text.to_string());
        }
        let (entities, grown) = (&self.entities, &mut self.grown);
        let found = resolve(entities, grown, name).ok_or("its entities grow too large")?;
        let inner = unescape_with(found, |name| resolve(entities, grown, name)).map_err(|error| error.to_string())?;
        Ok(inner.into_owned())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim().trim_start_matches('\u{feff}').is_empty() => {}
            None => return Err("there is text outside of the root element".to_string()),
        }
        Ok(())
    }

    fn close(&mut self, mut element: Element) -> Result<(), String> {
        let trimmed = element.text.trim();
        if trimmed.len() < element.text.len() {
            element.text = trimmed.to_string();
        }
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None if self.root.is_none() => self.root = Some(element),
            None => return Err("there is more than one root element".to_string()),
        }
        Ok(())
    }

    /// Whether the root was seen.
    fn seen(&self) -> bool {
        !self.open.is_empty() || self.root.is_some()
    }

    fn finish(self) -> Result<Element, String> {
        match (self.open.last(), self.root) {
            (Some(open), _) => Err(format!("it ends inside of <{}>", open.name)),
            (None, Some(root)) => Ok(root),
            (None, None) => Err("there is no element in it".to_string()),
        }
    }
}

/// The text of an entity. One that is declared elsewhere is empty, because nothing is fetched; nothing if the entities
/// of the file have grown too large.
fn resolve<'e>(entities: &'e BTreeMap<String, String>, grown: &mut usize, name: &str) -> Option<&'e str> {
    let text = resolve_predefined_entity(name).or_else(|| entities.get(name).map(String::as_str)).unwrap_or_default();
    *grown += text.len();
    (*grown <= GROWTH).then_some(text)
}

/// The entities that the document type declares as text.
fn entities(declaration: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for part in declaration.split("<!ENTITY").skip(1) {
        let part = part.trim_start();
        let Some((name, rest)) = part.split_once(char::is_whitespace) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else { continue };
        if let Some((value, _)) = rest[1..].split_once(quote) {
            found.entry(name.to_string()).or_insert_with(|| value.to_string());
        }
    }
    found
}

fn bound(namespace: ResolveResult<'_>) -> Result<String, String> {
    match namespace {
        ResolveResult::Bound(namespace) => Ok(namespace.as_ref().to_string()),
        ResolveResult::Unbound => Ok(String::new()),
        ResolveResult::Unknown(prefix) => Err(format!("the prefix {prefix} is not declared")),
    }
}

/// The text of a document. Names in it are ASCII in every encoding in use, so that other characters of an encoding that
/// is not UTF-8 or UTF-16 may be lost.
fn decode(bytes: &[u8]) -> String {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn tree(text: &str) -> Element {
        read(text.as_bytes(), |_| true).unwrap().unwrap()
    }

    #[test]
    fn a_document_is_a_tree() {
        let root = tree(
            "<?xml version='1.0'?><!-- c --><a xmlns='urn:one' xmlns:p='urn:two' x=' 1 &lt; 2 &amp; 3' p:y='2'>\n<p:b>t &amp; <![CDATA[<u>]]></p:b><b/></a>",
        );
        assert_eq!((root.namespace.as_str(), root.name.as_str()), ("urn:one", "a"));
        assert_eq!((root.attribute("x"), root.attribute("y")), (Some("1 < 2 & 3"), None));
        assert_eq!(root.attributes[1], Attribute { namespace: "urn:two".into(), name: "y".into(), value: "2".into() });
        assert_eq!(root.text_of("b"), Some("t & <u>"));
        let spaces: Vec<&str> = root.named("b").map(|child| child.namespace.as_str()).collect();
        assert_eq!(spaces, ["urn:two", "urn:one"]);
    }

    #[test]
    fn an_unwanted_document_is_not_read() {
        assert_eq!(read(b"<project><broken", |root| root == "beans"), Ok(None));
        assert_eq!(read(b" \n", |_| true), Ok(None));
    }

    #[test]
    fn entities_are_text_and_are_never_fetched() {
        let root = tree(
            "<!DOCTYPE a PUBLIC 'x' 'http://x/x.dtd' [<!ENTITY base 'shop'><!ENTITY both '&base;.&base;'>\
             <!ENTITY out SYSTEM 'file:///etc/passwd'>]><a b='&base;.X' c='&both;'>&base;&out;&nowhere;&#65;</a>",
        );
        assert_eq!((root.attribute("b"), root.attribute("c")), (Some("shop.X"), Some("shop.shop")));
        assert_eq!(root.text, "shopA");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let deep = "<a>".repeat(DEPTH + 1);
        let laughs = {
            let mut text = String::from("<!DOCTYPE a [<!ENTITY e0 '0123456789'>");
            for level in 1..8 {
                let inner = format!("&e{};", level - 1).repeat(10);
                text.push_str(&format!("<!ENTITY e{level} '{inner}'>"));
            }
            text + "]><a b='&e7;'/>"
        };
        let quadratic = format!("<!DOCTYPE a [<!ENTITY e '{}'>]><a>{}</a>", "x".repeat(10_000), "&e;".repeat(10_000));
        for (text, expected) in [
            ("<a>\n<b></a>", "line 2: ill-formed document"),
            ("<a>\n\n<b>", "it ends inside of <b>"),
            ("<a/><b/>", "line 1: there is more than one root element"),
            ("<!-- nothing -->", "there is no element in it"),
            ("words", "line 1: there is text outside"),
            ("<a><p:b/></a>", "line 1: the prefix p is not declared"),
            ("<a b='1' b='2'/>", "line 1: "),
            (deep.as_str(), "line 1: its elements nest more than 256 deep"),
            (laughs.as_str(), "line 1: "),
            (quadratic.as_str(), "line 1: its entities grow too large"),
        ] {
            let error = read(text.as_bytes(), |_| true).unwrap_err().what;
            assert!(error.starts_with(expected), "{error:?} for {:.80}", text);
        }
    }

    #[test]
    fn other_encodings_are_read_as_far_as_names_go() {
        let wide: Vec<u8> = "\u{feff}<a b='ü'/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&wide, |_| true).unwrap().unwrap().attribute("b"), Some("ü"));
        let latin = b"<?xml version='1.0' encoding='GBK'?><a b='shop.X'><!-- \xd6\xd0\xce\xc4 --></a>";
        assert_eq!(read(latin, |_| true).unwrap().unwrap().attribute("b"), Some("shop.X"));
    }
}
