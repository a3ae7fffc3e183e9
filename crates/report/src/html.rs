//! Text inside of pages.

use crate::markup;

/// A text that others wrote, as text of a page or as the value of an attribute in quotes.
///
/// Control characters are shown as what they are, as on a terminal: some of them no page may have.
pub(crate) fn escape(text: &str) -> String {
    markup::escape(text, |c, out| out.extend(c.escape_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escape("<a href=\"x\">&'\u{1b}ü</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\u{1b}ü&lt;/a&gt;");
    }
}
