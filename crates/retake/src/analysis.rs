//! Running an analysis, and showing how far it is.

use std::cell::RefCell;
use std::io;
use std::time::Instant;

use retake_analyze::{Progress, Request};
use retake_model::points::Points;
use retake_report::Steps;

use crate::failure::Failure;
use crate::output::{count, say, style};

/// What is said of an analysis where no line can be written over. On a terminal, a bar shows the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Each step, and what came of it.
    Steps,
    /// What came of it.
    Result,
    /// Nothing: whoever reads is a program.
    Nothing,
}

/// Analyses a service and says what that gave.
pub(crate) fn analyse(request: &Request, said: Said) -> Result<Points, Failure> {
    let begin = Instant::now();
    let live = style(&io::stderr()).live;
    let points = match live || said == Said::Steps {
        true => {
            let steps = RefCell::new(Steps::new(io::stderr(), style(&io::stderr()), STEPS));
            let show = |progress| {
                let (number, what) = step(progress);
                // When even this cannot be written, there is nobody to tell.
                let _ = steps.borrow_mut().step(number, &what);
            };
            retake_analyze::analyze(request, &show)
        }
        false => retake_analyze::analyze(request, &|_| {}),
    };
    let points = points.map_err(Failure::new)?;
    if live || said != Said::Nothing {
        say(&format!(
            "analysed {}: {}, {} in {:.1} s",
            count(points.counts.classes, "class", "classes"),
            count(points.entries.len() as u64, "entry", "entries"),
            count(points.points.len() as u64, "point", "points"),
            begin.elapsed().as_secs_f64()
        ));
    }
    Ok(points)
}

/// How many steps there are.
const STEPS: usize = 5;

/// The number of a step, and its name with how much there is to do.
fn step(progress: Progress) -> (usize, String) {
    match progress {
        Progress::Reading => (0, "reading files".to_owned()),
        Progress::Modelling { classes } => (1, format!("modelling {}", count(classes as u64, "class", "classes"))),
        Progress::Following { methods } => {
            (2, format!("following values in {}", count(methods as u64, "method", "methods")))
        }
        Progress::Solving { calls } => (3, format!("solving {}", count(calls as u64, "call", "calls"))),
        Progress::Placing { candidates } => {
            (4, format!("placing points at {}", count(candidates as u64, "candidate", "candidates")))
        }
        // A step that is not known here is one between.
        _ => (STEPS - 1, "working".to_owned()),
    }
}
