//! Zip archives: a directory of entries, each stored or deflated somewhere in the file.
//!
//! Nothing is inflated here. An entry is *located*: what its header claims is checked against what can be, so that
//! whoever inflates it later knows how much room it takes and cannot be made to take more.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use libdeflater::{DecompressionError, Decompressor};
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};

use super::bytes::Bytes;
use super::left_out::Reason;

/// What is wrong with an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The bytes are no zip archive at all.
    NotAnArchive,
    /// They are one, but broken.
    Damaged(&'static str),
}

/// An archive in memory.
pub(super) struct Archive {
    zip: ZipSliceArchive<Bytes>,
    /// All of its file, with what stands before it.
    whole: Bytes,
}

/// An entry's bytes, as they are packed.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    place: Place,
    deflated: bool,
    /// How many bytes it holds when it is inflated, as it claims.
    pub(super) size: usize,
    checksum: Option<u32>,
}

/// Where packed bytes lie.
#[derive(Clone, Debug)]
enum Place {
    Here(Bytes),
    /// In an archive that is deflated itself, and is inflated when somebody asks.
    Inside(Arc<Inside>, Range<usize>),
}

/// An archive in an archive, of which somebody knows what it holds and where.
#[derive(Debug)]
pub(super) struct Inside {
    packed: Packed,
    bytes: OnceLock<Result<Bytes, Reason>>,
}

/// Where in its archive an entry is, and how it is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) deflated: bool,
    pub(super) size: usize,
    pub(super) checksum: u32,
}

/// Deflate turns a byte into no more than this.
const GROWTH: usize = 1032;

/// Whether so many bytes can hold as much as is claimed.
fn can_hold(packed: usize, deflated: bool, size: usize) -> bool {
    if deflated { size / GROWTH <= packed } else { size == packed }
}

impl Archive {
    /// Opens an archive whose directory can be read from begin to end.
    pub(super) fn open(bytes: Bytes) -> Result<Self, Fault> {
        let whole = bytes.clone();
        // A `.jmod` is a zip archive behind a version.
        let bytes = if bytes.starts_with(b"JM") { bytes.part(4..bytes.len()).unwrap_or_default() } else { bytes };
        // What begins like an archive but has no directory at its end was cut off.
        let starts = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
        let missing = if starts { Fault::Damaged("it breaks off") } else { Fault::NotAnArchive };
        let zip = ZipArchive::from_slice(bytes).map_err(|_| missing)?;
        if zip.entries().any(|entry| entry.is_err()) {
            return Err(Fault::Damaged("its directory breaks off"));
        }
        Ok(Archive { zip, whole })
    }

    /// The entries that are files, in the order of the directory.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.zip.entries().map_while(Result::ok).filter(|record| !record.is_dir()).map(Entry)
    }

    /// Where the bytes of an entry are.
    pub(super) fn locate(&self, entry: &Entry<'_>) -> Result<Packed, Reason> {
        let record = &entry.0;
        let deflated = match record.compression_method() {
            _ if record.flags().is_encrypted() => return Err("it is encrypted"),
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            _ => return Err("it is compressed by other means than deflate"),
        };
        let found = self.zip.get_entry(record.wayfinder()).map_err(|_| "it lies outside of the archive")?;
        let (start, end) = found.compressed_data_range();
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| self.zip.get_ref().part(start..end));
        let bytes = bytes.ok_or("it lies outside of the archive")?;
        let size = usize::try_from(record.uncompressed_size_hint()).ok();
        let size = size.filter(|&size| can_hold(bytes.len(), deflated, size));
        let size = size.ok_or("it cannot hold as much as it claims")?;
        Ok(Packed { place: Place::Here(bytes), deflated, size, checksum: Some(record.crc32()) })
    }

    /// Where in its file an entry is that was located.
    pub(super) fn spot(&self, packed: &Packed) -> Option<Spot> {
        let Place::Here(bytes) = &packed.place else { return None };
        let start = self.whole.start_of(bytes)?;
        let Packed { deflated, size, checksum, .. } = *packed;
        Some(Spot { start, length: bytes.len(), deflated, size, checksum: checksum? })
    }
}

impl Inside {
    pub(super) fn new(packed: Packed) -> Arc<Self> {
        Arc::new(Inside { packed, bytes: OnceLock::new() })
    }

