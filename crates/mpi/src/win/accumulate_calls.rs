//! MPI_Accumulate, MPI_Get_accumulate, MPI_Fetch_and_op and MPI_Compare_and_swap.
use super::accumulate::{Accumulation, change_mapped};
use super::failed;
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::gate;
use crate::objects::datatype::{Types, direct, solid_size};
use crate::objects::op::{ElementKind, Op};
use crate::objects::win::Win;
use crate::objects::win::element::Element;
use crate::state::{Mpi, State};
use clump::driver::windows::ATOMICS_ARE_FENCES;
use clump::driver::{CallKind, Region};

/// MPI_Accumulate
#[allow(clippy::too_many_arguments)]
pub fn accumulate(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    op: abi::Op,
    win: abi::Win,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    gate::enter().accumulate(Accumulation { origin, result: None, rank, disp, target, op, win })
}

/// MPI_Get_accumulate
#[allow(clippy::too_many_arguments)]
pub fn get_accumulate(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    result: Addr,
    result_count: i64,
    result_type: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    op: abi::Op,
    win: abi::Win,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    let result = Some((result, result_count, result_type));
    gate::enter().accumulate(Accumulation { origin, result, rank, disp, target, op, win })
}

/// MPI_Fetch_and_op
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn fetch_and_op(
    _: Call,
    origin: Addr,
    result: Addr,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    op: abi::Op,
    win: abi::Win,
) -> Result {
    let call = FetchAndOp { origin, result, datatype, rank, disp, op, win };
    let s: &mut State = &mut gate::enter();
    if !call.at_once(&s.mpi) {
        return call.in_place(s);
    }
    s.endpoint().count_call(CallKind::OneSided, solid_size(datatype));
    Ok(())
}

/// The arguments of MPI_Fetch_and_op.
#[derive(Clone, Copy)]
struct FetchAndOp {
    origin: Addr,
    result: Addr,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    op: abi::Op,
    win: abi::Win,
}

/// One element of a mapped part, and what to do with it.
struct MappedElement<'a> {
    w: &'a Win,
    op: Op,
    element: Element,
    there: Region,
    operand: Region,
    old: Region,
}

impl FetchAndOp {
    /// Tries the fast path, an operation on one element that the processor has an instruction for. Returns true if it
    /// is done.
    #[inline(always)]
    fn at_once(self, mpi: &Mpi) -> bool {
        let Some(MappedElement { w, op, element, there, operand, old }) = self.mapped(mpi) else { return false };
        let done = w.window.atomically(self.rank as usize, 1, || element.at_once(op, there, operand, Some(old)));
        w.fenced.set(ATOMICS_ARE_FENCES && done && op != Op::NoOp);
        done
    }

    /// Carries out the operation on one element of a mapped part in any way, or on the general path.
    #[inline(never)]
    fn in_place(self, s: &mut State) -> Result {
        let Some(MappedElement { w, op, element, there, operand, old }) = self.mapped(&s.mpi) else {
            return self.otherwise(s);
        };
        let endpoint = s.common.endpoint();
        change_mapped(w, endpoint, self.rank as u32, (&element.change(op)?, 1), there, (operand, Some(old)))?;
        endpoint.count_call(CallKind::OneSided, there.len() as u64);
        Ok(())
    }

    /// Returns the element and its operand, or `None` if the part is not mapped or the general path must check the
    /// arguments.
    #[inline(always)]
    fn mapped<'a>(&self, mpi: &'a Mpi) -> Option<MappedElement<'a>> {
        let (op, element) = (Op::of_handle(self.op.0)?, Element::Number(ElementKind::of_handle(self.datatype.0)?));
        let w = mpi.wins.get(self.win.0)?;
        let there = w.at_hand(self.rank, self.disp, solid_size(self.datatype) as usize)?;
        let old = direct(self.result, 1, self.datatype)?;
        // MPI_NO_OP accepts any origin address.
        let operand = if op == Op::NoOp { old } else { direct(self.origin, 1, self.datatype)? };
        Some(MappedElement { w, op, element, there, operand, old })
    }

    #[inline(never)]
    fn otherwise(self, s: &mut State) -> Result {
        predefined(&s.types, self.datatype)?;
        let one = |addr| (addr, 1, self.datatype);
        let FetchAndOp { rank, disp, op, win, .. } = self;
        let (origin, result, target) = (one(self.origin), Some(one(self.result)), (1, self.datatype));
        s.accumulate(Accumulation { origin, result, rank, disp, target, op, win })
    }
}

