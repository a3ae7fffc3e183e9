//! Text that others wrote, inside of XML and HTML.

/// A text as text of an element or as the value of an attribute in quotes. `control` writes the characters that no
/// document may have.
pub(crate) fn escape(text: &str, control: impl Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => control(c, &mut out),
            c => out.push(c),
        }
    }
    out
}
