//! Exported symbols: collective op. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Op_commutative PMPI_Op_commutative (op: abi::Op, commute: *mut c_int) -> c_int =
        missing(Call(363), On::Nothing, &[Unused::of(&op), Unused::of(&commute)]);
    fn MPI_Op_create PMPI_Op_create (user_fn: usize, commute: c_int, op: *mut abi::Op) -> c_int =
        missing(Call(364), On::Nothing, &[Unused::of(&user_fn), Unused::of(&commute), Unused::of(&op)]);
    fn MPI_Op_create_c PMPI_Op_create_c (user_fn: usize, commute: c_int, op: *mut abi::Op) -> c_int =
        missing(Call(365), On::Nothing, &[Unused::of(&user_fn), Unused::of(&commute), Unused::of(&op)]);
    fn MPI_Op_free PMPI_Op_free (op: *mut abi::Op) -> c_int =
        missing(Call(366), On::Nothing, &[Unused::of(&op)]);
    fn MPI_Reduce_local PMPI_Reduce_local (inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: abi::Datatype, op: abi::Op) -> c_int =
        missing(Call(400), On::Nothing, &[Unused::of(&inbuf), Unused::of(&inoutbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op)]);
    fn MPI_Reduce_local_c PMPI_Reduce_local_c (inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: abi::Datatype, op: abi::Op) -> c_int =
        missing(Call(401), On::Nothing, &[Unused::of(&inbuf), Unused::of(&inoutbuf), Unused::of(&count), Unused::of(&datatype), Unused::of(&op)]);
}
