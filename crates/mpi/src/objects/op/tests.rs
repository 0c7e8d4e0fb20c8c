//! Tests of every allowed pair of operation and type against a reference, and of every forbidden pair.
use super::*;
use clump_coll::memory::lent_buffer;

/// Handles of C integers, a class of types (MPI 5.0, 6.9.2), from the ABI's table.
const C_INTEGER: &[usize] = &[
    0x208, 0x209, 0x20a, 0x20b, 0x20c, 0x20d, 0x20e, 0x20f, 0x240, 0x241, 0x243, 0x244, 0x245, 0x248, 0x249, 0x250,
    0x251, 0x258, 0x259,
];
/// Handles of Fortran integers.
const FORTRAN_INTEGER: &[usize] = &[0x219, 0x2c1, 0x2c9, 0x2d1, 0x2d9, 0x2e1];
/// Handles of floating-point numbers.
const REALS: &[usize] = &[0x210, 0x214, 0x21a, 0x21c, 0x220, 0x24a, 0x2ca, 0x2d2, 0x2da, 0x2e2];
/// Handles of logical types.
const LOGICAL: &[usize] = &[0x218, 0x238, 0x239, 0x2c0, 0x2c8, 0x2d0, 0x2d8, 0x2e0];
/// Handles of complex numbers.
const COMPLEX: &[usize] = &[0x212, 0x213, 0x216, 0x217, 0x21b, 0x21d, 0x224, 0x225, 0x2d3, 0x2db, 0x2e3, 0x2eb];
/// The handle of MPI_BYTE.
const BYTE: &[usize] = &[0x247];
/// Handles of multi-language types (MPI_AINT, MPI_COUNT, MPI_OFFSET).
const MULTI: &[usize] = &[0x201, 0x202, 0x203];
/// Handles of value-and-index pairs.
const PAIRS: &[usize] = &[0x228, 0x229, 0x22a, 0x22b, 0x22c, 0x22d, 0x230, 0x231, 0x232];
/// Handles that no operation allows.
const NONE: &[usize] = &[0x200, 0x207, 0x21e, 0x23c, 0, 0x7f31_0000_1000];

#[test]
fn the_standards_table_of_pairs() {
    let classes = [C_INTEGER, FORTRAN_INTEGER, REALS, LOGICAL, COMPLEX, BYTE, MULTI, PAIRS].map(|c| (c, c[0]));
    for (class, first) in classes {
        for op in Op::ALL.into_iter().filter(|op| op.in_collectives()) {
            let allowed = match op {
                Op::Max | Op::Min => [C_INTEGER[0], FORTRAN_INTEGER[0], REALS[0], MULTI[0]].contains(&first),
                Op::Sum | Op::Prod => {
                    [C_INTEGER[0], FORTRAN_INTEGER[0], REALS[0], COMPLEX[0], MULTI[0]].contains(&first)
                }
                Op::Land | Op::Lor | Op::Lxor => [C_INTEGER[0], LOGICAL[0]].contains(&first),
                Op::Band | Op::Bor | Op::Bxor => [C_INTEGER[0], FORTRAN_INTEGER[0], BYTE[0], MULTI[0]].contains(&first),
                _ => first == PAIRS[0],
            };
            for &handle in class {
                let kind = ElementKind::of_handle(handle).expect("a type of the standard's table");
                assert_eq!(op.fold(kind).is_some(), allowed, "{op:?} on type {handle:#x}");
            }
        }
    }
    assert!(NONE.iter().all(|&h| ElementKind::of_handle(h).is_none()));
    assert!(Op::Replace.fold(ElementKind::I32).is_none());
}

#[test]
fn extents_agree_with_the_sizes_in_the_handles() {
    for handle in (0x240..0x260).chain(0x2c0..0x300) {
        if let Some(kind) = ElementKind::of_handle(handle) {
            assert_eq!(kind.extent(), 1 << ((handle >> 3) & 7), "{handle:#x}");
        }
    }
}

