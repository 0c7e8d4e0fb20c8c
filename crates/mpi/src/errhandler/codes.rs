//! Error classes and codes: the standard's, and those the program adds (MPI 5.0, 9.5).
use super::text;
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Out, Text, TextOut};
use crate::ffi::gate;
use std::collections::BTreeMap;

/// Classes and codes that the program added, above MPI_ERR_LASTCODE.
#[derive(Debug)]
pub struct Codes {
    /// Code to its class; a class is a code of itself.
    added: BTreeMap<i32, i32>,
    strings: BTreeMap<i32, Vec<u8>>,
    /// The attribute MPI_LASTUSEDCODE, where programs may look at it.
    pub last: i32,
}

impl Codes {
    pub const fn new() -> Codes {
        Codes { added: BTreeMap::new(), strings: BTreeMap::new(), last: abi::MPI_ERR_LASTCODE }
    }

    /// The class of a code; `None` if there is no such code.
    pub fn class(&self, code: i32) -> Option<i32> {
        if class_name(code).is_some() { Some(code) } else { self.added.get(&code).copied() }
    }

    /// What a code means, as a sentence without its full stop. Empty for a code that has no string.
    pub fn text(&self, code: i32) -> &[u8] {
        match text::of_class(code) {
            Some(text) => text.as_bytes(),
            None => self.strings.get(&code).map_or(&[], Vec::as_slice),
        }
    }

    fn add(&mut self, class: Option<i32>) -> i32 {
        let code = (abi::MPI_ERR_LASTCODE + 1..).find(|c| !self.added.contains_key(c)).unwrap_or(i32::MAX);
        self.added.insert(code, class.unwrap_or(code));
        self.last = self.last.max(code);
        code
    }

    fn remove(&mut self, code: i32, what: &str) -> Result {
        if self.strings.contains_key(&code) {
            return fail(abi::MPI_ERR_ARG, format!("error {what} {code} still has a string; remove that first"));
        }
        if self.added.remove(&code).is_none() {
            return fail(abi::MPI_ERR_ARG, format!("{code} is no error {what} that the program added"));
        }
        self.last = self.added.keys().next_back().copied().unwrap_or(abi::MPI_ERR_LASTCODE);
        Ok(())
    }
}

impl Default for Codes {
    fn default() -> Self {
        Self::new()
    }
}

/// `MPI_ERR_RANK` and so on; `None` for what the standard does not define.
pub fn class_name(class: i32) -> Option<&'static str> {
    abi::ERROR_NAMES.iter().find(|(n, _)| *n == class).map(|(_, name)| *name)
}

/// MPI_Add_error_class
pub fn add_class(_: Call, class: Out<i32>) -> Result {
    class.set(gate::enter().codes.add(None));
    Ok(())
}

/// MPI_Remove_error_class: it must have no codes and no string left.
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
