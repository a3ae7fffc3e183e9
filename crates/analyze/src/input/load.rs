//! Reads the bytes of what was found, in parallel.
//!
//! Entries are inflated one behind the other into buffers of about a megabyte: one allocation for a few hundred
//! classes, and one piece of work for a thread. What lies uncompressed in a file that is mostly such (a JDK's image, a
//! jar that was only stored) is not copied at all.

use std::ops::Range;

use libdeflater::Decompressor;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bytes::Bytes;
use super::find::{Content, Found};
use super::left_out::Reason;

/// How many bytes, and how many entries, make a piece of work.
const PIECE: usize = 1 << 20;
const ENTRIES: usize = 1024;

/// The bytes of each, in the order given.
pub(super) fn load(found: &[&Found]) -> Vec<Result<Bytes, Reason>> {
    let loader = Loader::new(found);
    let pieces = loader.pieces(found);
    let loaded = pieces.into_par_iter().map_init(Decompressor::new, |inflater, piece| loader.load(piece, inflater));
    loaded.collect::<Vec<_>>().into_iter().flatten().collect()
}

struct Loader {
    /// The numbers of buffers that stay in memory because most of them is content.
    shared: FxHashSet<usize>,
}

/// Where the bytes of an entry went.
enum Loaded {
    Whole(Bytes),
    Part(Range<usize>),
}

impl Loader {
    fn new(found: &[&Found]) -> Self {
        let mut content: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for found in found {
            if let Content::Packed(packed) = &found.content
                && let Some(bytes) = packed.stored()
            {
                *content.entry(bytes.buffer()).or_default() += bytes.len();
            }
        }
        content.retain(|(_, length), content| *content * 2 > *length);
        Loader { shared: content.into_keys().map(|(number, _)| number).collect() }
    }

    /// Whether the bytes are taken from where they lie.
    fn in_place(&self, content: &Content) -> bool {
        match content {
            Content::Packed(packed) => packed.stored().is_some_and(|bytes| self.shared.contains(&bytes.buffer().0)),
            Content::File { .. } => true,
        }
    }

    /// How much of a buffer these take.
    fn room(&self, found: &[&Found]) -> usize {
        found.iter().filter(|found| !self.in_place(&found.content)).map(|found| found.content.size()).sum()
    }

    /// Cuts the work into pieces.
    fn pieces<'f, 'l>(&self, mut found: &'l [&'f Found]) -> Vec<&'l [&'f Found]> {
        let mut pieces = Vec::new();
        let (mut end, mut size) = (0, 0);
        while let Some(last) = found.get(end..=end) {
            size += self.room(last);
            end += 1;
            if size >= PIECE || end >= ENTRIES || end == found.len() {
                let (piece, rest) = found.split_at(end);
                pieces.push(piece);
                found = rest;
                (end, size) = (0, 0);
            }
        }
        pieces
    }

    fn load(&self, piece: &[&Found], inflater: &mut Decompressor) -> Vec<Result<Bytes, Reason>> {
        let mut buffer = vec![0; self.room(piece)];
        let mut used = 0;
        let mut load = |content: &Content| match content {
            Content::File { path, .. } => {
                std::fs::read(path).map(|bytes| Loaded::Whole(bytes.into())).map_err(|_| "it cannot be read")
            }
            Content::Packed(packed) if self.in_place(content) => packed.read(inflater).map(Loaded::Whole),
            Content::Packed(packed) => {
                let part = used..used + packed.size;
                used = part.end;
                packed.unpack(inflater, &mut buffer[part.clone()])?;
                Ok(Loaded::Part(part))
            }
        };
        let loaded: Vec<Result<Loaded, Reason>> = piece.iter().map(|found| load(&found.content)).collect();
        let buffer = Bytes::from(buffer);
        let whole = |loaded| match loaded {
            Loaded::Whole(bytes) => bytes,
            Loaded::Part(range) => buffer.part(range).unwrap_or_default(),
        };
        loaded.into_iter().map(|loaded| loaded.map(whole)).collect()
    }
}
