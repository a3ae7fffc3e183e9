//! A directory of cases: `<id>.case.json` for each, `boot.json` for what the service did outside requests, and `blobs/` for what
//! is too large to be read among the rest. Encrypted, each of them ends with `.age`, and the name of a case tells nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use retake_model::case::{Boot, Case};
use retake_model::json::Json;
use retake_model::text;

use crate::blobs::Blobs;
use crate::error::{Error, Problem};
use crate::lock::{ENDING, Lock};
use crate::sum::sum;
use crate::{seal, write};

const CASE: &str = ".case.json";
const BOOT: &str = ".json";

/// A directory of cases, or one case of it.
#[derive(Clone, Debug)]
pub struct CaseDir {
    path: PathBuf,
    /// The files, by what their names say before the ending; and whether they are encrypted.
    files: BTreeMap<String, bool>,
    /// The names of files whose cases have other ids.
    names: BTreeMap<String, String>,
    blobs: Blobs,
    lock: Lock,
}

impl CaseDir {
    /// Opens a directory for writing; makes it if it is not there.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(path, Problem::NotADirectory),
            _ => Error::io(path, "write", error),
        })?;
        Ok(CaseDir::new(path, find(path)?))
    }

    /// Opens a directory with cases, or a single case by its file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let kind = fs::metadata(path).map_err(|error| Error::io(path, "read", error))?;
        if !kind.is_dir() {
            let file = path.file_name().and_then(|name| name.to_str()).and_then(split);
            let Some((name, closed)) = file else { return Err(Error::new(path, Problem::NoCases)) };
            let files = BTreeMap::from([(name.to_owned(), closed)]);
            return Ok(CaseDir::new(path.parent().unwrap_or(Path::new("")), files));
        }
        let files = find(path)?;
        if files.is_empty() {
            return Err(Error::new(path, Problem::NoCases));
        }
        Ok(CaseDir::new(path, files))
    }

    fn new(path: &Path, files: BTreeMap<String, bool>) -> Self {
        CaseDir { path: path.to_owned(), files, names: BTreeMap::new(), blobs: Blobs::of(path), lock: Lock::default() }
    }

    /// The same directory, with keys for what is encrypted in it.
    pub fn locked(self, lock: Lock) -> Self {
        CaseDir { lock, ..self }
    }

    /// Whether the new can stand beside the old: nobody wants to find in the open what is encrypted beside it, and what cannot be
    /// opened would all be added again.
    pub fn check_lock(&self) -> Result<(), Error> {
        let Some((name, _)) = self.files.iter().find(|(_, closed)| **closed) else { return Ok(()) };
        if !self.lock.closes() {
            return Err(Error::new(&self.path, Problem::WouldBeOpen));
        }
        let file = self.case_file(name, true)?;
        use retake_age::Error::{NeedsPassphrase, NoKey};
        match self.text(&file) {
            Err(error @ Error { problem: Problem::Locked { error: NoKey | NeedsPassphrase, .. }, .. }) => Err(error),
            _ => Ok(()),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the files, in order. That of a file that is not encrypted is the id of its case.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Writes a case, over an older one of the same id.
    pub fn save(&mut self, case: &Case) -> Result<PathBuf, Error> {
        // An encrypted file is named before it is known what is in it.
        let (bytes, closes) = (self.document(case.to_json())?, self.lock.closes());
        let name = match self.names.get(&case.id) {
            Some(name) => name.clone(),
            None if closes => sum(&bytes)[..16].to_owned(),
            None => case.id.clone(),
        };
        let file = self.case_file(&name, closes)?;
        write::atomically(&file, &bytes)?;
        self.files.insert(name.clone(), closes);
        self.names.insert(case.id.clone(), name);
        Ok(file)
    }

    /// Writes a boot document. Its name is what cases call it by: `boot`.
    pub fn save_boot(&mut self, name: &str, boot: &Boot) -> Result<PathBuf, Error> {
        let bytes = self.document(boot.to_json())?;
        let file = self.boot_file(name, self.lock.closes())?;
        write::atomically(&file, &bytes)?;
        Ok(file)
    }

    /// The bytes of a document, as they are written.
    fn document(&mut self, mut json: Json) -> Result<Vec<u8>, Error> {
        self.blobs.put_aside(&mut json, &self.lock)?;
        seal::put(&mut json);
        self.lock.close(json.pretty().as_bytes()).map_err(|problem| Error::new(&self.path, problem))
    }

    /// Reads the case of a file.
    pub fn load(&self, name: &str) -> Result<Case, Error> {
        self.load_from(name, Self::read)
    }

    /// Reads the case of a file that was read a moment ago, whose seal was looked at then.
    pub fn load_again(&self, name: &str) -> Result<Case, Error> {
        self.load_from(name, Self::read_unsealed)
    }

    fn load_from(&self, name: &str, read: impl FnOnce(&Self, &Path) -> Result<Json, Error>) -> Result<Case, Error> {
        let (file, closed) = self.find_case(name)?;
        let case = Case::from_json(&read(self, &file)?).map_err(|error| Error::new(&file, Problem::Text(error)))?;
        if !closed && case.id != name {
            return Err(Error::new(&file, Problem::OtherId(case.id)));
        }
        Ok(case)
    }

    /// Reads all cases, in the order of their files. What is wrong with one says nothing of the others.
    pub fn load_all(&self) -> impl Iterator<Item = Result<Case, Error>> {
        self.files.keys().map(|name| self.load(name))
    }

    /// Reads a boot document.
    pub fn load_boot(&self, name: &str) -> Result<Boot, Error> {
        let plain = self.boot_file(name, false)?;
        let file = if plain.exists() { plain } else { existing(self.boot_file(name, true)?, plain) };
        Boot::from_json(&self.read(&file)?).map_err(|error| Error::new(&file, Problem::Text(error)))
    }

    /// Whether there is a boot document of this name, whatever is in it.
    pub fn has_boot(&self, name: &str) -> bool {
        [false, true].into_iter().any(|closed| self.boot_file(name, closed).is_ok_and(|file| file.exists()))
    }

    /// Says in a case how often its behaviour was seen, and changes nothing else of it. Does nothing to a case that a person has
    /// laid out in another way; says whether it did.
    pub fn set_seen(&self, name: &str, seen: u64) -> Result<bool, Error> {
        let (file, closed) = self.find_case(name)?;
        let text = self.text(&file)?;
        let Some(text) = seal::with_number(&text, "seen", seen) else { return Ok(false) };
        self.write_again(&file, text.into_bytes(), closed).map(|()| true)
    }

    /// Seals every case and boot document again that somebody has edited; gives their files, and what is wrong with others.
    pub fn reseal(&self) -> Result<(Vec<PathBuf>, Vec<Error>), Error> {
        let (mut sealed, mut wrong) = (Vec::new(), Vec::new());
        for file in documents(&self.path)? {
            match self.reseal_one(&file) {
                Ok(true) => sealed.push(file),
                Ok(false) => {}
                Err(error) => wrong.push(error),
            }
        }
        Ok((sealed, wrong))
    }

    fn reseal_one(&self, file: &Path) -> Result<bool, Error> {
        let text = self.text(file)?;
        let syntax = |error| Error::new(file, Problem::Text(text::Error::Syntax(error)));
        let mut json = Json::parse(&text).map_err(syntax)?;
        if seal::holds(&json) {
            return Ok(false);
        }
        // What is sealed must be readable, blobs included.
        let mut whole = json.clone();
        self.blobs.bring_back(&mut whole, &self.lock)?;
        let case = file.file_name().and_then(|name| name.to_str()).is_some_and(|name| split(name).is_some());
        let read = if case { Case::from_json(&whole).map(drop) } else { Boot::from_json(&whole).map(drop) };
        read.map_err(|error| Error::new(file, Problem::Text(error)))?;
        seal::put(&mut json);
        self.write_again(file, json.pretty().into_bytes(), is_closed(file)).map(|()| true)
    }

    /// Writes a file anew, encrypted if it was.
    fn write_again(&self, file: &Path, mut bytes: Vec<u8>, closed: bool) -> Result<(), Error> {
        if closed {
            if !self.lock.closes() {
                return Err(Error::new(file, Problem::WouldBeOpen));
            }
            bytes = self.lock.close(&bytes).map_err(|problem| Error::new(file, problem))?;
        }
        write::atomically(file, &bytes)
    }

    /// What a file says that is neither a case nor belongs to one; none if there is none.
    pub fn read_note(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let file = self.path.join(name);
        match fs::read(&file) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::io(&file, "read", error)),
        }
    }

    /// Writes such a file.
    pub fn write_note(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        write::atomically(&self.path.join(name), bytes)
    }

    fn text(&self, file: &Path) -> Result<String, Error> {
        let bytes = fs::read(file).map_err(|error| Error::io(file, "read", error))?;
        let bytes = self.lock.open(bytes, is_closed(file)).map_err(|problem| Error::new(file, problem))?;
        String::from_utf8(bytes).map_err(|_| Error::new(file, Problem::NotText))
    }

    /// Reads a document with all that belongs to it.
    fn read(&self, file: &Path) -> Result<Json, Error> {
        let wrong = |problem| Error::new(file, problem);
        let json = self.parse(file)?;
        // Of a newer format nobody knows here what its seal is taken of, and what belongs to it.
        text::check_version(&json).map_err(|error| wrong(Problem::Text(error)))?;
        if !seal::holds(&json) {
            return Err(wrong(Problem::BrokenSeal(self.path.clone())));
        }
        self.whole(file, json)
    }

    fn read_unsealed(&self, file: &Path) -> Result<Json, Error> {
        self.whole(file, self.parse(file)?)
    }

    fn parse(&self, file: &Path) -> Result<Json, Error> {
        Json::parse(&self.text(file)?).map_err(|error| Error::new(file, Problem::Text(text::Error::Syntax(error))))
    }

    /// A document with what is kept beside it.
    fn whole(&self, file: &Path, mut json: Json) -> Result<Json, Error> {
        let wrong = |error| Error::new(file, Problem::Blob(Box::new(error)));
        self.blobs.bring_back(&mut json, &self.lock).map_err(wrong)?;
        Ok(json)
    }

    fn find_case(&self, name: &str) -> Result<(PathBuf, bool), Error> {
        let closed = self.files.get(name).copied().unwrap_or(false);
        Ok((self.case_file(name, closed)?, closed))
    }

    fn case_file(&self, name: &str, closed: bool) -> Result<PathBuf, Error> {
        self.file(name, CASE, closed)
    }

    fn boot_file(&self, name: &str, closed: bool) -> Result<PathBuf, Error> {
        self.file(name, BOOT, closed)
    }

    fn file(&self, name: &str, ending: &str, closed: bool) -> Result<PathBuf, Error> {
        // A name comes from a file, and must not lead out of the directory.
        match text::is_name(name) {
            true => Ok(self.path.join(format!("{name}{ending}{}", if closed { ENDING } else { "" }))),
            false => Err(Error::new(&self.path, Problem::BadId(name.to_owned()))),
        }
    }
}