    /// The entry at a spot; nothing if the archive has no such spot.
    pub(super) fn at(self: &Arc<Self>, spot: &Spot) -> Option<Packed> {
        let range = spot.start..spot.start.checked_add(spot.length)?;
        let possible = can_hold(spot.length, spot.deflated, spot.size);
        let place = match self.packed.stored() {
            Some(bytes) => Place::Here(bytes.part(range)?),
            None if range.end <= self.packed.size => Place::Inside(self.clone(), range),
            None => return None,
        };
        possible.then_some(Packed { place, deflated: spot.deflated, size: spot.size, checksum: Some(spot.checksum) })
    }
}

/// A file of an archive.
pub(super) struct Entry<'a>(ZipFileHeaderRecord<'a>);

impl<'a> Entry<'a> {
    /// The path inside the archive.
    pub(super) fn name(&self) -> Result<&'a str, &'a [u8]> {
        let name = self.0.file_path();
        let bytes = name.as_bytes();
        std::str::from_utf8(bytes).map_err(|_| bytes)
    }
}

impl Packed {
    /// Bytes that lie there as they are.
    pub(super) fn plain(bytes: Bytes) -> Self {
        Packed { size: bytes.len(), place: Place::Here(bytes), deflated: false, checksum: None }
    }

    /// Deflated bytes; nothing if they cannot hold as much as is claimed.
    pub(super) fn deflated(bytes: Bytes, size: usize) -> Option<Self> {
        let possible = can_hold(bytes.len(), true, size);
        possible.then_some(Packed { place: Place::Here(bytes), deflated: true, size, checksum: None })
    }

    /// Bytes that lie there as they are, with their checksum.
    pub(super) fn whole(bytes: Bytes) -> Self {
        Packed { checksum: Some(libdeflater::crc32(&bytes)), ..Packed::plain(bytes) }
    }

    /// What tells these bytes from others: their checksum and how many they are.
    pub(super) fn key(&self) -> Option<(u32, usize)> {
        Some((self.checksum?, self.size))
    }

    fn bytes(&self) -> Result<Bytes, Reason> {
        match &self.place {
            Place::Here(bytes) => Ok(bytes.clone()),
            Place::Inside(inside, range) => {
                let whole = inside.bytes.get_or_init(|| inside.packed.read(&mut Decompressor::new())).as_ref();
                whole.map_err(|why| *why)?.part(range.clone()).ok_or("it lies outside of the archive")
            }
        }
    }

    /// The bytes, if they lie there as they are.
    pub(super) fn stored(&self) -> Option<&Bytes> {
        match &self.place {
            Place::Here(bytes) if !self.deflated => Some(bytes),
            _ => None,
        }
    }

    /// Whether the bytes are those that were packed.
    pub(super) fn check(&self, bytes: &[u8]) -> Result<(), Reason> {
        let checksum = self.checksum.filter(|_| !cfg!(feature = "fuzz"));
        let wrong = checksum.is_some_and(|checksum| libdeflater::crc32(bytes) != checksum);
        if wrong { Err("its checksum does not match") } else { Ok(()) }
    }

    /// Puts the bytes into a room that has the right size.
    pub(super) fn unpack(&self, inflater: &mut Decompressor, room: &mut [u8]) -> Result<(), Reason> {
        let bytes = self.bytes()?;
        if self.deflated {
            match inflater.deflate_decompress(&bytes, room) {
                Ok(written) if written == room.len() => {}
                Ok(_) => return Err("it holds less than it claims"),
                Err(DecompressionError::InsufficientSpace) => return Err("it holds more than it claims"),
                Err(DecompressionError::BadData) => return Err("it cannot be decompressed"),
            }
        } else if bytes.len() == room.len() {
            room.copy_from_slice(&bytes);
        } else {
            return Err("it cannot hold as much as it claims");
        }
        self.check(room)
    }

    /// The bytes alone, in a buffer of their own or where they lie.
    pub(super) fn read(&self, inflater: &mut Decompressor) -> Result<Bytes, Reason> {
        if let Some(bytes) = self.stored() {
            self.check(bytes)?;
            return Ok(bytes.clone());
        }
        let mut room = vec![0; self.size];
        self.unpack(inflater, &mut room)?;
        Ok(room.into())
    }
}
