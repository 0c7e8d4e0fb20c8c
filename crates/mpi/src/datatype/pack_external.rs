//! MPI_Pack_external, MPI_Unpack_external, MPI_Pack_external_size (MPI 5.0, 5.3), for bytes that every system can read.
use super::message::Lent;
use super::pack::room;
use super::{Type, external, recipe};
use crate::abi;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::args::{Addr, Out, Text};
use crate::ffi::gate;
use crate::ffi::memory::{lent_buffer, lent_copy};

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
    let one = ty.signature.total(&external::size);
    match i64::try_from(u128::from(one) * u128::from(count)) {
        Ok(bytes) => Ok(bytes),
        Err(_) => fail(abi::MPI_ERR_COUNT, format!("{count} items of {one} bytes overflow the size")),
    }
}

fn misfit(why: String) -> Box<Error> {
    error(abi::MPI_ERR_CONVERSION, why)
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
    let Lent { ty, count, span, bytes } = gate::enter().types.lent(from, count, datatype)?;
    let need = size_of(&ty, count)?;
    let to = room(to, size, position.get(), need as u64)?;
    let packed = lent_buffer(bytes as usize);
    ty.pack(count, span, packed.region());
    let packed = packed.region().to_vec();
    let (mut left, mut out) = (&packed[..], Vec::with_capacity(need as usize));
    for _ in 0..count {
        ty.signature.runs(&mut |basic, n| external::outward(basic, n, &mut left, &mut out)).map_err(misfit)?;
    }
    to.write(&out);
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
    let Lent { ty, count, span, bytes } = gate::enter().types.lent(to, count, datatype)?;
    let need = size_of(&ty, count)?;
    let packed = room(from, size, position.get(), need as u64)?.to_vec();
    let (mut left, mut native) = (&packed[..], Vec::with_capacity(bytes as usize));
    for _ in 0..count {
        ty.signature.runs(&mut |basic, n| {
            external::inward(basic, n, &mut left, &mut native);
            Ok::<(), Box<Error>>(())
        })?;
    }
    ty.unpack(count, span, lent_copy(&native).region());
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
    let ty = gate::enter().types.committed(datatype)?;
    size.set(size_of(&ty, recipe::count(count, "the count")?)?);
    Ok(())
}