/// Returns MPI_ERR_TYPE for a derived datatype.
fn predefined(types: &Types, datatype: abi::Datatype) -> Result {
    let ty = types.find(datatype)?;
    if ty.made.as_ref().is_some_and(|made| made.named().is_none()) {
        return fail(abi::MPI_ERR_TYPE, "this call takes predefined datatypes only");
    }
    Ok(())
}

/// MPI_Compare_and_swap
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn compare_and_swap(
    _: Call,
    origin: Addr,
    compare: Addr,
    result: Addr,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    win: abi::Win,
) -> Result {
    let mut s = gate::enter();
    if let Some(w) = s.mpi.wins.get(win.0)
        && let Some(there) = w.at_hand(rank, disp, solid_size(datatype) as usize)
        && there.len() == 8
        && there.is_atomic(0, 8)
        && ElementKind::of_handle(datatype.0).is_some_and(comparable)
        && let (Some(new), Some(compare), Some(old)) =
            (direct(origin, 1, datatype), direct(compare, 1, datatype), direct(result, 1, datatype))
    {
        let swap = || {
            let was = there.atomic_exchange::<u64>(0, compare.get(0), new.get(0));
            old.set(0, was.unwrap_or_else(|other| other));
            true
        };
        if w.window.atomically(rank as usize, 1, swap) {
            w.fenced.set(ATOMICS_ARE_FENCES);
            s.endpoint().count_call(CallKind::OneSided, 8);
            return Ok(());
        }
    }
    swap_otherwise(&mut s, [origin, compare, result], datatype, rank, disp, win)
}

/// Returns true if compare-and-swap allows elements of this kind: integers, logicals and bytes (MPI 5.0, 12.3.4.4).
fn comparable(kind: ElementKind) -> bool {
    use ElementKind::*;
    !matches!(
        kind,
        F16 | F32
            | F64
            | F128
            | LongDouble
            | ComplexF16
            | ComplexF32
            | ComplexF64
            | ComplexF128
            | ComplexLongDouble
            | FloatInt
            | DoubleInt
            | LongInt
            | IntInt
            | ShortInt
            | LongDoubleInt
            | FloatFloat
            | DoubleDouble
    )
}

#[inline(never)]
fn swap_otherwise(
    s: &mut State,
    [origin, compare, result]: [Addr; 3],
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    win: abi::Win,
) -> Result {
    let Some(place) = s.win(win)?.place(rank, disp)? else { return Ok(()) };
    predefined(&s.types, datatype)?;
    let element = s.types.element(datatype)?;
    if !matches!(element, Element::Number(kind) if comparable(kind)) {
        return fail(abi::MPI_ERR_TYPE, "MPI_Compare_and_swap takes integers, logicals and MPI_BYTE only");
    }
    let new = s.types.outgoing(origin, 1, datatype)?.region;
    let (compare, old) =
        (s.types.outgoing(compare, 1, datatype)?.region, s.types.incoming(result, 1, datatype)?.region);
    let (w, endpoint) = s.win_endpoint(win)?;
    let (target, offset) = (place.rank as usize, place.offset as u64);
    let what = element.change(Op::Replace)?.code();
    let done = w.window.compare_and_swap(endpoint, target, offset, what, [compare, new, old]);
    done.or_else(|e| failed(e, place.rank))?;
    s.count_one_sided(rank, (1, datatype))
}
