//! Any bytes and any text: masked without a panic, to the same length, and to the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_mask::{Key, Masker, Rules};
use retake_model::mask::MaskSettings;
use retake_model::value::Value;

fuzz_target!(|bytes: &[u8]| {
    let (Ok(rules), Ok(key)) = (Rules::new(&MaskSettings::default()), Key::new(b"a key for fuzzing".to_vec())) else {
        panic!("the built-in rules are wrong");
    };
    let mut masker = Masker::new(rules, key);
    let mut values = vec![Value::Bytes(bytes.to_vec())];
    if let Ok(text) = std::str::from_utf8(bytes) {
        values.push(Value::Text(text.to_owned()));
        values.push(Value::Record(vec![("password".to_owned(), Value::Text(text.to_owned()))]));
    }
    for value in values {
        let (mut once, mut again) = (value.clone(), value.clone());
        masker.value(&mut once);
        masker.value(&mut again);
        assert_eq!(once, again);
        let length = |value: &Value| {
            let mut length = 0;
            value.walk(&mut |value| match value {
                Value::Bytes(bytes) => length += bytes.len(),
                Value::Text(text) => length += text.len(),
                _ => {}
            });
            length
        };
        assert_eq!(length(&once), length(&value));
    }
});
