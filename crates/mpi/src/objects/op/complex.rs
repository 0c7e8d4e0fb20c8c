//! The operations on complex numbers: sum and product.
use super::real::Real;
use super::{Op, OpLoops, loops};

pub fn combine<T: Real>(op: Op) -> Option<OpLoops>
where
    [T; 2]: clump::driver::Pod,
{
    Some(match op {
        // Add the real parts and the imaginary parts independently.
        Op::Sum => loops!(T, |a, b| a + b),
        Op::Prod => loops!([T; 2], |a, b| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]),
        _ => return None,
    })
}
