//! The protocol by which the launcher sends an agent signals and rank 0's standard input while ranks run, because ssh
//! does not forward signals.
//!
//! A word of this protocol is one byte for its kind, four for its length (big endian), and that many bytes.

use clump::driver::coordination::LineName;
use clump::driver::{AgreementName, Decision, Revoked};
use clump_fabric::shm::Fault;

/// The longest word, in bytes.
pub const LONGEST: usize = 16 << 10;
/// Bytes of a word in front of its contents: its kind and its length.
const HEAD: usize = 5;
/// The kind of a word with input for rank 0.
const INPUT: u8 = b'I';
/// The kind of a word with a signal.
const SIGNAL: u8 = b'S';

/// The kind of a word with a fault of the job.
const FAULT: u8 = b'F';
/// The kind of a word with the decision of an agreement.
const DECISION: u8 = b'D';
/// The kind of a word for a process of a joint job.
const JOINT: u8 = b'J';
/// The kind of a word that ends a line to a process of a joint job.
const JOINT_END: u8 = b'E';

#[derive(Debug, PartialEq, Eq)]
pub enum Word {
    /// A rank has died, or a communicator is revoked: to be added to the host's log.
    Fault(Fault),
    Decision(AgreementName, Decision),
    /// What the coordinator tells a process of a joint job, by a line of a host; `None` ends the line.
    Joint(LineName, Option<String>),
    /// Input for rank 0. An empty word means the end of the input.
    Input(Vec<u8>),
    Signal(u8),
}

/// Returns a word with these bytes of input, at most [`LONGEST`].
pub fn input(bytes: &[u8]) -> Vec<u8> {
    word(INPUT, bytes)
}
pub fn signal(number: u8) -> Vec<u8> {
    word(SIGNAL, &[number])
}

pub fn fault(fault: Fault) -> Vec<u8> {
    word(FAULT, &fault.to_word().to_be_bytes())
}
pub fn decision(name: AgreementName, decision: Decision) -> Vec<u8> {
    let AgreementName { of: Revoked { pair, first, time }, number } = name;
    let (short, long) = ([pair, first].map(u16::to_be_bytes), [time, number].map(u32::to_be_bytes));
    word(DECISION, &[short.as_flattened(), long.as_flattened(), &decision.0.to_be_bytes()].concat())
}

/// Returns a word for a process of a joint job. `None` ends its line.
pub fn joint((host, line): LineName, words: Option<&str>) -> Vec<u8> {
    let name = [host, line].map(u32::to_be_bytes);
    let kind = if words.is_some() { JOINT } else { JOINT_END };
    word(kind, &[name.as_flattened(), words.unwrap_or_default().as_bytes()].concat())
}

/// Parses the contents of a word for a process of a joint job.
fn read_joint(kind: u8, bytes: &[u8]) -> Option<Word> {
    let (name, rest) = bytes.split_at_checked(8)?;
    let number = |at: usize| Some(u32::from_be_bytes(*name.get(at..)?.first_chunk()?));
    let name = (number(0)?, number(4)?);
    match kind {
        JOINT => Some(Word::Joint(name, Some(std::str::from_utf8(rest).ok()?.to_owned()))),
        _ => rest.is_empty().then_some(Word::Joint(name, None)),
    }
}

/// Parses the contents of a word with a decision.
fn read_decision(bytes: &[u8]) -> Option<Word> {
    let (short, rest) = bytes.split_at_checked(4)?;
    let (long, value) = rest.split_at_checked(8)?;
    let short = |at: usize| Some(u16::from_be_bytes(*short.get(at..)?.first_chunk()?));
    let long = |at: usize| Some(u32::from_be_bytes(*long.get(at..)?.first_chunk()?));
    let of = Revoked { pair: short(0)?, first: short(2)?, time: long(0)? };
    let value = u64::from_be_bytes(value.try_into().ok()?);
    (of.pair < 1 << 15).then_some(Word::Decision(AgreementName { of, number: long(4)? }, Decision(value)))
}

fn word(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let len = (bytes.len() as u32).to_be_bytes();
    [&[kind], &len[..], bytes].concat()
}

/// Removes the complete words from the beginning of `said`, and returns them. The error describes a malformed next
/// word.
pub fn take(said: &mut Vec<u8>) -> Result<Vec<Word>, String> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(&[kind, a, b, c, d]) = said.get(at..at + HEAD) {
        let len = u32::from_be_bytes([a, b, c, d]) as usize;
        if len > LONGEST {
            return Err(format!("a word of {len} bytes"));
        }
        let Some(bytes) = said.get(at + HEAD..at + HEAD + len) else { break };
        words.push(match (kind, bytes) {
            (INPUT, bytes) => Word::Input(bytes.to_vec()),
            (SIGNAL, &[number]) => Word::Signal(number),
            (FAULT, &[a, b, c, d, e, f, g, h]) => {
                Word::Fault(Fault::of_word(u64::from_be_bytes([a, b, c, d, e, f, g, h])))
            }
            (JOINT | JOINT_END, bytes) if let Some(word) = read_joint(kind, bytes) => word,
            (DECISION, bytes) if let Some(word) = read_decision(bytes) => word,
            _ => return Err(format!("a word of kind {kind} and {len} bytes")),
        });
        at += HEAD + len;
    }
    said.drain(..at);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_arrive_whole_however_the_bytes_are_divided(
            spoken in prop::collection::vec(prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40).prop_map(Word::Input),
                any::<u8>().prop_map(Word::Signal),
                any::<u64>().prop_map(|word| Word::Fault(Fault::of_word(word))),
                (0u16..1 << 15, any::<u16>(), any::<u32>(), any::<u32>(), any::<u64>()).prop_map(
                    |(pair, first, time, number, value)| {
                        let of = Revoked { pair, first, time };
                        Word::Decision(AgreementName { of, number }, Decision(value))
                    }
                ),
                (any::<(u32, u32)>(), prop::option::of("[a-z0-9 ]{0,40}"))
                    .prop_map(|(name, words)| Word::Joint(name, words)),
            ], 0..8),
            piece in 1usize..30,
        ) {
            let bytes: Vec<u8> = spoken.iter().flat_map(|w| match w {
                Word::Input(bytes) => input(bytes),
                Word::Signal(number) => signal(*number),
                Word::Fault(one) => fault(*one),
                Word::Decision(name, value) => decision(*name, *value),
                Word::Joint(name, words) => joint(*name, words.as_deref()),
            }).collect();
            let (mut said, mut heard) = (Vec::new(), Vec::new());
            for piece in bytes.chunks(piece) {
                said.extend(piece);
                heard.extend(take(&mut said).expect("words"));
            }
            prop_assert_eq!(heard, spoken);
            prop_assert!(said.is_empty());
        }

        /// Malformed bytes are refused or parsed. The agent never buffers more than one word of the greatest length.
        #[test]
        fn any_bytes_are_parsed_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64), kind in "[IFDSJEx]") {
            let mut said = [kind.as_bytes(), &bytes].concat();
            let before = said.clone();
            match take(&mut said) {
                Ok(_) => prop_assert!(before.ends_with(&said)),
                Err(why) => prop_assert!(why.starts_with("a word of "), "{why}"),
            }
        }
    }
}
