//! Any bytes: as many traces as there are, and an account of the rest.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_model::segment::{MAGIC, Reader};

fuzz_target!(|bytes: &[u8]| {
    let _ = Reader::new(bytes);
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(bytes);
    if let Ok(mut reader) = Reader::new(&file) {
        for _ in reader.by_ref() {}
        let lost: usize = reader.tail().losses.iter().map(|loss| loss.at).max().unwrap_or(0);
        assert!(lost <= file.len());
    }
});
