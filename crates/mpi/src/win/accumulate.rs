//! The accumulating operations (MPI 5.0, 12.3.4). All of them are variants of one operation, which combines two values
//! and returns the former value of the target.
use super::failed;
use super::runs::{data, each_run};
use super::target::Place;
use crate::abi;
use crate::error::{Result, error, fail};
use crate::ffi::args::Addr;
use crate::objects::datatype::{Type, TypeLayout, direct};
use crate::objects::op::{ElementKind, Op};
use crate::objects::win::Win;
use crate::objects::win::element::Change;
use crate::objects::win::element::Element;
use crate::objects::win::types::{BlockRow, Items, as_many};
use crate::state::State;
use clump::driver::windows::WindowError;
use clump::driver::{CallKind, Endpoint, LentBuffer, Region};
use clump_coll::memory::lent_buffer;

/// The arguments of a buffer that the program passed: address, count, datatype.
type Given = (Addr, i64, abi::Datatype);

/// The arguments of an accumulating operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accumulation {
    /// The buffer with the operands. MPI_NO_OP ignores it.
    pub origin: Given,
    /// The buffer that receives the target's former values.
    pub result: Option<Given>,
    pub rank: i32,
    pub disp: i64,
    pub target: (i64, abi::Datatype),
    pub op: abi::Op,
    pub win: abi::Win,
}

/// Returns the predefined operation behind a handle, or MPI_ERR_OP.
fn operation(op: abi::Op) -> Result<Op> {
    Op::of_handle(op.0).ok_or_else(|| {
        error(abi::MPI_ERR_OP, "accumulating takes predefined operations only, MPI_REPLACE and MPI_NO_OP among them")
    })
}

/// Elements one after another, including the padding of pairs. They lie in the program's own memory if possible,
/// otherwise in a copy.
enum Elements {
    Own(Region),
    Copy(LentBuffer),
}

impl Elements {
    fn region(&self) -> Region {
        match self {
            Elements::Own(region) => *region,
            Elements::Copy(buffer) => buffer.region(),
        }
    }
}

/// Tries the fast path, for contiguous elements of one predefined type on the origin and a mapped part of the target.
/// Returns `None`, having done nothing, if the general path must decide.
#[inline(always)]
fn at_hand(s: &mut State, a: &Accumulation) -> Option<Result> {
    let (addr, count, datatype) = a.origin;
    if a.target != (count, datatype) || a.result.is_some_and(|r| (r.1, r.2) != a.target) {
        return None;
    }
    let (kind, op) = (ElementKind::of_handle(datatype.0)?, Op::of_handle(a.op.0)?);
    let operand = direct(addr, count, datatype)?;
    let old = match a.result {
        None => None,
        Some((addr, ..)) => Some(direct(addr, count, datatype)?),
    };
    let w = s.mpi.wins.get(a.win.0)?;
    let there = w.at_hand(a.rank, a.disp, operand.len())?;
    let change = Element::Number(kind).changed_by(op)?;
    let endpoint = s.common.endpoint();
    endpoint.count_call(CallKind::OneSided, operand.len() as u64);
    Some(change_mapped(w, endpoint, a.rank as u32, (&change, count as usize), there, (operand, old)))
}

/// Changes so many elements of a mapped part, by processor instructions or under striped locks.
#[inline(always)]
pub(super) fn change_mapped(
    win: &Win,
    endpoint: &mut Endpoint,
    target: u32,
    (change, elements): (&Change, usize),
    there: Region,
    both: (Region, Option<Region>),
) -> Result {
    let rank = target as usize;
    if win.window.atomically(rank, elements, || change.by_processor(there, both.0, both.1)) {
        return Ok(());
    }
    let done = win.window.combine_in_stripes(endpoint, rank, there, change.element.width(), both, change.loops.run);
    done.or_else(|e| failed(e, target))
}

impl State {
    /// Carries out an accumulating operation.
    #[inline(always)]
    pub(super) fn accumulate(&mut self, a: Accumulation) -> Result {
        match at_hand(self, &a) {
            Some(done) => done,
            None => self.accumulate_otherwise(a),
        }
    }

