//! Exported symbols: datatypes x. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Get_elements_x PMPI_Get_elements_x (status: *const abi::Status, datatype: abi::Datatype, count: *mut i64) -> c_int =
        finish(Call(240), On::Nothing, if status.is_null() { null("status") } else if count.is_null() { null("count") } else { crate::status::get_elements(Call(240), In::new(status), datatype, IntOut::wide(count.cast())) });
    fn MPI_Status_set_elements_x PMPI_Status_set_elements_x (status: *mut abi::Status, datatype: abi::Datatype, count: i64) -> c_int =
        finish(Call(486), On::Nothing, if status.is_null() { null("status") } else { crate::status::set_elements(Call(486), Out::new(status), datatype, count as i64) });
    fn MPI_Type_get_extent_x PMPI_Type_get_extent_x (datatype: abi::Datatype, lb: *mut i64, extent: *mut i64) -> c_int =
        finish(Call(530), On::Nothing, if lb.is_null() { null("lb") } else if extent.is_null() { null("extent") } else { crate::datatype::get_extent(Call(530), datatype, Out::new(lb), Out::new(extent)) });
    fn MPI_Type_get_true_extent_x PMPI_Type_get_true_extent_x (datatype: abi::Datatype, true_lb: *mut i64, true_extent: *mut i64) -> c_int =
        finish(Call(534), On::Nothing, if true_lb.is_null() { null("true_lb") } else if true_extent.is_null() { null("true_extent") } else { crate::datatype::get_true_extent(Call(534), datatype, Out::new(true_lb), Out::new(true_extent)) });
    fn MPI_Type_size_x PMPI_Type_size_x (datatype: abi::Datatype, size: *mut i64) -> c_int =
        finish(Call(543), On::Nothing, if size.is_null() { null("size") } else { crate::datatype::size(Call(543), datatype, IntOut::wide(size.cast())) });
}
