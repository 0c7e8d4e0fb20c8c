//! The data access calls (MPI 5.0, 14.4), blocking and non-blocking.
use super::access::{AccessPlace, BufferArguments, may_access, prepare, take_part};
use super::request;
use crate::abi;
use crate::agreement::Agreement;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::status::Finished;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

const READ: bool = false;
const WRITE: bool = true;

/// Runs an independent access, which never waits for another process.
fn at_once<T>(access: impl Future<Output = Result<T>>) -> Result<T> {
    match pin!(access).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => fail(abi::MPI_ERR_INTERN, "an independent access to a file waited"),
    }
}

fn alone(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
    status: Out<abi::Status>,
) -> Result {
    let len = at_once(prepare(call, fh, write, place, buffer)?.alone(false))?;
    Finished { len, ..Finished::EMPTY }.store(status);
    Ok(())
}

fn together(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
    status: Out<abi::Status>,
) -> Result {
    not_split(fh)?;
    may_access(fh, write, place)?;
    let access = prepare(call, fh, write, place, buffer);
    let agreement = agreement(call, fh, Sequence::Blocking)?;
    let len = agreement.wait(take_part(access, (call, fh, place), &agreement, false))??;
    Finished { len, ..Finished::EMPTY }.store(status);
    Ok(())
}

fn alone_later(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
    request: Out<abi::Request>,
) -> Result {
    let access = prepare(call, fh, write, place, buffer)?;
    let mut s = gate::enter();
    let comm = s.file(fh)?.comm;
    let context = s.comm(comm)?.context;
    request.set(request::start(&mut s, context, fh, access.alone(true)));
    Ok(())
}

fn together_later(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
    request: Out<abi::Request>,
) -> Result {
    not_split(fh)?;
    request.set(begin_together(call, fh, write, place, buffer)?);
    Ok(())
}

/// Starts a collective access and returns its request.
pub(super) fn begin_together(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
) -> Result<abi::Request> {
    may_access(fh, write, place)?;
    let access = prepare(call, fh, write, place, buffer);
    let wrong = access.as_ref().err().map(|e| error(e.code, e.why.clone()));
    let agreement = agreement(call, fh, Sequence::Nonblocking)?;
    let mut s = gate::enter();
    let comm = s.file(fh)?.comm;
    let context = s.comm(comm)?.context;
    let course = async move { agreement.run(take_part(access, (call, fh, place), &agreement, true)).await? };
    let request = request::start(&mut s, context, fh, course);
    match wrong {
        None => Ok(request),
        // The other processes learn of the error from the schedule, which goes on without a request.
        Some(e) => {
            drop(s.requests.remove(request.0));
            Err(e)
        }
    }
}

fn agreement(call: Call, fh: abi::File, sequence: Sequence) -> Result<Agreement> {
    gate::enter().file_agreement(call, fh, sequence)
}

/// Refuses a collective call while a split one is in progress (MPI 5.0, 14.4.5).
pub(super) fn not_split(fh: abi::File) -> Result {
    match gate::enter().file(fh)?.split {
        Some(split) => fail(abi::MPI_ERR_OTHER, format!("{}_begin has not been ended; it must end first", split.name)),
        None => Ok(()),
    }
}

/// Defines calls with an explicit offset.
macro_rules! explicit { ($($(#[$doc:meta])* $name:ident = $run:ident($write:expr), $last:ident: $type:ty;)*) => { $(
    $(#[$doc])*
    pub fn $name(
        call: Call,
        fh: abi::File,
        offset: i64,
        buf: Addr,
        count: i64,
        datatype: abi::Datatype,
        $last: Out<$type>,
    ) -> Result {
        $run(call, fh, $write, AccessPlace::At(offset), (buf, count, datatype), $last)
    }
)* } }
explicit! {
    /// MPI_File_read_at
    read_at = alone(READ), status: abi::Status;
    /// MPI_File_write_at
    write_at = alone(WRITE), status: abi::Status;
    /// MPI_File_read_at_all
    read_at_all = together(READ), status: abi::Status;
    /// MPI_File_write_at_all
    write_at_all = together(WRITE), status: abi::Status;
    /// MPI_File_iread_at
    iread_at = alone_later(READ), request: abi::Request;
    /// MPI_File_iwrite_at
    iwrite_at = alone_later(WRITE), request: abi::Request;
    /// MPI_File_iread_at_all
    iread_at_all = together_later(READ), request: abi::Request;
    /// MPI_File_iwrite_at_all
    iwrite_at_all = together_later(WRITE), request: abi::Request;
}

/// Defines calls that use a file pointer.
macro_rules! pointed {
    ($($(#[$doc:meta])* $name:ident = $run:ident($write:expr, $place:ident), $last:ident: $type:ty;)*) => { $(
        $(#[$doc])*
        pub fn $name(
            call: Call,
            fh: abi::File,
            buf: Addr,
            count: i64,
            datatype: abi::Datatype,
            $last: Out<$type>,
        ) -> Result {
            $run(call, fh, $write, AccessPlace::$place, (buf, count, datatype), $last)
        }
    )* }
}
pointed! {
    /// MPI_File_read
    read = alone(READ, Individual), status: abi::Status;
    /// MPI_File_write
    write = alone(WRITE, Individual), status: abi::Status;
    /// MPI_File_read_all
    read_all = together(READ, Individual), status: abi::Status;
    /// MPI_File_write_all
    write_all = together(WRITE, Individual), status: abi::Status;
    /// MPI_File_iread
    iread = alone_later(READ, Individual), request: abi::Request;
    /// MPI_File_iwrite
    iwrite = alone_later(WRITE, Individual), request: abi::Request;
    /// MPI_File_iread_all
    iread_all = together_later(READ, Individual), request: abi::Request;
    /// MPI_File_iwrite_all
    iwrite_all = together_later(WRITE, Individual), request: abi::Request;
    /// MPI_File_read_shared
    read_shared = alone(READ, Shared), status: abi::Status;
    /// MPI_File_write_shared
    write_shared = alone(WRITE, Shared), status: abi::Status;
    /// MPI_File_iread_shared
    iread_shared = alone_later(READ, Shared), request: abi::Request;
    /// MPI_File_iwrite_shared
    iwrite_shared = alone_later(WRITE, Shared), request: abi::Request;
    /// MPI_File_read_ordered
    read_ordered = together(READ, Ordered), status: abi::Status;
    /// MPI_File_write_ordered
    write_ordered = together(WRITE, Ordered), status: abi::Status;
}
