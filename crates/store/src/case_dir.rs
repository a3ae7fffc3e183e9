//! A directory of cases: `<id>.case.json` for each, and `boot.json` for what the service does outside requests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use retake_model::case::{Boot, Case};
use retake_model::text;

use crate::error::{Error, Problem};
use crate::write;

const CASE: &str = ".case.json";
const BOOT: &str = ".json";

/// A directory of cases, or one case of it.
#[derive(Clone, Debug)]
pub struct CaseDir {
    path: PathBuf,
    ids: Vec<String>,
}

impl CaseDir {
    /// Opens a directory for writing; makes it if it is not there.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(path, Problem::NotADirectory),
            _ => Error::io(path, "write", error),
        })?;
        Ok(CaseDir { path: path.to_owned(), ids: find(path)? })
    }

    /// Opens a directory with cases, or a single case by its file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let kind = fs::metadata(path).map_err(|error| Error::io(path, "read", error))?;
        if !kind.is_dir() {
            let id = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(CASE));
            let Some(id) = id else { return Err(Error::new(path, Problem::NoCases)) };
            return Ok(CaseDir { path: path.parent().unwrap_or(Path::new("")).to_owned(), ids: vec![id.to_owned()] });
        }
        let ids = find(path)?;
        if ids.is_empty() {
            return Err(Error::new(path, Problem::NoCases));
        }
        Ok(CaseDir { path: path.to_owned(), ids })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The ids of the cases, in order.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Writes a case, over an older one of the same id.
    pub fn save(&mut self, case: &Case) -> Result<PathBuf, Error> {
        let file = self.file(&case.id, CASE)?;
        write::atomically(&file, case.to_text().as_bytes())?;
        if let Err(place) = self.ids.binary_search(&case.id) {
            self.ids.insert(place, case.id.clone());
        }
        Ok(file)
    }

    /// Writes a boot document. Its name is what cases call it by: `boot`.
    pub fn save_boot(&self, name: &str, boot: &Boot) -> Result<PathBuf, Error> {
        let file = self.file(name, BOOT)?;
        write::atomically(&file, boot.to_text().as_bytes())?;
        Ok(file)
    }

    /// Reads a case.
    pub fn load(&self, id: &str) -> Result<Case, Error> {
        let file = self.file(id, CASE)?;
        let case = Case::from_text(&read(&file)?).map_err(|error| Error::new(&file, Problem::Text(error)))?;
        if case.id != id {
            return Err(Error::new(&file, Problem::OtherId(case.id)));
        }
        Ok(case)
    }

    /// Reads all cases, in order. What is wrong with one says nothing of the others.
    pub fn load_all(&self) -> impl Iterator<Item = Result<Case, Error>> {
        self.ids.iter().map(|id| self.load(id))
    }

    /// Reads a boot document.
    pub fn load_boot(&self, name: &str) -> Result<Boot, Error> {
        let file = self.file(name, BOOT)?;
        Boot::from_text(&read(&file)?).map_err(|error| Error::new(&file, Problem::Text(error)))
    }

    fn file(&self, id: &str, ending: &str) -> Result<PathBuf, Error> {
        // An id comes from a file, and must not lead out of the directory.
        match text::is_name(id) {
            true => Ok(self.path.join(format!("{id}{ending}"))),
            false => Err(Error::new(&self.path, Problem::BadId(id.to_owned()))),
        }
    }
}

fn find(path: &Path) -> Result<Vec<String>, Error> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| Error::io(path, "read", error))? {
        let name = entry.map_err(|error| Error::io(path, "read", error))?.file_name();
        if let Some(id) = name.to_str().and_then(|name| name.strip_suffix(CASE))
            && text::is_name(id)
        {
            ids.push(id.to_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

fn read(file: &Path) -> Result<String, Error> {
    let bytes = fs::read(file).map_err(|error| Error::io(file, "read", error))?;
    String::from_utf8(bytes).map_err(|_| Error::new(file, Problem::NotText))
}
