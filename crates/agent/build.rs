//! Compiles the Java runtime with the JDK's own compiler and hands the class files to the library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use retake_bytecode::read::Class;

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../java/runtime");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed={}", root.display());
    println!("cargo:rerun-if-env-changed=JAVA_HOME");

    let (source, now) = (root.join("src"), out.join("now"));
    compile(&root.join("stub"), &source, &now);
    let older = out.join("before-12");
    let _ = fs::remove_dir_all(&older);
    before_12(&root, &older.join("java"));
    compile(&older.join("java/stub"), &older.join("java/src"), &older);

    // The runtime lives in a package of java.base, so that every loader sees it. Supertypes are defined first.
    let mut names: Vec<String> = fs::read_dir(now.join("classes/java/lang"))
        .expect("javac wrote the classes")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".class").map(str::to_owned))
        .collect();
    let directory = now.join("classes/java/lang");
    names.sort_by_cached_key(|name| (above(&directory, name), name.clone()));
    let mut table = String::from("&[\n");
    for name in &names {
        let file = |of: &Path| of.join("classes/java/lang").join(format!("{name}.class"));
        let (now, older) = (file(&now), file(&older));
        let same = fs::read(&now).expect("javac wrote it") == fs::read(&older).expect("javac wrote it");
        let older = if same { "None".to_owned() } else { format!("Some(include_bytes!({older:?}))") };
        table += &format!(
            "    Class {{ name: \"java/lang/{name}\", bytes: include_bytes!({now:?}), before_12: {older} }},\n"
        );
    }
    fs::write(out.join("runtime.rs"), table + "]\n").expect("the build directory is writable");
}

/// How many classes of the runtime stand above one of them, at most.
fn above(directory: &Path, name: &str) -> usize {
    let bytes = fs::read(directory.join(format!("{name}.class"))).expect("javac wrote it");
    let class = Class::parse(&bytes).expect("javac wrote it");
    let interfaces = class.interfaces().map(|name| name.expect("javac wrote it").0);
    let supertypes = class.super_name().expect("javac wrote it").into_iter().chain(interfaces);
    let own = supertypes.filter_map(|name| name.to_str().strip_prefix("java/lang/Retake").map(str::to_owned));
    own.map(|name| 1 + above(directory, &format!("Retake{name}"))).max().unwrap_or(0)
}

fn compile(stub: &Path, source: &Path, into: &Path) {
    let (stubs, classes) = (into.join("stubs"), into.join("classes"));
    for directory in [&stubs, &classes] {
        let _ = fs::remove_dir_all(directory);
        fs::create_dir_all(directory).expect("the build directory is writable");
    }
    javac(stub, &stubs, None);
    javac(source, &classes, Some(&stubs));
}

/// The sources of the runtime for a JDK before 12.
fn before_12(root: &Path, into: &Path) {
    let renamed = fs::read_to_string(root.join("before-12.txt")).expect("the list is there");
    let renamed: Vec<(&str, &str)> = renamed.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut files = Vec::new();
    ["src", "stub"].iter().for_each(|part| collect(&root.join(part), &mut files));
    for file in files {
        let mut text = fs::read_to_string(&file).expect("the sources are there");
        renamed.iter().for_each(|(now, before)| text = text.replace(now, before));
        let copy = into.join(file.strip_prefix(root).expect("it was found there"));
        fs::create_dir_all(copy.parent().expect("it has a directory")).expect("the build directory is writable");
        fs::write(copy, text).expect("the build directory is writable");
    }
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
