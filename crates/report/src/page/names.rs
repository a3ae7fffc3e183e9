//! Names that occur often are written once, and meant by their number.

use std::collections::HashMap;

/// Numbers for names, in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    pub(super) fn all(&self) -> &[String] {
        &self.names
    }
}
