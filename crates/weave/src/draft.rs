//! One attempt at a woven body: pieces are laid beside the original instructions, then everything is put
//! together in one pass.
//!
//! All pieces name places in the original list, so they do not disturb each other, and a draft that turns out
//! too large is dropped without a trace.

use std::collections::{BTreeMap, HashMap};

use retake_bytecode::Error;
use retake_bytecode::edit::{Attribute, Code, Content, Handler, Label, Node, Pool, VerificationType};

use crate::emit::{Emitter, Piece, add_class};
use crate::flow::instructions;
use crate::frames;
use crate::site::Reason;
use crate::state::State;
use crate::subject::Subject;
use crate::types::{Names, Type};

/// Why a draft cannot be made.
pub(crate) struct Misfit(pub(crate) Reason);

impl From<Error> for Misfit {
    fn from(error: Error) -> Self {
        Misfit(error.to_string().into())
    }
}

/// What is laid around one original instruction.
#[derive(Default)]
struct Edit {
    before: Vec<Node>,
    /// What stands in the instruction's place.
    instead: Option<Vec<Node>>,
    after: Vec<Node>,
    /// Whether what stands behind is outside the method's own exception ranges.
    cut_after: bool,
    /// Whether the instruction, or what stands for it, is outside the range of [`Draft::catch_all`].
    outside: bool,
}

/// A body in the making.
pub(crate) struct Draft<'a> {
    pub(crate) subject: &'a Subject<'a>,
    pool: &'a mut Pool,
    names: &'a mut Names,
    labels: u32,
    head: Vec<Node>,
    edits: BTreeMap<usize, Edit>,
    tail: Vec<Tail>,
    first_rows: Vec<Handler>,
    tail_rows: Vec<Handler>,
    catch_all: Vec<CatchAll>,
    frames: Vec<(Label, State)>,
    max_stack: u16,
    max_locals: u16,
}

/// A handler behind the method's own code, for what stands in the place of an instruction.
struct Tail {
    index: usize,
    entry: Label,
    nodes: Vec<Node>,
    close: Label,
}

/// A handler for everything from an instruction on, up to the next of its kind.
struct CatchAll {
    from: usize,
    entry: Label,
    nodes: Vec<Node>,
}

/// A stretch of the new list, with the labels at its ends.
struct Stretch {
    from: usize,
    open: Label,
    to: usize,
    close: Label,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(subject: &'a Subject<'a>, pool: &'a mut Pool, names: &'a mut Names) -> Self {
        Draft {
            subject,
            pool,
            names,
            labels: subject.code.labels,
            head: Vec::new(),
            edits: BTreeMap::new(),
            tail: Vec::new(),
            first_rows: Vec::new(),
            tail_rows: Vec::new(),
            catch_all: Vec::new(),
            frames: subject.frames.clone().unwrap_or_default(),
            max_stack: subject.code.max_stack,
            max_locals: subject.code.max_locals,
        }
    }

    pub(crate) fn fresh_label(&mut self) -> Label {
        let label = Label(self.labels);
        self.labels += 1;
        label
    }

