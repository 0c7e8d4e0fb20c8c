//! A lock among ranks, in one word of memory that they share. It says who holds it, so that whoever waits can find out
//! that the holder has died.
//!
//! **Access rule.** The word is 0 while the lock is free; in its upper half stands the rank that holds it alone, from
//! 1, in its lower half the number of ranks that share it. Who takes it exchanges the word (acquire) for one of which
//! [`RankLock::taken`] says that it may be; who gives it back takes away what he added (release). Nobody else writes.
use super::atomic::Word;
use crate::mem::Region;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a rank wants to have a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// With others who want it shared.
    Shared,
    /// Alone.
    Exclusive,
}

/// Who has the lock that another one wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// This rank, alone.
    Rank(u32),
    /// So many ranks share it.
    Sharers(u32),
}

/// A lock in eight aligned bytes of memory that ranks share.
#[derive(Clone, Copy)]
pub struct RankLock {
    word: Region,
}

impl RankLock {
    /// The lock at `offset`; all who use it must mean the same memory, zero at first. Panics if it is not aligned, or
    /// not inside.
    #[inline(always)]
    pub fn at(memory: Region, offset: usize) -> RankLock {
        assert!(memory.is_atomic(offset, 8), "no lock at {offset} of {} bytes", memory.len());
        RankLock { word: memory.slice(offset, 8) }
    }

    #[inline(always)]
    fn cell(&self) -> &AtomicU64 {
        self.word.cell::<u64>(0)
    }

    /// Takes it for rank `me` if that can be had now. `Err`: who has it.
    #[inline(always)]
    pub fn take(&self, me: u32, wanted: LockKind) -> Result<(), Holder> {
        take(self.cell(), me, wanted)
    }

    /// Gives back what was taken.
    #[inline(always)]
    pub fn give_back(&self, me: u32, wanted: LockKind) {
        give_back(self.cell(), me, wanted);
    }

    /// Who has it now; `None` if it is free.
    #[inline(always)]
    pub fn holder(&self) -> Option<Holder> {
        RankLock::taken(self.cell().load(Ordering::Relaxed), 0, LockKind::Exclusive).err()
    }

    /// The word after rank `me` has taken a lock whose word is `now`. `Err`: it cannot.
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

/// What rank `me` adds to the word.
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Buffer;

    #[test]
    fn shared_by_many_or_held_by_one() {
        let b = Buffer::new(16);
        let lock = RankLock::at(b.region(), 8);
        assert_eq!((lock.take(4, LockKind::Shared), lock.take(5, LockKind::Shared)), (Ok(()), Ok(())));
        assert_eq!(lock.take(6, LockKind::Exclusive), Err(Holder::Sharers(2)));
        lock.give_back(4, LockKind::Shared);
        lock.give_back(5, LockKind::Shared);
        assert_eq!(lock.take(0, LockKind::Exclusive), Ok(()));
        assert_eq!(lock.take(1, LockKind::Exclusive), Err(Holder::Rank(0)));
        assert_eq!(lock.take(1, LockKind::Shared), Err(Holder::Rank(0)));
        lock.give_back(0, LockKind::Exclusive);
        assert_eq!(b.region().get::<u64>(1), 0);
    }
}
