//! Wiring: what frameworks are told about the service in annotations and configuration files, and no instruction says.
//!
//! - [`xml`], [`documents`], [`settings`], [`packages`]: files, and how to read them.
//! - [`notes`]: annotations, and what is on them.
//! - [`declared`], [`elements`]: beans and other things that XML files declare.
//! - [`scan`], [`beans`]: which objects a framework makes, and how long they live.
//! - [`touched`]: what it writes into them and calls on them.
//! - [`injected`]: which of them meet; [`proxied`]: what stands between them.
//! - [`services`], [`exported`], [`references`]: who offers what to whom.
//! - [`proxies`], [`whole`]: what leaves the process; [`entries`]: what traffic calls; [`web`]: what a deployment descriptor says.
//!
//! What is known of each framework is in the rules; this only reads.

pub(crate) mod beans;
pub(crate) mod declared;
pub(crate) mod documents;
pub(crate) mod elements;
pub(crate) mod entries;
pub(crate) mod exported;
pub(crate) mod injected;
pub(crate) mod notes;
pub(crate) mod packages;
pub(crate) mod proxied;
pub(crate) mod proxies;
pub(crate) mod references;
pub(crate) mod scan;
pub(crate) mod services;
pub(crate) mod settings;
mod told;
pub(crate) mod touched;
pub(crate) mod web;
pub(crate) mod whole;
pub(crate) mod xml;

use std::collections::BTreeMap;

use crate::input::Resource;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::rules::Rules;
use beans::Bean;
use documents::Document;
use notes::{Noted, Notes};
use proxied::Layer;
use proxies::Proxies;
use scan::Scanned;
use settings::Settings;
pub use told::wiring;
use touched::Touched;
use whole::Whole;

/// What frameworks are told about the service.
#[derive(Debug, Default)]
pub(crate) struct Wiring {
    /// The objects that they make, sorted by class.
    pub(crate) beans: Vec<Bean>,
    /// The fields that they write and the methods that they call.
    pub(crate) touched: Touched,
    /// Which beans a field may hold that they fill.
    pub(crate) injected: BTreeMap<FieldId, Vec<ClassId>>,
    /// What they put between a method and its callers.
    pub(crate) proxied: BTreeMap<MethodId, Vec<Layer>>,
    /// The interfaces whose calls leave the process.
    pub(crate) proxies: Proxies,
    /// The methods that are recorded as a whole.
    pub(crate) whole: Vec<Whole>,
    /// The methods that traffic calls.
    pub(crate) entries: Vec<entries::Declared>,
}

/// Everything that wiring is read from.
pub(crate) struct Sources<'s, 'a> {
    pub(crate) program: &'s Program<'a>,
    pub(crate) rules: &'s Rules,
    pub(crate) resources: &'s [Resource],
    pub(crate) settings: &'s Settings,
    pub(crate) notes: &'s Notes<'s, 'a>,
    /// The annotations of the application, in the order of its classes.
    pub(crate) noted: &'s [Noted],
}

impl Sources<'_, '_> {
    /// The annotations of an application class.
    pub(crate) fn noted_class(&self, class: ClassId) -> Option<&Noted> {
        self.noted.iter().find(|noted| noted.class == class)
    }
}

impl Wiring {
    /// Reads what the service declares. What it uses and nobody delivers is named in `warnings`.
    pub(crate) fn read(
        program: &Program<'_>,
        rules: &Rules,
        resources: &[Resource],
        documents: &[Document<'_>],
        warnings: &mut Vec<String>,
    ) -> Self {
        let settings = Settings::read(resources);
        let notes = Notes::new(program, rules);
        let noted = notes.application();
        let sources = Sources { program, rules, resources, settings: &settings, notes: &notes, noted: &noted };
        let declared = declared::read(documents, &settings);
        let declarations = elements::find(rules, documents, &declared, &settings);
        let scanned = Scanned::find(&sources, &declarations);
        let beans = beans::find(&sources, &scanned, &declared);
        let touched = Touched::find(&sources, &beans, &declared);
        let mut services = services::find(&sources, &beans, &declared, &declarations);
        services.extend(exported::find(&sources, warnings));
        let mut proxies = Proxies::find(&sources, &declarations);
        let mut whole = whole::inherited(&sources, &touched);
        whole.extend(references::find(&sources, &declarations, &services, &mut proxies, warnings));
        proxies.extend_upwards(program);
        let mut entries = services::entries(&sources, &services, &beans, &declared, &declarations);
        entries.extend(entries::find(&sources, documents));
        Wiring {
            touched,
            injected: injected::find(&sources, &beans, &declared),
            proxied: proxied::find(&sources),
            proxies,
            whole,
            entries,
            beans,
        }
    }
}
