//! What a dependency is asked, beyond its name: the statement for a database, the address of another service.
//!
//! These are texts in which the program says what it wants. Without the values that are written into them they are part
//! of the way that a request takes.

use crate::entry::is_one_of_many;

/// The first words of statements.
const STATEMENTS: [&str; 11] =
    ["select", "insert", "update", "delete", "with", "merge", "call", "create", "drop", "alter", "truncate"];

/// What stays of a text that says what is wanted; none if it is data.
pub(crate) fn constant(text: &str) -> Option<String> {
    let first = text.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    if STATEMENTS.iter().any(|known| first.eq_ignore_ascii_case(known)) && text.trim().contains(char::is_whitespace) {
        return Some(statement(text));
    }
    let (scheme, rest) = text.split_once("://")?;
    if !matches!(scheme, "http" | "https") {
        return None;
    }
    let address = rest.split(['?', '#']).next().unwrap_or_default();
    // Ports differ from machine to machine, and hosts tell services apart.
    let mut parts = address.split('/');
    let host = parts.next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host).split(':').next().unwrap_or_default();
    let path: String =
        parts.map(|part| if is_one_of_many(part) { "/{}".to_owned() } else { format!("/{part}") }).collect();
    Some(format!("{scheme}://{host}{path}"))
}

/// A statement without its literals, however many stand in a list of them.
fn statement(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                // Two quotes inside of a literal are one.
                while let Some(c) = chars.next() {
                    if c == '\'' && chars.next_if_eq(&'\'').is_none() {
                        break;
                    }
                }
                out.push('?');
            }
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_ascii_digit() && !out.ends_with(|last: char| last.is_alphanumeric() || last == '_') => {
                while chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '.').is_some() {}
                out.push('?');
            }
            c => out.push(c),
        }
    }
    fold_lists(&out)
}

/// `in (?, ?, ?)` is `in (?)`, and `values (?), (?)` is `values (?)`.
fn fold_lists(text: &str) -> String {
    let mut text = text.to_owned();
    for (long, short) in [(", ?", "?"), (",?", "?")] {
        while text.contains(&format!("?{long}")) {
            text = text.replace(&format!("?{long}"), short);
        }
    }
    for long in ["(?), (?)", "(?),(?)"] {
        while text.contains(long) {
            text = text.replace(long, "(?)");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_left_out() {
        for (text, expected) in [
            ("select 1", Some("select ?")),
            ("SELECT * FROM t2 WHERE a = 'it''s' AND b IN (1, 2,3)", Some("SELECT * FROM t2 WHERE a = ? AND b IN (?)")),
            ("insert into t values (?, ?),\n (?, ?)", Some("insert into t values (?)")),
            ("update", None),
            ("selected things", None),
            ("Select your size", Some("Select your size")),
            ("http://user:pw@rates:8080/v1/rates/17?x=1", Some("http://rates/v1/rates/{}")),
            ("ftp://a/b", None),
            ("it's 'open", None),
            ("select 'open", Some("select ?")),
        ] {
            assert_eq!(constant(text).as_deref(), expected, "{text}");
        }
    }
}
