//! Decides when a waiting thread spins, yields and sleeps.
use super::{Patience, Pause};
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::local::{CoreNeighbours, LocalBell};
use clump_fabric::shm::{Bell, Placement};
use clump_fabric::sys::preemptions;
use std::sync::OnceLock;

/// Microseconds to spin before the first yield. A yield costs time even if no other thread wants the processor; a
/// longer spin finds another rank on the processor later.
const SPIN_BEFORE_YIELD_US: u64 = 8;
/// The least microseconds to spin before a sleep. A shorter spin sleeps more often, and a sleep also costs the peers:
/// its barrier interrupts each of the job's processors, and the peer that wakes the rank makes a system call. See
/// decision 4.
const LEAST_SPIN_US: u64 = 50;
/// Microseconds to spin before the first yield if messages come over a network, where a round trip takes longer. A
/// longer spin finds another rank on the processor later.
const SPIN_BEFORE_YIELD_NET_US: u64 = 30;
/// The least microseconds to spin before a sleep if messages come over a network, where a wake-up takes longer. A
/// longer spin uses more of the processor.
const LEAST_SPIN_NET_US: u64 = 200;
/// Microseconds of yielding before a sleep, for each rank (or thread) that takes turns on a processor. One round of
/// turns, in which each rank does some work, takes this long; a rank that sleeps earlier must be woken in each round.
/// See decision 4.
const YIELD_US: u64 = 150;
/// The longest round of turns, in microseconds, through which a rank yields. Where a round takes longer, because very
/// many ranks share a processor, a rank yields for its own turn alone: the ranks that yield would take the processor
/// from those that have work. More lets more ranks yield; fewer ranks then need to be woken in each round.
const MOST_YIELD_US: u64 = 10_000;
/// Microseconds between two polls of a spin that show a preemption: another thread had the processor. A shorter gap
/// mistakes interrupts for preemptions.
const PREEMPTION_GAP_US: u64 = 25;
/// Microseconds for which a rank that has found another rank of its job on its processor keeps looking for that rank
/// there, and yields at once if it finds it.
const SHARED_PROCESSOR_US: u64 = 20_000;
/// Microseconds for which a preempted rank tells its peers that it was preempted.
const PREEMPTED_US: u64 = 200_000;
/// Microseconds to spin before a sleep while some rank of the job was preempted lately: that rank runs again when
/// the other process's time slice (3 ms) is over. A rank that slept until then would have to be woken, and would
/// give the process on its own processor more than its share.
const SLICE_US: u64 = 4_000;
/// Microseconds between two counts of the threads that call the library; a thread counts if it called in the last one
/// or two of these periods. A longer period notices new threads later; a shorter one misses threads that compute
/// between two calls.
const RECOUNT_US: u64 = 20_000;
/// Polls between two readings of the clock. More polls react later; fewer polls read the clock more often.
const POLLS_PER_CLOCK_READ: u32 = 16;

/// Pauses of a simulated rank that end with one that would be a sleep.
#[cfg(feature = "turns")]
const LOOKS_IN_TURNS: u32 = 4;

/// What a thread calls before it sleeps.
static BEFORE_SLEEP: OnceLock<fn()> = OnceLock::new();

/// Sets a function that every thread calls when it decides to sleep in a wait: a time at which the program may have
/// done anything since the last call. Only the first function counts.
pub fn call_before_sleep(f: fn()) {
    BEFORE_SLEEP.get_or_init(|| f);
}

/// Decides for the waiting threads of a process when they spin, yield or sleep.
pub struct Policy<B = Bell, N = Placement> {
    bell: B,
    ranks: u32,
    /// Threads of this rank that wait.
    threads: u32,
    /// True if waiting threads outnumber the processors.
    oversubscribed: bool,
    /// True if a waiting thread yields after one poll that finds nothing: waiting ranks outnumber the processors,
    /// or another rank was found on this rank's processor.
    gives_way: bool,
    /// True if the threads of all ranks that call the library outnumber the processors.
    crowded: bool,
    /// The time, in ticks, from which on the threads are counted again.
    next_count: u64,
    /// True if messages may come over a network.
    network: bool,
    placement: N,
    /// Ticks until which this rank assumes another rank on its processor, as long as it finds that rank there.
    shares_processor_until: u64,
    /// Ticks until which this rank tells its peers that it was preempted.
    preempted_until: u64,
    /// Number of preemptions of the waiting thread at the last query of the system.
    preemptions: u64,
    /// Number of yields since then. The system counts a yield to another thread as a preemption.
    yields: u64,
    /// Ticks that a sleep and a wake-up cost, as measured by the sleeps so far.
    spin: u64,
    /// The least ticks of a spin.
    least: u64,
    alone: u64,
    yielding: u64,
    gap: u64,
    together: u64,
    preempted: u64,
    slice: u64,
    recount: u64,
    /// How often a waiting thread decided to sleep.
    sleeps: u64,
}

