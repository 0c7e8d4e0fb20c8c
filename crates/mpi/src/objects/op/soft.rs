//! The operations on floating-point formats that Rust has no type for, computed in software: half, quadruple, and C's
//! `long double`.
use super::{Op, OpLoops, loops};
use clump::driver::Pod;
use rustc_apfloat::Float;
use std::marker::PhantomData;

/// A floating-point format, as it lies in memory.
pub trait Format: 'static {
    type Bits: Pod;
    type Value: Float;
    fn load(bits: Self::Bits) -> Self::Value;
    fn store(value: Self::Value) -> Self::Bits;
}

/// IEEE half precision in 2 bytes.
pub type Half = SoftFloat<u16, rustc_apfloat::ieee::Half>;
/// IEEE quadruple precision in 16 bytes.
pub type Quad = SoftFloat<u128, rustc_apfloat::ieee::Quad>;
/// C's `long double` on x86-64: 80 bits in 16 bytes. Results have zeros in the six bytes of padding.
#[cfg(target_arch = "x86_64")]
pub type LongDouble = SoftFloat<u128, rustc_apfloat::ieee::X87DoubleExtended>;
/// C's `long double` on AArch64, which is quadruple precision.
#[cfg(not(target_arch = "x86_64"))]
pub type LongDouble = Quad;

/// A number whose bits are the low bits of `B`.
pub struct SoftFloat<B, V>(PhantomData<(B, V)>);

impl<V: Float + 'static> Format for SoftFloat<u16, V> {
    type Bits = u16;
    type Value = V;
    fn load(bits: u16) -> V {
        V::from_bits(bits.into())
    }
    fn store(value: V) -> u16 {
        value.to_bits() as u16
    }
}
impl<V: Float + 'static> Format for SoftFloat<u128, V> {
    type Bits = u128;
    type Value = V;
    fn load(bits: u128) -> V {
        // Clear the padding, which may have any value, because `from_bits` takes exactly the format's bits.
        V::from_bits(if V::BITS < 128 { bits & ((1 << V::BITS) - 1) } else { bits })
    }
    fn store(value: V) -> u128 {
        value.to_bits()
    }
}

fn with<F: Format>(a: F::Bits, b: F::Bits, f: impl Fn(F::Value, F::Value) -> F::Value) -> F::Bits {
    F::store(f(F::load(a), F::load(b)))
}

pub fn combine<F: Format>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Sum => loops!(F::Bits, |a, b| with::<F>(a, b, |a, b| (a + b).value)),
        Op::Prod => loops!(F::Bits, |a, b| with::<F>(a, b, |a, b| (a * b).value)),
        Op::Min => loops!(F::Bits, |a, b| if F::load(a) < F::load(b) { a } else { b }),
        Op::Max => loops!(F::Bits, |a, b| if F::load(a) > F::load(b) { a } else { b }),
        _ => return None,
    })
}

/// Returns the product of two complex numbers.
fn multiplied<F: Format>(a: [F::Bits; 2], b: [F::Bits; 2]) -> [F::Bits; 2] {
    let (ar, ai, br, bi) = (F::load(a[0]), F::load(a[1]), F::load(b[0]), F::load(b[1]));
    let real = ((ar * br).value - (ai * bi).value).value;
    let imaginary = ((ar * bi).value + (ai * br).value).value;
    [F::store(real), F::store(imaginary)]
}

pub fn complex<F: Format>(op: Op) -> Option<OpLoops>
where
    [F::Bits; 2]: Pod,
{
    Some(match op {
        Op::Sum => loops!(F::Bits, |a, b| with::<F>(a, b, |a, b| (a + b).value)),
        Op::Prod => loops!([F::Bits; 2], multiplied::<F>),
        _ => return None,
    })
}
