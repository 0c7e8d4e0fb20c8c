//! A frame in the simulated network: its head, and its words and body as one string of bytes, as on a real fabric.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub head: u64,
    /// Words (little-endian) and, right behind them, the body.
    payload: Vec<u8>,
}

impl Frame {
    pub fn new(head: u64, words: &[u64], body: &[u8]) -> Frame {
        let mut payload = Vec::with_capacity(words.len() * 8 + body.len());
        for word in words {
            payload.extend_from_slice(&word.to_le_bytes());
        }
        payload.extend_from_slice(body);
        Frame { head, payload }
    }

    /// The first `K` words; `None` if the frame is shorter.
    pub fn words<const K: usize>(&self) -> Option<[u64; K]> {
        let mut words = [0; K];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.word(i)?;
        }
        Some(words)
    }

    /// Word `i`; `None` if the frame is shorter.
    pub fn word(&self, i: usize) -> Option<u64> {
        let bytes = self.payload.get(i * 8..i * 8 + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// The bytes behind `k` words.
    pub fn body(&self, k: usize) -> &[u8] {
        self.payload.get(k * 8..).unwrap_or(&[])
    }
}
