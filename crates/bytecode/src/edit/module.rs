//! Modules. All numbers are pool indexes or flags; an optional index is 0 when absent.

use super::codec::{Codec, Decoder, Encoder, codec};
use crate::{Error, ErrorKind, Result};

/// A module declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: u16,
    /// Its flags.
    pub flags: u16,
    /// Its version.
    pub version: u16,
    /// The modules it needs.
    pub requires: Vec<Requires>,
    /// The packages it lets others use.
    pub exports: Vec<Exports>,
    /// The packages it lets others reflect on.
    pub opens: Vec<Exports>,
    /// The services it looks up.
    pub uses: Vec<u16>,
    /// The services it implements.
    pub provides: Vec<Provides>,
}
codec!(Module { name, flags, version, requires, exports, opens, uses, provides });

/// A module that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires {
    /// The module.
    pub module: u16,
    /// The flags.
    pub flags: u16,
    /// The version it was compiled with.
    pub version: u16,
}
codec!(Requires { module, flags, version });

/// A package that is exported or opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exports {
    /// The package.
    pub package: u16,
    /// The flags.
    pub flags: u16,
    /// The modules it is for; none means all.
    pub to: Vec<u16>,
}
codec!(Exports { package, flags, to });

/// A service that is implemented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provides {
    /// The service.
    pub service: u16,
    /// The classes that implement it.
    pub with: Vec<u16>,
}
codec!(Provides { service, with });

/// What the JDK's own modules record of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleHashes {
    /// The name of the algorithm.
    pub algorithm: u16,
    /// A hash for each module.
    pub hashes: Vec<ModuleHash>,
}
codec!(ModuleHashes { algorithm, hashes });

/// The hash of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleHash {
    /// The module.
    pub module: u16,
    /// Its hash.
    pub hash: Vec<u8>,
}

impl Codec for ModuleHash {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let module = d.c.u16()?;
        let length = d.c.u16()?;
        Ok(ModuleHash { module, hash: d.c.take(usize::from(length))?.to_vec() })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.u16(self.module);
        let length = u16::try_from(self.hash.len()).map_err(|_| Error::new(ErrorKind::TooMany("bytes in a hash")))?;
        e.u16(length);
        e.bytes(&self.hash);
        Ok(())
    }
}
