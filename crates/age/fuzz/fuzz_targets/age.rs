//! Any bytes: an encrypted file, or a reason why not. Keys are read from any text. The first byte says whether what follows stands
//! behind the first line of a file, which no fuzzer finds by itself.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retake_age::{Access, Identity, MAGIC, Recipient, decrypt, encrypt, parses};

static KEY: LazyLock<Vec<Identity>> = LazyLock::new(|| Identity::random().into_iter().collect());

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    match first % 3 {
        0 => {
            let file = [MAGIC.as_bytes(), b"\n", rest].concat();
            let _ = parses(&file);
            // Nobody has encrypted it for this key.
            assert!(decrypt(&file, &KEY, None).is_err());
        }
        1 => {
            let closed = encrypt(rest, &Access::Recipients(&[KEY[0].recipient()])).expect("there is a key");
            assert_eq!(decrypt(&closed, &KEY, None).expect("it is the key").as_slice(), rest);
        }
        _ => {
            let Ok(text) = std::str::from_utf8(rest) else { return };
            if let Ok(recipients) = Recipient::list(text) {
                for recipient in recipients {
                    assert_eq!(recipient.to_string().parse(), Ok(recipient));
                }
            }
            let _ = Identity::list(text);
        }
    }
});
