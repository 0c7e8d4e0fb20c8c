//! The atomic words of this folder's structures: std's atomics in shared memory, loom's atomics in the models
//! (`model`). So the model checker runs the same code as programs.
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// One atomic word, with the methods of std's atomics.
pub(super) trait Word {
    type Value: Copy + Eq;
    fn load(&self, order: Ordering) -> Self::Value;
    fn store(&self, value: Self::Value, order: Ordering);
    fn fetch_add(&self, value: Self::Value, order: Ordering) -> Self::Value;
    fn fetch_sub(&self, value: Self::Value, order: Ordering) -> Self::Value;
    fn fetch_or(&self, value: Self::Value, order: Ordering) -> Self::Value;
    /// Compares the word with a value, and exchanges it if they are equal. May fail spuriously (the weak form).
    fn exchange(
        &self,
        old: Self::Value,
        new: Self::Value,
        ok: Ordering,
        other: Ordering,
    ) -> Result<Self::Value, Self::Value>;
}

/// Implements [`Word`] by the type's own methods.
macro_rules! word {
    ($atomic:ty, $value:ty) => {
        impl $crate::shm::atomic::Word for $atomic {
            type Value = $value;
            #[inline(always)]
            fn load(&self, order: Ordering) -> $value {
                <$atomic>::load(self, order)
            }
            #[inline(always)]
            fn store(&self, value: $value, order: Ordering) {
                <$atomic>::store(self, value, order)
            }
            #[inline(always)]
            fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                <$atomic>::fetch_add(self, value, order)
            }
            #[inline(always)]
            fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                <$atomic>::fetch_sub(self, value, order)
            }
            #[inline(always)]
            fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                <$atomic>::fetch_or(self, value, order)
            }
            #[inline(always)]
            fn exchange(&self, old: $value, new: $value, ok: Ordering, other: Ordering) -> Result<$value, $value> {
                <$atomic>::compare_exchange_weak(self, old, new, ok, other)
            }
        }
    };
}
#[cfg(all(test, loom))]
pub(super) use word;

word!(AtomicU32, u32);
word!(AtomicU64, u64);
