//! Reads an input value by value, and reads zeros behind the input's end. Writes inputs value by value.

pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next `n` bytes, or fewer if the input ends before.
    pub fn bytes(&mut self, n: usize) -> &'a [u8] {
        let (now, rest) = self.0.split_at(n.min(self.0.len()));
        self.0 = rest;
        now
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self.bytes(N);
        std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))
    }

    pub fn u8(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// Reads a length, and that many bytes.
    pub fn block(&mut self) -> &'a [u8] {
        let len = self.u16();
        self.bytes(usize::from(len))
    }

    /// Reads a number, and that many words, at most 5.
    pub fn words(&mut self) -> Vec<u64> {
        (0..self.u8() % 6).map(|_| self.u64()).collect()
    }
}

#[derive(Clone)]
pub struct Writer(pub Vec<u8>);

/// Reserves capacity, so that no two writers are built alike: rustc up to 1.96 may merge such values when a closure
/// is called with them. See decision 15.
impl Default for Writer {
    fn default() -> Writer {
        Writer(Vec::with_capacity(64))
    }
}

impl Writer {
    pub fn u8(mut self, byte: u8) -> Writer {
        self.0.push(byte);
        self
    }

    pub fn u16(mut self, n: u16) -> Writer {
        self.0.extend_from_slice(&n.to_le_bytes());
        self
    }

    pub fn u64(mut self, word: u64) -> Writer {
        self.0.extend_from_slice(&word.to_le_bytes());
        self
    }

    pub fn block(mut self, bytes: &[u8]) -> Writer {
        self.0.extend_from_slice(&(bytes.len() as u16).to_le_bytes());
        self.0.extend_from_slice(bytes);
        self
    }

    pub fn words(self, words: &[u64]) -> Writer {
        words.iter().fold(self.u8(words.len() as u8), |w, word| w.u64(*word))
    }
}
