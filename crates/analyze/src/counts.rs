//! How much was read and found: what the paper's Figures 10 and 11 and its Table 2 show.

use retake_bytecode::Constant;
use retake_model::points::{Counts, Kind, Point, SystemCounts};
use rustc_hash::FxHashSet;

use crate::place::Candidate;
use crate::program::Program;
use crate::program::jdk::is_jdk;

/// Counts what was read and where points may be.
pub(crate) fn count(program: &Program<'_>, candidates: &[Candidate]) -> Counts {
    Counts {
        classes: program.application.len() as u64 + program.libraries.len() as u64,
        application_classes: program.application.len() as u64,
        application_methods: u64::from(program.application_methods - program.stand_ins),
        methods_invoked: methods_invoked(program),
        system: SystemCounts {
            found: candidates.iter().filter(|candidate| candidate.kind == Kind::System).count() as u64,
            ..SystemCounts::default()
        },
        ..Counts::default()
    }
}

/// The distinct methods outside the JDK that application code names to invoke them.
fn methods_invoked(program: &Program<'_>) -> u64 {
    let mut invoked: FxHashSet<u32> = FxHashSet::default();
    for application in &program.application {
        for (index, constant) in application.file.pool().iter() {
            if let Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. } = constant
                && let Some(&number) = application.pool.get(usize::from(index))
                && let Some(reference) = program.refs.get(number as usize)
                && !is_jdk(program.class_name(reference.owner))
            {
                invoked.insert(number);
            }
        }
    }
    invoked.len() as u64
}

/// Counts the system points by how far one has to look: a way that stays in one method is seen without any other.
pub(crate) fn system(found: u64, points: &[Point]) -> SystemCounts {
    let system = || points.iter().filter(|point| point.kind == Kind::System);
    let stays =
        |point: &&Point| point.path.iter().all(|step| (&step.class, &step.method) == (&point.class, &point.method));
    let kept_intra = system().filter(stays).count() as u64;
    SystemCounts { found, kept_intra, kept_inter: system().count() as u64 - kept_intra }
}
