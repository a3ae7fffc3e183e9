//! Zip archives made by hand, so that they can lie.

#![allow(dead_code, unreachable_pub)]

/// A file to pack, and what to say of it that is not so.
#[derive(Clone, Default)]
pub struct File {
    pub name: Vec<u8>,
    pub content: Vec<u8>,
    pub deflated: bool,
    /// The size it claims to have.
    pub claims: Option<u64>,
    /// The checksum it claims to have.
    pub checksum: Option<u32>,
    /// The method it claims to be compressed by.
    pub method: Option<u16>,
    pub flags: u16,
    /// Whether sizes and offset are written with 64 bits.
    pub zip64: bool,
    /// Where it claims to be; then it is not packed.
    pub offset: Option<u32>,
}

pub fn stored(name: &str, content: impl Into<Vec<u8>>) -> File {
    File { name: name.into(), content: content.into(), ..File::default() }
}

pub fn deflated(name: &str, content: impl Into<Vec<u8>>) -> File {
    File { deflated: true, ..stored(name, content) }
}

/// The archive of these files.
pub fn zip(files: &[File]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for file in files {
        let offset = bytes.len() as u32;
        let packed = if file.deflated { deflate(&file.content) } else { file.content.clone() };
        let size = file.claims.unwrap_or(file.content.len() as u64);
        let method = file.method.unwrap_or(if file.deflated { 8 } else { 0 });
        let checksum = file.checksum.unwrap_or_else(|| libdeflater::crc32(&file.content));
        let local = Header { file, method, checksum, packed: packed.len() as u64, size };
        if file.offset.is_none() {
            bytes.extend(*b"PK\x03\x04");
            local.write(&mut bytes, None);
            bytes.extend(&packed);
        }
        directory.extend(*b"PK\x01\x02\x2d\0");
        local.write(&mut directory, Some(file.offset.unwrap_or(offset)));
    }
    end(bytes, &directory, files)
}

fn end(mut bytes: Vec<u8>, directory: &[u8], files: &[File]) -> Vec<u8> {
    let (offset, size, count) = (bytes.len() as u64, directory.len() as u64, files.len() as u64);
    bytes.extend(directory);
    if files.iter().any(|file| file.zip64) {
        let end = bytes.len() as u64;
        bytes.extend(*b"PK\x06\x06");
        bytes.extend(44u64.to_le_bytes());
        bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, size, offset] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(*b"PK\x06\x07\0\0\0\0");
        bytes.extend(end.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(*b"PK\x05\x06\0\0\0\0");
        bytes.extend([0xff; 12]);
    } else {
        bytes.extend(*b"PK\x05\x06\0\0\0\0");
        bytes.extend((count as u16).to_le_bytes());
        bytes.extend((count as u16).to_le_bytes());
        bytes.extend((size as u32).to_le_bytes());
        bytes.extend((offset as u32).to_le_bytes());
    }
    bytes.extend([0, 0]);
    bytes
}

struct Header<'f> {
    file: &'f File,
    method: u16,
    checksum: u32,
    packed: u64,
    size: u64,
}

impl Header<'_> {
    /// What the headers before the content and in the directory share; `offset` is for the latter.
    fn write(&self, bytes: &mut Vec<u8>, offset: Option<u32>) {
        let mut extra = Vec::new();
        if self.file.zip64 {
            extra.extend([1, 0]);
            extra.extend(if offset.is_some() { [24, 0] } else { [16, 0] });
            extra.extend(self.size.to_le_bytes());
            extra.extend(self.packed.to_le_bytes());
            extra.extend(offset.iter().flat_map(|&offset| u64::from(offset).to_le_bytes()));
        }
        let short = |number: u64| if self.file.zip64 { u32::MAX } else { number as u32 };
        bytes.extend(45u16.to_le_bytes());
        bytes.extend(self.file.flags.to_le_bytes());
        bytes.extend(self.method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(short(self.packed).to_le_bytes());
        bytes.extend(short(self.size).to_le_bytes());
        bytes.extend((self.file.name.len() as u16).to_le_bytes());
        bytes.extend((extra.len() as u16).to_le_bytes());
        if let Some(offset) = offset {
            bytes.extend([0; 10]);
            bytes.extend(short(u64::from(offset)).to_le_bytes());
        }
        bytes.extend(&self.file.name);
        bytes.extend(extra);
    }
}

pub fn deflate(content: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut packed = vec![0; compressor.deflate_compress_bound(content.len())];
    let count = compressor.deflate_compress(content, &mut packed).unwrap();
    packed.truncate(count);
    packed
}
