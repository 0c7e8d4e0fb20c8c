//! The MPI functions on error classes, codes and strings.
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Out, Text, TextOut};
use crate::ffi::gate;

/// MPI_Add_error_class
pub fn add_class(_: Call, class: Out<i32>) -> Result {
    class.set(gate::enter().codes.add(None));
    Ok(())
}

/// MPI_Remove_error_class. Fails if the class still has a code or a string.
pub fn remove_class(_: Call, class: i32) -> Result {
    let codes = &mut gate::enter().codes;
    if codes.added.get(&class) != Some(&class) {
        return fail(abi::MPI_ERR_ARG, format!("{class} is no error class that the program added"));
    }
    if codes.added.iter().any(|(&code, &c)| c == class && code != class) {
        return fail(abi::MPI_ERR_ARG, format!("error class {class} still has error codes"));
    }
    codes.remove(class, "class")
}

/// MPI_Add_error_code
pub fn add_code(_: Call, class: i32, code: Out<i32>) -> Result {
    let codes = &mut gate::enter().codes;
    if codes.class(class) != Some(class) {
        return fail(abi::MPI_ERR_ARG, format!("{class} is no error class"));
    }
    code.set(codes.add(Some(class)));
    Ok(())
}

/// MPI_Remove_error_code
pub fn remove_code(_: Call, code: i32) -> Result {
    let codes = &mut gate::enter().codes;
    if codes.added.get(&code) == Some(&code) {
        return fail(abi::MPI_ERR_ARG, format!("{code} is an error class, not an error code"));
    }
    codes.remove(code, "code")
}

/// MPI_Add_error_string
pub fn add_string(_: Call, code: i32, string: Text) -> Result {
    let codes = &mut gate::enter().codes;
    if !codes.added.contains_key(&code) {
        return fail(abi::MPI_ERR_ARG, format!("{code} is no error code that the program added"));
    }
    let text = string.get().ok_or_else(|| error(abi::MPI_ERR_ARG, "the string is a null pointer"))?;
    if text.is_empty() {
        codes.strings.remove(&code);
    } else {
        codes.strings.insert(code, text);
    }
    Ok(())
}

/// MPI_Remove_error_string
pub fn remove_string(_: Call, code: i32) -> Result {
    let codes = &mut gate::enter().codes;
    match codes.strings.remove(&code) {
        Some(_) => Ok(()),
        None => fail(abi::MPI_ERR_ARG, format!("error code {code} has no string that the program added")),
    }
}

/// MPI_Error_class
pub fn class(_: Call, code: i32, class: Out<i32>) -> Result {
    match gate::enter().codes.class(code) {
        Some(c) => class.set(c),
        None => return fail(abi::MPI_ERR_ARG, format!("{code} is no error code")),
    }
    Ok(())
}

/// MPI_Error_string
pub fn string(_: Call, code: i32, text: TextOut, len: Out<i32>) -> Result {
    let codes = &gate::enter().codes;
    if codes.class(code).is_none() {
        return fail(abi::MPI_ERR_ARG, format!("{code} is no error code"));
    }
    len.set(text.set(codes.text(code), abi::MPI_MAX_ERROR_STRING as usize) as i32);
    Ok(())
}
