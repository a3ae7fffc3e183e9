//! Real libraries to test against: named in a list, fetched once with Maven, kept in the build's target directory.
//!
//! A list has a line for each jar: `group:artifact:version sha256`. Nothing comes along that is not listed. A jar is in
//! the directory only if its checksum was right, so nothing is checked twice and a build that has them all needs no
//! registry. A new line may come without its checksum; the first test that runs then tells it.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of Maven's plugin that copies artifacts.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";

/// One line of the list.
#[derive(Debug)]
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

/// The libraries of a list, fetched.
#[derive(Debug)]
pub struct Libraries {
    /// The list.
    file: PathBuf,
    list: Vec<Library>,
    /// Where the jars are.
    dir: PathBuf,
}

impl Libraries {
    /// Those of the list in `file`, in the directory `dir`. Fetches all that the list has when one is missing.
    ///
    /// # Panics
    /// If something is wrong with the list, or a jar can neither be found nor fetched.
    pub fn of(file: &Path, dir: &Path) -> Libraries {
        let list = read(file);
        fetch(file, &list, dir);
        Libraries { file: file.to_path_buf(), list, dir: dir.to_path_buf() }
    }

    /// The jars of all, in the order of the list.
    pub fn all(&self) -> Vec<PathBuf> {
        self.list.iter().map(|library| self.dir.join(library.file())).collect()
    }

    /// The jars of the libraries with these coordinates, `group:artifact` or, where the list has several versions,
    /// `group:artifact:version`; in this order.
    ///
    /// # Panics
    /// If the list does not have one, or several versions of it.
    pub fn jars(&self, wanted: &[&str]) -> Vec<PathBuf> {
        let jar = |wanted: &&str| {
            let found: Vec<&Library> = self.list.iter().filter(|library| library.is(wanted)).collect();
            match found[..] {
                [library] => self.dir.join(library.file()),
                [] => panic!("{wanted} is not in {}", self.file.display()),
                _ => panic!("{} has several versions of {wanted}: say which", self.file.display()),
            }
        };
        wanted.iter().map(jar).collect()
    }
}

fn read(file: &Path) -> Vec<Library> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (coordinates, checksum) = line.split_once(' ').unwrap_or((line, ""));
            let parts = coordinates.split(':').count();
            assert_eq!(parts, 3, "{}: {line} is not group:artifact:version sha256", file.display());
            Library { coordinates: coordinates.to_string(), checksum: checksum.trim().to_string() }
        })
        .collect()
}

/// Fetches what is not there yet.
fn fetch(file: &Path, list: &[Library], dir: &Path) {
    let made = |result: std::io::Result<()>| result.unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    made(fs::create_dir_all(dir));
    // Tests run in several processes.
    let lock = File::create(dir.join(".lock")).expect("the directory is there");
    made(lock.lock());
    let missing: Vec<&Library> = list.iter().filter(|library| !dir.join(library.file()).is_file()).collect();
    if missing.is_empty() {
        return;
    }
    let fresh = dir.join("unchecked");
    let _ = fs::remove_dir_all(&fresh);
    made(fs::create_dir_all(&fresh));
    let pom = fresh.join("pom.xml");
    made(fs::write(&pom, project(&missing, &fresh)));
    let output = Command::new("mvn").args(["-q", "-B", "-f"]).arg(&pom).arg(COPY).output();
    let output = output.unwrap_or_else(|error| panic!("these tests need Maven to fetch libraries: mvn: {error}"));
    assert!(output.status.success(), "mvn failed:\n{}", String::from_utf8_lossy(&output.stdout));
    let mut wrong = String::new();
    for library in missing {
        let jar = fresh.join(library.file());
        let found = checksum(&jar);
        if found == library.checksum {
            made(fs::rename(&jar, dir.join(library.file())));
        } else {
            let _ = writeln!(wrong, "{} {found}", library.coordinates);
        }
    }
    made(fs::remove_dir_all(&fresh));
    assert!(wrong.is_empty(), "{} has other checksums than what was fetched:\n{wrong}", file.display());
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
    let (plugin, _) = COPY.rsplit_once(':').unwrap_or((COPY, ""));
    let mut plugin = plugin.split(':');
    let mut part = || plugin.next().unwrap_or_default();
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
    let output = Command::new("sha256sum").arg(jar).output().expect("there is sha256sum");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).split(' ').next().unwrap_or_default().trim_start_matches('\\').to_string()
}
