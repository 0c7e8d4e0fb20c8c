//! The window by which PEs on other machines are reached, and the allocator of the heap.
use super::process::{enter, fail};
use super::space::SPACE;
use crate::heap::SymmetricHeap;
use clump::driver::windows::{Combine, ElementChange, Window, WindowError};
use clump::driver::{Endpoint, Region};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What this process keeps between `shmem_init` and `shmem_finalize`.
pub struct Joined {
    pub window: Window,
    pub heap: SymmetricHeap,
    /// PEs to which a put is under way that may arrive after later operations, because its bytes travel when the PE
    /// asks for them.
    pub disordered: Vec<usize>,
    /// PEs to which operations have gone since the last quiet.
    pub touched: Vec<usize>,
}

// **Locks.** The gate of the process comes first, then this one.
static JOINED: Mutex<Option<Joined>> = Mutex::new(None);

pub fn joined() -> MutexGuard<'static, Option<Joined>> {
    JOINED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An operation that changes one element, numbered as frames name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum AtomicChange {
    Fetch = 0,
    Set = 1,
    Add = 2,
    And = 3,
    Or = 4,
    Xor = 5,
}

impl AtomicChange {
    /// Returns the operation's name in frames, on elements of `width` bytes.
    pub fn on(self, width: usize) -> Combine {
        Combine { operation: self as u16, element: width as u16 }
    }
}

fn change<T: clump::driver::Pod>(f: impl Fn(T, T) -> T, operand: Region, there: Region) {
    there.set(0, f(operand.get(0), there.get(0)));
}

/// Returns how an operation that a frame names changes elements; `None` if there is no such operation.
pub fn meaning(what: Combine) -> Option<ElementChange> {
    let f: fn(Region, Region) = match (what.operation, what.element) {
        (0, 4 | 8) => unchanged,
        (1, 4) => |a, b| change::<u32>(|a, _| a, a, b),
        (1, 8) => |a, b| change::<u64>(|a, _| a, a, b),
        (2, 4) => |a, b| change(u32::wrapping_add, a, b),
        (2, 8) => |a, b| change(u64::wrapping_add, a, b),
        (3, 4) => |a, b| change::<u32>(|a, b| a & b, a, b),
        (3, 8) => |a, b| change::<u64>(|a, b| a & b, a, b),
        (4, 4) => |a, b| change::<u32>(|a, b| a | b, a, b),
        (4, 8) => |a, b| change::<u64>(|a, b| a | b, a, b),
        (5, 4) => |a, b| change::<u32>(|a, b| a ^ b, a, b),
        (5, 8) => |a, b| change::<u64>(|a, b| a ^ b, a, b),
        _ => return None,
    };
    Some((what.element.into(), f))
}

impl Joined {
    fn touch(&mut self, pe: usize) {
        if !self.touched.contains(&pe) {
            self.touched.push(pe);
        }
    }

    /// Puts bytes into a PE's part on another machine. With `lasting`, the bytes stay as they are until a quiet.
    pub fn put(
        &mut self,
        endpoint: &mut Endpoint,
        pe: usize,
        offset: usize,
        from: Region,
        lasting: bool,
    ) -> WindowOutcome {
        self.touch(pe);
        // A longer put leaves in pieces, some of which the PE asks for when it has room.
        if from.len() > endpoint.most_combined() && !self.disordered.contains(&pe) {
            self.disordered.push(pe);
        }
        self.window.put(endpoint, pe, offset as u64, from, lasting)
    }

    /// Gets bytes from a PE's part on another machine. With `lasting`, the bytes are there after a quiet.
    pub fn get(
        &mut self,
        endpoint: &mut Endpoint,
        pe: usize,
        offset: usize,
        into: Region,
        lasting: bool,
    ) -> WindowOutcome {
        if lasting {
            self.touch(pe);
        }
        self.window.get(endpoint, pe, offset as u64, into, lasting)
    }

    /// Changes an element of a PE's part on another machine. `old` gets its former value.
    pub fn change(
        &mut self,
        endpoint: &mut Endpoint,
        (pe, offset): (usize, usize),
        what: AtomicChange,
        operand: Region,
        old: Option<Region>,
    ) -> WindowOutcome {
        self.touch(pe);
        let combine = what.on(operand.len());
        let f = meaning(combine).map_or(unchanged as fn(Region, Region), |(_, f)| f);
        self.window.combine(endpoint, pe, offset as u64, (operand.len(), combine), (operand, old), f)
    }

    /// Returns true while operations have not been applied at PE `pe`.
    pub fn is_pending(&self, endpoint: &mut Endpoint, pe: usize) -> bool {
        self.window.is_pending(endpoint, pe)
    }
}

fn unchanged(_: Region, _: Region) {}

/// The outcome of an operation.
pub type WindowOutcome = Result<(), WindowError>;

/// Runs an operation on the window. An error ends the job with a line that names the call, the PE and the address.
pub fn operate(call: &str, pe: usize, address: usize, f: impl FnOnce(&mut Joined, &mut Endpoint) -> WindowOutcome) {
    let done = enter(|inside| joined().as_mut().map(|joined| f(joined, inside.common().endpoint())));
    match done {
        Some(Ok(())) => {}
        Some(Err(e)) => failed(call, pe, address, e),
        None => SPACE.check(call),
    }
}

/// Ends the job because an operation failed.
#[cold]
pub fn failed(call: &str, pe: usize, address: usize, e: WindowError) -> ! {
    let why = match e {
        WindowError::Far(_, clump::driver::windows::Refusal::Lost) => "the PE has died or left the job".to_owned(),
        WindowError::Far(_, refusal) => format!("the PE refused the operation ({refusal:?})"),
        WindowError::Outside(len) => format!("the bytes reach outside the {len} bytes of the PE's memory"),
        WindowError::NotAttached | WindowError::Refused(_) => "the PE's memory cannot be reached".to_owned(),
        WindowError::HolderDied(rank) => format!("PE {rank} died while it held a lock of that memory"),
    };
    let at = if address == 0 { String::new() } else { format!(", address {address:#x}") };
    fail(call, format_args!("to PE {pe}{at}: {why}"))
}
