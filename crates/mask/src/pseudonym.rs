//! One canonical value, many renderings: normalise, pseudonymise, render.
//!
//! What a value is, is decided by the value alone, never by who found it, so that it has one pseudonym everywhere. A pseudonym has
//! the length of its value, its separators and its case, letters where it has letters and digits where it has digits,
//! and passes exactly those checks that the value passes: it is the next such value on the key's permutation.

use std::collections::HashMap;

use zeroize::Zeroize;

use crate::check;
use crate::key::Key;
use crate::letters::{fold, in_case_of, letter, place, size};
use crate::permute::Permutations;

/// A walk that finds nothing in so many steps takes what it has.
const STEPS: usize = 200_000;
/// So many pseudonyms are remembered.
const REMEMBERED: usize = 100_000;
/// How secrets of known makers begin: what reads them looks there.
const PREFIXES: &[&str] = &[
    "sk_live_",
    "sk_test_",
    "pk_live_",
    "pk_test_",
    "rk_live_",
    "whsec_",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xapp-",
    "akia",
    "asia",
    "aiza",
    "ya29.",
    "npm_",
    "sg.",
    "shpat_",
    "hf_",
    "sk-",
];

/// Makes pseudonyms, each once.
pub(crate) struct Pseudonyms {
    key: Key,
    permutations: Permutations,
    known: HashMap<String, String>,
}

impl Pseudonyms {
    pub(crate) fn new(key: Key) -> Self {
        Pseudonyms { key, permutations: Permutations::default(), known: HashMap::new() }
    }

    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// What stands for a value, in the same rendering.
    pub(crate) fn of(&mut self, value: &str) -> String {
        let mut out = String::with_capacity(value.len());
        for piece in pieces(value) {
            match piece {
                Piece::Same(text) => out.push_str(text),
                Piece::Value(text) => out.push_str(&self.piece(text)),
            }
        }
        out
    }

    fn piece(&mut self, text: &str) -> String {
        let mut canonical = canonical(text);
        let pseudonym = match self.known.get(&canonical) {
            Some(known) => known.clone(),
            None => {
                let made = self.make(&canonical);
                if self.known.len() >= REMEMBERED {
                    self.forget();
                }
                self.known.insert(canonical.clone(), made.clone());
                made
            }
        };
        canonical.zeroize();
        render(text, &pseudonym)
    }

