//! The functions of libc that this library replaces.
mod bytes;
mod ends;
mod options;
mod polls;
mod processes;
