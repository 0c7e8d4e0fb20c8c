//! Exported symbols: generalized request. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Grequest_complete PMPI_Grequest_complete (request: abi::Request) -> c_int =
        finish(Call(251), On::Nothing, crate::request::grequest_complete(Call(251), request));
    fn MPI_Grequest_start PMPI_Grequest_start (query_fn: usize, free_fn: usize, cancel_fn: usize, extra_state: *mut c_void, request: *mut abi::Request) -> c_int =
        finish(Call(252), On::Nothing, if query_fn == 0 { null("query_fn") } else if free_fn == 0 { null("free_fn") } else if cancel_fn == 0 { null("cancel_fn") } else if request.is_null() { null("request") } else { crate::request::grequest_start(Call(252), Callback::new(query_fn), Callback::new(free_fn), Callback::new(cancel_fn), Addr::new(extra_state.cast()), Out::new(request)) });
}
