//! Waiting for other PEs' writes, and the barriers of sets of PEs.
//!
//! **Access rule of a slot.** Each PE counts a team's meetings in its own slot, which it alone writes, after everything
//! that it has written before; the other PEs on its machine poll that count. PEs of other machines cannot poll it. If
//! the set has some of them, only the first PE on each machine polls the others' counts there; then it writes its count
//! into another first PE's slot for each round of a dissemination barrier, and that PE polls the word; in the end it
//! announces the count in its own slot, where the other PEs of its machine poll it. Counts only grow: a word that a PE
//! reads late still says that the meeting took place. A new team on a slot begins above the counts of all its members
//! ([`Meeting::begin`]).
//!
//! **Access rule of a pSync array.** Each word belongs to one round, in which one PE adds 1 to it and its own PE
//! takes 1 away. So the words are 0 again when all have met.
use super::amo::change_at;
use super::process::enter;
use super::space::SPACE;
use super::transfer::{read_word, write_word};
use super::window::AtomicChange;
use crate::layout::{self, ROUNDS, WAITING};
use crate::pe_set::PeSet;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::time::{Duration, Instant};

/// Polls of a memory word before this PE enters the process, which makes progress, and rests by the waiting policy.
/// More polls keep the processor from a PE that shares it (12 us with 400 polls), fewer delay this PE.
const POLLS: u32 = 16;
/// The first and the longest sleep of a wait for a write that does not wake this PE: a writer that reads the count of
/// sleepers just before this PE raises it. Longer sleeps delay such a PE, shorter ones use the processor.
const SLEEP: Duration = Duration::from_millis(1);
const LONGEST_SLEEP: Duration = Duration::from_millis(64);

/// Waits until `done` returns true because another PE writes. `done` must not enter the process.
#[inline(always)]
pub fn block(mut done: impl FnMut() -> bool) {
    let polls = if SPACE.is_crowded() { 1 } else { POLLS };
    for _ in 0..polls {
        if done() {
            return;
        }
        std::hint::spin_loop();
    }
    rest_until(&mut done);
}

#[cold]
#[inline(never)]
fn rest_until(done: &mut dyn FnMut() -> bool) {
    let waiting = SPACE.word(SPACE.me(), WAITING);
    let (mut announced, mut longest) = (false, SLEEP);
    loop {
        let (end, mut over) = (Instant::now() + longest, false);
        enter(|inside| {
            inside.block_for_memory(Some(end), &mut |_, last| {
                if last && !announced {
                    // A PE that writes after this finds the count raised; what was written before, `done` finds.
                    waiting.fetch_add(1, SeqCst);
                    announced = true;
                }
                over = done();
                over || last && Instant::now() >= end
            });
        });
        if over {
            break;
        }
        longest = (2 * longest).min(LONGEST_SLEEP);
    }
    if announced {
        waiting.fetch_sub(1, SeqCst);
    }
}

/// Where the PEs of a set meet.
#[derive(Clone, Copy)]
pub enum MeetingPlace {
    /// A team's slot.
    Slot(usize),
    /// The offset of a pSync array.
    Words(usize),
}

/// The PEs of a collective call, and where they meet.
#[derive(Clone, Copy)]
pub struct Meeting {
    pub set: PeSet,
    /// This PE's index in the set.
    pub me: i32,
    pub place: MeetingPlace,
    /// True if this process maps the parts of all PEs of the set, and they map each other's.
    pub near: bool,
}

impl Meeting {
    /// Returns the meeting of a set that this PE belongs to.
    pub fn new(set: PeSet, me: i32, place: MeetingPlace) -> Meeting {
        let near = !SPACE.is_far() || set.pes().all(|pe| !SPACE.part(pe as usize).is_null());
        Meeting { set, me, place, near }
    }

    /// Waits until all PEs of the set have called this. What each has stored in memory of this machine before, all see
    /// then.
    #[inline(always)]
    pub fn wait(&self, call: &str) {
        match self.place {
            MeetingPlace::Slot(slot) if self.near => self.meet_near(slot),
            MeetingPlace::Slot(slot) => self.meet_far(call, slot),
            MeetingPlace::Words(at) => self.meet_in_words(call, at),
        }
    }

    /// Counts this meeting, and returns the count.
    #[inline(always)]
    fn count(&self, slot: usize) -> u64 {
        let own = SPACE.word(SPACE.me(), layout::meetings(slot));
        let count = own.load(Relaxed) + 1;
        own.store(count, SeqCst);
        count
    }

