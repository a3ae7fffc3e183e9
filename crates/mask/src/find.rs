//! What can be told to be sensitive by itself, wherever it stands in a text: by a checksum, or by a form that nothing else has.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use crate::check;
use crate::layer;

/// Finds values of one kind in a text.
pub(crate) type Finder = fn(&str) -> Vec<Range<usize>>;

/// All finders, by the name that rules use.
const FINDERS: &[(&str, Finder)] = &[
    ("mail", mail),
    ("card", card),
    ("iban", iban),
    ("ipv4", ipv4),
    ("ipv6", ipv6),
    ("jwt", jwt),
    ("phone", phone),
    ("national-id", national_id),
    ("url-password", url_password),
    ("private-key", private_key),
    ("luhn", any_luhn),
    ("long-token", long_token),
    ("long-number", long_number),
];

/// The finder of this name.
pub(crate) fn finder(name: &str) -> Option<Finder> {
    FINDERS.iter().find(|(known, _)| *known == name).map(|(_, finder)| *finder)
}

/// The names of all finders, for messages.
pub(crate) fn names() -> String {
    FINDERS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back()
}

fn after(text: &str, at: usize) -> Option<char> {
    text[at..].chars().next()
}

fn mail(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('@') {
        let mailbox = |c: char| c.is_alphanumeric() || "._%+-'".contains(c);
        let start = at - text[..at].chars().rev().take_while(|c| mailbox(*c)).map(char::len_utf8).sum::<usize>();
        let start = start + (text[start..at].len() - text[start..at].trim_start_matches(['.', '\'', '%', '-']).len());
        let host: usize =
            text[at + 1..].chars().take_while(|c| c.is_alphanumeric() || ".-".contains(*c)).map(char::len_utf8).sum();
        let host = text[at + 1..at + 1 + host].trim_end_matches(['.', '-']);
        let top = host.rsplit_once('.').map_or("", |(_, top)| top);
        let labels = host.split('.').all(|label| !label.is_empty() && !label.starts_with('-'));
        if start < at && labels && top.chars().count() >= 2 && top.chars().all(char::is_alphabetic) {
            found.push(start..at + 1 + host.len());
        }
    }
    found
}

/// Groups of digits that stand together, with at most one of `separators` between them.
fn groups(text: &str, separators: &str) -> Vec<Vec<Range<usize>>> {
    let mut runs: Vec<Vec<Range<usize>>> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let follows = runs
            .last()
            .and_then(|run| run.last())
            .is_some_and(|last| at == last.end + 1 && separators.as_bytes().contains(&bytes[at - 1]));
        match runs.last_mut() {
            Some(run) if follows => run.push(at..end),
            _ => {
                let run = at..end;
                runs.push(vec![run]);
            }
        }
        at = end;
    }
    runs
}

/// Numbers of so many digits, together or in groups, that nothing else is glued to.
fn numbers(
    text: &str,
    separators: &str,
    lengths: Range<usize>,
    fits: impl Fn(&str, &str) -> bool,
) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for run in groups(text, separators) {
        let mut first = 0;
        while first < run.len() {
            let mut hit = None;
            let mut digits = String::new();
            for (last, group) in run.iter().enumerate().skip(first).take(8) {
                digits.push_str(&text[group.clone()]);
                if digits.len() >= lengths.end {
                    break;
                }
                let whole = run[first].start..group.end;
                if digits.len() >= lengths.start && stands_alone(text, &whole) && fits(&digits, &text[whole.clone()]) {
                    hit = Some((whole, last));
                }
            }
            match hit {
                Some((whole, last)) => {
                    found.push(whole);
                    first = last + 1;
                }
                None => first += 1,
            }
        }
    }
    found
}

fn stands_alone(text: &str, at: &Range<usize>) -> bool {
    let glued = |c: char| c.is_alphanumeric() || c == '_';
    let decimal = |c: Option<char>, next: Option<char>| {
        matches!(c, Some('.' | ',')) && next.is_some_and(|next| next.is_ascii_digit())
    };
    let (left, right) = (before(text, at.start), after(text, at.end));
    !left.is_some_and(glued)
        && !right.is_some_and(glued)
        && !decimal(left, text[..at.start].chars().rev().nth(1))
        && !decimal(right, text[at.end..].chars().nth(1))
}

