//! Any text: a case, a boot document, or a reason why not. What is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_model::case::{Boot, Case};
use retake_model::json::Json;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(json) = Json::parse(text) {
        assert_eq!(Json::parse(&json.compact()).as_ref(), Ok(&json));
        assert_eq!(Json::parse(&json.pretty()).as_ref(), Ok(&json));
    }
    if let Ok(case) = Case::from_text(text) {
        let written = case.to_text();
        assert_eq!(Case::from_text(&written).map(|case| case.to_text()), Ok(written));
    }
    if let Ok(boot) = Boot::from_text(text) {
        let written = boot.to_text();
        assert_eq!(Boot::from_text(&written).map(|boot| boot.to_text()), Ok(written));
    }
});
