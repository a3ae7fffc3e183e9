//! Texts with wildcards.

/// A text with wildcards. Dots and slashes are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// `*`: anything inside a package.
    Star,
    /// `**`: anything.
    Stars,
    /// `**.`: any packages, or none.
    Packages,
}

impl Glob {
    pub(crate) fn new(text: &str) -> Self {
        let text = text.replace('.', "/");
        let mut parts = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (part, length) = match rest {
                _ if rest.starts_with("**/") => (Part::Packages, 3),
                _ if rest.starts_with("**") => (Part::Stars, 2),
                _ if rest.starts_with('*') => (Part::Star, 1),
                _ => {
                    let length = rest.find('*').unwrap_or(rest.len());
                    (Part::Text(rest[..length].to_string()), length)
                }
            };
            parts.push(part);
            rest = &rest[length..];
        }
        Glob { parts }
    }

    /// Whether it has no wildcards.
    pub(crate) fn is_exact(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        match &self.parts[..] {
            [Part::Text(only)] => return only == text,
            [Part::Text(start), Part::Star] => {
                return text.strip_prefix(start.as_str()).is_some_and(|rest| !rest.contains('/'));
            }
            _ => {}
        }
        // The positions where what is behind the parts so far may begin.
        let mut starts = vec![0];
        for part in &self.parts {
            starts = match part {
                Part::Text(part) => {
                    let fits = starts.into_iter().filter(|&at| text[at..].starts_with(part.as_str()));
                    fits.map(|at| at + part.len()).collect()
                }
                Part::Star => ends(&starts, text, |rest| rest.find('/').unwrap_or(rest.len())),
                Part::Stars => ends(&starts, text, str::len),
                Part::Packages => {
                    let first = starts.first().copied().unwrap_or(text.len());
                    let behind = text[first..].match_indices('/').map(|(at, _)| first + at + 1);
                    let mut all: Vec<usize> = starts.into_iter().chain(behind).collect();
                    all.sort_unstable();
                    all.dedup();
                    all
                }
            };
            if starts.is_empty() {
                return false;
            }
        }
        starts.last() == Some(&text.len())
    }

    /// Whether it means a class. A nested class may also be written as Java does, with a dot.
    pub(crate) fn matches_class(&self, name: &str) -> bool {
        self.matches(name) || name.contains('$') && self.matches(&name.replace('$', "/"))
    }
}

/// The positions from any of `starts` on up to as far as `reach` says, sorted.
fn ends(starts: &[usize], text: &str, reach: impl Fn(&str) -> usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut next = 0;
    for &start in starts {
        let last = start + reach(&text[start..]);
        ends.extend((start.max(next)..=last).filter(|&at| text.is_char_boundary(at)));
        next = next.max(last + 1);
    }
    ends
}

/// Whether this can be a name with wildcards.
pub(super) fn check_name(text: &str) -> Result<(), String> {
    if text.contains('<') && !matches!(text, "<init>" | "<clinit>") {
        return Err(format!("`{text}` has type arguments; leave them out"));
    }
    let odd = |c: char| {
        c.is_whitespace() || matches!(c, ';' | '[' | ']' | '(' | ')' | '!' | '?' | '#' | ':' | ',' | '&' | '|')
    };
    match text.chars().find(|&c| odd(c)) {
        _ if text.is_empty() => Err("a name is missing".to_string()),
        Some(c) => Err(format!("`{c}` cannot be in a name (`{text}`)")),
        None if text.contains("***") => Err(format!("`***` in `{text}` means nothing; write `*` or `**`")),
        None if text.split(['.', '/']).any(str::is_empty) => Err(format!("a name is missing in `{text}`")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_stars_are_no_trouble() {
        let glob = Glob::new(&"a*".repeat(200));
        assert!(!glob.matches(&"a".repeat(199)));
        assert!(glob.matches(&"a".repeat(4000)));
    }
}
