//! The functions of fault tolerance under the names that MPICH, Open MPI and the proposal's authors have given them.
#![allow(non_snake_case)]
use super::export::*;
use crate::calls::CALLS;
use crate::ffi::args::Out;

/// Returns the call with this name. Fails the build if there is none.
const fn call(name: &str) -> Call {
    let mut number = 0;
    loop {
        let (known, wanted) = (CALLS[number].as_bytes(), name.as_bytes());
        let mut at = 0;
        while at < known.len() && at < wanted.len() && known[at] == wanted[at] {
            at += 1;
        }
        if at == known.len() && at == wanted.len() {
            return Call(number as u16);
        }
        number += 1;
    }
}

const REVOKE: Call = call("MPI_Comm_revoke");
const IS_REVOKED: Call = call("MPI_Comm_is_revoked");
const GET_FAILED: Call = call("MPI_Comm_get_failed");
const ACK_FAILED: Call = call("MPI_Comm_ack_failed");
const AGREE: Call = call("MPI_Comm_agree");
const IAGREE: Call = call("MPI_Comm_iagree");
const SHRINK: Call = call("MPI_Comm_shrink");
const ISHRINK: Call = call("MPI_Comm_ishrink");

export! {
    fn MPIX_Comm_revoke PMPIX_Comm_revoke (comm: abi::Comm) -> c_int =
        finish(REVOKE, On::Comm(comm), crate::faults::revoke(REVOKE, comm));
    fn MPIX_Comm_is_revoked PMPIX_Comm_is_revoked (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(IS_REVOKED, On::Comm(comm), match flag.is_null() {
            true => null("flag"),
            false => crate::faults::is_revoked(IS_REVOKED, comm, Out::new(flag)),
        });
    fn MPIX_Comm_get_failed PMPIX_Comm_get_failed (comm: abi::Comm, failed: *mut abi::Group) -> c_int =
        finish(GET_FAILED, On::Comm(comm), match failed.is_null() {
            true => null("failed"),
            false => crate::faults::get_failed(GET_FAILED, comm, Out::new(failed)),
        });
    fn MPIX_Comm_ack_failed PMPIX_Comm_ack_failed (comm: abi::Comm, number: c_int, acked: *mut c_int) -> c_int =
        finish(ACK_FAILED, On::Comm(comm), match acked.is_null() {
            true => null("acked"),
            false => crate::faults::ack_failed(ACK_FAILED, comm, number, Out::new(acked)),
        });
    fn MPIX_Comm_failure_ack PMPIX_Comm_failure_ack (comm: abi::Comm) -> c_int =
        finish(ACK_FAILED, On::Comm(comm), crate::faults::failure_ack(ACK_FAILED, comm));
    fn MPIX_Comm_failure_get_acked PMPIX_Comm_failure_get_acked (comm: abi::Comm, failed: *mut abi::Group) -> c_int =
        finish(GET_FAILED, On::Comm(comm), match failed.is_null() {
            true => null("failed"),
            false => crate::faults::failure_get_acked(GET_FAILED, comm, Out::new(failed)),
        });
    fn MPIX_Comm_agree PMPIX_Comm_agree (comm: abi::Comm, flag: *mut c_int) -> c_int =
        finish(AGREE, On::Comm(comm), match flag.is_null() {
            true => null("flag"),
            false => crate::faults::agree(AGREE, comm, Out::new(flag)),
        });
    fn MPIX_Comm_iagree PMPIX_Comm_iagree (comm: abi::Comm, flag: *mut c_int, request: *mut abi::Request) -> c_int =
        finish(IAGREE, On::Comm(comm), match flag.is_null() || request.is_null() {
            true => null("flag or request"),
            false => crate::faults::iagree(IAGREE, comm, Out::new(flag), Out::new(request)),
        });
    fn MPIX_Comm_shrink PMPIX_Comm_shrink (comm: abi::Comm, new: *mut abi::Comm) -> c_int =
        finish(SHRINK, On::Comm(comm), match new.is_null() {
            true => null("newcomm"),
            false => crate::faults::shrink(SHRINK, comm, Out::new(new)),
        });
    fn MPIX_Comm_ishrink PMPIX_Comm_ishrink
        (comm: abi::Comm, new: *mut abi::Comm, request: *mut abi::Request) -> c_int =
        finish(ISHRINK, On::Comm(comm), match new.is_null() || request.is_null() {
            true => null("newcomm or request"),
            false => crate::faults::ishrink(ISHRINK, comm, Out::new(new), Out::new(request)),
        });
}
