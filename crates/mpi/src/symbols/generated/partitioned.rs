//! Exported symbols: partitioned. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Parrived PMPI_Parrived (request: abi::Request, partition: c_int, flag: *mut c_int) -> c_int =
        finish(Call(384), On::Nothing, traced(Call(384), || if flag.is_null() { null("flag") } else { crate::partitioned::parrived(Call(384), request, partition, Out::new(flag)) }));
    fn MPI_Pready PMPI_Pready (partition: c_int, request: abi::Request) -> c_int =
        finish(Call(386), On::Nothing, traced(Call(386), || crate::partitioned::pready(Call(386), partition, request)));
    fn MPI_Pready_list PMPI_Pready_list (length: c_int, array_of_partitions: *const c_int, request: abi::Request) -> c_int =
        finish(Call(387), On::Nothing, traced(Call(387), || if length > 0 && array_of_partitions.is_null() { null("array_of_partitions") } else { crate::partitioned::pready_list(Call(387), length, In::new(array_of_partitions), request) }));
    fn MPI_Pready_range PMPI_Pready_range (partition_low: c_int, partition_high: c_int, request: abi::Request) -> c_int =
        finish(Call(388), On::Nothing, traced(Call(388), || crate::partitioned::pready_range(Call(388), partition_low, partition_high, request)));
    fn MPI_Precv_init PMPI_Precv_init (buf: *mut c_void, partitions: c_int, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        finish(Call(389), On::Comm(comm), traced(Call(389), || if request.is_null() { null("request") } else { crate::partitioned::precv_init(Call(389), Addr::new(buf.cast()), partitions, i64::from(count), datatype, dest, tag, comm, info, Out::new(request)) }));
    fn MPI_Precv_init_c PMPI_Precv_init_c (buf: *mut c_void, partitions: c_int, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        finish(Call(390), On::Comm(comm), traced(Call(390), || if request.is_null() { null("request") } else { crate::partitioned::precv_init(Call(390), Addr::new(buf.cast()), partitions, count as i64, datatype, dest, tag, comm, info, Out::new(request)) }));
    fn MPI_Psend_init PMPI_Psend_init (buf: *const c_void, partitions: c_int, count: c_int, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        finish(Call(392), On::Comm(comm), traced(Call(392), || if request.is_null() { null("request") } else { crate::partitioned::psend_init(Call(392), Addr::new(buf.cast()), partitions, i64::from(count), datatype, dest, tag, comm, info, Out::new(request)) }));
    fn MPI_Psend_init_c PMPI_Psend_init_c (buf: *const c_void, partitions: c_int, count: i64, datatype: abi::Datatype, dest: c_int, tag: c_int, comm: abi::Comm, info: abi::Info, request: *mut abi::Request) -> c_int =
        finish(Call(393), On::Comm(comm), traced(Call(393), || if request.is_null() { null("request") } else { crate::partitioned::psend_init(Call(393), Addr::new(buf.cast()), partitions, count as i64, datatype, dest, tag, comm, info, Out::new(request)) }));
}
