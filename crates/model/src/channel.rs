//! The line between agent and command.
//!
//! A message is a length (four bytes, little-endian), a kind and a payload. The agent says [`HELLO`] first. In replay the
//! command answers with [`BOOT`]; then come [`CASE`]s, with an [`INVOKE`] where no request over HTTP follows, and for each run one
//! [`OBSERVED`]. In record the agent says
//! [`STARTED`] or [`FAILED`] when it knows, answers every [`COUNTS`], and leaves the service on [`DETACH`]. The end of the line
//! means the same: whoever asked for the recording is gone.

use std::io::{self, Read, Write};

/// Agent to command: the agent's version.
pub const HELLO: u8 = 1;
/// Command to agent: the boot document as text.
pub const BOOT: u8 = 2;
/// Command to agent: a run's name, a zero byte, the call as CBOR.
pub const CASE: u8 = 3;
/// Agent to command: a case has been taken; the payload is the run's name.
pub const TAKEN: u8 = 4;
/// Agent to command: an observed trace as CBOR.
pub const OBSERVED: u8 = 5;
/// Agent to command: something worth knowing, as text.
pub const NOTE: u8 = 6;
/// Agent to command: what was refused outside of all runs, as text.
pub const REFUSED: u8 = 7;
/// Command to agent: asks for the counters. Agent to command: [`crate::counts::Counts`] as JSON.
pub const COUNTS: u8 = 8;
/// Agent to command: from here on requests are recorded.
pub const STARTED: u8 = 9;
/// Agent to command: nothing is recorded; the payload says why.
pub const FAILED: u8 = 10;
/// Command to agent: end the recording and leave the service as it was.
pub const DETACH: u8 = 11;
/// Agent to command: the service is as it was; the payload is the last [`crate::counts::Counts`] as JSON.
pub const LEFT: u8 = 12;
/// Command to agent: call the method that is the entry of a run which was taken; the payload is the run's name.
pub const INVOKE: u8 = 13;
/// Agent to command: that cannot be done; a run's name, a zero byte, and why.
pub const UNABLE: u8 = 14;
/// Agent to command: the service has not come so far that it can be done; likewise.
pub const NOT_YET: u8 = 15;

/// Command to agent, in record: the key that pseudonyms are made with. It comes as the answer to [`HELLO`] where the settings say
/// that the agent masks.
pub const KEY: u8 = 16;
/// Agent to command, before what was observed of a run: its name, a zero byte, and the lines of
/// [`crate::watched::Watched`] calls.
pub const WATCHED: u8 = 17;

/// No message is larger.
const MAX: u32 = 256 << 20;

/// Writes a message.
pub fn send(to: &mut impl Write, kind: u8, payload: &[u8]) -> io::Result<()> {
    let mut message = Vec::with_capacity(payload.len() + 5);
    message.extend(((payload.len() + 1) as u32).to_le_bytes());
    message.push(kind);
    message.extend_from_slice(payload);
    to.write_all(&message)
}

/// Reads a message: its kind and its payload.
pub fn receive(from: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length == 0 || length > MAX {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of impossible length"));
    }
    let mut message = vec![0; length as usize];
    from.read_exact(&mut message)?;
    let kind = message.remove(0);
    Ok((kind, message))
}