    /// Begins a piece that finds `depth` slots on the stack.
    pub(crate) fn emitter(&mut self, depth: u16) -> Emitter<'_> {
        Emitter::new(self.pool, self.names, depth)
    }

    /// Says what is known at a label of ours. Nothing is written for methods that are verified without frames.
    pub(crate) fn frame(&mut self, label: Label, state: State) {
        if self.subject.frames.is_some() {
            self.frames.push((label, state));
        }
    }

    /// Reserves locals behind those of the method and gives the first. Pieces share them, unless their types
    /// would then be merged somewhere.
    pub(crate) fn reserve_locals(&mut self, slots: u16) -> Result<u16, Misfit> {
        let first = if self.subject.merges { self.max_locals } else { self.subject.code.max_locals };
        let end = first.checked_add(slots).ok_or(Misfit("the method has no room for more locals".into()))?;
        self.max_locals = self.max_locals.max(end);
        Ok(first)
    }

    /// Lays a piece before everything else, where no branch of the method leads.
    pub(crate) fn at_start(&mut self, piece: Piece) {
        let nodes = self.accept(piece);
        self.head.extend(nodes);
    }

    /// Lays a piece before an instruction, on every way to it, outside the method's exception ranges.
    pub(crate) fn before(&mut self, index: usize, piece: Piece) {
        let nodes = self.accept(piece);
        self.edit(index).before.extend(nodes);
    }

    /// Puts a piece in the place of an instruction.
    pub(crate) fn instead(&mut self, index: usize, piece: Piece) {
        let nodes = self.accept(piece);
        self.edit(index).instead = Some(nodes);
    }

    /// Lays a piece behind an instruction, where only that instruction leads, inside its exception ranges.
    pub(crate) fn after(&mut self, index: usize, piece: Piece) {
        let nodes = self.accept(piece);
        self.edit(index).after.extend(nodes);
    }

    /// Lays a piece behind an instruction, outside the method's exception ranges.
    pub(crate) fn after_cut(&mut self, index: usize, piece: Piece) {
        self.after(index, piece);
        self.edit(index).cut_after = true;
    }

    /// Leaves an instruction out of the range of the catch-all handler.
    pub(crate) fn leave_out(&mut self, index: usize) {
        self.edit(index).outside = true;
    }

    /// Adds a handler at the end of the method for the labels `start` to `end` of another piece, in front of the
    /// handlers that are there. The ranges around the instruction at `index` cover the new handler too, so what it
    /// throws on goes where it would have gone without it.
    pub(crate) fn handler(&mut self, index: usize, start: Label, end: Label, entry: Label, piece: Piece) {
        self.first_rows.push(Handler { start, end, handler: entry, catch: 0 });
        let close = self.fresh_label();
        let subject = self.subject;
        for row in &subject.code.handlers {
            let at = |label| subject.positions.at(label).unwrap_or(usize::MAX);
            if (at(row.start)..at(row.end)).contains(&index) {
                self.tail_rows.push(Handler { start: entry, end: close, ..row.clone() });
            }
        }
        let nodes = self.accept(piece);
        self.tail.push(Tail { index, entry, nodes, close });
    }

    /// Adds a handler for everything that the method itself does, from an instruction on, and does not catch.
    pub(crate) fn catch_all(&mut self, from: usize, entry: Label, piece: Piece) {
        let nodes = self.accept(piece);
        self.catch_all.push(CatchAll { from, entry, nodes });
    }

    fn accept(&mut self, piece: Piece) -> Vec<Node> {
        self.max_stack = self.max_stack.max(piece.peak);
        piece.nodes
    }

    fn edit(&mut self, index: usize) -> &mut Edit {
        self.edits.entry(index).or_default()
    }

    /// Puts the new body together.
    pub(crate) fn assemble(mut self) -> Result<Code, Misfit> {
        let fresh_objects = self.label_fresh_objects();
        let subject = self.subject;
        let mut nodes = std::mem::take(&mut self.head);
        let mut cuts = Vec::new();
        let mut holes = Vec::new();
        // Where the range of each catch-all handler begins, and where the last one ends.
        let mut borders = Vec::new();
        let mut edits = std::mem::take(&mut self.edits);
        for (index, node) in subject.code.nodes.iter().enumerate() {
            if self.catch_all.get(borders.len()).is_some_and(|region| region.from <= index) {
                borders.push(self.border(&mut nodes));
            }
            let mut edit = edits.remove(&index).unwrap_or_default();
            if !edit.before.is_empty() {
                cuts.push(self.stretch(&mut nodes, edit.before));
            }
            // A frame that tells of a fresh object names the very position of its `new`.
            nodes.extend(fresh_objects.get(&index).map(|label| Node::Label(*label)));
            let mut this = edit.instead.take().unwrap_or_else(|| vec![node.clone()]);
            if !edit.cut_after {
                this.append(&mut edit.after);
            }
            if edit.outside {
                holes.push(self.stretch(&mut nodes, this));
            } else {
                nodes.extend(this);
            }
            if edit.cut_after {
                cuts.push(self.stretch(&mut nodes, edit.after));
            }
        }
        // One handler for everything is one for the handlers of calls as well; of several each has its own.
        let mut tail = std::mem::take(&mut self.tail);
        let border = nodes.len();
        for Tail { nodes: handler, close, .. } in &mut tail {
            nodes.append(handler);
            nodes.push(Node::Label(*close));
        }
        if self.catch_all.len() == 1 {
            tail.clear();
            borders.push(self.border(&mut nodes));
        } else {
            let label = self.fresh_label();
            nodes.insert(border, Node::Label(label));
            borders.push((border, label));
        }

        let mut handlers = std::mem::take(&mut self.first_rows);
        let at: HashMap<Label, usize> = (nodes.iter().enumerate())
            .filter_map(|(index, node)| if let Node::Label(label) = node { Some((*label, index)) } else { None })
            .collect();
        for row in &subject.code.handlers {
            let (Some(&from), Some(&to)) = (at.get(&row.start), at.get(&row.end)) else { continue };
            let range = Stretch { from, open: row.start, to, close: row.end };
            for (start, end) in without(&nodes, range, &cuts) {
                handlers.push(Handler { start, end, ..row.clone() });
            }
        }
        handlers.append(&mut self.tail_rows);
        holes.extend(cuts);
        holes.sort_by_key(|hole| hole.from);
        for (region, border) in self.catch_all.iter().zip(borders.windows(2)) {
            let [(from, open), (to, close)] = *border else { continue };
            for (start, end) in without(&nodes, Stretch { from, open, to, close }, &holes) {
                handlers.push(Handler { start, end, handler: region.entry, catch: 0 });
            }
        }
        for Tail { index, entry, close, .. } in &tail {
            if let Some(region) = self.catch_all.iter().rfind(|region| region.from <= *index) {
                handlers.push(Handler { start: *entry, end: *close, handler: region.entry, catch: 0 });
            }
        }
        for region in std::mem::take(&mut self.catch_all) {
            if handlers.iter().any(|row| row.handler == region.entry) {
                nodes.extend(region.nodes);
            }
        }

        let mut code = Code {
            max_stack: self.max_stack,
            max_locals: self.max_locals,
            nodes,
            handlers,
            attributes: subject.code.attributes.clone(),
            labels: self.labels,
        };
        self.write_frames(&mut code, &fresh_objects)?;
        Ok(code)
    }

    /// A label for every `new` whose object some frame tells of.
    fn label_fresh_objects(&mut self) -> BTreeMap<usize, Label> {
        let mut labels = BTreeMap::new();
        for (_, state) in &self.frames {
            for held in state.locals.iter().chain(&state.stack) {
                if let Type::Uninitialized(index) = held {
                    labels.entry(*index).or_insert_with(|| {
                        self.labels += 1;
                        Label(self.labels - 1)
                    });
                }
            }
        }
        labels
    }

    /// Appends a label and gives where it stands.
    fn border(&mut self, nodes: &mut Vec<Node>) -> (usize, Label) {
        let label = self.fresh_label();
        nodes.push(Node::Label(label));
        (nodes.len() - 1, label)
    }

    /// Appends nodes with a label on either side.
    fn stretch(&mut self, nodes: &mut Vec<Node>, inner: Vec<Node>) -> Stretch {
        let (open, close) = (self.fresh_label(), self.fresh_label());
        let from = nodes.len();
        nodes.push(Node::Label(open));
        nodes.extend(inner);
        let to = nodes.len();
        nodes.push(Node::Label(close));
        Stretch { from, open, to, close }
    }

    fn write_frames(&mut self, code: &mut Code, fresh_objects: &BTreeMap<usize, Label>) -> Result<(), Misfit> {
        if self.frames.is_empty() {
            return Ok(());
        }
        let by_label: HashMap<Label, &State> = self.frames.iter().map(|(label, state)| (*label, state)).collect();
        let states: Vec<(Label, &State)> = (code.nodes.iter())
            .filter_map(|node| if let Node::Label(label) = node { Some((*label, *by_label.get(label)?)) } else { None })
            .collect();
        let (pool, names) = (&mut *self.pool, &*self.names);
        let frames = frames::compress(&states, &self.subject.flow.entry, |item| {
            Ok::<_, Misfit>(match item {
                Type::Top => VerificationType::Top,
                Type::Int => VerificationType::Integer,
                Type::Float => VerificationType::Float,
                Type::Long => VerificationType::Long,
                Type::Double => VerificationType::Double,
                Type::Null => VerificationType::Null,
                Type::UninitializedThis => VerificationType::UninitializedThis,
                Type::Object(name) => VerificationType::Object(add_class(pool, &names.text(name))?),
                // Every such object has its label by now.
                Type::Uninitialized(index) => fresh_objects
                    .get(&index)
                    .map_or(VerificationType::Top, |label| VerificationType::Uninitialized(*label)),
            })
        })?;
        match code.frames_mut() {
            Some(table) => *table = frames,
            None => code.attributes.push(Attribute::new(pool, Content::StackMapTable(frames))?),
        }
        Ok(())
    }
}

/// The parts of a range that lie outside all holes (in order, not overlapping) and hold an instruction.
fn without(nodes: &[Node], range: Stretch, holes: &[Stretch]) -> Vec<(Label, Label)> {
    let mut parts = Vec::new();
    let mut keep = |from: usize, open: Label, to: usize, close: Label| {
        if nodes.get(from..to).is_some_and(|part| instructions(part).next().is_some()) {
            parts.push((open, close));
        }
    };
    let (mut from, mut open) = (range.from, range.open);
    for hole in holes.iter().filter(|hole| range.from <= hole.from && hole.to <= range.to) {
        keep(from, open, hole.from, hole.open);
        (from, open) = (hole.to, hole.close);
    }
    keep(from, open, range.to, range.close);
    parts
}
