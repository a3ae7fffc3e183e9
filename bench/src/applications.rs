//! Real applications, as they are published: named in one list with their checksums, fetched once, kept in the user's cache.
//!
//! The list is `bench/analyze/applications.txt`; the peers are in one like it, `peers.txt`. A file gets into the cache only with the right checksum, and what is
//! in the cache is checked again before anything is measured on it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// The version of Maven's plugin that copies artifacts. Newer ones ask for the parents of a project too, which not every
/// registry has.
const COPY: [&str; 3] = ["org.apache.maven.plugins", "maven-dependency-plugin", "2.10"];

/// An application.
#[derive(Clone, Debug)]
pub struct Application {
    /// What the tables call it.
    pub name: String,
    /// The packages that are its own.
    pub scope: Vec<String>,
    /// Its files, in the order of the class path.
    pub files: Vec<Artifact>,
}

/// A file of an application.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// `group:artifact:version:type`, and a classifier behind them if there is one.
    pub coordinates: String,
    /// The SHA-256 of its bytes.
    pub checksum: String,
}

impl Artifact {
    /// What the file is called, as a registry calls it.
    pub fn file(&self) -> String {
        let [_, artifact, version, kind, classifier] = self.parts();
        let dash = if classifier.is_empty() { "" } else { "-" };
        format!("{artifact}-{version}{dash}{classifier}.{kind}")
    }

    fn parts(&self) -> [&str; 5] {
        let mut parts = self.coordinates.split(':');
        [(); 5].map(|()| parts.next().unwrap_or_default())
    }
}

impl Application {
    /// The files in the cache.
    pub fn paths(&self) -> Vec<PathBuf> {
        let home = cache().join(&self.name);
        self.files.iter().map(|file| home.join(file.file())).collect()
    }
}

/// The applications of the list: all, or those that are named.
pub fn list(wanted: &[String]) -> Result<Vec<Application>> {
    let mut list = read("applications.txt")?;
    if let Some(unknown) = wanted.iter().find(|name| !list.iter().any(|found| found.name == **name)) {
        return Err(format!("no application in the list is called {unknown}").into());
    }
    list.retain(|found| wanted.is_empty() || wanted.contains(&found.name));
    Ok(list)
}

/// The files of a peer, fetched if they are not there.
pub fn peer(name: &str) -> Result<Vec<PathBuf>> {
    let peer = read("peers.txt")?.into_iter().find(|found| found.name == name);
    let peer = peer.ok_or_else(|| format!("no peer in the list is called {name}"))?;
    provide(&peer)?;
    Ok(peer.paths())
}

fn read(list: &str) -> Result<Vec<Application>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("analyze").join(list);
    parse(&fs::read_to_string(path)?)
}

fn parse(text: &str) -> Result<Vec<Application>> {
    let mut list: Vec<Application> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace().map(str::to_owned);
        if !line.starts_with(' ') {
            let name = words.next().unwrap_or_default();
            list.push(Application { name, scope: words.collect(), files: Vec::new() });
        } else if let (Some(application), Some(coordinates), Some(checksum)) =
            (list.last_mut(), words.next(), words.next())
        {
            application.files.push(Artifact { coordinates, checksum });
        } else {
            return Err(format!("a file needs an application above it and a checksum: {line}").into());
        }
    }
    Ok(list)
}

/// Fetches what is not there, and checks what is.
pub fn provide(application: &Application) -> Result<()> {
    let home = cache().join(&application.name);
    fs::create_dir_all(&home)?;
    let missing: Vec<&Artifact> = application.files.iter().filter(|file| !home.join(file.file()).is_file()).collect();
    if !missing.is_empty() {
        fetch(&missing, &home)?;
    }
    for (file, path) in application.files.iter().zip(application.paths()) {
        check(file, &path)?;
    }
    Ok(())
}

fn fetch(missing: &[&Artifact], home: &Path) -> Result<()> {
    let fresh = home.join("unchecked");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh)?;
    let pom = fresh.join("pom.xml");
    fs::write(&pom, project(missing, &fresh))?;
    let goal = format!("{}:copy", COPY.join(":"));
    let output = Command::new("mvn").args(["-q", "-B", "-f"]).arg(&pom).arg(goal).output();
    let output = output.map_err(|error| format!("Maven is needed to fetch applications: mvn: {error}"))?;
    if !output.status.success() {
        return Err(format!("mvn failed:\n{}", String::from_utf8_lossy(&output.stdout)).into());
    }
    for file in missing {
        let path = fresh.join(file.file());
        check(file, &path)?;
        fs::rename(&path, home.join(file.file()))?;
    }
    Ok(fs::remove_dir_all(&fresh)?)
}

/// A project whose only purpose is to have these files copied.
fn project(files: &[&Artifact], to: &Path) -> String {
    let mut items = String::new();
    for file in files {
        let [group, artifact, version, kind, classifier] = file.parts();
        let _ = write!(
            items,
            "<artifactItem><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
             <type>{kind}</type><classifier>{classifier}</classifier><destFileName>{}</destFileName></artifactItem>",
            file.file()
        );
    }
    let [group, artifact, version] = COPY;
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>retake</groupId><artifactId>applications</artifactId>\
         <version>0</version><packaging>pom</packaging><build><plugins><plugin><groupId>{group}</groupId>\
         <artifactId>{artifact}</artifactId><version>{version}</version><configuration>\
         <outputDirectory>{}</outputDirectory><artifactItems>{items}</artifactItems></configuration></plugin></plugins>\
         </build></project>\n",
        to.display()
    )
}

fn check(file: &Artifact, path: &Path) -> Result<()> {
    let output = Command::new("sha256sum").arg(path).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.split(' ').next().unwrap_or_default().trim_start_matches('\\');
    if found == file.checksum {
        return Ok(());
    }
    Err(format!("{} has the checksum {found}, not {}", path.display(), file.checksum).into())
}

/// Where applications are kept.
pub fn cache() -> PathBuf {
    let base = std::env::var_os("XDG_CACHE_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let base = base.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")));
    base.unwrap_or_default().join("retake/corpus")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_application_of_the_list_has_files_and_packages() {
        let list = list(&[]).unwrap();
        assert!(list.len() >= 15, "{}", list.len());
        for application in &list {
            assert!(!application.scope.is_empty() && !application.files.is_empty(), "{}", application.name);
            for file in &application.files {
                let parts = file.coordinates.split(':').count();
                assert!((4..=5).contains(&parts) && file.checksum.len() == 64, "{file:?}");
            }
        }
    }

    #[test]
    fn a_file_is_called_as_a_registry_calls_it() {
        let of = |coordinates: &str| Artifact { coordinates: coordinates.into(), checksum: String::new() }.file();
        assert_eq!(of("a.b:c:1.0:jar"), "c-1.0.jar");
        assert_eq!(of("a.b:c:1.0:war:exec"), "c-1.0-exec.war");
    }

    #[test]
    fn what_is_not_in_the_list_is_not_measured() {
        assert!(list(&["nobody".into()]).is_err());
        assert!(parse("  a:b:1:jar 00").is_err());
    }
}
