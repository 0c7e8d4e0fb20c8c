//! What an info object is.

/// Keys with their values, in the order in which they were first set. Both are bytes of any encoding, as C strings are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info(pub(super) Vec<(Vec<u8>, Vec<u8>)>);

impl Info {
    pub const fn new() -> Info {
        Info(Vec::new())
    }
    /// The value of a hint. `None` also for a value that is not UTF-8: no hint allows such a value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.value(key.as_bytes()).and_then(|v| str::from_utf8(v).ok())
    }
    /// The value of a key, byte by byte.
    pub(super) fn value(&self, key: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_slice())
    }
    pub fn set(&mut self, key: &str, value: &str) {
        self.put(key.into(), value.into());
    }
    pub(super) fn put(&mut self, key: Vec<u8>, value: Vec<u8>) {
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, v)) => *v = value,
            None => self.0.push((key, value)),
        }
    }
    /// The pairs that are UTF-8, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(k, v)| Some((str::from_utf8(k).ok()?, str::from_utf8(v).ok()?)))
    }
    pub(super) fn remove(&mut self, key: &[u8]) -> bool {
        let before = self.0.len();
        self.0.retain(|(k, _)| k != key);
        self.0.len() < before
    }
}
