//! Exported symbols: pt2pt buffered. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Buffer_attach PMPI_Buffer_attach (buffer: *mut c_void, size: c_int) -> c_int =
        finish(Call(51), On::Nothing, if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::buffer_attach(Call(51), Addr::new(buffer.cast()), i64::from(size)) });
    fn MPI_Buffer_attach_c PMPI_Buffer_attach_c (buffer: *mut c_void, size: i64) -> c_int =
        finish(Call(52), On::Nothing, if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::buffer_attach(Call(52), Addr::new(buffer.cast()), size as i64) });
    fn MPI_Buffer_detach PMPI_Buffer_detach (buffer_addr: *mut c_void, size: *mut c_int) -> c_int =
        finish(Call(53), On::Nothing, if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::buffer_detach(Call(53), Addr::new(buffer_addr.cast()), IntOut::narrow(size.cast())) });
    fn MPI_Buffer_detach_c PMPI_Buffer_detach_c (buffer_addr: *mut c_void, size: *mut i64) -> c_int =
        finish(Call(54), On::Nothing, if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::buffer_detach(Call(54), Addr::new(buffer_addr.cast()), IntOut::wide(size.cast())) });
    fn MPI_Buffer_flush PMPI_Buffer_flush () -> c_int =
        finish(Call(55), On::Nothing, crate::buffered::buffer_flush(Call(55)));
    fn MPI_Buffer_iflush PMPI_Buffer_iflush (request: *mut abi::Request) -> c_int =
        finish(Call(56), On::Nothing, if request.is_null() { null("request") } else { crate::buffered::buffer_iflush(Call(56), Out::new(request)) });
    fn MPI_Comm_attach_buffer PMPI_Comm_attach_buffer (comm: abi::Comm, buffer: *mut c_void, size: c_int) -> c_int =
        finish(Call(76), On::Comm(comm), if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::comm_attach(Call(76), comm, Addr::new(buffer.cast()), i64::from(size)) });
    fn MPI_Comm_attach_buffer_c PMPI_Comm_attach_buffer_c (comm: abi::Comm, buffer: *mut c_void, size: i64) -> c_int =
        finish(Call(77), On::Comm(comm), if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::comm_attach(Call(77), comm, Addr::new(buffer.cast()), size as i64) });
    fn MPI_Comm_detach_buffer PMPI_Comm_detach_buffer (comm: abi::Comm, buffer_addr: *mut c_void, size: *mut c_int) -> c_int =
        finish(Call(87), On::Comm(comm), if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::comm_detach(Call(87), comm, Addr::new(buffer_addr.cast()), IntOut::narrow(size.cast())) });
    fn MPI_Comm_detach_buffer_c PMPI_Comm_detach_buffer_c (comm: abi::Comm, buffer_addr: *mut c_void, size: *mut i64) -> c_int =
        finish(Call(88), On::Comm(comm), if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::comm_detach(Call(88), comm, Addr::new(buffer_addr.cast()), IntOut::wide(size.cast())) });
    fn MPI_Comm_flush_buffer PMPI_Comm_flush_buffer (comm: abi::Comm) -> c_int =
        finish(Call(92), On::Comm(comm), crate::buffered::comm_flush(Call(92), comm));
    fn MPI_Comm_iflush_buffer PMPI_Comm_iflush_buffer (comm: abi::Comm, request: *mut abi::Request) -> c_int =
        finish(Call(103), On::Comm(comm), if request.is_null() { null("request") } else { crate::buffered::comm_iflush(Call(103), comm, Out::new(request)) });
    fn MPI_Session_attach_buffer PMPI_Session_attach_buffer (session: abi::Session, buffer: *mut c_void, size: c_int) -> c_int =
        finish(Call(458), On::Session(session), if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::session_attach(Call(458), session, Addr::new(buffer.cast()), i64::from(size)) });
    fn MPI_Session_attach_buffer_c PMPI_Session_attach_buffer_c (session: abi::Session, buffer: *mut c_void, size: i64) -> c_int =
        finish(Call(459), On::Session(session), if size > 0 && buffer.is_null() { null("buffer") } else { crate::buffered::session_attach(Call(459), session, Addr::new(buffer.cast()), size as i64) });
    fn MPI_Session_detach_buffer PMPI_Session_detach_buffer (session: abi::Session, buffer_addr: *mut c_void, size: *mut c_int) -> c_int =
        finish(Call(462), On::Session(session), if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::session_detach(Call(462), session, Addr::new(buffer_addr.cast()), IntOut::narrow(size.cast())) });
    fn MPI_Session_detach_buffer_c PMPI_Session_detach_buffer_c (session: abi::Session, buffer_addr: *mut c_void, size: *mut i64) -> c_int =
        finish(Call(463), On::Session(session), if buffer_addr.is_null() { null("buffer_addr") } else if size.is_null() { null("size") } else { crate::buffered::session_detach(Call(463), session, Addr::new(buffer_addr.cast()), IntOut::wide(size.cast())) });
    fn MPI_Session_flush_buffer PMPI_Session_flush_buffer (session: abi::Session) -> c_int =
        finish(Call(465), On::Session(session), crate::buffered::session_flush(Call(465), session));
    fn MPI_Session_iflush_buffer PMPI_Session_iflush_buffer (session: abi::Session, request: *mut abi::Request) -> c_int =
        finish(Call(471), On::Session(session), if request.is_null() { null("request") } else { crate::buffered::session_iflush(Call(471), session, Out::new(request)) });
}
