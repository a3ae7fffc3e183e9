//! The XML files that say something: which they are, and what is in them.

use rayon::prelude::*;

use super::xml::{self, Broken, Element};
use crate::input::Resource;

/// The roots of documents that say something: Spring's, the deployment descriptor and its fragments, MyBatis' mappers and
/// configuration.
const ROOTS: [&str; 5] = ["beans", "web-app", "web-fragment", "mapper", "configuration"];

/// An XML file.
#[derive(Debug)]
pub(crate) struct Document<'r> {
    pub(crate) resource: &'r Resource,
    pub(crate) root: Element,
}

/// Reads the XML files. What cannot be read is left out and named in `warnings`.
pub(crate) fn read<'r>(resources: &'r [Resource], warnings: &mut Vec<String>) -> Vec<Document<'r>> {
    let is_xml = |resource: &&Resource| {
        let extension = resource.path.rsplit_once('.').map_or("", |(_, extension)| extension);
        extension.eq_ignore_ascii_case("xml")
    };
    let files: Vec<&Resource> = resources.iter().filter(is_xml).collect();
    let read: Vec<_> = files.par_iter().map(|file| xml::read(&file.bytes, |root| ROOTS.contains(&root))).collect();
    let mut documents = Vec::new();
    for (resource, read) in files.into_iter().zip(read) {
        match read {
            Ok(Some(root)) => documents.push(Document { resource, root }),
            Ok(None) => {}
            // In a library it may be anything: a template, a part of a page.
            Err(broken) if !broken.wanted && !resource.application => {}
            Err(Broken { what, .. }) => {
                warnings.push(format!("{}: {} was left out: {what}", resource.archive, resource.path))
            }
        }
    }
    documents
}