    #[inline(always)]
    fn meet_near(&self, slot: usize) {
        let count = self.count(slot);
        let others = || (1..self.set.size).map(move |i| self.other(i));
        others().for_each(|pe| SPACE.rouse(pe));
        wait_for_counts(slot, count, others());
    }

    /// Returns the PE that comes `distance` after this one, round the set.
    #[inline(always)]
    fn other(&self, distance: i32) -> usize {
        let index = self.me + distance;
        self.set.pe(if index < self.set.size { index } else { index - self.set.size }) as usize
    }

    #[cold]
    fn meet_far(&self, call: &str, slot: usize) {
        let (count, me) = (self.count(slot), SPACE.me());
        let firsts = self.set.first_of_each_machine(|pe| SPACE.machine(pe));
        let of_machine = firsts.iter().position(|&pe| SPACE.machine(pe) == SPACE.machine(me));
        let mine = of_machine.expect("this PE belongs to the set");
        if firsts[mine] != me {
            SPACE.rouse(firsts[mine]);
            let announced = SPACE.word(firsts[mine], layout::announced(slot));
            return block(|| announced.load(Acquire) >= count);
        }
        let near = move |pe: &usize| *pe != me && !SPACE.part(*pe).is_null();
        let others = || self.set.pes().map(|pe| pe as usize).filter(near);
        wait_for_counts(slot, count, others());
        for (round, distance) in rounds(firsts.len()) {
            let word = layout::round(slot, round);
            write_word(call, firsts[(mine + distance) % firsts.len()], word, count);
            block(|| SPACE.word(me, word).load(Acquire) >= count);
        }
        SPACE.word(me, layout::announced(slot)).store(count, SeqCst);
        others().for_each(|pe| SPACE.rouse(pe));
    }

    fn meet_in_words(&self, call: &str, at: usize) {
        std::sync::atomic::fence(SeqCst);
        for (round, distance) in rounds(self.set.size as usize) {
            let word = at + 8 * round;
            change_at(call, (self.other(distance as i32), word), 0, AtomicChange::Add, 1u64, false);
            let own = SPACE.word(SPACE.me(), word);
            block(|| own.load(Acquire) > 0);
            own.fetch_sub(1, SeqCst);
        }
    }

    /// Sets this PE's count of meetings above all counts of the new team's members, so that no word of earlier teams on
    /// the slot says that a meeting took place. All members have ended their earlier teams on the slot.
    pub fn begin(&self, call: &str, slot: usize) {
        let counts = self.set.pes().map(|pe| read_word(call, pe as usize, layout::meetings(slot)));
        let highest = counts.max().unwrap_or(0);
        SPACE.word(SPACE.me(), layout::round(slot, ROUNDS - 1)).store(highest, SeqCst);
    }

    /// Makes the count that [`Meeting::begin`] has found this PE's, once all members have found it.
    pub fn begun(&self, slot: usize) {
        let found = SPACE.word(SPACE.me(), layout::round(slot, ROUNDS - 1)).load(SeqCst);
        SPACE.word(SPACE.me(), layout::meetings(slot)).store(found, SeqCst);
    }

    /// Returns the offset of a buffer in each PE's part that its PE writes before the next meeting, and that the other
    /// PEs may read until the meeting after that: no PE gets there before all have read. `None` if there is none.
    pub fn short_buffer(&self) -> Option<usize> {
        match self.place {
            MeetingPlace::Slot(slot) if self.near => {
                let count = SPACE.word(SPACE.me(), layout::meetings(slot)).load(Relaxed);
                Some(layout::short(slot, count + 1))
            }
            _ => None,
        }
    }

    /// Returns the offset of a word in each PE's part that holds a number of that PE during a call, and is 0 otherwise.
    pub fn number_at(&self) -> usize {
        match self.place {
            MeetingPlace::Slot(slot) => layout::number(slot),
            MeetingPlace::Words(at) => at + 8 * NUMBER,
        }
    }
}

/// Waits until each of these PEs of this machine has counted as many meetings.
#[inline(always)]
fn wait_for_counts(slot: usize, count: u64, mut left: impl Iterator<Item = usize>) {
    let mut next = left.next();
    block(|| {
        while let Some(pe) = next {
            if SPACE.word(pe, layout::meetings(slot)).load(Acquire) < count {
                return false;
            }
            next = left.next();
        }
        true
    });
}

/// Returns the rounds of a dissemination barrier of `size` PEs, with the distance that each bridges.
fn rounds(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..ROUNDS).map(|round| (round, 1 << round)).take_while(move |&(_, distance)| distance < size)
}

/// The word of a pSync array that holds a PE's number during a call.
const NUMBER: usize = ROUNDS + 1;
