//! Exported symbols: sessions. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Comm_create_from_group PMPI_Comm_create_from_group (group: abi::Group, stringtag: *const c_char, info: abi::Info, errhandler: abi::Errhandler, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(83), On::New(errhandler), if stringtag.is_null() { null("stringtag") } else if newcomm.is_null() { null("newcomm") } else { crate::comm::create_from_group(Call(83), group, Text::new(stringtag), info, errhandler, Out::new(newcomm)) });
    fn MPI_Group_from_session_pset PMPI_Group_from_session_pset (session: abi::Session, pset_name: *const c_char, newgroup: *mut abi::Group) -> c_int =
        finish(Call(257), On::Session(session), if pset_name.is_null() { null("pset_name") } else if newgroup.is_null() { null("newgroup") } else { crate::session::group_from_pset(Call(257), session, Text::new(pset_name), Out::new(newgroup)) });
    fn MPI_Intercomm_create_from_groups PMPI_Intercomm_create_from_groups (local_group: abi::Group, local_leader: c_int, remote_group: abi::Group, remote_leader: c_int, stringtag: *const c_char, info: abi::Info, errhandler: abi::Errhandler, newintercomm: *mut abi::Comm) -> c_int =
        finish(Call(317), On::New(errhandler), if stringtag.is_null() { null("stringtag") } else if newintercomm.is_null() { null("newintercomm") } else { crate::comm::intercomm_create_from_groups(Call(317), local_group, local_leader, remote_group, remote_leader, Text::new(stringtag), info, errhandler, Out::new(newintercomm)) });
    fn MPI_Session_finalize PMPI_Session_finalize (session: *mut abi::Session) -> c_int =
        finish(Call(464), On::Session(Out::new(session).or_null()), if session.is_null() { null("session") } else { crate::session::finalize(Call(464), Out::new(session)) });
    fn MPI_Session_get_info PMPI_Session_get_info (session: abi::Session, info_used: *mut abi::Info) -> c_int =
        finish(Call(467), On::Session(session), if info_used.is_null() { null("info_used") } else { crate::session::get_info(Call(467), session, Out::new(info_used)) });
    fn MPI_Session_get_nth_pset PMPI_Session_get_nth_pset (session: abi::Session, info: abi::Info, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int =
        finish(Call(468), On::Session(session), if pset_len.is_null() { null("pset_len") } else if *pset_len > 0 && pset_name.is_null() { null("pset_name") } else { crate::session::get_nth_pset(Call(468), session, info, n, Out::new(pset_len), TextOut::new(pset_name)) });
    fn MPI_Session_get_num_psets PMPI_Session_get_num_psets (session: abi::Session, info: abi::Info, npset_names: *mut c_int) -> c_int =
        finish(Call(469), On::Session(session), if npset_names.is_null() { null("npset_names") } else { crate::session::get_num_psets(Call(469), session, info, Out::new(npset_names)) });
    fn MPI_Session_get_pset_info PMPI_Session_get_pset_info (session: abi::Session, pset_name: *const c_char, info: *mut abi::Info) -> c_int =
        finish(Call(470), On::Session(session), if pset_name.is_null() { null("pset_name") } else if info.is_null() { null("info") } else { crate::session::get_pset_info(Call(470), session, Text::new(pset_name), Out::new(info)) });
    fn MPI_Session_init PMPI_Session_init (info: abi::Info, errhandler: abi::Errhandler, session: *mut abi::Session) -> c_int =
        finish(Call(472), On::New(errhandler), if session.is_null() { null("session") } else { crate::session::init(Call(472), info, errhandler, Out::new(session)) });
}
