//! JSON that keeps what it reads: the order of members, the letters of numbers (`12.50` is not `12.5`), repeated names.
//!
//! Case files must come back exactly and be laid out for review, and bodies must be compared as they were sent. A general
//! JSON library keeps neither the letters of numbers nor a depth that recorded values need, and keeping the order costs
//! it another dependency inside the watched process.

use std::fmt;

/// Documents nest at most this deep; what is deeper is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 1024;
/// What fits into this many columns stays on one line.
const WIDTH: usize = 100;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, in the letters of the document.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, its members in order.
    Record(Vec<(String, Json)>),
}

/// Where a text is not JSON, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub what: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Error {}

impl Json {
    /// A string.
    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    /// A whole number.
    pub fn int(int: impl Into<i64>) -> Json {
        Json::Number(int.into().to_string())
    }

    /// Reads a document.
    pub fn parse(text: &str) -> Result<Json, Error> {
        let mut parser = Parser { text, at: 0 };
        let json = parser.value(0)?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.error("something behind the end of the document"));
        }
        Ok(json)
    }

    /// The document without any space, and with no more escapes than JSON demands.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        flat(self, &mut out, "", Escape::Least);
        out
    }

    /// The same of an object with these members.
    pub fn compact_record<'a>(members: impl IntoIterator<Item = &'a (String, Json)>) -> String {
        let mut out = String::new();
        flat_record(members, &mut out, "", Escape::Least);
        out
    }

    /// The document laid out for review: one item a line, and on one line what fits. Ends with a line feed.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        broken(self, &mut out, 0);
        out.push('\n');
        out
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn error(&self, what: &'static str) -> Error {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error { line, column, what }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: u32) -> Result<Json, Error> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deep"));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.record(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => {
                for (word, json) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
                    if self.text[self.at..].starts_with(word) {
                        self.at += word.len();
                        return Ok(json);
                    }
                }
                Err(self.error("a value was expected"))
            }
            None => Err(self.error("the document ends too early")),
        }
    }

    fn list(&mut self, depth: u32) -> Result<Json, Error> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take(b']') {
                return Ok(Json::List(items));
            }
            if !self.take(b',') {
                return Err(self.error("`,` or `]` was expected"));
            }
        }
    }

    fn record(&mut self, depth: u32) -> Result<Json, Error> {
        self.at += 1;
        let mut members = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Json::Record(members));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.error("a member's name in quotes was expected"));
            }
            let name = self.string()?;
            self.space();
            if !self.take(b':') {
                return Err(self.error("`:` was expected"));
            }
            members.push((name, self.value(depth + 1)?));
            self.space();
            if self.take(b'}') {
                return Ok(Json::Record(members));
            }
            if !self.take(b',') {
                return Err(self.error("`,` or `}` was expected"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), Error> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.error("a digit was expected")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Json, Error> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let plain = self.text.as_bytes()[self.at..]
                .iter()
                .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
                .unwrap_or(self.text.len() - self.at);
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.error("a control character in a string")),
                None => return Err(self.error("the document ends inside a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        self.at += 1;
        let Some(letter) = self.peek() else { return Err(self.error("the document ends inside a string")) };
        self.at += 1;
        Ok(match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let code = match first {
                    0xd800..=0xdbff => {
                        if !(self.take(b'\\') && self.take(b'u')) {
                            return Err(self.error("half of a character"));
                        }
                        let second = self.hex()?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return Err(self.error("half of a character"));
                        }
                        0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    _ => first,
                };
                char::from_u32(code).ok_or_else(|| self.error("half of a character"))?
            }
            _ => return Err(self.error("an unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, Error> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for &digit in digits {
            let digit =
                char::from(digit).to_digit(16).ok_or_else(|| self.error("four hexadecimal digits were expected"))?;
            code = code << 4 | digit;
        }
        if digits.len() < 4 {
            return Err(self.error("four hexadecimal digits were expected"));
        }
        self.at += 4;
        Ok(code)
    }
}

#[derive(Clone, Copy)]
enum Escape {
    /// What JSON demands.
    Least,
    /// Also what a reviewer would not see.
    Unseen,
}

fn put_string(text: &str, out: &mut String, escape: Escape) {
    out.push('"');
    let mut rest = text;
    loop {
        // Most of what is written needs no look at its characters.
        let plain = rest.bytes().take_while(|&byte| is_plain(byte, escape)).count();
        let (before, behind) = rest.split_at(plain);
        out.push_str(before);
        let mut chars = behind.chars();
        let Some(c) = chars.next() else { break };
        put_char(c, out, escape);
        rest = chars.as_str();
    }
    out.push('"');
}

/// Whether a byte is a character that is written as it is. Parts of longer characters are none.
fn is_plain(byte: u8, escape: Escape) -> bool {
    match byte {
        b'"' | b'\\' | ..b' ' => false,
        b' '..=b'~' => true,
        _ => matches!(escape, Escape::Least) && byte == 0x7f,
    }
}

fn put_char(c: char, out: &mut String, escape: Escape) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        c if c < ' ' || matches!(escape, Escape::Unseen) && is_unseen(c) => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
        c => out.push(c),
    }
}

