//! Error classes and codes, of the standard and of the program (MPI 5.0, 9.5).
use super::text;
use crate::abi;
use crate::error::{Result, fail};
use std::collections::BTreeMap;

/// Classes and codes that the program added. Their numbers are above MPI_ERR_LASTCODE.
#[derive(Debug)]
pub struct Codes {
    /// Maps a code to its class. A class is also a code, and maps to itself.
    pub(crate) added: BTreeMap<i32, i32>,
    pub(crate) strings: BTreeMap<i32, Vec<u8>>,
    /// The value of attribute MPI_LASTUSEDCODE, to which programs get a pointer.
    pub last: i32,
}

impl Codes {
    pub const fn new() -> Codes {
        Codes { added: BTreeMap::new(), strings: BTreeMap::new(), last: abi::MPI_ERR_LASTCODE }
    }

    /// Returns the class of a code, or `None` if there is no such code.
    pub fn class(&self, code: i32) -> Option<i32> {
        if class_name(code).is_some() { Some(code) } else { self.added.get(&code).copied() }
    }

    /// Returns a code's text, a sentence without its full stop, or an empty text if the code has no string.
    pub fn text(&self, code: i32) -> &[u8] {
        match text::of_class(code) {
            Some(text) => text.as_bytes(),
            None => self.strings.get(&code).map_or(&[], Vec::as_slice),
        }
    }

    pub(crate) fn add(&mut self, class: Option<i32>) -> i32 {
        let code = (abi::MPI_ERR_LASTCODE + 1..).find(|c| !self.added.contains_key(c)).unwrap_or(i32::MAX);
        self.added.insert(code, class.unwrap_or(code));
        self.last = self.last.max(code);
        code
    }

    pub(crate) fn remove(&mut self, code: i32, what: &str) -> Result {
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

/// Returns the name of a class, such as `MPI_ERR_RANK`, or `None` if the standard does not define the class.
pub fn class_name(class: i32) -> Option<&'static str> {
    abi::ERROR_NAMES.iter().find(|(n, _)| *n == class).map(|(_, name)| *name)
}
