//! The elements that accumulating operations change atomically, and the ways to change them (MPI 5.0, 12.3.4 and
//! 12.7.1).
use crate::abi;
use crate::error::{Result, error, fail};
use crate::objects::datatype::{Elem, Signature, Types};
use crate::objects::op::{ElementKind, Op, OpLoops};
use clump::driver::Region;
use clump::driver::windows::{Atom, Combine};
use clump_coll::ElementLoop;

/// An element of a predefined datatype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// An element with which at least one operation computes.
    Number(ElementKind),
    /// An element, of this many bytes, that operations only move.
    Moved(u8),
}

impl Element {
    /// Returns the distance in bytes from an element to the next, including the padding of pairs. This is the unit of
    /// atomicity.
    #[inline(always)]
    pub fn width(self) -> usize {
        match self {
            Element::Number(kind) => kind.extent(),
            Element::Moved(bytes) => usize::from(bytes),
        }
    }

    /// Returns the change that an operation makes to this element, or `None` if MPI does not allow the operation.
    #[inline(always)]
    pub fn changed_by(self, op: Op) -> Option<Change> {
        let loops = match (self, op) {
            (Element::Number(kind), _) => op.loops(kind),
            (_, Op::Replace | Op::NoOp) => op.loops(ElementKind::Byte),
            _ => None,
        };
        loops.map(|loops| Change { element: self, op, loops })
    }

    /// Returns the change that an operation makes to this element, or MPI_ERR_OP.
    pub fn change(self, op: Op) -> Result<Change> {
        match self.changed_by(op) {
            Some(change) => Ok(change),
            None => fail(abi::MPI_ERR_OP, format!("{op:?} is not defined on this datatype (MPI 5.0, 6.9.2)")),
        }
    }

