//! Exported symbols: abi. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Abi_get_fortran_booleans PMPI_Abi_get_fortran_booleans (logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void, is_set: *mut c_int) -> c_int =
        finish(Call(1), On::Nothing, if is_set.is_null() { null("is_set") } else { crate::fortran_types::abi_get_fortran_booleans(Call(1), logical_size, Addr::new(logical_true.cast()), Addr::new(logical_false.cast()), Out::new(is_set)) });
    fn MPI_Abi_get_fortran_info PMPI_Abi_get_fortran_info (info: *mut abi::Info) -> c_int =
        finish(Call(2), On::Nothing, if info.is_null() { null("info") } else { crate::fortran_types::abi_get_fortran_info(Call(2), Out::new(info)) });
    fn MPI_Abi_get_info PMPI_Abi_get_info (info: *mut abi::Info) -> c_int =
        finish(Call(3), On::Nothing, if info.is_null() { null("info") } else { crate::environment::abi_get_info(Call(3), Out::new(info)) });
    fn MPI_Abi_get_version PMPI_Abi_get_version (abi_major: *mut c_int, abi_minor: *mut c_int) -> c_int =
        finish(Call(4), On::Nothing, if abi_major.is_null() { null("abi_major") } else if abi_minor.is_null() { null("abi_minor") } else { crate::environment::abi_get_version(Call(4), Out::new(abi_major), Out::new(abi_minor)) });
    fn MPI_Abi_set_fortran_booleans PMPI_Abi_set_fortran_booleans (logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void) -> c_int =
        finish(Call(5), On::Nothing, crate::fortran_types::abi_set_fortran_booleans(Call(5), logical_size, Addr::new(logical_true.cast()), Addr::new(logical_false.cast())));
    fn MPI_Abi_set_fortran_info PMPI_Abi_set_fortran_info (info: abi::Info) -> c_int =
        finish(Call(6), On::Nothing, crate::fortran_types::abi_set_fortran_info(Call(6), info));
}
