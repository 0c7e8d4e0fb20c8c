//! Reduction operations (MPI 5.0 section 6.9): the operations that each type allows, and the loops over elements.
mod complex;
mod defined;
mod integer;
mod kind;
mod logical;
pub mod names;
mod pair;
mod real;
mod short;
mod soft;
#[cfg(test)]
mod tests;

pub use defined::{Defined, Ops};
pub use kind::ElementKind;

use clump::driver::{Bfloat16, Binary16, PairedRows, Region};
use clump_coll::{ElementLoop, Fold, JointLoop};

/// Computes `inout[i] = input[i] op inout[i]` for every element in all rows.
pub type RowLoop = fn(input: Region, inout: Region, rows: PairedRows);

/// The loops of one operation on elements of one kind.
#[derive(Clone, Copy)]
pub struct OpLoops {
    pub run: ElementLoop,
    pub rows: RowLoop,
    /// The loop for several operands that rounds once; `None` for elements that no longer format is used for.
    pub joint: Option<JointLoop>,
}

/// Makes the loops of a function of two numbers of type `$t`, compiled for that function.
macro_rules! loops {
    ($t:ty, $f:expr) => {
        $crate::objects::op::OpLoops {
            run: |i, o| o.combine::<$t>(i, $f),
            rows: |i, o, rows| o.combine_rows::<$t>(i, rows, $f),
            joint: None,
        }
    };
}
use loops;

/// The predefined operations.
#[expect(clippy::enum_variant_names, reason = "the standard calls one MPI_NO_OP")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Sum,
    Min,
    Max,
    Prod,
    Band,
    Bor,
    Bxor,
    Land,
    Lor,
    Lxor,
    Minloc,
    Maxloc,
    Replace,
    NoOp,
}

impl Op {
    /// All operations, in the order of their handles.
    pub const ALL: [Op; 14] = [
        Op::Sum,
        Op::Min,
        Op::Max,
        Op::Prod,
        Op::Band,
        Op::Bor,
        Op::Bxor,
        Op::Land,
        Op::Lor,
        Op::Lxor,
        Op::Minloc,
        Op::Maxloc,
        Op::Replace,
        Op::NoOp,
    ];

    /// Returns the predefined operation behind a handle's value (MPI 5.0 ABI, section 20), or `None` for other handles.
    #[inline]
    pub fn of_handle(handle: usize) -> Option<Op> {
        Some(match handle {
            0x21 => Op::Sum,
            0x22 => Op::Min,
            0x23 => Op::Max,
            0x24 => Op::Prod,
            0x28 => Op::Band,
            0x29 => Op::Bor,
            0x2a => Op::Bxor,
            0x30 => Op::Land,
            0x31 => Op::Lor,
            0x32 => Op::Lxor,
            0x38 => Op::Minloc,
            0x39 => Op::Maxloc,
            0x3c => Op::Replace,
            0x3d => Op::NoOp,
            _ => return None,
        })
    }

    /// Returns true if collectives allow this operation. Two operations are only for accumulate calls on windows (MPI
    /// 5.0, 12.3.4).
    pub fn in_collectives(self) -> bool {
        !matches!(self, Op::Replace | Op::NoOp)
    }

    /// Binds this operation to a predefined type, or returns `None` if collectives may not combine the two
    /// (MPI_ERR_OP). The fold's number is this operation's in [`Op::ALL`], from 1.
    pub fn fold(self, kind: ElementKind) -> Option<Fold> {
        let loops = self.loops(kind).filter(|_| self.in_collectives())?;
        let number = self as u16 + 1;
        Some(match loops.joint {
            Some(joint) => Fold::joint(number, kind.extent(), joint),
            None => Fold::predefined(number, kind.extent(), loops.run),
        })
    }

    /// Returns the loops of this operation on elements of `kind`, or `None` if MPI does not allow the operation on
    /// `kind` (MPI_ERR_OP).
    pub fn loops(self, kind: ElementKind) -> Option<OpLoops> {
        match self {
            Op::Replace => {
                let run: ElementLoop = |input, inout| {
                    inout.copy_from(input);
                };
                return Some(OpLoops {
                    run,
                    rows: |i, o, rows| o.combine_rows::<u8>(i, rows, |new, _| new),
                    joint: None,
                });
            }
            Op::NoOp => return Some(OpLoops { run: |_, _| (), rows: |_, _, _| (), joint: None }),
            _ => {}
        }
        match kind {
            ElementKind::I8 => logical::with_arithmetic::<i8>(self),
            ElementKind::I16 => logical::with_arithmetic::<i16>(self),
            ElementKind::I32 => logical::with_arithmetic::<i32>(self),
            ElementKind::I64 => logical::with_arithmetic::<i64>(self),
            ElementKind::I128 => logical::with_arithmetic::<i128>(self),
            ElementKind::U8 => logical::with_arithmetic::<u8>(self),
            ElementKind::U16 => logical::with_arithmetic::<u16>(self),
            ElementKind::U32 => logical::with_arithmetic::<u32>(self),
            ElementKind::U64 => logical::with_arithmetic::<u64>(self),
            ElementKind::Fortran8 => integer::without_logic::<i8>(self),
            ElementKind::Fortran16 => integer::without_logic::<i16>(self),
            ElementKind::Fortran32 => integer::without_logic::<i32>(self),
            ElementKind::Fortran64 => integer::without_logic::<i64>(self),
            ElementKind::Fortran128 => integer::without_logic::<i128>(self),
            ElementKind::Byte => integer::bits_only::<u8>(self),
            ElementKind::Logical8 => logical::combine::<u8>(self),
            ElementKind::Logical16 => logical::combine::<u16>(self),
            ElementKind::Logical32 => logical::combine::<u32>(self),
            ElementKind::Logical64 => logical::combine::<u64>(self),
            ElementKind::Logical128 => logical::combine::<u128>(self),
            ElementKind::F32 => real::combine::<f32>(self),
            ElementKind::F64 => real::combine::<f64>(self),
            ElementKind::F16 => short::combine::<Binary16>(self),
            ElementKind::Bfloat16 => short::combine::<Bfloat16>(self),
            ElementKind::F128 => soft::combine::<soft::Quad>(self),
            ElementKind::LongDouble => soft::combine::<soft::LongDouble>(self),
            ElementKind::ComplexF32 => complex::combine::<f32>(self),
            ElementKind::ComplexF64 => complex::combine::<f64>(self),
            ElementKind::ComplexF16 => soft::complex::<soft::Half>(self),
            ElementKind::ComplexF128 => soft::complex::<soft::Quad>(self),
            ElementKind::ComplexLongDouble => soft::complex::<soft::LongDouble>(self),
            ElementKind::FloatInt => pair::combine::<pair::FloatInt>(self),
            ElementKind::DoubleInt => pair::combine::<pair::DoubleInt>(self),
            ElementKind::LongInt => pair::combine::<pair::LongInt>(self),
            ElementKind::IntInt => pair::combine::<pair::IntInt>(self),
            ElementKind::ShortInt => pair::combine::<pair::ShortInt>(self),
            ElementKind::LongDoubleInt => pair::combine::<pair::LongDoubleInt>(self),
            ElementKind::FloatFloat => pair::combine::<pair::FloatFloat>(self),
            ElementKind::DoubleDouble => pair::combine::<pair::DoubleDouble>(self),
        }
    }
}
