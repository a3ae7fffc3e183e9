//! Letters and digits that can stand for each other: same script, same length in UTF-8, same case.

/// Ranges of characters that stand for each other, without capitals. All characters of an alphabet are equally long in UTF-8.
const ALPHABETS: &[&[(char, char)]] = &[
    &[('a', 'z')],
    &[('0', '9')],
    // Only for numbers in base sixteen: see `HEX`.
    &[('a', 'f')],
    &[('à', 'ö'), ('ø', 'þ')],
    &[
        ('ą', 'ą'),
        ('ć', 'ć'),
        ('č', 'č'),
        ('ę', 'ę'),
        ('ě', 'ě'),
        ('ğ', 'ğ'),
        ('ł', 'ł'),
        ('ń', 'ń'),
        ('ő', 'ő'),
        ('ř', 'ř'),
        ('ś', 'ś'),
        ('ş', 'ş'),
        ('š', 'š'),
        ('ů', 'ů'),
        ('ű', 'ű'),
        ('ź', 'ź'),
        ('ż', 'ż'),
        ('ž', 'ž'),
    ],
    &[('α', 'ρ'), ('σ', 'ω')],
    &[('а', 'я')],
    &[('א', 'ת')],
    &[('ا', 'غ'), ('ف', 'ي')],
    &[('ぁ', 'ゖ')],
    &[('ァ', 'ヺ')],
    &[('一', '龥')],
    &[('가', '힣')],
];

/// The alphabet of digits.
const DIGITS: usize = 1;
/// The alphabet of the letters of numbers in base sixteen.
const HEX: usize = 2;

/// A character's alphabet and its place there. `hex`: it is a digit of a number in base sixteen.
pub(crate) fn place(c: char, hex: bool) -> Option<(usize, u16)> {
    ALPHABETS.iter().enumerate().find_map(|(number, ranges)| {
        if (number == HEX) != (hex && c.is_ascii_lowercase()) && (number == HEX || hex && number != DIGITS) {
            return None;
        }
        let mut before = 0;
        for (first, last) in *ranges {
            if (*first..=*last).contains(&c) {
                return Some((number, (before + u32::from(c) - u32::from(*first)) as u16));
            }
            before += u32::from(*last) - u32::from(*first) + 1;
        }
        None
    })
}

/// How many characters an alphabet has.
pub(crate) fn size(alphabet: usize) -> u16 {
    ALPHABETS[alphabet].iter().map(|(first, last)| (u32::from(*last) - u32::from(*first) + 1) as u16).sum()
}

/// The character at a place of an alphabet.
pub(crate) fn letter(alphabet: usize, place: u16) -> char {
    let mut rest = u32::from(place);
    for (first, last) in ALPHABETS[alphabet] {
        let length = u32::from(*last) - u32::from(*first) + 1;
        if rest < length {
            return char::from_u32(u32::from(*first) + rest).unwrap_or(*first);
        }
        rest -= length;
    }
    ALPHABETS[alphabet][0].0
}

/// A character without regard to case, if that takes as many bytes.
pub(crate) fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) if lower.len_utf8() == c.len_utf8() => lower,
        _ => c,
    }
}

/// `c` in the case of `like`, if that takes as many bytes.
pub(crate) fn in_case_of(c: char, like: char) -> char {
    if fold(like) == like {
        return c;
    }
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if upper.len_utf8() == c.len_utf8() => upper,
        _ => c,
    }
}

/// A text without regard to case, of the same length.
pub(crate) fn fold_text(text: &str) -> String {
    text.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn letters_stand_for_letters_of_their_kind() {
        for alphabet in 0..ALPHABETS.len() {
            let lengths: Vec<usize> = (0..size(alphabet)).map(|place| letter(alphabet, place).len_utf8()).collect();
            assert!(lengths.iter().all(|length| *length == lengths[0]), "{alphabet}");
            for number in 0..size(alphabet) {
                let c = letter(alphabet, number);
                assert_eq!(place(c, alphabet == HEX), Some((alphabet, number)), "{c}");
                assert_eq!(fold(in_case_of(c, 'A')), c, "{c}");
            }
        }
        assert_eq!(place('g', true), None);
        assert_eq!(place('7', true), place('7', false));
        assert_eq!(place('-', false), None);
    }
}
