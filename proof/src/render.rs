//! A program to Java source.
//!
//! What does not fit (because something before it was taken out) is left out, so that every program has a text.

use std::collections::BTreeMap;

use crate::piece::{Piece, Pieces};
use crate::program::{End, From, Lane, Method, Program, Step};
use crate::types::{Binding, Type};

/// Classes that several pieces share; a program has those that it mentions.
const PRELUDE: &str = include_str!("../pieces/prelude.txt");

const IMPORTS: &str = "\
import java.math.*;
import java.net.*;
import java.security.SecureRandom;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
";

/// A value in a method: its variable and its type.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    of: Type,
}

/// A text in the making.
struct Renderer<'p> {
    pieces: &'p Pieces,
    program: &'p Program,
    /// What each method gives, by its number.
    gives: BTreeMap<usize, Type>,
    members: String,
    next: usize,
}

/// The source of a program.
pub fn render(pieces: &Pieces, program: &Program) -> String {
    let mut renderer =
        Renderer { pieces, program, gives: BTreeMap::new(), members: String::new(), next: program.states.len() };
    for (number, (piece, of)) in program.states.iter().enumerate() {
        let piece = &pieces.states[*piece];
        let binding = Binding { t: Some(Type::parse(of)), u: None };
        let first = first(&binding);
        renderer.members.push_str(&fill(&piece.members, number, &binding, &[("first", first)]));
    }
    let mut methods = String::new();
    for method in &program.methods {
        methods.push_str(&renderer.method(method));
    }
    let mut calls = String::new();
    for (at, method) in program.methods.iter().enumerate() {
        let number = method.number;
        calls.push_str(&format!("            case {at}: return m{number}({}L, \"in{}\");\n", 3 + at % 5, at % 3));
    }
    let members = &renderer.members;
    let main = format!(
        "/** Made up by a program. */
public class Main {{
    static final Logger LOG = LoggerFactory.getLogger(Main.class);

    static Object call(int method) {{
        switch (method) {{
{calls}            default: return null;
        }}
    }}

    public static void main(String[] arguments) {{
        for (int method = 0; method < {}; method++) {{
            System.out.println(call(method));
        }}
    }}

{methods}{members}}}
",
        program.methods.len()
    );
    format!("package {};\n\n{IMPORTS}\n{main}{}", program.name, prelude(&main))
}

/// What a method gives, if those before it give what is said.
pub fn result_type(pieces: &Pieces, program: &Program, gives: &BTreeMap<usize, Type>, method: &Method) -> Type {
    let mut renderer = Renderer { pieces, program, gives: gives.clone(), members: String::new(), next: 0 };
    renderer.method(method);
    renderer.gives.remove(&method.number).unwrap_or_else(|| Type::parse("String"))
}

/// A value for a state to begin with.
fn first(binding: &Binding) -> &'static str {
    match &binding.t {
        Some(of) if of.name == "Long" => "1L",
        _ => "\"first\"",
    }
}

