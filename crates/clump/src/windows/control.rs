//! A rank's control block, in memory that the ranks of its machine share: the window's lock, who shares it, the stripes
//! that guard elements which no processor changes in one go, and what is attached to a dynamic window.
//!
//! **Access rule.** Lock and stripes are [`RankLock`]s, which anybody takes. A member's byte is its own. It says that
//! it shares the lock after that was taken and until it is given back, so it may be wrong only while its rank is about
//! it. It says that it waits, and the count of those who do, before the member tries again; who gives the lock back
//! looks at the count afterwards: so one of the two sees the other. What is attached is written by the block's rank
//! alone; others look at it after they have learnt of it by other means.
use crate::Region;
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::shm::{Holder, LockKind, RankLock};

const LINE: usize = 64;
/// How many members wait for the lock: in its own line, which who gives the lock back has at hand.
const WAITING_AT: usize = 8;
/// Locks by address: two operations on different places rarely want the same one.
const STRIPES: usize = 32;
/// Addresses that one stripe guards in a row, in bytes; a longer operation takes several, one after the other.
pub(super) const STRIPE: u64 = 4096;
/// Regions that can be attached and looked up by others; of more nothing is looked up.
const ATTACHED: usize = 64;

const STRIPES_AT: usize = LINE;
const UNLISTED_AT: usize = STRIPES_AT + STRIPES * LINE;
/// How elements of the part are changed (`atomics.rs`), in a line that changes as rarely.
const MODE_AT: usize = UNLISTED_AT + 8;
/// Whether this rank changes elements of some part just now; it alone writes the line.
const BUSY_AT: usize = UNLISTED_AT + LINE;
/// What stands there, in this order: elements are changed by the processor; some may still be; all are in stripes.
pub(super) const BY_PROCESSOR: u64 = 0;
const TURNING: u64 = 1;
pub(super) const IN_STRIPES: u64 = 2;
const ATTACHED_AT: usize = BUSY_AT + LINE;
/// A byte for each member: what it has to do with the lock.
const MEMBERS_AT: usize = ATTACHED_AT + ATTACHED * 16;
const SHARES: u8 = 1;
const WAITS: u8 = 2;

/// Bytes of a control block in a window of so many ranks.
pub(super) fn size(members: usize) -> usize {
    (MEMBERS_AT + members).next_multiple_of(LINE)
}

/// One rank's control block.
#[derive(Clone, Copy)]
pub(super) struct Control(pub Region);

impl Control {
    /// The window's lock at this rank (MPI_Win_lock).
    #[inline(always)]
    pub fn lock(&self) -> RankLock {
        RankLock::at(self.0, 0)
    }

    /// Takes the window's lock for `member`, and says so among the sharers. False: others have it.
    #[inline(always)]
    pub fn take_lock(&self, member: u32, wanted: LockKind) -> bool {
        let taken = self.lock().take(member, wanted).is_ok();
        if taken && wanted == LockKind::Shared {
            self.set_sharer(member, true);
        }
        taken
    }

