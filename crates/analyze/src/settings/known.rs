//! What to say of a key that nobody knows.

/// More names than this nobody reads.
const FEW: usize = 8;

/// Keys that people look for at the top, and the table that has them.
const ELSEWHERE: [(&str, &str); 6] = [
    ("scope", "analyze"),
    ("release", "analyze"),
    ("builtin", "analyze"),
    ("lists", "points"),
    ("include", "points"),
    ("exclude", "points"),
];

/// The message of a deserialiser in words for people. `also` are keys that it does not know of.
pub(super) fn say(message: &str, also: &[&str]) -> String {
    if let Some(key) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        return format!("`{key}` is missing; add it");
    }
    let Some((key, expected)) = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`')) else {
        return message.to_string();
    };
    let known: Vec<&str> = also.iter().copied().chain(expected.split('`').skip(1).step_by(2)).collect();
    if let Some((_, table)) = ELSEWHERE.iter().find(|(name, table)| *name == key && known.contains(table)) {
        return format!("there is no `{key}` here; put it into `[{table}]`");
    }
    let nearest = known.iter().map(|known| (distance(key, known), *known)).min();
    match nearest {
        Some((distance, nearest)) if distance <= 2 && distance < key.len() => {
            format!("there is no `{key}` here; did you mean `{nearest}`?")
        }
        _ if known.len() <= FEW => format!("there is no `{key}` here; there is `{}`", known.join("`, `")),
        _ => format!("there is no `{key}` here; take it out"),
    }
}

/// How many letters differ.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for column in 0..b.len() {
            let changed = before + usize::from(letter != b[column]);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}
