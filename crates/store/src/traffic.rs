//! Traffic: segments in a directory.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use retake_model::cbor::Writer;
use retake_model::segment::{self, Encoder, End, Header, Item, Reader, Tail};
use retake_model::trace::Trace;

use crate::error::{Error, Problem};

/// A directory of segments, or one segment.
#[derive(Clone, Debug)]
pub struct Traffic {
    files: Vec<PathBuf>,
}

impl Traffic {
    /// Finds the segments (`*.rtk`) of a directory, by name; or takes the one that is named.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let kind = fs::metadata(path).map_err(|error| Error::io(path, "read", error))?;
        if !kind.is_dir() {
            return Ok(Traffic { files: vec![path.to_owned()] });
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| Error::io(path, "read", error))? {
            let file = entry.map_err(|error| Error::io(path, "read", error))?.path();
            if file.extension() == Some(OsStr::new(segment::EXTENSION)) && file.is_file() {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(Error::new(path, Problem::NoTraffic));
        }
        files.sort();
        Ok(Traffic { files })
    }

    /// The files, in order.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads one segment after the other.
    pub fn segments(&self) -> impl Iterator<Item = Result<Segment, Error>> {
        self.files.iter().map(Segment::open)
    }
}

/// One segment, read from its file.
#[derive(Debug)]
pub struct Segment {
    /// The file.
    pub path: PathBuf,
    /// What it says of itself; none if it was cut before that was written.
    pub header: Option<Header>,
    bytes: Vec<u8>,
}

impl Segment {
    /// Reads a segment. One that was cut is no error; see [`Segment::each`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(|error| Error::io(path, "read", error))?;
        let reader = Reader::new(&bytes).map_err(|error| Error::new(path, Problem::Segment(error)))?;
        // The header is the first block; what stands behind another is not read for it.
        let header = reader.take(1).find_map(|item| match item {
            Item::Header(header) => Some(*header),
            Item::Trace(_) => None,
        });
        Ok(Segment { path: path.to_owned(), header, bytes })
    }

    /// Calls `visit` with each trace, in the order of the file; answers with what was cut.
    pub fn each(&self, mut visit: impl FnMut(Trace)) -> Result<Tail, Error> {
        let mut reader = Reader::new(&self.bytes).map_err(|error| Error::new(&self.path, Problem::Segment(error)))?;
        for item in reader.by_ref() {
            if let Item::Trace(trace) = item {
                visit(*trace);
            }
        }
        Ok(reader.tail().clone())
    }
}

/// Writes a segment.
#[derive(Debug)]
pub struct SegmentWriter {
    path: PathBuf,
    file: File,
    encoder: Encoder,
}

impl SegmentWriter {
    /// Begins a new file. Never writes over another.
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = File::create_new(path).map_err(|error| Error::io(path, "write", error))?;
        let (encoder, bytes) = Encoder::new(header);
        let mut writer = SegmentWriter { path: path.to_owned(), file, encoder };
        writer.put(&bytes)?;
        Ok(writer)
    }

    /// Adds a trace.
    pub fn push(&mut self, trace: &Trace) -> Result<(), Error> {
        let mut writer = Writer::default();
        trace.encode(&mut writer);
        match self.encoder.push(&writer.bytes, trace.scope) {
            Some(bytes) => self.put(&bytes),
            None => Ok(()),
        }
    }

    /// Ends the segment, and says how much is in it.
    pub fn finish(mut self) -> Result<End, Error> {
        let counts = self.encoder.counts().clone();
        let bytes = std::mem::take(&mut self.encoder).finish();
        self.put(&bytes)?;
        self.file.sync_all().map_err(|error| Error::io(&self.path, "write", error))?;
        Ok(counts)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(|error| Error::io(&self.path, "write", error))
    }
}
