//! Compiles the Java runtime with the JDK's own compiler and hands the class files to the library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../java/runtime");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed={}", root.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");

    let (stubs, classes) = (out.join("stubs"), out.join("classes"));
    for directory in [&stubs, &classes] {
        let _ = fs::remove_dir_all(directory);
        fs::create_dir_all(directory).expect("the build directory is writable");
    }
    javac(&root.join("stub"), &stubs, None);
    javac(&root.join("src"), &classes, Some(&stubs));

    // The runtime lives in a package of java.base, so that every loader sees it. Supertypes are defined first.
    let mut names: Vec<String> = fs::read_dir(classes.join("java/lang"))
        .expect("javac wrote the classes")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".class").map(str::to_owned))
        .collect();
    names.sort_by_key(|name| (name != "RetakeAdapter", name.clone()));
    let mut table = String::from("&[\n");
    for name in &names {
        let path = classes.join("java/lang").join(format!("{name}.class"));
        table += &format!("    (\"java/lang/{name}\", include_bytes!({:?})),\n", path);
    }
    fs::write(out.join("runtime.rs"), table + "]\n").expect("the build directory is writable");
}

fn javac(sources: &Path, into: &Path, class_path: Option<&Path>) {
    let compiler = match env::var_os("JAVA_HOME") {
        Some(home) => PathBuf::from(home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    let mut files = Vec::new();
    collect(sources, &mut files);
    let mut command = Command::new(&compiler);
    command.args(["--release", "8", "-nowarn", "-Xlint:-options", "-g:source,lines", "-d"]).arg(into);
    if let Some(class_path) = class_path {
        command.arg("-cp").arg(class_path);
    }
    let result = command.args(&files).output();
    match result {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!("javac failed:\n{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => panic!("{} could not be run ({error}); install a JDK or set JAVA_HOME", compiler.display()),
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the sources are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
    files.sort();
}
