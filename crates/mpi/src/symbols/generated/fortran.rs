//! Exported symbols: fortran. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Comm_c2f PMPI_Comm_c2f (comm: abi::Comm) -> c_int =
        crate::convert::comm_to(comm);
    fn MPI_Comm_f2c PMPI_Comm_f2c (comm: c_int) -> abi::Comm =
        crate::convert::comm_from(comm);
    fn MPI_Errhandler_c2f PMPI_Errhandler_c2f (errhandler: abi::Errhandler) -> c_int =
        crate::convert::errhandler_to(errhandler);
    fn MPI_Errhandler_f2c PMPI_Errhandler_f2c (errhandler: c_int) -> abi::Errhandler =
        crate::convert::errhandler_from(errhandler);
    fn MPI_File_c2f PMPI_File_c2f (file: abi::File) -> c_int =
        crate::convert::file_to(file);
    fn MPI_File_f2c PMPI_File_f2c (file: c_int) -> abi::File =
        crate::convert::file_from(file);
    fn MPI_Group_c2f PMPI_Group_c2f (group: abi::Group) -> c_int =
        crate::convert::group_to(group);
    fn MPI_Group_f2c PMPI_Group_f2c (group: c_int) -> abi::Group =
        crate::convert::group_from(group);
    fn MPI_Info_c2f PMPI_Info_c2f (info: abi::Info) -> c_int =
        crate::convert::info_to(info);
    fn MPI_Info_f2c PMPI_Info_f2c (info: c_int) -> abi::Info =
        crate::convert::info_from(info);
    fn MPI_Message_c2f PMPI_Message_c2f (message: abi::Message) -> c_int =
        crate::convert::message_to(message);
    fn MPI_Message_f2c PMPI_Message_f2c (message: c_int) -> abi::Message =
        crate::convert::message_from(message);
    fn MPI_Op_c2f PMPI_Op_c2f (op: abi::Op) -> c_int =
        crate::convert::op_to(op);
    fn MPI_Op_f2c PMPI_Op_f2c (op: c_int) -> abi::Op =
        crate::convert::op_from(op);
    fn MPI_Request_c2f PMPI_Request_c2f (request: abi::Request) -> c_int =
        crate::convert::request_to(request);
    fn MPI_Request_f2c PMPI_Request_f2c (request: c_int) -> abi::Request =
        crate::convert::request_from(request);
    fn MPI_Session_c2f PMPI_Session_c2f (session: abi::Session) -> c_int =
        crate::convert::session_to(session);
    fn MPI_Session_f2c PMPI_Session_f2c (session: c_int) -> abi::Session =
        crate::convert::session_from(session);
    fn MPI_Type_c2f PMPI_Type_c2f (datatype: abi::Datatype) -> c_int =
        crate::convert::type_to(datatype);
    fn MPI_Type_f2c PMPI_Type_f2c (datatype: c_int) -> abi::Datatype =
        crate::convert::type_from(datatype);
    fn MPI_Win_c2f PMPI_Win_c2f (win: abi::Win) -> c_int =
        crate::convert::win_to(win);
    fn MPI_Win_f2c PMPI_Win_f2c (win: c_int) -> abi::Win =
        crate::convert::win_from(win);
    fn MPI_Status_c2f PMPI_Status_c2f (c_status: *const abi::Status, f_status: *mut c_int) -> c_int =
        finish(Call(695), On::Nothing, if c_status.is_null() { null("c_status") } else if f_status.is_null() { null("f_status") } else { crate::convert::status_to_words(Call(695), In::new(c_status), Out::new(f_status)) });
    fn MPI_Status_f2c PMPI_Status_f2c (f_status: *const c_int, c_status: *mut abi::Status) -> c_int =
        finish(Call(696), On::Nothing, if f_status.is_null() { null("f_status") } else if c_status.is_null() { null("c_status") } else { crate::convert::status_from_words(Call(696), In::new(f_status), Out::new(c_status)) });
    fn MPI_Status_c2f08 PMPI_Status_c2f08 (c_status: *const abi::Status, f08_status: *mut abi::Status) -> c_int =
        finish(Call(697), On::Nothing, if c_status.is_null() { null("c_status") } else if f08_status.is_null() { null("f08_status") } else { crate::convert::status_copy(Call(697), In::new(c_status), Out::new(f08_status)) });
    fn MPI_Status_f082c PMPI_Status_f082c (f08_status: *const abi::Status, c_status: *mut abi::Status) -> c_int =
        finish(Call(698), On::Nothing, if f08_status.is_null() { null("f08_status") } else if c_status.is_null() { null("c_status") } else { crate::convert::status_copy(Call(698), In::new(f08_status), Out::new(c_status)) });
    fn MPI_Status_f2f08 PMPI_Status_f2f08 (f_status: *const c_int, f08_status: *mut abi::Status) -> c_int =
        finish(Call(699), On::Nothing, if f_status.is_null() { null("f_status") } else if f08_status.is_null() { null("f08_status") } else { crate::convert::status_from_words(Call(699), In::new(f_status), Out::new(f08_status)) });
    fn MPI_Status_f082f PMPI_Status_f082f (f08_status: *const abi::Status, f_status: *mut c_int) -> c_int =
        finish(Call(700), On::Nothing, if f08_status.is_null() { null("f08_status") } else if f_status.is_null() { null("f_status") } else { crate::convert::status_to_words(Call(700), In::new(f08_status), Out::new(f_status)) });
}
