//! The operations on value-and-index pairs, MPI_MINLOC and MPI_MAXLOC. Pairs are laid out as C structs (MPI 5.0,
//! 6.9.4).
//!
//! The loops read each struct as an array of numbers, including the padding; the padding moves with the winning pair.
use super::soft::{Format, LongDouble};
use super::{Op, OpLoops, loops};
use clump::driver::Pod;

/// A kind of pair, as it lies in memory.
pub trait Pair: 'static {
    type Bits: Pod;
    type Value: PartialOrd;
    type Index: PartialOrd;
    fn value(bits: Self::Bits) -> Self::Value;
    fn index(bits: Self::Bits) -> Self::Index;
}

/// Defines pairs `struct { V; I; }`, seen as arrays `[word; n]`, with the expressions that read the value and the
/// index.
macro_rules! pair { ($($name:ident [$word:ty; $n:literal] $value:ty: $v:expr, $index:ty: $i:expr;)*) => { $(
    pub struct $name;
    impl Pair for $name {
        type Bits = [$word; $n];
        type Value = $value;
        type Index = $index;
        #[inline(always)]
        fn value(bits: [$word; $n]) -> $value { let f: fn([$word; $n]) -> $value = $v; f(bits) }
        #[inline(always)]
        fn index(bits: [$word; $n]) -> $index { let f: fn([$word; $n]) -> $index = $i; f(bits) }
    }
)* } }

// Both supported machines are little-endian, so the low half of a 64-bit word is its first int.
pair! {
    FloatInt [u32; 2] f32: |b| f32::from_bits(b[0]), i32: |b| b[1] as i32;
    DoubleInt [u64; 2] f64: |b| f64::from_bits(b[0]), i32: |b| b[1] as i32;
    LongInt [u64; 2] i64: |b| b[0] as i64, i32: |b| b[1] as i32;
    IntInt [i32; 2] i32: |b| b[0], i32: |b| b[1];
    ShortInt [u32; 2] i16: |b| b[0] as i16, i32: |b| b[1] as i32;
    LongDoubleInt [u128; 2] <LongDouble as Format>::Value: |b| LongDouble::load(b[0]), i32: |b| b[1] as i32;
    FloatFloat [f32; 2] f32: |b| b[0], f32: |b| b[1];
    DoubleDouble [f64; 2] f64: |b| b[0], f64: |b| b[1];
}
const _: () = assert!(cfg!(target_endian = "little"));

/// Returns the pair with the better value, or for equal values the pair with the smaller index.
#[inline(always)]
fn better<P: Pair>(a: P::Bits, b: P::Bits, wins: fn(&P::Value, &P::Value) -> bool) -> P::Bits {
    let (va, vb) = (P::value(a), P::value(b));
    if wins(&va, &vb) || (va == vb && P::index(a) < P::index(b)) { a } else { b }
}

pub fn combine<P: Pair>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Minloc => loops!(P::Bits, |a, b| better::<P>(a, b, P::Value::lt)),
        Op::Maxloc => loops!(P::Bits, |a, b| better::<P>(a, b, P::Value::gt)),
        _ => return None,
    })
}
