//! The operations on complex numbers: sum and product.
use super::real::Real;
use super::{ElementLoop, Op};

pub fn combine<T: Real>(op: Op) -> Option<ElementLoop>
where
    [T; 2]: clump::driver::Pod,
{
    Some(match op {
        // Add the real parts and the imaginary parts independently.
        Op::Sum => |i, o| o.combine::<T>(i, |a, b| a + b),
        Op::Prod => |i, o| {
            o.combine::<[T; 2]>(i, |a, b| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]);
        },
        _ => return None,
    })
}
