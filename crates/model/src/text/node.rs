//! A place in a document, which knows the way to itself for the sake of good errors.

use crate::json::Json;
use crate::text::Error;

/// A place in a document.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) json: &'a Json,
    up: Option<&'a Node<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Member(&'a str),
    Item(usize),
}

impl<'a> Node<'a> {
    pub(super) fn root(json: &'a Json) -> Self {
        Node { json, up: None, step: Step::Root }
    }

    fn path(&self) -> String {
        let mut path = self.up.map(Node::path).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Member(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Item(index) => path.push_str(&format!("[{index}]")),
        }
        path
    }

    /// An error at this place.
    pub(super) fn error(&self, what: impl Into<String>) -> Error {
        Error::Content { path: self.path(), what: what.into() }
    }

    /// An error that says what is here instead of what was expected.
    pub(super) fn expected(&self, what: &str) -> Error {
        let found = match self.json {
            Json::Null => "null",
            Json::Bool(_) => "a truth value",
            Json::Number(number) => return self.error(format!("{what} was expected, but there is {number}")),
            Json::Text(_) => "text",
            Json::List(_) => "an array",
            Json::Record(_) => "an object",
        };
        self.error(format!("{what} was expected, but there is {found}"))
    }

    pub(super) fn text(&self) -> Result<&'a str, Error> {
        match self.json {
            Json::Text(text) => Ok(text),
            _ => Err(self.expected("text")),
        }
    }

    pub(super) fn index(&self) -> Result<u32, Error> {
        match self.json {
            Json::Number(number) => number.parse().map_err(|_| self.expected("a whole number from 0 to 4294967295")),
            _ => Err(self.expected("a whole number")),
        }
    }

    /// Reads each element of an array.
    pub(super) fn items<T>(&self, mut read: impl FnMut(Node<'_>) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let Json::List(items) = self.json else { return Err(self.expected("an array")) };
        let node = |(index, json)| read(Node { json, up: Some(self), step: Step::Item(index) });
        items.iter().enumerate().map(node).collect()
    }

    /// Reads two elements.
    pub(super) fn pair<A, B>(
        &self,
        a: impl FnOnce(Node<'_>) -> Result<A, Error>,
        b: impl FnOnce(Node<'_>) -> Result<B, Error>,
    ) -> Result<(A, B), Error> {
        match self.json {
            Json::List(items) if items.len() == 2 => Ok((
                a(Node { json: &items[0], up: Some(self), step: Step::Item(0) })?,
                b(Node { json: &items[1], up: Some(self), step: Step::Item(1) })?,
            )),
            _ => Err(self.expected("an array of two")),
        }
    }

    /// The members of an object, in order.
    pub(super) fn members(&'a self) -> Result<impl Iterator<Item = (&'a str, Node<'a>)>, Error> {
        let Json::Record(members) = self.json else { return Err(self.expected("an object")) };
        Ok(members
            .iter()
            .map(move |(name, json)| (name.as_str(), Node { json, up: Some(self), step: Step::Member(name) })))
    }

    /// The member of that name. Only members that the format knows are taken for what they say; a misspelt one must not be
    /// lost in silence, so see [`Node::only`].
    pub(super) fn member(&'a self, name: &str) -> Result<Option<Node<'a>>, Error> {
        Ok(self.members()?.find(|(known, _)| *known == name).map(|(_, node)| node))
    }

    /// The member of that name, which must be there.
    pub(super) fn need(&'a self, name: &str) -> Result<Node<'a>, Error> {
        self.member(name)?.ok_or_else(|| self.error(format!("`{name}` is missing")))
    }

    /// Refuses members of other names, and members that are there twice.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), Error> {
        let mut seen = Vec::new();
        for (name, node) in self.members()? {
            if !names.contains(&name) {
                return Err(node.error(format!("nothing of this name belongs here; known are {}", names.join(", "))));
            }
            if seen.contains(&name) {
                return Err(node.error("this is here twice"));
            }
            seen.push(name);
        }
        Ok(())
    }
}
