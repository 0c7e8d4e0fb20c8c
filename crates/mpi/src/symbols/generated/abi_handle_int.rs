//! Exported symbols: abi handle int. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Comm_fromint PMPI_Comm_fromint (comm: c_int) -> abi::Comm =
        crate::convert::comm_from(comm);
    fn MPI_Comm_toint PMPI_Comm_toint (comm: abi::Comm) -> c_int =
        crate::convert::comm_to(comm);
    fn MPI_Errhandler_fromint PMPI_Errhandler_fromint (errhandler: c_int) -> abi::Errhandler =
        crate::convert::errhandler_from(errhandler);
    fn MPI_Errhandler_toint PMPI_Errhandler_toint (errhandler: abi::Errhandler) -> c_int =
        crate::convert::errhandler_to(errhandler);
    fn MPI_File_fromint PMPI_File_fromint (file: c_int) -> abi::File =
        crate::convert::file_from(file);
    fn MPI_File_toint PMPI_File_toint (file: abi::File) -> c_int =
        crate::convert::file_to(file);
    fn MPI_Group_fromint PMPI_Group_fromint (group: c_int) -> abi::Group =
        crate::convert::group_from(group);
    fn MPI_Group_toint PMPI_Group_toint (group: abi::Group) -> c_int =
        crate::convert::group_to(group);
    fn MPI_Info_fromint PMPI_Info_fromint (info: c_int) -> abi::Info =
        crate::convert::info_from(info);
    fn MPI_Info_toint PMPI_Info_toint (info: abi::Info) -> c_int =
        crate::convert::info_to(info);
    fn MPI_Message_fromint PMPI_Message_fromint (message: c_int) -> abi::Message =
        crate::convert::message_from(message);
    fn MPI_Message_toint PMPI_Message_toint (message: abi::Message) -> c_int =
        crate::convert::message_to(message);
    fn MPI_Op_fromint PMPI_Op_fromint (op: c_int) -> abi::Op =
        crate::convert::op_from(op);
    fn MPI_Op_toint PMPI_Op_toint (op: abi::Op) -> c_int =
        crate::convert::op_to(op);
    fn MPI_Request_fromint PMPI_Request_fromint (request: c_int) -> abi::Request =
        crate::convert::request_from(request);
    fn MPI_Request_toint PMPI_Request_toint (request: abi::Request) -> c_int =
        crate::convert::request_to(request);
    fn MPI_Session_fromint PMPI_Session_fromint (session: c_int) -> abi::Session =
        crate::convert::session_from(session);
    fn MPI_Session_toint PMPI_Session_toint (session: abi::Session) -> c_int =
        crate::convert::session_to(session);
    fn MPI_Type_fromint PMPI_Type_fromint (datatype: c_int) -> abi::Datatype =
        crate::convert::type_from(datatype);
    fn MPI_Type_toint PMPI_Type_toint (datatype: abi::Datatype) -> c_int =
        crate::convert::type_to(datatype);
    fn MPI_Win_fromint PMPI_Win_fromint (win: c_int) -> abi::Win =
        crate::convert::win_from(win);
    fn MPI_Win_toint PMPI_Win_toint (win: abi::Win) -> c_int =
        crate::convert::win_to(win);
}
