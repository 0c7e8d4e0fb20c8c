//! Exported symbols: sessions. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Comm_create_from_group PMPI_Comm_create_from_group (group: abi::Group, stringtag: *const c_char, info: abi::Info, errhandler: abi::Errhandler, newcomm: *mut abi::Comm) -> c_int =
        missing(Call(75), On::Nothing, &[Unused::of(&group), Unused::of(&stringtag), Unused::of(&info), Unused::of(&errhandler), Unused::of(&newcomm)]);
    fn MPI_Group_from_session_pset PMPI_Group_from_session_pset (session: abi::Session, pset_name: *const c_char, newgroup: *mut abi::Group) -> c_int =
        missing(Call(249), On::Nothing, &[Unused::of(&session), Unused::of(&pset_name), Unused::of(&newgroup)]);
    fn MPI_Intercomm_create_from_groups PMPI_Intercomm_create_from_groups (local_group: abi::Group, local_leader: c_int, remote_group: abi::Group, remote_leader: c_int, stringtag: *const c_char, info: abi::Info, errhandler: abi::Errhandler, newintercomm: *mut abi::Comm) -> c_int =
        missing(Call(309), On::Nothing, &[Unused::of(&local_group), Unused::of(&local_leader), Unused::of(&remote_group), Unused::of(&remote_leader), Unused::of(&stringtag), Unused::of(&info), Unused::of(&errhandler), Unused::of(&newintercomm)]);
    fn MPI_Session_finalize PMPI_Session_finalize (session: *mut abi::Session) -> c_int =
        missing(Call(456), On::Nothing, &[Unused::of(&session)]);
    fn MPI_Session_get_info PMPI_Session_get_info (session: abi::Session, info_used: *mut abi::Info) -> c_int =
        missing(Call(459), On::Nothing, &[Unused::of(&session), Unused::of(&info_used)]);
    fn MPI_Session_get_nth_pset PMPI_Session_get_nth_pset (session: abi::Session, info: abi::Info, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int =
        missing(Call(460), On::Nothing, &[Unused::of(&session), Unused::of(&info), Unused::of(&n), Unused::of(&pset_len), Unused::of(&pset_name)]);
    fn MPI_Session_get_num_psets PMPI_Session_get_num_psets (session: abi::Session, info: abi::Info, npset_names: *mut c_int) -> c_int =
        missing(Call(461), On::Nothing, &[Unused::of(&session), Unused::of(&info), Unused::of(&npset_names)]);
    fn MPI_Session_get_pset_info PMPI_Session_get_pset_info (session: abi::Session, pset_name: *const c_char, info: *mut abi::Info) -> c_int =
        missing(Call(462), On::Nothing, &[Unused::of(&session), Unused::of(&pset_name), Unused::of(&info)]);
    fn MPI_Session_init PMPI_Session_init (info: abi::Info, errhandler: abi::Errhandler, session: *mut abi::Session) -> c_int =
        missing(Call(464), On::Nothing, &[Unused::of(&info), Unused::of(&errhandler), Unused::of(&session)]);
}
