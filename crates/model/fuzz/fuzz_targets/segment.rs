//! Any bytes: as many traces as there are, and an account of the rest.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_model::segment::{Encoder, FORMAT, Header, MAGIC, Reader};
use retake_model::trace::Scope;

fuzz_target!(|bytes: &[u8]| {
    let _ = Reader::new(bytes);

    // As the blocks of a file.
    let mut file = MAGIC.to_vec();
    file.extend_from_slice(bytes);
    if let Ok(mut reader) = Reader::new(&file) {
        for _ in reader.by_ref() {}
        assert!(reader.tail().losses.iter().all(|loss| loss.at + loss.bytes <= file.len()));
    }

    // As what is in a block, whose checksum is right.
    let header = Header { format: FORMAT.to_owned(), ..Header::default() };
    let (mut encoder, mut file) = Encoder::new(&header);
    file.extend(encoder.push(bytes, Scope::Request).unwrap_or_default());
    file.extend(encoder.finish());
    if let Ok(mut reader) = Reader::new(&file) {
        for _ in reader.by_ref() {}
        assert!(reader.tail().end.is_some());
    }
});
