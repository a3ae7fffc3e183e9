//! The server of Spring Cloud Skipper: Spring Boot 2.5, Hibernate, Flyway, Spring Data REST and Spring's state machine on PostgreSQL, which
//! it needs to start. Its clients upload packages, look for them and at the releases made of them, and delete them.

use std::fmt::Write;
use std::io::Write as _;

use rawzip::ZipArchiveWriter;
use retake_e2e::orders::Shot;
use retake_e2e::random::Random;

use super::published::Published;
use super::{Names, delete, get, shot};

pub(super) const SERVICE: Published = Published {
    name: "skipper-server",
    about: "Spring Cloud Skipper 2.8, published: Spring Boot 2.5, Hibernate, Flyway, Spring Data REST, PostgreSQL",
    ready: " : Added 'Local' platform account",
    rate: 40.0,
    traffic,
};

fn traffic(requests: usize) -> Vec<Shot> {
    let mut clients = Clients { random: Random::new(7), packages: Names::default() };
    (0..requests).map(|number| if number < 4 { clients.upload() } else { clients.next() }).collect()
}

struct Clients {
    random: Random,
    packages: Names,
}

impl Clients {
    fn next(&mut self) -> Shot {
        match self.random.below(100) {
            0..14 => self.upload(),
            14..28 => {
                let name = self.packages.one(&mut self.random);
                get(format!("/api/packageMetadata/search/findByNameContainingIgnoreCase?name={name}"), &[200])
            }
            28..40 => {
                let (page, size) = (self.random.below(3), 5 + self.random.below(10));
                get(format!("/api/packageMetadata?page={page}&size={size}&sort=name,asc"), &[200])
            }
            40..50 => get(format!("/api/packageMetadata/{}", 1 + self.random.below(60)), &[200, 404]),
            50..58 => get("/api/repositories", &[200]),
            58..64 => get("/api/repositories/search/findByName?name=local", &[200, 404]),
            64..70 => get("/api/deployers", &[200]),
            70..76 => get("/api/release/list", &[200]),
            76..82 => get(format!("/api/release/status/r{}", self.random.below(9)), &[404]),
            82..86 => get(format!("/api/release/manifest/r{}", self.random.below(9)), &[404]),
            86..89 => get(format!("/api/release/history/r{}/5", self.random.below(9)), &[200, 404]),
            89..95 => delete(format!("/api/package/{}", self.packages.take(&mut self.random)), &[200, 404, 409]),
            95..98 => get("/api/about", &[200]),
            _ => get("/api", &[200]),
        }
    }

    /// A package of one application, packed as the shell packs it.
    fn upload(&mut self) -> Shot {
        let again = self.random.below(6) == 0;
        let name = if again { self.packages.one(&mut self.random) } else { self.packages.make("p") };
        let version = format!("1.0.{}", self.random.below(3));
        let bytes = package(&name, &version).unwrap_or_default();
        let mut numbers = String::new();
        for byte in bytes {
            let _ = write!(numbers, "{}{}", if numbers.is_empty() { "" } else { "," }, byte as i8);
        }
        let body = format!(
            "{{\"repoName\":\"local\",\"name\":\"{name}\",\"version\":\"{version}\",\"extension\":\"zip\",\"packageFileAsBytes\":[{numbers}]}}"
        );
        shot("POST", "/api/package/upload".to_owned(), "application/json", &body, &[201, 409, 500])
    }
}

/// The archive of a package.
fn package(name: &str, version: &str) -> retake_bench::Result<Vec<u8>> {
    let folder = format!("{name}-{version}");
    let about = format!(
        "apiVersion: skipper.spring.io/v1\nkind: SpringCloudDeployerApplication\nname: {name}\nversion: {version}\n\
         packageSourceUrl: https://example.com/{name}\ntags: sample\nmaintainer: somebody\ndescription: The package {name}.\n"
    );
    let template = format!(
        "apiVersion: skipper.spring.io/v1\nkind: SpringCloudDeployerApplication\nmetadata:\n  name: {name}\nspec:\n  resource: file:///opt/apps/{name}.jar\n  version: {version}\n"
    );
    let files = [("package.yml", about), ("templates/app.yml", template), ("values.yml", "version: 1\n".to_owned())];
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    archive.new_dir(format!("{folder}/").as_str()).create()?;
    archive.new_dir(format!("{folder}/templates/").as_str()).create()?;
    for (path, text) in files {
        let (mut entry, config) = archive.new_file(format!("{folder}/{path}").as_str()).start()?;
        let mut data = config.wrap(&mut entry);
        data.write_all(text.as_bytes())?;
        let (_, descriptor) = data.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()?;
    Ok(out)
}
