//! Prints the points of a service: `cargo run -p retake-analyze --example table -- app.jar [id]`.

#![allow(clippy::print_stdout)]

use retake_analyze::{Request, analyze, explain, table};

fn main() -> Result<(), retake_analyze::Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let points = analyze(&Request { path: std::env::split_paths(&path).collect(), ..Request::default() }, &|_| {})?;
    match arguments.next().map(|id| id.parse()) {
        Some(Ok(id)) => print!("{}", explain(&points, id)),
        Some(Err(_)) => {
            points.ruled_out.iter().for_each(|out| println!("{} in {}: {}", out.dependency, out.class, out.reason))
        }
        None => print!("{}", table(&points)),
    }
    Ok(())
}
