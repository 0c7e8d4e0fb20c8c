//! A rank's control block, in memory that the ranks of its machine share. It has the window's lock, the members that
//! share the lock, the stripes that guard elements which no processor instruction changes atomically, and the list of
//! memory attached to a dynamic window.
//!
//! **Access rule.** The lock and the stripes are [`RankLock`]s, which any member may take. Only the member itself
//! changes its byte. The byte says that the member shares the lock, from before the member takes the lock until after
//! it has released it: a member that dies meanwhile leaves the byte set, and the members that wait for the lock find
//! it. A member that waits sets its byte and the count of waiting members, and then tries the lock again; a member that
//! releases the lock reads the count afterwards: one of the two sees the other. Only the block's rank writes the list
//! of attached memory; other members read an entry after a message has told them of it.
use clump_core::planted;
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::mem::Region;
use clump_fabric::shm::{Holder, LockKind, RankLock};

const LINE: usize = 64;
/// Offset of the count of members that wait for the lock. It is in the lock's cache line, which a member that
/// releases the lock has in its cache.
const WAITING_AT: usize = 8;
/// Number of stripes, chosen by address. With this many, two operations on different places rarely want the same
/// stripe.
const STRIPES: usize = 32;
/// Contiguous bytes that one stripe guards; a longer operation takes several stripes, one after the other.
pub(super) const STRIPE: u64 = 4096;
/// The most attached regions that other members can look up; if there are more, no region is checked.
const ATTACHED: usize = 64;

const STRIPES_AT: usize = LINE;
const UNLISTED_AT: usize = STRIPES_AT + STRIPES * LINE;
/// Offset of the word that says how elements of the part change (`atomics.rs`). The rest of its cache line changes
/// rarely too.
const MODE_AT: usize = UNLISTED_AT + 8;
/// Offset of the flag that says that this rank is changing elements of some part; only this rank writes the line.
const BUSY_AT: usize = UNLISTED_AT + LINE;
/// The value of the word at `MODE_AT` while processor instructions change elements.
pub(super) const BY_PROCESSOR: u64 = 0;
/// The value of the word at `MODE_AT` while some members may still change elements by processor instructions.
const TURNING: u64 = 1;
/// The value of the word at `MODE_AT` once all changes happen in stripes.
pub(super) const IN_STRIPES: u64 = 2;
const ATTACHED_AT: usize = BUSY_AT + LINE;
/// Offset of the members' bytes, which say whether each member shares the lock or waits for it.
const MEMBERS_AT: usize = ATTACHED_AT + ATTACHED * 16;
/// The bit of a member's byte that says that the member shares the lock.
const SHARES: u8 = 1;
/// The bit of a member's byte that says that the member waits for the lock.
const WAITS: u8 = 2;

/// Returns the bytes of a control block in a window of that many members.
pub(super) fn size(members: usize) -> usize {
    (MEMBERS_AT + members).next_multiple_of(LINE)
}

/// One rank's control block.
#[derive(Clone, Copy)]
pub(super) struct Control(pub Region);

impl Control {
    /// Returns the window's lock at this rank (MPI_Win_lock).
    #[inline(always)]
    pub fn lock(&self) -> RankLock {
        RankLock::at(self.0, 0)
    }

    /// Takes the window's lock for `member`, and records a shared holder. Returns false if other members hold the
    /// lock.
    #[inline(always)]
    pub fn take_lock(&self, member: u32, wanted: LockKind) -> bool {
        if wanted == LockKind::Exclusive {
            return self.lock().take(member, wanted).is_ok();
        }
        if matches!(self.lock().holder(), Some(Holder::Rank(_))) {
            return false;
        }
        self.set_sharer(member, true);
        let taken = self.lock().take(member, wanted).is_ok();
        if !taken {
            self.set_sharer(member, false);
        }
        taken
    }

    /// Releases the window's lock. Returns false if `member` does not hold it in this kind.
    #[inline(always)]
    pub fn give_lock_back(&self, member: u32, wanted: LockKind) -> bool {
        let has_it = match (self.lock().holder(), wanted) {
            (Some(Holder::Rank(holder)), LockKind::Exclusive) => holder == member,
            (Some(Holder::Sharers(_)), LockKind::Shared) => {
                self.0.atomic_load::<u8>(MEMBERS_AT + member as usize) & SHARES != 0
            }
            _ => false,
        };
        if has_it {
            self.lock().give_back(member, wanted);
            if wanted == LockKind::Shared {
                self.set_sharer(member, false);
            }
        }
        has_it
    }

    /// Returns the word of the window's lock.
    pub fn lock_word(&self) -> Region {
        self.0.slice(0, 8)
    }

    /// Returns the lock of the stripe that `address` lies in.
    #[inline(always)]
    pub fn stripe(&self, address: u64) -> RankLock {
        RankLock::at(self.0, STRIPES_AT + (address / STRIPE) as usize % STRIPES * LINE)
    }

