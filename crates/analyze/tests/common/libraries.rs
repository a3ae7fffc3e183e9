//! Real libraries to test against: named in one list, fetched once with Maven, kept in the build's target directory.
//!
//! The list beside the tests (`libraries.txt`) has a line for each jar: `group:artifact:version sha256`. Nothing comes
//! along that is not listed. A jar is in the directory only if its checksum was right, so nothing is checked twice and
//! a build that has them all needs no registry.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The version of Maven's plugin that copies artifacts.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";

/// One line of the list.
struct Library {
    coordinates: String,
    checksum: String,
}

impl Library {
    fn file(&self) -> String {
        format!("{}.jar", self.coordinates.replace(':', "-"))
    }

    /// Whether `wanted` names it, with its version or without.
    fn is(&self, wanted: &str) -> bool {
        self.coordinates == wanted || self.coordinates.rsplit_once(':').is_some_and(|(without, _)| without == wanted)
    }
}

fn list() -> Vec<Library> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (coordinates, checksum) = line.split_once(' ').unwrap_or((line, ""));
            assert_eq!(coordinates.split(':').count(), 3, "libraries.txt: {line} is not group:artifact:version sha256");
            Library { coordinates: coordinates.to_string(), checksum: checksum.trim().to_string() }
        })
        .collect()
}

/// The jars of the libraries with these coordinates, `group:artifact` or, where the list has several versions,
/// `group:artifact:version`; in this order. Fetches all that the list has when one is missing.
pub fn jars(wanted: &[&str]) -> Vec<PathBuf> {
    static FETCHED: OnceLock<(Vec<Library>, PathBuf)> = OnceLock::new();
    let (list, dir) = FETCHED.get_or_init(|| {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
        let list = list();
        fetch(&list, &dir);
        (list, dir)
    });
    let jar = |wanted: &&str| {
        let found: Vec<&Library> = list.iter().filter(|library| library.is(wanted)).collect();
        match found[..] {
            [library] => dir.join(library.file()),
            [] => panic!("{wanted} is not in tests/libraries.txt"),
            _ => panic!("tests/libraries.txt has several versions of {wanted}: say which"),
        }
    };
    wanted.iter().map(jar).collect()
}

/// Fetches what is not there yet.
fn fetch(list: &[Library], dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    // Tests run in several processes.
    let lock = File::create(dir.join(".lock")).unwrap();
    lock.lock().unwrap();
    let missing: Vec<&Library> = list.iter().filter(|library| !dir.join(library.file()).is_file()).collect();
    if missing.is_empty() {
        return;
    }
    let fresh = dir.join("unchecked");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).unwrap();
    let pom = fresh.join("pom.xml");
    fs::write(&pom, project(&missing, &fresh)).unwrap();
    let output = Command::new("mvn").args(["-q", "-B", "-f"]).arg(&pom).arg(COPY).output();
    let output = output.unwrap_or_else(|error| panic!("these tests need Maven to fetch libraries: mvn: {error}"));
    assert!(output.status.success(), "mvn failed:\n{}", String::from_utf8_lossy(&output.stdout));
    let mut wrong = String::new();
    for library in missing {
        let jar = fresh.join(library.file());
        let found = checksum(&jar);
        if found == library.checksum {
            fs::rename(&jar, dir.join(library.file())).unwrap();
        } else {
            let _ = writeln!(wrong, "{} {found}", library.coordinates);
        }
    }
    fs::remove_dir_all(&fresh).unwrap();
    assert!(wrong.is_empty(), "tests/libraries.txt has other checksums than what was fetched:\n{wrong}");
}

/// A project whose only purpose is to have these artifacts copied.
fn project(libraries: &[&Library], to: &Path) -> String {
    let mut items = String::new();
    for library in libraries {
        let mut parts = library.coordinates.split(':');
        let mut part = || parts.next().unwrap_or_default();
        let (group, artifact, version) = (part(), part(), part());
        let _ = write!(
            items,
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
             <destFileName>{}</destFileName></artifactItem>",
            library.file()
        );
    }
    let (plugin, _) = COPY.rsplit_once(':').unwrap();
    let mut plugin = plugin.split(':');
    let mut part = || plugin.next().unwrap();
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>retake</groupId><artifactId>libraries</artifactId>\
         <version>0</version><packaging>pom</packaging><build><plugins><plugin><groupId>{}</groupId>\
         <artifactId>{}</artifactId><version>{}</version><configuration><outputDirectory>{}</outputDirectory>\
         <artifactItems>{items}</artifactItems></configuration></plugin></plugins></build></project>\n",
        part(),
        part(),
        part(),
        to.display()
    )
}

fn checksum(jar: &Path) -> String {
    let output = Command::new("sha256sum").arg(jar).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).split(' ').next().unwrap_or_default().trim_start_matches('\\').to_string()
}
