//! What is kept of libraries between two analyses changes how long the second takes, and nothing else.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};

use common::zip::{File, deflated, stored, zip};
use common::{javac, scratch};
use retake_analyze::{Request, analyze};

const LIBRARY: [(&str, &str); 4] = [
    // The service asks for it, so its code is looked into.
    ("Clock", "public final class Clock { public static long ticks() { return System.nanoTime() / 1000; } }"),
    // The service only extends it.
    ("Base", "@Mark public class Base { public String name() { return \"base\"; } }"),
    // Nobody asks for it.
    ("Idle", "public final class Idle { public static long ticks() { return System.nanoTime() / 1000; } }"),
    ("Mark", "public @interface Mark { String value() default \"\"; }"),
];

const SERVICE: &str = "package shop;
    public class Shop extends lib.Base {
        static long last;
        public static void main(String[] arguments) {
            if (lib.Clock.ticks() > last) last = lib.Clock.ticks();
            System.out.println(new Shop().name() + last);
        }
    }";

/// A service and a library, compiled.
struct Built {
    dir: PathBuf,
    library: Vec<(String, Vec<u8>)>,
    service: Vec<u8>,
}

impl Built {
    fn new(name: &str) -> Self {
        let dir = scratch(name);
        let put = |path: PathBuf, text: String| {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let sources: Vec<PathBuf> = LIBRARY
            .iter()
            .map(|(name, text)| put(dir.join(format!("src/lib/{name}.java")), format!("package lib;\n{text}")))
            .collect();
        let (classes, own) = (dir.join("lib"), dir.join("own"));
        javac(&sources, None, &classes);
        javac(&[put(dir.join("src/shop/Shop.java"), SERVICE.to_string())], Some(&classes), &own);
        let read = |path: PathBuf| std::fs::read(path).unwrap();
        let library = LIBRARY
            .iter()
            .map(|(name, _)| (name.to_string(), read(classes.join(format!("lib/{name}.class")))))
            .collect();
        Built { library, service: read(own.join("shop/Shop.class")), dir }
    }

    /// The service, if it asked another class for the time.
    fn asking(&self, class: &str) -> Vec<u8> {
        let source = self.dir.join("src/shop/Shop.java");
        std::fs::write(&source, SERVICE.replace("lib.Clock", class)).unwrap();
        javac(&[source], Some(&self.dir.join("lib")), &self.dir.join("other"));
        std::fs::read(self.dir.join("other/shop/Shop.class")).unwrap()
    }

    fn class(&self, name: &str) -> &[u8] {
        &self.library.iter().find(|(found, _)| found == name).unwrap().1
    }

    /// The service with its library inside, as a file.
    fn jar(&self, pack: fn(&str, Vec<u8>) -> File, pack_classes: fn(&str, Vec<u8>) -> File) -> PathBuf {
        let mut files: Vec<File> = self
            .library
            .iter()
            .map(|(name, class)| pack_classes(&format!("lib/{name}.class"), class.clone()))
            .collect();
        files.push(pack_classes("META-INF/spring.factories", b"lib.Mark=lib.Base".to_vec()));
        let whole = zip(&[
            stored("BOOT-INF/classes/shop/Shop.class", self.service.clone()),
            pack("BOOT-INF/lib/lib.jar", zip(&files)),
        ]);
        let path = self.dir.join("app.jar");
        std::fs::write(&path, whole).unwrap();
        path
    }

    /// The document, with a cache or without.
    fn analyze(&self, jar: &Path, cache: Option<&Path>) -> String {
        let cache = cache.map(Path::to_path_buf);
        let points = analyze(&Request { cache, ..Request::of(jar) }, &|_| {}).unwrap();
        serde_json::to_string_pretty(&points).unwrap()
    }
}

fn pack_stored(name: &str, content: Vec<u8>) -> File {
    stored(name, content)
}

fn pack_deflated(name: &str, content: Vec<u8>) -> File {
    deflated(name, content)
}

/// The files that were kept.
fn kept(cache: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for directory in std::fs::read_dir(cache).unwrap() {
        files.extend(std::fs::read_dir(directory.unwrap().path()).unwrap().map(|file| file.unwrap().path()));
    }
    files
}

/// Changes one byte in the middle of where these bytes are in a file.
fn damage(file: &Path, bytes: &[u8]) {
    let mut whole = std::fs::read(file).unwrap();
    let at = whole.windows(bytes.len()).position(|window| window == bytes).expect("it is there");
    whole[at + bytes.len() / 2] ^= 0xff;
    std::fs::write(file, whole).unwrap();
}

#[test]
fn a_second_analysis_says_the_same() {
    let built = Built::new("cache-same");
    for (number, pack) in [pack_stored as fn(&str, Vec<u8>) -> File, pack_deflated].into_iter().enumerate() {
        let cache = built.dir.join(format!("cache-{number}"));
        let jar = built.jar(pack, pack_deflated);
        let without = built.analyze(&jar, None);
        assert!(without.contains("lib.Clock.ticks"), "{without}");
        for _ in 0..3 {
            assert_eq!(built.analyze(&jar, Some(&cache)), without);
        }
        // Of the service itself, which holds an archive, nothing is kept.
        assert_eq!(kept(&cache).len(), 1);
    }
}

#[test]
fn a_library_that_is_known_is_not_read() {
    let built = Built::new("cache-unread");
    let cache = built.dir.join("cache");
    let jar = built.jar(pack_stored, pack_stored);
    let whole = built.analyze(&jar, Some(&cache));
    damage(&jar, built.class("Idle"));
    assert_eq!(built.analyze(&jar, Some(&cache)), whole);
    let without = built.analyze(&jar, None);
    assert!(without.contains("its checksum does not match"), "{without}");
}

#[test]
fn what_is_damaged_is_told_when_somebody_asks_for_it() {
    let built = Built::new("cache-damaged");
    let cache = built.dir.join("cache");
    let jar = built.jar(pack_stored, pack_stored);
    built.analyze(&jar, Some(&cache));
    // The next service asks for a class that this one did not ask for.
    let other = Built { service: built.asking("lib.Idle"), ..built };
    let jar = other.jar(pack_stored, pack_stored);
    damage(&jar, other.class("Idle"));
    let told = other.analyze(&jar, Some(&cache));
    assert!(told.contains("class lib/Idle was left out: its checksum does not match"), "{told}");
}

#[test]
fn what_is_kept_may_be_damaged() {
    let built = Built::new("cache-broken");
    let cache = built.dir.join("cache");
    let jar = built.jar(pack_deflated, pack_deflated);
    let without = built.analyze(&jar, None);
    built.analyze(&jar, Some(&cache));
    let file = kept(&cache).remove(0);
    let good = std::fs::read(&file).unwrap();
    for length in [0, 3, 4, good.len() / 2, good.len() - 1] {
        std::fs::write(&file, &good[..length]).unwrap();
        assert_eq!(built.analyze(&jar, Some(&cache)), without);
        assert_eq!(std::fs::read(&file).unwrap(), good);
    }
    let mut wrong = good.clone();
    wrong[good.len() / 2] ^= 1;
    std::fs::write(&file, &wrong).unwrap();
    assert_eq!(built.analyze(&jar, Some(&cache)), without);
    assert_eq!(std::fs::read(&file).unwrap(), good);
}

#[test]
fn where_nothing_can_be_kept_the_analysis_goes_on() {
    let built = Built::new("cache-nowhere");
    let jar = built.jar(pack_stored, pack_stored);
    let without = built.analyze(&jar, None);
    let file = built.dir.join("file");
    std::fs::write(&file, "no directory").unwrap();
    assert_eq!(built.analyze(&jar, Some(&file)), without);
    assert_eq!(built.analyze(&jar, Some(Path::new("/proc/retake"))), without);
}

#[test]
fn what_stands_before_an_archive_does_not_matter() {
    let built = Built::new("cache-prefix");
    let [clock, idle] =
        [("clock.jar", built.service.clone()), ("idle.jar", built.asking("lib.Idle"))].map(|(name, class)| {
            let path = built.dir.join(name);
            std::fs::write(&path, zip(&[stored("shop/Shop.class", class)])).unwrap();
            path
        });
    let library = |root: &str| -> Vec<File> {
        let class = |(name, class): &(String, Vec<u8>)| deflated(&format!("{root}lib/{name}.class"), class.clone());
        built.library.iter().map(class).collect()
    };
    let mut module = library("classes/");
    module.push(stored("classes/module-info.class", ""));
    let kinds: [(&str, &[u8], Vec<File>); 3] = [
        ("lib.jmod", b"JM\x01\0", module),
        ("lib.jar", b"#!/bin/sh\nexec java -jar \"$0\"\n", library("")),
        ("plain.jar", b"", library("")),
    ];
    for (name, before, files) in kinds {
        let library = built.dir.join(name);
        std::fs::write(&library, [before, &zip(&files)].concat()).unwrap();
        let cache = built.dir.join(format!("cache-{name}"));
        let tell = |service: &PathBuf, cache: Option<&Path>| {
            let path = vec![service.clone(), library.clone()];
            let request = Request { path, cache: cache.map(Path::to_path_buf), ..Request::default() };
            serde_json::to_string_pretty(&analyze(&request, &|_| {}).unwrap()).unwrap()
        };
        // What the second asks for the first did not ask for, so it is read from where the digest says it is.
        for (service, source) in [(&clock, "lib.Clock.ticks"), (&idle, "lib.Idle.ticks")] {
            let without = tell(service, None);
            assert!(without.contains(source), "{name}: {without}");
            assert_eq!(tell(service, Some(&cache)), without, "{name}");
        }
    }
}
