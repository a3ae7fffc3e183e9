//! Names with a `*` in them.

/// Whether a text fits a pattern: `*` is anything without one of `edges`, `**` is anything.
///
/// Takes time in proportion to the lengths of both, whatever the pattern is.
pub(crate) fn fits(pattern: &str, text: &str, edges: &[char]) -> bool {
    let parts = parts(pattern);
    let text: Vec<char> = text.chars().collect();
    // here[n]: whether the parts up to now fit the first n characters.
    let mut here = vec![false; text.len() + 1];
    here[0] = true;
    for part in parts {
        let mut next = vec![false; text.len() + 1];
        match part {
            Part::Letter(letter) => {
                for at in 0..text.len() {
                    next[at + 1] = here[at] && text[at] == letter;
                }
            }
            Part::Inside | Part::Anything => {
                next[0] = here[0];
                for at in 0..text.len() {
                    let passes = part == Part::Anything || !edges.contains(&text[at]);
                    next[at + 1] = here[at + 1] || (next[at] && passes);
                }
            }
        }
        here = next;
    }
    here[text.len()]
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Letter(char),
    Inside,
    Anything,
}

fn parts(pattern: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = pattern.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter != '*' {
            parts.push(Part::Letter(letter));
            continue;
        }
        let mut stars = 1;
        while rest.next_if_eq(&'*').is_some() {
            stars += 1;
        }
        parts.push(if stars > 1 { Part::Anything } else { Part::Inside });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars() {
        for (pattern, text, fit) in [
            ("/orders", "/orders", true),
            ("/orders", "/orders/1", false),
            ("/orders/*", "/orders/1", true),
            ("/orders/*", "/orders/", true),
            ("/orders/*", "/orders/1/lines", false),
            ("/orders/**", "/orders/1/lines", true),
            ("/orders**", "/orders", true),
            ("/*/lines", "/orders/lines", true),
            ("**/lines", "/a/b/lines", true),
            ("get-*-1", "get-orders-1", true),
            ("get-*-1", "get-orders-2", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("ü*", "über", true),
        ] {
            assert_eq!(fits(pattern, text, &['/', '.']), fit, "{pattern} {text}");
        }
    }
}
