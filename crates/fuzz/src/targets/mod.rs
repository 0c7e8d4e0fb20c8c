//! What is fed, and what must hold.
mod contacts;
mod datagrams;
mod engine;
mod grants;
mod groups;
mod plan;
mod reliable;
mod scripted_fabric;

use clump_fabric::Cipher;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One decoder, with what drives it.
pub struct Target {
    pub name: &'static str,
    /// Inputs that make sense.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Runs one input, and panics if anything is wrong. What it says tells inputs apart that led to different places.
    pub run: fn(&[u8]) -> u64,
}

pub const ALL: &[Target] = &[
    // Frames of a peer, among a program's own calls: wire, and what the protocol makes of them.
    Target { name: "engine", corpus: engine::corpus, run: engine::run },
    // Packets, chunks, records, asks and pieces behind the seal.
    Target { name: "reliable", corpus: reliable::corpus, run: reliable::run },
    // Pieces, and what was asked for.
    Target { name: "grants", corpus: grants::corpus, run: grants::run },
    // Datagrams at a socket, sealed and not.
    Target { name: "datagrams", corpus: datagrams::corpus, run: datagrams::run },
    // Datagrams to a group, and its engine.
    Target { name: "groups", corpus: groups::corpus, run: groups::run },
    // Letters between agents that look for each other.
    Target { name: "contacts", corpus: contacts::corpus, run: contacts::run },
    // The list of hosts that a rank is handed.
    Target { name: "plan", corpus: plan::corpus, run: plan::run },
];

/// What an input's first byte has everything sealed by: nothing, or one of the ciphers.
fn by(byte: u8) -> Option<Cipher> {
    Cipher::ALL.get(usize::from(byte % BY).checked_sub(1)?).copied()
}

const BY: u8 = 1 + Cipher::ALL.len() as u8;

/// Numbers, rounded as far as they tell little.
fn outcome(numbers: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    numbers.iter().map(|n| if *n < 4 { *n } else { 4 + u64::from(n.ilog2()) }).for_each(|n| n.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Inputs;

    #[test]
    fn what_makes_sense_is_taken_and_inputs_come_again() {
        for target in ALL {
            let runs: Vec<Vec<u64>> = (0..2)
                .map(|_| {
                    let mut inputs = Inputs::new(target, 5);
                    let mut one = || {
                        let input = inputs.next_input();
                        let said = (target.run)(&input);
                        inputs.told(input, said);
                        said
                    };
                    (0..50).map(|_| one()).collect()
                })
                .collect();
            assert_eq!(runs[0], runs[1], "{}", target.name);
            // Inputs that make sense lead to other places than nothing does.
            let nothing = (target.run)(&[]);
            for (i, input) in (target.corpus)().iter().enumerate() {
                assert_ne!((target.run)(input), nothing, "{} {i}", target.name);
            }
        }
    }
}