fn existing(file: PathBuf, otherwise: PathBuf) -> PathBuf {
    if file.exists() { file } else { otherwise }
}

fn is_closed(file: &Path) -> bool {
    file.to_str().is_some_and(|name| name.ends_with(ENDING))
}

/// What the name of a case's file says before its ending, and whether it is encrypted.
fn split(file: &str) -> Option<(&str, bool)> {
    let (name, closed) = file.strip_suffix(ENDING).map_or((file, false), |name| (name, true));
    name.strip_suffix(CASE).filter(|name| text::is_name(name)).map(|name| (name, closed))
}

fn find(path: &Path) -> Result<BTreeMap<String, bool>, Error> {
    let mut files = BTreeMap::new();
    for name in names(path)? {
        if let Some((name, closed)) = split(&name) {
            files.insert(name.to_owned(), closed);
        }
    }
    Ok(files)
}

/// The files of all cases and boot documents, in order.
fn documents(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_document = |name: &String| {
        let name = name.strip_suffix(ENDING).unwrap_or(name);
        name.ends_with(CASE) || name.starts_with("boot") && name.ends_with(BOOT)
    };
    let mut files: Vec<PathBuf> = names(path)?.into_iter().filter(is_document).map(|name| path.join(name)).collect();
    files.sort();
    Ok(files)
}

fn names(path: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| Error::io(path, "read", error))? {
        let name = entry.map_err(|error| Error::io(path, "read", error))?.file_name();
        names.extend(name.into_string().ok().filter(|name| !name.starts_with('.')));
    }
    Ok(names)
}
