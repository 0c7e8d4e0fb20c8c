//! Buffers of the program in external32, for messages and files.
use super::message::Lent;
use super::{Type, external};
use crate::abi;
use crate::error::{Error, Result, error};
use clump_coll::memory::{lent_buffer, lent_copy};

/// Returns the size in bytes of one item in external32.
pub fn external_size(ty: &Type) -> u64 {
    ty.signature.total(&external::size)
}

/// Returns the bytes of a buffer in external32, or MPI_ERR_CONVERSION if a number does not fit there.
pub fn externalize(lent: &Lent) -> Result<Vec<u8>> {
    let Lent { ty, count, span, bytes } = lent;
    let packed = lent_buffer(*bytes as usize);
    ty.pack(*count, *span, packed.region());
    let packed = packed.region().to_vec();
    let (mut left, mut out) = (&packed[..], Vec::with_capacity((external_size(ty) * count) as usize));
    for _ in 0..*count {
        let outward = &mut |basic, n| external::outward(basic, n, &mut left, &mut out);
        ty.signature.runs(outward).map_err(|why| error(abi::MPI_ERR_CONVERSION, why))?;
    }
    Ok(out)
}

/// Copies bytes in external32 to a buffer: as many whole numbers as there are, and no more than the buffer has. Returns
/// the number of bytes in memory.
pub fn internalize(lent: &Lent, external: &[u8]) -> Result<u64> {
    let Lent { ty, count, span, bytes } = lent;
    let (mut left, mut native) = (external, Vec::with_capacity(*bytes as usize));
    for _ in 0..*count {
        // An error ends the walk: the bytes have ended.
        let whole: std::result::Result<(), ()> = ty.signature.runs(&mut |basic, n| {
            let there = (left.len() as u64 / external::size(basic).max(1)).min(n);
            external::inward(basic, there, &mut left, &mut native);
            if there == n { Ok(()) } else { Err(()) }
        });
        if whole.is_err() {
            break;
        }
    }
    ty.unpack(*count, *span, lent_copy(&native).region());
    Ok::<u64, Box<Error>>(native.len() as u64)
}