/// Characters that show nothing, or change how others are shown.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn flat(json: &Json, out: &mut String, space: &str, escape: Escape) {
    match json {
        Json::Null => out.push_str("null"),
        Json::Bool(bool) => out.push_str(if *bool { "true" } else { "false" }),
        Json::Number(number) => out.push_str(number),
        Json::Text(text) => put_string(text, out, escape),
        Json::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                    out.push_str(space);
                }
                flat(item, out, space, escape);
            }
            out.push(']');
        }
        Json::Record(members) => flat_record(members, out, space, escape),
    }
}

fn flat_record<'a>(
    members: impl IntoIterator<Item = &'a (String, Json)>,
    out: &mut String,
    space: &str,
    escape: Escape,
) {
    out.push('{');
    for (index, (name, member)) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
            out.push_str(space);
        }
        put_string(name, out, escape);
        out.push(':');
        out.push_str(space);
        flat(member, out, space, escape);
    }
    out.push('}');
}

/// What is left of `room` columns behind the document on one line; none if it does not fit. Looks at no more than fits, so
/// that laying out a deep document stays cheap.
fn fits(json: &Json, room: usize) -> Option<usize> {
    match json {
        Json::List(items) if items.is_empty() => room.checked_sub(2),
        Json::Record(members) if members.is_empty() => room.checked_sub(2),
        Json::Null | Json::Bool(true) => room.checked_sub(4),
        Json::Bool(false) => room.checked_sub(5),
        Json::Number(number) => room.checked_sub(number.len()),
        Json::Text(text) => string_fits(text, room),
        // The brackets of the whole and a comma and a space between items come to two for each item.
        Json::List(items) => items.iter().try_fold(room, |room, item| fits(item, room.checked_sub(2)?)),
        Json::Record(members) => members.iter().try_fold(room, |room, (name, member)| {
            fits(member, string_fits(name, room.checked_sub(2)?)?.checked_sub(2)?)
        }),
    }
}

fn string_fits(text: &str, room: usize) -> Option<usize> {
    let room = room.checked_sub(2)?;
    text.chars().try_fold(room, |room, c| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => room.checked_sub(2),
        c if is_unseen(c) => room.checked_sub(6 * c.len_utf16()),
        _ => room.checked_sub(1),
    })
}

