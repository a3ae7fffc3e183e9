//! Drive the entries of a case against a service and judge what it does.