fn card(text: &str) -> Vec<Range<usize>> {
    numbers(text, " -", 13..20, |digits, written| {
        // Groups are of four, or of four, six and five: not of numbers that happen to stand beside each other.
        let grouped = written.split([' ', '-']).rev().skip(1).all(|group| group.len() >= 4);
        check::card(digits) && grouped
    })
}

fn any_luhn(text: &str) -> Vec<Range<usize>> {
    numbers(text, " -", 13..20, |digits, _| check::luhn(digits) && !check::card(digits))
}

fn national_id(text: &str) -> Vec<Range<usize>> {
    let form =
        |written: &str| -> String { written.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect() };
    let mut found = numbers(text, " -./", 9..19, |digits, written| match form(written).as_str() {
        "999-99-9999" => check::ssn(digits),
        "999.999.999-99" => check::cpf(digits),
        "9999 9999 9999" | "9999-9999-9999" => check::aadhaar(digits),
        "999999999999999" | "9 99 99 99 999 999 99" => check::nir(digits),
        "999999999999999999" => check::china(digits),
        "999999-9999" => check::personnummer(digits),
        "999 999 999" => check::sin(digits),
        _ => false,
    });
    // Groups of a longer number are no number.
    found.retain(|at| {
        let grouped = |c: Option<char>, next: Option<char>| {
            c.is_some_and(|c| " -".contains(c)) && next.is_some_and(|next| next.is_ascii_digit())
        };
        let (mut left, mut right) = (text[..at.start].chars().rev(), text[at.end..].chars());
        !text[at.clone()].contains(' ') || !grouped(left.next(), left.next()) && !grouped(right.next(), right.next())
    });
    // Those with letters in them.
    for word in words(text).filter(|word| matches!(word.len(), 16 | 18)) {
        let capitals = text[word.clone()].to_ascii_uppercase();
        if check::codice_fiscale(&capitals) || capitals.ends_with('X') && check::china(&capitals) {
            found.push(word);
        }
    }
    found
}

/// Runs of letters and digits.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(char::is_alphanumeric)?;
        let end = text[start..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |end| start + end);
        rest = end;
        Some(start..end)
    })
}

fn iban(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words(text) {
        let start = word.start;
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let Some(country) = text.get(start..start + 2).map(str::to_ascii_uppercase) else { continue };
        let Some(length) = check::iban_length(&country) else { continue };
        let mut letters = String::new();
        let mut end = start;
        for (at, c) in text[start..].char_indices() {
            match c {
                _ if letters.len() == length => break,
                c if c.is_ascii_alphanumeric() => {
                    letters.push(c.to_ascii_uppercase());
                    end = start + at + 1;
                }
                ' ' | '-' if letters.len().is_multiple_of(4) => {}
                _ => break,
            }
        }
        if check::iban(&letters) && !after(text, end).is_some_and(char::is_alphanumeric) {
            found.push(start..end);
        }
    }
    found
}

/// Words that say of four numbers with dots that they are no address.
const VERSIONS: &[&str] = &["version", "release", "build", "ver", "rev", "revision", "agent"];

fn ipv4(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let allowed = |c: char| c.is_ascii_digit() || c == '.';
    let mut rest = 0;
    while let Some(at) = text[rest..].find(|c: char| c.is_ascii_digit()) {
        let start = rest + at;
        let end = text[start..].find(|c| !allowed(c)).map_or(text.len(), |end| start + end);
        rest = end;
        let candidate = text[start..end].trim_end_matches('.');
        let Ok(address) = candidate.parse::<Ipv4Addr>() else { continue };
        let end = start + candidate.len();
        let glued = |c: char| c.is_alphanumeric() || "-_".contains(c);
        let left = before(text, start);
        // `Chrome/120.0.0.0` is a version, `http://192.0.2.1` is not.
        let is_path = left == Some('/') && !text[..start].ends_with("//");
        let told_version = text[..start]
            .trim_end_matches([' ', '=', ':', '"', '\''])
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()
            .is_some_and(|word| VERSIONS.contains(&word.to_ascii_lowercase().as_str()));
        let says_nothing = address.is_loopback() || address.octets()[0] == 0 || address.octets()[1..] == [0, 0, 0];
        if !left.is_some_and(glued)
            && !after(text, end).is_some_and(glued)
            && !is_path
            && !told_version
            && !says_nothing
        {
            found.push(start..end);
        }
    }
    found
}

