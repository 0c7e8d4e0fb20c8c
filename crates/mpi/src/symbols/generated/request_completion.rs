//! Exported symbols: request completion. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Cancel PMPI_Cancel (request: *mut abi::Request) -> c_int =
        finish(Call(57), On::Nothing, traced(Call(57), || if request.is_null() { null("request") } else { crate::request::cancel(Call(57), Out::new(request)) }));
    fn MPI_Request_free PMPI_Request_free (request: *mut abi::Request) -> c_int =
        finish(Call(423), On::Nothing, traced(Call(423), || if request.is_null() { null("request") } else { crate::request::free(Call(423), Out::new(request)) }));
    fn MPI_Request_get_status PMPI_Request_get_status (request: abi::Request, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(424), On::Nothing, traced(Call(424), || if flag.is_null() { null("flag") } else { crate::request::get_status(Call(424), request, Out::new(flag), Out::new(status)) }));
    fn MPI_Request_get_status_all PMPI_Request_get_status_all (count: c_int, array_of_requests: *const abi::Request, flag: *mut c_int, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(425), On::Nothing, traced(Call(425), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else if flag.is_null() { null("flag") } else { crate::request::get_status_all(Call(425), count, In::new(array_of_requests), Out::new(flag), Out::new(array_of_statuses)) }));
    fn MPI_Request_get_status_any PMPI_Request_get_status_any (count: c_int, array_of_requests: *const abi::Request, indx: *mut c_int, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(426), On::Nothing, traced(Call(426), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else if indx.is_null() { null("indx") } else if flag.is_null() { null("flag") } else { crate::request::get_status_any(Call(426), count, In::new(array_of_requests), Out::new(indx), Out::new(flag), Out::new(status)) }));
    fn MPI_Request_get_status_some PMPI_Request_get_status_some (incount: c_int, array_of_requests: *const abi::Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(427), On::Nothing, traced(Call(427), || if incount > 0 && array_of_requests.is_null() { null("array_of_requests") } else if outcount.is_null() { null("outcount") } else if incount > 0 && array_of_indices.is_null() { null("array_of_indices") } else { crate::request::get_status_some(Call(427), incount, In::new(array_of_requests), Out::new(outcount), Out::new(array_of_indices), Out::new(array_of_statuses)) }));
    fn MPI_Start PMPI_Start (request: *mut abi::Request) -> c_int =
        finish(Call(478), On::Nothing, traced(Call(478), || if request.is_null() { null("request") } else { crate::p2p::start(Call(478), Out::new(request)) }));
    fn MPI_Startall PMPI_Startall (count: c_int, array_of_requests: *mut abi::Request) -> c_int =
        finish(Call(479), On::Nothing, traced(Call(479), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else { crate::p2p::startall(Call(479), count, Out::new(array_of_requests)) }));
    fn MPI_Test PMPI_Test (request: *mut abi::Request, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(490), On::Nothing, traced(Call(490), || if request.is_null() { null("request") } else if flag.is_null() { null("flag") } else { crate::request::test(Call(490), Out::new(request), Out::new(flag), Out::new(status)) }));
    fn MPI_Testall PMPI_Testall (count: c_int, array_of_requests: *mut abi::Request, flag: *mut c_int, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(492), On::Nothing, traced(Call(492), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else if flag.is_null() { null("flag") } else { crate::request::testall(Call(492), count, Out::new(array_of_requests), Out::new(flag), Out::new(array_of_statuses)) }));
    fn MPI_Testany PMPI_Testany (count: c_int, array_of_requests: *mut abi::Request, indx: *mut c_int, flag: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(493), On::Nothing, traced(Call(493), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else if indx.is_null() { null("indx") } else if flag.is_null() { null("flag") } else { crate::request::testany(Call(493), count, Out::new(array_of_requests), Out::new(indx), Out::new(flag), Out::new(status)) }));
    fn MPI_Testsome PMPI_Testsome (incount: c_int, array_of_requests: *mut abi::Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(494), On::Nothing, traced(Call(494), || if incount > 0 && array_of_requests.is_null() { null("array_of_requests") } else if outcount.is_null() { null("outcount") } else if incount > 0 && array_of_indices.is_null() { null("array_of_indices") } else { crate::request::testsome(Call(494), incount, Out::new(array_of_requests), Out::new(outcount), Out::new(array_of_indices), Out::new(array_of_statuses)) }));
    fn MPI_Wait PMPI_Wait (request: *mut abi::Request, status: *mut abi::Status) -> c_int =
        finish(Call(551), On::Nothing, traced(Call(551), || if request.is_null() { null("request") } else { crate::request::wait(Call(551), Out::new(request), Out::new(status)) }));
    fn MPI_Waitall PMPI_Waitall (count: c_int, array_of_requests: *mut abi::Request, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(552), On::Nothing, traced(Call(552), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else { crate::request::waitall(Call(552), count, Out::new(array_of_requests), Out::new(array_of_statuses)) }));
    fn MPI_Waitany PMPI_Waitany (count: c_int, array_of_requests: *mut abi::Request, indx: *mut c_int, status: *mut abi::Status) -> c_int =
        finish(Call(553), On::Nothing, traced(Call(553), || if count > 0 && array_of_requests.is_null() { null("array_of_requests") } else if indx.is_null() { null("indx") } else { crate::request::waitany(Call(553), count, Out::new(array_of_requests), Out::new(indx), Out::new(status)) }));
    fn MPI_Waitsome PMPI_Waitsome (incount: c_int, array_of_requests: *mut abi::Request, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut abi::Status) -> c_int =
        finish(Call(554), On::Nothing, traced(Call(554), || if incount > 0 && array_of_requests.is_null() { null("array_of_requests") } else if outcount.is_null() { null("outcount") } else if incount > 0 && array_of_indices.is_null() { null("array_of_indices") } else { crate::request::waitsome(Call(554), incount, Out::new(array_of_requests), Out::new(outcount), Out::new(array_of_indices), Out::new(array_of_statuses)) }));
}
