//! Exported symbols: faults. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Comm_ack_failed PMPI_Comm_ack_failed (comm: abi::Comm, num_to_ack: c_int, num_acked: *mut c_int) -> c_int =
        finish(Call(68), On::Comm(comm), if num_acked.is_null() { null("num_acked") } else { crate::faults::ack_failed(Call(68), comm, num_to_ack, Out::new(num_acked)) });
    fn MPI_Comm_agree PMPI_Comm_agree (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(Call(69), On::Comm(comm), if flag.is_null() { null("flag") } else { crate::faults::agree(Call(69), comm, Out::new(flag)) });
    fn MPI_Comm_get_failed PMPI_Comm_get_failed (comm: abi::Comm, failedgroup: *mut abi::Group) -> c_int =
        finish(Call(70), On::Comm(comm), if failedgroup.is_null() { null("failedgroup") } else { crate::faults::get_failed(Call(70), comm, Out::new(failedgroup)) });
    fn MPI_Comm_iagree PMPI_Comm_iagree (comm: abi::Comm, flag: *mut c_int, request: *mut abi::Request) -> c_int =
        finish(Call(71), On::Comm(comm), if flag.is_null() { null("flag") } else if request.is_null() { null("request") } else { crate::faults::iagree(Call(71), comm, Out::new(flag), Out::new(request)) });
    fn MPI_Comm_is_revoked PMPI_Comm_is_revoked (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(Call(72), On::Comm(comm), if flag.is_null() { null("flag") } else { crate::faults::is_revoked(Call(72), comm, Out::new(flag)) });
    fn MPI_Comm_ishrink PMPI_Comm_ishrink (comm: abi::Comm, newcomm: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(73), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else if request.is_null() { null("request") } else { crate::faults::ishrink(Call(73), comm, Out::new(newcomm), Out::new(request)) });
    fn MPI_Comm_revoke PMPI_Comm_revoke (comm: abi::Comm) -> c_int =
        finish(Call(74), On::Comm(comm), crate::faults::revoke(Call(74), comm));
    fn MPI_Comm_shrink PMPI_Comm_shrink (comm: abi::Comm, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(75), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::faults::shrink(Call(75), comm, Out::new(newcomm)) });
}
