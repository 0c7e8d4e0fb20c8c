//! Exported symbols: status. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Get_count PMPI_Get_count (status: *const abi::Status, datatype: abi::Datatype, count: *mut c_int) -> c_int =
        finish(Call(236), On::Nothing, if status.is_null() { null("status") } else if count.is_null() { null("count") } else { crate::status::get_count(Call(236), In::new(status), datatype, IntOut::narrow(count.cast())) });
    fn MPI_Get_count_c PMPI_Get_count_c (status: *const abi::Status, datatype: abi::Datatype, count: *mut i64) -> c_int =
        finish(Call(237), On::Nothing, if status.is_null() { null("status") } else if count.is_null() { null("count") } else { crate::status::get_count(Call(237), In::new(status), datatype, IntOut::wide(count.cast())) });
    fn MPI_Get_elements PMPI_Get_elements (status: *const abi::Status, datatype: abi::Datatype, count: *mut c_int) -> c_int =
        finish(Call(238), On::Nothing, if status.is_null() { null("status") } else if count.is_null() { null("count") } else { crate::status::get_elements(Call(238), In::new(status), datatype, IntOut::narrow(count.cast())) });
    fn MPI_Get_elements_c PMPI_Get_elements_c (status: *const abi::Status, datatype: abi::Datatype, count: *mut i64) -> c_int =
        finish(Call(239), On::Nothing, if status.is_null() { null("status") } else if count.is_null() { null("count") } else { crate::status::get_elements(Call(239), In::new(status), datatype, IntOut::wide(count.cast())) });
    fn MPI_Status_get_error PMPI_Status_get_error (status: *const abi::Status, error: *mut c_int) -> c_int =
        finish(Call(480), On::Nothing, if status.is_null() { null("status") } else if error.is_null() { null("error") } else { crate::status::get_error(Call(480), In::new(status), Out::new(error)) });
    fn MPI_Status_get_source PMPI_Status_get_source (status: *const abi::Status, source: *mut c_int) -> c_int =
        finish(Call(481), On::Nothing, if status.is_null() { null("status") } else if source.is_null() { null("source") } else { crate::status::get_source(Call(481), In::new(status), Out::new(source)) });
    fn MPI_Status_get_tag PMPI_Status_get_tag (status: *const abi::Status, tag: *mut c_int) -> c_int =
        finish(Call(482), On::Nothing, if status.is_null() { null("status") } else if tag.is_null() { null("tag") } else { crate::status::get_tag(Call(482), In::new(status), Out::new(tag)) });
    fn MPI_Status_set_cancelled PMPI_Status_set_cancelled (status: *mut abi::Status, flag: c_int) -> c_int =
        finish(Call(483), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_cancelled(Call(483), Out::new(status), flag) });
    fn MPI_Status_set_elements PMPI_Status_set_elements (status: *mut abi::Status, datatype: abi::Datatype, count: c_int) -> c_int =
        finish(Call(484), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_elements(Call(484), Out::new(status), datatype, i64::from(count)) });
    fn MPI_Status_set_elements_c PMPI_Status_set_elements_c (status: *mut abi::Status, datatype: abi::Datatype, count: i64) -> c_int =
        finish(Call(485), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_elements(Call(485), Out::new(status), datatype, count as i64) });
    fn MPI_Status_set_error PMPI_Status_set_error (status: *mut abi::Status, error: c_int) -> c_int =
        finish(Call(487), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_error(Call(487), Out::new(status), error) });
    fn MPI_Status_set_source PMPI_Status_set_source (status: *mut abi::Status, source: c_int) -> c_int =
        finish(Call(488), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_source(Call(488), Out::new(status), source) });
    fn MPI_Status_set_tag PMPI_Status_set_tag (status: *mut abi::Status, tag: c_int) -> c_int =
        finish(Call(489), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_tag(Call(489), Out::new(status), tag) });
    fn MPI_Test_cancelled PMPI_Test_cancelled (status: *const abi::Status, flag: *mut c_int) -> c_int =
        finish(Call(491), On::Nothing, if status.is_null() { null("status") } else if flag.is_null() { null("flag") } else { crate::status::test_cancelled(Call(491), In::new(status), Out::new(flag)) });
}