fn ipv6(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let allowed = |c: char| c.is_ascii_hexdigit() || c == ':';
    let mut rest = 0;
    while let Some(at) = text[rest..].find(allowed) {
        let start = rest + at;
        let end = text[start..].find(|c| !allowed(c)).map_or(text.len(), |end| start + end);
        rest = end;
        let candidate = &text[start..end];
        if candidate.matches(':').count() < 2 || candidate.len() < 6 {
            continue;
        }
        let Ok(address) = candidate.parse::<Ipv6Addr>() else { continue };
        let glued = |c: char| c.is_alphanumeric() || "._-".contains(c);
        if !address.is_loopback()
            && !address.is_unspecified()
            && !before(text, start).is_some_and(glued)
            && !after(text, end).is_some_and(|c| c.is_alphanumeric())
        {
            found.push(start..end);
        }
    }
    found
}

fn jwt(text: &str) -> Vec<Range<usize>> {
    let letter = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, _) in text.match_indices("eyJ") {
        let end = text[start..].find(|c| !letter(c) && c != '.').map_or(text.len(), |end| start + end);
        let token = text[start..end].trim_end_matches('.');
        let inside = found.last().is_some_and(|last| start < last.end);
        if !inside && !before(text, start).is_some_and(letter) && layer::jwt_parts(token).is_some() {
            found.push(start..start + token.len());
        }
    }
    found
}

fn phone(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (start, sign) in text.match_indices(['+', '(']) {
        let part = |c: char| c.is_ascii_digit() || " -./()".contains(c);
        let mut end = start + 1;
        let mut gap = false;
        for (at, c) in text[start + 1..].char_indices() {
            if !part(c) || gap && !c.is_ascii_digit() && !"()".contains(c) {
                break;
            }
            gap = !c.is_ascii_digit() && !"()".contains(c);
            if c.is_ascii_digit() {
                end = start + 1 + at + 1;
            }
        }
        let digits: String = text[start..end].chars().filter(char::is_ascii_digit).collect();
        let glued = before(text, start).is_some_and(|c| c.is_alphanumeric())
            || after(text, end).is_some_and(|c| c.is_alphanumeric());
        let fits = match sign {
            "+" => (9..=15).contains(&digits.len()) && !digits.starts_with('0'),
            // (415) 555-0123
            _ => {
                digits.len() == 10
                    && text.as_bytes()[start..end].get(4) == Some(&b')')
                    && text[start..end].contains('-')
            }
        };
        if fits && !glued {
            found.push(start..end);
        }
    }
    found
}

/// `scheme://user:password@host`: the user and the password.
fn url_password(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("://") {
        let rest = &text[at + 3..];
        let end = rest.find(|c: char| c.is_whitespace() || "/?#\"'".contains(c)).unwrap_or(rest.len());
        let Some((user, _)) = rest[..end].rsplit_once('@') else { continue };
        let Some((name, password)) = user.split_once(':') else { continue };
        let start = at + 3;
        if !name.is_empty() {
            found.push(start..start + name.len());
        }
        if !password.is_empty() {
            found.push(start + name.len() + 1..start + user.len());
        }
    }
    found
}

fn private_key(text: &str) -> Vec<Range<usize>> {
    const LINE: &str = "PRIVATE KEY-----";
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(at) = text[rest..].find(LINE) {
        let start = rest + at + LINE.len();
        let end = text[start..].find("-----END").map_or(text.len(), |end| start + end);
        if start < end && text[..rest + at].contains("-----BEGIN") {
            found.push(start..end);
        }
        rest = end.min(text.len());
        rest = text[rest..].find('\n').map_or(text.len(), |line| rest + line);
    }
    found
}

