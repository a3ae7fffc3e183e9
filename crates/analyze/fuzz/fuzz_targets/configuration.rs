//! Any bytes as XML, as properties and as YAML.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    retake_analyze::fuzz::configuration(bytes);
});
