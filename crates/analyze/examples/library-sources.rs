//! Prints the public methods of a library that hide a source:
//! `cargo run --release -p retake-analyze --example library-sources -- JDK_HOME java javax`.

#![allow(clippy::print_stdout)]

use retake_analyze::{LibrarySource, Request, library_sources};

fn main() -> Result<(), retake_analyze::Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let path = std::env::split_paths(&path).collect();
    let request = Request { path, scope: arguments.collect(), ..Request::default() };
    for LibrarySource { class, method, argument, via, rule } in library_sources(&request)? {
        let to = argument.map(|nth| format!(" to arg{nth}")).unwrap_or_default();
        println!("{class}.{method}{to}  # {rule}: {via}");
    }
    Ok(())
}
