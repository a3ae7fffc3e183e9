//! JSON in texts: where its texts and numbers are, and what they are called. Everything around them keeps its bytes, so that
//! `1.50`, spaces and the order of members stay as they were.

use std::ops::Range;

/// Deeper than this nobody writes.
const DEEPEST: usize = 256;

/// A scalar of a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// Where it is; of a text, what is between the quotation marks.
    pub(crate) at: Range<usize>,
    /// Whether it is a text.
    pub(crate) is_text: bool,
    /// Whether it is the name of a member.
    pub(crate) is_name: bool,
    /// The members that lead to it.
    pub(crate) path: Vec<String>,
}

/// The scalars of the document that begins a text, and where it ends. None if there is no document of more than a scalar.
pub(crate) fn tokens(text: &str) -> Option<(Vec<Token>, usize)> {
    let mut reader = Reader { text, at: 0, tokens: Vec::new(), path: Vec::new() };
    reader.space();
    match reader.peek()? {
        b'{' | b'[' | b'"' => reader.value(0)?,
        _ => return None,
    }
    Some((reader.tokens, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    path: Vec<String>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| b" \t\r\n".contains(&byte)) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn token(&mut self, at: Range<usize>, is_text: bool, is_name: bool) {
        self.tokens.push(Token { at, is_text, is_name, path: self.path.clone() });
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.peek()? {
            b'{' => self.members(depth),
            b'[' => self.items(depth),
            b'"' => {
                let at = self.string()?;
                self.token(at, true, false);
                Some(())
            }
            b'-' | b'0'..=b'9' => {
                let start = self.at;
                while self.peek().is_some_and(|byte| byte.is_ascii_digit() || b"-+.eE".contains(&byte)) {
                    self.at += 1;
                }
                self.token(start..self.at, false, false);
                Some(())
            }
            _ => ["true", "false", "null"]
                .iter()
                .find(|word| self.text[self.at..].starts_with(**word))
                .map(|word| self.at += word.len()),
        }
    }

    fn members(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        self.space();
        if self.take(b'}') {
            return Some(());
        }
        loop {
            self.space();
            let name = self.string()?;
            self.token(name.clone(), true, true);
            self.space();
            if !self.take(b':') {
                return None;
            }
            self.path.push(unescaped(&self.text[name]).unwrap_or_default());
            self.value(depth + 1)?;
            self.path.pop();
            self.space();
            if self.take(b'}') {
                return Some(());
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn items(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        self.space();
        if self.take(b']') {
            return Some(());
        }
        loop {
            self.value(depth + 1)?;
            self.space();
            if self.take(b']') {
                return Some(());
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<Range<usize>> {
        if !self.take(b'"') {
            return None;
        }
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(start..self.at - 1);
                }
                b'\\' => self.at += 2,
                byte if byte < 0x20 => return None,
                _ => self.at += 1,
            }
            if self.at > self.text.len() || !self.text.is_char_boundary(self.at) {
                return None;
            }
        }
    }
}

/// The characters that a text of JSON says, each with how long it is written.
fn characters(written: &str) -> impl Iterator<Item = Option<(char, usize)>> + '_ {
    let mut rest = written;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let read = if first == '\\' { escape(rest) } else { Some((first, first.len_utf8())) };
        rest = read.and_then(|(_, length)| rest.get(length..)).unwrap_or("");
        Some(read)
    })
}

fn escape(text: &str) -> Option<(char, usize)> {
    let unit = |at: usize| text.get(at..at + 4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
    match *text.as_bytes().get(1)? {
        b'n' => Some(('\n', 2)),
        b't' => Some(('\t', 2)),
        b'r' => Some(('\r', 2)),
        b'b' => Some(('\u{8}', 2)),
        b'f' => Some(('\u{c}', 2)),
        b'u' => {
            let high = unit(2)?;
            match char::from_u32(u32::from(high)) {
                Some(c) => Some((c, 6)),
                None => {
                    let low = text.get(6..8).filter(|sign| *sign == "\\u").and_then(|_| unit(8))?;
                    let c = char::decode_utf16([high, low]).next()?.ok()?;
                    Some((c, 12))
                }
            }
        }
        byte @ (b'"' | b'\\' | b'/') => Some((char::from(byte), 2)),
        _ => None,
    }
}

/// What a text of JSON says; none if it is none.
pub(crate) fn unescaped(written: &str) -> Option<String> {
    characters(written).map(|read| read.map(|(c, _)| c)).collect()
}

/// `changed` in place of what is written, in the same way: a character that is written with its number stays so.
pub(crate) fn escaped(written: &str, changed: &str) -> Option<String> {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    let mut new = changed.chars();
    for read in characters(written) {
        let (old, length) = read?;
        let new = new.next()?;
        if new == old {
            out.push_str(&rest[..length]);
        } else if length >= 6 {
            let capitals = rest[2..length].contains(|c: char| c.is_ascii_uppercase());
            let mut units = [0; 2];
            for unit in new.encode_utf16(&mut units) {
                out.push_str(&if capitals { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") });
            }
        } else {
            out.push(new);
        }
        rest = &rest[length..];
    }
    new.next().is_none().then_some(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn scalars_and_what_they_are_called() {
        let text = r#" {"a": {"b": [1.50, "x\"y"]}, "c": null} rest"#;
        let (tokens, end) = tokens(text).unwrap();
        let found: Vec<(String, &str)> = tokens
            .iter()
            .filter(|token| !token.is_name)
            .map(|token| (token.path.join("."), &text[token.at.clone()]))
            .collect();
        assert_eq!(found, [("a.b".to_owned(), "1.50"), ("a.b".to_owned(), r#"x\"y"#)]);
        assert_eq!(&text[end..], " rest");
    }

    #[test]
    fn what_is_no_document_is_none() {
        for text in ["", "17", "{", "{\"a\"}", "[1,]", "\"a", "{\"a\":\"\\", "[\u{1}]", "{\"é", "\"\\é"] {
            assert_eq!(tokens(text), None, "{text}");
        }
        assert_eq!(tokens(&"[".repeat(10_000)), None);
    }

    #[test]
    fn texts_are_written_as_they_were() {
        for (written, changed, expected) in [
            (r"a\u00e9b", "xäy", r"x\u00e4y"),
            (r#"a\"b"#, "x\"y", r#"x\"y"#),
            (r"\ud83d\ude00a", "😀b", r"\ud83d\ude00b"),
            ("plain", "other", "other"),
        ] {
            assert_eq!(escaped(written, changed).as_deref(), Some(expected));
        }
        for odd in [r"\", r"\u12", r"\ud83d", r"\q", r"\u12é4"] {
            assert_eq!(unescaped(odd), None, "{odd}");
        }
    }
}
