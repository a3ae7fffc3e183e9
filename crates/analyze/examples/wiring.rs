//! Tells what frameworks are told about a service: `cargo run --example wiring -- app.jar`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use retake_analyze::{Request, wiring};

fn main() -> ExitCode {
    let path = std::env::args_os().skip(1).map(Into::into).collect();
    match wiring(&Request { path, ..Request::default() }) {
        Ok(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