    #[inline(always)]
    fn set(&self, member: u32, bit: u8, on: bool) {
        self.0.atomic_update::<u8>(MEMBERS_AT + member as usize, |byte| if on { byte | bit } else { byte & !bit });
    }

    fn which(&self, members: usize, bit: u8) -> impl Iterator<Item = usize> {
        let block = self.0;
        (0..members).filter(move |i| block.atomic_load::<u8>(MEMBERS_AT + i) & bit != 0)
    }

    /// Records that `member` holds the lock shared, or no longer does.
    #[inline(always)]
    pub fn set_sharer(&self, member: u32, on: bool) {
        self.set(member, SHARES, on);
    }

    /// Returns the members that hold the lock shared, among `members`.
    pub fn sharers(&self, members: usize) -> impl Iterator<Item = usize> {
        self.which(members, SHARES)
    }

    /// Returns the members that hold the lock, among `members`.
    pub fn holders(&self, members: usize) -> impl Iterator<Item = usize> {
        let holder = self.lock().holder();
        let alone = match holder {
            Some(Holder::Rank(member)) => Some(member as usize).filter(|member| *member < members),
            _ => None,
        };
        let shared = matches!(holder, Some(Holder::Sharers(_)));
        alone.into_iter().chain(self.sharers(members).filter(move |_| shared))
    }

    /// Records that `member` waits for the lock and must be woken on release (`on`), or no longer waits.
    pub fn set_waiting(&self, member: u32, on: bool) {
        self.set(member, WAITS, on);
        self.0.atomic_add::<u64>(WAITING_AT, if on { 1 } else { u64::MAX });
    }

    /// Returns true if members wait for the lock. Call this after the lock has been released.
    #[inline(always)]
    pub fn is_waited_for(&self) -> bool {
        self.0.atomic_load::<u64>(WAITING_AT) != 0
    }

    /// Returns the members that wait for the lock, among `members`.
    pub fn waiting(&self, members: usize) -> impl Iterator<Item = usize> {
        self.which(members, WAITS)
    }

    /// Returns how elements of the part change.
    #[inline(always)]
    pub fn mode(&self) -> u64 {
        self.0.atomic_load(MODE_AT)
    }

    /// Begins to turn the part: from now on, no member starts to change elements by processor instructions, but
    /// members that have started may finish.
    pub fn begin_to_turn(&self) {
        // Another member may have begun the turn already.
        let _ = self.0.atomic_exchange(MODE_AT, BY_PROCESSOR, TURNING);
    }

    /// Ends the turn: no member changes elements by processor instructions any more.
    pub fn end_to_turn(&self) {
        self.0.atomic_store(MODE_AT, IN_STRIPES);
    }

    /// Sets or clears this rank's flag that it changes elements by processor instructions.
    #[inline(always)]
    pub fn set_busy(&self, on: bool) {
        self.0.atomic_release(BUSY_AT, u64::from(on));
    }

    pub fn is_busy(&self) -> bool {
        self.0.atomic_load::<u64>(BUSY_AT) != 0
    }

    fn entry(&self, i: usize) -> (u64, u64) {
        let at = ATTACHED_AT + i * 16;
        (self.0.atomic_load(at), self.0.atomic_load(at + 8))
    }

    fn set_entry(&self, i: usize, start: u64, len: u64) {
        let at = ATTACHED_AT + i * 16;
        self.0.atomic_store(at, start);
        self.0.atomic_store(at + 8, len);
    }

    /// Records that `len` bytes from `start` on are attached. Only the block's rank calls it.
    pub fn attach(&self, start: u64, len: u64) {
        match (0..ATTACHED).find(|&i| self.entry(i).1 == 0) {
            Some(free) => self.set_entry(free, start, len),
            None => drop(self.0.atomic_add::<u64>(UNLISTED_AT, 1)),
        }
    }

    /// Records that these bytes are no longer attached. Only the block's rank calls it.
    pub fn detach(&self, start: u64, len: u64) {
        match (0..ATTACHED).find(|&i| self.entry(i) == (start, len)) {
            Some(there) => self.set_entry(there, start, 0),
            None => drop(self.0.atomic_add::<u64>(UNLISTED_AT, u64::MAX)),
        }
    }

    /// Returns true if all of these bytes are attached, in one region or in adjacent ones, or if some regions are not
    /// listed.
    pub fn is_attached(&self, start: u64, len: u64) -> bool {
        let (mut at, mut left) = (start, len);
        let from = |at: u64| {
            let rest = |(start, all): (u64, u64)| all.checked_sub(at.checked_sub(start)?).filter(|rest| *rest > 0);
            (0..ATTACHED).find_map(|i| rest(self.entry(i)))
        };
        while left > 0 {
            match from(at) {
                Some(rest) if rest >= left || planted("attached_end_unchecked") => return true,
                Some(rest) => (at, left) = (at.wrapping_add(rest), left - rest),
                None => return self.0.atomic_load::<u64>(UNLISTED_AT) > 0,
            }
        }
        true
    }
}

