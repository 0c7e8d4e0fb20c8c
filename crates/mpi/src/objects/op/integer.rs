//! The operations on integers and bytes.
use super::{Op, OpLoops, loops};
use clump::driver::Pod;
use std::ops::{BitAnd, BitOr, BitXor};

/// A two's complement number. Sums and products wrap around, as in C compiled with -fwrapv.
pub trait Integer: Pod + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn truth(self) -> bool;
    fn of(truth: bool) -> Self;
}
macro_rules! integer { ($($t:ty)*) => { $(
    impl Integer for $t {
        #[inline(always)]
        fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
        #[inline(always)]
        fn times(self, other: Self) -> Self { self.wrapping_mul(other) }
        #[inline(always)]
        fn truth(self) -> bool { self != 0 }
        #[inline(always)]
        fn of(truth: bool) -> Self { truth as $t }
    }
)* } }
integer!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);

/// Returns the loop of an operation on Fortran and multi-language integers, which allow arithmetic and bitwise
/// operations.
pub fn without_logic<T: Integer>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Sum => loops!(T, T::plus),
        Op::Prod => loops!(T, T::times),
        Op::Min => loops!(T, T::min),
        Op::Max => loops!(T, T::max),
        _ => return bits_only::<T>(op),
    })
}

/// Returns the loop of an operation on MPI_BYTE, which allows only bitwise operations.
pub fn bits_only<T: Integer>(op: Op) -> Option<OpLoops> {
    Some(match op {
        Op::Band => loops!(T, |a, b| a & b),
        Op::Bor => loops!(T, |a, b| a | b),
        Op::Bxor => loops!(T, |a, b| a ^ b),
        _ => return None,
    })
}