/// Applies `op` to two lists of whole elements. The lists lie at an odd address, because the loops must not assume
/// alignment.
fn run(op: Op, kind: ElementKind, a: &[u8], b: &[u8]) -> Vec<u8> {
    let (input, inout) = (lent_buffer(a.len() + 1), lent_buffer(b.len() + 1));
    input.region().from(1).write(a);
    inout.region().from(1).write(b);
    (op.loops(kind).unwrap().run)(input.region().from(1), inout.region().from(1));
    inout.region().from(1).to_vec()
}

macro_rules! integers { ($($t:ident $kind:ident),*) => { #[test] fn integers_match_the_language() { $( {
    let spread = |i: i64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15u64 as i64) as $t;
    let a: Vec<$t> = (0..37).map(spread).chain([$t::MIN, $t::MAX, 0]).collect();
    let other = |i: i64| (i - 5).wrapping_mul(0x1234_5678_9abc_def1) as $t;
    let b: Vec<$t> = (0..37).map(other).chain([$t::MAX, 2 as $t, 0]).collect();
    let bytes = |v: &[$t]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let reference: [(Op, fn($t, $t) -> $t); 10] = [
        (Op::Sum, |a, b| a.wrapping_add(b)), (Op::Prod, |a, b| a.wrapping_mul(b)),
        (Op::Min, |a, b| if a <= b { a } else { b }), (Op::Max, |a, b| if a >= b { a } else { b }),
        (Op::Band, |a, b| a & b), (Op::Bor, |a, b| a | b), (Op::Bxor, |a, b| a ^ b),
        (Op::Land, |a, b| (a != 0 && b != 0) as $t), (Op::Lor, |a, b| (a != 0 || b != 0) as $t),
        (Op::Lxor, |a, b| ((a != 0) != (b != 0)) as $t),
    ];
    for (op, f) in reference {
        let want: Vec<$t> = a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect();
        assert_eq!(run(op, ElementKind::$kind, &bytes(&a), &bytes(&b)), bytes(&want), "{op:?} {}", stringify!($t));
    }
} )* } } }
integers!(i8 I8, i16 I16, i32 I32, i64 I64, u8 U8, u16 U16, u32 U32, u64 U64);

#[test]
fn reals_and_complex() {
    let a = [1.5f64, -2.0, 1e300, 0.1];
    let b = [2.5f64, 4.0, 1e300, 0.2];
    let bytes = |v: &[f64]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    assert_eq!(run(Op::Sum, ElementKind::F64, &bytes(&a), &bytes(&b)), bytes(&[4.0, 2.0, 2e300, 0.1 + 0.2]));
    assert_eq!(run(Op::Max, ElementKind::F64, &bytes(&a), &bytes(&b)), bytes(&[2.5, 4.0, 1e300, 0.2]));
    assert_eq!(run(Op::Min, ElementKind::F64, &bytes(&a), &bytes(&b)), bytes(&[1.5, -2.0, 1e300, 0.1]));
    // (1.5 - 2i)(2.5 + 4i) = 3.75 + 8 + (6 - 5)i
    assert_eq!(run(Op::Prod, ElementKind::ComplexF64, &bytes(&a[..2]), &bytes(&b[..2])), bytes(&[11.75, 1.0]));
}

#[test]
fn half_precision() {
    let (one, two, three) = (0x3c00u16.to_le_bytes(), 0x4000u16.to_le_bytes(), 0x4200u16.to_le_bytes());
    assert_eq!(run(Op::Sum, ElementKind::F16, &one, &two), three);
    assert_eq!(run(Op::Prod, ElementKind::F16, &three, &one), three);
    assert_eq!(run(Op::Max, ElementKind::F16, &one, &two), two);
}

