//! Stack map frames: from differences to whole states and back.

use retake_bytecode::edit::{Frame, FrameKind, Label, VerificationType};

use crate::state::{State, Stuck};
use crate::types::Type;

/// Spells out every frame. `read` translates one type.
pub(crate) fn expand(
    frames: &[Frame],
    entry: &State,
    mut read: impl FnMut(&VerificationType) -> Result<Type, Stuck>,
) -> Result<Vec<(Label, State)>, Stuck> {
    let mut locals = entry.entries();
    let mut states = Vec::with_capacity(frames.len());
    for frame in frames {
        let mut stack = Vec::new();
        match &frame.kind {
            FrameKind::Same { .. } => {}
            FrameKind::SameLocals1 { stack: item, .. } => stack.push(read(item)?),
            FrameKind::Chop(count) => {
                let left = locals.len().checked_sub(usize::from(*count)).ok_or(Stuck("a frame chops too much"))?;
                locals.truncate(left);
            }
            FrameKind::Append(added) => {
                for item in added {
                    locals.push(read(item)?);
                }
            }
            FrameKind::Full { locals: all, stack: items } => {
                locals = all.iter().map(&mut read).collect::<Result<_, _>>()?;
                stack = items.iter().map(&mut read).collect::<Result<_, _>>()?;
            }
        }
        states.push((frame.at, State::from_entries(locals.iter().copied(), stack)));
    }
    Ok(states)
}

/// Writes states, in the order of the code, as the shortest differences. `write` translates one type.
pub(crate) fn compress<E>(
    states: &[(Label, &State)],
    entry: &State,
    mut write: impl FnMut(Type) -> Result<VerificationType, E>,
) -> Result<Vec<Frame>, E> {
    let mut before = entry.entries();
    let mut frames = Vec::with_capacity(states.len());
    for (at, state) in states {
        let locals = state.entries();
        let common = before.iter().zip(&locals).take_while(|(old, new)| old == new).count();
        let (gone, added) = (before.len() - common, &locals[common..]);
        let kind = match (gone, added.len(), &state.stack[..]) {
            (0, 0, []) => FrameKind::Same { extended: false },
            (0, 0, [item]) => FrameKind::SameLocals1 { stack: write(*item)?, extended: false },
            (1..=3, 0, []) => FrameKind::Chop(gone as u8),
            (0, 1..=3, []) => FrameKind::Append(added.iter().map(|item| write(*item)).collect::<Result<_, _>>()?),
            _ => FrameKind::Full {
                locals: locals.iter().map(|item| write(*item)).collect::<Result<_, _>>()?,
                stack: state.stack.iter().map(|item| write(*item)).collect::<Result<_, _>>()?,
            },
        };
        frames.push(Frame { at: *at, kind });
        before = locals;
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn state(locals: &[Type], stack: &[Type]) -> State {
        State::from_entries(locals.iter().copied(), stack.to_vec())
    }

    fn check(before: &[Type], after: State, expected: FrameKind) {
        let entry = state(before, &[]);
        let write = |item| {
            Ok::<_, Infallible>(match item {
                Type::Int => VerificationType::Integer,
                Type::Long => VerificationType::Long,
                Type::Null => VerificationType::Null,
                _ => VerificationType::Top,
            })
        };
        let Ok(frames) = compress(&[(Label(7), &after)], &entry, write);
        assert_eq!(frames, [Frame { at: Label(7), kind: expected }]);
        let read = |item: &VerificationType| {
            Ok(match item {
                VerificationType::Integer => Type::Int,
                VerificationType::Long => Type::Long,
                VerificationType::Null => Type::Null,
                _ => Type::Top,
            })
        };
        assert_eq!(expand(&frames, &entry, read), Ok(vec![(Label(7), after)]));
    }

    #[test]
    fn frames_take_their_shortest_form() {
        use Type::{Int, Long, Null, Top};
        use VerificationType as V;
        check(&[Int, Long], state(&[Int, Long], &[]), FrameKind::Same { extended: false });
        check(&[Int], state(&[Int], &[Long]), FrameKind::SameLocals1 { stack: V::Long, extended: false });
        check(&[Int, Long], state(&[Int], &[]), FrameKind::Chop(1));
        check(&[Int, Int, Int, Int], state(&[], &[]), FrameKind::Full { locals: vec![], stack: vec![] });
        check(&[Int], state(&[Int, Top, Long], &[]), FrameKind::Append(vec![V::Top, V::Long]));
        check(&[Int], state(&[Long], &[]), FrameKind::Full { locals: vec![V::Long], stack: vec![] });
        check(
            &[Int],
            state(&[Int, Null], &[Null]),
            FrameKind::Full { locals: vec![V::Integer, V::Null], stack: vec![V::Null] },
        );
    }
}
