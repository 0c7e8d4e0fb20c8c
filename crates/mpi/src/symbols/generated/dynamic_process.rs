//! Exported symbols: dynamic process. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Close_port PMPI_Close_port (port_name: *const c_char) -> c_int =
        finish(Call(66), On::Nothing, traced(Call(66), || if port_name.is_null() { null("port_name") } else { crate::dynamic::close_port(Call(66), Text::new(port_name)) }));
    fn MPI_Comm_accept PMPI_Comm_accept (port_name: *const c_char, info: abi::Info, root: c_int, comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(67), On::Comm(comm), traced(Call(67), || if newcomm.is_null() { null("newcomm") } else { crate::dynamic::accept(Call(67), Text::new(port_name), info, root, comm, Out::new(newcomm)) }));
    fn MPI_Comm_connect PMPI_Comm_connect (port_name: *const c_char, info: abi::Info, root: c_int, comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(80), On::Comm(comm), traced(Call(80), || if newcomm.is_null() { null("newcomm") } else { crate::dynamic::connect(Call(80), Text::new(port_name), info, root, comm, Out::new(newcomm)) }));
    fn MPI_Comm_disconnect PMPI_Comm_disconnect (comm: *mut abi::Comm) -> c_int =
        finish(Call(89), On::Comm(Out::new(comm).or_null()), traced(Call(89), || if comm.is_null() { null("comm") } else { crate::comm::disconnect(Call(89), Out::new(comm)) }));
    fn MPI_Comm_get_parent PMPI_Comm_get_parent (parent: *mut abi::Comm) -> c_int =
        finish(Call(99), On::Nothing, traced(Call(99), || if parent.is_null() { null("parent") } else { crate::dynamic::get_parent(Call(99), Out::new(parent)) }));
    fn MPI_Comm_join PMPI_Comm_join (fd: c_int, intercomm: *mut abi::Comm) -> c_int =
        finish(Call(104), On::Nothing, traced(Call(104), || if intercomm.is_null() { null("intercomm") } else { crate::dynamic::join(Call(104), fd, Out::new(intercomm)) }));
    fn MPI_Comm_spawn PMPI_Comm_spawn (command: *const c_char, argv: *mut c_void, maxprocs: c_int, info: abi::Info, root: c_int, comm: abi::Comm, intercomm: *mut abi::Comm, array_of_errcodes: *mut c_int) -> c_int =
        finish(Call(113), On::Comm(comm), traced(Call(113), || if intercomm.is_null() { null("intercomm") } else { crate::dynamic::spawn(Call(113), Text::new(command), Addr::new(argv.cast()), maxprocs, info, root, comm, Out::new(intercomm), Out::new(array_of_errcodes)) }));
    fn MPI_Comm_spawn_multiple PMPI_Comm_spawn_multiple (count: c_int, array_of_commands: *mut c_void, array_of_argv: *mut c_void, array_of_maxprocs: *const c_int, array_of_info: *const abi::Info, root: c_int, comm: abi::Comm, intercomm: *mut abi::Comm, array_of_errcodes: *mut c_int) -> c_int =
        finish(Call(114), On::Comm(comm), traced(Call(114), || if intercomm.is_null() { null("intercomm") } else { crate::dynamic::spawn_multiple(Call(114), count, Addr::new(array_of_commands.cast()), Addr::new(array_of_argv.cast()), In::new(array_of_maxprocs), In::new(array_of_info), root, comm, Out::new(intercomm), Out::new(array_of_errcodes)) }));
    fn MPI_Lookup_name PMPI_Lookup_name (service_name: *const c_char, info: abi::Info, port_name: *mut c_char) -> c_int =
        finish(Call(347), On::Nothing, traced(Call(347), || if service_name.is_null() { null("service_name") } else if port_name.is_null() { null("port_name") } else { crate::dynamic::lookup_name(Call(347), Text::new(service_name), info, TextOut::new(port_name)) }));
    fn MPI_Open_port PMPI_Open_port (info: abi::Info, port_name: *mut c_char) -> c_int =
        finish(Call(375), On::Nothing, traced(Call(375), || if port_name.is_null() { null("port_name") } else { crate::dynamic::open_port(Call(375), info, TextOut::new(port_name)) }));
    fn MPI_Publish_name PMPI_Publish_name (service_name: *const c_char, info: abi::Info, port_name: *const c_char) -> c_int =
        finish(Call(394), On::Nothing, traced(Call(394), || if service_name.is_null() { null("service_name") } else if port_name.is_null() { null("port_name") } else { crate::dynamic::publish_name(Call(394), Text::new(service_name), info, Text::new(port_name)) }));
    fn MPI_Unpublish_name PMPI_Unpublish_name (service_name: *const c_char, info: abi::Info, port_name: *const c_char) -> c_int =
        finish(Call(550), On::Nothing, traced(Call(550), || if service_name.is_null() { null("service_name") } else if port_name.is_null() { null("port_name") } else { crate::dynamic::unpublish_name(Call(550), Text::new(service_name), info, Text::new(port_name)) }));
}
