//! Checksums and forms of numbers that are given out with one: cards, accounts, persons. Digits only, or digits and capital
//! letters for those that have letters; separators are somebody else's.

fn digits(text: &str) -> Option<Vec<u32>> {
    text.chars().map(|c| c.to_digit(10)).collect()
}

fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Luhn's, of cards and of several persons' numbers.
pub(crate) fn luhn(text: &str) -> bool {
    let Some(digits) = digits(text) else { return false };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| if place % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit })
        .sum();
    !digits.is_empty() && sum.is_multiple_of(10)
}

/// A payment card: the prefix of an issuer's scheme, the length that it has, Luhn.
pub(crate) fn card(text: &str) -> bool {
    if !(13..=19).contains(&text.len()) || !luhn(text) {
        return false;
    }
    let prefix = |length: usize| text.get(..length).and_then(|prefix| prefix.parse::<u32>().ok()).unwrap_or(0);
    let length = text.len();
    match prefix(2) {
        40..=49 => matches!(length, 13 | 16 | 19),
        51..=55 => length == 16,
        34 | 37 => length == 15,
        36 | 38 | 39 => (14..=19).contains(&length),
        30 => (300..=305).contains(&prefix(3)) && (14..=19).contains(&length),
        35 => (3528..=3589).contains(&prefix(4)) && (16..=19).contains(&length),
        60 => prefix(4) == 6011 && (16..=19).contains(&length),
        62 | 64 | 65 => (16..=19).contains(&length),
        22..=27 => (2221..=2720).contains(&prefix(4)) && length == 16,
        _ => false,
    }
}

fn mod97(text: &str) -> Option<u32> {
    text.chars().try_fold(0u32, |rest, c| {
        let value = c.to_digit(36)?;
        Some(if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 })
    })
}

/// How long the account numbers of a country are.
const IBAN: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NL", 18),
    ("NO", 15),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("SA", 24),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("XK", 20),
];

/// How long the account number of a country is.
pub(crate) fn iban_length(country: &str) -> Option<usize> {
    IBAN.iter().find(|(known, _)| *known == country).map(|(_, length)| *length)
}

/// An international account number, in capitals.
pub(crate) fn iban(text: &str) -> bool {
    text.is_ascii()
        && text.len() > 4
        && iban_length(&text[..2]) == Some(text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        && mod97(&format!("{}{}", &text[4..], &text[..4])) == Some(1)
}

fn is_date(year: u32, month: u32, day: u32) -> bool {
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}

/// A day in the life of somebody who may live, as eight digits.
pub(crate) fn date(text: &str) -> bool {
    text.len() == 8
        && digits(text).is_some()
        && (1900..=2099).contains(&number(&text[..4]))
        && is_date(number(&text[..4]), number(&text[4..6]), number(&text[6..]))
}

/// United States: social security.
pub(crate) fn ssn(text: &str) -> bool {
    text.len() == 9
        && digits(text).is_some()
        && !matches!(&text[..3], "000" | "666")
        && !text.starts_with('9')
        && &text[3..5] != "00"
        && &text[5..] != "0000"
}

/// China: the resident's identity number, with a date in it.
pub(crate) fn china(text: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    if text.len() != 18 || !text.is_ascii() || !date(&text[6..14]) || text.starts_with('0') {
        return false;
    }
    let Some(body) = digits(&text[..17]) else { return false };
    let check = b"10X98765432"[(weighted(&body, &WEIGHTS) % 11) as usize];
    text.as_bytes()[17] == check
}

/// Brazil: the taxpayer's number.
pub(crate) fn cpf(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 11) else { return false };
    let check = |length: usize| {
        let sum: u32 =
            digits[..length].iter().enumerate().map(|(at, digit)| digit * (length as u32 + 1 - at as u32)).sum();
        sum * 10 % 11 % 10 == digits[length]
    };
    digits.iter().any(|digit| *digit != digits[0]) && check(9) && check(10)
}

/// Germany: the taxpayer's number.
pub(crate) fn steuer_id(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 11 && digits[0] != 0) else { return false };
    let mut product = 10;
    for digit in &digits[..10] {
        let sum = (digit + product) % 10;
        product = if sum == 0 { 10 } else { sum } * 2 % 11;
    }
    // Of the first ten, one digit stands there two or three times, and at least one is missing.
    let times = |wanted: u32| digits[..10].iter().filter(|digit| **digit == wanted).count();
    (11 - product) % 10 == digits[10] && (0..10).filter(|digit| times(*digit) > 1).count() == 1
}

/// Poland: the resident's number.
pub(crate) fn pesel(text: &str) -> bool {
    const WEIGHTS: [u32; 10] = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3];
    let Some(digits) = digits(text).filter(|digits| digits.len() == 11) else { return false };
    let month = number(&text[2..4]) % 20;
    (1..=12).contains(&month)
        && (1..=31).contains(&number(&text[4..6]))
        && (10 - weighted(&digits, &WEIGHTS) % 10) % 10 == digits[10]
}

