//! Models of this folder's lock-free structures, which loom runs in every interleaving up to a number of preemptions.
//! Command: `RUSTFLAGS="--cfg loom" cargo test --release -p clump-fabric --lib loom`, part of `cargo xtask ci`.
//!
//! Each model runs the production code over loom's words. Further tests prove that a model can fail: they run it over
//! words whose loads, stores or exchanges are weakened ([`Weak`]), and expect a failure. Their names say what is
//! weakened.
mod active_senders;
mod bell;
mod collectives;
mod faults;
mod heap;
mod notes;
mod pool;
mod rank_lock;
mod share;
mod shared_buffer;
mod status;
mod withdrawn;

use super::atomic::{Word, word};
use loom::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::Arc;
use std::sync::atomic::Ordering;

word!(AtomicU32, u32);
word!(AtomicU64, u64);

/// No weakness. The flags below say in which ways a [`Weak`] word is weaker than the code requests.
const SOUND: u8 = 0;
/// Flag: loads do not acquire.
const LOADS: u8 = 1;
/// Flag: stores do not release.
const STORES: u8 = 2;
/// Flag: read-modify-writes neither acquire nor release.
const EXCHANGES: u8 = 4;
/// Flag: a read-modify-write is a load and a separate store.
const TORN: u8 = 8;

/// Flag: fences have no effect.
const FENCES: u8 = 16;

/// A word of the model, sound or weakened.
struct Weak<T, const HOW: u8>(T);

impl<const HOW: u8> Weak<AtomicU64, HOW> {
    fn new(value: u64) -> Self {
        Weak(AtomicU64::new(value))
    }
}
impl<const HOW: u8> Weak<AtomicU32, HOW> {
    fn new(value: u32) -> Self {
        Weak(AtomicU32::new(value))
    }
}

/// Returns the requested order, or relaxed order if `how` weakens this kind of access.
fn weaken(order: Ordering, how: u8, kind: u8) -> Ordering {
    if how & kind == 0 { order } else { Ordering::Relaxed }
}

impl<T: Word, const HOW: u8> Weak<T, HOW> {
    fn update(&self, order: Ordering, whole: impl FnOnce(&T, Ordering) -> T::Value, parts: T) -> T::Value {
        if HOW & TORN == 0 {
            return whole(&self.0, weaken(order, HOW, EXCHANGES));
        }
        // This word is separate, so that any operation can be split into a load and a store.
        let old = self.0.load(Ordering::Acquire);
        parts.store(old, Ordering::Relaxed);
        whole(&parts, Ordering::Relaxed);
        self.0.store(parts.load(Ordering::Relaxed), Ordering::Release);
        old
    }
}

macro_rules! weak {
    ($atomic:ty, $value:ty) => {
        impl<const HOW: u8> Word for Weak<$atomic, HOW> {
            type Value = $value;
            fn load(&self, order: Ordering) -> $value {
                self.0.load(weaken(order, HOW, LOADS))
            }
            fn store(&self, value: $value, order: Ordering) {
                self.0.store(value, weaken(order, HOW, STORES))
            }
            fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                self.update(order, |w, o| w.fetch_add(value, o), <$atomic>::new(0))
            }
            fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                self.update(order, |w, o| w.fetch_sub(value, o), <$atomic>::new(0))
            }
            fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                self.update(order, |w, o| w.fetch_or(value, o), <$atomic>::new(0))
            }
            fn exchange(&self, old: $value, new: $value, ok: Ordering, other: Ordering) -> Result<$value, $value> {
                let other = weaken(other, HOW, LOADS);
                if HOW & TORN == 0 {
                    return self.0.exchange(old, new, weaken(ok, HOW, EXCHANGES), other);
                }
                match self.0.load(other) {
                    now if now == old => {
                        self.0.store(new, Ordering::Release);
                        Ok(now)
                    }
                    now => Err(now),
                }
            }
        }
    };
}
weak!(AtomicU32, u32);
weak!(AtomicU64, u64);

impl<const HOW: u8> clump_heapfile::Word for Weak<AtomicU64, HOW> {
    fn load(&self, order: Ordering) -> u64 {
        Word::load(self, order)
    }
    fn store(&self, value: u64, order: Ordering) {
        Word::store(self, value, order)
    }
    fn fence(order: Ordering) {
        if HOW & FENCES == 0 {
            loom::sync::atomic::fence(order);
        }
    }
}

/// Runs `model` in every interleaving with at most `preemptions` preemptions.
fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(model);
}
