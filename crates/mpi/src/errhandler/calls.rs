//! The MPI functions on error handlers.
use super::raise;
use crate::abi;
use crate::error::{Call, On, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::errhandler::{Handler, Object};

fn create(function: Callback, of: Object, handle: Out<abi::Errhandler>) -> Result {
    if function.get() == 0 {
        return fail(abi::MPI_ERR_ARG, "the error handler function is a null pointer");
    }
    let mut s = gate::enter();
    handle.set(abi::Errhandler(s.handlers.table.insert(Handler { function, of, refs: 1 })));
    Ok(())
}

/// MPI_Comm_create_errhandler
pub fn create_for_comm(_: Call, function: Callback, handle: Out<abi::Errhandler>) -> Result {
    create(function, Object::Comm, handle)
}
/// MPI_Win_create_errhandler
pub fn create_for_win(_: Call, function: Callback, handle: Out<abi::Errhandler>) -> Result {
    create(function, Object::Win, handle)
}
/// MPI_File_create_errhandler
pub fn create_for_file(_: Call, function: Callback, handle: Out<abi::Errhandler>) -> Result {
    create(function, Object::File, handle)
}
/// MPI_Session_create_errhandler
pub fn create_for_session(_: Call, function: Callback, handle: Out<abi::Errhandler>) -> Result {
    create(function, Object::Session, handle)
}

/// MPI_Errhandler_free
pub fn free(_: Call, handle: Out<abi::Errhandler>) -> Result {
    let mut s = gate::enter();
    match handle.get() {
        abi::MPI_ERRORS_ARE_FATAL | abi::MPI_ERRORS_ABORT | abi::MPI_ERRORS_RETURN => {}
        h => {
            s.handlers.get_mut(h)?;
            s.handlers.let_go(h);
        }
    }
    handle.set(abi::MPI_ERRHANDLER_NULL);
    Ok(())
}

/// MPI_Comm_set_errhandler
pub fn comm_set(_: Call, comm: abi::Comm, handle: abi::Errhandler) -> Result {
    let mut s = gate::enter();
    s.comm(comm)?;
    s.handlers.fits(handle, Object::Comm)?;
    s.handlers.keep(handle)?;
    let old = std::mem::replace(&mut s.comm_mut(comm)?.errhandler, handle);
    s.handlers.let_go(old);
    s.self_handled |= comm == abi::MPI_COMM_SELF;
    Ok(())
}

/// MPI_Comm_get_errhandler
pub fn comm_get(_: Call, comm: abi::Comm, handle: Out<abi::Errhandler>) -> Result {
    let mut s = gate::enter();
    let h = s.comm(comm)?.errhandler;
    s.handlers.keep(h)?;
    handle.set(h);
    Ok(())
}

/// MPI_Comm_call_errhandler
pub fn comm_call(call: Call, comm: abi::Comm, code: i32) -> Result {
    {
        let s = gate::enter();
        s.comm(comm)?;
        if s.codes.class(code).is_none() {
            return fail(abi::MPI_ERR_ARG, format!("{code} is no error code"));
        }
    }
    raise(call, On::Comm(comm), *error(code, "called by the program"));
    Ok(())
}

/// MPI_Win_set_errhandler
pub fn win_set(_: Call, win: abi::Win, handle: abi::Errhandler) -> Result {
    let mut s = gate::enter();
    s.win(win)?;
    s.handlers.fits(handle, Object::Win)?;
    s.handlers.keep(handle)?;
    let old = std::mem::replace(&mut s.win_mut(win)?.errhandler, handle);
    s.handlers.let_go(old);
    Ok(())
}

/// MPI_Win_get_errhandler
pub fn win_get(_: Call, win: abi::Win, handle: Out<abi::Errhandler>) -> Result {
    let mut s = gate::enter();
    let h = s.win(win)?.errhandler;
    s.handlers.keep(h)?;
    handle.set(h);
    Ok(())
}

/// MPI_Win_call_errhandler
pub fn win_call(call: Call, win: abi::Win, code: i32) -> Result {
    {
        let s = gate::enter();
        s.win(win)?;
        if s.codes.class(code).is_none() {
            return fail(abi::MPI_ERR_ARG, format!("{code} is no error code"));
        }
    }
    raise(call, On::Win(win), *error(code, "called by the program"));
    Ok(())
}

/// MPI_File_set_errhandler. The handler of MPI_FILE_NULL is that of files that are opened later (MPI 5.0, 14.7).
pub fn file_set(_: Call, file: abi::File, handle: abi::Errhandler) -> Result {
    let mut s = gate::enter();
    if file != abi::MPI_FILE_NULL {
        s.file(file)?;
    }
    s.handlers.fits(handle, Object::File)?;
    s.handlers.keep(handle)?;
    let old = match file {
        abi::MPI_FILE_NULL => std::mem::replace(&mut s.files.null_handler, handle),
        _ => std::mem::replace(&mut s.file_mut(file)?.errhandler, handle),
    };
    s.handlers.let_go(old);
    Ok(())
}

/// MPI_File_get_errhandler
pub fn file_get(_: Call, file: abi::File, handle: Out<abi::Errhandler>) -> Result {
    let mut s = gate::enter();
    let h = if file == abi::MPI_FILE_NULL { s.files.null_handler } else { s.file(file)?.errhandler };
    s.handlers.keep(h)?;
    handle.set(h);
    Ok(())
}

/// MPI_File_call_errhandler
pub fn file_call(call: Call, file: abi::File, code: i32) -> Result {
    {
        let s = gate::enter();
        if file != abi::MPI_FILE_NULL {
            s.file(file)?;
        }
        if s.codes.class(code).is_none() {
            return fail(abi::MPI_ERR_ARG, format!("{code} is no error code"));
        }
    }
    raise(call, On::File(file), *error(code, "called by the program"));
    Ok(())
}
