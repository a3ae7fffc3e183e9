//! What method references would be as lambdas.
//!
//! `ids.forEach(repository::delete)` has no instruction that calls `delete`: a constant names it, and a library calls. A
//! lambda that says the same (`id -> repository.delete(id)`) has a body with that call, and whatever holds of it holds of
//! the reference. So a reference gets such a method here, which no class file has: its *stand-in*. It takes what the
//! reference takes along, then what it is called with.

use retake_bytecode::{access, handle};

use super::names::Name;
use super::{ClassId, Lambda, Method, MethodId, Program};
use crate::flow::body;

impl Program<'_> {
    /// Adds the methods that stand in for the references of the application; `makers` are the classes of the lambdas.
    pub(super) fn add_stand_ins(&mut self, makers: &[ClassId]) {
        let name = self.names.intern("lambda$");
        for (number, &class) in makers.iter().enumerate() {
            let lambda = self.lambdas[number];
            let Some(descriptor) = self.stand_in(lambda).filter(|_| !self.is_body(lambda)) else { continue };
            self.lambdas[number].stand_in = Some(MethodId(self.methods.len() as u32));
            self.methods.push(Method {
                class,
                nth: u16::MAX,
                name,
                descriptor,
                access: access::PRIVATE | access::STATIC | access::SYNTHETIC,
                has_code: true,
                annotated: false,
                stands_in: Some(number as u32),
            });
        }
    }

    /// Keeps of the stand-ins those that count; the rest of the references is followed without.
    pub(crate) fn keep_stand_ins(&mut self, counts: impl Fn(&Self, &Lambda) -> bool) {
        for number in 0..self.lambdas.len() {
            if self.lambdas[number].stand_in.is_some() && !counts(self, &self.lambdas[number]) {
                self.lambdas[number].stand_in = None;
            }
        }
    }

    /// Whether a compiler made what a lambda calls: the body of a lambda.
    fn is_body(&self, lambda: Lambda) -> bool {
        let member = self.reference(lambda.target);
        let declared = self.declared_method(member.owner, member.name, member.descriptor);
        declared.is_some_and(|method| self.method(method).is_synthetic())
    }

    /// The descriptor of a reference's stand-in.
    fn stand_in(&mut self, lambda: Lambda) -> Option<Name> {
        let member = self.reference(lambda.target);
        let (owner, called) = (self.class_name(member.owner), self.names.text(member.descriptor));
        let owner = if owner.starts_with('[') { owner.to_string() } else { format!("L{owner};") };
        let (object, result) = match lambda.kind {
            handle::INVOKE_STATIC => (None, body::result(called)),
            handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE => (Some(owner.as_str()), body::result(called)),
            handle::NEW_INVOKE_SPECIAL => (None, owner.as_str()),
            _ => return None,
        };
        let takes = object.into_iter().chain(body::parameters(called));
        // Of what is taken along the call site may know more.
        let taken = body::parameters(self.names.text(lambda.site));
        let taken: Vec<&str> = taken.chain(takes.skip(usize::from(lambda.captured))).collect();
        let descriptor = format!("({}){result}", taken.concat());
        Some(self.names.intern(&descriptor))
    }
}
