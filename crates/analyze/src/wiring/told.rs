//! Wiring for people and tests: one line for each thing that frameworks are told.

use super::beans::Scope;
use super::touched::Touch;
use super::{Wiring, documents};
use crate::Error;
use crate::input::{self, Request};
use crate::program::{FieldId, MethodId, Program, build};
use crate::rules::Rules;
use crate::rules::frameworks::{Between, When};

/// What frameworks are told about a service in annotations and configuration files: which objects they make and how long
/// they keep them, what they write and call, what they put in between. One line each, sorted.
pub fn wiring(request: &Request) -> Result<Vec<String>, Error> {
    let rules = Rules::load(&request.settings)?;
    let input = input::read(request)?;
    let program = build::build(&input, &rules, &mut Vec::new());
    let mut warnings = Vec::new();
    let documents = documents::read(&input.resources, &mut warnings);
    let wiring = Wiring::read(&program, &rules, &input.resources, &documents, &mut warnings);
    let mut lines = lines(&program, &wiring);
    lines.extend(warnings.into_iter().map(|warning| format!("warning {warning}")));
    lines.sort();
    lines.dedup();
    Ok(lines)
}

fn lines(program: &Program<'_>, wiring: &Wiring) -> Vec<String> {
    let field = |field: FieldId| program.field_text(field);
    let method = |method: MethodId| {
        let found = program.method(method);
        format!("{}.{}", program.dotted(found.class), program.names.text(found.name))
    };
    let touch = |touch: &Touch| format!("{} {}", when(touch.when), touch.why);
    let mut lines = Vec::new();
    for bean in wiring.beans.iter().filter(|bean| program.class(bean.class).application) {
        lines.push(format!("bean {} {} {}", program.dotted(bean.class), scope(bean.scope), bean.how));
    }
    for (id, touches) in &wiring.touched.written {
        lines.extend(touches.iter().map(|found| format!("written {} {}", field(*id), touch(found))));
    }
    for (id, touches) in &wiring.touched.called {
        // That a bean is made is said already.
        let made = |found: &&Touch| {
            let class = program.method(*id).class;
            !wiring.beans.iter().any(|bean| bean.class == class && bean.how == found.why)
        };
        let touches = touches.iter().filter(made);
        lines.extend(touches.map(|found| format!("called {} {}", method(*id), touch(found))));
    }
    for (id, classes) in &wiring.injected {
        let classes: Vec<String> = classes.iter().map(|&class| program.dotted(class)).collect();
        lines.push(format!("injected {} {}", field(*id), classes.join(" ")));
    }
    let named = &program.refs[..program.application_refs as usize];
    let used = |class| program.class(class).application || named.iter().any(|member| member.owner == class);
    for (class, proxy) in wiring.proxies.iter().filter(|&(class, _)| used(class)) {
        lines.push(format!("proxy {} {}", program.dotted(class), proxy.words));
    }
    for whole in &wiring.whole {
        lines.push(format!("whole {}.{} {}", program.dotted(whole.class), whole.name, whole.words));
    }
    for (id, between) in &wiring.proxied {
        lines.extend(
            between.iter().map(|layer| format!("proxied {} {} {}", method(*id), between_text(layer.does), layer.why)),
        );
    }
    lines
}

fn when(when: When) -> &'static str {
    match when {
        When::Start => "start",
        When::Run => "run",
        When::Stop => "stop",
    }
}

fn between_text(does: Between) -> &'static str {
    match does {
        Between::Answers => "answers",
        Between::Caches => "caches",
        Between::Defers => "defers",
        Between::Guards => "guards",
        Between::Transacts => "transacts",
    }
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Singleton => "singleton",
        Scope::Prototype => "prototype",
        Scope::Request => "request",
        Scope::Session => "session",
        Scope::Application => "application",
        Scope::Websocket => "websocket",
        Scope::Refresh => "refresh",
        Scope::Other => "other",
    }
}
