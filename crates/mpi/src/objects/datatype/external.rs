//! external32, the data representation that all systems share (MPI 5.0, 14.5.2). Numbers are big-endian, and some have
//! other sizes than in memory.
use super::elem::{Elem, Index, Value};
use super::signature::Basic;
use rustc_apfloat::{Float, FloatConvert, ieee::Quad};

/// C's `long double` on x86-64. On AArch64, `long double` already has external32's format.
#[cfg(target_arch = "x86_64")]
type LongDouble = rustc_apfloat::ieee::X87DoubleExtended;
#[cfg(not(target_arch = "x86_64"))]
type LongDouble = Quad;

/// The conversion of one number between memory and external32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Reverses the order of this many bytes.
    Swap(usize),
    /// Converts a signed number of eight bytes in memory and four bytes in external32.
    Signed,
    /// Converts an unsigned number of eight bytes in memory and four bytes in external32.
    Unsigned,
    /// Converts a wide character of four bytes in memory and two bytes in external32.
    Wide,
    /// Converts a `long double`, which has quadruple precision in external32.
    Long,
}

impl Turn {
    /// Returns the number's size in bytes, in memory and in external32.
    fn sizes(self) -> (usize, usize) {
        match self {
            Turn::Swap(n) => (n, n),
            Turn::Signed | Turn::Unsigned => (8, 4),
            Turn::Wide => (4, 2),
            Turn::Long => (16, 16),
        }
    }
}

/// Returns the conversions of the numbers of which an element consists.
fn turns(basic: Basic) -> [Option<Turn>; 2] {
    let one = |t| [Some(t), None];
    let two = |t| [Some(t), Some(t)];
    match basic.elem {
        Elem::I64 if basic.long => one(Turn::Signed),
        Elem::U64 if basic.long => one(Turn::Unsigned),
        Elem::Wchar => one(Turn::Wide),
        Elem::FLong => one(Turn::Long),
        Elem::C32 => two(Turn::Swap(4)),
        Elem::C64 => two(Turn::Swap(8)),
        Elem::CLong => two(Turn::Long),
        Elem::Pair(v, i) => {
            let value = match v {
                Value::I64 if basic.long => Turn::Signed,
                Value::FLong => Turn::Long,
                v => Turn::Swap(v.size() as usize),
            };
            let index = match i {
                Index::I32 | Index::F32 => 4,
                Index::F64 => 8,
            };
            [Some(value), Some(Turn::Swap(index))]
        }
        e => one(Turn::Swap(e.size() as usize)),
    }
}

/// Returns the size in bytes of one element in external32.
pub fn size(basic: Basic) -> u64 {
    turns(basic).into_iter().flatten().map(|t| t.sizes().1 as u64).sum()
}

/// Converts the first `count` packed elements of `from` to external32, appends them to `to`, and removes them from
/// `from`. Returns an error, worded as the end of a sentence, if a number does not fit.
pub fn outward(basic: Basic, count: u64, from: &mut &[u8], to: &mut Vec<u8>) -> Result<(), String> {
    run(basic, count, from, true, |turn, bytes| match turn {
        Turn::Swap(_) => {
            to.extend(bytes.iter().rev());
            Ok(())
        }
        Turn::Signed => {
            let n = i64::from_ne_bytes(eight(bytes));
            to.extend(i32::try_from(n).map_err(|_| misfit(n, "a long", 4))?.to_be_bytes());
            Ok(())
        }
        Turn::Unsigned => {
            let n = u64::from_ne_bytes(eight(bytes));
            to.extend(u32::try_from(n).map_err(|_| misfit(n, "an unsigned long", 4))?.to_be_bytes());
            Ok(())
        }
        Turn::Wide => {
            let n = u32::from_ne_bytes(four(bytes));
            to.extend(u16::try_from(n).map_err(|_| misfit(n, "a wide character", 2))?.to_be_bytes());
            Ok(())
        }
        Turn::Long => {
            let here = LongDouble::from_bits(low_bits(u128::from_ne_bytes(sixteen(bytes))));
            let there: Quad = here.convert(&mut false).value;
            to.extend(there.to_bits().to_be_bytes());
            Ok(())
        }
    })
}

/// Converts the first `count` elements of `from` from external32 to packed form, appends them to `to`, and removes them
/// from `from`.
pub fn inward(basic: Basic, count: u64, from: &mut &[u8], to: &mut Vec<u8>) {
    let turned: Result<(), std::convert::Infallible> = run(basic, count, from, false, |turn, bytes| {
        match turn {
            Turn::Swap(_) => to.extend(bytes.iter().rev()),
            Turn::Signed => to.extend(i64::from(i32::from_be_bytes(four(bytes))).to_ne_bytes()),
            Turn::Unsigned => to.extend(u64::from(u32::from_be_bytes(four(bytes))).to_ne_bytes()),
            Turn::Wide => to.extend(u32::from(u16::from_be_bytes([bytes[0], bytes[1]])).to_ne_bytes()),
            Turn::Long => {
                let there = Quad::from_bits(u128::from_be_bytes(sixteen(bytes)));
                let here: LongDouble = there.convert(&mut false).value;
                to.extend(here.to_bits().to_ne_bytes());
            }
        }
        Ok(())
    });
    match turned {
        Ok(()) => {}
    }
}

