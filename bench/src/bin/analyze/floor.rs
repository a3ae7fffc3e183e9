//! What no analysis can do without: every class is inflated, and every instruction of it is looked at.
//!
//! The walk does the least that can be called reading: where each entry of the pool begins, what each instruction is,
//! and what the instructions that name something name.

use std::path::PathBuf;

use retake_bench::Result;
use retake_bench::archives::Archives;
use retake_bytecode::opcode;

/// Inflates and walks all classes; tells how many instructions there are.
pub(crate) fn run(files: &[PathBuf]) -> Result<String> {
    let mut walk = Walk::default();
    let mut archives = Archives::new(|_, class| walk.class(class));
    archives.read(files)?;
    Ok(format!("{} instructions, {}\n", walk.instructions, walk.touched))
}

struct Walk {
    /// How long each instruction is; 0 for those that tell themselves.
    lengths: [u8; 256],
    /// Where the entries of the pool begin.
    entries: Vec<u32>,
    instructions: u64,
    /// Something that depends on all that was looked at.
    touched: u64,
}

impl Default for Walk {
    fn default() -> Self {
        let lengths = std::array::from_fn(|op| opcode::length(op as u8) as u8);
        Walk { lengths, entries: Vec::new(), instructions: 0, touched: 0 }
    }
}

impl Walk {
    fn class(&mut self, class: &[u8]) {
        // What is damaged ends early; the table of the analysis tells how many those are.
        let _ = self.try_class(class);
    }

    fn try_class(&mut self, class: &[u8]) -> Option<()> {
        let mut at = self.pool(class)? + 6;
        at += 2 + 2 * two(class, at)?;
        for _ in 0..2 {
            let members = two(class, at)?;
            at += 2;
            for _ in 0..members {
                let attributes = two(class, at + 6)?;
                at += 8;
                for _ in 0..attributes {
                    let length = four(class, at + 2)?;
                    if self.text(class, two(class, at)?)? == b"Code" {
                        let size = four(class, at + 10)?;
                        self.code(class, class.get(at + 14..at + 14 + size)?)?;
                    }
                    at += 6 + length;
                }
            }
        }
        Some(())
    }

    /// Notes where the entries of the pool begin; tells where it ends.
    fn pool(&mut self, class: &[u8]) -> Option<usize> {
        let count = two(class, 8)?;
        self.entries.clear();
        self.entries.resize(count, 0);
        let (mut at, mut index) = (10, 1);
        while index < count {
            self.entries[index] = at as u32;
            index += 1;
            at += match class.get(at)? {
                1 => 3 + two(class, at + 1)?,
                5 | 6 => {
                    index += 1;
                    9
                }
                7 | 8 | 16 | 19 | 20 => 3,
                15 => 4,
                _ => 5,
            };
        }
        Some(at)
    }

    fn text<'c>(&self, class: &'c [u8], index: usize) -> Option<&'c [u8]> {
        let at = *self.entries.get(index)? as usize;
        class.get(at + 3..at + 3 + two(class, at + 1)?)
    }

    fn code(&mut self, class: &[u8], code: &[u8]) -> Option<()> {
        let mut at = 0;
        while let Some(&op) = code.get(at) {
            self.instructions += 1;
            if (opcode::GETSTATIC..=opcode::INVOKEINTERFACE).contains(&op) {
                let entry = *self.entries.get(two(code, at + 1)?)? as usize;
                let names = *self.entries.get(two(class, entry + 3)?)? as usize;
                let (name, descriptor) = (two(class, names + 1)?, two(class, names + 3)?);
                let length = self.text(class, name)?.len() + self.text(class, descriptor)?.len();
                self.touched = self.touched.wrapping_add(length as u64);
            }
            at += match op {
                opcode::TABLESWITCH => {
                    let start = (at + 4) & !3;
                    let cases = four(code, start + 8)?.wrapping_sub(four(code, start + 4)?) as u32 as usize + 1;
                    start + 12 + 4 * cases - at
                }
                opcode::LOOKUPSWITCH => {
                    let start = (at + 4) & !3;
                    start + 8 + 8 * four(code, start + 4)? - at
                }
                opcode::WIDE => 4 + 2 * usize::from(code.get(at + 1) == Some(&opcode::IINC)),
                _ => usize::from(self.lengths[usize::from(op)]).max(1),
            };
        }
        Some(())
    }
}

fn two(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk().map(|two| usize::from(u16::from_be_bytes(*two)))
}

fn four(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk().map(|four| u32::from_be_bytes(*four) as usize)
}
