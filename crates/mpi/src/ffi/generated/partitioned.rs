//! Exported symbols: partitioned. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Parrived PMPI_Parrived (request: abi::Request, partition: c_int, flag: *mut c_int) -> c_int =
        missing(Call(376), On::Nothing, &[Unused::of(&request), Unused::of(&partition), Unused::of(&flag)]);
    fn MPI_Pready PMPI_Pready (partition: c_int, request: abi::Request) -> c_int =
        missing(Call(378), On::Nothing, &[Unused::of(&partition), Unused::of(&request)]);
    fn MPI_Pready_list PMPI_Pready_list (length: c_int, array_of_partitions: *const c_int, request: abi::Request) -> c_int =
        missing(Call(379), On::Nothing, &[Unused::of(&length), Unused::of(&array_of_partitions), Unused::of(&request)]);
    fn MPI_Pready_range PMPI_Pready_range (partition_low: c_int, partition_high: c_int, request: abi::Request) -> c_int =
        missing(Call(380), On::Nothing, &[Unused::of(&partition_low), Unused::of(&partition_high), Unused::of(&request)]);
    fn MPI_Precv_init PMPI_Precv_init (buf: *mut c_void, partitions: c_int, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        missing(Call(381), On::Comm(comm), &[Unused::of(&buf), Unused::of(&partitions), Unused::of(&count), Unused::of(&datatype), Unused::of(&dest), Unused::of(&tag), Unused::of(&comm), Unused::of(&info), Unused::of(&request)]);
    fn MPI_Precv_init_c PMPI_Precv_init_c (buf: *mut c_void, partitions: c_int, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        missing(Call(382), On::Comm(comm), &[Unused::of(&buf), Unused::of(&partitions), Unused::of(&count), Unused::of(&datatype), Unused::of(&dest), Unused::of(&tag), Unused::of(&comm), Unused::of(&info), Unused::of(&request)]);
    fn MPI_Psend_init PMPI_Psend_init (buf: *const c_void, partitions: c_int, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        missing(Call(384), On::Comm(comm), &[Unused::of(&buf), Unused::of(&partitions), Unused::of(&count), Unused::of(&datatype), Unused::of(&dest), Unused::of(&tag), Unused::of(&comm), Unused::of(&info), Unused::of(&request)]);
    fn MPI_Psend_init_c PMPI_Psend_init_c (buf: *const c_void, partitions: c_int, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        missing(Call(385), On::Comm(comm), &[Unused::of(&buf), Unused::of(&partitions), Unused::of(&count), Unused::of(&datatype), Unused::of(&dest), Unused::of(&tag), Unused::of(&comm), Unused::of(&info), Unused::of(&request)]);
}
