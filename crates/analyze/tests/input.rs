//! Jars, wars, class paths: what counts as what, and what is said when something is wrong.

#![allow(clippy::unwrap_used)]

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};

use common::{compiled, scratch};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use retake_analyze::{Error, Request, analyze};
use retake_model::points::Points;

/// Builds an archive of these files, deflated or stored.
fn zip(files: &[(String, Vec<u8>)], deflated: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let method = if deflated { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().unwrap();
        let packed = if deflated { deflate(content) } else { content.clone() };
        let mut writer = config.wrap(Vec::new());
        writer.write_all(content).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.write_all(&packed).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut packed = vec![0; compressor.deflate_compress_bound(content.len())];
    let count = compressor.deflate_compress(content, &mut packed).unwrap();
    packed.truncate(count);
    packed
}

/// The class files of a compiled fixture, below a prefix.
fn classes(package: &str, prefix: &str) -> Vec<(String, Vec<u8>)> {
    classes_in(&compiled().0, package, prefix)
}

fn classes_in(root: &Path, package: &str, prefix: &str) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = std::fs::read_dir(root.join(package))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_file())
        .map(|entry| {
            let entry = entry.unwrap();
            let name = format!("{prefix}{package}/{}", entry.file_name().to_string_lossy());
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    found.sort();
    found
}

fn write(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    path
}

fn run(path: &[&Path]) -> Result<Points, Error> {
    let path = path.iter().map(|path| path.to_path_buf()).collect();
    analyze(&Request { path, scope: Vec::new() }, &|_| {})
}

#[track_caller]
fn figures_only(points: &Points) {
    assert_eq!(points.scope, ["figures/"]);
    assert!(points.points.iter().any(|point| point.class == "figures/C2"), "{points:#?}");
    assert!(points.points.iter().all(|point| point.class.starts_with("figures/")), "{points:#?}");
    assert!(points.counts.classes > points.counts.application_classes);
}

#[test]
fn a_boot_jar_is_unfolded() {
    for deflated in [false, true] {
        let inner = zip(&classes("time", ""), deflated);
        let mut files = classes("figures", "BOOT-INF/classes/");
        files.push(("BOOT-INF/lib/time.jar".to_string(), inner));
        files.extend(classes("calls", ""));
        let dir = scratch(&format!("boot-{deflated}"));
        let points = run(&[&write(&dir, "app with spaces.jar", &zip(&files, deflated))]).unwrap();
        figures_only(&points);
    }
}

#[test]
fn a_war_is_unfolded_and_its_servlets_have_paths() {
    let mut files = classes("web", "WEB-INF/classes/");
    files.push(("WEB-INF/lib/figures.jar".to_string(), zip(&classes("figures", ""), true)));
    let web_xml = "<web-app><filter><filter-name>s</filter-name><filter-class>web.Stamp</filter-class></filter>\
        <filter-mapping><filter-name>s</filter-name><url-pattern>/*</url-pattern></filter-mapping></web-app>";
    files.push(("WEB-INF/web.xml".to_string(), web_xml.into()));
    let dir = scratch("war");
    // The servlet API is the container's, not the war's.
    let api = write(&dir, "api.jar", &zip(&classes_in(&compiled().1, "jakarta/servlet", ""), true));
    let points = run(&[&write(&dir, "app.war", &zip(&files, true)), &api]).unwrap();
    assert_eq!(points.scope, ["web/"]);
    let path =
        |method: &str| points.entries.iter().find(|entry| entry.method == method).map(|entry| entry.paths.clone());
    assert_eq!(path("doFilter"), Some(vec!["/*".to_string()]));
}

#[test]
fn a_manifest_brings_its_libraries() {
    let dir = scratch("manifest");
    write(&dir, "lib/time.jar", &zip(&classes("time", ""), true));
    let mut files = classes("figures", "");
    let manifest = "Manifest-Version: 1.0\r\nClass-Path: lib/time.jar lib/gone.jar\r\n\r\n";
    files.push(("META-INF/MANIFEST.MF".to_string(), manifest.into()));
    let points = run(&[&write(&dir, "app.jar", &zip(&files, true))]).unwrap();
    figures_only(&points);
    assert!(points.warnings.iter().any(|warning| warning.contains("lib/gone.jar")), "{:?}", points.warnings);
}

#[test]
fn the_first_on_the_path_wins() {
    let dir = scratch("first");
    let (name, bytes) = classes("figures", "").swap_remove(0);
    let first = write(&dir, "first.jar", &zip(&[(name.clone(), bytes)], true));
    let second = write(&dir, "second.jar", &zip(&[(name, b"not a class".to_vec())], true));
    assert_eq!(run(&[&first, &second]).unwrap().warnings, Vec::<String>::new());
    let points = run(&[&second, &first]).unwrap();
    assert_eq!(points.warnings.len(), 1, "{:?}", points.warnings);
}

#[test]
fn a_directory_of_jars_is_a_star() {
    let dir = scratch("star");
    write(&dir, "lib/time.jar", &zip(&classes("time", ""), true));
    let app = write(&dir, "app.jar", &zip(&classes("figures", ""), false));
    figures_only(&run(&[&app, &dir.join("lib/*")]).unwrap());
}

#[test]
fn a_bad_class_is_a_warning() {
    let dir = scratch("bad");
    let mut files = classes("figures", "");
    files.push(("figures/Broken.class".to_string(), vec![0xca, 0xfe, 0xba, 0xbe, 0, 0]));
    let (_, c2) = files.iter().find(|(name, _)| name.ends_with("C2.class")).unwrap().clone();
    files.push(("figures/Misplaced.class".to_string(), c2));
    let points = run(&[&write(&dir, "app.jar", &zip(&files, true))]).unwrap();
    assert_eq!(points.warnings.len(), 2, "{:?}", points.warnings);
    assert!(points.points.iter().any(|point| point.class == "figures/C2"));
}

#[test]
fn a_broken_configuration_is_a_warning() {
    let dir = scratch("broken-xml");
    let mut files = classes("figures", "");
    files.push(("META-INF/spring/shop.xml".to_string(), b"<beans>\n<bean></beans>".to_vec()));
    let points = run(&[&write(&dir, "shop.jar", &zip(&files, true))]).unwrap();
    let [warning] = &points.warnings[..] else { panic!("{:?}", points.warnings) };
    assert!(warning.contains("shop.jar: META-INF/spring/shop.xml was left out: line 2: "), "{warning}");
    assert!(!points.points.is_empty());
}

#[test]
fn a_method_that_cannot_be_followed_is_a_warning() {
    // Every opcode of one method becomes `pop`, which has nothing to pop.
    let mut files = classes("figures", "");
    let c2 = files.iter_mut().find(|(name, _)| name.ends_with("C2.class")).unwrap();
    let code = [0xbbu8, 0x00];
    let at = c2.1.windows(2).position(|window| window == code).unwrap();
    c2.1[at] = 0x57;
    c2.1[at + 1] = 0x57;
    let dir = scratch("stuck");
    let points = run(&[&write(&dir, "app.jar", &zip(&files, true))]).unwrap();
    assert!(!points.warnings.is_empty());
    assert!(points.points.iter().any(|point| point.class == "figures/C1"));
}

#[track_caller]
fn error(path: &[&Path], expected: &str) {
    let text = run(path).unwrap_err().to_string();
    assert!(text.contains(expected), "{text}");
}

#[test]
fn what_is_wrong_is_said() {
    let dir = scratch("wrong");
    assert!(matches!(run(&[]), Err(Error::Empty)));
    error(&[&dir.join("gone.jar")], "does not exist");
    error(&[&write(&dir, "text.jar", b"hello")], "neither a jar nor a directory");
    error(&[&write(&dir, "empty.jar", b"")], "neither a jar nor a directory");
    error(&[&write(&dir, "empty-zip.jar", &zip(&[], true))], "there are no classes in");
    let whole = zip(&classes("figures", ""), true);
    error(&[&write(&dir, "cut.jar", &whole[..whole.len() / 2])], "is damaged");
    let request = Request { path: vec![write(&dir, "app.jar", &whole)], scope: vec!["nobody.here".to_string()] };
    let text = analyze(&request, &|_| {}).unwrap_err().to_string();
    assert!(text.contains("nobody.here"), "{text}");
}

/// Whatever bytes come, there is an answer or an error, never a crash. `RETAKE_ROUNDS` makes it try harder.
#[test]
fn damaged_jars_do_no_harm() {
    let rounds = std::env::var("RETAKE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(60);
    let dir = scratch("damaged");
    let mut random = 42u64;
    let mut next = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize
    };
    let packages = ["figures", "statics", "lambdas", "web"];
    for round in 0..rounds {
        // Around the classes, and inside them, where nothing is compressed and no checksum protects.
        let mut files = classes(packages[round % packages.len()], "");
        if round % 4 != 0 {
            for (_, bytes) in &mut files {
                for _ in 0..round % 5 {
                    let at = next() % bytes.len();
                    bytes[at] = next() as u8;
                }
            }
        }
        let mut jar = zip(&files, round % 4 == 0);
        if round % 4 == 0 {
            for _ in 0..=round % 16 {
                let at = next() % jar.len();
                jar[at] = next() as u8;
            }
            if round % 3 == 0 {
                jar.truncate(next() % jar.len());
            }
        }
        let _ = run(&[&write(&dir, "app.jar", &jar)]);
    }
}
