//! Push-pull messaging as pure state machines.
#![forbid(unsafe_code)]
