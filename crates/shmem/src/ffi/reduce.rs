//! The reductions of teams (OpenSHMEM 1.5, section 9.9.9).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::handle::TeamHandle;
use super::reduction::run;
use super::team;
use crate::arithmetic::{BitReduced, NumberReduced, OrderReduced};

macro_rules! reductions { ($($name:ident $bound:ident $f:ident)*) => { $(
    pub unsafe fn $name<T: $bound>(call: &str, team: TeamHandle, dest: *mut T, source: *const T, n: usize) -> i32 {
        run(call, team::meeting(call, team), dest, source, n, T::$f);
        0
    }
)* } }
reductions! {
    and BitReduced and
    or BitReduced or
    xor BitReduced xor
    max OrderReduced larger
    min OrderReduced smaller
    sum NumberReduced plus
    prod NumberReduced times
}
