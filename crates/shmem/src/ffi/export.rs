//! Building blocks of the generated symbols.
pub(super) use super::ctx::Ctx;
pub(super) use super::handle::{TeamConfig, TeamHandle};
pub(super) use super::{
    active, amo, collective, context, locks, memory, order, query, reduce, rma, signal, start, strided, team, waits,
};
pub(super) use crate::arithmetic::CLongDouble;
pub(super) use std::ffi::{c_char, c_int, c_long, c_void};

/// Defines exported functions.
macro_rules! export { ($(fn $name:ident($($p:ident: $t:ty),*) -> $r:ty = $value:expr;)*) => { $(
    // SAFETY: OpenSHMEM reserves the name for its library; the C program vouches for the arguments.
    #[unsafe(no_mangle)]
    #[allow(clippy::missing_safety_doc, improper_ctypes_definitions, unused_unsafe)]
    pub unsafe extern "C" fn $name($($p: $t),*) -> $r {
        // SAFETY: the C program vouches for the arguments.
        unsafe { $value }
    }
)* } }
pub(super) use export;