/// float32 is long enough that its rounding and the one to 16 bits are like one.
#[test]
fn one_operation_on_short_numbers_rounds_as_the_format_itself_does() {
    fn compare<V: rustc_apfloat::Float>(kind: ElementKind) {
        let random = |i: u64, salt: u64| ((i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ salt) >> 40) as u16;
        let of = |salt| (0..20_000).map(|i| random(i, salt)).collect::<Vec<u16>>();
        let (a, b) = (of(1), of(0x1234_5678));
        let bytes = |v: &[u16]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        for op in [Op::Sum, Op::Prod] {
            let got = run(op, kind, &bytes(&a), &bytes(&b));
            for (i, got) in got.chunks(2).enumerate() {
                let value = |bits: u16| V::from_bits(bits.into());
                let (a, b) = (value(a[i]), value(b[i]));
                let want = if op == Op::Sum { (a + b).value } else { (a * b).value };
                let got = value(u16::from_le_bytes([got[0], got[1]]));
                assert!(got.bitwise_eq(want) || got.is_nan() && want.is_nan(), "{op:?} of {a} and {b}: {got}");
            }
        }
    }
    compare::<rustc_apfloat::ieee::Half>(ElementKind::F16);
    compare::<rustc_apfloat::ieee::BFloat>(ElementKind::Bfloat16);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn long_double_with_dirty_padding() {
    // 1.0, 2.0 and 3.0 as the x87 stores them, with noise in the padding.
    let ld = |exponent: u16, mantissa: u64, noise: u8| {
        let mut b = [noise; 16];
        b[..8].copy_from_slice(&mantissa.to_le_bytes());
        b[8..10].copy_from_slice(&exponent.to_le_bytes());
        b
    };
    let (one, two) = (ld(0x3fff, 1 << 63, 0xaa), ld(0x4000, 1 << 63, 0x55));
    let sum = run(Op::Sum, ElementKind::LongDouble, &one, &two);
    assert_eq!(sum[..10], ld(0x4000, 3 << 62, 0)[..10]);
    assert_eq!(run(Op::Min, ElementKind::LongDouble, &one, &two)[..10], one[..10]);
    let (a, b) = ([one, two].concat(), [two, one].concat());
    // (1 + 2i)(2 + i) = 0 + 5i
    let product = run(Op::Prod, ElementKind::ComplexLongDouble, &a, &b);
    assert_eq!(product[..10], [0; 10]);
    assert_eq!(product[16..26], ld(0x4001, 5 << 61, 0)[..10]);
}

#[test]
fn pairs_keep_the_lower_index_of_equal_values() {
    let pair = |v: f64, i: i32, pad: u8| {
        let mut b = [pad; 16];
        b[..8].copy_from_slice(&v.to_le_bytes());
        b[8..12].copy_from_slice(&i.to_le_bytes());
        b.to_vec()
    };
    for (op, a, b, want) in [
        (Op::Minloc, (1.0, 7), (2.0, 3), (1.0, 7)),
        (Op::Maxloc, (1.0, 7), (2.0, 3), (2.0, 3)),
        (Op::Minloc, (1.0, 7), (1.0, 3), (1.0, 3)),
        (Op::Maxloc, (1.0, 2), (1.0, 3), (1.0, 2)),
        (Op::Minloc, (-1.0, -2), (-1.0, 3), (-1.0, -2)),
    ] {
        let out = run(op, ElementKind::DoubleInt, &pair(a.0, a.1, 0xff), &pair(b.0, b.1, 0xee));
        assert_eq!(out[..12], pair(want.0, want.1, 0)[..12], "{op:?} {a:?} {b:?}");
    }
    let short = |v: i16, i: i32| [&v.to_le_bytes()[..], &[0xcc; 2], &i.to_le_bytes()[..]].concat();
    assert_eq!(run(Op::Maxloc, ElementKind::ShortInt, &short(-3, 1), &short(-4, 0)), short(-3, 1));
}

#[test]
fn the_names_are_in_the_order_of_the_operations() {
    for (op, name) in Op::ALL.iter().zip(names::NAMES) {
        assert_eq!(name.replace('_', ""), format!("MPI{op:?}").to_uppercase());
    }
}
