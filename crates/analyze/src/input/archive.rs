//! Zip archives, read whole: a jar is a directory of entries, each stored or deflated.

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use rayon::prelude::*;

/// An entry may not claim to inflate to more than this; class files and nested jars are far smaller.
const LIMIT: u64 = 1 << 31;

/// What is wrong with an archive or an entry of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The bytes are no zip archive at all.
    NotAnArchive,
    /// They are one, but broken.
    Damaged(String),
}

/// An entry's name and where its bytes are.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The path inside the archive, with `/` between its parts.
    pub(super) name: String,
    method: CompressionMethod,
    wayfinder: ZipArchiveEntryWayfinder,
}

impl Entry {
    /// How many bytes it says it holds.
    pub(super) fn size(&self) -> u64 {
        self.wayfinder.uncompressed_size_hint()
    }
}

/// An archive in memory with its directory.
pub(super) struct Archive<'a> {
    zip: ZipSliceArchive<&'a [u8]>,
    /// The files in the order of the directory.
    pub(super) entries: Vec<Entry>,
}

impl<'a> Archive<'a> {
    /// Reads the directory.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        let zip = ZipArchive::from_slice(bytes).map_err(|error| {
            // A jar that begins like one but has no directory at its end was cut off.
            let starts = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
            if starts { Fault::Damaged(format!("it breaks off ({error})")) } else { Fault::NotAnArchive }
        })?;
        let mut entries = Vec::new();
        let mut records = zip.entries();
        loop {
            match records.next_entry() {
                Ok(Some(record)) if record.is_dir() => {}
                Ok(Some(record)) => entries.push(Entry {
                    name: String::from_utf8_lossy(record.file_path().as_ref()).into_owned(),
                    method: record.compression_method(),
                    wayfinder: record.wayfinder(),
                }),
                Ok(None) => break,
                Err(error) => return Err(Fault::Damaged(format!("its directory breaks off ({error})"))),
            }
        }
        Ok(Archive { zip, entries })
    }

    /// The bytes of an entry.
    pub(super) fn read(&self, entry: &Entry) -> Result<Vec<u8>, String> {
        let found = self.zip.get_entry(entry.wayfinder).map_err(|error| error.to_string())?;
        let size = entry.size();
        if size > LIMIT {
            return Err(format!("it claims to hold {size} bytes"));
        }
        if entry.method == CompressionMethod::STORE {
            return Ok(found.data().to_vec());
        }
        if entry.method != CompressionMethod::DEFLATE {
            return Err(format!("it is compressed with {}, which a jar may not be", entry.method));
        }
        // Deflate grows at most about a thousandfold: a claim beyond that is a lie, not a reason to allocate.
        let size = size as usize;
        if size / 1100 > found.data().len() {
            return Err(format!("it claims to hold {size} bytes, more than it can"));
        }
        let mut bytes = vec![0; size];
        let written = libdeflater::Decompressor::new()
            .deflate_decompress(found.data(), &mut bytes)
            .map_err(|error| format!("it cannot be decompressed ({error})"))?;
        bytes.truncate(written);
        if libdeflater::crc32(&bytes) != found.claim_verifier().crc {
            return Err("its checksum does not match".to_string());
        }
        Ok(bytes)
    }

    /// The bytes of several entries, in their order.
    pub(super) fn read_all(&self, wanted: &[&Entry]) -> Vec<Result<Vec<u8>, String>> {
        wanted.par_iter().map(|entry| self.read(entry)).collect()
    }

    /// The bytes of the entry of this name, if there is one that can be read.
    pub(super) fn read_named(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        self.read(entry).ok()
    }
}
