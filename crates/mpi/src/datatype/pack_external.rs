//! MPI_Pack_external, MPI_Unpack_external, MPI_Pack_external_size (MPI 5.0, 5.3), for bytes that every system can read.
use super::pack::room;
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out, Text};
use crate::ffi::gate;
use crate::objects::datatype::outside::{external_size, externalize, internalize};
use crate::objects::datatype::{Type, recipe};

/// Checks the representation's name. The standard defines only external32.
fn known(representation: Text) -> Result {
    match representation.get().as_deref() {
        Some(b"external32") => Ok(()),
        Some(other) => fail(
            abi::MPI_ERR_UNSUPPORTED_DATAREP,
            format!("the data representation is `{}`; only external32 is known", String::from_utf8_lossy(other)),
        ),
        None => fail(abi::MPI_ERR_ARG, "the data representation is a null pointer"),
    }
}

/// Returns the size in bytes of `count` items in external32.
fn size_of(ty: &Type, count: u64) -> Result<i64> {
    let one = external_size(ty);
    match i64::try_from(u128::from(one) * u128::from(count)) {
        Ok(bytes) => Ok(bytes),
        Err(_) => fail(abi::MPI_ERR_COUNT, format!("{count} items of {one} bytes overflow the size")),
    }
}

/// MPI_Pack_external
#[allow(clippy::too_many_arguments)]
pub fn pack_external(
    _: Call,
    representation: Text,
    from: Addr,
    count: i64,
    datatype: abi::Datatype,
    to: Addr,
    size: i64,
    position: Out<i64>,
) -> Result {
    known(representation)?;
    let lent = gate::enter().types.lent(from, count, datatype)?;
    let need = size_of(&lent.ty, lent.count)?;
    let to = room(to, size, position.get(), need as u64)?;
    to.write(&externalize(&lent)?);
    position.set(position.get() + need);
    Ok(())
}

/// MPI_Unpack_external
#[allow(clippy::too_many_arguments)]
pub fn unpack_external(
    _: Call,
    representation: Text,
    from: Addr,
    size: i64,
    position: Out<i64>,
    to: Addr,
    count: i64,
    datatype: abi::Datatype,
) -> Result {
    known(representation)?;
    let lent = gate::enter().types.lent(to, count, datatype)?;
    let need = size_of(&lent.ty, lent.count)?;
    let packed = room(from, size, position.get(), need as u64)?.to_vec();
    internalize(&lent, &packed)?;
    position.set(position.get() + need);
    Ok(())
}

/// MPI_Pack_external_size: returns exactly the number of data bytes.
pub fn pack_external_size(
    _: Call,
    representation: Text,
    count: i64,
    datatype: abi::Datatype,
    size: Out<i64>,
) -> Result {
    known(representation)?;
    let ty = gate::enter().types.committed(datatype)?.clone();
    size.set(size_of(&ty, recipe::count(count, "the count")?)?);
    Ok(())
}
