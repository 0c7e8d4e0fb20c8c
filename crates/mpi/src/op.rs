//! The MPI functions on operations: MPI 5.0 sections 6.9.5 and 6.9.7.
use crate::abi;
use crate::coll::operand::{Operands, local};
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::op::{Defined, Op};

fn new(function: Callback, large: bool, commute: i32, op: Out<abi::Op>) -> Result {
    let mut s = gate::enter();
    s.running()?;
    if function.get() == 0 {
        return fail(abi::MPI_ERR_ARG, "the operation's function is a null pointer");
    }
    let handle = s.ops.table.insert(Defined { function, large, commutative: commute != 0 });
    op.set(abi::Op(handle));
    Ok(())
}

/// MPI_Op_create
pub fn create(_: Call, function: Callback, commute: i32, op: Out<abi::Op>) -> Result {
    new(function, false, commute, op)
}

/// MPI_Op_create_c
pub fn create_c(_: Call, function: Callback, commute: i32, op: Out<abi::Op>) -> Result {
    new(function, true, commute, op)
}

/// MPI_Op_free. A collective in progress keeps the operation until the collective has ended.
pub fn free(_: Call, op: Out<abi::Op>) -> Result {
    let mut s = gate::enter();
    s.running()?;
    let handle = op.get();
    if Op::of_handle(handle.0).is_some() {
        return fail(abi::MPI_ERR_OP, "a predefined operation cannot be freed");
    }
    s.ops.get(handle)?;
    s.ops.table.remove(handle.0);
    op.set(abi::MPI_OP_NULL);
    Ok(())
}

/// MPI_Op_commutative
pub fn commutative(_: Call, op: abi::Op, commute: Out<i32>) -> Result {
    let s = gate::enter();
    s.running()?;
    let answer = Op::of_handle(op.0).is_some() || s.ops.get(op)?.commutative;
    commute.set(answer.into());
    Ok(())
}

/// MPI_Reduce_local
pub fn reduce_local(_: Call, inbuf: Addr, inoutbuf: Addr, count: i64, datatype: abi::Datatype, op: abi::Op) -> Result {
    let s = gate::enter();
    s.running()?;
    let Operands { input, output, fold } = local(s.lookup(), inbuf, inoutbuf, count, datatype, op)?;
    drop(s);
    fold.apply(input.region, output.region);
    output.deliver(output.region.len() as u64);
    Ok(())
}
