//! Exported symbols: memory. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Alloc_mem PMPI_Alloc_mem (size: isize, info: abi::Info, baseptr: *mut c_void) -> c_int =
        finish(Call(21), On::Nothing, if baseptr.is_null() { null("baseptr") } else { crate::environment::alloc_mem(Call(21), size as i64, info, Addr::new(baseptr.cast())) });
    fn MPI_Free_mem PMPI_Free_mem (base: *mut c_void) -> c_int =
        finish(Call(222), On::Nothing, crate::environment::free_mem(Call(222), Addr::new(base.cast())));
}
