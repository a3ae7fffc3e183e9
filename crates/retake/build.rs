//! Takes the agent's library into the command, if it was built before (`make build` does both).

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=RETAKE_AGENT");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("agent.rs");
    let code = match env::var_os("RETAKE_AGENT").filter(|path| !path.is_empty()) {
        Some(path) => {
            let path = fs::canonicalize(&path)
                .unwrap_or_else(|error| panic!("RETAKE_AGENT is {}: {error}", PathBuf::from(&path).display()));
            println!("cargo:rerun-if-changed={}", path.display());
            format!("Some(include_bytes!({path:?}))")
        }
        None => "None".to_owned(),
    };
    fs::write(out, code).expect("the build directory is writable");
}
