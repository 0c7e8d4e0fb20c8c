//! Where the lines of a node's memory are, and what a reference of the processor costs.
use super::machine::Machine;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Processor,
    Widget,
    Memory,
}

/// A node's coherent caches: the processor's, and the Widget's. Every line has one holder: main memory, until a cache
/// takes it. Messages are short beside the caches' sizes (128 KiB each), so that no line is evicted for want of room.
pub struct Caches {
    machine: Machine,
    lines: HashMap<u64, Holder>,
    /// True if the Widget keeps the data that arrive.
    is_cached: bool,
}

impl Caches {
    pub fn new(machine: Machine, is_cached: bool) -> Caches {
        Caches { machine, lines: HashMap::new(), is_cached }
    }

    /// Returns the lines that hold `len` bytes at `address`.
    fn of(&self, address: u64, len: u64) -> impl Iterator<Item = u64> + use<> {
        address / self.machine.line..(address + len.max(1)).div_ceil(self.machine.line)
    }

    /// The Widget places arriving data: it takes the lines from the processor.
    pub fn arrive(&mut self, address: u64, len: u64) {
        let holder = if self.is_cached { Holder::Widget } else { Holder::Memory };
        self.lines.extend(self.of(address, len).map(|line| (line, holder)));
    }

    /// The Widget writes a note, which purges the stale line from the processor's cache.
    pub fn post(&mut self, address: u64) {
        self.lines.extend(self.of(address, 1).map(|line| (line, Holder::Widget)));
    }

    /// Moves every line to main memory.
    pub fn forget(&mut self) {
        self.lines.clear();
    }

    /// The processor reads a word of every line of these bytes. Returns what that costs beyond the instructions of the
    /// program.
    pub fn touch(&mut self, address: u64, len: u64) -> f64 {
        let mut cost = 0.0;
        for line in self.of(address, len) {
            cost += match self.lines.insert(line, Holder::Processor) {
                Some(Holder::Processor) => 0.0,
                Some(Holder::Widget) => self.machine.widget + self.machine.reference,
                Some(Holder::Memory) | None => self.machine.memory + self.machine.reference,
            };
        }
        cost
    }
}
