//! Files: traffic segments and case directories.
