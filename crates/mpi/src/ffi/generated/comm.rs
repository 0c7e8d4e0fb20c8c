//! Exported symbols: comm. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Comm_compare PMPI_Comm_compare (comm1: abi::Comm, comm2: abi::Comm, result: *mut c_int) -> c_int =
        finish(Call(71), On::Comm(comm1), if result.is_null() { null("result") } else { crate::comm::compare(Call(71), comm1, comm2, Out::new(result)) });
    fn MPI_Comm_create PMPI_Comm_create (comm: abi::Comm, group: abi::Group, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(73), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::create(Call(73), comm, group, Out::new(newcomm)) });
    fn MPI_Comm_create_group PMPI_Comm_create_group (comm: abi::Comm, group: abi::Group, tag: c_int, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(76), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::create_group(Call(76), comm, group, tag, Out::new(newcomm)) });
    fn MPI_Comm_dup PMPI_Comm_dup (comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(82), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::dup(Call(82), comm, Out::new(newcomm)) });
    fn MPI_Comm_dup_with_info PMPI_Comm_dup_with_info (comm: abi::Comm, info: abi::Info, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(83), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::dup_with_info(Call(83), comm, info, Out::new(newcomm)) });
    fn MPI_Comm_free PMPI_Comm_free (comm: *mut abi::Comm) -> c_int =
        finish(Call(85), On::Comm(Out::new(comm).or_null()), if comm.is_null() { null("comm") } else { crate::comm::free(Call(85), Out::new(comm)) });
    fn MPI_Comm_get_info PMPI_Comm_get_info (comm: abi::Comm, info_used: *mut abi::Info) -> c_int =
        finish(Call(89), On::Comm(comm), if info_used.is_null() { null("info_used") } else { crate::comm::get_info(Call(89), comm, Out::new(info_used)) });
    fn MPI_Comm_get_name PMPI_Comm_get_name (comm: abi::Comm, comm_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(90), On::Comm(comm), if comm_name.is_null() { null("comm_name") } else if resultlen.is_null() { null("resultlen") } else { crate::comm::get_name(Call(90), comm, TextOut::new(comm_name), Out::new(resultlen)) });
    fn MPI_Comm_group PMPI_Comm_group (comm: abi::Comm, group: *mut abi::Group) -> c_int =
        finish(Call(92), On::Comm(comm), if group.is_null() { null("group") } else { crate::comm::group(Call(92), comm, Out::new(group)) });
    fn MPI_Comm_idup PMPI_Comm_idup (comm: abi::Comm, newcomm: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(93), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else if request.is_null() { null("request") } else { crate::comm::idup(Call(93), comm, Out::new(newcomm), Out::new(request)) });
    fn MPI_Comm_idup_with_info PMPI_Comm_idup_with_info (comm: abi::Comm, info: abi::Info, newcomm: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(94), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else if request.is_null() { null("request") } else { crate::comm::idup_with_info(Call(94), comm, info, Out::new(newcomm), Out::new(request)) });
    fn MPI_Comm_rank PMPI_Comm_rank (comm: abi::Comm, rank: *mut c_int) -> c_int =
        finish(Call(97), On::Comm(comm), if rank.is_null() { null("rank") } else { crate::comm::rank(Call(97), comm, Out::new(rank)) });
    fn MPI_Comm_remote_group PMPI_Comm_remote_group (comm: abi::Comm, group: *mut abi::Group) -> c_int =
        finish(Call(98), On::Comm(comm), if group.is_null() { null("group") } else { crate::comm::remote_group(Call(98), comm, Out::new(group)) });
    fn MPI_Comm_remote_size PMPI_Comm_remote_size (comm: abi::Comm, size: *mut c_int) -> c_int =
        finish(Call(99), On::Comm(comm), if size.is_null() { null("size") } else { crate::comm::remote_size(Call(99), comm, Out::new(size)) });
    fn MPI_Comm_set_info PMPI_Comm_set_info (comm: abi::Comm, info: abi::Info) -> c_int =
        finish(Call(102), On::Comm(comm), crate::comm::set_info(Call(102), comm, info));
    fn MPI_Comm_set_name PMPI_Comm_set_name (comm: abi::Comm, comm_name: *const c_char) -> c_int =
        finish(Call(103), On::Comm(comm), if comm_name.is_null() { null("comm_name") } else { crate::comm::set_name(Call(103), comm, Text::new(comm_name)) });
    fn MPI_Comm_size PMPI_Comm_size (comm: abi::Comm, size: *mut c_int) -> c_int =
        finish(Call(104), On::Comm(comm), if size.is_null() { null("size") } else { crate::comm::size(Call(104), comm, Out::new(size)) });
    fn MPI_Comm_split PMPI_Comm_split (comm: abi::Comm, color: c_int, key: c_int, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(107), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::split(Call(107), comm, color, key, Out::new(newcomm)) });
    fn MPI_Comm_split_type PMPI_Comm_split_type (comm: abi::Comm, split_type: c_int, key: c_int, info: abi::Info, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(108), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::comm::split_type(Call(108), comm, split_type, key, info, Out::new(newcomm)) });
    fn MPI_Comm_test_inter PMPI_Comm_test_inter (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(Call(109), On::Comm(comm), if flag.is_null() { null("flag") } else { crate::comm::test_inter(Call(109), comm, Out::new(flag)) });
    fn MPI_Intercomm_create PMPI_Intercomm_create (local_comm: abi::Comm, local_leader: c_int, peer_comm: abi::Comm, remote_leader: c_int, tag: c_int, newintercomm: *mut abi::Comm) -> c_int =
        finish(Call(308), On::Comm(local_comm), if newintercomm.is_null() { null("newintercomm") } else { crate::comm::intercomm_create(Call(308), local_comm, local_leader, peer_comm, remote_leader, tag, Out::new(newintercomm)) });
    fn MPI_Intercomm_merge PMPI_Intercomm_merge (intercomm: abi::Comm, high: c_int, newintracomm: *mut abi::Comm) -> c_int =
        finish(Call(310), On::Comm(intercomm), if newintracomm.is_null() { null("newintracomm") } else { crate::comm::intercomm_merge(Call(310), intercomm, high, Out::new(newintracomm)) });
}
