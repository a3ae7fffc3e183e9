//! A class of a library, whose file is opened when somebody asks for more than its place among the others.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use retake_bytecode::read;

use super::ClassId;
use crate::input::{ClassFile, Outline, Seen};

/// A library class.
#[derive(Debug)]
pub(crate) struct Library<'a> {
    pub(crate) class: ClassId,
    pub(crate) outline: Outline<'a>,
    from: &'a ClassFile,
    file: OnceLock<Option<read::Class<'a>>>,
    /// Whether somebody asked for its file.
    asked: AtomicBool,
}

impl<'a> Library<'a> {
    pub(super) fn new(
        class: ClassId,
        from: &'a ClassFile,
        file: Option<read::Class<'a>>,
        outline: Outline<'a>,
    ) -> Self {
        let file = file.map(Some).map_or_else(OnceLock::new, OnceLock::from);
        Library { class, outline, from, file, asked: AtomicBool::new(false) }
    }

    /// Its file; nothing if that cannot be read any more.
    pub(crate) fn file(&self) -> Option<&read::Class<'a>> {
        self.asked.store(true, Ordering::Relaxed);
        let parse = || read::Class::parse(self.from.bytes().ok()?).ok();
        self.file.get_or_init(parse).as_ref()
    }

    /// What is worth to be kept of it for another time.
    pub(super) fn seen(&self) -> Seen<'a> {
        let asked = self.asked.load(Ordering::Relaxed);
        let content = if asked { self.from.bytes().ok() } else { None };
        Seen { outline: Some(self.outline.clone()), content }
    }
}
