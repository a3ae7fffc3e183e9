//! Masks traces on the thread that writes, before anything of them is written. What cannot be masked is not written.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use retake_mask::{Key, Masker, Rules};
use retake_model::Common;
use retake_model::cbor::{Reader, Writer};
use retake_model::mask::MaskSettings;
use retake_model::trace::Trace;

/// Why a trace that was taken was not written.
pub(crate) const NOT_MASKED: &str = "it could not be masked";

thread_local! {
    /// Whether this thread has a trace in its hands that nobody may see.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Whether what this thread says of a failure could hold a value that nobody may see.
pub(crate) fn is_busy() -> bool {
    BUSY.get()
}

/// The masker of a recording, with the names that its traces use by number.
pub(crate) struct Masking {
    masker: Masker,
    names: Common,
}

impl Masking {
    pub(crate) fn new(settings: &MaskSettings, secret: Vec<u8>) -> Result<Masking, String> {
        let key = Key::new(secret)?;
        let wrong =
            |wrong: Vec<retake_mask::WrongRule>| wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let rules = Rules::new(settings).map_err(wrong)?;
        Ok(Masking { masker: Masker::new(rules, key), names: Common::default() })
    }

    /// What the key is known by.
    pub(crate) fn key_id(&self) -> &str {
        self.masker.key_id()
    }

    /// Says what a number means.
    pub(crate) fn name(&mut self, number: i64, name: &str) {
        self.names.add(number, name);
    }

    /// A trace with what is sensitive replaced; none if that cannot be done.
    pub(crate) fn masked(&mut self, trace: &[u8]) -> Option<Vec<u8>> {
        BUSY.set(true);
        let masked = catch_unwind(AssertUnwindSafe(|| {
            let mut trace = Trace::decode_in(&mut Reader::new(trace), Some(&self.names)).ok()?;
            self.masker.trace(&mut trace);
            // Nobody asks for it here, and it must not grow.
            drop(self.masker.audit());
            let mut writer = Writer::default();
            trace.encode(&mut writer);
            Some(writer.bytes)
        }));
        BUSY.set(false);
        masked.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use retake_model::trace::{Branch, Entry, Event, Exchange, Outcome, PointName, Request};
    use retake_model::value::Value;

    use super::*;

    #[test]
    fn a_trace_is_masked_and_what_is_none_is_not_passed_on() {
        let mut masking = Masking::new(&MaskSettings::default(), b"a key for tests only".to_vec()).expect("a key");
        let request =
            Request { method: "GET".to_owned(), target: "/?mail=ada@example.org".to_owned(), ..Request::default() };
        let event = Event {
            point: PointName::Name("find(Ljava/lang/String;)V".to_owned()),
            outcome: Outcome::Returned(Value::Text("ada@example.org, order 17".to_owned())),
            ..Event::default()
        };
        let trace = Trace {
            entry: Some(Entry::Http(Exchange { request, response: None })),
            branches: vec![Branch { events: vec![event], ..Branch::default() }],
            ..Trace::default()
        };
        let mut writer = Writer::default();
        trace.encode(&mut writer);
        let masked = masking.masked(&writer.bytes).expect("a trace");
        assert!(!masked.windows(4).any(|bytes| bytes == b"ada@"));
        let read = Trace::decode(&mut Reader::new(&masked)).expect("a trace");
        assert_eq!(read.branches[0].events[0].point, trace.branches[0].events[0].point);
        assert!(format!("{read:?}").contains("order 17"));
        assert_eq!(masking.masked(b"no trace"), None);
        assert!(!is_busy());
    }
}
