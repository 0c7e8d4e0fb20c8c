//! Split collective calls (MPI 5.0, 14.4.5): a non-blocking access, whose request the file keeps.
use super::access::{AccessPlace, BufferArguments};
use super::calls::{begin_together, not_split};
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::objects::file::object::SplitCall;
use crate::request::{conclude, wait_for};

fn begin(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
    name: &'static str,
) -> Result {
    not_split(fh)?;
    let request = begin_together(call, fh, write, place, buffer)?;
    gate::enter().file_mut(fh)?.split = Some(SplitCall { request, name, buffer: buffer.0.get() });
    Ok(())
}

fn end(call: Call, fh: abi::File, buffer: Addr, name: &'static str, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let f = s.file_mut(fh)?;
    match f.split {
        Some(split) if split.name == name && split.buffer == buffer.get() => {}
        Some(split) if split.name == name => {
            return fail(abi::MPI_ERR_ARG, "the buffer is not the one that the call's beginning got");
        }
        Some(split) => return fail(abi::MPI_ERR_OTHER, format!("{}_begin is to be ended", split.name)),
        None => return fail(abi::MPI_ERR_OTHER, format!("{name}_begin has not been called")),
    }
    let Some(split) = f.split.take() else { return Ok(()) };
    let done = wait_for(call, &mut s, split.request)?;
    drop(s);
    conclude(done, status)
}

/// Defines the two parts of split calls with an explicit offset.
macro_rules! explicit { ($($begin:ident $end:ident $write:expr, $name:literal;)*) => { $(
    #[doc = concat!($name, "_begin")]
    pub fn $begin(
        call: Call,
        fh: abi::File,
        offset: i64,
        buf: Addr,
        count: i64,
        datatype: abi::Datatype,
    ) -> Result {
        begin(call, fh, $write, AccessPlace::At(offset), (buf, count, datatype), $name)
    }
    #[doc = concat!($name, "_end")]
    pub fn $end(call: Call, fh: abi::File, buf: Addr, status: Out<abi::Status>) -> Result {
        end(call, fh, buf, $name, status)
    }
)* } }
explicit! {
    read_at_all_begin read_at_all_end false, "MPI_File_read_at_all";
    write_at_all_begin write_at_all_end true, "MPI_File_write_at_all";
}

/// Defines the two parts of split calls that use a file pointer.
macro_rules! pointed { ($($begin:ident $end:ident $write:expr, $place:ident, $name:literal;)*) => { $(
    #[doc = concat!($name, "_begin")]
    pub fn $begin(call: Call, fh: abi::File, buf: Addr, count: i64, datatype: abi::Datatype) -> Result {
        begin(call, fh, $write, AccessPlace::$place, (buf, count, datatype), $name)
    }
    #[doc = concat!($name, "_end")]
    pub fn $end(call: Call, fh: abi::File, buf: Addr, status: Out<abi::Status>) -> Result {
        end(call, fh, buf, $name, status)
    }
)* } }
pointed! {
    read_all_begin read_all_end false, Individual, "MPI_File_read_all";
    write_all_begin write_all_end true, Individual, "MPI_File_write_all";
    read_ordered_begin read_ordered_end false, Ordered, "MPI_File_read_ordered";
    write_ordered_begin write_ordered_end true, Ordered, "MPI_File_write_ordered";
}