    fn make(&mut self, canonical: &str) -> String {
        let form = Form::of(canonical);
        let (mut sizes, mut word, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        let characters: Vec<char> = canonical.chars().collect();
        for (at, c) in characters.iter().enumerate() {
            if let (false, Some((alphabet, place))) = (form.fixed(at), place(*c, form.hex)) {
                moved.push((at, alphabet));
                sizes.push(size(alphabet));
                word.push(place);
            }
        }
        let mut candidate = characters.clone();
        for step in 0..STEPS {
            self.permutations.next(&self.key, b"value", &sizes, &mut word);
            for ((at, alphabet), place) in moved.iter().zip(&word) {
                candidate[*at] = letter(*alphabet, *place);
            }
            let text: String = candidate.iter().collect();
            if (text != canonical || step > 0) && form.allows(&text) {
                return text;
            }
        }
        candidate.into_iter().collect()
    }

    /// Bytes for a signature that nobody has made.
    pub(crate) fn signature(&self, of: &[u8]) -> Vec<u8> {
        self.key.stream(&[b"signature", of], of.len())
    }

    fn forget(&mut self) {
        for (mut value, _) in self.known.drain() {
            value.zeroize();
        }
    }
}

impl Drop for Pseudonyms {
    fn drop(&mut self) {
        self.forget();
    }
}

/// A part of a value: what stays as it is, and what has a pseudonym of its own.
enum Piece<'t> {
    Same(&'t str),
    Value(&'t str),
}

/// The parts of a value that have pseudonyms of their own: words, and of an address for mail the mailbox and the names of its host.
fn pieces(value: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    if is_code(value) {
        return vec![Piece::Value(value)];
    }
    let mut rest = value;
    while !rest.is_empty() {
        let space = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        pieces.push(Piece::Same(&rest[..space]));
        rest = &rest[space..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        match word.split_once('@') {
            Some((mailbox, host)) if !mailbox.is_empty() && is_host(host) => {
                pieces.extend([Piece::Value(mailbox), Piece::Same("@")]);
                let top = host.rfind('.').unwrap_or(0);
                let mut labels = host[..top].split('.').peekable();
                while let Some(label) = labels.next() {
                    pieces.push(Piece::Value(label));
                    if labels.peek().is_some() {
                        pieces.push(Piece::Same("."));
                    }
                }
                pieces.push(Piece::Same(&host[top..]));
            }
            _ if is_timestamp(word) => pieces.extend([Piece::Value(&word[..10]), Piece::Same(&word[10..])]),
            _ if !word.is_empty() => pieces.push(Piece::Value(word)),
            _ => {}
        }
        rest = &rest[end..];
    }
    pieces
}

fn is_timestamp(word: &str) -> bool {
    word.as_bytes().get(10) == Some(&b'T') && word.get(..10).is_some_and(|day| check::date(&day.replace('-', "")))
}

fn is_host(host: &str) -> bool {
    host.contains('.')
        && host.split('.').all(|label| !label.is_empty())
        && host.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '-')
}

/// Whether a value is a number, however it is written: `4111 1111 1111 1111`, `+49 (30) 123-456`.
fn is_number_like(value: &str) -> bool {
    value.chars().filter(char::is_ascii_digit).count() >= 4
        && value.chars().all(|c| c.is_ascii_digit() || " -./()+".contains(c))
        && !is_ipv4(value)
}

pub(crate) fn is_ipv4(value: &str) -> bool {
    value.parse::<std::net::Ipv4Addr>().is_ok()
}

/// Letters and digits alone, in capitals; nothing if there is more than separators besides.
fn plain(value: &str) -> String {
    if !value.chars().all(|c| c.is_ascii_alphanumeric() || " -./".contains(c)) {
        return String::new();
    }
    value.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

/// Whether a value is a number or a code that may be written with separators in it.
pub(crate) fn is_code(value: &str) -> bool {
    is_number_like(value) || LETTERED.iter().any(|check| check(&plain(value)))
}

/// The one form of all renderings of a value.
pub(crate) fn canonical(value: &str) -> String {
    if is_number_like(value) {
        return value.chars().filter(char::is_ascii_digit).collect();
    }
    let plain = plain(value);
    if check::iban(&plain) || LETTERED.iter().any(|check| check(&plain)) {
        return plain.to_ascii_lowercase();
    }
    value.chars().map(fold).collect()
}

/// A pseudonym in the rendering of a value: its letters and digits take the places of the value's.
fn render(like: &str, pseudonym: &str) -> String {
    if like.chars().count() == pseudonym.chars().count() {
        return like.chars().zip(pseudonym.chars()).map(|(like, c)| in_case_of(c, like)).collect();
    }
    let mut letters = pseudonym.chars().filter(|c| c.is_alphanumeric());
    like.chars()
        .map(|like| if like.is_alphanumeric() { letters.next().map_or(like, |c| in_case_of(c, like)) } else { like })
        .collect()
}

/// Checks of numbers.
const NUMBERED: &[fn(&str) -> bool] = &[
    check::card,
    check::ssn,
    check::cpf,
    check::steuer_id,
    check::pesel,
    check::aadhaar,
    check::bsn,
    check::nir,
    check::personnummer,
    check::sin,
    check::date,
    day_first,
];
/// Checks of what has letters, too; in capitals.
const LETTERED: &[fn(&str) -> bool] = &[check::iban, check::china, check::dni, check::codice_fiscale, check::nino];

fn day_first(digits: &str) -> bool {
    digits.len() == 8 && check::date(&format!("{}{}{}", &digits[4..], &digits[2..4], &digits[..2]))
}

/// What a canonical value is.
struct Form {
    /// The checks that it passes.
    passes: u32,
    /// Ranges of its characters that stay.
    fixed: Vec<std::ops::Range<usize>>,
    /// Whether it is written in base sixteen.
    hex: bool,
}

impl Form {
    fn of(canonical: &str) -> Form {
        let passes = passes(canonical);
        let length = canonical.chars().count();
        let has = |check: usize| passes & 1 << check != 0;
        let numbered = |number: usize| has(number);
        let lettered = |number: usize| has(NUMBERED.len() + number);
        let mut fixed = Vec::new();
        if numbered(0) {
            fixed.push(0..2);
        }
        // Which year somebody was born in decides much; with the day gone it tells little.
        if numbered(4) {
            fixed.push(0..2);
        }
        if numbered(7) {
            fixed.push(0..3);
        }
        if numbered(10) {
            fixed.push(0..4);
        } else if numbered(11) {
            fixed.push(4..8);
        }
        if lettered(0) {
            fixed.push(0..2);
        }
        if lettered(1) {
            fixed.push(0..10);
        }
        if lettered(3) {
            fixed.push(6..8);
        }
        let digits_only = canonical.bytes().all(|byte| byte.is_ascii_digit());
        if passes & ((1 << (NUMBERED.len() + LETTERED.len())) - 1) == 0 && digits_only && length >= 10 {
            // The country or the network of a telephone number.
            fixed.push(0..2);
        }
        if is_ipv4(canonical) {
            let mut at = 0;
            for part in canonical.split('.') {
                if part.len() == 3 {
                    fixed.push(at..at + 1);
                }
                at += part.len() + 1;
            }
        }
        if canonical.parse::<std::net::Ipv6Addr>().is_ok() {
            fixed.push(0..canonical.find(':').unwrap_or(0));
        }
        if let Some(prefix) =
            PREFIXES.iter().find(|prefix| canonical.starts_with(**prefix) && length > prefix.len() + 7)
        {
            fixed.push(0..prefix.len());
        }
        let hex = is_hex(canonical);
        if hex && length == 36 {
            // The version and the variant of a UUID.
            fixed.extend([14..15, 19..20]);
        }
        Form { passes, fixed, hex }
    }

    fn fixed(&self, at: usize) -> bool {
        self.fixed.iter().any(|range| range.contains(&at))
    }

    /// Whether a candidate passes just what the value passes.
    fn allows(&self, candidate: &str) -> bool {
        passes(candidate) == self.passes
    }
}

fn is_hex(canonical: &str) -> bool {
    let digits = canonical.bytes().filter(u8::is_ascii_hexdigit).count();
    let others = canonical.len() - digits;
    let is_address = canonical.parse::<std::net::Ipv6Addr>().is_ok();
    is_address || digits >= 16 && (others == 0 || canonical.len() == 36 && canonical.matches('-').count() == others)
}

fn passes(canonical: &str) -> u32 {
    let mut passes = 0;
    let mut bit = 0;
    let mut note = |fits: bool| {
        passes |= u32::from(fits) << bit;
        bit += 1;
    };
    let digits_only = !canonical.is_empty() && canonical.bytes().all(|byte| byte.is_ascii_digit());
    NUMBERED.iter().for_each(|check| note(digits_only && check(canonical)));
    let capitals = canonical.to_ascii_uppercase();
    LETTERED.iter().for_each(|check| note(check(&capitals)));
    // Where the value may stand as a number.
    note(digits_only && canonical.starts_with('0'));
    note(digits_only && canonical.parse::<i32>().is_ok());
    note(digits_only && canonical.parse::<i64>().is_ok());
    let address = canonical.parse::<std::net::Ipv4Addr>().ok();
    note(address.is_some());
    note(address.is_some_and(|address| address.is_private()));
    note(address.is_some_and(|address| address.is_loopback() || address.octets()[0] == 0));
    note(canonical.parse::<std::net::Ipv6Addr>().is_ok());
    passes
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashSet;

    use super::*;

    fn pseudonyms() -> Pseudonyms {
        Pseudonyms::new(Key::new(b"0123456789abcdef".to_vec()).unwrap())
    }

    #[test]
    fn a_pseudonym_passes_what_its_value_passes() {
        let mut pseudonyms = pseudonyms();
        for value in [
            "4111111111111111",
            "4111 1111 1111 1111",
            "378282246310005",
            "DE89370400440532013000",
            "DE89 3704 0044 0532 0130 00",
            "GB82WEST12345698765432",
            "078-05-1120",
            "11010519491231002X",
            "529.982.247-25",
            "86095742719",
            "44051401359",
            "2341 2341 2346",
            "111222333",
            "255081416802538",
            "12345678Z",
            "RSSMRA85T10A562S",
            "AB123456C",
            "AB 12 34 56 C",
            "811218-9876",
            "130692544",
            "1980-02-29",
            "203.0.113.77",
            "10.1.2.3",
            "2001:db8::8a2e:370:7334",
            "+49 30 1234567",
            "2147483647",
            "9223372036854775807",
            "0042",
        ] {
            let masked = pseudonyms.of(value);
            assert_ne!(masked, value);
            assert_eq!(masked.len(), value.len(), "{value} {masked}");
            assert_eq!(passes(&canonical(&masked)), passes(&canonical(value)), "{value} {masked}");
            assert_eq!(pseudonyms.of(value), masked);
        }
    }

    #[test]
    fn renderings_of_a_value_have_renderings_of_its_pseudonym() {
        let mut pseudonyms = pseudonyms();
        for group in [
            &["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111"][..],
            &["Ada.Lovelace@Example.com", "ada.lovelace@example.com", "ADA.LOVELACE@EXAMPLE.COM"],
            &["DE89370400440532013000", "DE89 3704 0044 0532 0130 00", "de89370400440532013000"],
            &["+49 30 1234567", "49301234567", "+49-30-1234567"],
            &["Müller", "MÜLLER", "müller"],
            &["AB123456C", "AB 12 34 56 C"],
        ] {
            let masked: HashSet<String> = group.iter().map(|value| canonical(&pseudonyms.of(value))).collect();
            assert_eq!(masked.len(), 1, "{group:?} {masked:?}");
        }
        let (first, full) = (pseudonyms.of("Ada"), pseudonyms.of("Ada Lovelace"));
        assert!(full.starts_with(&first));
        assert!(pseudonyms.of("Ada.Lovelace@Example.com").ends_with(".com"));
        assert!(pseudonyms.of("sk_live_4eC39HqLyjWDarjtT1zdp7dc").starts_with("sk_live_"));
        assert!(pseudonyms.of("1980-02-28T00:00:00Z").ends_with("T00:00:00Z"));
    }

    #[test]
    fn different_values_have_different_pseudonyms() {
        let mut pseudonyms = pseudonyms();
        let mut seen = HashSet::new();
        for number in 0..3000 {
            assert!(seen.insert(pseudonyms.of(&format!("{number:05}"))));
        }
    }
}
