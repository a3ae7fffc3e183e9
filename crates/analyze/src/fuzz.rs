//! What the fuzz targets drive: the code of the analysis, on bytes instead of paths.

use std::path::Path;
use std::sync::OnceLock;

use crate::analysis::points;
use crate::input::{self, ClassFile, Input, Resource};
use crate::rules::Rules;
use crate::settings::Settings;
use crate::wiring::settings as wired;
use crate::wiring::xml;

/// What a class file starts with.
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];

/// Reads an archive; gives back the classes in it.
pub fn jar(bytes: &[u8]) -> Vec<Vec<u8>> {
    let input = input::of_archive(bytes);
    input.map_or(Vec::new(), |input| {
        input.classes.iter().filter_map(|class| class.bytes().ok()).map(<[u8]>::to_vec).collect()
    })
}

/// Reads what was kept of an archive.
pub fn digest(bytes: &[u8]) {
    input::of_digest(bytes);
}

/// What is kept of an archive that holds no other.
pub fn kept(archive: &[u8]) -> Option<Vec<u8>> {
    input::to_digest(archive)
}

/// Reads a file of configuration, whatever its language.
pub fn configuration(bytes: &[u8]) {
    let _ = xml::read(bytes, |_| true);
    let settings =
        wired::Settings::read(&[resource("application.properties", bytes), resource("application.yml", bytes)]);
    let text = String::from_utf8_lossy(bytes);
    let _ = settings.resolve(&text);
    // Every file that it names is as it is.
    let _ = Settings::load(Path::new("retake.toml"), &|_| Ok(text.to_string()));
}

/// Analyses classes that follow each other, each from its first bytes to those of the next. What comes before the
/// first is a file of configuration.
pub fn analysis(bytes: &[u8]) {
    static RULES: OnceLock<Option<Rules>> = OnceLock::new();
    let Some(rules) = RULES.get_or_init(|| Rules::load(&Settings::default()).ok()) else { return };
    let mut starts: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, w)| *w == MAGIC).map(|(at, _)| at).collect();
    starts.push(bytes.len());
    let configuration = &bytes[..starts[0]];
    let resources = ["beans.xml", "application.properties", "META-INF/services/s"];
    let mut classes: Vec<ClassFile> = starts.windows(2).filter_map(|part| class(&bytes[part[0]..part[1]])).collect();
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    classes.dedup_by(|a, b| a.name == b.name);
    let mut input = Input::default();
    input.classes = classes;
    input.resources = resources.iter().map(|path| resource(path, configuration)).collect();
    let _ = points(&input, rules, &Settings::default(), &|_| {});
}

/// A class in the place where it belongs. What is named after a library is one.
fn class(bytes: &[u8]) -> Option<ClassFile> {
    let name = retake_bytecode::read::Class::parse(bytes).ok()?.name().ok()?.to_str().into_owned();
    let application = !name.starts_with("org/");
    Some(ClassFile::of(name, bytes, application, u32::from(!application)))
}

fn resource(path: &str, bytes: &[u8]) -> Resource {
    Resource {
        path: path.to_string(),
        archive: "app.jar".into(),
        bytes: bytes.to_vec().into(),
        application: true,
        origin: 0,
        entry: None,
    }
}