    #[inline(never)]
    fn accumulate_otherwise(&mut self, a: Accumulation) -> Result {
        self.accumulate_uncounted(a)?;
        self.count_one_sided(a.rank, a.target)
    }

    fn accumulate_uncounted(&mut self, a: Accumulation) -> Result {
        let op = operation(a.op)?;
        let Some(place) = self.win(a.win)?.place(a.rank, a.disp)? else { return Ok(()) };
        if let Some(done) = self.accumulate_rows(&a, op, place) {
            return done;
        }
        let items = self.types.items(a.target.0, a.target.1)?;
        if items.count == 0 {
            // The target's part is empty, so no operation changes any element.
            return if op == Op::NoOp { Ok(()) } else { as_many(self.types.items(a.origin.1, a.origin.2)?.bytes, 0) };
        }
        let element = self.types.element(a.target.1)?;
        let change = element.change(op)?;
        let result = a.result.map(|given| self.elements(given, element, &items, false)).transpose()?;
        let operand = match (op, &result) {
            // The operation ignores the origin, but the code below needs some bytes as operand.
            (Op::NoOp, Some(result)) => Elements::Own(result.region()),
            (Op::NoOp, None) => return Ok(()),
            _ => self.elements(a.origin, element, &items, true)?,
        };
        let (win, endpoint) = self.win_endpoint(a.win)?;
        let width = element.width();
        let part = |e: &Elements, at: usize, count: usize| e.region().slice(at * width, count * width);
        let mapped = win.window.mapped(place.rank as usize);
        if mapped.is_empty() {
            if result.is_none() && data(element) == width {
                return combine_rows(win, endpoint, place, &items, &change, operand.region());
            }
            each_run(&items, element, |offset, at, count| {
                let both = (part(&operand, at, count), result.as_ref().map(|r| part(r, at, count)));
                combine(win, endpoint, Place { offset: place.offset.wrapping_add(offset), ..place }, &change, both)
            })?;
        } else {
            let (operand, old) = (operand.region(), result.as_ref().map(Elements::region));
            RunsInMemory { items: &items, change, operand, old }.combine(win, endpoint, place, mapped)?;
        }
        match (a.result, result) {
            (Some(given), Some(Elements::Copy(copy))) => self.give_back(given, element, copy.region()),
            _ => Ok(()),
        }
    }

    /// Returns the elements in a buffer of the program if `filled` is true, and otherwise uninitialized memory for
    /// them.
    fn elements(&self, (addr, count, datatype): Given, of: Element, items: &Items, filled: bool) -> Result<Elements> {
        if self.types.element(datatype)? != of {
            return fail(abi::MPI_ERR_TYPE, "the datatypes at both sides have different elements");
        }
        if let Some(region) = direct(addr, count, datatype) {
            as_many(region.len() as u64, items.bytes)?;
            return Ok(Elements::Own(region));
        }
        let here = self.types.items(count, datatype)?;
        as_many(here.bytes, items.bytes)?;
        if data(of) == of.width() {
            let origin = self.types.register(addr, count, datatype)?;
            let Some(blocks) = origin.scattered() else { return Ok(Elements::Own(origin.region)) };
            let copy = lent_buffer(blocks.len());
            if filled {
                blocks.copy_out(0, copy.region());
            }
            return Ok(Elements::Copy(copy));
        }
        let message = if filled { Some(self.types.outgoing(addr, count, datatype)?) } else { None };
        let all = elements_of(&here, of);
        let copy = lent_buffer(all * of.width());
        if let Some(message) = message {
            spread(of, &here.ty).unpack(all as u64, copy.region(), message.region);
        }
        Ok(Elements::Copy(copy))
    }

    /// Copies elements into a buffer of the program.
    fn give_back(&self, (addr, count, datatype): Given, of: Element, from: Region) -> Result {
        let message = self.types.incoming(addr, count, datatype)?;
        let all = from.len() / of.width();
        spread(of, self.types.find(datatype)?).pack(all as u64, from, message.region);
        message.deliver(message.region.len() as u64);
        Ok(())
    }
}