/// India: Aadhaar, with Verhoeff's checksum.
pub(crate) fn aadhaar(text: &str) -> bool {
    const TIMES: [[u8; 10]; 10] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
        [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
        [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
        [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
        [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
        [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
        [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
        [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    const TURNS: [[u8; 10]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
        [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
        [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
        [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
        [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
        [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
        [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ];
    let Some(digits) = digits(text).filter(|digits| digits.len() == 12 && digits[0] > 1) else { return false };
    let turned =
        digits.iter().rev().enumerate().fold(0usize, |sum, (place, &digit)| {
            usize::from(TIMES[sum][usize::from(TURNS[place % 8][digit as usize])])
        });
    turned == 0
}

/// The Netherlands: the citizen's service number.
pub(crate) fn bsn(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 9) else { return false };
    let sum = weighted(&digits, &[9, 8, 7, 6, 5, 4, 3, 2]);
    digits.iter().any(|digit| *digit > 0) && sum % 11 == digits[8]
}

/// France: the number of the national register, without or with its key of two digits.
pub(crate) fn nir(text: &str) -> bool {
    text.len() == 15
        && digits(text).is_some()
        && matches!(text.as_bytes()[0], b'1' | b'2')
        && ((1..=12).contains(&number(&text[3..5])) || (20..=42).contains(&number(&text[3..5])))
        && (1..=98).contains(&number(&text[5..7]))
        && mod97(&text[..13]).is_some_and(|rest| 97 - rest == number(&text[13..]))
}

/// Spain: the citizen's and the foreigner's number, in capitals.
pub(crate) fn dni(text: &str) -> bool {
    if text.len() != 9 || !text.is_ascii() {
        return false;
    }
    let front = match text.as_bytes()[0] {
        b'X' => format!("0{}", &text[1..8]),
        b'Y' => format!("1{}", &text[1..8]),
        b'Z' => format!("2{}", &text[1..8]),
        _ => text[..8].to_owned(),
    };
    digits(&front).is_some() && text.as_bytes()[8] == b"TRWAGMYFPDXBNJZSQVHLCKE"[(number(&front) % 23) as usize]
}

/// Italy: the taxpayer's code, in capitals.
pub(crate) fn codice_fiscale(text: &str) -> bool {
    const ODD: [u32; 36] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16,
        10, 22, 25, 24, 23,
    ];
    let bytes = text.as_bytes();
    if bytes.len() != 16 || !text.is_ascii() {
        return false;
    }
    let form = b"LLLLLLDDMDDLDDDL";
    let fits = bytes.iter().zip(form).all(|(byte, form)| match form {
        b'D' => byte.is_ascii_digit() || b"LMNPQRSTUV".contains(byte),
        b'M' => b"ABCDEHLMPRST".contains(byte),
        _ => byte.is_ascii_uppercase(),
    });
    let sum: u32 = text[..15]
        .chars()
        .enumerate()
        .map(|(place, c)| {
            let value = c.to_digit(36).unwrap_or(0);
            if place % 2 == 0 {
                ODD[value as usize]
            } else if value < 10 {
                value
            } else {
                value - 10
            }
        })
        .sum();
    fits && u32::from(bytes[15]) == u32::from(b'A') + sum % 26
}

/// United Kingdom: the national insurance number, in capitals.
pub(crate) fn nino(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 9
        && bytes[..2].iter().all(|byte| byte.is_ascii_uppercase() && !b"DFIQUV".contains(byte))
        && bytes[1] != b'O'
        && !["BG", "GB", "KN", "NK", "NT", "TN", "ZZ"].contains(&&text[..2])
        && bytes[2..8].iter().all(u8::is_ascii_digit)
        && (b'A'..=b'D').contains(&bytes[8])
}

/// Sweden and others that write the day of birth and Luhn's digit: ten digits.
pub(crate) fn personnummer(text: &str) -> bool {
    text.len() == 10
        && luhn(text)
        && (1..=12).contains(&number(&text[2..4]))
        && ((1..=31).contains(&number(&text[4..6])) || (61..=91).contains(&number(&text[4..6])))
}

/// Canada: social insurance.
pub(crate) fn sin(text: &str) -> bool {
    text.len() == 9 && !text.starts_with(['0', '8']) && luhn(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn published_examples_are_valid_and_their_neighbours_are_not() {
        type Check = fn(&str) -> bool;
        let table: &[(Check, &[&str], &[&str])] = &[
            (
                card,
                &["4111111111111111", "5555555555554444", "378282246310005", "6011111111111117", "30569309025904"],
                &["4111111111111112", "1111111111111117", "411111111111"],
            ),
            (
                iban,
                &["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"],
                &["DE88370400440532013000", "DE8937040044053201300"],
            ),
            (ssn, &["078051120"], &["000051120", "666051120", "978051120", "078001120", "078050000"]),
            (china, &["11010519491231002X"], &["110105194912310021", "11010519491331002X"]),
            (cpf, &["52998224725"], &["52998224724", "11111111111"]),
            (steuer_id, &["86095742719"], &["86095742718"]),
            (pesel, &["44051401359"], &["44051401358"]),
            (aadhaar, &["234123412346"], &["234123412347", "134123412346"]),
            (bsn, &["111222333"], &["111222334", "000000000"]),
            (nir, &["255081416802538"], &["255081416802539"]),
            (dni, &["12345678Z", "X1234567L"], &["12345678A"]),
            (codice_fiscale, &["RSSMRA85T10A562S"], &["RSSMRA85T10A562T"]),
            (nino, &["AB123456C"], &["BG123456C", "AB123456E"]),
            (personnummer, &["8112189876"], &["8112189875"]),
            (sin, &["130692544"], &["130692545"]),
            (date, &["19491231", "20000229"], &["19000229", "20001301", "18991231"]),
        ];
        for (check, valid, invalid) in table {
            valid.iter().for_each(|text| assert!(check(text), "{text}"));
            invalid.iter().for_each(|text| assert!(!check(text), "{text}"));
            for odd in ["", "é", "ééééééééé", "1234567é9", "aaaaaaaaaaaaaaaaaa", "ééééééééééé"] {
                assert!(!check(odd));
            }
        }
    }
}
