//! Exported symbols: errhandler. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Add_error_class PMPI_Add_error_class (errorclass: *mut c_int) -> c_int =
        finish(Call(10), On::Nothing, if errorclass.is_null() { null("errorclass") } else { crate::errhandler::add_class(Call(10), Out::new(errorclass)) });
    fn MPI_Add_error_code PMPI_Add_error_code (errorclass: c_int, errorcode: *mut c_int) -> c_int =
        finish(Call(11), On::Nothing, if errorcode.is_null() { null("errorcode") } else { crate::errhandler::add_code(Call(11), errorclass, Out::new(errorcode)) });
    fn MPI_Add_error_string PMPI_Add_error_string (errorcode: c_int, string: *const c_char) -> c_int =
        finish(Call(12), On::Nothing, if string.is_null() { null("string") } else { crate::errhandler::add_string(Call(12), errorcode, Text::new(string)) });
    fn MPI_Comm_call_errhandler PMPI_Comm_call_errhandler (comm: abi::Comm, errorcode: c_int) -> c_int =
        finish(Call(78), On::Comm(comm), crate::errhandler::comm_call(Call(78), comm, errorcode));
    fn MPI_Comm_create_errhandler PMPI_Comm_create_errhandler (comm_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(82), On::Nothing, if comm_errhandler_fn == 0 { null("comm_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_comm(Call(82), Callback::new(comm_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Comm_get_errhandler PMPI_Comm_get_errhandler (comm: abi::Comm, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(96), On::Comm(comm), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::comm_get(Call(96), comm, Out::new(errhandler)) });
    fn MPI_Comm_set_errhandler PMPI_Comm_set_errhandler (comm: abi::Comm, errhandler: abi::Errhandler) -> c_int =
        finish(Call(109), On::Comm(comm), crate::errhandler::comm_set(Call(109), comm, errhandler));
    fn MPI_Errhandler_free PMPI_Errhandler_free (errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(124), On::Nothing, if errhandler.is_null() { null("errhandler") } else { crate::errhandler::free(Call(124), Out::new(errhandler)) });
    fn MPI_Error_class PMPI_Error_class (errorcode: c_int, errorclass: *mut c_int) -> c_int =
        finish(Call(125), On::Nothing, if errorclass.is_null() { null("errorclass") } else { crate::errhandler::class(Call(125), errorcode, Out::new(errorclass)) });
    fn MPI_Error_string PMPI_Error_string (errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(126), On::Nothing, if string.is_null() { null("string") } else if resultlen.is_null() { null("resultlen") } else { crate::errhandler::string(Call(126), errorcode, TextOut::new(string), Out::new(resultlen)) });
    fn MPI_File_call_errhandler PMPI_File_call_errhandler (fh: abi::File, errorcode: c_int) -> c_int =
        finish(Call(132), On::File(fh), crate::errhandler::file_call(Call(132), fh, errorcode));
    fn MPI_File_create_errhandler PMPI_File_create_errhandler (file_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(134), On::Nothing, if file_errhandler_fn == 0 { null("file_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_file(Call(134), Callback::new(file_errhandler_fn), Out::new(errhandler)) });
    fn MPI_File_get_errhandler PMPI_File_get_errhandler (file: abi::File, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(139), On::File(file), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::file_get(Call(139), file, Out::new(errhandler)) });
    fn MPI_File_set_errhandler PMPI_File_set_errhandler (file: abi::File, errhandler: abi::Errhandler) -> c_int =
        finish(Call(194), On::File(file), crate::errhandler::file_set(Call(194), file, errhandler));
    fn MPI_Remove_error_class PMPI_Remove_error_class (errorclass: c_int) -> c_int =
        finish(Call(420), On::Nothing, crate::errhandler::remove_class(Call(420), errorclass));
    fn MPI_Remove_error_code PMPI_Remove_error_code (errorcode: c_int) -> c_int =
        finish(Call(421), On::Nothing, crate::errhandler::remove_code(Call(421), errorcode));
    fn MPI_Remove_error_string PMPI_Remove_error_string (errorcode: c_int) -> c_int =
        finish(Call(422), On::Nothing, crate::errhandler::remove_string(Call(422), errorcode));
    fn MPI_Session_call_errhandler PMPI_Session_call_errhandler (session: abi::Session, errorcode: c_int) -> c_int =
        finish(Call(460), On::Session(session), crate::session::call_errhandler(Call(460), session, errorcode));
    fn MPI_Session_create_errhandler PMPI_Session_create_errhandler (session_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(461), On::Nothing, if session_errhandler_fn == 0 { null("session_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_session(Call(461), Callback::new(session_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Session_get_errhandler PMPI_Session_get_errhandler (session: abi::Session, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(466), On::Session(session), if errhandler.is_null() { null("errhandler") } else { crate::session::get_errhandler(Call(466), session, Out::new(errhandler)) });
    fn MPI_Session_set_errhandler PMPI_Session_set_errhandler (session: abi::Session, errhandler: abi::Errhandler) -> c_int =
        finish(Call(473), On::Session(session), crate::session::set_errhandler(Call(473), session, errhandler));
    fn MPI_Win_call_errhandler PMPI_Win_call_errhandler (win: abi::Win, errorcode: c_int) -> c_int =
        finish(Call(560), On::Win(win), crate::errhandler::win_call(Call(560), win, errorcode));
    fn MPI_Win_create_errhandler PMPI_Win_create_errhandler (win_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(565), On::Nothing, if win_errhandler_fn == 0 { null("win_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_win(Call(565), Callback::new(win_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Win_get_errhandler PMPI_Win_get_errhandler (win: abi::Win, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(577), On::Win(win), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::win_get(Call(577), win, Out::new(errhandler)) });
    fn MPI_Win_set_errhandler PMPI_Win_set_errhandler (win: abi::Win, errhandler: abi::Errhandler) -> c_int =
        finish(Call(585), On::Win(win), crate::errhandler::win_set(Call(585), win, errhandler));
}