/// Calls `f` with the conversion and the bytes of each number of `count` elements.
fn run<E>(
    basic: Basic,
    count: u64,
    from: &mut &[u8],
    here: bool,
    mut f: impl FnMut(Turn, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let turns = turns(basic);
    for _ in 0..count {
        for turn in turns.into_iter().flatten() {
            let (inside, outside) = turn.sizes();
            let (bytes, rest) = from.split_at(if here { inside } else { outside });
            *from = rest;
            f(turn, bytes)?;
        }
    }
    Ok(())
}

fn misfit(n: impl std::fmt::Display, what: &str, bytes: u32) -> String {
    format!("{what} of value {n} does not fit the {bytes} bytes that external32 has for it")
}

/// Clears the padding bits, which may have any value, because `from_bits` takes exactly the format's bits.
fn low_bits(bits: u128) -> u128 {
    if LongDouble::BITS < 128 { bits & ((1 << LongDouble::BITS) - 1) } else { bits }
}

fn four(bytes: &[u8]) -> [u8; 4] {
    std::array::from_fn(|i| bytes[i])
}
fn eight(bytes: &[u8]) -> [u8; 8] {
    std::array::from_fn(|i| bytes[i])
}
fn sixteen(bytes: &[u8]) -> [u8; 16] {
    std::array::from_fn(|i| bytes[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(elem: Elem) -> Basic {
        Basic { elem, long: false }
    }

    fn there_and_back(basic: Basic, count: u64, bytes: &[u8]) -> Vec<u8> {
        let (mut out, mut back) = (Vec::new(), Vec::new());
        outward(basic, count, &mut &bytes[..], &mut out).expect("fits");
        assert_eq!(out.len() as u64, count * size(basic));
        inward(basic, count, &mut &out[..], &mut back);
        assert_eq!(back, bytes, "{basic:?}");
        out
    }

    #[test]
    fn numbers_convert_to_big_endian_and_back() {
        assert_eq!(
            there_and_back(plain(Elem::I32), 2, &[1u32, 0x0203_0405].map(u32::to_ne_bytes).concat()),
            [0, 0, 0, 1, 2, 3, 4, 5]
        );
        assert_eq!(there_and_back(plain(Elem::F64), 1, &1.0f64.to_ne_bytes()), [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
        let complex = [1.0f32.to_ne_bytes(), (-2.0f32).to_ne_bytes()].concat();
        assert_eq!(there_and_back(plain(Elem::C32), 1, &complex), [0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0]);
        let pair = [&2.5f64.to_ne_bytes()[..], &7i32.to_ne_bytes()].concat();
        let out = there_and_back(plain(Elem::Pair(Value::F64, Index::I32)), 1, &pair);
        assert_eq!(out[8..], [0, 0, 0, 7]);
        there_and_back(plain(Elem::Logical(4)), 1, &1i32.to_ne_bytes());
    }

    #[test]
    fn longs_and_wide_characters_are_shorter_in_external32() {
        let long = |elem| Basic { elem, long: true };
        assert_eq!(there_and_back(long(Elem::I64), 1, &(-2i64).to_ne_bytes()), [255, 255, 255, 254]);
        assert_eq!(there_and_back(long(Elem::U64), 1, &0xffff_fffeu64.to_ne_bytes()), [255, 255, 255, 254]);
        assert_eq!(there_and_back(plain(Elem::Wchar), 1, &0x20acu32.to_ne_bytes()), [0x20, 0xac]);
        assert_eq!(there_and_back(plain(Elem::I64), 1, &1i64.to_ne_bytes()).len(), 8);
        let pair = [&5i64.to_ne_bytes()[..], &7i32.to_ne_bytes()].concat();
        assert_eq!(there_and_back(long(Elem::Pair(Value::I64, Index::I32)), 1, &pair), [0, 0, 0, 5, 0, 0, 0, 7]);
        for (basic, bytes) in [
            (long(Elem::I64), (1i64 << 31).to_ne_bytes().to_vec()),
            (long(Elem::U64), (1u64 << 32).to_ne_bytes().to_vec()),
            (plain(Elem::Wchar), 0x1f600u32.to_ne_bytes().to_vec()),
        ] {
            assert!(
                outward(basic, 1, &mut &bytes[..], &mut Vec::new()).expect_err("too large").contains("does not fit")
            );
        }
    }

    #[test]
    fn long_doubles_are_quadruple_precision_in_external32() {
        for (text, sign_and_exponent) in [("1", 0x3fff), ("-1.5", 0xbfff), ("0x1.8p-16000", 0x017f), ("inf", 0x7fff)] {
            let number: LongDouble = match text {
                "inf" => LongDouble::INFINITY,
                t => t.parse().expect("a number"),
            };
            let out = there_and_back(plain(Elem::FLong), 1, &number.to_bits().to_ne_bytes());
            assert_eq!(u16::from_be_bytes([out[0], out[1]]), sign_and_exponent, "{text}");
        }
        // The contents of the padding do not matter.
        if LongDouble::BITS < 128 {
            let one: LongDouble = "1".parse().expect("a number");
            let mut out = Vec::new();
            let dirty = one.to_bits() | 0xdead << 100;
            outward(plain(Elem::FLong), 1, &mut &dirty.to_ne_bytes()[..], &mut out).expect("fits");
            assert_eq!(out[..3], [0x3f, 0xff, 0]);
        }
    }
}
