//! A lock between ranks, in one word of shared memory. The word names the holder, so that a waiting rank can find out
//! whether the holder has died.
//!
//! **Access rule.** The word is 0 while the lock is free. Its upper half holds the exclusive holder's rank plus 1; its
//! lower half holds the number of sharing ranks. A rank takes the lock by exchanging the word (acquire) for the word
//! that [`RankLock::taken`] returns, and gives it back by subtracting the number that it added (release). While a rank
//! holds the lock exclusively, no other rank changes the word, so the holder may also store 0 (release). No other
//! writes are allowed.
use super::atomic::Word;
use crate::mem::Region;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a rank takes a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// Together with other ranks that take the lock shared.
    Shared,
    /// Alone: no other rank holds the lock meanwhile.
    Exclusive,
}

/// The holder of a lock that another rank cannot take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// This rank holds the lock exclusively.
    Rank(u32),
    /// This many ranks share the lock.
    Sharers(u32),
}

/// A lock in eight aligned bytes of shared memory.
#[derive(Clone, Copy)]
pub struct RankLock {
    word: Region,
}

impl RankLock {
    /// Returns the lock at `offset`. All users must refer to the same memory, which starts as zero.
    ///
    /// # Panics
    /// If the word is not aligned or not inside `memory`.
    #[inline(always)]
    pub fn at(memory: Region, offset: usize) -> RankLock {
        assert!(memory.is_atomic(offset, 8), "no lock at {offset} of {} bytes", memory.len());
        RankLock { word: memory.slice(offset, 8) }
    }

    #[inline(always)]
    fn cell(&self) -> &AtomicU64 {
        self.word.cell::<u64>(0)
    }

    /// Takes the lock for rank `me` without blocking. Fails with the present holder.
    #[inline(always)]
    pub fn take(&self, me: u32, wanted: LockKind) -> Result<(), Holder> {
        take(self.cell(), me, wanted)
    }

    /// Gives back a lock that rank `me` has taken as `wanted`.
    #[inline(always)]
    pub fn give_back(&self, me: u32, wanted: LockKind) {
        give_back(self.cell(), me, wanted);
    }

    /// Gives back a lock that this rank holds exclusively, by a plain store: half of the time that [`give_back`] takes.
    /// Loads that follow may come first, so a rank that then looks for waiting ranks must call `give_back` instead.
    ///
    /// [`give_back`]: RankLock::give_back
    #[inline(always)]
    pub fn release(&self) {
        release(self.cell());
    }

    /// Returns the present holder, or `None` if the lock is free.
    #[inline(always)]
    pub fn holder(&self) -> Option<Holder> {
        RankLock::taken(self.cell().load(Ordering::Relaxed), 0, LockKind::Exclusive).err()
    }

    /// Returns the word after rank `me` takes a lock whose word is `now`. Fails with the holder if the lock is not
    /// available.
    #[inline(always)]
    pub fn taken(now: u64, me: u32, wanted: LockKind) -> Result<u64, Holder> {
        match (now >> 32, wanted) {
            (0, LockKind::Shared) => Ok(now + share(me, wanted)),
            (0, LockKind::Exclusive) if now == 0 => Ok(share(me, wanted)),
            (0, LockKind::Exclusive) => Err(Holder::Sharers(now as u32)),
            (holder, _) => Err(Holder::Rank(holder as u32 - 1)),
        }
    }
}

/// Returns the number that rank `me` adds to the word when it takes the lock as `wanted`.
#[inline(always)]
fn share(me: u32, wanted: LockKind) -> u64 {
    match wanted {
        LockKind::Shared => 1,
        LockKind::Exclusive => (u64::from(me) + 1) << 32,
    }
}

#[inline(always)]
pub(super) fn take<W: Word<Value = u64>>(word: &W, me: u32, wanted: LockKind) -> Result<(), Holder> {
    let mut now = word.load(Ordering::Relaxed);
    loop {
        let new = RankLock::taken(now, me, wanted)?;
        match word.exchange(now, new, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return Ok(()),
            Err(other) => now = other,
        }
    }
}

#[inline(always)]
pub(super) fn give_back<W: Word<Value = u64>>(word: &W, me: u32, wanted: LockKind) {
    word.fetch_sub(share(me, wanted), Ordering::Release);
}

#[inline(always)]
pub(super) fn release<W: Word<Value = u64>>(word: &W) {
    word.store(0, Ordering::Release);
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    #[test]
    fn many_ranks_share_the_lock_or_one_holds_it() {
        let b = Leaked::new(16);
        let lock = RankLock::at(b.region(), 8);
        assert_eq!((lock.take(4, LockKind::Shared), lock.take(5, LockKind::Shared)), (Ok(()), Ok(())));
        assert_eq!(lock.take(6, LockKind::Exclusive), Err(Holder::Sharers(2)));
        lock.give_back(4, LockKind::Shared);
        lock.give_back(5, LockKind::Shared);
        assert_eq!(lock.take(0, LockKind::Exclusive), Ok(()));
        assert_eq!(lock.take(1, LockKind::Exclusive), Err(Holder::Rank(0)));
        assert_eq!(lock.take(1, LockKind::Shared), Err(Holder::Rank(0)));
        lock.give_back(0, LockKind::Exclusive);
        assert_eq!(lock.take(7, LockKind::Exclusive), Ok(()));
        lock.release();
        assert_eq!(b.region().get::<u64>(1), 0);
    }
}
