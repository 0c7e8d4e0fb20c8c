//! Doubly linked lists through the entries of a slab. They keep an order without allocating, and remove from the
//! middle.
use slotmap::{Key, SecondaryMap, SlotMap};

/// The neighbours of an entry in one list.
#[derive(Clone, Copy, Debug)]
pub struct ChainLink<K> {
    prev: K,
    next: K,
}

impl<K: Key> Default for ChainLink<K> {
    fn default() -> Self {
        ChainLink { prev: K::null(), next: K::null() }
    }
}

/// A table of entries by key.
pub trait Entries<K, V> {
    fn entry(&self, key: K) -> Option<&V>;
    fn entry_mut(&mut self, key: K) -> Option<&mut V>;
}

impl<K: Key, V> Entries<K, V> for SlotMap<K, V> {
    #[inline]
    fn entry(&self, key: K) -> Option<&V> {
        self.get(key)
    }
    #[inline]
    fn entry_mut(&mut self, key: K) -> Option<&mut V> {
        self.get_mut(key)
    }
}

impl<K: Key, V> Entries<K, V> for SecondaryMap<K, V> {
    #[inline]
    fn entry(&self, key: K) -> Option<&V> {
        self.get(key)
    }
    #[inline]
    fn entry_mut(&mut self, key: K) -> Option<&mut V> {
        self.get_mut(key)
    }
}

/// An entry that can be in list number `I`.
pub trait Linked<K, const I: usize> {
    fn link(&mut self) -> &mut ChainLink<K>;
    fn next(&self) -> K;
}

/// The two ends of one list.
#[derive(Clone, Copy, Debug)]
pub struct Chain<K, const I: usize> {
    pub head: K,
    tail: K,
}

impl<K: Key, const I: usize> Default for Chain<K, I> {
    fn default() -> Self {
        Chain { head: K::null(), tail: K::null() }
    }
}

impl<K> ChainLink<K>
where
    K: Copy,
{
    pub fn next(&self) -> K {
        self.next
    }
}

impl<K: Key, const I: usize> Chain<K, I> {
    #[inline]
    pub fn push_back<V: Linked<K, I>>(&mut self, map: &mut impl Entries<K, V>, key: K) {
        self.insert_before(map, K::null(), key);
    }

    /// Inserts `key` before `next`, or at the end if `next` is null.
    #[inline]
    pub fn insert_before<V: Linked<K, I>>(&mut self, map: &mut impl Entries<K, V>, next: K, key: K) {
        let prev = match map.entry_mut(next) {
            Some(v) => std::mem::replace(&mut v.link().prev, key),
            None => std::mem::replace(&mut self.tail, key),
        };
        match map.entry_mut(prev) {
            Some(v) => v.link().next = key,
            None => self.head = key,
        }
        if let Some(v) = map.entry_mut(key) {
            *v.link() = ChainLink { prev, next };
        }
    }

    #[inline]
    pub fn remove<V: Linked<K, I>>(&mut self, map: &mut impl Entries<K, V>, key: K) {
        let Some(v) = map.entry_mut(key) else { return };
        let ChainLink { prev, next } = std::mem::take(v.link());
        match map.entry_mut(prev) {
            Some(v) => v.link().next = next,
            None => self.head = next,
        }
        match map.entry_mut(next) {
            Some(v) => v.link().prev = prev,
            None => self.tail = prev,
        }
    }

    /// Returns the first entry that `wanted` accepts.
    #[inline]
    pub fn find<V: Linked<K, I>>(&self, map: &impl Entries<K, V>, mut wanted: impl FnMut(&V) -> bool) -> Option<K> {
        let mut at = self.head;
        while let Some(v) = map.entry(at) {
            if wanted(v) {
                return Some(at);
            }
            at = v.next();
        }
        None
    }
}

/// Returns the index of the bucket for (context, source, tag), among `1 << bits` buckets.
#[inline(always)]
pub fn receive_budget(context: u16, source: u32, tag: i32, bits: u32) -> usize {
    let key = (u64::from(context) << 48) ^ (u64::from(source) << 32) ^ u64::from(tag as u32);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
}
