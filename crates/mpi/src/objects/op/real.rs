//! The operations on single and double precision numbers.
use super::{Op, OpLoops, loops};
use clump::driver::Pod;
use std::ops::{Add, Mul, Sub};

/// A floating-point number that the processor can compute with.
pub trait Real: Pod + PartialOrd + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> {}
impl Real for f32 {}
impl Real for f64 {}

pub fn combine<T: Real>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Sum => loops!(T, |a, b| a + b),
        Op::Prod => loops!(T, |a, b| a * b),
        // Use one comparison and one selection, so that the compiler vectorises the loop (minpd, maxpd).
        Op::Min => loops!(T, |a, b| if a < b { a } else { b }),
        Op::Max => loops!(T, |a, b| if a > b { a } else { b }),
        _ => return None,
    })
}
