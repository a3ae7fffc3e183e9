//! What is found where, and what is said when something is wrong. Contents are texts: nothing here looks into classes.

#![allow(clippy::unwrap_used)]

#[path = "../../tests/common/zip.rs"]
mod zip;

use std::path::{Path, PathBuf};

use zip::{File, deflated, stored, zip};

use super::{Request, class_path, read};
use crate::settings::Settings;

/// A directory of a test's own.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("retake-input-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn put(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Reads, and compares what was read with a listing: classes (`+` for application code), resources, warnings.
    #[track_caller]
    fn check(&self, request: &Request, expected: &str) {
        let text = match read(request) {
            Err(error) => format!("{error}\n"),
            Ok(input) => {
                let sign = |application: bool| if application { '+' } else { '-' };
                let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
                let classes = input.classes.iter().map(|class| {
                    format!("{} {} {}", sign(class.application), class.name, text(class.bytes().unwrap()))
                });
                let resources = input.resources.iter().map(|found| {
                    format!("{} {} {} in {}", sign(found.application), found.path, text(&found.bytes), found.archive)
                });
                let warnings = input.warnings.iter().map(|warning| format!("! {warning}"));
                classes.chain(resources).chain(warnings).map(|line| line + "\n").collect()
            }
        };
        let text = text.replace(&format!("{}/", self.0.display()), "");
        let expected: String = expected
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.is_empty())
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(text, expected);
    }

    /// Reads what is at these paths.
    #[track_caller]
    fn read(&self, paths: &[&str], expected: &str) {
        let path = paths.iter().map(|path| self.0.join(path)).collect();
        self.check(&Request { path, ..Request::default() }, expected);
    }

    /// Reads an archive of these files.
    #[track_caller]
    fn read_zip(&self, files: &[File], expected: &str) {
        self.put("app.jar", zip(files));
        self.read(&["app.jar"], expected);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn manifest(text: &str) -> File {
    deflated("META-INF/MANIFEST.MF", format!("Manifest-Version: 1.0\r\n{text}\r\n\r\n"))
}

#[test]
fn a_boot_jar_has_its_libraries_inside() {
    let dir = Scratch::new("boot");
    let library = zip(&[
        deflated("lib/L.class", "l"),
        stored("META-INF/spring.factories", "f"),
        stored("module-info.class", "m"),
    ]);
    for pack in [stored, deflated] {
        dir.read_zip(
            &[
                stored("org/launcher/Main.class", "launcher"),
                deflated("BOOT-INF/classes/a/B.class", "b"),
                deflated("BOOT-INF/classes/application.yml", "y"),
                pack("BOOT-INF/lib/l.jar", library.clone()),
                stored("BOOT-INF/lib/readme.txt", "no"),
            ],
            "+ a/B b
            - lib/L l
            - org/launcher/Main launcher
            + application.yml y in app.jar
            - META-INF/spring.factories f in app.jar!BOOT-INF/lib/l.jar",
        );
    }
}

#[test]
fn an_ear_has_wars_and_jars() {
    let dir = Scratch::new("ear");
    let jar = zip(&[deflated("ejb/E.class", "e")]);
    let library = zip(&[deflated("lib/L.class", "l"), deflated("lib/M.class", "outer")]);
    let inner = zip(&[deflated("lib/M.class", "inner")]);
    let war = zip(&[
        deflated("WEB-INF/classes/w/W.class", "w"),
        stored("WEB-INF/web.xml", "x"),
        deflated("WEB-INF/lib/m.jar", inner),
    ]);
    dir.read_zip(
        &[
            stored("META-INF/application.xml", "a"),
            deflated("lib/l.jar", library),
            stored("web.war", war),
            deflated("ejb.jar", jar),
        ],
        "+ ejb/E e
        - lib/L l
        - lib/M inner
        + w/W w
        + META-INF/application.xml a in app.jar
        + WEB-INF/web.xml x in app.jar!web.war
        ! classes that are on the path more than once: 1; the first of each counts (lib/M of app.jar!web.war!WEB-INF/lib/m.jar, not of app.jar!lib/l.jar)",
    );
}

#[test]
fn a_multi_release_jar_has_a_version_for_each_release() {
    let dir = Scratch::new("release");
    let files = |multi: &str| {
        zip(&[
            manifest(&format!("Multi-Release: {multi}")),
            stored("META-INF/versions/11/a/B.class", "11"),
            stored("a/B.class", "base"),
            stored("META-INF/versions/9/a/B.class", "9"),
            stored("META-INF/versions/9/a/New.class", "new"),
            stored("META-INF/versions/9/c.xml", "nine"),
            stored("META-INF/versions/9/META-INF/services/s", "never"),
            stored("META-INF/versions/8/a/B.class", "never"),
            stored("META-INF/versions/99/a/B.class", "future"),
            stored("c.xml", "all"),
        ])
    };
    let request = |release| Request { path: vec![dir.0.join("app.jar")], release, ..Request::default() };
    dir.put("app.jar", files("true"));
    dir.check(&request(None), "+ a/B 11\n+ a/New new\n+ c.xml nine in app.jar");
    dir.check(&request(Some(11)), "+ a/B 11\n+ a/New new\n+ c.xml nine in app.jar");
    dir.check(&request(Some(10)), "+ a/B 9\n+ a/New new\n+ c.xml nine in app.jar");
    dir.check(&request(Some(8)), "+ a/B base\n+ c.xml all in app.jar");
    dir.check(&request(Some(99)), "+ a/B future\n+ a/New new\n+ c.xml nine in app.jar");
    dir.put("app.jar", files("false"));
    dir.check(&request(None), "+ a/B base\n+ META-INF/versions/9/c.xml nine in app.jar\n+ c.xml all in app.jar");
}

#[test]
fn the_first_on_the_path_counts() {
    let dir = Scratch::new("first");
    dir.put("one.jar", zip(&[stored("a/B.class", "one"), stored("c.xml", "one")]));
    dir.put("two.jar", zip(&[stored("a/B.class", "two"), stored("a/C.class", "two"), stored("c.xml", "two")]));
    dir.put("three.jar", zip(&[stored("a/B.class", "three"), stored("a/C.class", "three")]));
    dir.read(
        &["one.jar", "two.jar", "three.jar", "one.jar"],
        "+ a/B one
        - a/C two
        + c.xml one in one.jar
        - c.xml two in two.jar
        ! classes that are on the path more than once: 2; the first of each counts (a/B of one.jar, not of two.jar)",
    );
}

#[test]
fn directories_are_application_code() {
    let dir = Scratch::new("directory");
    dir.put("classes/a/B.class", "b");
    dir.put("classes/beans.xml", "x");
    dir.put("classes/notes.txt", "no");
    dir.put("lib/one.jar", zip(&[stored("l/L.class", "l")]));
    dir.put("lib/two.JAR", zip(&[stored("l/M.class", "m")]));
    dir.put("lib/no.txt", "no");
    dir.read(&["lib/*", "classes"], "+ a/B b\n- l/L l\n- l/M m\n+ beans.xml x in classes");
    dir.put("war/WEB-INF/classes/a/B.class", "b");
    dir.put("war/WEB-INF/lib/l.jar", zip(&[stored("l/L.class", "l")]));
    dir.read(&["war"], "+ a/B b\n- l/L l");
}

#[test]
fn a_manifest_names_more() {
    let dir = Scratch::new("manifest");
    dir.put("lib/l.jar", zip(&[manifest("Class-Path: ../app.jar m.jar"), stored("l/L.class", "l")]));
    dir.put("lib/m.jar", zip(&[stored("l/M.class", "m")]));
    dir.put("more/a/C.class", "c");
    dir.read_zip(
        &[manifest("Class-Path: lib/l.jar lib/gone.jar more/"), stored("a/B.class", "b")],
        "+ a/B b
        + a/C c
        - l/L l
        - l/M m
        ! app.jar names lib/gone.jar, which is not there",
    );
}

#[test]
fn a_shaded_jar_is_told() {
    let dir = Scratch::new("shaded");
    let files = [
        stored("META-INF/maven/g/a/pom.properties", ""),
        stored("META-INF/maven/g/b/pom.properties", ""),
        stored("META-INF/maven/g/b/pom.xml", ""),
        stored("a/B.class", "b"),
        stored("l/L.class", "l"),
    ];
    dir.read_zip(
        &files,
        "+ a/B b
        + l/L l
        ! app.jar holds 2 artifacts in one, and all of it counts as application code; say which packages do",
    );
    let request = Request { path: vec![dir.0.join("app.jar")], scope: vec!["a".into()], ..Request::default() };
    dir.check(&request, "+ a/B b\n- l/L l");
    let scope = vec!["a.*".into(), "b".into()];
    let request = Request { scope, ..request };
    dir.check(&request, "+ a/B b\n- l/L l\n! no class starts with b; check the packages that were given");
    let text = "[analyze]\nscope = [\n  'x',\n  'y',\n]\n".to_string();
    let settings = Settings::load(Path::new("retake.toml"), &|_| Ok(text.clone())).unwrap();
    let request = Request { scope: Vec::new(), settings, ..request };
    dir.check(
        &request,
        "no class starts with x (retake.toml:3) or y (retake.toml:4); check the packages that were given",
    );
}

/// A jar whose classes have no content.
fn jar(classes: &[&str]) -> Vec<u8> {
    let names: Vec<String> = classes.iter().map(|name| format!("{name}.class")).collect();
    zip(&names.iter().map(|name| stored(name, "")).collect::<Vec<_>>())
}

#[test]
fn modules_among_the_libraries_are_the_services_own() {
    let dir = Scratch::new("modules");
    let [core, web] = [jar(&["org/acme/shop/core/A", "org/acme/shop/core/B"]), jar(&["org/acme/shop/web/C"])];
    let [other, far] = [jar(&["org/acme/tools/T", "org/acme/tools/U"]), jar(&["org/far/F"])];
    let files = |classes: &'static str, start: &'static str| {
        vec![
            manifest(start),
            stored("org/launcher/Launcher.class", ""),
            stored(classes, ""),
            stored("BOOT-INF/lib/shop-core-2.1.jar", core.clone()),
            stored("BOOT-INF/lib/shop-web-2.1.jar", web.clone()),
            stored("BOOT-INF/lib/tools-7.0.jar", other.clone()),
            stored("BOOT-INF/lib/far-2.1.jar", far.clone()),
        ]
    };
    // The package of another product of the same people is not cut further.
    let found = "+ org/acme/shop/Main
        + org/acme/shop/core/A
        + org/acme/shop/core/B
        + org/acme/shop/web/C
        - org/acme/tools/T
        - org/acme/tools/U
        - org/far/F
        - org/launcher/Launcher";
    let found = found.replace('\n', " \n") + " ";
    let start = "Main-Class: org.launcher.Launcher\nStart-Class: org.acme.shop.Main";
    dir.read_zip(
        &files("BOOT-INF/classes/org/acme/shop/Main.class", start),
        &format!(
            "{found}
            ! app.jar has 1 of its own classes in their place, and 3 in libraries that begin with org.acme.shop, which \
             count as application code too, unless a scope says otherwise"
        ),
    );
    // Whoever says it knows better.
    let request = Request { path: vec![dir.0.join("app.jar")], scope: vec!["org.far".into()], ..Request::default() };
    let said = found.replace("+ ", "- ").replace("- org/far", "+ org/far");
    dir.check(&request, &said);
}

#[test]
fn a_war_without_classes_has_the_libraries_of_its_name() {
    let dir = Scratch::new("war-of-libraries");
    let war = [
        stored("WEB-INF/lib/shop-core-2.1.jar", jar(&["org/acme/A"])),
        stored("WEB-INF/lib/shop-web-2.0.jar", jar(&["org/other/B"])),
        stored("WEB-INF/lib/far-2.1.jar", jar(&["org/far/F"])),
    ];
    dir.put("shop-2.1.war", zip(&war));
    dir.read(
        &["shop-2.1.war"],
        "+ org/acme/A\x20
        - org/far/F\x20
        - org/other/B\x20
        ! shop-2.1.war has 0 of its own classes in their place, and 1 in libraries that begin with org.acme, which count as \
         application code too, unless a scope says otherwise",
    );
    dir.put("other.war", zip(&war));
    dir.read(&["other.war"], "no class counts as application code; say which packages do");
}

#[test]
fn few_classes_of_libraries_change_nothing() {
    let dir = Scratch::new("own");
    let files = [
        stored("WEB-INF/classes/org/acme/shop/A.class", ""),
        stored("WEB-INF/classes/org/acme/shop/B.class", ""),
        stored("WEB-INF/classes/org/far/Patched.class", ""),
        stored("WEB-INF/lib/acme-tools-1.0.jar", jar(&["org/acme/tools/T"])),
        stored("WEB-INF/lib/far-2.1.jar", jar(&["org/far/F"])),
    ];
    dir.read_zip(
        &files,
        "+ org/acme/shop/A\x20
        + org/acme/shop/B\x20
        - org/acme/tools/T\x20
        - org/far/F\x20
        + org/far/Patched\x20",
    );
}

#[test]
fn a_shaded_jar_starts_with_a_class_of_the_service() {
    let dir = Scratch::new("shaded-start");
    let files = |start, class| {
        [
            manifest(start),
            stored("META-INF/maven/org.acme.shop/shop/pom.properties", ""),
            stored("META-INF/maven/org.acme.tools/tools/pom.properties", ""),
            stored(class, ""),
            stored("org/acme/tools/T.class", ""),
        ]
    };
    dir.read_zip(
        &files("Main-Class: org.acme.shop.web.Main", "org/acme/shop/web/Main.class"),
        "+ org/acme/shop/web/Main\x20
        - org/acme/tools/T\x20
        ! app.jar holds 2 artifacts in one; of it counts as application code what begins with org.acme.shop, unless a scope says \
         otherwise",
    );
    // Libraries that were moved below the service's package cannot be told from it.
    dir.read_zip(
        &files("Main-Class: org.acme.shop.Main", "org/acme/shop/org/far/F.class"),
        "+ org/acme/shop/org/far/F\x20
        + org/acme/tools/T\x20
        ! app.jar holds 2 artifacts in one, and all of it counts as application code; say which packages do",
    );
}

#[test]
fn libraries_that_were_moved_stay_libraries() {
    let dir = Scratch::new("moved");
    let moved = |count: usize| {
        let mut names: Vec<String> = (100..100 + count).map(|at| format!("shop/org/far/F{at}")).collect();
        names.extend(["shop/Main", "shop/org/unit/Tree"].map(String::from));
        let mut files = vec![manifest("Main-Class: shop.Main")];
        files.extend(names.iter().map(|name| stored(&format!("{name}.class"), "")));
        dir.put("app.jar", zip(&files));
        let input = read(&Request::of(dir.0.join("app.jar"))).unwrap();
        let own = input.classes.iter().filter(|class| class.application).count();
        (own, input.warnings)
    };
    assert_eq!(moved(98), (100, vec![]));
    let (own, told) = moved(99);
    assert_eq!(own, 1);
    let expected = "app.jar has 100 classes of libraries that were moved to packages below shop; they do not count as \
                    application code, unless a scope says otherwise";
    assert!(told.len() == 1 && told[0].ends_with(expected), "{told:?}");
}

#[test]
fn the_first_of_a_directory_is_no_choice() {
    let dir = Scratch::new("first-of-directory");
    dir.put("lib/a.jar", jar(&["a/A"]));
    dir.put("lib/b.jar", jar(&["b/B"]));
    dir.read(
        &["lib/*"],
        "+ a/A\x20
        - b/B\x20
        ! lib/a.jar counts as the service because it is the first of lib/*; name the service before its libraries, or say which \
         packages are its own",
    );
}

#[test]
fn a_jdk_is_known_by_its_home() {
    let dir = Scratch::new("jdk");
    dir.put("8/jre/lib/rt.jar", zip(&[stored("java/lang/Object.class", "object")]));
    dir.put("8/jre/lib/jce.jar", zip(&[stored("javax/crypto/Cipher.class", "cipher")]));
    dir.put("8/jre/lib/ext/zipfs.jar", zip(&[stored("zip/Fs.class", "fs")]));
    dir.read(&["8"], "+ java/lang/Object object\n- javax/crypto/Cipher cipher\n- zip/Fs fs");
    let mut jmod = b"JM\x01\0".to_vec();
    jmod.extend(zip(&[
        stored("classes/module-info.class", "m"),
        stored("classes/a/B.class", "b"),
        stored("lib/modules", "no"),
    ]));
    dir.put("a.jmod", jmod);
    dir.read(&["a.jmod"], "+ a/B b");
}

/// Reads the image of every JDK and runtime at hand, by its home. Those made by `jlink` may be compressed.
#[test]
fn a_jdk_has_its_classes_in_an_image() {
    for jdk in retake_jdks::runtimes() {
        let input = read(&Request::of(&jdk.home)).unwrap();
        assert_eq!(input.warnings, Vec::<String>::new());
        let object = input.classes.iter().find(|class| class.name == "java/lang/Object").unwrap();
        assert!(object.bytes().unwrap().starts_with(&[0xca, 0xfe, 0xba, 0xbe]) && object.application);
    }
}

#[test]
fn an_entry_that_lies_is_left_out() {
    let dir = Scratch::new("lies");
    let good = stored("a/Good.class", "good");
    let bad = deflated("a/Bad.class", vec![b'x'; 100_000]);
    let check = |bad: File, why: &str| {
        let entry = String::from_utf8_lossy(&bad.name).into_owned();
        dir.read_zip(&[bad, good.clone()], &format!("+ a/Good good\n! app.jar: {entry} was left out: {why}"));
    };
    check(File { claims: Some(99_999), ..bad.clone() }, "it holds more than it claims");
    check(File { claims: Some(100_001), ..bad.clone() }, "it holds less than it claims");
    check(File { claims: Some(1 << 31), ..bad.clone() }, "it cannot hold as much as it claims");
    check(File { claims: Some(5), ..stored("a/Bad.class", "1234") }, "it cannot hold as much as it claims");
    check(File { claims: Some(u64::MAX), zip64: true, ..bad.clone() }, "it cannot hold as much as it claims");
    check(File { checksum: Some(1), ..bad.clone() }, "its checksum does not match");
    check(File { checksum: Some(1), ..stored("a/Bad.class", "1234") }, "its checksum does not match");
    check(File { method: Some(8), ..stored("a/Bad.class", vec![0xff; 10]) }, "it cannot be decompressed");
    check(File { method: Some(12), ..bad.clone() }, "it is compressed by other means than deflate");
    check(File { flags: 1, ..bad.clone() }, "it is encrypted");
    check(File { offset: Some(1 << 20), ..bad.clone() }, "it lies outside of the archive");
    check(File { name: b"../a/Bad.class".to_vec(), ..bad.clone() }, "its name is no path inside the archive");
    check(File { name: b"/a/Bad.class".to_vec(), ..bad.clone() }, "its name is no path inside the archive");
    check(File { name: b"a/../../Bad.class".to_vec(), ..bad.clone() }, "its name is no path inside the archive");
    check(File { name: b"a\\Bad.class".to_vec(), ..bad.clone() }, "its name is no path inside the archive");
    check(File { name: b"gr\x81n/Bad.class".to_vec(), ..bad.clone() }, "its name is not UTF-8");
    check(deflated("a/Bad.class", vec![0; (64 << 20) + 1]), "no class file is that large");
}

#[test]
fn many_that_are_wrong_for_one_reason_are_one_message() {
    let dir = Scratch::new("many");
    let mut files = vec![stored("a/Good.class", "good")];
    files.extend((0..1000).map(|number| File { flags: 1, ..stored(&format!("a/B{number}.class"), "b") }));
    dir.read_zip(&files, "+ a/Good good\n! app.jar: a/B0.class and 999 more were left out: it is encrypted");
}

#[test]
fn an_entry_that_is_there_twice_is_the_last() {
    let dir = Scratch::new("twice");
    dir.read_zip(
        &[stored("a/B.class", "first"), stored("a/B.class", "last"), stored("c.xml", "first"), stored("c.xml", "last")],
        "+ a/B last
        + c.xml last in app.jar
        ! app.jar: a/B.class was left out: behind it comes another of its name, which is the one the JVM takes",
    );
}

#[test]
fn sizes_of_64_bits_are_read() {
    let dir = Scratch::new("zip64");
    let wide = |file: File| File { zip64: true, ..file };
    dir.read_zip(&[wide(stored("a/B.class", "b")), wide(deflated("a/C.class", "c"))], "+ a/B b\n+ a/C c");
}

const BUDGET: &str = "with it there would be more than 64 times what was read";

#[test]
fn a_bomb_is_not_unpacked() {
    let dir = Scratch::new("bomb");
    let bomb = |name: &str| deflated(name, vec![b'x'; 40 << 20]);
    dir.read_zip(
        &[stored("a/A.class", "good"), bomb("a/B.class"), bomb("a/C.class"), bomb("a/D.class")],
        &format!("+ a/A good\n+ a/B {}\n! app.jar: a/C.class and 1 more were left out: {BUDGET}", "x".repeat(20)),
    );
}

#[test]
fn a_bomb_in_an_archive_is_not_unpacked() {
    let dir = Scratch::new("bombs");
    let library = |name: &str| {
        let mut library = zip(&[stored(name, vec![b'x'; 40 << 20])]);
        for _ in 0..3 {
            library = zip(&[deflated("WEB-INF/lib/l.jar", library)]);
        }
        library
    };
    let files = [
        stored("WEB-INF/classes/a/B.class", "b"),
        stored("WEB-INF/lib/l.jar", library("l/L.class")),
        stored("WEB-INF/lib/m.jar", library("l/M.class")),
    ];
    let inner = "!WEB-INF/lib/l.jar!WEB-INF/lib/l.jar";
    dir.read_zip(
        &files,
        &format!(
            "+ a/B b
            ! app.jar!WEB-INF/lib/l.jar{inner}!WEB-INF/lib/l.jar: l/L.class was left out: {BUDGET}
            ! app.jar!WEB-INF/lib/m.jar{inner}: WEB-INF/lib/l.jar was left out: {BUDGET}"
        ),
    );
}

#[test]
fn entries_that_share_their_bytes_count_each() {
    let dir = Scratch::new("shared");
    let content = vec![b'x'; 1 << 20];
    let shared = |number| File { offset: Some(0), ..stored(&format!("a/B{number:03}.class"), content.clone()) };
    let files: Vec<File> = [stored("a/A.class", content.clone())].into_iter().chain((0..200).map(shared)).collect();
    dir.put("app.jar", zip(&files));
    let input = read(&Request::of(dir.0.join("app.jar"))).unwrap();
    assert_eq!(input.classes.len(), 128);
    let left_out = format!("app.jar: a/B127.class and 72 more were left out: {BUDGET}");
    assert!(input.warnings[0].ends_with(&left_out), "{:?}", input.warnings);
}

#[test]
fn archives_in_archives_have_a_bottom() {
    let dir = Scratch::new("deep");
    let mut inner = zip(&[stored("l/L.class", "l")]);
    for _ in 0..12 {
        inner = zip(&[stored("WEB-INF/lib/l.jar", inner)]);
    }
    dir.read_zip(
        &[stored("WEB-INF/classes/a/B.class", "b"), stored("WEB-INF/lib/l.jar", inner)],
        &format!(
            "+ a/B b\n! app.jar{}: WEB-INF/lib/l.jar was left out: it is nested too deep",
            "!WEB-INF/lib/l.jar".repeat(8)
        ),
    );
}

#[test]
fn a_bad_library_is_left_out() {
    let dir = Scratch::new("library");
    let whole = zip(&[deflated("l/L.class", "l")]);
    let check = |library: &[u8], why: &str| {
        dir.read_zip(
            &[stored("BOOT-INF/classes/a/B.class", "b"), stored("BOOT-INF/lib/l.jar", library)],
            &format!("+ a/B b\n! app.jar: BOOT-INF/lib/l.jar was left out: {why}"),
        );
    };
    check(b"hello", "it is no jar");
    check(b"", "it is no jar");
    check(&whole[..whole.len() - 10], "it breaks off");
    let mut broken = whole.clone();
    let at = whole.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    broken[at + 28] = 0xff;
    check(&broken, "its directory breaks off");
    dir.put("good.jar", zip(&[stored("a/B.class", "b")]));
    dir.put("bad.jar", "hello");
    dir.put("cut.jar", &whole[..whole.len() / 2]);
    dir.read(
        &["good.jar", "bad.jar", "cut.jar"],
        "+ a/B b
        ! bad.jar is neither a jar nor a directory; name a jar, a war or a directory of classes
        ! cut.jar is damaged: it breaks off; build or download it again",
    );
}

#[test]
fn what_is_wrong_with_everything_is_an_error() {
    let dir = Scratch::new("error");
    dir.check(&Request::default(), "there is nothing to analyse; name a jar, a war or a directory of classes");
    dir.read(&["gone.jar"], "gone.jar does not exist; check the path, or build the service first");
    dir.put("text.jar", "hello");
    dir.read(&["text.jar"], "text.jar is neither a jar nor a directory; name a jar, a war or a directory of classes");
    dir.put("empty.jar", "");
    dir.read(&["empty.jar"], "empty.jar is neither a jar nor a directory; name a jar, a war or a directory of classes");
    let no_classes = |path: &str| {
        format!(
            "there are no classes in {path}; name the jar that holds the service, or the directory its classes are compiled to"
        )
    };
    dir.put("nothing.jar", zip(&[]));
    dir.read(&["nothing.jar"], &no_classes("nothing.jar"));
    dir.put("directory/readme.txt", "");
    dir.read(&["directory"], &no_classes("directory"));
    let whole = zip(&[deflated("a/B.class", "b")]);
    dir.put("cut.jar", &whole[..whole.len() - 1]);
    dir.read(&["cut.jar"], "cut.jar is damaged: it breaks off; build or download it again");
    let request =
        Request { path: vec![dir.put("app.jar", &whole)], scope: vec!["nobody.here".into()], ..Request::default() };
    dir.check(&request, "no class starts with nobody.here; check the packages that were given");
}

#[cfg(unix)]
#[test]
fn a_class_path_is_taken_apart() {
    let dir = Scratch::new("class-path");
    dir.put("app.jar", "");
    dir.put("lib/b.jar", "");
    dir.put("odd:name.jar", "");
    let at = |path: &str| dir.0.join(path).display().to_string();
    let check = |named: &str, expected: &[&str]| {
        let found = class_path(&[PathBuf::from(named)]);
        assert_eq!(found, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
    };
    let (app, jars, odd, gone) = (at("app.jar"), at("lib/*"), at("odd:name.jar"), at("gone.jar"));
    check(&app, &[&app]);
    check(&format!("{app}:{jars}"), &[&app, &jars]);
    check(&format!("{jars}::{app}:"), &[&jars, &app]);
    // A name that has the separator in it.
    check(&odd, &[&odd]);
    // Of what is missing, the part is told that is.
    check(&format!("{app}:{gone}"), &[&app, &gone]);
    check(&format!("{gone}:{gone}"), &[&format!("{gone}:{gone}")]);
    check("", &[""]);
}

#[cfg(unix)]
#[test]
fn a_directory_may_hold_anything() {
    use std::os::unix::fs::symlink;
    let dir = Scratch::new("links");
    dir.put("classes/a/B.class", "b");
    dir.put("elsewhere/C.class", "c");
    let at = |path: &str| dir.0.join(path);
    symlink(at("elsewhere"), at("classes/c")).unwrap();
    symlink(at("classes"), at("classes/a/circle")).unwrap();
    symlink(at("nowhere"), at("classes/Gone.class")).unwrap();
    symlink(at("classes/Loop.class"), at("classes/Loop.class")).unwrap();
    symlink(at("nowhere"), at("classes/gone.txt")).unwrap();
    symlink(Path::new("/dev/zero"), at("classes/Endless.class")).unwrap();
    dir.read(
        &["classes"],
        "+ a/B b
        + c/C c
        ! classes: Gone.class and 1 more were left out: it cannot be read
        ! classes: Endless.class was left out: it is no file",
    );
    symlink(at("nowhere"), at("gone.jar")).unwrap();
    dir.read(&["gone.jar"], "gone.jar does not exist; check the path, or build the service first");
    dir.read(&["/dev/null"], "/dev/null is neither a jar nor a directory; name a jar, a war or a directory of classes");
}
