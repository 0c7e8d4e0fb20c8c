//! The buffers and the operation of a reduction.
use super::plan::{apart, in_place};
use crate::abi;
use crate::datatype::Message;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::op::Fold;
use crate::state::State;

/// What is combined into what, and how.
pub struct Operands {
    pub input: Message,
    pub output: Message,
    pub fold: Fold,
}

/// Both buffers of a reduction; with MPI_IN_PLACE, the receive buffer is the input.
pub fn operands(
    s: &State,
    send: Addr,
    receive: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
) -> Result<Operands> {
    if in_place(send) {
        let (fold, output) = source(s, receive, count, datatype, op)?;
        return Ok(Operands { input: Message::direct(output.region), output, fold });
    }
    let (fold, input) = source(s, send, count, datatype, op)?;
    let output = destination(s, receive, count, datatype, &fold)?;
    apart(input.region, output.region)?;
    Ok(Operands { input, output, fold })
}

/// The operation, and a buffer whose bytes it reads.
pub fn source(s: &State, addr: Addr, count: i64, datatype: abi::Datatype, op: abi::Op) -> Result<(Fold, Message)> {
    let fold = s.fold(op, datatype)?;
    let message = match struct_bytes(addr, count, &fold, s.type_info(datatype)?.size)? {
        Some(message) => message,
        None => s.outgoing(addr, count, datatype)?,
    };
    Ok((fold, message))
}

/// A buffer that the result goes to.
pub fn destination(s: &State, addr: Addr, count: i64, datatype: abi::Datatype, fold: &Fold) -> Result<Message> {
    match struct_bytes(addr, count, fold, s.type_info(datatype)?.size)? {
        Some(message) => Ok(message),
        None => s.incoming(addr, count, datatype),
    }
}

/// The predefined pairs with padding are combined as the C structs that they are; all else goes without holes.
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
    Ok(Some(Message::direct(addr.region(0, bytes))))
}
