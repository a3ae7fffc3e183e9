//! Any text: a case, a boot document, or a reason why not. What is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_model::case::{Boot, Case};
use retake_model::json::Json;
use retake_model::text::aside::{bring_back, put_aside};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(json) = Json::parse(text) {
        assert_eq!(Json::parse(&json.compact()).as_ref(), Ok(&json));
        assert_eq!(Json::parse(&json.pretty()).as_ref(), Ok(&json));
    }
    // What was put aside comes back, and a reference that nobody wrote is no more than what it says.
    if let Ok(json) = Json::parse(text) {
        let mut kept = Vec::new();
        let mut aside = json.clone();
        let put = put_aside(&mut aside, 8, &mut |bytes| {
            kept.push(bytes.to_vec());
            Ok::<_, ()>((kept.len() - 1).to_string())
        });
        assert_eq!(put, Ok(()));
        let mut back = aside;
        let _ = bring_back(&mut back, &mut |found| {
            found.name.parse::<usize>().ok().and_then(|at| kept.get(at)).cloned().ok_or(())
        });
        if let (Ok(one), Ok(two)) = (Case::from_json(&json), Case::from_json(&back)) {
            assert_eq!(one.to_text(), two.to_text());
        }
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
