//! Exported symbols: dynamic process. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Close_port PMPI_Close_port (port_name: *const c_char) -> c_int =
        missing(Call(66), On::Nothing, &[Unused::of(&port_name)]);
    fn MPI_Comm_accept PMPI_Comm_accept (port_name: *const c_char, info: abi::Info, root: c_int, comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        missing(Call(67), On::Comm(comm), &[Unused::of(&port_name), Unused::of(&info), Unused::of(&root), Unused::of(&comm), Unused::of(&newcomm)]);
    fn MPI_Comm_connect PMPI_Comm_connect (port_name: *const c_char, info: abi::Info, root: c_int, comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        missing(Call(72), On::Comm(comm), &[Unused::of(&port_name), Unused::of(&info), Unused::of(&root), Unused::of(&comm), Unused::of(&newcomm)]);
    fn MPI_Comm_disconnect PMPI_Comm_disconnect (comm: *mut abi::Comm) -> c_int =
        finish(Call(81), On::Comm(Out::new(comm).or_null()), if comm.is_null() { null("comm") } else { crate::comm::disconnect(Call(81), Out::new(comm)) });
    fn MPI_Comm_get_parent PMPI_Comm_get_parent (parent: *mut abi::Comm) -> c_int =
        finish(Call(91), On::Nothing, if parent.is_null() { null("parent") } else { crate::comm::get_parent(Call(91), Out::new(parent)) });
    fn MPI_Comm_join PMPI_Comm_join (fd: c_int, intercomm: *mut abi::Comm) -> c_int =
        missing(Call(96), On::Nothing, &[Unused::of(&fd), Unused::of(&intercomm)]);
    fn MPI_Comm_spawn PMPI_Comm_spawn (command: *const c_char, argv: *mut c_void, maxprocs: c_int, info: abi::Info, root: c_int, comm: abi::Comm, intercomm: *mut abi::Comm, array_of_errcodes: *mut c_int) -> c_int =
        missing(Call(105), On::Comm(comm), &[Unused::of(&command), Unused::of(&argv), Unused::of(&maxprocs), Unused::of(&info), Unused::of(&root), Unused::of(&comm), Unused::of(&intercomm), Unused::of(&array_of_errcodes)]);
    fn MPI_Comm_spawn_multiple PMPI_Comm_spawn_multiple (count: c_int, array_of_commands: *mut c_void, array_of_argv: *mut c_void, array_of_maxprocs: *const c_int, array_of_info: *const abi::Info, root: c_int, comm: abi::Comm, intercomm: *mut abi::Comm, array_of_errcodes: *mut c_int) -> c_int =
        missing(Call(106), On::Comm(comm), &[Unused::of(&count), Unused::of(&array_of_commands), Unused::of(&array_of_argv), Unused::of(&array_of_maxprocs), Unused::of(&array_of_info), Unused::of(&root), Unused::of(&comm), Unused::of(&intercomm), Unused::of(&array_of_errcodes)]);
    fn MPI_Lookup_name PMPI_Lookup_name (service_name: *const c_char, info: abi::Info, port_name: *mut c_char) -> c_int =
        missing(Call(339), On::Nothing, &[Unused::of(&service_name), Unused::of(&info), Unused::of(&port_name)]);
    fn MPI_Open_port PMPI_Open_port (info: abi::Info, port_name: *mut c_char) -> c_int =
        missing(Call(367), On::Nothing, &[Unused::of(&info), Unused::of(&port_name)]);
    fn MPI_Publish_name PMPI_Publish_name (service_name: *const c_char, info: abi::Info, port_name: *const c_char) -> c_int =
        missing(Call(386), On::Nothing, &[Unused::of(&service_name), Unused::of(&info), Unused::of(&port_name)]);
    fn MPI_Unpublish_name PMPI_Unpublish_name (service_name: *const c_char, info: abi::Info, port_name: *const c_char) -> c_int =
        missing(Call(542), On::Nothing, &[Unused::of(&service_name), Unused::of(&info), Unused::of(&port_name)]);
}
