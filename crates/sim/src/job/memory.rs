//! The memory that a simulated program sends from and receives into: in one piece, or with holes.
use super::turn::Place;
use crate::contents::BLANK;
use clump::driver::{LentBuffer, Mode, Nest, Request, Scattered};
use clump_core::{Rank, Select};
use clump_fabric::sim::{lent, lent_copy};
use fastrand::Rng;
use std::sync::Arc;

/// The byte that a program writes over memory which an operation no longer needs.
const SPOILT: u8 = 0x5b;
/// About the most blocks of memory with holes.
const MOST_BLOCKS: usize = 64;
/// The chance that memory has holes, in per mille.
const HOLES: u32 = 250;

/// Memory lent to an operation, until it ends.
pub struct Memory {
    bytes: LentBuffer,
    /// The data bytes among `bytes`; `None`: all of them.
    holes: Option<Arc<Scattered>>,
    len: usize,
}

impl Memory {
    /// Returns memory for `len` bytes of data, all of it blank.
    pub fn blank(rng: &mut Rng, len: u64) -> Memory {
        let len = len as usize;
        if len == 0 || rng.u32(..1000) >= HOLES {
            let bytes = lent(len);
            bytes.region().write(&vec![BLANK; len]);
            return Memory { bytes, holes: None, len };
        }
        let block = [1, 8, 100, 4096][rng.usize(..4)].max(len / MOST_BLOCKS).min(len);
        let stride = block + [0, 1, 24, 200][rng.usize(..4)];
        let count = len / block;
        let rest = len - count * block;
        let all = count * stride + rest;
        let bytes = lent(all);
        bytes.region().write(&vec![BLANK; all]);
        let mut parts = vec![(0, Nest::row(0, stride as i64, count as u64, block as u64))];
        if rest > 0 {
            parts.push(((count * stride) as i64, Nest::row(0, 0, 1, rest as u64)));
        }
        let nest = if parts.len() == 1 { parts.remove(0).1 } else { Nest::list(parts) };
        let holes = Scattered::new(Arc::new(nest), bytes.region(), 0);
        Memory { bytes, holes: Some(Arc::new(holes)), len }
    }

    /// Returns no memory.
    pub fn none() -> Memory {
        Memory { bytes: lent(0), holes: None, len: 0 }
    }

    /// Returns memory with these bytes of data.
    pub fn with(rng: &mut Rng, data: &[u8]) -> Memory {
        let memory = Memory::blank(rng, data.len() as u64);
        memory.write(data);
        memory
    }

    /// Returns the number of bytes of data.
    pub fn len(&self) -> u64 {
        self.len as u64
    }

    fn write(&self, data: &[u8]) {
        match &self.holes {
            None => drop(self.bytes.region().write(data)),
            Some(holes) => holes.copy_in(0, lent_copy(data).region()),
        }
    }

    /// Returns the bytes of data.
    pub fn data(&self) -> Vec<u8> {
        let Some(holes) = &self.holes else { return self.bytes.region().to_vec() };
        let data = lent(self.len);
        holes.copy_out(0, data.region());
        data.region().to_vec()
    }

    /// Returns true if every byte between the bytes of data is still blank.
    pub fn has_blank_holes(&self) -> bool {
        let Some(holes) = &self.holes else { return true };
        let was = self.data();
        self.write(&vec![BLANK; self.len]);
        let blank = self.bytes.region().to_vec().iter().all(|byte| *byte == BLANK);
        holes.copy_in(0, lent_copy(&was).region());
        blank
    }

    /// Overwrites the data, which no operation needs any more: a receiver that still reads it gets wrong bytes.
    pub fn spoil(&self) {
        self.write(&vec![SPOILT; self.len]);
    }

    /// Returns the memory's bytes if it has no holes.
    pub fn whole(&self) -> Option<clump::driver::Region> {
        self.holes.is_none().then(|| self.bytes.region())
    }

    /// Returns the bytes, data and holes, to be kept while an operation uses them.
    pub fn into_bytes(self) -> LentBuffer {
        self.bytes
    }

    pub fn send(&self, endpoint: &mut Place, to: Rank, context: u16, tag: i32, mode: Mode) -> Option<Request> {
        match &self.holes {
            None => endpoint.send(to, context, tag, self.bytes.region(), mode),
            Some(holes) => endpoint.send_scattered(to, context, tag, holes, mode),
        }
    }

    pub fn recv(&self, endpoint: &mut Place, select: Select) -> Request {
        match &self.holes {
            None => endpoint.recv(select, self.bytes.region()),
            Some(holes) => endpoint.recv_scattered(select, holes),
        }
    }

    pub fn mrecv(&self, endpoint: &mut Place, message: clump::driver::Matched) -> Request {
        match &self.holes {
            None => endpoint.mrecv(message, self.bytes.region()),
            Some(holes) => endpoint.mrecv_scattered(message, holes),
        }
    }
}

/// Memory that no operation may use any more, overwritten. It is kept, so that a late read gets wrong bytes, and a
/// late write is found.
#[derive(Default)]
pub struct SpentMemory(Vec<LentBuffer>);

impl SpentMemory {
    /// Overwrites memory that no operation needs any more, and keeps it.
    pub fn add(&mut self, memory: LentBuffer) {
        memory.region().write(&vec![SPOILT; memory.region().len()]);
        self.0.push(memory);
    }

    /// Frees the memory. Fails if anything was written to it.
    pub fn free(&mut self) -> Result<(), String> {
        let is_written = |memory: &LentBuffer| memory.region().to_vec().iter().any(|byte| *byte != SPOILT);
        match std::mem::take(&mut self.0).iter().any(is_written) {
            true => Err("memory was written that no operation may use any more".to_owned()),
            false => Ok(()),
        }
    }
}
