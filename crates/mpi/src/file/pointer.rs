//! The individual file pointer (MPI 5.0, 14.4.3), and offsets.
use super::failure::{Action, IoFailure};
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;

/// Returns the place that a seek asks for, in etypes. `now` and `end` find the places that the other constants name.
pub(super) fn sought(
    offset: i64,
    whence: i32,
    now: impl FnOnce() -> Result<i64>,
    end: impl FnOnce() -> Result<i64>,
) -> Result<u64> {
    let from = match whence {
        abi::MPI_SEEK_SET => 0,
        abi::MPI_SEEK_CUR => now()?,
        abi::MPI_SEEK_END => end()?,
        other => return fail(abi::MPI_ERR_ARG, format!("{other} is no MPI_SEEK_ constant")),
    };
    let place = from.checked_add(offset).and_then(|place| u64::try_from(place).ok());
    place.ok_or_else(|| error(abi::MPI_ERR_ARG, format!("{offset} etypes from etype {from} is before the view")))
}

/// Returns the first etype of the view that begins at or after the end of the file.
pub(super) fn end_of_file(fh: abi::File) -> Result<i64> {
    let (open, view) = {
        let s = gate::enter();
        let f = s.file(fh)?;
        (f.open.clone(), f.view.clone())
    };
    let size = open.file.metadata().map_err(|e| IoFailure::new(Action::Size, &e).error(open.rank, &open.path))?.len();
    Ok(view.position(size).div_ceil(view.unit) as i64)
}

/// Refuses calls on offsets if the file is sequential.
fn random_access(fh: abi::File) -> Result {
    if gate::enter().file(fh)?.is_sequential() {
        let why = "the file was opened with MPI_MODE_SEQUENTIAL, which has only the shared file pointer";
        return fail(abi::MPI_ERR_UNSUPPORTED_OPERATION, why);
    }
    Ok(())
}

/// MPI_File_seek
pub fn seek(_: Call, fh: abi::File, offset: i64, whence: i32) -> Result {
    random_access(fh)?;
    let now = || Ok(gate::enter().file(fh)?.position as i64);
    let to = sought(offset, whence, now, || end_of_file(fh))?;
    gate::enter().file_mut(fh)?.position = to;
    Ok(())
}

/// MPI_File_get_position
pub fn get_position(_: Call, fh: abi::File, offset: Out<i64>) -> Result {
    random_access(fh)?;
    offset.set(gate::enter().file(fh)?.position as i64);
    Ok(())
}

/// MPI_File_get_byte_offset
pub fn get_byte_offset(_: Call, fh: abi::File, offset: i64, disp: Out<i64>) -> Result {
    random_access(fh)?;
    let s = gate::enter();
    let f = s.file(fh)?;
    let Ok(etype) = u64::try_from(offset) else {
        return fail(abi::MPI_ERR_ARG, format!("the offset is {offset}; it must not be negative"));
    };
    let at = f.view.reachable(etype, 0)?;
    disp.set(f.view.offset(at) as i64);
    Ok(())
}