/// The classes of the prelude that a text mentions, and those that they mention.
fn prelude(text: &str) -> String {
    let units: Vec<(&str, &str)> = PRELUDE.split("== ").skip(1).filter_map(|unit| unit.split_once('\n')).collect();
    let mut wanted = vec![false; units.len()];
    let mentions = |text: &str, name: &str| words(text).any(|word| word == name);
    loop {
        let mut changed = false;
        for (at, (name, _)) in units.iter().enumerate() {
            let chosen = |(other, (_, unit)): (usize, &(&str, &str))| wanted[other] && mentions(unit, name);
            if !wanted[at] && (mentions(text, name) || units.iter().enumerate().any(chosen)) {
                wanted[at] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    units
        .iter()
        .zip(wanted)
        .filter(|(_, wanted)| *wanted)
        .map(|((_, unit), _)| format!("\n{}", unit.trim_start()))
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// A piece's text with its names and types filled in.
fn fill(text: &str, number: usize, binding: &Binding, names: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let start = if c == '$' { 1 } else { 0 };
        let end = rest[start..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(rest.len(), |end| start + end)
            .max(c.len_utf8());
        let word = &rest[..end];
        match word.strip_prefix('$') {
            Some(name) => match names.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => out.push_str(value),
                None => out.push_str(&format!("{name}{number}")),
            },
            None => match (word, &binding.t, &binding.u) {
                ("T", Some(of), _) | ("U", _, Some(of)) => out.push_str(&of.to_string()),
                _ => out.push_str(word),
            },
        }
        rest = &rest[end..];
    }
    out
}

impl Renderer<'_> {
    fn method(&mut self, method: &Method) -> String {
        let mut body = String::new();
        let mut gives = Type::parse("String");
        let mut returned = false;
        for lane in &method.lanes {
            let last = matches!(lane.end, End::Return(_));
            if let Some(result) = self.lane(lane, &mut body)
                && last
            {
                gives = result;
                returned = true;
                break;
            }
        }
        if !returned {
            body.push_str("return \"done\";\n");
        }
        self.gives.insert(method.number, gives.clone());
        let body: String = body.lines().map(|line| format!("        {line}\n")).collect();
        format!("    static {gives} m{}(long a, String s) {{\n{body}    }}\n\n", method.number)
    }

    /// Writes a lane; tells the type it returns if it does.
    fn lane(&mut self, lane: &Lane, out: &mut String) -> Option<Type> {
        let number = self.number();
        let mut var = match &lane.from {
            From::Source(piece) => {
                let piece = &self.pieces.sources[*piece];
                self.members(piece, number, &Binding::default());
                out.push_str(&fill(&piece.code, number, &Binding::default(), &[]));
                Var { name: format!("r{number}"), of: piece.give.clone()? }
            }
            From::State(state) => {
                let (piece, of) = self.program.states.get(*state)?;
                let piece = &self.pieces.states[*piece];
                out.push_str(&self.of_state(*state, piece, &piece.read, of, number, ""));
                Var { name: format!("r{number}"), of: Type::parse(of) }
            }
            From::Method(called) => {
                let of = self.gives.get(called)?.clone();
                out.push_str(&format!("{of} r{number} = m{called}(a, s);\n"));
                Var { name: format!("r{number}"), of }
            }
        };
        for step in &lane.steps {
            var = self.step(step, var, out);
        }
        match &lane.end {
            End::Return(piece) => {
                let piece = &self.pieces.ends[*piece];
                let fallback = || self.pieces.ends.iter().find(|end| end.name == "return");
                let (piece, binding) = match piece.take.as_ref()?.fit(&var.of) {
                    Some(binding) => (piece, binding),
                    None => {
                        let end = fallback()?;
                        (end, end.take.as_ref()?.fit(&var.of)?)
                    }
                };
                let number = self.number();
                self.members(piece, number, &binding);
                out.push_str(&fill(&piece.code, number, &binding, &[("x", &var.name)]));
                Some(piece.give.as_ref()?.filled(&binding))
            }
            End::Drop(piece) => {
                let piece = &self.pieces.drops[*piece];
                let binding = piece.take.as_ref()?.fit(&var.of)?;
                let number = self.number();
                self.members(piece, number, &binding);
                out.push_str(&fill(&piece.code, number, &binding, &[("x", &var.name)]));
                None
            }
            End::State(state) => {
                let (piece, of) = self.program.states.get(*state)?;
                if Type::parse(of) == var.of {
                    let piece = &self.pieces.states[*piece];
                    let number = self.number();
                    out.push_str(&self.of_state(*state, piece, &piece.code, of, number, &var.name));
                }
                None
            }
        }
    }

    /// A use of a state: what its members name is the state's, every other name belongs to the use.
    fn of_state(&self, state: usize, piece: &Piece, code: &str, of: &str, number: usize, x: &str) -> String {
        let binding = Binding { t: Some(Type::parse(of)), u: None };
        let own: Vec<(&str, String)> = piece
            .members
            .split('$')
            .skip(1)
            .filter_map(|rest| words(rest).next())
            .filter(|name| *name != "first")
            .map(|name| (name, format!("{name}{state}")))
            .collect();
        let mut names: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
        names.extend([("first", first(&binding)), ("x", x)]);
        fill(code, number, &binding, &names)
    }

    /// Writes a step; what does not fit leaves the value as it is.
    fn step(&mut self, step: &Step, var: Var, out: &mut String) -> Var {
        match step {
            Step::Carrier(piece) => {
                let piece = &self.pieces.carriers[*piece];
                let (Some(take), Some(give)) = (&piece.take, &piece.give) else { return var };
                let Some(binding) = take.fit(&var.of) else { return var };
                let number = self.number();
                self.members(piece, number, &binding);
                out.push_str(&fill(&piece.code, number, &binding, &[("x", &var.name)]));
                Var { name: format!("r{number}"), of: give.filled(&binding) }
            }
            Step::Frame(piece, inner) => {
                let piece = &self.pieces.frames[*piece];
                let Some(mut binding) = piece.take.as_ref().and_then(|take| take.fit(&var.of)) else { return var };
                let number = self.number();
                let mut body = String::new();
                // Some frames hand the value in under a name of their own.
                let own = piece.code.contains("$in ").then(|| format!("in{number}"));
                let mut within = Var { name: own.unwrap_or_else(|| var.name.clone()), of: var.of.clone() };
                for step in inner {
                    within = self.step(step, within, &mut body);
                }
                binding.u = Some(within.of.clone());
                self.members(piece, number, &binding);
                let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
                let names = [("x", var.name.as_str()), ("body", body.trim_end()), ("inner", &within.name)];
                out.push_str(&fill(&piece.code, number, &binding, &names));
                Var { name: format!("r{number}"), of: within.of }
            }
            Step::Method(called) => {
                let Some(of) = self.gives.get(called).cloned() else { return var };
                let number = self.number();
                let arguments = match var.of.name.as_str() {
                    "Long" => format!("{}, s", var.name),
                    "String" => format!("a, {}", var.name),
                    _ => return var,
                };
                out.push_str(&format!("{of} r{number} = m{called}({arguments});\n"));
                Var { name: format!("r{number}"), of }
            }
        }
    }

    fn members(&mut self, piece: &Piece, number: usize, binding: &Binding) {
        let text = fill(&piece.members, number, binding, &[]);
        self.members.extend(text.lines().map(|line| format!("    {line}\n")));
    }

    fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }
}

/// What a step gives for a type, if it fits.
pub fn step_type(pieces: &Pieces, gives: &BTreeMap<usize, Type>, step: &Step, of: &Type) -> Option<Type> {
    match step {
        Step::Carrier(piece) => {
            let piece = &pieces.carriers[*piece];
            Some(piece.give.as_ref()?.filled(&piece.take.as_ref()?.fit(of)?))
        }
        Step::Frame(piece, inner) => {
            pieces.frames[*piece].take.as_ref()?.fit(of)?;
            Some(inner.iter().fold(of.clone(), |of, step| step_type(pieces, gives, step, &of).unwrap_or(of)))
        }
        Step::Method(called) => {
            let fits = ["Long", "String"].contains(&of.name.as_str());
            fits.then(|| gives.get(called).cloned())?
        }
    }
}
