//! The operations on truth values. Any non-zero bit pattern is true; results are 0 or 1.
use super::integer::{self, Integer};
use super::{Op, OpLoops, loops};

pub fn combine<T: Integer>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Land => loops!(T, |a, b| T::of(a.truth() & b.truth())),
        Op::Lor => loops!(T, |a, b| T::of(a.truth() | b.truth())),
        Op::Lxor => loops!(T, |a, b| T::of(a.truth() ^ b.truth())),
        _ => return None,
    })
}

/// Returns the loop of an operation on C integers, which allow all operations.
pub fn with_arithmetic<T: Integer>(op: Op) -> Option<OpLoops> {
    integer::without_logic::<T>(op).or_else(|| combine::<T>(op))
}
