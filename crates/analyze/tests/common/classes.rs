//! The classes of libraries and of the JDKs at hand: who declares what.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rawzip::{CompressionMethod, ZipArchive};
use retake_bytecode::jimage::Image;
use retake_bytecode::read::Class;

/// What a class declares, and what it is.
#[derive(Debug, Default)]
struct Declared {
    supertypes: Vec<String>,
    methods: BTreeSet<(String, String)>,
}

/// Classes by their internal names.
#[derive(Debug, Default)]
pub struct Classes {
    classes: BTreeMap<String, Declared>,
}

impl Classes {
    /// Those of some jars. Of two with one name the first counts.
    pub fn of_jars(jars: &[PathBuf]) -> Self {
        let mut classes = Classes::default();
        for jar in jars {
            for bytes in class_files(jar) {
                classes.add(&bytes);
            }
        }
        classes
    }

    /// Those of a JDK, given its `lib/modules`.
    pub fn of_jdk(modules: &Path) -> Self {
        let mut classes = Classes::default();
        let bytes = fs::read(modules).unwrap();
        for resource in Image::parse(&bytes).unwrap().resources().map(Result::unwrap) {
            if resource.is_class() {
                classes.add(resource.bytes);
            }
        }
        classes
    }

    /// Those of a directory and of the directories in it.
    pub fn of_directory(dir: &Path) -> Self {
        let mut classes = Classes::default();
        let mut pending = vec![dir.to_path_buf()];
        while let Some(dir) = pending.pop() {
            for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    pending.push(path);
                } else if path.extension().is_some_and(|ext| ext == "class") {
                    classes.add(&fs::read(path).unwrap());
                }
            }
        }
        classes
    }

    /// All methods that are declared: class and name.
    pub fn methods(&self) -> impl Iterator<Item = (&str, &str)> {
        self.classes
            .iter()
            .flat_map(|(class, declared)| declared.methods.iter().map(move |(name, _)| (class.as_str(), name.as_str())))
    }

    fn add(&mut self, bytes: &[u8]) {
        let class = Class::parse(bytes).unwrap();
        let name = class.name().unwrap().to_str().into_owned();
        let superclass = class.super_name().unwrap();
        let interfaces = class.interfaces().map(|interface| interface.unwrap().0);
        let supertypes = superclass.into_iter().chain(interfaces).map(|name| name.to_str().into_owned()).collect();
        let spelled = class.methods().map(|method| {
            let (name, descriptor) = (method.name().unwrap(), method.descriptor().unwrap());
            (name.to_str().into_owned(), descriptor.to_str().into_owned())
        });
        let methods = spelled.collect();
        self.classes.entry(name).or_insert(Declared { supertypes, methods });
    }

    pub fn has(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// The direct supertypes of a class.
    pub fn supertypes(&self, class: &str) -> &[String] {
        self.classes.get(class).map_or(&[], |found| &found.supertypes)
    }

    /// Whether a class or, because a rule holds for it too, a type below it has a method that fits, of its own or from
    /// above.
    pub fn has_method(&self, class: &str, fits: &dyn Fn(&str, &str) -> bool) -> bool {
        let declares = |class: &str| {
            self.classes
                .get(class)
                .is_some_and(|found| found.methods.iter().any(|(name, descriptor)| fits(name, descriptor)))
        };
        let offers = |class: &str| self.above(class).iter().any(|above| declares(above));
        offers(class) || self.classes.keys().any(|below| self.above(below).contains(class) && offers(below))
    }

    /// Whether a class is below another.
    pub fn is_subtype(&self, class: &str, above: &str) -> bool {
        self.above(class).contains(above)
    }

    fn above<'c>(&'c self, class: &'c str) -> BTreeSet<&'c str> {
        let mut found = BTreeSet::from([class]);
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            for above in self.supertypes(class) {
                if found.insert(above) {
                    pending.push(above);
                }
            }
        }
        found
    }
}

/// The class files of a jar, without those for particular releases.
fn class_files(jar: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(jar).unwrap();
    let zip = ZipArchive::from_slice(&bytes[..]).unwrap();
    let mut files = Vec::new();
    let mut records = zip.entries();
    while let Some(record) = records.next_entry().unwrap() {
        let path = String::from_utf8_lossy(record.file_path().as_ref()).into_owned();
        if !path.ends_with(".class") || path.starts_with("META-INF/") || path.ends_with("module-info.class") {
            continue;
        }
        let wayfinder = record.wayfinder();
        let entry = zip.get_entry(wayfinder).unwrap();
        let mut content = entry.data().to_vec();
        if record.compression_method() == CompressionMethod::DEFLATE {
            content = vec![0; wayfinder.uncompressed_size_hint() as usize];
            libdeflater::Decompressor::new().deflate_decompress(entry.data(), &mut content).unwrap();
        }
        files.push(content);
    }
    files
}
