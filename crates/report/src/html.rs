//! Text inside of pages.

/// A text that others wrote, as text of a page or as the value of an attribute in quotes.
///
/// Control characters are shown as what they are, as on a terminal: some of them no page may have.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escape("<a href=\"x\">&'\u{1b}ü</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\u{1b}ü&lt;/a&gt;");
    }
}
