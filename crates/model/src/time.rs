//! Milliseconds since 1970 as people write them: `2026-01-31T13:45:00.123Z`.

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The time in UTC; none before the year 0 and after the year 9999.
pub fn show(ms: i64) -> Option<String> {
    let (days, rest) = (ms.div_euclid(DAY), ms.rem_euclid(DAY));
    // Days since 1 March of the year 0, because a leap day is then the last of its year.
    let days = days.checked_add(719_468).filter(|days| (-60..3_652_365).contains(days))?;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    if !(0..=9999).contains(&year) {
        return None;
    }
    let (hours, minutes, seconds, ms) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000);
    Some(format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{ms:03}Z"))
}

/// The milliseconds of a time that [`show`] wrote.
pub(crate) fn parse(text: &str) -> Option<i64> {
    if text.len() != 24 || !text.is_ascii() {
        return None;
    }
    let part = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<i64>().ok());
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let (hours, minutes, seconds, ms) = (part(11, 13)?, part(14, 16)?, part(17, 19)?, part(20, 23)?);
    let shifted = year - i64::from(month <= 2);
    let (era, year) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let day = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1 + 365 * year + year / 4 - year / 100;
    let days = era * 146_097 + day - 719_468;
    let time = days * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms;
    // The 31st of April, the 25th hour and every other way to write a time that is another.
    (show(time)? == text).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::{parse, show};

    #[test]
    fn both_ways() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_767_225_599_999, "2025-12-31T23:59:59.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(show(ms).as_deref(), Some(text));
            assert_eq!(parse(text), Some(ms));
        }
        for ms in [253_402_300_800_000, -62_167_219_200_001, i64::MAX, i64::MIN] {
            assert_eq!(show(ms), None);
        }
        for text in [
            "2025-04-31T00:00:00.000Z",
            "2025-01-01 00:00:00.000Z",
            "2025-01-01T24:00:00.000Z",
            "",
            "+025-01-01T00:00:00.000Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
