//! MPI_Pack, MPI_Unpack, MPI_Pack_size (MPI 5.0, 5.2), which copy a message's bytes into and out of a buffer of the
//! program.
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, IntOut};
use crate::ffi::gate;
use crate::objects::datatype::message::Lent;
use clump::driver::Region;

/// Returns the `need` bytes from `position` on of a packed buffer of `size` bytes, or an error if the buffer ends
/// before.
pub(super) fn room(buffer: Addr, size: i64, position: i64, need: u64) -> Result<Region> {
    if position < 0 || size < 0 || position > size || need > (size - position) as u64 {
        let why = format!("{need} bytes at position {position} do not fit the packed buffer of {size} bytes");
        return fail(abi::MPI_ERR_ARG, why);
    }
    if need > 0 && buffer.get() <= abi::MPI_BUFFER_AUTOMATIC {
        return fail(abi::MPI_ERR_BUFFER, format!("the packed buffer is at address {:#x}", buffer.get()));
    }
    Ok(buffer.region(position, need as usize))
}

/// MPI_Pack
#[allow(clippy::too_many_arguments)]
pub fn pack(
    _: Call,
    from: Addr,
    count: i64,
    datatype: abi::Datatype,
    to: Addr,
    size: i64,
    position: IntOut,
    comm: abi::Comm,
) -> Result {
    let s = gate::enter();
    s.comm(comm)?;
    let Lent { ty, count, span, bytes } = s.types.lent(from, count, datatype)?;
    drop(s);
    ty.pack(count, span, room(to, size, position.get(), bytes)?);
    position.set(position.get() + bytes as i64);
    Ok(())
}

/// MPI_Unpack
#[allow(clippy::too_many_arguments)]
pub fn unpack(
    _: Call,
    from: Addr,
    size: i64,
    position: IntOut,
    to: Addr,
    count: i64,
    datatype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    let s = gate::enter();
    s.comm(comm)?;
    let Lent { ty, count, span, bytes } = s.types.lent(to, count, datatype)?;
    drop(s);
    ty.unpack(count, span, room(from, size, position.get(), bytes)?);
    position.set(position.get() + bytes as i64);
    Ok(())
}

/// MPI_Pack_size: returns exactly the number of data bytes.
pub fn pack_size(_: Call, count: i64, datatype: abi::Datatype, comm: abi::Comm, size: IntOut) -> Result {
    let s = gate::enter();
    s.comm(comm)?;
    let one = s.types.committed(datatype)?.layout.size;
    let count = crate::objects::datatype::recipe::count(count, "the count")?;
    match i64::try_from(u128::from(one) * u128::from(count)) {
        Ok(bytes) => size.set(bytes),
        Err(_) => return fail(abi::MPI_ERR_COUNT, format!("{count} items of {one} bytes overflow the size")),
    }
    Ok(())
}
