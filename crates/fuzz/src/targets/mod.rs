//! The targets of the fuzzer: how each feeds its inputs, and which conditions it checks.
mod contacts;
mod datagrams;
mod elf;
mod engine;
mod grants;
mod groups;
mod plan;
mod reliable;
mod scripted_fabric;
mod texts;

use clump_fabric::Cipher;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A decoder that the fuzzer tests, with the code around it.
pub struct Target {
    pub name: &'static str,
    /// Returns valid inputs.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Runs one input, and panics if anything is wrong. Returns an outcome, which differs between inputs that led to
    /// different states.
    pub run: fn(&[u8]) -> u64,
}

pub const ALL: &[Target] = &[
    // Frames of a peer, among a program's own calls: the wire format and the protocol.
    Target { name: "engine", corpus: engine::corpus, run: engine::run },
    // Packets, chunks, records, asks and pieces behind the seal.
    Target { name: "reliable", corpus: reliable::corpus, run: reliable::run },
    // Pieces that answer asks.
    Target { name: "grants", corpus: grants::corpus, run: grants::run },
    // Datagrams at a socket, sealed and not.
    Target { name: "datagrams", corpus: datagrams::corpus, run: datagrams::run },
    // Datagrams to a group, and its engine.
    Target { name: "groups", corpus: groups::corpus, run: groups::run },
    // Datagrams between agents that look for each other.
    Target { name: "contacts", corpus: contacts::corpus, run: contacts::run },
    // The list of hosts that a rank is handed.
    Target { name: "plan", corpus: plan::corpus, run: plan::run },
    // Programs' files, as the launcher reads them, and the loader's cache.
    Target { name: "elf", corpus: elf::corpus, run: elf::run },
    Target { name: "ldcache", corpus: elf::cache_corpus, run: elf::run_cache },
    // Texts of ports, ranks' cards, lists of hosts, and command lines of MPI_Comm_spawn.
    Target { name: "ports", corpus: texts::ports, run: texts::run_ports },
    Target { name: "cards", corpus: texts::cards, run: texts::run_cards },
    Target { name: "hostlists", corpus: texts::host_lists, run: texts::run_host_lists },
    Target { name: "spawned", corpus: texts::spawned, run: texts::run_spawned },
];

/// Returns the cipher that an input's first byte selects, or `None` for no seal.
fn by(byte: u8) -> Option<Cipher> {
    Cipher::ALL.get(usize::from(byte % BY).checked_sub(1)?).copied()
}

/// The number of choices of [`by`]: no seal, or one of the ciphers.
const BY: u8 = 1 + Cipher::ALL.len() as u8;

/// Returns an outcome made of these numbers, rounded where exact values tell little.
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
    fn valid_inputs_are_taken_and_a_seed_repeats_its_inputs() {
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
            // A valid input must lead to another outcome than the empty input.
            let nothing = (target.run)(&[]);
            for (i, input) in (target.corpus)().iter().enumerate() {
                assert_ne!((target.run)(input), nothing, "{} {i}", target.name);
            }
        }
    }
}
