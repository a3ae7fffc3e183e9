//! Any bytes as what was kept of an archive.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| retake_analyze::fuzz::digest(bytes));
