//! The shared file pointer (MPI 5.0, 14.4.4). It is a number in a window, in rank 0's part.
use super::collective::gather;
use super::pointer::{end_of_file, sought};
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::file::object::SharedPointer;
use crate::win;
use clump_coll::memory::{lent_buffer, lent_copy};

/// Makes the shared pointer of a file with this communicator. Collective. The caller must not hold a guard.
pub fn make_shared(call: Call, comm: abi::Comm, size: u32) -> Result<SharedPointer> {
    if size == 1 {
        return Ok(SharedPointer::Own(0));
    }
    let rank = gate::enter().comm(comm)?.rank;
    let (base, mut handle) = (lent_buffer(8), abi::MPI_WIN_NULL);
    let bytes = if rank == 0 { 8 } else { 0 };
    win::allocate(call, bytes, 8, abi::MPI_INFO_NULL, comm, Addr::of(base.region()), Out::to(&mut handle))?;
    win::lock_all(call, abi::MPI_MODE_NOCHECK, handle)?;
    Ok(SharedPointer::Window(handle))
}

/// Frees what [`make_shared`] has made. Collective. The caller must not hold a guard.
pub fn free_shared(call: Call, pointer: SharedPointer) -> Result {
    if let SharedPointer::Window(mut handle) = pointer {
        win::unlock_all(call, handle)?;
        win::free(call, Out::to(&mut handle))?;
    }
    Ok(())
}

/// Changes the shared pointer: `op` is MPI_SUM, MPI_REPLACE or MPI_NO_OP. Returns its old value.
fn change(call: Call, fh: abi::File, op: abi::Op, operand: u64) -> Result<u64> {
    let pointer = {
        let mut s = gate::enter();
        let f = s.file_mut(fh)?;
        if let SharedPointer::Own(position) = &mut f.shared {
            let old = *position;
            match op {
                abi::MPI_SUM => *position += operand,
                abi::MPI_REPLACE => *position = operand,
                _ => {}
            }
            return Ok(old);
        }
        f.shared
    };
    let SharedPointer::Window(handle) = pointer else { return Ok(0) };
    let (new, old) = (lent_copy(&operand.to_ne_bytes()), lent_buffer(8));
    let (from, to) = (Addr::of(new.region()), Addr::of(old.region()));
    win::fetch_and_op(call, from, to, abi::MPI_INT64_T, 0, 0, op, handle)?;
    win::flush(call, 0, handle)?;
    Ok(old.region().get::<u64>(0))
}

/// Moves the shared pointer on by a number of etypes. Returns where it was. The caller must not hold a guard.
pub fn move_shared(call: Call, fh: abi::File, etypes: u64) -> Result<u64> {
    change(call, fh, abi::MPI_SUM, etypes)
}

/// Sets the shared pointer. The caller must not hold a guard.
pub fn set_shared(call: Call, fh: abi::File, position: u64) -> Result {
    change(call, fh, abi::MPI_REPLACE, position).map(drop)
}

pub fn shared_position(call: Call, fh: abi::File) -> Result<u64> {
    change(call, fh, abi::MPI_NO_OP, 0)
}

/// MPI_File_get_position_shared
pub fn get_position_shared(call: Call, fh: abi::File, offset: Out<i64>) -> Result {
    offset.set(shared_position(call, fh)? as i64);
    Ok(())
}

/// MPI_File_seek_shared
pub fn seek_shared(call: Call, fh: abi::File, offset: i64, whence: i32) -> Result {
    let agreement = gate::enter().file_agreement(call, fh, Sequence::Blocking)?;
    let all = agreement.wait(gather(&agreement, [offset as u64, whence as u64]))?;
    if all.iter().any(|w| *w != all[0]) {
        return fail(abi::MPI_ERR_NOT_SAME, "the ranks passed different offsets, or different places to count from");
    }
    let to = sought(offset, whence, || shared_position(call, fh).map(|p| p as i64), || end_of_file(fh));
    // All ranks have found the place before rank 0 changes the pointer, and no rank goes on before it has.
    let failed = u64::from(to.is_err());
    let failures = agreement.wait(gather(&agreement, [failed]))?;
    let to = to?;
    if failures.iter().any(|w| w[0] != 0) {
        return fail(abi::MPI_ERR_ARG, "another rank could not find the place");
    }
    let set = if agreement.team().rank() == 0 { set_shared(call, fh, to) } else { Ok(()) };
    agreement.wait(gather(&agreement, [0]))?;
    set
}
