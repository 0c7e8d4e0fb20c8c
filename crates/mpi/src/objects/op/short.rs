//! The operations on floating-point numbers of 16 bits, computed in float32. The result of one operation on two numbers
//! is the correctly rounded one, because float32 has more than twice as many bits of precision.
use super::{Op, OpLoops};
use clump::driver::ShortFloat;

/// Makes the loops of a function of two float32 numbers, for numbers of the format `$h`.
macro_rules! loops {
    ($h:ty, $f:expr) => {
        OpLoops {
            run: |i, o| o.combine_short::<$h>(&[o, i], $f),
            rows: |i, o, rows| {
                let f: fn(f32, f32) -> f32 = $f;
                o.combine_rows::<u16>(i, rows, |a, b| <$h>::narrow(f(<$h>::widen(a), <$h>::widen(b))))
            },
            joint: Some(|o, operands| o.combine_short::<$h>(operands, $f)),
        }
    };
}

pub fn combine<H: ShortFloat>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Sum => loops!(H, |a, b| a + b),
        Op::Prod => loops!(H, |a, b| a * b),
        Op::Min => loops!(H, |a, b| if a < b { a } else { b }),
        Op::Max => loops!(H, |a, b| if a > b { a } else { b }),
        _ => return None,
    })
}
