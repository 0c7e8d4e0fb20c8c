//! Exported symbols: tools mpi t. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_T_category_changed PMPI_T_category_changed (update_number: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_changed(Call(622), Out::new(update_number)));
    fn MPI_T_category_get_categories PMPI_T_category_get_categories (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_categories(Call(623), cat_index, len, Out::new(indices)));
    fn MPI_T_category_get_cvars PMPI_T_category_get_cvars (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_cvars(Call(624), cat_index, len, Out::new(indices)));
    fn MPI_T_category_get_events PMPI_T_category_get_events (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_events(Call(625), cat_index, len, Out::new(indices)));
    fn MPI_T_category_get_index PMPI_T_category_get_index (name: *const c_char, cat_index: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_index(Call(626), Text::new(name), Out::new(cat_index)));
    fn MPI_T_category_get_info PMPI_T_category_get_info (cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_info(Call(627), cat_index, TextOut::new(name), Out::new(name_len), TextOut::new(desc), Out::new(desc_len), Out::new(num_cvars), Out::new(num_pvars), Out::new(num_categories)));
    fn MPI_T_category_get_num PMPI_T_category_get_num (num_cat: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_num(Call(628), Out::new(num_cat)));
    fn MPI_T_category_get_num_events PMPI_T_category_get_num_events (cat_index: c_int, num_events: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_num_events(Call(629), cat_index, Out::new(num_events)));
    fn MPI_T_category_get_pvars PMPI_T_category_get_pvars (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        finish_tool(crate::tool::category_get_pvars(Call(630), cat_index, len, Out::new(indices)));
    fn MPI_T_cvar_get_index PMPI_T_cvar_get_index (name: *const c_char, cvar_index: *mut c_int) -> c_int =
        finish_tool(crate::tool::cvar_get_index(Call(631), Text::new(name), Out::new(cvar_index)));
    fn MPI_T_cvar_get_info PMPI_T_cvar_get_info (cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut abi::Datatype, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int =
        finish_tool(crate::tool::cvar_get_info(Call(632), cvar_index, TextOut::new(name), Out::new(name_len), Out::new(verbosity), Out::new(datatype), Out::new(enumtype), TextOut::new(desc), Out::new(desc_len), Out::new(bind), Out::new(scope)));
    fn MPI_T_cvar_get_num PMPI_T_cvar_get_num (num_cvar: *mut c_int) -> c_int =
        finish_tool(crate::tool::cvar_get_num(Call(633), Out::new(num_cvar)));
    fn MPI_T_cvar_handle_alloc PMPI_T_cvar_handle_alloc (cvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int =
        finish_tool(crate::tool::cvar_handle_alloc(Call(634), cvar_index, Addr::new(obj_handle.cast()), Out::new(handle), Out::new(count)));
    fn MPI_T_cvar_handle_free PMPI_T_cvar_handle_free (handle: *mut usize) -> c_int =
        finish_tool(crate::tool::cvar_handle_free(Call(635), Out::new(handle)));
    fn MPI_T_cvar_read PMPI_T_cvar_read (handle: usize, buf: *mut c_void) -> c_int =
        finish_tool(crate::tool::cvar_read(Call(636), handle, Addr::new(buf.cast())));
    fn MPI_T_cvar_write PMPI_T_cvar_write (handle: usize, buf: *const c_void) -> c_int =
        finish_tool(crate::tool::cvar_write(Call(637), handle, Addr::new(buf.cast())));
    fn MPI_T_enum_get_info PMPI_T_enum_get_info (enumtype: usize, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int =
        finish_tool(crate::tool::enum_get_info(Call(638), enumtype, Out::new(num), TextOut::new(name), Out::new(name_len)));
    fn MPI_T_enum_get_item PMPI_T_enum_get_item (enumtype: usize, indx: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int =
        finish_tool(crate::tool::enum_get_item(Call(639), enumtype, indx, Out::new(value), TextOut::new(name), Out::new(name_len)));
    fn MPI_T_event_callback_get_info PMPI_T_event_callback_get_info (event_registration: usize, cb_safety: c_int, info_used: *mut abi::Info) -> c_int =
        finish_tool(crate::tool::event_callback_get_info(Call(640), event_registration, cb_safety, Out::new(info_used)));
    fn MPI_T_event_callback_set_info PMPI_T_event_callback_set_info (event_registration: usize, cb_safety: c_int, info: abi::Info) -> c_int =
        finish_tool(crate::tool::event_callback_set_info(Call(641), event_registration, cb_safety, info));
    fn MPI_T_event_copy PMPI_T_event_copy (event_instance: usize, buffer: *mut c_void) -> c_int =
        finish_tool(crate::tool::event_copy(Call(642), event_instance, Addr::new(buffer.cast())));
    fn MPI_T_event_get_index PMPI_T_event_get_index (name: *const c_char, event_index: *mut c_int) -> c_int =
        finish_tool(crate::tool::event_get_index(Call(643), Text::new(name), Out::new(event_index)));
    fn MPI_T_event_get_info PMPI_T_event_get_info (event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut abi::Datatype, array_of_displacements: *mut isize, num_elements: *mut c_int, enumtype: *mut usize, info: *mut abi::Info, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) -> c_int =
        finish_tool(crate::tool::event_get_info(Call(644), event_index, TextOut::new(name), Out::new(name_len), Out::new(verbosity), Out::new(array_of_datatypes), Out::new(array_of_displacements.cast::<i64>()), Out::new(num_elements), Out::new(enumtype), Out::new(info), TextOut::new(desc), Out::new(desc_len), Out::new(bind)));
    fn MPI_T_event_get_num PMPI_T_event_get_num (num_events: *mut c_int) -> c_int =
        finish_tool(crate::tool::event_get_num(Call(645), Out::new(num_events)));
    fn MPI_T_event_get_source PMPI_T_event_get_source (event_instance: usize, source_index: *mut c_int) -> c_int =
        finish_tool(crate::tool::event_get_source(Call(646), event_instance, Out::new(source_index)));
    fn MPI_T_event_get_timestamp PMPI_T_event_get_timestamp (event_instance: usize, event_timestamp: *mut i64) -> c_int =
        finish_tool(crate::tool::event_get_timestamp(Call(647), event_instance, Out::new(event_timestamp)));
    fn MPI_T_event_handle_alloc PMPI_T_event_handle_alloc (event_index: c_int, obj_handle: *mut c_void, info: abi::Info, event_registration: *mut usize) -> c_int =
        finish_tool(crate::tool::event_handle_alloc(Call(648), event_index, Addr::new(obj_handle.cast()), info, Out::new(event_registration)));
    fn MPI_T_event_handle_free PMPI_T_event_handle_free (event_registration: usize, user_data: *mut c_void, free_cb_function: usize) -> c_int =
        finish_tool(crate::tool::event_handle_free(Call(649), event_registration, Addr::new(user_data.cast()), Callback::new(free_cb_function)));
    fn MPI_T_event_handle_get_info PMPI_T_event_handle_get_info (event_registration: usize, info_used: *mut abi::Info) -> c_int =
        finish_tool(crate::tool::event_handle_get_info(Call(650), event_registration, Out::new(info_used)));
    fn MPI_T_event_handle_set_info PMPI_T_event_handle_set_info (event_registration: usize, info: abi::Info) -> c_int =
        finish_tool(crate::tool::event_handle_set_info(Call(651), event_registration, info));
    fn MPI_T_event_read PMPI_T_event_read (event_instance: usize, element_index: c_int, buffer: *mut c_void) -> c_int =
        finish_tool(crate::tool::event_read(Call(652), event_instance, element_index, Addr::new(buffer.cast())));
    fn MPI_T_event_register_callback PMPI_T_event_register_callback (event_registration: usize, cb_safety: c_int, info: abi::Info, user_data: *mut c_void, event_cb_function: usize) -> c_int =
        finish_tool(crate::tool::event_register_callback(Call(653), event_registration, cb_safety, info, Addr::new(user_data.cast()), Callback::new(event_cb_function)));
    fn MPI_T_event_set_dropped_handler PMPI_T_event_set_dropped_handler (event_registration: usize, dropped_cb_function: usize) -> c_int =
        finish_tool(crate::tool::event_set_dropped_handler(Call(654), event_registration, Callback::new(dropped_cb_function)));
    fn MPI_T_finalize PMPI_T_finalize () -> c_int =
        finish_tool(crate::tool::finalize(Call(655)));
    fn MPI_T_init_thread PMPI_T_init_thread (required: c_int, provided: *mut c_int) -> c_int =
        finish_tool(crate::tool::init_thread(Call(656), required, Out::new(provided)));
    fn MPI_T_pvar_get_index PMPI_T_pvar_get_index (name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int =
        finish_tool(crate::tool::pvar_get_index(Call(657), Text::new(name), var_class, Out::new(pvar_index)));
    fn MPI_T_pvar_get_info PMPI_T_pvar_get_info (pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut abi::Datatype, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int =
        finish_tool(crate::tool::pvar_get_info(Call(658), pvar_index, TextOut::new(name), Out::new(name_len), Out::new(verbosity), Out::new(var_class), Out::new(datatype), Out::new(enumtype), TextOut::new(desc), Out::new(desc_len), Out::new(bind), Out::new(readonly), Out::new(continuous), Out::new(atomic)));
    fn MPI_T_pvar_get_num PMPI_T_pvar_get_num (num_pvar: *mut c_int) -> c_int =
        finish_tool(crate::tool::pvar_get_num(Call(659), Out::new(num_pvar)));
    fn MPI_T_pvar_handle_alloc PMPI_T_pvar_handle_alloc (session: usize, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int =
        finish_tool(crate::tool::pvar_handle_alloc(Call(660), session, pvar_index, Addr::new(obj_handle.cast()), Out::new(handle), Out::new(count)));
    fn MPI_T_pvar_handle_free PMPI_T_pvar_handle_free (session: usize, handle: *mut usize) -> c_int =
        finish_tool(crate::tool::pvar_handle_free(Call(661), session, Out::new(handle)));
    fn MPI_T_pvar_read PMPI_T_pvar_read (session: usize, handle: usize, buf: *mut c_void) -> c_int =
        finish_tool(crate::tool::pvar_read(Call(662), session, handle, Addr::new(buf.cast())));
    fn MPI_T_pvar_readreset PMPI_T_pvar_readreset (session: usize, handle: usize, buf: *mut c_void) -> c_int =
        finish_tool(crate::tool::pvar_readreset(Call(663), session, handle, Addr::new(buf.cast())));
    fn MPI_T_pvar_reset PMPI_T_pvar_reset (session: usize, handle: usize) -> c_int =
        finish_tool(crate::tool::pvar_reset(Call(664), session, handle));
    fn MPI_T_pvar_session_create PMPI_T_pvar_session_create (session: *mut usize) -> c_int =
        finish_tool(crate::tool::pvar_session_create(Call(665), Out::new(session)));
    fn MPI_T_pvar_session_free PMPI_T_pvar_session_free (session: *mut usize) -> c_int =
        finish_tool(crate::tool::pvar_session_free(Call(666), Out::new(session)));
    fn MPI_T_pvar_start PMPI_T_pvar_start (session: usize, handle: usize) -> c_int =
        finish_tool(crate::tool::pvar_start(Call(667), session, handle));
    fn MPI_T_pvar_stop PMPI_T_pvar_stop (session: usize, handle: usize) -> c_int =
        finish_tool(crate::tool::pvar_stop(Call(668), session, handle));
    fn MPI_T_pvar_write PMPI_T_pvar_write (session: usize, handle: usize, buf: *const c_void) -> c_int =
        finish_tool(crate::tool::pvar_write(Call(669), session, handle, Addr::new(buf.cast())));
    fn MPI_T_source_get_info PMPI_T_source_get_info (source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut abi::Info) -> c_int =
        finish_tool(crate::tool::source_get_info(Call(670), source_index, TextOut::new(name), Out::new(name_len), TextOut::new(desc), Out::new(desc_len), Out::new(ordering), Out::new(ticks_per_second), Out::new(max_ticks), Out::new(info)));
    fn MPI_T_source_get_num PMPI_T_source_get_num (num_sources: *mut c_int) -> c_int =
        finish_tool(crate::tool::source_get_num(Call(671), Out::new(num_sources)));
    fn MPI_T_source_get_timestamp PMPI_T_source_get_timestamp (source_index: c_int, timestamp: *mut i64) -> c_int =
        finish_tool(crate::tool::source_get_timestamp(Call(672), source_index, Out::new(timestamp)));
}
