//! Start a service, wait until it is ready, stop it with its process tree.
