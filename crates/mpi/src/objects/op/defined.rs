//! User-defined operations: MPI 5.0 section 6.9.5.
use super::{ElementKind, Op};
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::callback::Callback;
use crate::objects::datatype::{Type, Types};
use crate::slab::{HandleKind, HandleTable};
use clump::driver::{LentBuffer, Region};
use clump_coll::Fold;
use clump_coll::memory::lent_buffer;
use std::sync::Arc;

/// An operation that the program made.
#[derive(Clone, Copy, Debug)]
pub struct Defined {
    pub function: Callback,
    /// True if the function is of the large-count kind (MPI_User_function_c).
    pub large: bool,
    pub commutative: bool,
}

impl Defined {
    /// Calls the function for `count` elements, and several times if `count` exceeds the type of the function's count.
    fn call(self, input: Addr, inout: Addr, extent: i64, count: usize, datatype: abi::Datatype) {
        // The function gets only addresses; its datatype determines how many bytes the function accesses.
        let at = |addr: Addr, element: usize| addr.offset(element as i64 * extent).region(0, 1);
        if self.large {
            return self.function.reduce_c(at(input, 0), at(inout, 0), count as i64, datatype);
        }
        let mut done = 0;
        while done < count {
            let some = (count - done).min(i32::MAX as usize);
            self.function.reduce(at(input, done), at(inout, done), some as i32, datatype);
            done += some;
        }
    }

    /// Binds the operation to packed elements of a type. The result keeps the type alive, so that the handle which the
    /// function gets stays valid after MPI_Type_free.
    fn on(self, datatype: abi::Datatype, ty: Arc<Type>) -> Fold {
        let size = ty.layout.size as usize;
        let extent = ty.layout.extent;
        let alignment = ty.signature.align() as usize;
        let as_packed = ty.layout.solid() && ty.layout.lb == 0;
        let call = move |input: Region, inout: Region| {
            let count = inout.len() / size;
            let aligned = |region: Region| (region.as_ptr() as usize).is_multiple_of(alignment);
            if as_packed && aligned(input) && aligned(inout) {
                return self.call(Addr::of(input), Addr::of(inout), extent, count, datatype);
            }
            let (a, b) = (LaidOut::new(&ty, count as u64), LaidOut::new(&ty, count as u64));
            ty.unpack(count as u64, a.data, input);
            ty.unpack(count as u64, b.data, inout);
            self.call(a.origin, b.origin, extent, count, datatype);
            ty.pack(count as u64, b.data, inout);
        };
        Fold::user(size, self.commutative, Arc::new(call))
    }
}

/// Memory for elements in the program's own layout, which a user function expects: whole extents with all gaps, so that
/// the function may copy an element as a struct.
struct LaidOut {
    /// The address from which the first element's displacements count.
    origin: Addr,
    /// The memory from the first data byte to the last.
    data: Region,
    _memory: LentBuffer,
}

/// Alignment of the origin in bytes, sufficient for every type that a compiler moves in one instruction.
const ALIGNMENT: usize = 64;

impl LaidOut {
    fn new(ty: &Type, count: u64) -> LaidOut {
        let (start, len) = ty.layout.room(count);
        let (first, data) = ty.layout.span(count);
        let memory = lent_buffer(len as usize + ALIGNMENT);
        let at = (memory.region().as_ptr() as usize).wrapping_sub(start as usize);
        let room = memory.region().slice(at.next_multiple_of(ALIGNMENT) - at, len as usize);
        let data = room.slice((first - start) as usize, data as usize);
        LaidOut { origin: Addr::of(room).offset(-start), data, _memory: memory }
    }
}

/// All operations that the program made.
pub struct Ops {
    pub table: HandleTable<Defined>,
}

impl Default for Ops {
    fn default() -> Self {
        Self::new()
    }
}

impl Ops {
    pub const fn new() -> Ops {
        Ops { table: HandleTable::new(HandleKind::Op) }
    }

    /// Binds an operation to a datatype. Returns MPI_ERR_OP if there is no such operation or the datatype does not
    /// allow it, and MPI_ERR_TYPE for an invalid datatype.
    pub fn fold(&self, types: &Types, op: abi::Op, datatype: abi::Datatype) -> Result<Fold> {
        if let Some(predefined) = Op::of_handle(op.0) {
            if let Some(fold) = kind(types, datatype).and_then(|kind| predefined.fold(kind)) {
                return Ok(fold);
            }
            types.info(datatype)?;
            return fail(abi::MPI_ERR_OP, format!("{predefined:?} is not defined on this datatype (MPI 5.0, 6.9.2)"));
        }
        let defined = *self.get(op)?;
        Ok(defined.on(datatype, types.committed(datatype)?.clone()))
    }

    /// Returns the operation that the program made behind a handle, or MPI_ERR_OP.
    pub fn get(&self, op: abi::Op) -> Result<&Defined> {
        match self.table.get(op.0) {
            Some(defined) => Ok(defined),
            None if op == abi::MPI_OP_NULL => fail(abi::MPI_ERR_OP, "the operation is MPI_OP_NULL"),
            None => fail(abi::MPI_ERR_OP, format!("{:#x} is no operation (freed already?)", op.0)),
        }
    }
}

/// Returns the element of a predefined datatype, named or unnamed (MPI 5.0, 19.1.9), or `None` if reductions may not
/// use the datatype.
fn kind(types: &Types, datatype: abi::Datatype) -> Option<ElementKind> {
    ElementKind::of_handle(datatype.0).or_else(|| {
        let made = types.table.get(datatype.0)?.ty.made.as_ref()?;
        ElementKind::of_handle(made.named()?.0)
    })
}
