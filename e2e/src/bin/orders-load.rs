//! Sends traffic to the service that takes orders, at a fixed rate:
//!
//! `orders-load URL [REQUESTS [RATE [CONNECTIONS [SEED]]]]`
//!
//! Exit code 0 when every answer had a status that its request allows, 1 when not, 2 for wrong use.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command tells what it did")]

use std::io::{ErrorKind, Write};
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::str::FromStr;

use retake_e2e::load::Load;
use retake_e2e::orders;

const RATE: NonZeroU32 = NonZeroU32::new(100).unwrap();
const CONNECTIONS: NonZeroU32 = NonZeroU32::new(16).unwrap();

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match send(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(wrong) => {
            eprintln!("{wrong}\nusage: orders-load URL [REQUESTS [RATE [CONNECTIONS [SEED]]]]");
            ExitCode::from(2)
        }
    }
}

fn send(arguments: &[String]) -> Result<bool, String> {
    let url = arguments.first().ok_or("no URL")?.parse().map_err(|error| format!("the URL is wrong: {error}"))?;
    let (requests, rate) = (number(arguments, 1, 1000)?, number::<NonZeroU32>(arguments, 2, RATE)?);
    let (connections, seed) = (number::<NonZeroU32>(arguments, 3, CONNECTIONS)?, number(arguments, 4, 7)?);
    let (rate, connections) = (f64::from(rate.get()), connections.get() as usize);
    let sent = Load { url, rate, connections }.send(&orders::traffic(seed, requests));
    match writeln!(std::io::stdout(), "{sent}") {
        // Who listens may have heard enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(format!("nothing can be said: {error}")),
        _ => {}
    }
    Ok(sent.unexpected.is_empty())
}

fn number<T: FromStr>(arguments: &[String], at: usize, otherwise: T) -> Result<T, String> {
    arguments
        .get(at)
        .map_or(Ok(otherwise), |text| text.parse().map_err(|_| format!("`{text}` is no number that fits here")))
}
