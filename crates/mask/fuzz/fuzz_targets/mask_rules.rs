//! Any settings of masking: rules, or what is wrong with them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_mask::{Key, Masker, Rules};
use retake_model::mask::MaskSettings;
use retake_model::value::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(settings) = toml::from_str::<MaskSettings>(text) else { return };
    let Ok(rules) = Rules::new(&settings) else { return };
    let Ok(key) = Key::new(b"a key for fuzzing".to_vec()) else { return };
    let mut value = Value::Record(vec![("a".to_owned(), Value::Text("b 4111 1111 1111 1111".to_owned()))]);
    Masker::new(rules, key).value(&mut value);
});
