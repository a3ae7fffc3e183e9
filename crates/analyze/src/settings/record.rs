//! The table `[record]`: what of the traffic is recorded, and what that may cost.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use retake_model::control::{
    Control, EntryPattern, HeaderIs, LEAST_MEMORY, LEAST_SEGMENT, Limits, Rate, Sample, Share, Size, Span, Window,
    Zone, header_name, size_from,
};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, de};

/// The table as it is written. What is left out stays as it is without a table.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Record {
    share: Option<Said<Share>>,
    per_second: Option<Said<Rate>>,
    entry: Vec<Entry>,
    only: Option<Said<HeaderIs>>,
    force: Option<Said<HeaderName>>,
    windows: Vec<Said<Window>>,
    zone: Option<Said<Zone>>,
    #[serde(rename = "for")]
    lasting: Option<Said<Span>>,
    requests: Option<u64>,
    cpu: Option<Said<Share>>,
    memory: Option<Said<AtLeast<{ LEAST_MEMORY.0 }>>>,
    disk: Option<Said<Size>>,
    free: Option<Said<Size>>,
    segment: Option<Said<AtLeast<{ LEAST_SEGMENT.0 }>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Said<EntryPattern>,
    share: Option<Said<Share>>,
    per_second: Option<Said<Rate>>,
}

impl From<Record> for Control {
    fn from(record: Record) -> Control {
        let plain = Limits::default();
        let limits = Limits {
            cpu: said(record.cpu),
            memory: said(record.memory).map_or(plain.memory, |size| size.0),
            disk: said(record.disk),
            free: said(record.free),
            segment: said(record.segment).map_or(plain.segment, |size| size.0),
        };
        Control {
            sample: sample(record.share, record.per_second),
            entries: record
                .entry
                .into_iter()
                .map(|entry| (entry.name.0, sample(entry.share, entry.per_second)))
                .collect(),
            only: said(record.only),
            force: said(record.force).map_or(Control::default().force, |name| name.0),
            windows: record.windows.into_iter().map(|window| window.0).collect(),
            zone: said(record.zone).unwrap_or_default(),
            requests: record.requests,
            lasting: said(record.lasting),
            limits,
        }
    }
}

fn said<T>(said: Option<Said<T>>) -> Option<T> {
    said.map(|said| said.0)
}

fn sample(share: Option<Said<Share>>, rate: Option<Said<Rate>>) -> Sample {
    Sample { share: said(share).unwrap_or_default(), rate: said(rate) }
}

struct HeaderName(String);

impl FromStr for HeaderName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        header_name(text).map(HeaderName)
    }
}

/// A size that makes sense.
struct AtLeast<const LEAST: u64>(Size);

impl<const LEAST: u64> FromStr for AtLeast<LEAST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        size_from(Size(LEAST), text).map(AtLeast)
    }
}

/// What is written as a text, or as a number where that is one.
pub(super) struct Said<T>(pub(super) T);

impl<'de, T: FromStr<Err = String>> Deserialize<'de> for Said<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Word<T>(PhantomData<T>);

        impl<T: FromStr<Err = String>> Visitor<'_> for Word<T> {
            type Value = Said<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Said<T>, E> {
                text.parse().map(Said).map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Said<T>, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Said<T>, E> {
                self.visit_str(&number.to_string())
            }
        }

        de::Deserializer::deserialize_any(from, Word(PhantomData))
    }
}
