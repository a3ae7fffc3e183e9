//! Archives as they are delivered, and the points that are found in them. What is found where is tested beside the code.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};

use common::zip::{self, deflated, stored};
use common::{compiled, scratch};
use retake_analyze::{Error, Request, analyze};
use retake_model::points::Points;

/// Builds an archive of these files, deflated or stored.
fn zip(files: &[(String, Vec<u8>)], is_deflated: bool) -> Vec<u8> {
    let pack = if is_deflated { deflated } else { stored };
    zip::zip(&files.iter().map(|(name, content)| pack(name, content.clone())).collect::<Vec<_>>())
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
    analyze(&Request { path, ..Request::default() }, &|_| {})
}

#[test]
fn a_boot_jar_is_unfolded() {
    for deflated in [false, true] {
        let inner = zip(&classes("time", ""), deflated);
        let mut files = classes("figure6", "BOOT-INF/classes/");
        files.push(("BOOT-INF/lib/time.jar".to_string(), inner));
        files.extend(classes("calls", ""));
        let dir = scratch(&format!("boot-{deflated}"));
        let points = run(&[&write(&dir, "app with spaces.jar", &zip(&files, deflated))]).unwrap();
        assert_eq!(points.scope, ["figure6/"]);
        assert!(points.points.iter().any(|point| point.class == "figure6/C2"), "{points:#?}");
        assert!(points.points.iter().all(|point| point.class.starts_with("figure6/")), "{points:#?}");
        assert!(points.counts.classes > points.counts.application_classes);
    }
}

#[test]
fn a_war_is_unfolded_and_its_servlets_have_paths() {
    let mut files = classes("web", "WEB-INF/classes/");
    files.push(("WEB-INF/lib/figure6.jar".to_string(), zip(&classes("figure6", ""), true)));
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
    let packages = ["figure6", "statics", "lambdas", "web"];
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
