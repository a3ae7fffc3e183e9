//! Weaves one method: finds its places, and puts in as many hooks as it has room for.

use retake_bytecode::edit::{Code, Pool};

use crate::draft::{Draft, Misfit};
use crate::known::Known;
use crate::length::measure;
use crate::plan::Hook;
use crate::site::{self, Reason, Site};
use crate::state::Context;
use crate::subject::{Header, Subject};
use crate::types::{Name, Names};
use crate::{body, call, check, construct, value};

/// HotSpot compiles no method that is longer. It is then ten times slower, so none is pushed over.
const COMPILED: usize = 8_000;

/// No method may be longer.
const LONGEST: usize = 65_535;

/// What all methods of a class share.
pub(crate) struct Class<'a> {
    pub(crate) name: Name,
    pub(crate) names: &'a mut Names,
    pub(crate) known: &'a Known,
    pub(crate) pool: &'a mut Pool,
}

/// Weaves hooks into a body. Gives the new body, if any hook is in it, and for each hook why it is not.
pub(crate) fn weave(
    class: &mut Class<'_>,
    header: &Header<'_>,
    code: &Code,
    hooks: &[&Hook],
) -> (Option<Code>, Vec<Option<Reason>>) {
    let mut reasons: Vec<Option<Reason>> = vec![None; hooks.len()];
    let mut cx = Context { pool: class.pool, names: class.names, class: class.name };
    let found = Subject::new(header, code, &mut cx)
        .and_then(|subject| Ok((site::find(hooks, &subject, class.known, &mut cx)?, subject)));
    let (found, subject) = match found {
        Ok(found) => found,
        Err(stuck) => {
            reasons.fill(Some(stuck.0.into()));
            return (None, reasons);
        }
    };
    let mut sites = Vec::new();
    for (which, found) in found.into_iter().enumerate() {
        match found {
            Ok(site) => sites.push((which, site)),
            Err(reason) => reasons[which] = Some(reason),
        }
    }
    sites.sort_by_key(|(_, site)| site.rank());

    // Everything fits nearly always; where it does not, the longest list that does is found by halves.
    let (mut woven, mut low, mut high) = (None, 0, sites.len());
    let mut kept = sites.len();
    while low < high {
        let count = class.pool.count();
        let chosen = sites[..kept].iter().map(|(which, site)| (hooks[*which].id, site));
        match draft(&subject, chosen, class) {
            Ok(code) => {
                woven = Some(code);
                low = kept;
            }
            Err(reason) => {
                class.pool.truncate(count);
                for (which, _) in &sites[kept - 1..high] {
                    reasons[*which] = Some(reason.clone());
                }
                high = kept - 1;
            }
        }
        kept = low + (high - low).div_ceil(2);
    }
    (woven, reasons)
}

fn draft<'a>(
    subject: &Subject<'_>,
    sites: impl Iterator<Item = (u32, &'a Site)>,
    class: &mut Class<'_>,
) -> Result<Code, Reason> {
    let code = assemble(subject, sites, class).map_err(|misfit| misfit.0)?;
    if code.max_stack == u16::MAX && subject.code.max_stack < u16::MAX {
        return Err("the method's stack would be too deep".into());
    }
    let limit = match measure(&subject.code.nodes) {
        Some(0..=COMPILED) => COMPILED,
        _ => LONGEST,
    };
    match measure(&code.nodes) {
        None => Err("a branch of the method would not reach its target any more".into()),
        Some(length) if length > limit => {
            Err(format!("the method would take {length} bytes, and {limit} is the limit").into())
        }
        Some(_) => Ok(code),
    }
}

fn assemble<'a>(
    subject: &Subject<'_>,
    sites: impl Iterator<Item = (u32, &'a Site)>,
    class: &mut Class<'_>,
) -> Result<Code, Misfit> {
    let mut draft = Draft::new(subject, class.pool, class.names);
    for (id, site) in sites {
        match site {
            Site::Body(site) => body::weave(&mut draft, id, site)?,
            Site::Call(site) => call::weave(&mut draft, id, site)?,
            Site::Read(site) => value::weave(&mut draft, id, site)?,
            Site::Check(site) => check::weave(&mut draft, id, site)?,
            Site::Construct(site) => construct::weave(&mut draft, id, site)?,
        }
    }
    draft.assemble()
}
