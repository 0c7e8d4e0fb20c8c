//! The info object.

/// Keys and values, in the order in which the program first set the keys. Both are bytes of any encoding, like C
/// strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info(pub(crate) Vec<(Vec<u8>, Vec<u8>)>);

impl Info {
    pub const fn new() -> Info {
        Info(Vec::new())
    }
    /// Returns the value of a hint, or `None` if there is none. Ignores a value that is not UTF-8, because all values
    /// of hints are UTF-8.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.value(key.as_bytes()).and_then(|v| str::from_utf8(v).ok())
    }
    /// Returns the bytes of a key's value, or `None` if there is no such key.
    pub(crate) fn value(&self, key: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_slice())
    }
    pub fn set(&mut self, key: &str, value: &str) {
        self.put(key.into(), value.into());
    }
    pub(crate) fn put(&mut self, key: Vec<u8>, value: Vec<u8>) {
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, v)) => *v = value,
            None => self.0.push((key, value)),
        }
    }
    /// Iterates, in order, over the pairs whose key and value are UTF-8.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(k, v)| Some((str::from_utf8(k).ok()?, str::from_utf8(v).ok()?)))
    }
    pub(crate) fn remove(&mut self, key: &[u8]) -> bool {
        let before = self.0.len();
        self.0.retain(|(k, _)| k != key);
        self.0.len() < before
    }
}