fn broken(json: &Json, out: &mut String, indent: usize) {
    let (open, close, empty) = match json {
        Json::List(items) => ('[', ']', items.is_empty()),
        Json::Record(members) => ('{', '}', members.is_empty()),
        _ => return flat(json, out, " ", Escape::Unseen),
    };
    // What is already on the line: the indent and, in a record, the name.
    let column = out.chars().rev().take(WIDTH + 1).take_while(|&c| c != '\n').count();
    // The outermost level is always broken: a document of one line reviews badly. A comma may follow.
    if empty || indent > 0 && WIDTH.checked_sub(column + 1).and_then(|room| fits(json, room)).is_some() {
        return flat(json, out, " ", Escape::Unseen);
    }
    out.push(open);
    let line = |out: &mut String, first: bool| {
        out.push_str(if first { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n(' ', 2 * (indent + 1)));
    };
    match json {
        Json::List(items) => items.iter().enumerate().for_each(|(index, item)| {
            line(out, index == 0);
            broken(item, out, indent + 1);
        }),
        Json::Record(members) => members.iter().enumerate().for_each(|(index, (name, member))| {
            line(out, index == 0);
            put_string(name, out, Escape::Unseen);
            out.push_str(": ");
            broken(member, out, indent + 1);
        }),
        _ => {}
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', 2 * indent));
    out.push(close);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_read_is_kept() {
        for text in [
            r#"{"b":12.50,"a":[1e5,-0,0.10],"b":null,"":{}}"#,
            r#"["\"\\\n\u0001é漢😀",true,false,[],[[]]]"#,
            "\"\"",
            "-1E+9",
        ] {
            assert_eq!(Json::parse(text).unwrap().compact(), text);
        }
        assert_eq!(Json::parse(r#" "\u00e9\/\ud83d\ude00\b" "#).unwrap(), Json::text("é/😀\u{8}"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, error) in [
            ("", "line 1, column 1: the document ends too early"),
            ("[1,\n  x]", "line 2, column 3: a value was expected"),
            ("[1 2]", "line 1, column 4: `,` or `]` was expected"),
            ("{\"a\" 1}", "line 1, column 6: `:` was expected"),
            ("{a:1}", "line 1, column 2: a member's name in quotes was expected"),
            ("{\"a\":1;}", "line 1, column 7: `,` or `}` was expected"),
            ("01", "line 1, column 2: something behind the end of the document"),
            ("-", "line 1, column 2: a digit was expected"),
            ("\"é\\q\"", "line 1, column 5: an unknown escape"),
            ("\"\\ud800\"", "line 1, column 8: half of a character"),
            ("\"\\u12", "line 1, column 4: four hexadecimal digits were expected"),
            ("\"\\u12é", "line 1, column 4: four hexadecimal digits were expected"),
            ("\"a\nb\"", "line 1, column 3: a control character in a string"),
            ("\"a", "line 1, column 3: the document ends inside a string"),
        ] {
            assert_eq!(Json::parse(text).unwrap_err().to_string(), error, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(Json::parse(&deep).unwrap_err().what, "nested too deep");
    }

    #[test]
    fn what_fits_is_on_one_line() {
        let long = "x".repeat(95);
        let text = format!(r#"{{"a":[1,{{"b":2}}],"c":["{long}",[]],"d":{{"e":"\u202e"}}}}"#);
        let pretty = Json::parse(&text).unwrap().pretty();
        let expected = format!(
            "{{\n  \"a\": [1, {{\"b\": 2}}],\n  \"c\": [\n    \"{long}\",\n    []\n  ],\n  \"d\": {{\"e\": \"\\u202e\"}}\n}}\n"
        );
        assert_eq!(pretty, expected);
        assert_eq!(Json::parse(&pretty).unwrap(), Json::parse(&text).unwrap());
    }

    #[test]
    fn the_limit_of_the_line_is_exact() {
        // Two for the indent, two for the brackets, one for the comma that may follow.
        for (length, lines) in [(95, 3), (96, 5)] {
            let json = Json::List(vec![Json::List(vec![Json::Number("1".repeat(length))])]);
            assert_eq!(json.pretty().lines().count(), lines, "{}", json.pretty());
        }
    }
}
