//! The names that events have in common. They are said once, and where one is used there is its number, which is negative: the number of a
//! point never is. An agent has one number for each name, and says before the traces of a block what they mean. Without an agent a trace
//! says its own, as a list in the order of their first use, counted down from -1.

use std::collections::{BTreeMap, HashMap};

use crate::cbor::{Error, Item, Reader, Writer};
use crate::trace::{PointName, Trace};

/// A longer name stands where it is used, which bounds what a few bytes can make a reader allocate.
const LONGEST: usize = 1024;

/// Names to write.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    listed: Vec<&'a str>,
    numbers: BTreeMap<&'a str, i64>,
}

impl<'a> Names<'a> {
    /// All names of a trace that can be listed.
    pub(crate) fn of(trace: &'a Trace) -> Self {
        let mut names = Names::default();
        for event in trace.branches.iter().flat_map(|branch| &branch.events) {
            if let PointName::Name(name) = &event.point {
                names.add(name);
            }
            if let Some(handle) = &event.target {
                names.add(&handle.class);
            }
            if let Some(of) = &event.of {
                names.add(of);
            }
        }
        names
    }

    fn add(&mut self, name: &'a str) {
        if name.len() <= LONGEST && !self.numbers.contains_key(name) {
            self.numbers.insert(name, !(self.listed.len() as i64));
            self.listed.push(name);
        }
    }

    /// Writes the list.
    pub(crate) fn encode(&self, writer: &mut Writer) {
        writer.array(self.listed.len());
        self.listed.iter().for_each(|name| writer.text(name));
    }

    /// Writes what stands for a name.
    pub(crate) fn encode_name(&self, name: &str, writer: &mut Writer) {
        match self.numbers.get(name) {
            Some(number) => writer.int(*number),
            None => writer.text(name),
        }
    }
}

/// What the numbers mean in all traces of a block.
#[derive(Debug, Default)]
pub struct Common(HashMap<i64, String>);

impl Common {
    /// Says what a number means.
    pub fn add(&mut self, number: i64, name: &str) {
        self.0.insert(number, name.to_owned());
    }

    /// Reads what the numbers mean.
    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let own = Listed::decode(reader, None)?.own;
        Ok(Common(own.into_iter().map(|(number, name)| (number, name.to_owned())).collect()))
    }
}

/// Names that were read, by their numbers; none where there can be none.
#[derive(Debug, Default)]
pub(crate) struct Listed<'a> {
    own: HashMap<i64, &'a str>,
    /// What else numbers may mean.
    common: Option<&'a Common>,
}

impl<'a> Listed<'a> {
    /// Those that all traces of a block have in common.
    pub(crate) fn of(common: Option<&'a Common>) -> Self {
        Listed { own: HashMap::new(), common }
    }

    /// Reads what the numbers mean in a trace.
    pub(crate) fn decode(reader: &mut Reader<'a>, common: Option<&'a Common>) -> Result<Self, Error> {
        let mut own = HashMap::new();
        let (length, numbered) = match reader.item()? {
            Item::Array(length) => (length, false),
            Item::Map(length) => (length, true),
            _ => return Err(reader.error("names were expected")),
        };
        reader.elements(length, &mut |reader| {
            let number = if numbered { reader.int()? } else { !(own.len() as i64) };
            let name = reader.text()?;
            if name.len() > LONGEST {
                return Err(reader.error("a name that is too long to be listed"));
            }
            own.insert(number, name);
            Ok(())
        })?;
        Ok(Listed { own, common })
    }

    /// Reads what stands for a name, or the name itself.
    pub(crate) fn decode_name(&self, reader: &mut Reader<'_>) -> Result<String, Error> {
        match reader.item()? {
            Item::Text(name) => Ok(name.to_owned()),
            Item::Int(number @ ..0) => {
                let own = self.own.get(&number).copied();
                let name = own.or_else(|| self.common?.0.get(&number).map(String::as_str));
                name.map(str::to_owned).ok_or_else(|| reader.error("a name that is not listed"))
            }
            _ => Err(reader.error("a name was expected")),
        }
    }
}