impl<B: LocalBell, N: CoreNeighbours> Policy<B, N> {
    /// Returns the policy of one of `ranks` processes on this machine.
    pub fn new(bell: B, placement: N, ranks: u32) -> Policy<B, N> {
        let us = ticks_per_us();
        let mut policy = Policy {
            oversubscribed: false,
            gives_way: false,
            crowded: false,
            next_count: 0,
            network: false,
            spin: bell.sleep_cost().max(LEAST_SPIN_US * us),
            least: LEAST_SPIN_US * us,
            bell,
            ranks,
            threads: 0,
            placement,
            shares_processor_until: 0,
            preempted_until: 0,
            preemptions: preemptions(),
            yields: 0,
            alone: SPIN_BEFORE_YIELD_US * us,
            yielding: 0,
            gap: PREEMPTION_GAP_US * us,
            together: SHARED_PROCESSOR_US * us,
            preempted: PREEMPTED_US * us,
            slice: 0,
            recount: RECOUNT_US * us,
            sleeps: 0,
        };
        policy.set_most_waiting(ranks);
        policy
    }

    /// Sets the most threads that may wait on this machine.
    fn set_most_waiting(&mut self, waiting: u32) {
        // Our own affinity mask does not count: a launcher may have bound each rank to a core.
        let cores = self.bell.cores();
        self.oversubscribed = waiting > cores;
        self.gives_way = self.oversubscribed;
        let round = YIELD_US.saturating_mul(u64::from(waiting.div_ceil(cores)));
        self.yielding = if round > MOST_YIELD_US { YIELD_US } else { round } * ticks_per_us();
        // A rank that was stopped because the job's CPU quota was used up looks preempted. A longer spin would use up
        // even more of the quota.
        let slice = if self.bell.exceeds_quota(waiting) { 0 } else { SLICE_US };
        self.slice = slice * ticks_per_us();
    }

    /// Sets how many ranks run on this machine, those of connected jobs included.
    pub fn set_ranks(&mut self, ranks: u32) {
        self.ranks = ranks;
        self.set_most_waiting(ranks.saturating_mul(self.threads.max(1)));
    }

    /// Declares that messages may come over a network.
    pub fn expect_network(&mut self) {
        self.network = true;
        self.least = LEAST_SPIN_NET_US * ticks_per_us();
        self.alone = SPIN_BEFORE_YIELD_NET_US * ticks_per_us();
    }

    /// Returns true if ranks outnumber processors, or would do so if each rank had as many waiting threads as this
    /// rank.
    pub fn is_oversubscribed(&self) -> bool {
        self.oversubscribed
    }

    /// Returns true if a waiting thread should yield after one poll that finds nothing.
    #[inline(always)]
    pub fn gives_way(&self) -> bool {
        self.gives_way
    }

    /// Returns how often a waiting thread decided to sleep.
    pub fn sleeps(&self) -> u64 {
        self.sleeps
    }

    /// Returns true if a thread of this rank waits in a call.
    pub fn is_anyone_waiting(&self) -> bool {
        self.threads > 0
    }

    /// Counts a thread of this rank that starts (`one_more`) or stops waiting.
    pub fn threads_waiting(&mut self, one_more: bool) {
        self.threads = if one_more { self.threads + 1 } else { self.threads.saturating_sub(1) };
        self.set_most_waiting(self.ranks.saturating_mul(self.threads.max(1)));
    }

    /// Decides how a thread rests until its next poll, after a poll that found nothing.
    #[inline(always)]
    pub fn next(&mut self, p: &mut Patience) -> Pause<B::Sleeper> {
        p.looks = p.looks.saturating_add(1);
        #[cfg(feature = "turns")]
        if clump_fabric::sim::are_turns_taken() {
            // What a simulated rank does must not depend on this machine's time.
            let sleeps = p.looks.is_multiple_of(LOOKS_IN_TURNS);
            return if sleeps { Pause::Sleep(self.bell.sleeper()) } else { Pause::Yield };
        }
        if p.looks < POLLS_PER_CLOCK_READ && !self.gives_way {
            return self.spin();
        }
        self.look_at_clock(p)
    }

    #[inline(always)]
    fn spin(&self) -> Pause<B::Sleeper> {
        if self.network { Pause::Look } else { Pause::Spin }
    }