    /// Gives it back. False: `member` has not got it so.
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
            if wanted == LockKind::Shared {
                self.set_sharer(member, false);
            }
            self.lock().give_back(member, wanted);
        }
        has_it
    }

    /// The word of the window's lock.
    pub fn lock_word(&self) -> Region {
        self.0.slice(0, 8)
    }

    /// The lock of the stripe that `address` lies in.
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

    /// `member` holds the lock shared from now on, or no longer.
    #[inline(always)]
    pub fn set_sharer(&self, member: u32, on: bool) {
        self.set(member, SHARES, on);
    }

    /// Members that hold the lock shared, among `members`.
    pub fn sharers(&self, members: usize) -> impl Iterator<Item = usize> {
        self.which(members, SHARES)
    }

    /// `member` waits for the lock and is to be woken when it is given back, from now on or no longer.
    pub fn set_waiting(&self, member: u32, on: bool) {
        self.set(member, WAITS, on);
        self.0.atomic_add::<u64>(WAITING_AT, if on { 1 } else { u64::MAX });
    }

    /// Members wait for the lock: ask after it was given back.
    #[inline(always)]
    pub fn is_waited_for(&self) -> bool {
        self.0.atomic_load::<u64>(WAITING_AT) != 0
    }

    /// Those who do, among `members`.
    pub fn waiting(&self, members: usize) -> impl Iterator<Item = usize> {
        self.which(members, WAITS)
    }

    /// How elements of the part are changed.
    #[inline(always)]
    pub fn mode(&self) -> u64 {
        self.0.atomic_load(MODE_AT)
    }

    /// From now on nobody begins to change elements by the processor; whoever has begun may still do it.
    pub fn begin_to_turn(&self) {
        // Somebody may have turned it since.
        let _ = self.0.atomic_exchange(MODE_AT, BY_PROCESSOR, TURNING);
    }

    /// Nobody changes elements by the processor any more.
    pub fn end_to_turn(&self) {
        self.0.atomic_store(MODE_AT, IN_STRIPES);
    }

    /// This rank changes elements by the processor, somewhere, from now on or no longer.
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

    /// `len` bytes from `start` on are attached. Only the block's own rank.
    pub fn attach(&self, start: u64, len: u64) {
        match (0..ATTACHED).find(|&i| self.entry(i).1 == 0) {
            Some(free) => self.set_entry(free, start, len),
            None => drop(self.0.atomic_add::<u64>(UNLISTED_AT, 1)),
        }
    }

    /// They are no longer. Only the block's own rank.
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
                Some(rest) if rest >= left => return true,
                Some(rest) => (at, left) = (at.wrapping_add(rest), left - rest),
                None => return self.0.atomic_load::<u64>(UNLISTED_AT) > 0,
            }
        }
        true
    }
}

/// A stripe's holder.
pub(super) struct Stripe {
    lock: RankLock,
    me: u32,
}

impl Stripe {
    /// Waits for the stripe, which others hold for the time of a few copies. `crowded`: they may be without a
    /// processor. `Err`: its holder, a member that `is_dead` says will not give it back.
    #[inline(always)]
    pub fn take(lock: RankLock, me: u32, crowded: bool, is_dead: impl FnMut(usize) -> bool) -> Result<Stripe, usize> {
        match lock.take(me, LockKind::Exclusive) {
            Ok(()) => Ok(Stripe { lock, me }),
            Err(_) => Stripe::wait(lock, me, crowded, is_dead),
        }
    }

    /// Who works on the place has it in its cache, and a hand-over of 4 KiB takes as long as some 15 operations on it:
    /// so who comes again while it is held, comes again late.
    #[cold]
    fn wait(lock: RankLock, me: u32, crowded: bool, mut is_dead: impl FnMut(usize) -> bool) -> Result<Stripe, usize> {
        let mut looks = 0u32;
        while let Err(holder) = lock.take(me, LockKind::Exclusive) {
            looks += 1;
            match looks {
                ..=SHORT => std::hint::spin_loop(),
                ..=SPINS if !crowded => pause(),
                _ => std::thread::yield_now(),
            }
            if looks.is_multiple_of(PATIENCE)
                && let Holder::Rank(rank) = holder
                && is_dead(rank as usize)
            {
                return Err(rank as usize);
            }
        }
        Ok(Stripe { lock, me })
    }
}

impl Drop for Stripe {
    fn drop(&mut self) {
        self.lock.give_back(self.me, LockKind::Exclusive);
    }
}

/// Looks at a stripe one right after the other: a holder of few elements is done by then.
const SHORT: u32 = 2;
/// Looks before the processor is given away between two of them: a holder that runs is done by then.
const SPINS: u32 = 30;
/// Between two looks, us.
const PAUSE_US: u64 = 2;

fn pause() {
    let until = ticks() + PAUSE_US * ticks_per_us();
    while ticks() < until {
        std::hint::spin_loop();
    }
}
/// Looks after which it is asked, again and again, whether the holder is alive.
const PATIENCE: u32 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;

    #[test]
    fn what_is_attached_is_found() {
        let b = Buffer::new(size(3) + 64);
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
    fn a_dead_holder_is_found_out() {
        let b = Buffer::new(size(2));
        let c = Control(b.region());
        c.stripe(0).take(1, LockKind::Exclusive).expect("free");
        assert_eq!(Stripe::take(c.stripe(100), 0, true, |member| member == 1).err(), Some(1));
        drop(Stripe::take(c.stripe(STRIPE), 0, false, |_| false).expect("another stripe"));
        assert!(c.stripe(STRIPE).take(1, LockKind::Exclusive).is_ok());
    }

    #[test]
    fn sharers_and_those_who_wait_are_named() {
        let b = Buffer::new(size(200));
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
