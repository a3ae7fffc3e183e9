//! Java types as pieces write them: `Long`, `Map<String, T>`.

use std::fmt;

/// A type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The name without arguments.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Type>,
}

impl Type {
    /// Reads a type; what follows it is not its business.
    pub fn parse(text: &str) -> Type {
        let mut rest = text;
        Type::read(&mut rest)
    }

    fn read(rest: &mut &str) -> Type {
        let end = rest.find(['<', '>', ',']).unwrap_or(rest.len());
        let mut found = Type { name: rest[..end].trim().to_string(), arguments: Vec::new() };
        *rest = &rest[end..];
        if rest.starts_with('<') {
            while rest.starts_with(['<', ',']) {
                *rest = &rest[1..];
                found.arguments.push(Type::read(rest));
            }
            *rest = rest.strip_prefix('>').unwrap_or(rest);
        }
        found
    }

    /// How deep its arguments nest.
    pub fn depth(&self) -> usize {
        self.arguments.iter().map(|argument| 1 + argument.depth()).max().unwrap_or(0)
    }

    /// Fits a type to this pattern, in which `T` is any type, and tells what `T` is.
    pub fn fit(&self, other: &Type) -> Option<Binding> {
        let mut binding = Binding::default();
        self.bind(other, &mut binding).then_some(binding)
    }

    fn bind(&self, other: &Type, binding: &mut Binding) -> bool {
        if self.name == "T" {
            return match &binding.t {
                Some(known) => known == other,
                None => {
                    binding.t = Some(other.clone());
                    true
                }
            };
        }
        self.name == other.name
            && self.arguments.len() == other.arguments.len()
            && self.arguments.iter().zip(&other.arguments).all(|(own, other)| own.bind(other, binding))
    }

    /// This pattern with its variables filled in.
    pub fn filled(&self, binding: &Binding) -> Type {
        match (&binding.t, &binding.u, self.name.as_str()) {
            (Some(t), _, "T") => t.clone(),
            (_, Some(u), "U") => u.clone(),
            _ => Type {
                name: self.name.clone(),
                arguments: self.arguments.iter().map(|argument| argument.filled(binding)).collect(),
            },
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (nth, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{argument}", if nth == 0 { "<" } else { ", " })?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ">" })
    }
}

/// What the type variables of a piece stand for: `T` what it takes, `U` what is done inside it gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// `T`.
    pub t: Option<Type>,
    /// `U`.
    pub u: Option<Type>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_fitted_and_filled() {
        let table = [
            ("T", "Long", "List<T>", Some("List<Long>")),
            ("List<T>", "List<Map<String, Long>>", "T", Some("Map<String, Long>")),
            ("Map<String, T>", "Map<String, Long>", "Optional<T>", Some("Optional<Long>")),
            ("Map<String, T>", "Map<Long, Long>", "T", None),
            ("Pair<T, T>", "Pair<Long, Long>", "T", Some("Long")),
            ("Pair<T, T>", "Pair<Long, String>", "T", None),
        ];
        for (pattern, from, to, expected) in table {
            let given = Type::parse(pattern).fit(&Type::parse(from)).map(|binding| Type::parse(to).filled(&binding));
            assert_eq!(given.map(|given| given.to_string()).as_deref(), expected, "{pattern} {from} {to}");
        }
    }
}
