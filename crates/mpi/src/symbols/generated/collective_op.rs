//! Exported symbols: collective op. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Op_commutative PMPI_Op_commutative (op: abi::Op, commute: *mut c_int) -> c_int =
        finish(Call(371), On::Nothing, if commute.is_null() { null("commute") } else { crate::op::commutative(Call(371), op, Out::new(commute)) });
    fn MPI_Op_create PMPI_Op_create (user_fn: usize, commute: c_int, op: *mut abi::Op) -> c_int =
        finish(Call(372), On::Nothing, if user_fn == 0 { null("user_fn") } else if op.is_null() { null("op") } else { crate::op::create(Call(372), Callback::new(user_fn), commute, Out::new(op)) });
    fn MPI_Op_create_c PMPI_Op_create_c (user_fn: usize, commute: c_int, op: *mut abi::Op) -> c_int =
        finish(Call(373), On::Nothing, if user_fn == 0 { null("user_fn") } else if op.is_null() { null("op") } else { crate::op::create_c(Call(373), Callback::new(user_fn), commute, Out::new(op)) });
    fn MPI_Op_free PMPI_Op_free (op: *mut abi::Op) -> c_int =
        finish(Call(374), On::Nothing, if op.is_null() { null("op") } else { crate::op::free(Call(374), Out::new(op)) });
    fn MPI_Reduce_local PMPI_Reduce_local (inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op) -> c_int =
        finish(Call(408), On::Nothing, crate::op::reduce_local(Call(408), Addr::new(inbuf.cast()), Addr::new(inoutbuf.cast()), i64::from(count), datatype, op));
    fn MPI_Reduce_local_c PMPI_Reduce_local_c (inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op) -> c_int =
        finish(Call(409), On::Nothing, crate::op::reduce_local(Call(409), Addr::new(inbuf.cast()), Addr::new(inoutbuf.cast()), count as i64, datatype, op));
}
