//! Exported symbols: errhandler. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::ffi::export::*;

export! {
    fn MPI_Add_error_class PMPI_Add_error_class (errorclass: *mut c_int) -> c_int =
        finish(Call(10), On::Nothing, if errorclass.is_null() { null("errorclass") } else { crate::errhandler::add_class(Call(10), Out::new(errorclass)) });
    fn MPI_Add_error_code PMPI_Add_error_code (errorclass: c_int, errorcode: *mut c_int) -> c_int =
        finish(Call(11), On::Nothing, if errorcode.is_null() { null("errorcode") } else { crate::errhandler::add_code(Call(11), errorclass, Out::new(errorcode)) });
    fn MPI_Add_error_string PMPI_Add_error_string (errorcode: c_int, string: *const c_char) -> c_int =
        finish(Call(12), On::Nothing, if string.is_null() { null("string") } else { crate::errhandler::add_string(Call(12), errorcode, Text::new(string)) });
    fn MPI_Comm_call_errhandler PMPI_Comm_call_errhandler (comm: abi::Comm, errorcode: c_int) -> c_int =
        finish(Call(70), On::Comm(comm), crate::errhandler::comm_call(Call(70), comm, errorcode));
    fn MPI_Comm_create_errhandler PMPI_Comm_create_errhandler (comm_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(74), On::Nothing, if comm_errhandler_fn == 0 { null("comm_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_comm(Call(74), Callback::new(comm_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Comm_get_errhandler PMPI_Comm_get_errhandler (comm: abi::Comm, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(88), On::Comm(comm), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::comm_get(Call(88), comm, Out::new(errhandler)) });
    fn MPI_Comm_set_errhandler PMPI_Comm_set_errhandler (comm: abi::Comm, errhandler: abi::Errhandler) -> c_int =
        finish(Call(101), On::Comm(comm), crate::errhandler::comm_set(Call(101), comm, errhandler));
    fn MPI_Errhandler_free PMPI_Errhandler_free (errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(116), On::Nothing, if errhandler.is_null() { null("errhandler") } else { crate::errhandler::free(Call(116), Out::new(errhandler)) });
    fn MPI_Error_class PMPI_Error_class (errorcode: c_int, errorclass: *mut c_int) -> c_int =
        finish(Call(117), On::Nothing, if errorclass.is_null() { null("errorclass") } else { crate::errhandler::class(Call(117), errorcode, Out::new(errorclass)) });
    fn MPI_Error_string PMPI_Error_string (errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) -> c_int =
        finish(Call(118), On::Nothing, if string.is_null() { null("string") } else if resultlen.is_null() { null("resultlen") } else { crate::errhandler::string(Call(118), errorcode, TextOut::new(string), Out::new(resultlen)) });
    fn MPI_File_call_errhandler PMPI_File_call_errhandler (fh: abi::File, errorcode: c_int) -> c_int =
        finish(Call(124), On::File(fh), crate::errhandler::file_call(Call(124), fh, errorcode));
    fn MPI_File_create_errhandler PMPI_File_create_errhandler (file_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(126), On::Nothing, if file_errhandler_fn == 0 { null("file_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_file(Call(126), Callback::new(file_errhandler_fn), Out::new(errhandler)) });
    fn MPI_File_get_errhandler PMPI_File_get_errhandler (file: abi::File, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(131), On::File(file), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::file_get(Call(131), file, Out::new(errhandler)) });
    fn MPI_File_set_errhandler PMPI_File_set_errhandler (file: abi::File, errhandler: abi::Errhandler) -> c_int =
        finish(Call(186), On::File(file), crate::errhandler::file_set(Call(186), file, errhandler));
    fn MPI_Remove_error_class PMPI_Remove_error_class (errorclass: c_int) -> c_int =
        finish(Call(412), On::Nothing, crate::errhandler::remove_class(Call(412), errorclass));
    fn MPI_Remove_error_code PMPI_Remove_error_code (errorcode: c_int) -> c_int =
        finish(Call(413), On::Nothing, crate::errhandler::remove_code(Call(413), errorcode));
    fn MPI_Remove_error_string PMPI_Remove_error_string (errorcode: c_int) -> c_int =
        finish(Call(414), On::Nothing, crate::errhandler::remove_string(Call(414), errorcode));
    fn MPI_Session_call_errhandler PMPI_Session_call_errhandler (session: abi::Session, errorcode: c_int) -> c_int =
        finish(Call(452), On::Session(session), crate::session::call_errhandler(Call(452), session, errorcode));
    fn MPI_Session_create_errhandler PMPI_Session_create_errhandler (session_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(453), On::Nothing, if session_errhandler_fn == 0 { null("session_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_session(Call(453), Callback::new(session_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Session_get_errhandler PMPI_Session_get_errhandler (session: abi::Session, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(458), On::Session(session), if errhandler.is_null() { null("errhandler") } else { crate::session::get_errhandler(Call(458), session, Out::new(errhandler)) });
    fn MPI_Session_set_errhandler PMPI_Session_set_errhandler (session: abi::Session, errhandler: abi::Errhandler) -> c_int =
        finish(Call(465), On::Session(session), crate::session::set_errhandler(Call(465), session, errhandler));
    fn MPI_Win_call_errhandler PMPI_Win_call_errhandler (win: abi::Win, errorcode: c_int) -> c_int =
        finish(Call(552), On::Win(win), crate::errhandler::win_call(Call(552), win, errorcode));
    fn MPI_Win_create_errhandler PMPI_Win_create_errhandler (win_errhandler_fn: usize, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(557), On::Nothing, if win_errhandler_fn == 0 { null("win_errhandler_fn") } else if errhandler.is_null() { null("errhandler") } else { crate::errhandler::create_for_win(Call(557), Callback::new(win_errhandler_fn), Out::new(errhandler)) });
    fn MPI_Win_get_errhandler PMPI_Win_get_errhandler (win: abi::Win, errhandler: *mut abi::Errhandler) -> c_int =
        finish(Call(569), On::Win(win), if errhandler.is_null() { null("errhandler") } else { crate::errhandler::win_get(Call(569), win, Out::new(errhandler)) });
    fn MPI_Win_set_errhandler PMPI_Win_set_errhandler (win: abi::Win, errhandler: abi::Errhandler) -> c_int =
        finish(Call(577), On::Win(win), crate::errhandler::win_set(Call(577), win, errhandler));
}
