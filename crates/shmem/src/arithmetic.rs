//! The operations of reductions on C's types.
use rustc_apfloat::Float;

/// C's `long double`, as it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct CLongDouble(pub u128);

/// The format of `long double`: 80 bits in 16 bytes on x86-64, quadruple precision on AArch64.
#[cfg(target_arch = "x86_64")]
type Format = rustc_apfloat::ieee::X87DoubleExtended;
#[cfg(not(target_arch = "x86_64"))]
type Format = rustc_apfloat::ieee::Quad;

impl CLongDouble {
    fn value(self) -> Format {
        // Clears the padding, which may have any value.
        Format::from_bits(if Format::BITS < 128 { self.0 & ((1 << Format::BITS) - 1) } else { self.0 })
    }

    fn of(value: Format) -> CLongDouble {
        CLongDouble(value.to_bits())
    }
}

/// Numbers that can be combined bit by bit.
pub trait BitReduced: Copy + 'static {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
}

/// Numbers with a largest and a smallest of two.
pub trait OrderReduced: Copy + 'static {
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
}

/// Numbers that can be added and multiplied. Integers wrap around.
pub trait NumberReduced: Copy + 'static {
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! ordered { ($($t:ty)*) => { $(
    impl OrderReduced for $t {
        #[inline(always)]
        fn larger(self, other: $t) -> $t {
            if other > self { other } else { self }
        }
        #[inline(always)]
        fn smaller(self, other: $t) -> $t {
            if other < self { other } else { self }
        }
    }
)* } }

macro_rules! integers { ($($t:ty)*) => { $(
    ordered!($t);
    impl BitReduced for $t {
        #[inline(always)]
        fn and(self, other: $t) -> $t {
            self & other
        }
        #[inline(always)]
        fn or(self, other: $t) -> $t {
            self | other
        }
        #[inline(always)]
        fn xor(self, other: $t) -> $t {
            self ^ other
        }
    }
    impl NumberReduced for $t {
        #[inline(always)]
        fn plus(self, other: $t) -> $t {
            self.wrapping_add(other)
        }
        #[inline(always)]
        fn times(self, other: $t) -> $t {
            self.wrapping_mul(other)
        }
    }
)* } }
integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize isize);
ordered!(f32 f64);

macro_rules! floats { ($($t:ty)*) => { $(
    impl NumberReduced for $t {
        #[inline(always)]
        fn plus(self, other: $t) -> $t {
            self + other
        }
        #[inline(always)]
        fn times(self, other: $t) -> $t {
            self * other
        }
    }
    impl NumberReduced for [$t; 2] {
        #[inline(always)]
        fn plus(self, other: [$t; 2]) -> [$t; 2] {
            [self[0] + other[0], self[1] + other[1]]
        }
        #[inline(always)]
        fn times(self, other: [$t; 2]) -> [$t; 2] {
            [self[0] * other[0] - self[1] * other[1], self[0] * other[1] + self[1] * other[0]]
        }
    }
)* } }
floats!(f32 f64);

impl OrderReduced for CLongDouble {
    fn larger(self, other: CLongDouble) -> CLongDouble {
        if other.value() > self.value() { other } else { self }
    }
    fn smaller(self, other: CLongDouble) -> CLongDouble {
        if other.value() < self.value() { other } else { self }
    }
}

impl NumberReduced for CLongDouble {
    fn plus(self, other: CLongDouble) -> CLongDouble {
        CLongDouble::of((self.value() + other.value()).value)
    }
    fn times(self, other: CLongDouble) -> CLongDouble {
        CLongDouble::of((self.value() * other.value()).value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_doubles_ignore_their_padding() {
        let of = |n: u128| CLongDouble(Format::from_u128(n).value.to_bits());
        let spoiled = |a: CLongDouble| CLongDouble(if Format::BITS < 128 { a.0 | 0xabcd << 112 } else { a.0 });
        assert_eq!(spoiled(of(3)).plus(of(4)), of(7));
        assert_eq!(of(3).times(spoiled(of(5))), of(15));
        assert_eq!((of(3).larger(of(5)), of(3).smaller(of(5))), (of(5), of(3)));
    }

    #[test]
    fn complex_numbers_are_multiplied_as_such() {
        assert_eq!([1.0f64, 2.0].times([3.0, 4.0]), [-5.0, 10.0]);
        assert_eq!([1.0f32, 2.0].plus([3.0, 4.0]), [4.0, 6.0]);
        assert_eq!((i32::MAX.plus(1), 200u8.times(2)), (i32::MIN, 144));
    }
}
