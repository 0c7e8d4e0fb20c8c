//! Exported symbols: init finalize. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Abort PMPI_Abort (comm: abi::Comm, errorcode: c_int) -> c_int =
        finish(Call(7), On::Comm(comm), crate::start::abort(Call(7), comm, errorcode));
    fn MPI_Finalize PMPI_Finalize () -> c_int =
        finish(Call(212), On::Nothing, crate::start::finalize(Call(212)));
    fn MPI_Finalized PMPI_Finalized (flag: *mut c_int) -> c_int =
        finish(Call(213), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::finalized(Call(213), Out::new(flag)) });
    fn MPI_Init PMPI_Init (argc: *mut c_int, argv: *mut c_void) -> c_int =
        finish(Call(305), On::Nothing, crate::start::init(Call(305), Out::new(argc), Addr::new(argv.cast())));
    fn MPI_Init_thread PMPI_Init_thread (argc: *mut c_int, argv: *mut c_void, required: c_int, provided: *mut c_int) -> c_int =
        finish(Call(306), On::Nothing, if provided.is_null() { null("provided") } else { crate::start::init_thread(Call(306), Out::new(argc), Addr::new(argv.cast()), required, Out::new(provided)) });
    fn MPI_Initialized PMPI_Initialized (flag: *mut c_int) -> c_int =
        finish(Call(307), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::initialized(Call(307), Out::new(flag)) });
    fn MPI_Is_thread_main PMPI_Is_thread_main (flag: *mut c_int) -> c_int =
        finish(Call(322), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::is_thread_main(Call(322), Out::new(flag)) });
    fn MPI_Query_thread PMPI_Query_thread (provided: *mut c_int) -> c_int =
        finish(Call(389), On::Nothing, if provided.is_null() { null("provided") } else { crate::start::query_thread(Call(389), Out::new(provided)) });
}
