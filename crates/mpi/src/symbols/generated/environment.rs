//! Exported symbols: environment. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Get_hw_resource_info PMPI_Get_hw_resource_info (hw_info: *mut abi::Info) -> c_int =
        finish(Call(241), On::Nothing, if hw_info.is_null() { null("hw_info") } else { crate::hardware::get_hw_resource_info(Call(241), Out::new(hw_info)) });
    fn MPI_Get_library_version PMPI_Get_library_version (version: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(242), On::Nothing, if version.is_null() { null("version") } else if resultlen.is_null() { null("resultlen") } else { crate::environment::get_library_version(Call(242), TextOut::new(version), Out::new(resultlen)) });
    fn MPI_Get_processor_name PMPI_Get_processor_name (name: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(243), On::Nothing, if name.is_null() { null("name") } else if resultlen.is_null() { null("resultlen") } else { crate::environment::get_processor_name(Call(243), TextOut::new(name), Out::new(resultlen)) });
    fn MPI_Get_version PMPI_Get_version (version: *mut c_int, subversion: *mut c_int) -> c_int =
        finish(Call(244), On::Nothing, if version.is_null() { null("version") } else if subversion.is_null() { null("subversion") } else { crate::environment::get_version(Call(244), Out::new(version), Out::new(subversion)) });
}
