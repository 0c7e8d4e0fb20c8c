//! Memory for operations: it is used again, and never freed, so that a run of any length needs little.
use clump::driver::{Leaked, Region};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// Free memory, by its length.
static FREE: LazyLock<Mutex<HashMap<usize, Vec<Leaked>>>> = LazyLock::new(Mutex::default);

fn free() -> MutexGuard<'static, HashMap<usize, Vec<Leaked>>> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory of one operation, which another operation may get once this value is dropped.
pub struct Reused {
    all: Leaked,
    len: usize,
}

impl Reused {
    /// Returns `len` zero bytes.
    pub fn new(len: usize) -> Reused {
        Reused::copy_of(&vec![0; len])
    }

    /// Returns a copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Reused {
        let room = bytes.len().next_power_of_two();
        let old = free().get_mut(&room).and_then(Vec::pop);
        let reused = Reused { all: old.unwrap_or_else(|| Leaked::new(room)), len: bytes.len() };
        reused.region().write(bytes);
        reused
    }

    pub fn region(&self) -> Region {
        self.all.region().slice(0, self.len)
    }
}

impl Drop for Reused {
    fn drop(&mut self) {
        free().entry(self.all.region().len()).or_default().push(self.all);
    }
}
