//! The protocol by which the launcher sends an agent signals and rank 0's standard input while ranks run, because ssh
//! does not forward signals.
//!
//! A word of this protocol is one byte for its kind, four for its length (big endian), and that many bytes.

/// The longest word, in bytes.
pub const LONGEST: usize = 16 << 10;
/// Bytes of a word in front of its contents: its kind and its length.
const HEAD: usize = 5;
/// The kind of a word with input for rank 0.
const INPUT: u8 = b'I';
/// The kind of a word with a signal.
const SIGNAL: u8 = b'S';

#[derive(Debug, PartialEq, Eq)]
pub enum Word {
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
            ], 0..8),
            piece in 1usize..30,
        ) {
            let bytes: Vec<u8> = spoken.iter().flat_map(|w| match w {
                Word::Input(bytes) => input(bytes),
                Word::Signal(number) => signal(*number),
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
        fn any_bytes_are_parsed_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64), kind in "[ISx]") {
            let mut said = [kind.as_bytes(), &bytes].concat();
            let before = said.clone();
            match take(&mut said) {
                Ok(_) => prop_assert!(before.ends_with(&said)),
                Err(why) => prop_assert!(why.starts_with("a word of "), "{why}"),
            }
        }
    }
}
