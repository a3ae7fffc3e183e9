//! XML and HTML, as far as it takes to know what a text in it is called.

use std::ops::Range;

/// Where the values are and what they are called: texts by the element around them, attributes by their names. None if the
/// text does not begin like XML.
pub(crate) fn values(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let start = text.len() - text.trim_start().len();
    if !text[start..].starts_with('<') || !text.contains('>') {
        return None;
    }
    let mut values = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut at = start;
    while at < text.len() {
        if text[at..].starts_with('<') {
            let end = text[at..].find('>').map_or(text.len(), |end| at + end);
            let tag = &text[at + 1..end];
            if tag.starts_with('/') {
                names.pop();
            } else if !tag.starts_with(['!', '?']) {
                let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or("");
                attributes(text, at + 1 + name.len()..end, &mut values);
                if !tag.ends_with('/') {
                    names.push(name.rsplit(':').next().unwrap_or("").to_owned());
                }
            }
            at = (end + 1).min(text.len());
        } else {
            let end = text[at..].find('<').map_or(text.len(), |end| at + end);
            if !text[at..end].trim().is_empty() {
                values.push((names.last().cloned().unwrap_or_default(), at..end));
            }
            at = end;
        }
    }
    Some(values)
}

fn attributes(text: &str, within: Range<usize>, values: &mut Vec<(String, Range<usize>)>) {
    let mut rest = within.start;
    while let Some(equals) = text.get(rest..within.end).and_then(|tag| tag.find('=')).map(|at| rest + at) {
        let name = text[rest..equals].trim().rsplit([':', ' ']).next().unwrap_or("").to_owned();
        let Some(quote) = text[equals + 1..within.end].chars().next().filter(|c| "\"'".contains(*c)) else {
            rest = equals + 1;
            continue;
        };
        let start = equals + 2;
        let end = text[start..within.end].find(quote).map_or(within.end, |end| start + end);
        values.push((name, start..end));
        rest = (end + 1).min(within.end);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::values;

    #[test]
    fn values_have_names() {
        let text = "<?xml?><a x='1' s:y=\"2\"><n:b>three</n:b><c/>four</a>";
        let found: Vec<(String, &str)> =
            values(text).unwrap().into_iter().map(|(name, at)| (name, &text[at])).collect();
        let names: Vec<(&str, &str)> = found.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert_eq!(names, [("x", "1"), ("y", "2"), ("b", "three"), ("a", "four")]);
        assert!(values("no xml").is_none());
        for odd in ["<", "<a", "<a b=", "<a b='", "</a></b>x<", "<é é='é"] {
            let _ = values(odd);
        }
    }
}
