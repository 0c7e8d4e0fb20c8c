//! Exported symbols: attributes. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Attr_delete PMPI_Attr_delete (comm: abi::Comm, keyval: c_int) -> c_int =
        finish(Call(38), On::Comm(comm), crate::attr::comm_delete(Call(38), comm, keyval));
    fn MPI_Attr_get PMPI_Attr_get (comm: abi::Comm, keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int =
        finish(Call(39), On::Comm(comm), if attribute_val.is_null() { null("attribute_val") } else if flag.is_null() { null("flag") } else { crate::attr::comm_get(Call(39), comm, keyval, Addr::new(attribute_val.cast()), Out::new(flag)) });
    fn MPI_Attr_put PMPI_Attr_put (comm: abi::Comm, keyval: c_int, attribute_val: *mut c_void) -> c_int =
        finish(Call(40), On::Comm(comm), crate::attr::comm_set(Call(40), comm, keyval, Addr::new(attribute_val.cast())));
    fn MPI_Comm_create_keyval PMPI_Comm_create_keyval (comm_copy_attr_fn: usize, comm_delete_attr_fn: usize, comm_keyval: *mut c_int, extra_state: *mut c_void) -> c_int =
        finish(Call(85), On::Nothing, if comm_keyval.is_null() { null("comm_keyval") } else { crate::attr::comm_create_keyval(Call(85), Callback::new(comm_copy_attr_fn), Callback::new(comm_delete_attr_fn), Out::new(comm_keyval), Addr::new(extra_state.cast())) });
    fn MPI_Comm_delete_attr PMPI_Comm_delete_attr (comm: abi::Comm, comm_keyval: c_int) -> c_int =
        finish(Call(86), On::Comm(comm), crate::attr::comm_delete(Call(86), comm, comm_keyval));
    fn MPI_Comm_free_keyval PMPI_Comm_free_keyval (comm_keyval: *mut c_int) -> c_int =
        finish(Call(94), On::Nothing, if comm_keyval.is_null() { null("comm_keyval") } else { crate::attr::comm_free_keyval(Call(94), Out::new(comm_keyval)) });
    fn MPI_Comm_get_attr PMPI_Comm_get_attr (comm: abi::Comm, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int =
        finish(Call(95), On::Comm(comm), if attribute_val.is_null() { null("attribute_val") } else if flag.is_null() { null("flag") } else { crate::attr::comm_get(Call(95), comm, comm_keyval, Addr::new(attribute_val.cast()), Out::new(flag)) });
    fn MPI_Comm_set_attr PMPI_Comm_set_attr (comm: abi::Comm, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int =
        finish(Call(108), On::Comm(comm), crate::attr::comm_set(Call(108), comm, comm_keyval, Addr::new(attribute_val.cast())));
    fn MPI_Keyval_create PMPI_Keyval_create (copy_fn: usize, delete_fn: usize, keyval: *mut c_int, extra_state: *mut c_void) -> c_int =
        finish(Call(345), On::Nothing, if keyval.is_null() { null("keyval") } else { crate::attr::comm_create_keyval(Call(345), Callback::new(copy_fn), Callback::new(delete_fn), Out::new(keyval), Addr::new(extra_state.cast())) });
    fn MPI_Keyval_free PMPI_Keyval_free (keyval: *mut c_int) -> c_int =
        finish(Call(346), On::Nothing, if keyval.is_null() { null("keyval") } else { crate::attr::comm_free_keyval(Call(346), Out::new(keyval)) });
    fn MPI_Type_create_keyval PMPI_Type_create_keyval (type_copy_attr_fn: usize, type_delete_attr_fn: usize, type_keyval: *mut c_int, extra_state: *mut c_void) -> c_int =
        finish(Call(512), On::Nothing, if type_keyval.is_null() { null("type_keyval") } else { crate::attr::type_create_keyval(Call(512), Callback::new(type_copy_attr_fn), Callback::new(type_delete_attr_fn), Out::new(type_keyval), Addr::new(extra_state.cast())) });
    fn MPI_Type_delete_attr PMPI_Type_delete_attr (datatype: abi::Datatype, type_keyval: c_int) -> c_int =
        finish(Call(519), On::Nothing, crate::attr::type_delete(Call(519), datatype, type_keyval));
    fn MPI_Type_free_keyval PMPI_Type_free_keyval (type_keyval: *mut c_int) -> c_int =
        finish(Call(522), On::Nothing, if type_keyval.is_null() { null("type_keyval") } else { crate::attr::type_free_keyval(Call(522), Out::new(type_keyval)) });
    fn MPI_Type_get_attr PMPI_Type_get_attr (datatype: abi::Datatype, type_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int =
        finish(Call(523), On::Nothing, if attribute_val.is_null() { null("attribute_val") } else if flag.is_null() { null("flag") } else { crate::attr::type_get(Call(523), datatype, type_keyval, Addr::new(attribute_val.cast()), Out::new(flag)) });
    fn MPI_Type_set_attr PMPI_Type_set_attr (datatype: abi::Datatype, type_keyval: c_int, attribute_val: *mut c_void) -> c_int =
        finish(Call(539), On::Nothing, crate::attr::type_set(Call(539), datatype, type_keyval, Addr::new(attribute_val.cast())));
    fn MPI_Win_create_keyval PMPI_Win_create_keyval (win_copy_attr_fn: usize, win_delete_attr_fn: usize, win_keyval: *mut c_int, extra_state: *mut c_void) -> c_int =
        finish(Call(566), On::Nothing, if win_keyval.is_null() { null("win_keyval") } else { crate::attr::win_create_keyval(Call(566), Callback::new(win_copy_attr_fn), Callback::new(win_delete_attr_fn), Out::new(win_keyval), Addr::new(extra_state.cast())) });
    fn MPI_Win_delete_attr PMPI_Win_delete_attr (win: abi::Win, win_keyval: c_int) -> c_int =
        finish(Call(567), On::Win(win), crate::win::delete_attr(Call(567), win, win_keyval));
    fn MPI_Win_free_keyval PMPI_Win_free_keyval (win_keyval: *mut c_int) -> c_int =
        finish(Call(575), On::Nothing, if win_keyval.is_null() { null("win_keyval") } else { crate::attr::win_free_keyval(Call(575), Out::new(win_keyval)) });
    fn MPI_Win_get_attr PMPI_Win_get_attr (win: abi::Win, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int =
        finish(Call(576), On::Win(win), if attribute_val.is_null() { null("attribute_val") } else if flag.is_null() { null("flag") } else { crate::win::get_attr(Call(576), win, win_keyval, Addr::new(attribute_val.cast()), Out::new(flag)) });
    fn MPI_Win_set_attr PMPI_Win_set_attr (win: abi::Win, win_keyval: c_int, attribute_val: *mut c_void) -> c_int =
        finish(Call(584), On::Win(win), crate::win::set_attr(Call(584), win, win_keyval, Addr::new(attribute_val.cast())));
}
