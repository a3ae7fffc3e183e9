//! Any bytes: a trace or a call, or a reason why not. What is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_model::case::Call;
use retake_model::cbor::{Reader, Writer};
use retake_model::trace::Trace;
use retake_model::value::Value;

fuzz_target!(|bytes: &[u8]| {
    let _ = Value::decode(&mut Reader::new(bytes));
    let _ = Reader::new(bytes).skip();
    if let Ok(trace) = Trace::decode(&mut Reader::new(bytes)) {
        let mut once = Writer::default();
        trace.encode(&mut once);
        // Writing marks what can be shared, which takes a level more than some documents that were read.
        if let Ok(again) = Trace::decode(&mut Reader::new(&once.bytes)) {
            let mut twice = Writer::default();
            again.encode(&mut twice);
            assert_eq!(once.bytes, twice.bytes);
        }
    }
    let _ = Trace::decode_run(&mut Reader::new(bytes));
    if let Ok(call) = Call::decode(&mut Reader::new(bytes)) {
        let mut once = Writer::default();
        call.encode(&mut once);
        if let Ok(again) = Call::decode(&mut Reader::new(&once.bytes)) {
            let mut twice = Writer::default();
            again.encode(&mut twice);
            assert_eq!(once.bytes, twice.bytes);
        }
    }
});