/// An operation on the elements of a mapped part that a datatype names.
struct RunsInMemory<'a> {
    items: &'a Items,
    change: Change,
    /// The operands, one after another, and the room for the former values.
    operand: Region,
    old: Option<Region>,
}

impl RunsInMemory<'_> {
    /// Changes all elements, in the way that their number as a whole decides.
    fn combine(&self, win: &Win, endpoint: &mut Endpoint, place: Place, mapped: Region) -> Result {
        let (width, target) = (self.change.element.width(), place.rank as usize);
        let mut stripes = win.window.striped_runs(target);
        let mut change_all = |by_processor: bool| {
            self.each(|offset, at, count| {
                let part = |all: Region| all.slice(at * width, count * width);
                let (operand, old) = (part(self.operand), self.old.map(part));
                let at = usize::try_from(place.offset.wrapping_add(offset)).ok();
                let Some(there) = at.and_then(|at| mapped.part(at, operand.len())) else {
                    return failed(WindowError::Outside(mapped.len() as u64), place.rank);
                };
                if by_processor && self.change.by_processor(there, operand, old) {
                    return Ok(());
                }
                let done = stripes.combine(endpoint, there, width, (operand, old), self.change.loops.run);
                done.or_else(|e| failed(e, place.rank))
            })
        };
        let mut done = Ok(());
        let at_once = win.window.atomically(target, self.operand.len() / width, || {
            done = change_all(true);
            true
        });
        if !at_once {
            done = change_all(false);
        }
        done
    }

    /// Calls `f(offset, at, count)` for runs that have all elements, as [`each_run`] does.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(i64, usize, usize) -> Result) -> Result {
        let (element, mut at) = (self.change.element, 0);
        if data(element) != element.width() {
            return each_run(self.items, element, f);
        }
        for BlockRow { offset, len, stride, count } in self.items.rows() {
            let elements = len as usize / element.width();
            for i in 0..count as i64 {
                f(offset + i * stride, at, elements)?;
                at += elements;
            }
        }
        Ok(())
    }
}

/// Combines one run of elements of a part that this process does not map.
fn combine(
    win: &Win,
    endpoint: &mut Endpoint,
    place: Place,
    change: &Change,
    (operand, old): (Region, Option<Region>),
) -> Result {
    let how = (change.element.width(), change.code());
    let done =
        win.window.combine(endpoint, place.rank as usize, place.offset as u64, how, (operand, old), change.loops.run);
    done.or_else(|e: WindowError| failed(e, place.rank))
}

/// Combines with all elements of a part that this process does not map. Rows of equal blocks travel together.
fn combine_rows(
    win: &Win,
    endpoint: &mut Endpoint,
    place: Place,
    items: &Items,
    change: &Change,
    operand: Region,
) -> Result {
    let how = (change.element.width(), change.code());
    let mut at = 0;
    for BlockRow { offset, len, stride, count } in items.rows() {
        let row = operand.slice(at, (len * count) as usize);
        at += row.len();
        let first = place.offset.wrapping_add(offset) as u64;
        let target = place.rank as usize;
        if count > 1
            && let Some(done) = win.window.combine_rows(endpoint, target, first, (len, stride), how, row)
        {
            done.or_else(|e| failed(e, place.rank))?;
            continue;
        }
        for i in 0..count {
            let offset = place.offset.wrapping_add(offset + i as i64 * stride);
            let block = row.slice((i * len) as usize, len as usize);
            combine(win, endpoint, Place { offset, ..place }, change, (block, None))?;
        }
    }
    Ok(())
}

/// Returns the number of elements in the items.
fn elements_of(items: &Items, of: Element) -> usize {
    items.bytes as usize / data(of)
}

/// Returns the datatype of one element with its padding. The datatype converts between the packed form of the program's
/// type and elements one after another.
fn spread(of: Element, like: &Type) -> Type {
    let layout = match of {
        Element::Number(kind) if kind.padded_pair().is_some() => {
            let (value, index, at) = kind.padded_pair().unwrap_or_default();
            TypeLayout::blocks(vec![(0, value as u64), (at as i64, index as u64)], kind.extent() as i64)
        }
        _ => TypeLayout::bytes(data(of) as u64),
    };
    Type::new(layout, like.signature.clone(), None)
}
