//! Context numbers, and how the members of a new communicator agree on one.
//!
//! A communicator takes a pair: the even number for point-to-point, the odd one above it for collectives. Each process
//! keeps a mask of free pairs; the members take the lowest pair that is free in all of their masks.
use crate::abi;
use crate::comm::Circle;
use crate::error::{Call, Result, fail};
use crate::ffi::gate::Guard;

const PAIRS: usize = 1 << 15;
/// Pairs that one round of the agreement looks at: 256 bytes.
const ROUND: usize = 2048;

/// This process's contexts.
#[derive(Debug)]
pub struct Contexts {
    /// Bit set: pair taken. Grows as pairs get used.
    taken: Vec<u64>,
    /// Base contexts of the communicators on which threads here want to agree; the lowest one goes first.
    waiting: Vec<u32>,
    busy: bool,
}

impl Contexts {
    pub const fn new() -> Contexts {
        Contexts { taken: Vec::new(), waiting: Vec::new(), busy: false }
    }

    fn is_free(&self, pair: usize) -> bool {
        self.taken.get(pair / 64).is_none_or(|w| w >> (pair % 64) & 1 == 0)
    }

    /// Takes a pair that is known to be free everywhere.
    pub fn take(&mut self, context: u16) {
        let pair = usize::from(context) / 2;
        if self.taken.len() <= pair / 64 {
            self.taken.resize(pair / 64 + 1, 0);
        }
        self.taken[pair / 64] |= 1 << (pair % 64);
    }

    /// Gives a pair back.
    pub fn release(&mut self, context: u16) {
        let pair = usize::from(context) / 2;
        if let Some(w) = self.taken.get_mut(pair / 64) {
            *w &= !(1 << (pair % 64));
        }
    }
}

impl Default for Contexts {
    fn default() -> Self {
        Self::new()
    }
}

/// Agrees with all members of the circle on a context for a new communicator, and takes it.
pub fn agree(call: Call, s: &mut Guard, circle: &Circle) -> Result<u16> {
    let key = circle.key();
    s.contexts.waiting.push(key);
    let result = rounds(call, s, circle, key);
    if let Some(i) = s.contexts.waiting.iter().position(|&w| w == key) {
        s.contexts.waiting.swap_remove(i);
    }
    result
}

fn rounds(call: Call, s: &mut Guard, circle: &Circle, key: u32) -> Result<u16> {
    let mut first = 0;
    while first < PAIRS {
        // Of several threads that agree at once, the one on the lowest communicator offers contexts, the others none.
        let c = &mut s.contexts;
        let mine = !c.busy && c.waiting.iter().min() == Some(&key);
        let mut mask = vec![0u8; ROUND / 8 + 1];
        mask[ROUND / 8] = u8::from(mine);
        if mine {
            c.busy = true;
            for pair in first..first + ROUND {
                mask[(pair - first) / 8] |= u8::from(c.is_free(pair)) << (pair % 8);
            }
        }
        let all = circle.reduce(call, s, mask, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a &= b));
        if mine {
            s.contexts.busy = false;
        }
        if all[ROUND / 8] == 0 {
            continue;
        }
        if let Some(pair) = (0..ROUND).find(|p| all[p / 8] >> (p % 8) & 1 == 1) {
            let context = ((first + pair) * 2) as u16;
            s.contexts.take(context);
            return Ok(context);
        }
        first += ROUND;
    }
    fail(abi::MPI_ERR_OTHER, "all 32,768 context numbers are taken; free communicators that are no longer needed")
}