/// Long words of letters and digits in no order: perhaps a secret, perhaps a name of something.
fn long_token(text: &str) -> Vec<Range<usize>> {
    words(text)
        .filter(|word| {
            let word = &text[word.clone()];
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
            word.len() >= 24
                && word.is_ascii()
                && digits >= 3
                && (capitals >= 3 || digits * 4 > word.len())
                && digits < word.len()
        })
        .collect()
}

/// Numbers as long as those of persons and telephones.
fn long_number(text: &str) -> Vec<Range<usize>> {
    numbers(text, " -./", 9..13, |digits, written| {
        written.len() > digits.len()
            || [check::cpf, check::steuer_id, check::pesel, check::aadhaar].iter().any(|check| check(digits))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn finds_what_is_there_and_nothing_else() {
        let table: &[(&str, &str, &[&str])] = &[
            ("mail", "to <ada.l+x@ex-ample.co.uk>, and b@c.de.", &["ada.l+x@ex-ample.co.uk", "b@c.de"]),
            ("mail", "java.lang.Object@1b2c3d left-pad@1.2.3 @x a@b", &[]),
            ("card", "4111111111111111 and 5555-5555-5555-4444 2027", &["4111111111111111", "5555-5555-5555-4444"]),
            ("card", "4111111111111112 x4111111111111111 14111111111111111 0.4111111111111111 1767225600000", &[]),
            ("card", "17 42 4111 1111 1111 1111", &["4111 1111 1111 1111"]),
            (
                "iban",
                "IBAN: DE89 3704 0044 0532 0130 00, GB82WEST12345698765432",
                &["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432"],
            ),
            ("iban", "DE88370400440532013000 IT department, order DE12345", &[]),
            ("ipv4", "from 203.0.113.7:443 http://198.51.100.2/x", &["203.0.113.7", "198.51.100.2"]),
            (
                "ipv4",
                "127.0.0.1 0.0.0.0 Chrome/120.1.2.3 version 1.2.3.4 v1.2.3.4 1.2.3 1.2.3.4.5 2026.11.18.1-x 120.0.0.0",
                &[],
            ),
            ("ipv6", "from 2001:db8::8a2e:370:7334 now", &["2001:db8::8a2e:370:7334"]),
            ("ipv6", "::1 12:30:45 a::b::c std::vec 00:1a:2b:3c:4d:5e", &[]),
            ("phone", "call +49 30 1234567 or (415) 555-0123.", &["+49 30 1234567", "(415) 555-0123"]),
            ("phone", "1+2 +12 a+4930123456 (1) 2+2=4", &[]),
            (
                "national-id",
                "ssn 078-05-1120 cpf 529.982.247-25 11010519491231002X RSSMRA85T10A562S",
                &["078-05-1120", "529.982.247-25", "11010519491231002X", "RSSMRA85T10A562S"],
            ),
            ("national-id", "2026-11-18 000-05-1120 123456789 529.982.247-24", &[]),
            ("url-password", "jdbc:x://ada:s3cret@db:5432/shop", &["ada", "s3cret"]),
            ("url-password", "http://db:5432/a@b", &[]),
            (
                "jwt",
                "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                &["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"],
            ),
            ("jwt", "eyJhbGciOiJIUzI1NiJ9 eyJ.a.b", &[]),
            ("private-key", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n", &["\nabc\n"]),
        ];
        for (name, text, expected) in table {
            let found: Vec<&str> = finder(name).unwrap()(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(&found, expected, "{name}: {text}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for (_, finder) in FINDERS {
            for text in [
                "",
                "@",
                "é@é.éé",
                "+",
                "((",
                "://@:@",
                "eyJ",
                "٣٣٣",
                "1é1é",
                "-----BEGIN PRIVATE KEY-----",
                "a\u{0}b::",
                "DEé",
            ] {
                for at in finder(text) {
                    assert!(text.get(at).is_some());
                }
            }
        }
    }
}
