//! The buffers and the operation of a reduction.
use super::buffers::{Lookup, in_place};
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::devices;
use crate::objects::datatype::Message;
use clump_coll::Fold;

/// The input, the output and the operation of a reduction.
pub struct Operands {
    pub input: Message,
    pub output: Message,
    pub fold: Fold,
}

impl Operands {
    /// Packs the input again if it has gaps; see [`Message::refresh`].
    pub fn refresh(&self) {
        self.input.refresh();
        // With MPI_IN_PLACE, the output's packed bytes are the input.
        self.output.refresh();
    }
}

/// Checks both buffers of a reduction; with MPI_IN_PLACE, the receive buffer is the input.
pub fn operands(
    s: Lookup,
    send: Addr,
    receive: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
) -> Result<Operands> {
    if in_place(send) {
        let (fold, output) = both(s, receive, count, datatype, op)?;
        return Ok(Operands { input: Message::direct(output.region), output, fold });
    }
    let (fold, input) = source(s, send, count, datatype, op)?;
    let output = destination(s, receive, count, datatype, &fold)?;
    distinct((send, &input), (receive, &output))?;
    Ok(Operands { input, output, fold })
}

/// Returns the operation, and the message of a buffer that the call only reads.
pub fn source(s: Lookup, addr: Addr, count: i64, datatype: abi::Datatype, op: abi::Op) -> Result<(Fold, Message)> {
    let fold = s.ops.fold(s.types, op, datatype)?;
    let message = match struct_bytes(addr, count, &fold, s.types.info(datatype)?.size)? {
        Some(message) => message,
        None => s.types.outgoing(addr, count, datatype)?,
    };
    Ok((fold, message))
}

/// Returns true if two buffers of one datatype overlap. If the datatype has gaps, only buffers that begin at the same
/// address count as overlapping, because each buffer may lie in the gaps of the other buffer.
fn shared((a, one): (Addr, &Message), (b, other): (Addr, &Message)) -> bool {
    let (r, t) = (one.region, other.region);
    if r.is_empty() || t.is_empty() {
        return false;
    }
    let (from, to) = (r.as_ptr() as usize, t.as_ptr() as usize);
    a == b || (one.is_direct() && other.is_direct() && from < to + t.len() && to < from + r.len())
}

/// Returns MPI_ERR_BUFFER if the buffers overlap. A program that wants one buffer must pass MPI_IN_PLACE (MPI 5.0, 2.3
/// and 6.2).
pub fn distinct(send: (Addr, &Message), receive: (Addr, &Message)) -> Result {
    if shared(send, receive) {
        return fail(
            abi::MPI_ERR_BUFFER,
            "send and receive buffer overlap; pass MPI_IN_PLACE if they are meant to be one",
        );
    }
    Ok(())
}

/// Checks both buffers of MPI_Reduce_local; the second buffer receives the result.
pub fn local(
    s: Lookup,
    input: Addr,
    inout: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
) -> Result<Operands> {
    let (fold, left) = source(s, input, count, datatype, op)?;
    let (_, right) = both(s, inout, count, datatype, op)?;
    if shared((input, &left), (inout, &right)) {
        return fail(abi::MPI_ERR_BUFFER, "inbuf and inoutbuf overlap; MPI_Reduce_local needs two buffers");
    }
    Ok(Operands { input: left, output: right, fold })
}

/// Returns the operation, and the message of a buffer that the call reads and overwrites with the result.
fn both(s: Lookup, addr: Addr, count: i64, datatype: abi::Datatype, op: abi::Op) -> Result<(Fold, Message)> {
    let fold = s.ops.fold(s.types, op, datatype)?;
    let message = match struct_bytes(addr, count, &fold, s.types.info(datatype)?.size)? {
        Some(message) => message,
        None => s.types.changing(addr, count, datatype)?,
    };
    Ok((fold, message))
}

/// Returns the message of a buffer that receives the result.
pub fn destination(s: Lookup, addr: Addr, count: i64, datatype: abi::Datatype, fold: &Fold) -> Result<Message> {
    match struct_bytes(addr, count, fold, s.types.info(datatype)?.size)? {
        Some(message) => Ok(message),
        None => s.types.incoming(addr, count, datatype),
    }
}

/// Returns the message of a buffer whose datatype is a predefined pair with padding, which is combined as a C struct.
/// Returns `None` for all other datatypes.
fn struct_bytes(addr: Addr, count: i64, fold: &Fold, size: u64) -> Result<Option<Message>> {
    if fold.stride() as u64 == size || count == 0 {
        return Ok(None);
    }
    let bytes = usize::try_from(count).ok().and_then(|n| n.checked_mul(fold.stride())).filter(|&b| b >> 57 == 0);
    let Some(bytes) = bytes else {
        return fail(abi::MPI_ERR_COUNT, format!("the count is {count}; it must be 0 or more, and fit into memory"));
    };
    if addr.get() <= abi::MPI_BUFFER_AUTOMATIC {
        return fail(abi::MPI_ERR_BUFFER, format!("the buffer of {bytes} bytes is at address {:#x}", addr.get()));
    }
    devices::check(addr.get(), bytes as u64)?;
    Ok(Some(Message::direct(addr.region(0, bytes))))
}
