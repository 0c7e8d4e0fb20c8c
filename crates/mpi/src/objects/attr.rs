//! Storage for the process's attribute keys and attributes.
use crate::abi;
use crate::error::{Result, error};
use crate::ffi::callback::Callback;

/// The kind of object to which a key's attributes belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Comm,
    Type,
    Win,
}

/// A key that the program made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keyval {
    pub of: Object,
    pub copy: Callback,
    pub delete: Callback,
    pub extra: usize,
    /// True once the program has freed the key. The key stays while attributes use it.
    pub freed: bool,
    /// Number of attributes that use the key.
    pub used: u32,
}

/// One attribute of one object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub of: Object,
    /// The object's handle.
    pub object: usize,
    pub keyval: i32,
    pub value: usize,
}

/// Number of the program's first key. The predefined keys have smaller numbers.
pub(crate) const FIRST: i32 = 1024;

/// All keys and attributes. Attributes are in the order in which the program set them.
#[derive(Debug)]
pub struct Attributes {
    pub(crate) keyvals: Vec<Option<Keyval>>,
    pub(crate) list: Vec<Attribute>,
    /// Values of the predefined attributes; programs get their addresses.
    pub tag_ub: i32,
    pub host: i32,
    pub io: i32,
    pub wtime_is_global: i32,
    pub universe_size: i32,
    /// Value of MPI_APPNUM; `None` if the launcher gave none.
    pub appnum: Option<i32>,
}

impl Attributes {
    pub const fn new() -> Attributes {
        Attributes {
            keyvals: Vec::new(),
            list: Vec::new(),
            tag_ub: i32::MAX,
            host: abi::MPI_PROC_NULL,
            io: abi::MPI_ANY_SOURCE,
            wtime_is_global: 1,
            universe_size: 0,
            appnum: None,
        }
    }

    /// Returns true if no object has an attribute.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn keyval(&mut self, of: Object, number: i32) -> Result<&mut Keyval> {
        let found = usize::try_from(number - FIRST).ok().and_then(|i| self.keyvals.get_mut(i)?.as_mut());
        found.filter(|k| k.of == of).ok_or_else(|| {
            let why = match number {
                abi::MPI_KEYVAL_INVALID => "the key is MPI_KEYVAL_INVALID".into(),
                501..=507 | 601..=605 => {
                    format!("key {number} is predefined and read-only, or for another object")
                }
                _ => {
                    format!("{number} is no attribute key of this kind of object (freed already?)")
                }
            };
            error(abi::MPI_ERR_KEYVAL, why)
        })
    }

    pub(crate) fn find(&self, of: Object, object: usize, keyval: i32) -> Option<usize> {
        self.list.iter().position(|a| a.of == of && a.object == object && a.keyval == keyval)
    }

    pub(crate) fn facts(&mut self, of: Object, number: i32) -> Result<Keyval> {
        self.keyval(of, number).copied()
    }

    /// Adds an attribute. The object must not have an attribute with this key yet.
    pub(crate) fn add(&mut self, a: Attribute) -> Result {
        self.keyval(a.of, a.keyval)?.used += 1;
        self.list.push(a);
        Ok(())
    }

    /// Forgets the attributes of an object that no longer exists, without calling delete functions.
    pub fn forget(&mut self, of: Object, object: usize) {
        let gone: Vec<_> = self.list.extract_if(.., |a| a.of == of && a.object == object).collect();
        gone.iter().for_each(|a| self.unuse(a.keyval));
    }

    /// Lowers the key's count of attributes by one, and frees the key if the program has freed it and no attribute is
    /// left.
    pub(crate) fn unuse(&mut self, keyval: i32) {
        let slot = &mut self.keyvals[(keyval - FIRST) as usize];
        if let Some(k) = slot {
            k.used -= 1;
            if k.used == 0 && k.freed {
                *slot = None;
            }
        }
    }
}

impl Default for Attributes {
    fn default() -> Self {
        Self::new()
    }
}
