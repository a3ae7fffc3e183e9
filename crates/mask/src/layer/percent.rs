//! Percent signs, as in addresses and forms.

/// What a text says, if it has any such sign in it.
pub(crate) fn decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let (mut bytes, mut any) = (Vec::with_capacity(text.len()), false);
    for (byte, sign) in places(text) {
        bytes.push(byte);
        any |= sign;
    }
    String::from_utf8(bytes).ok().filter(|_| any)
}

/// `changed` in place of `before`, which is what `text` says, written as `text` is. Both are equally long.
pub(crate) fn encoded(text: &str, before: &str, changed: &str) -> String {
    let capitals = !text.contains(|c: char| c.is_ascii_lowercase()) || !lower_signs(text);
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let pairs = before.bytes().zip(changed.bytes());
    let mut rest = text.as_bytes();
    for ((_, sign), (old, new)) in places(text).zip(pairs) {
        let length = if sign { 3 } else { 1 };
        if old == new {
            out.extend(&rest[..length]);
        } else if sign {
            out.extend(if capitals { format!("%{new:02X}") } else { format!("%{new:02x}") }.bytes());
        } else {
            out.push(new);
        }
        rest = &rest[length..];
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The bytes that a text says, and whether each is written with a sign.
fn places(text: &str) -> impl Iterator<Item = (u8, bool)> + '_ {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let (&first, tail) = rest.split_first()?;
        let digits = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if first == b'%' => {
                rest = &tail[2..];
                Some((byte, true))
            }
            _ => {
                rest = tail;
                Some((first, false))
            }
        }
    })
}

fn lower_signs(text: &str) -> bool {
    text.match_indices('%').any(|(at, _)| {
        text.as_bytes().get(at + 1..at + 3).is_some_and(|digits| digits.iter().any(u8::is_ascii_lowercase))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn both_ways() {
        for text in ["ada%40example.com", "100%", "%zz%41", "M%c3%bcller", "a+b%20c"] {
            if let Some(said) = decoded(text) {
                assert_eq!(encoded(text, &said, &said), text);
            }
        }
        assert_eq!(decoded("ada%40x.de").as_deref(), Some("ada@x.de"));
        assert_eq!(decoded("100%"), None);
        assert_eq!(encoded("ada%40x.de", "ada@x.de", "bob@y.de"), "bob%40y.de");
        assert_eq!(encoded("M%c3%bcl", "Mül", "Xäq"), "X%c3%a4q");
    }
}
