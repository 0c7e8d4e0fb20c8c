//! Exported symbols: tools mpi t. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_T_category_changed PMPI_T_category_changed (update_number: *mut c_int) -> c_int =
        missing_tool(Call(614), &[Unused::of(&update_number)]);
    fn MPI_T_category_get_categories PMPI_T_category_get_categories (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        missing_tool(Call(615), &[Unused::of(&cat_index), Unused::of(&len), Unused::of(&indices)]);
    fn MPI_T_category_get_cvars PMPI_T_category_get_cvars (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        missing_tool(Call(616), &[Unused::of(&cat_index), Unused::of(&len), Unused::of(&indices)]);
    fn MPI_T_category_get_events PMPI_T_category_get_events (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        missing_tool(Call(617), &[Unused::of(&cat_index), Unused::of(&len), Unused::of(&indices)]);
    fn MPI_T_category_get_index PMPI_T_category_get_index (name: *const c_char, cat_index: *mut c_int) -> c_int =
        missing_tool(Call(618), &[Unused::of(&name), Unused::of(&cat_index)]);
    fn MPI_T_category_get_info PMPI_T_category_get_info (cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int =
        missing_tool(Call(619), &[Unused::of(&cat_index), Unused::of(&name), Unused::of(&name_len), Unused::of(&desc), Unused::of(&desc_len), Unused::of(&num_cvars), Unused::of(&num_pvars), Unused::of(&num_categories)]);
    fn MPI_T_category_get_num PMPI_T_category_get_num (num_cat: *mut c_int) -> c_int =
        missing_tool(Call(620), &[Unused::of(&num_cat)]);
    fn MPI_T_category_get_num_events PMPI_T_category_get_num_events (cat_index: c_int, num_events: *mut c_int) -> c_int =
        missing_tool(Call(621), &[Unused::of(&cat_index), Unused::of(&num_events)]);
    fn MPI_T_category_get_pvars PMPI_T_category_get_pvars (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int =
        missing_tool(Call(622), &[Unused::of(&cat_index), Unused::of(&len), Unused::of(&indices)]);
    fn MPI_T_cvar_get_index PMPI_T_cvar_get_index (name: *const c_char, cvar_index: *mut c_int) -> c_int =
        missing_tool(Call(623), &[Unused::of(&name), Unused::of(&cvar_index)]);
    fn MPI_T_cvar_get_info PMPI_T_cvar_get_info (cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut abi::Datatype, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int =
        missing_tool(Call(624), &[Unused::of(&cvar_index), Unused::of(&name), Unused::of(&name_len), Unused::of(&verbosity), Unused::of(&datatype), Unused::of(&enumtype), Unused::of(&desc), Unused::of(&desc_len), Unused::of(&bind), Unused::of(&scope)]);
    fn MPI_T_cvar_get_num PMPI_T_cvar_get_num (num_cvar: *mut c_int) -> c_int =
        missing_tool(Call(625), &[Unused::of(&num_cvar)]);
    fn MPI_T_cvar_handle_alloc PMPI_T_cvar_handle_alloc (cvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int =
        missing_tool(Call(626), &[Unused::of(&cvar_index), Unused::of(&obj_handle), Unused::of(&handle), Unused::of(&count)]);
    fn MPI_T_cvar_handle_free PMPI_T_cvar_handle_free (handle: *mut usize) -> c_int =
        missing_tool(Call(627), &[Unused::of(&handle)]);
    fn MPI_T_cvar_read PMPI_T_cvar_read (handle: usize, buf: *mut c_void) -> c_int =
        missing_tool(Call(628), &[Unused::of(&handle), Unused::of(&buf)]);
    fn MPI_T_cvar_write PMPI_T_cvar_write (handle: usize, buf: *const c_void) -> c_int =
        missing_tool(Call(629), &[Unused::of(&handle), Unused::of(&buf)]);
    fn MPI_T_enum_get_info PMPI_T_enum_get_info (enumtype: usize, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int =
        missing_tool(Call(630), &[Unused::of(&enumtype), Unused::of(&num), Unused::of(&name), Unused::of(&name_len)]);
    fn MPI_T_enum_get_item PMPI_T_enum_get_item (enumtype: usize, indx: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int =
        missing_tool(Call(631), &[Unused::of(&enumtype), Unused::of(&indx), Unused::of(&value), Unused::of(&name), Unused::of(&name_len)]);
    fn MPI_T_event_callback_get_info PMPI_T_event_callback_get_info (event_registration: usize, cb_safety: c_int, info_used: *mut abi::Info) -> c_int =
        missing_tool(Call(632), &[Unused::of(&event_registration), Unused::of(&cb_safety), Unused::of(&info_used)]);
    fn MPI_T_event_callback_set_info PMPI_T_event_callback_set_info (event_registration: usize, cb_safety: c_int, info: abi::Info) -> c_int =
        missing_tool(Call(633), &[Unused::of(&event_registration), Unused::of(&cb_safety), Unused::of(&info)]);
    fn MPI_T_event_copy PMPI_T_event_copy (event_instance: usize, buffer: *mut c_void) -> c_int =
        missing_tool(Call(634), &[Unused::of(&event_instance), Unused::of(&buffer)]);
    fn MPI_T_event_get_index PMPI_T_event_get_index (name: *const c_char, event_index: *mut c_int) -> c_int =
        missing_tool(Call(635), &[Unused::of(&name), Unused::of(&event_index)]);
    fn MPI_T_event_get_info PMPI_T_event_get_info (event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut abi::Datatype, array_of_displacements: *mut isize, num_elements: *mut c_int, enumtype: *mut usize, info: *mut abi::Info, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) -> c_int =
        missing_tool(Call(636), &[Unused::of(&event_index), Unused::of(&name), Unused::of(&name_len), Unused::of(&verbosity), Unused::of(&array_of_datatypes), Unused::of(&array_of_displacements), Unused::of(&num_elements), Unused::of(&enumtype), Unused::of(&info), Unused::of(&desc), Unused::of(&desc_len), Unused::of(&bind)]);
    fn MPI_T_event_get_num PMPI_T_event_get_num (num_events: *mut c_int) -> c_int =
        missing_tool(Call(637), &[Unused::of(&num_events)]);
    fn MPI_T_event_get_source PMPI_T_event_get_source (event_instance: usize, source_index: *mut c_int) -> c_int =
        missing_tool(Call(638), &[Unused::of(&event_instance), Unused::of(&source_index)]);
    fn MPI_T_event_get_timestamp PMPI_T_event_get_timestamp (event_instance: usize, event_timestamp: *mut i64) -> c_int =
        missing_tool(Call(639), &[Unused::of(&event_instance), Unused::of(&event_timestamp)]);
    fn MPI_T_event_handle_alloc PMPI_T_event_handle_alloc (event_index: c_int, obj_handle: *mut c_void, info: abi::Info, event_registration: *mut usize) -> c_int =
        missing_tool(Call(640), &[Unused::of(&event_index), Unused::of(&obj_handle), Unused::of(&info), Unused::of(&event_registration)]);
    fn MPI_T_event_handle_free PMPI_T_event_handle_free (event_registration: usize, user_data: *mut c_void, free_cb_function: usize) -> c_int =
        missing_tool(Call(641), &[Unused::of(&event_registration), Unused::of(&user_data), Unused::of(&free_cb_function)]);
    fn MPI_T_event_handle_get_info PMPI_T_event_handle_get_info (event_registration: usize, info_used: *mut abi::Info) -> c_int =
        missing_tool(Call(642), &[Unused::of(&event_registration), Unused::of(&info_used)]);
    fn MPI_T_event_handle_set_info PMPI_T_event_handle_set_info (event_registration: usize, info: abi::Info) -> c_int =
        missing_tool(Call(643), &[Unused::of(&event_registration), Unused::of(&info)]);
    fn MPI_T_event_read PMPI_T_event_read (event_instance: usize, element_index: c_int, buffer: *mut c_void) -> c_int =
        missing_tool(Call(644), &[Unused::of(&event_instance), Unused::of(&element_index), Unused::of(&buffer)]);
    fn MPI_T_event_register_callback PMPI_T_event_register_callback (event_registration: usize, cb_safety: c_int, info: abi::Info, user_data: *mut c_void, event_cb_function: usize) -> c_int =
        missing_tool(Call(645), &[Unused::of(&event_registration), Unused::of(&cb_safety), Unused::of(&info), Unused::of(&user_data), Unused::of(&event_cb_function)]);
    fn MPI_T_event_set_dropped_handler PMPI_T_event_set_dropped_handler (event_registration: usize, dropped_cb_function: usize) -> c_int =
        missing_tool(Call(646), &[Unused::of(&event_registration), Unused::of(&dropped_cb_function)]);
    fn MPI_T_finalize PMPI_T_finalize () -> c_int =
        missing_tool(Call(647), &[]);
    fn MPI_T_init_thread PMPI_T_init_thread (required: c_int, provided: *mut c_int) -> c_int =
        missing_tool(Call(648), &[Unused::of(&required), Unused::of(&provided)]);
    fn MPI_T_pvar_get_index PMPI_T_pvar_get_index (name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int =
        missing_tool(Call(649), &[Unused::of(&name), Unused::of(&var_class), Unused::of(&pvar_index)]);
    fn MPI_T_pvar_get_info PMPI_T_pvar_get_info (pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut abi::Datatype, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int =
        missing_tool(Call(650), &[Unused::of(&pvar_index), Unused::of(&name), Unused::of(&name_len), Unused::of(&verbosity), Unused::of(&var_class), Unused::of(&datatype), Unused::of(&enumtype), Unused::of(&desc), Unused::of(&desc_len), Unused::of(&bind), Unused::of(&readonly), Unused::of(&continuous), Unused::of(&atomic)]);
    fn MPI_T_pvar_get_num PMPI_T_pvar_get_num (num_pvar: *mut c_int) -> c_int =
        missing_tool(Call(651), &[Unused::of(&num_pvar)]);
    fn MPI_T_pvar_handle_alloc PMPI_T_pvar_handle_alloc (session: usize, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int =
        missing_tool(Call(652), &[Unused::of(&session), Unused::of(&pvar_index), Unused::of(&obj_handle), Unused::of(&handle), Unused::of(&count)]);
    fn MPI_T_pvar_handle_free PMPI_T_pvar_handle_free (session: usize, handle: *mut usize) -> c_int =
        missing_tool(Call(653), &[Unused::of(&session), Unused::of(&handle)]);
    fn MPI_T_pvar_read PMPI_T_pvar_read (session: usize, handle: usize, buf: *mut c_void) -> c_int =
        missing_tool(Call(654), &[Unused::of(&session), Unused::of(&handle), Unused::of(&buf)]);
    fn MPI_T_pvar_readreset PMPI_T_pvar_readreset (session: usize, handle: usize, buf: *mut c_void) -> c_int =
        missing_tool(Call(655), &[Unused::of(&session), Unused::of(&handle), Unused::of(&buf)]);
    fn MPI_T_pvar_reset PMPI_T_pvar_reset (session: usize, handle: usize) -> c_int =
        missing_tool(Call(656), &[Unused::of(&session), Unused::of(&handle)]);
    fn MPI_T_pvar_session_create PMPI_T_pvar_session_create (session: *mut usize) -> c_int =
        missing_tool(Call(657), &[Unused::of(&session)]);
    fn MPI_T_pvar_session_free PMPI_T_pvar_session_free (session: *mut usize) -> c_int =
        missing_tool(Call(658), &[Unused::of(&session)]);
    fn MPI_T_pvar_start PMPI_T_pvar_start (session: usize, handle: usize) -> c_int =
        missing_tool(Call(659), &[Unused::of(&session), Unused::of(&handle)]);
    fn MPI_T_pvar_stop PMPI_T_pvar_stop (session: usize, handle: usize) -> c_int =
        missing_tool(Call(660), &[Unused::of(&session), Unused::of(&handle)]);
    fn MPI_T_pvar_write PMPI_T_pvar_write (session: usize, handle: usize, buf: *const c_void) -> c_int =
        missing_tool(Call(661), &[Unused::of(&session), Unused::of(&handle), Unused::of(&buf)]);
    fn MPI_T_source_get_info PMPI_T_source_get_info (source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut abi::Info) -> c_int =
        missing_tool(Call(662), &[Unused::of(&source_index), Unused::of(&name), Unused::of(&name_len), Unused::of(&desc), Unused::of(&desc_len), Unused::of(&ordering), Unused::of(&ticks_per_second), Unused::of(&max_ticks), Unused::of(&info)]);
    fn MPI_T_source_get_num PMPI_T_source_get_num (num_sources: *mut c_int) -> c_int =
        missing_tool(Call(663), &[Unused::of(&num_sources)]);
    fn MPI_T_source_get_timestamp PMPI_T_source_get_timestamp (source_index: c_int, timestamp: *mut i64) -> c_int =
        missing_tool(Call(664), &[Unused::of(&source_index), Unused::of(&timestamp)]);
}
