//! What a launcher and a waiting agent tell each other over their sealed line: the standard streams of the agent that
//! starts the ranks, and its exit code. The first byte of each message is its kind.

/// The most bytes of a stream in one message.
pub const LONGEST: usize = 64 << 10;

/// A message over the line.
#[derive(Debug, PartialEq, Eq)]
pub enum LineWord<'a> {
    /// Standard input; no bytes mean its end.
    Input(&'a [u8]),
    Output(&'a [u8]),
    Error(&'a [u8]),
    /// The exit code, after which nothing follows.
    Exit(i32),
}

impl LineWord<'_> {
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, bytes) = match self {
            LineWord::Input(bytes) => (b'I', bytes.to_vec()),
            LineWord::Output(bytes) => (b'O', bytes.to_vec()),
            LineWord::Error(bytes) => (b'E', bytes.to_vec()),
            LineWord::Exit(code) => (b'X', code.to_be_bytes().to_vec()),
        };
        [&[kind], &bytes[..]].concat()
    }

    /// Parses a message; `None` if it is none.
    pub fn of(message: &[u8]) -> Option<LineWord<'_>> {
        let (kind, bytes) = message.split_first()?;
        match kind {
            b'I' => Some(LineWord::Input(bytes)),
            b'O' => Some(LineWord::Output(bytes)),
            b'E' => Some(LineWord::Error(bytes)),
            b'X' => Some(LineWord::Exit(i32::from_be_bytes(bytes.try_into().ok()?))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_line() {
        for word in [
            LineWord::Input(b"in"),
            LineWord::Input(b""),
            LineWord::Output(b"o"),
            LineWord::Error(b"e"),
            LineWord::Exit(-7),
        ] {
            assert_eq!(LineWord::of(&word.to_bytes()), Some(word));
        }
        for bad in [&b""[..], b"x", b"X123", b"X12345"] {
            assert_eq!(LineWord::of(bad), None);
        }
    }
}
