//! Spoiled copies of valid inputs, and of inputs that led to new outcomes.
use crate::targets::Target;
use fastrand::Rng;
use std::collections::HashSet;

/// The length limit of inputs, in bytes.
const LONGEST: usize = 1 << 14;
/// How many inputs with new outcomes are kept.
const KEPT: usize = 2000;
/// Numbers at which decoders tend to fail: limits of widths and of fields.
const EDGES: [u64; 14] =
    [0, 1, 2, 0x7f, 0xff, 0x100, 0xffff, 0x1_0000, (1 << 32) - 1, 1 << 32, (1 << 48) - 1, 1 << 56, 1 << 63, u64::MAX];

/// The inputs of one target and seed, in an order that the seed decides.
pub struct Inputs {
    rng: Rng,
    corpus: Vec<Vec<u8>>,
    /// The outcomes that the target has returned so far.
    said: HashSet<u64>,
}

impl Inputs {
    pub fn new(target: &Target, seed: u64) -> Inputs {
        Inputs { rng: Rng::with_seed(seed), corpus: (target.corpus)(), said: HashSet::new() }
    }

    /// Returns how many different outcomes the target has returned.
    pub fn found(&self) -> usize {
        self.said.len()
    }

    /// Returns the next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let rng = &mut self.rng;
        let mut input = self.corpus[rng.usize(..self.corpus.len())].clone();
        for _ in 0..1 << rng.u32(..5) {
            spoil(rng, &mut input, &self.corpus);
        }
        input.truncate(LONGEST);
        input
    }

    /// Records the target's outcome for an input. Keeps the input for further mutation if the outcome is new.
    pub fn told(&mut self, input: Vec<u8>, said: u64) {
        if self.said.insert(said) && self.corpus.len() < KEPT {
            self.corpus.push(input);
        }
    }
}

fn spoil(rng: &mut Rng, input: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let at = rng.usize(..input.len() + 1);
    let left = input.len() - at;
    match rng.u8(..10) {
        0 if left > 0 => input[at] ^= 1 << rng.u8(..8),
        1 if left > 0 => input[at] = rng.u8(..),
        2 if left > 0 => input[at] = input[at].wrapping_add(rng.u8(..9).wrapping_sub(4)),
        // Writes a number that tends to matter, in a common width.
        3 | 4 if left > 0 => {
            let near = rng.u64(..3).wrapping_sub(1);
            let edge = EDGES[rng.usize(..EDGES.len())].wrapping_add(near).to_le_bytes();
            let len = [1, 2, 4, 8][rng.usize(..4)].min(left);
            input[at..at + len].copy_from_slice(&edge[..len]);
        }
        5 => input.truncate(at),
        6 if left > 0 => drop(input.drain(at..at + rng.usize(1..left.min(32) + 1))),
        7 => {
            let more: Vec<u8> = (0..rng.usize(1..33)).map(|_| rng.u8(..)).collect();
            drop(input.splice(at..at, more));
        }
        // Repeats a part of this input, or inserts a part of another.
        8 if left > 0 => {
            let part = input[at..at + rng.usize(1..left.min(256) + 1)].to_vec();
            let to = rng.usize(..input.len() + 1);
            drop(input.splice(to..to, part));
        }
        _ => {
            let other = &corpus[rng.usize(..corpus.len())];
            let from = rng.usize(..other.len() + 1);
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
    }
}
