//! Exported symbols: init finalize. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Abort PMPI_Abort (comm: abi::Comm, errorcode: c_int) -> c_int =
        finish(Call(7), On::Comm(comm), crate::start::abort(Call(7), comm, errorcode));
    fn MPI_Finalize PMPI_Finalize () -> c_int =
        finish(Call(220), On::Nothing, crate::start::finalize(Call(220)));
    fn MPI_Finalized PMPI_Finalized (flag: *mut c_int) -> c_int =
        finish(Call(221), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::finalized(Call(221), Out::new(flag)) });
    fn MPI_Init PMPI_Init (argc: *mut c_int, argv: *mut c_void) -> c_int =
        finish(Call(313), On::Nothing, crate::start::init(Call(313), Out::new(argc), Addr::new(argv.cast())));
    fn MPI_Init_thread PMPI_Init_thread (argc: *mut c_int, argv: *mut c_void, required: c_int, provided: *mut c_int) -> c_int =
        finish(Call(314), On::Nothing, if provided.is_null() { null("provided") } else { crate::start::init_thread(Call(314), Out::new(argc), Addr::new(argv.cast()), required, Out::new(provided)) });
    fn MPI_Initialized PMPI_Initialized (flag: *mut c_int) -> c_int =
        finish(Call(315), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::initialized(Call(315), Out::new(flag)) });
    fn MPI_Is_thread_main PMPI_Is_thread_main (flag: *mut c_int) -> c_int =
        finish(Call(330), On::Nothing, if flag.is_null() { null("flag") } else { crate::start::is_thread_main(Call(330), Out::new(flag)) });
    fn MPI_Query_thread PMPI_Query_thread (provided: *mut c_int) -> c_int =
        finish(Call(397), On::Nothing, if provided.is_null() { null("provided") } else { crate::start::query_thread(Call(397), Out::new(provided)) });
}
