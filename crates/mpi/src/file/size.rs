//! The MPI functions that change a file's size, and MPI_File_sync.
use super::calls::not_split;
use super::collective::{first_failure, gather};
use super::failure::{Action, IoFailure};
use crate::abi;
use crate::agreement::Agreement;
use crate::error::{Call, Result, fail};
use crate::ffi::{files, gate};
use crate::objects::coll::Sequence;
use crate::objects::file::object::OpenFile;
use std::io;
use std::sync::Arc;

/// Returns the file for a collective call that writes, and the agreement of its processes.
fn enter(call: Call, fh: abi::File) -> Result<(Arc<OpenFile>, Agreement)> {
    not_split(fh)?;
    let mut s = gate::enter();
    let f = s.file(fh)?;
    let open = f.open.clone();
    if !f.may(true) {
        return fail(abi::MPI_ERR_READ_ONLY, "the file was opened with MPI_MODE_RDONLY");
    }
    Ok((open, s.file_agreement(call, fh, Sequence::Blocking)?))
}

/// Lets rank 0 change the file to `size`, which all ranks must have passed alike.
fn resize(
    call: Call,
    fh: abi::File,
    size: i64,
    action: fn(u64) -> Action,
    change: impl FnOnce(&OpenFile, u64) -> io::Result<()>,
) -> Result {
    let (open, agreement) = enter(call, fh)?;
    let all = agreement.wait(gather(&agreement, [size as u64]))?;
    if all.iter().any(|w| *w != all[0]) {
        return fail(abi::MPI_ERR_NOT_SAME, "the ranks passed different sizes");
    }
    let Ok(size) = u64::try_from(size) else {
        return fail(abi::MPI_ERR_ARG, format!("the size is {size}; it must not be negative"));
    };
    let changed = if open.rank == 0 { change(&open, size) } else { Ok(()) };
    let failed = changed.err().map(|e| IoFailure::new(action(size), &e));
    let all = agreement.wait(gather(&agreement, IoFailure::to_words(failed)))?;
    first_failure(&all, open.rank, failed, &open.path)
}

/// MPI_File_set_size
pub fn set_size(call: Call, fh: abi::File, size: i64) -> Result {
    resize(call, fh, size, Action::Resize, |open, size| open.file.set_len(size))
}

/// MPI_File_preallocate
pub fn preallocate(call: Call, fh: abi::File, size: i64) -> Result {
    let reserve = |open: &OpenFile, size| if size == 0 { Ok(()) } else { files::preallocate(&open.file, size) };
    resize(call, fh, size, Action::Preallocate, reserve)
}

/// MPI_File_sync. On NFS, also drops what the system has cached of the file, so that the next read asks the server.
pub fn sync(call: Call, fh: abi::File) -> Result {
    not_split(fh)?;
    let (open, agreement, writes) = {
        let mut s = gate::enter();
        let f = s.file(fh)?;
        let (open, writes) = (f.open.clone(), f.may(true));
        (open, s.file_agreement(call, fh, Sequence::Blocking)?, writes)
    };
    let done = if writes { open.file.sync_all() } else { Ok(()) };
    // A file system without anything to write to refuses the call.
    let failed = done.err().filter(|e| e.raw_os_error() != Some(libc::EINVAL));
    let failed = failed.map(|e| IoFailure::new(Action::Sync, &e));
    let all = agreement.wait(gather(&agreement, IoFailure::to_words(failed)))?;
    if open.is_nfs {
        files::drop_cache(&open.file);
    }
    first_failure(&all, open.rank, failed, &open.path)
}
