//! Any bytes as an archive.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = retake_analyze::fuzz::jar(bytes);
});
