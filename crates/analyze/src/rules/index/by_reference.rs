//! Which methods of libraries it matters to see called by reference.

use retake_bytecode::handle;

use super::{Index, TypeKind};
use crate::program::{Lambda, Program};

impl Index {
    /// Whether a method reference is followed into the call it makes: rules have something to say of that, or the call asks
    /// an object that may be shared (`cache::get`). Most references do neither (`String::trim`); what goes into those comes
    /// out of them.
    pub(crate) fn counts_by_reference(&self, program: &Program<'_>, lambda: &Lambda) -> bool {
        let said = self.said(lambda.target);
        let depends = said.source.is_some() || said.external.is_some() || said.generates.is_some();
        if depends || said.output || !said.sinks.is_empty() {
            return true;
        }
        let owner = program.reference(lambda.target).owner;
        let asks = matches!(lambda.kind, handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE);
        let shared = match self.kind(owner) {
            TypeKind::Generator(_) => true,
            TypeKind::Value | TypeKind::Stateless => false,
            // What is not taken along is an element of something, which is recorded where it is taken from.
            TypeKind::Cursor | TypeKind::Array | TypeKind::Application | TypeKind::Other => lambda.captured > 0,
        };
        asks && (shared || said.inherited.is_some() && program.class_name(owner) != "java/lang/Object")
    }
}