    /// Executes an operation that has a processor instruction, or the commonest operation that has none: the sum of two
    /// floating-point numbers. Returns false, having done nothing, for all other operations, and if `there` is not
    /// aligned.
    #[inline(always)]
    pub fn at_once(self, op: Op, there: Region, operand: Region, old: Option<Region>) -> bool {
        match self.width() {
            8 if there.is_atomic(0, 8) => {
                let add = |a, b| (f64::from_bits(a) + f64::from_bits(b)).to_bits();
                self.each_at_once::<u64>(op, there, operand, old, add)
            }
            4 if there.is_atomic(0, 4) => {
                let add = |a, b| (f32::from_bits(a) + f32::from_bits(b)).to_bits();
                self.each_at_once::<u32>(op, there, operand, old, add)
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn each_at_once<T: Atom>(
        self,
        op: Op,
        there: Region,
        operand: Region,
        old: Option<Region>,
        add: impl Fn(T, T) -> T,
    ) -> bool {
        match op {
            Op::Sum if self.is_integer() => each::<T>(operand, old, |at, value| there.atomic_add(at, value)),
            Op::Sum if matches!(self, Element::Number(ElementKind::F64 | ElementKind::F32)) => {
                each::<T>(operand, old, |at, value| there.atomic_update(at, |now| add(value, now)));
            }
            Op::Replace => each::<T>(operand, old, |at, value| there.atomic_swap(at, value)),
            Op::NoOp => each::<T>(operand, old, |at, _| there.atomic_load(at)),
            _ => return false,
        }
        true
    }

    fn is_integer(self) -> bool {
        use ElementKind::{Fortran32, Fortran64, I32, I64, U32, U64};
        matches!(self, Element::Number(I32 | I64 | U32 | U64 | Fortran32 | Fortran64))
    }

    /// Returns the element's code on the wire, which [`Change::of`] reads.
    pub fn code(self) -> u16 {
        match self {
            Element::Number(kind) => kind as u16,
            Element::Moved(bytes) => MOVED | u16::from(bytes),
        }
    }
}

/// Returns the width in bytes and the loop that a code from another machine names, or `None` if the code is invalid.
pub(crate) fn meaning(code: Combine) -> Option<(usize, ElementLoop)> {
    Change::of(code).map(|change| (change.element.width(), change.loops.run))
}

/// Bit that is set in the codes of elements that operations only move.
const MOVED: u16 = 0x100;

/// An operation on elements of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub element: Element,
    pub op: Op,
    /// The loops, which compute `target = operand op target` for each element.
    pub loops: OpLoops,
}

impl Change {
    /// Returns the code that this process sends to the target's process.
    pub fn code(&self) -> Combine {
        Combine { operation: self.op as u16, element: self.element.code() }
    }

    /// Returns the change that a received code names, or `None` if the code is invalid.
    pub fn of(code: Combine) -> Option<Change> {
        let op = *Op::ALL.get(usize::from(code.operation))?;
        let element = match code.element & MOVED {
            0 => Element::Number(ElementKind::of_code(code.element)?),
            _ => Element::Moved(u8::try_from(code.element & !MOVED).ok().filter(|&w| w > 0)?),
        };
        element.changed_by(op)
    }

    /// Changes mapped memory by processor instructions, each element atomically. Returns false, having done
    /// nothing, if the processor has no suitable instruction. `old` receives the former values.
    #[inline(always)]
    pub fn by_processor(&self, there: Region, operand: Region, old: Option<Region>) -> bool {
        if self.element.at_once(self.op, there, operand, old) {
            return true;
        }
        let width = self.element.width();
        if !there.is_atomic(0, width) {
            return false;
        }
        there.combine_atomically(width, operand, old, self.loops.run);
        true
    }
}

/// Calls `f(offset, operand)` for each element. `f` returns the former value, which goes to `old`.
#[inline(always)]
fn each<T: Atom>(operand: Region, old: Option<Region>, f: impl Fn(usize, T) -> T) {
    for i in 0..operand.len() / size_of::<T>() {
        let was = f(i * size_of::<T>(), operand.get(i));
        if let Some(old) = old {
            old.set(i, was);
        }
    }
}

/// Returns the kind of number of an element of a derived datatype, or `None` if operations only move such elements.
fn kind(elem: Elem) -> Option<ElementKind> {
    use crate::objects::op::ElementKind as Kind;
    Some(match elem {
        Elem::I8 => Kind::I8,
        Elem::I16 => Kind::I16,
        Elem::I32 => Kind::I32,
        Elem::I64 => Kind::I64,
        Elem::I128 => Kind::I128,
        Elem::U8 => Kind::U8,
        Elem::U16 => Kind::U16,
        Elem::U32 => Kind::U32,
        Elem::U64 => Kind::U64,
        Elem::F16 => Kind::F16,
        Elem::Bfloat16 => Kind::Bfloat16,
        Elem::F32 => Kind::F32,
        Elem::F64 => Kind::F64,
        Elem::FLong => Kind::LongDouble,
        Elem::C32 => Kind::ComplexF32,
        Elem::C64 => Kind::ComplexF64,
        Elem::CLong => Kind::ComplexLongDouble,
        Elem::Bool | Elem::Logical(1) => Kind::Logical8,
        Elem::Logical(2) => Kind::Logical16,
        Elem::Logical(4) => Kind::Logical32,
        Elem::Logical(8) => Kind::Logical64,
        Elem::Logical(_) => Kind::Logical128,
        Elem::Byte => Kind::Byte,
        Elem::Char => Kind::CHAR,
        Elem::Character | Elem::Wchar | Elem::Packed => return None,
        Elem::Pair(value, index) => return pair(value, index),
    })
}

fn pair(value: crate::objects::datatype::Value, index: crate::objects::datatype::Index) -> Option<ElementKind> {
    use crate::objects::datatype::{Index, Value};
    use crate::objects::op::ElementKind as Kind;
    Some(match (value, index) {
        (Value::F32, Index::I32) => Kind::FloatInt,
        (Value::F64, Index::I32) => Kind::DoubleInt,
        (Value::I64, Index::I32) => Kind::LongInt,
        (Value::I32, Index::I32) => Kind::IntInt,
        (Value::I16, Index::I32) => Kind::ShortInt,
        (Value::FLong, Index::I32) => Kind::LongDoubleInt,
        (Value::F32, Index::F32) => Kind::FloatFloat,
        (Value::F64, Index::F64) => Kind::DoubleDouble,
        _ => return None,
    })
}

impl Types {
    /// Returns the element of a datatype. Returns MPI_ERR_TYPE unless all elements of the datatype are of one
    /// predefined type.
    pub(crate) fn element(&self, datatype: abi::Datatype) -> Result<Element> {
        if let Some(kind) = ElementKind::of_handle(datatype.0)
            && crate::objects::datatype::facts(datatype).is_some()
        {
            return Ok(Element::Number(kind));
        }
        let ty = self.find(datatype)?;
        element_of(&ty.signature).ok_or_else(|| {
            error(abi::MPI_ERR_TYPE, "accumulating wants a datatype whose elements are all of one predefined type")
        })
    }
}

fn element_of(signature: &Signature) -> Option<Element> {
    let elem = signature.elem()?;
    Some(kind(elem).map_or(Element::Moved(elem.extent() as u8), Element::Number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_coll::memory::{lent_buffer, lent_copy};

    #[test]
    fn codes_survive_encoding_and_decoding() {
        for handle in 0x200..0x400 {
            let Some(kind) = ElementKind::of_handle(handle) else { continue };
            for op in Op::ALL {
                let Ok(change) = Element::Number(kind).change(op) else { continue };
                let again = Change::of(change.code()).expect("its own code");
                assert_eq!((again.element, again.op), (change.element, change.op));
            }
        }
        let moved = Element::Moved(4).change(Op::Replace).expect("moved").code();
        assert_eq!(Change::of(moved).map(|c| c.element), Some(Element::Moved(4)));
        assert!(Element::Moved(4).change(Op::Sum).is_err());
        for code in [(14, 0), (0, 0xff), (0, MOVED), (0, MOVED | 4), (1000, 1)] {
            assert!(Change::of(Combine { operation: code.0, element: code.1 }).is_none(), "{code:?}");
        }
    }

    #[test]
    fn the_processor_does_the_same_as_the_loop() {
        for kind in [ElementKind::I32, ElementKind::U64, ElementKind::F64, ElementKind::U8, ElementKind::ShortInt] {
            let width = kind.extent();
            for op in [Op::Sum, Op::Replace, Op::NoOp, Op::Max, Op::Maxloc] {
                let Ok(change) = Element::Number(kind).change(op) else { continue };
                let bytes: Vec<u8> = (0..3 * width).map(|i| (i * 83) as u8).collect();
                let (a, b) = (lent_copy(&bytes), lent_copy(&bytes));
                let (operand, old) = (lent_buffer(3 * width), lent_buffer(3 * width));
                (0..3 * width).for_each(|i| operand.region().set::<u8>(i, 40 + i as u8));
                assert!(change.by_processor(a.region(), operand.region(), Some(old.region())));
                (change.loops.run)(operand.region(), b.region());
                let got = (a.region().to_vec(), old.region().to_vec());
                assert_eq!(got, (b.region().to_vec(), bytes), "{kind:?} {op:?}");
            }
        }
        let wide = Element::Number(ElementKind::ComplexF64).change(Op::Sum).expect("allowed");
        let b = lent_buffer(16);
        assert!(!wide.by_processor(b.region(), b.region(), None), "no such instruction");
    }
}
