//! Any bytes from a service: a response, or a reason why not; the same however the bytes come in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retake_replay::http::{Malformed, Parser, Response};

fuzz_target!(|input: &[u8]| {
    let Some((&[method, step], bytes)) = input.split_first_chunk::<2>() else { return };
    let method = if method % 4 == 0 { "HEAD" } else { "GET" };
    let whole = read(method, [bytes].into_iter());
    let parts = read(method, bytes.chunks(usize::from(step).max(1)));
    match (whole, parts) {
        (Ok(whole), Ok(parts)) => {
            // Whether something came behind the response is known only if it came in time.
            assert_eq!(Response { keep_alive: true, ..whole }, Response { keep_alive: true, ..parts });
        }
        (whole, parts) => assert_eq!(whole.is_err(), parts.is_err()),
    }
});

fn read<'a>(method: &str, parts: impl Iterator<Item = &'a [u8]>) -> Result<Response, Malformed> {
    let mut parser = Parser::new(method);
    for part in parts {
        if let Some(response) = parser.push(part)? {
            return Ok(response);
        }
    }
    parser.close()
}