/// A stripe that this member holds. No member is woken when it is released, because waiting members poll.
pub(super) struct Stripe(RankLock);

impl Stripe {
    /// Waits for the stripe, which other members hold only for a few copies. `oversubscribed` says that the holder
    /// may have no processor at present. Returns the holder as an error if `is_dead` returns true for the holder.
    #[inline(always)]
    pub fn take(
        lock: RankLock,
        me: u32,
        oversubscribed: bool,
        is_dead: impl FnMut(usize) -> bool,
    ) -> Result<Stripe, usize> {
        match lock.take(me, LockKind::Exclusive) {
            Ok(()) => Ok(Stripe(lock)),
            Err(_) => Stripe::wait(lock, me, oversubscribed, is_dead),
        }
    }

    /// Polls with pauses, because frequent polls disturb the holder: the holder has the memory in its cache, and
    /// moving 4 KiB to another cache takes as long as some 15 operations on it.
    #[cold]
    fn wait(
        lock: RankLock,
        me: u32,
        oversubscribed: bool,
        mut is_dead: impl FnMut(usize) -> bool,
    ) -> Result<Stripe, usize> {
        let mut looks = 0u32;
        while let Err(holder) = lock.take(me, LockKind::Exclusive) {
            looks += 1;
            match looks {
                ..=SHORT => std::hint::spin_loop(),
                ..=SPINS if !oversubscribed => pause(),
                _ => std::thread::yield_now(),
            }
            if looks.is_multiple_of(PATIENCE)
                && let Holder::Rank(rank) = holder
                && is_dead(rank as usize)
            {
                return Err(rank as usize);
            }
        }
        Ok(Stripe(lock))
    }
}

impl Drop for Stripe {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// Polls of a stripe without a pause: a holder that changes few elements has finished by then.
const SHORT: u32 = 2;
/// Polls before this thread yields between two polls: a holder that has a processor has finished by then.
const SPINS: u32 = 30;
/// Microseconds between two polls. A shorter pause would disturb the holder, a longer one delays this member.
const PAUSE_US: u64 = 2;

fn pause() {
    let until = ticks() + PAUSE_US * ticks_per_us();
    while ticks() < until {
        std::hint::spin_loop();
    }
}
/// Polls between two checks whether the holder lives. More polls find a dead holder later.
const PATIENCE: u32 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::mem::Leaked;

    #[test]
    fn attached_memory_is_found() {
        let b = Leaked::new(size(3) + 64);
        let c = Control(b.region().slice(0, size(3)));
        assert!(!c.is_attached(1000, 1));
        c.attach(1000, 50);
        c.attach(u64::MAX - 9, 9);
        assert!(c.is_attached(1000, 50) && c.is_attached(1049, 1) && c.is_attached(u64::MAX - 5, 2));
        assert!(!c.is_attached(999, 2) && !c.is_attached(1049, 2) && !c.is_attached(1010, u64::MAX));
        c.attach(1050, 20);
        c.attach(980, 20);
        assert!(c.is_attached(980, 90) && c.is_attached(1049, 2) && !c.is_attached(980, 91) && !c.is_attached(979, 2));
        c.detach(1050, 20);
        c.detach(980, 20);
        c.detach(1000, 50);
        assert!(!c.is_attached(1000, 1) && c.is_attached(u64::MAX - 9, 9));
        (0..70).for_each(|i| c.attach(i * 100, 10));
        assert!(c.is_attached(123_456, 1), "of what is not listed nothing is known");
        (0..70).for_each(|i| c.detach(i * 100, 10));
        assert!(!c.is_attached(123_456, 1));
    }

    #[test]
    fn a_dead_holder_is_reported() {
        let b = Leaked::new(size(2));
        let c = Control(b.region());
        c.stripe(0).take(1, LockKind::Exclusive).expect("free");
        assert_eq!(Stripe::take(c.stripe(100), 0, true, |member| member == 1).err(), Some(1));
        drop(Stripe::take(c.stripe(STRIPE), 0, false, |_| false).expect("another stripe"));
        assert!(c.stripe(STRIPE).take(1, LockKind::Exclusive).is_ok());
    }

    #[test]
    fn sharers_and_waiting_members_are_listed() {
        let b = Leaked::new(size(200));
        let c = Control(b.region());
        c.set_sharer(199, true);
        c.set_sharer(3, true);
        assert_eq!(c.sharers(200).collect::<Vec<_>>(), [3, 199]);
        c.set_sharer(3, false);
        assert_eq!(c.sharers(200).collect::<Vec<_>>(), [199]);
        c.set_waiting(7, true);
        c.set_waiting(199, true);
        assert_eq!((c.waiting(200).collect::<Vec<_>>(), c.sharers(200).count()), (vec![7, 199], 1));
        c.set_waiting(199, false);
        c.set_waiting(7, false);
        assert_eq!((c.waiting(200).count(), c.sharers(200).count()), (0, 1));
    }
}