    /// Returns true if a rank of the job was preempted lately. Also asks the system, which counts preemptions: most
    /// of them fall between two readings of the clock. Call this before a sleep.
    fn is_anyone_preempted(&mut self, now: u64) -> bool {
        if now >= self.preempted_until {
            let before = std::mem::replace(&mut self.preemptions, preemptions());
            if self.preemptions.saturating_sub(before) > std::mem::take(&mut self.yields) {
                self.publish_preemption(now);
            }
        }
        self.placement.is_anyone_preempted()
    }

    fn publish_preemption(&mut self, now: u64) {
        self.preempted_until = now + self.preempted;
        self.placement.publish(true);
    }

    fn give_way(&mut self) -> Pause<B::Sleeper> {
        self.yields += 1;
        Pause::Yield
    }

    /// Spins or yields if the wait has not lasted long enough for a sleep.
    fn spin_or_yield(&mut self, p: &mut Patience, now: u64, gap: u64) -> Option<Pause<B::Sleeper>> {
        if self.oversubscribed || self.crowded || (now < self.shares_processor_until && self.placement.shares_core()) {
            return (now - p.start < self.yielding).then(|| self.give_way());
        }
        self.gives_way = false;
        if gap > self.gap {
            // A preemption: the thread did not wait during that time, and it may now run on another processor.
            p.start = (p.start + gap).min(now);
            self.publish_preemption(now);
        }
        let waited = now - p.start;
        // A yield would give another user's process a whole time slice.
        if waited < self.spin && waited < self.alone && gap <= self.gap {
            return Some(self.spin());
        }
        if self.placement.shares_core() {
            self.shares_processor_until = now + self.together;
            self.gives_way = true;
            return Some(self.give_way());
        }
        let spins = waited < self.spin || waited < self.slice && self.is_anyone_preempted(now);
        spins.then(|| self.spin())
    }

    fn look_at_clock(&mut self, p: &mut Patience) -> Pause<B::Sleeper> {
        let now = ticks();
        if p.start == 0 {
            p.idle = std::mem::take(&mut p.slept) && self.bell.woken() < p.last;
            p.start = now;
            p.last = now;
            self.placement.publish(now < self.preempted_until);
            // Where ranks outnumber processors anyway, the count decides nothing, and it reads a line of each rank.
            if now >= self.next_count && !self.oversubscribed {
                self.next_count = now + self.recount;
                self.crowded = self.placement.count_callers() > self.bell.cores();
            }
            self.spin = self.bell.sleep_cost().max(self.least);
        }
        let gap = now.saturating_sub(p.last);
        p.last = now;
        // After a sleep that ended without a wake-up, nothing is near: one poll, and the next sleep.
        if !p.idle
            && let Some(pause) = self.spin_or_yield(p, now, gap)
        {
            return pause;
        }
        // After the wake-up, the wait spins or yields afresh: more work often follows.
        p.start = 0;
        p.slept = true;
        self.sleeps += 1;
        if let Some(before_sleep) = BEFORE_SLEEP.get() {
            before_sleep();
        }
        Pause::Sleep(self.bell.sleeper())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::shm::{Phase, Segment, StatusWriter};
    use std::sync::Arc;

    /// Polls until the policy's answer is not a spin. Returns the number of spins, and the last answer.
    fn patient(policy: &mut Policy) -> (u32, Pause) {
        let mut patience = Patience::default();
        loop {
            match policy.next(&mut patience) {
                Pause::Spin => {}
                other => return (patience.looks() - 1, other),
            }
        }
    }

    #[test]
    fn a_rank_that_shares_its_processor_yields_at_the_first_poll() {
        let segment = Arc::new(Segment::create(2).unwrap());
        if segment.cores() < 2 {
            return; // With one processor, ranks outnumber processors and always yield.
        }
        let mut writers = [0, 1].map(|rank| StatusWriter::new(&segment, rank));
        writers.iter_mut().for_each(|w| w.phase(Phase::Running, 0));
        let bell = |rank| Bell::of(&segment, rank);
        let mut policies = [0, 1].map(|rank| Policy::new(bell(rank), Placement::new(&segment, rank), 2));
        assert!(!policies[0].gives_way());
        // This thread plays both ranks, which therefore share a processor, unless the system moves the thread in
        // between.
        let found = (0..1000).any(|_| {
            patient(&mut policies[1]);
            patient(&mut policies[0]);
            policies[0].gives_way() && matches!(patient(&mut policies[0]), (0, Pause::Yield))
        });
        assert!(found, "it spins first, every time");
        writers[1].phase(Phase::Closed, 0);
        let (looks, pause) = patient(&mut policies[0]);
        assert!(looks > 0 && pause.is_sleep(), "no other rank is there");
        assert!(!policies[0].gives_way());
    }
}
