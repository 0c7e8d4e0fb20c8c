//! The operations on truth values. Any non-zero bit pattern is true; results are 0 or 1.
use super::integer::Integer;
use super::{ElementLoop, Op};

pub fn combine<T: Integer>(op: Op) -> Option<ElementLoop> {
    Some(match op {
        Op::Land => |i, o| o.combine::<T>(i, |a, b| T::of(a.truth() & b.truth())),
        Op::Lor => |i, o| o.combine::<T>(i, |a, b| T::of(a.truth() | b.truth())),
        Op::Lxor => |i, o| o.combine::<T>(i, |a, b| T::of(a.truth() ^ b.truth())),
        _ => return None,
    })
}
