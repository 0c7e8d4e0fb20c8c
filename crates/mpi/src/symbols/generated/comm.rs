//! Exported symbols: comm. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Comm_compare PMPI_Comm_compare (comm1: abi::Comm, comm2: abi::Comm, result: *mut c_int) -> c_int =
        finish(Call(79), On::Comm(comm1), if result.is_null() { null("result") } else { crate::comm::compare(Call(79), comm1, comm2, Out::new(result)) });
    fn MPI_Comm_create PMPI_Comm_create (comm: abi::Comm, group: abi::Group, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(81), On::Comm(comm), traced(Call(81), || if newcomm.is_null() { null("newcomm") } else { crate::comm::create(Call(81), comm, group, Out::new(newcomm)) }));
    fn MPI_Comm_create_group PMPI_Comm_create_group (comm: abi::Comm, group: abi::Group, tag: c_int, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(84), On::Comm(comm), traced(Call(84), || if newcomm.is_null() { null("newcomm") } else { crate::comm::create_group(Call(84), comm, group, tag, Out::new(newcomm)) }));
    fn MPI_Comm_dup PMPI_Comm_dup (comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(90), On::Comm(comm), traced(Call(90), || if newcomm.is_null() { null("newcomm") } else { crate::comm::dup(Call(90), comm, Out::new(newcomm)) }));
    fn MPI_Comm_dup_with_info PMPI_Comm_dup_with_info (comm: abi::Comm, info: abi::Info, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(91), On::Comm(comm), traced(Call(91), || if newcomm.is_null() { null("newcomm") } else { crate::comm::dup_with_info(Call(91), comm, info, Out::new(newcomm)) }));
    fn MPI_Comm_free PMPI_Comm_free (comm: *mut abi::Comm) -> c_int =
        finish(Call(93), On::Comm(Out::new(comm).or_null()), if comm.is_null() { null("comm") } else { crate::comm::free(Call(93), Out::new(comm)) });
    fn MPI_Comm_get_info PMPI_Comm_get_info (comm: abi::Comm, info_used: *mut abi::Info) -> c_int =
        finish(Call(97), On::Comm(comm), if info_used.is_null() { null("info_used") } else { crate::comm::get_info(Call(97), comm, Out::new(info_used)) });
    fn MPI_Comm_get_name PMPI_Comm_get_name (comm: abi::Comm, comm_name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(98), On::Comm(comm), if comm_name.is_null() { null("comm_name") } else if resultlen.is_null() { null("resultlen") } else { crate::comm::get_name(Call(98), comm, TextOut::new(comm_name), Out::new(resultlen)) });
    fn MPI_Comm_group PMPI_Comm_group (comm: abi::Comm, group: *mut abi::Group) -> c_int =
        finish(Call(100), On::Comm(comm), if group.is_null() { null("group") } else { crate::comm::group(Call(100), comm, Out::new(group)) });
    fn MPI_Comm_idup PMPI_Comm_idup (comm: abi::Comm, newcomm: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(101), On::Comm(comm), traced(Call(101), || if newcomm.is_null() { null("newcomm") } else if request.is_null() { null("request") } else { crate::comm::idup(Call(101), comm, Out::new(newcomm), Out::new(request)) }));
    fn MPI_Comm_idup_with_info PMPI_Comm_idup_with_info (comm: abi::Comm, info: abi::Info, newcomm: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(102), On::Comm(comm), traced(Call(102), || if newcomm.is_null() { null("newcomm") } else if request.is_null() { null("request") } else { crate::comm::idup_with_info(Call(102), comm, info, Out::new(newcomm), Out::new(request)) }));
    fn MPI_Comm_rank PMPI_Comm_rank (comm: abi::Comm, rank: *mut c_int) -> c_int =
        finish(Call(105), On::Comm(comm), if rank.is_null() { null("rank") } else { crate::comm::rank(Call(105), comm, Out::new(rank)) });
    fn MPI_Comm_remote_group PMPI_Comm_remote_group (comm: abi::Comm, group: *mut abi::Group) -> c_int =
        finish(Call(106), On::Comm(comm), if group.is_null() { null("group") } else { crate::comm::remote_group(Call(106), comm, Out::new(group)) });
    fn MPI_Comm_remote_size PMPI_Comm_remote_size (comm: abi::Comm, size: *mut c_int) -> c_int =
        finish(Call(107), On::Comm(comm), if size.is_null() { null("size") } else { crate::comm::remote_size(Call(107), comm, Out::new(size)) });
    fn MPI_Comm_set_info PMPI_Comm_set_info (comm: abi::Comm, info: abi::Info) -> c_int =
        finish(Call(110), On::Comm(comm), crate::comm::set_info(Call(110), comm, info));
    fn MPI_Comm_set_name PMPI_Comm_set_name (comm: abi::Comm, comm_name: *const c_char) -> c_int =
        finish(Call(111), On::Comm(comm), if comm_name.is_null() { null("comm_name") } else { crate::comm::set_name(Call(111), comm, Text::new(comm_name)) });
    fn MPI_Comm_size PMPI_Comm_size (comm: abi::Comm, size: *mut c_int) -> c_int =
        finish(Call(112), On::Comm(comm), if size.is_null() { null("size") } else { crate::comm::size(Call(112), comm, Out::new(size)) });
    fn MPI_Comm_split PMPI_Comm_split (comm: abi::Comm, color: c_int, key: c_int, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(115), On::Comm(comm), traced(Call(115), || if newcomm.is_null() { null("newcomm") } else { crate::comm::split(Call(115), comm, color, key, Out::new(newcomm)) }));
    fn MPI_Comm_split_type PMPI_Comm_split_type (comm: abi::Comm, split_type: c_int, key: c_int, info: abi::Info, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(116), On::Comm(comm), traced(Call(116), || if newcomm.is_null() { null("newcomm") } else { crate::comm::split_type(Call(116), comm, split_type, key, info, Out::new(newcomm)) }));
    fn MPI_Comm_test_inter PMPI_Comm_test_inter (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(Call(117), On::Comm(comm), if flag.is_null() { null("flag") } else { crate::comm::test_inter(Call(117), comm, Out::new(flag)) });
    fn MPI_Intercomm_create PMPI_Intercomm_create (local_comm: abi::Comm, local_leader: c_int, peer_comm: abi::Comm, remote_leader: c_int, tag: c_int, newintercomm: *mut abi::Comm) -> c_int =
        finish(Call(316), On::Comm(local_comm), traced(Call(316), || if newintercomm.is_null() { null("newintercomm") } else { crate::comm::intercomm_create(Call(316), local_comm, local_leader, peer_comm, remote_leader, tag, Out::new(newintercomm)) }));
    fn MPI_Intercomm_merge PMPI_Intercomm_merge (intercomm: abi::Comm, high: c_int, newintracomm: *mut abi::Comm) -> c_int =
        finish(Call(318), On::Comm(intercomm), if newintracomm.is_null() { null("newintracomm") } else { crate::comm::intercomm_merge(Call(318), intercomm, high, Out::new(newintracomm)) });
}
