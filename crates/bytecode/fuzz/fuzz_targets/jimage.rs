//! Any bytes as a module image.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_bytecode::jimage::Image;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(image) = Image::parse(bytes) {
        for resource in image.resources().flatten() {
            let _ = (resource.path(), resource.is_class());
        }
    }
});
