//! Any classes, with any file of configuration, from end to end.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    retake_analyze::fuzz::analysis(bytes);
});
