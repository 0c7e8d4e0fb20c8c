//! When to spin, yield and sleep.
use super::{Patience, Pause};
use clump_fabric::clock::{ticks, ticks_per_us};
use clump_fabric::shm::{Bell, Placement};
use clump_fabric::sys::preemptions;

/// Spinning without yielding now and then: a yield costs 0.3 us where nobody else wants the processor.
const ALONE_US: u64 = 8;
/// The least time to spin: a sleep costs others as well (its barrier interrupts each of the job's processors, whoever
/// wakes makes a system call). With 11 us, which the sleeper itself loses here, a reduction of 256 KiB between two
/// ranks took 49 us, with 50 it took 32.
const LEAST_SPIN_US: u64 = 50;
/// The same for both where messages come over a network: a round trip takes longer, and so does a wake.
const ALONE_NET_US: u64 = 30;
const LEAST_SPIN_NET_US: u64 = 200;
/// Yielding before sleeping, for each rank (or thread) that takes turns on a processor: a round of turns that do
/// something takes so long, and who sleeps before it is over must be woken in each (decision 4).
const YIELD_US: u64 = 150;
/// And no longer than this.
const MOST_YIELD_US: u64 = 10_000;
/// The same after a sleep from which nobody woke the rank: where sleeps are short, it would yield more than sleep.
const IDLE_YIELD_US: u64 = 100;
/// Two looks of a spin that lie this far apart: somebody else had the processor.
const GAP_US: u64 = 25;
/// A rank that has found another of its job on its processor looks for it, and gives way at once, for this long.
const TOGETHER_US: u64 = 20_000;
/// A rank that was preempted says so for this long.
const PREEMPTED_US: u64 = 200_000;
/// As long as some rank of the job was preempted lately, waits spin for this long before they sleep: who is waited for
/// comes back when the stranger's slice is over (3 ms), and whoever sleeps until then has to be woken, and gives the
/// stranger on its own processor more than its share.
const SLICE_US: u64 = 4_000;
/// Looks without a glance at the clock.
const BLIND: u32 = 16;

pub struct Policy {
    bell: Bell,
    ranks: u32,
    /// Threads of this rank that wait.
    threads: u32,
    /// Whoever waits outnumbers the processors.
    crowded: bool,
    /// Whoever finds nothing gives way at once: waiting ranks outnumber the processors, or another one was found on
    /// this rank's.
    gives_way: bool,
    /// Messages may come over a network.
    network: bool,
    placement: Placement,
    /// Ticks until which this rank takes another one to be on its processor, as long as it finds it there.
    together_until: u64,
    /// Ticks until which this rank says that it was preempted.
    preempted_until: u64,
    /// How often the thread that waits had been preempted when that was last asked.
    preemptions: u64,
    /// What a sleep and a wake cost, as measured by the sleeps so far.
    spin: u64,
    /// Spinning takes no less than this.
    least: u64,
    alone: u64,
    yielding: u64,
    idle: u64,
    gap: u64,
    together: u64,
    preempted: u64,
    slice: u64,
}

impl Policy {
    /// For one of `ranks` processes on this machine.
    pub fn new(bell: Bell, placement: Placement, ranks: u32) -> Policy {
        let us = ticks_per_us();
        let mut policy = Policy {
            crowded: false,
            gives_way: false,
            network: false,
            spin: bell.sleep_cost().max(LEAST_SPIN_US * us),
            least: LEAST_SPIN_US * us,
            bell,
            ranks,
            threads: 0,
            placement,
            together_until: 0,
            preempted_until: 0,
            preemptions: preemptions(),
            alone: ALONE_US * us,
            yielding: 0,
            idle: IDLE_YIELD_US * us,
            gap: GAP_US * us,
            together: TOGETHER_US * us,
            preempted: PREEMPTED_US * us,
            slice: 0,
        };
        policy.crowd_of(ranks);
        policy
    }

    /// So many wait on this machine at most.
    fn crowd_of(&mut self, waiting: u32) {
        // Not by our own affinity mask: a launcher may have bound each rank to a core.
        let cores = self.bell.cores();
        self.crowded = waiting > cores;
        self.gives_way = self.crowded;
        let us = YIELD_US.saturating_mul(u64::from(waiting.div_ceil(cores))).min(MOST_YIELD_US);
        self.yielding = us * ticks_per_us();
        // Whoever was stopped because the quota was used up looks preempted: to spin for longer then uses up more.
        let slice = if self.bell.exceeds_quota(waiting) { 0 } else { SLICE_US };
        self.slice = slice * ticks_per_us();
    }

    /// Messages may come over a network.
    pub fn expect_network(&mut self) {
        self.network = true;
        self.least = LEAST_SPIN_NET_US * ticks_per_us();
        self.alone = ALONE_NET_US * ticks_per_us();
    }

    /// True if ranks outnumber processors, or would if as many threads waited in each as do in this one.
    pub fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// True if a look that finds nothing is not worth another before somebody else has the processor.
    #[inline(always)]
    pub fn gives_way(&self) -> bool {
        self.gives_way
    }

    /// True if a thread of this rank waits in a call.
    pub fn is_anyone_waiting(&self) -> bool {
        self.threads > 0
    }

    /// One more thread of this rank waits, or one less.
    pub fn threads_waiting(&mut self, one_more: bool) {
        self.threads = if one_more { self.threads + 1 } else { self.threads.saturating_sub(1) };
        self.crowd_of(self.ranks.saturating_mul(self.threads.max(1)));
    }

    #[inline(always)]
    pub fn next(&mut self, p: &mut Patience) -> Pause {
        p.looks = p.looks.saturating_add(1);
        if p.looks < BLIND && !self.gives_way {
            return self.spin();
        }
        self.look_at_clock(p)
    }

    #[inline(always)]
    fn spin(&self) -> Pause {
        if self.network { Pause::Look } else { Pause::Spin }
    }

    /// True if a rank of the job was preempted lately. Most preemptions fall between two looks at the clock: the
    /// system, which is asked before a sleep, has counted them.
    fn is_anyone_preempted(&mut self, now: u64) -> bool {
        if now >= self.preempted_until {
            let before = std::mem::replace(&mut self.preemptions, preemptions());
            if self.preemptions != before {
                self.say_preempted(now);
            }
        }
        self.placement.is_anyone_preempted()
    }

    fn say_preempted(&mut self, now: u64) {
        self.preempted_until = now + self.preempted;
        self.placement.publish(true);
    }

    fn look_at_clock(&mut self, p: &mut Patience) -> Pause {
        let now = ticks();
        if p.start == 0 {
            p.idle = std::mem::take(&mut p.slept) && self.bell.woken() < p.last;
            p.start = now;
            p.last = now;
            self.placement.publish(now < self.preempted_until);
            self.spin = self.bell.sleep_cost().max(self.least);
        }
        let gap = now.saturating_sub(p.last);
        p.last = now;
        if self.crowded || (now < self.together_until && self.placement.shares_core()) {
            if now - p.start < if p.idle { self.idle } else { self.yielding } {
                return Pause::Yield;
            }
        } else {
            self.gives_way = false;
            if gap > self.gap {
                // Preempted: that time was not spent waiting, and the processor may be another one.
                p.start = (p.start + gap).min(now);
                self.say_preempted(now);
            }
            let waited = now - p.start;
            // Strangers get no more than their share: a yield would give one of them a whole slice.
            if waited < self.spin && waited < self.alone && gap <= self.gap {
                return self.spin();
            }
            if self.placement.shares_core() {
                self.together_until = now + self.together;
                self.gives_way = true;
                return Pause::Yield;
            }
            // After a sleep from which nobody woke the rank there is no hurry.
            if waited < self.spin || (!p.idle && waited < self.slice && self.is_anyone_preempted(now)) {
                return self.spin();
            }
        }
        // Awake again, a wait spins or yields afresh: what woke it is rarely alone.
        p.start = 0;
        p.slept = true;
        Pause::Sleep(self.bell.doze())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::shm::{Phase, Segment, StatusWriter};
    use std::sync::Arc;

    /// Looks until the policy says something else than to spin: how often it said so, and what then.
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
    fn whoever_has_found_another_on_its_processor_gives_way_at_the_first_look() {
        let segment = Arc::new(Segment::create(2).unwrap());
        if segment.cores() < 2 {
            return; // Then ranks outnumber processors, and always give way.
        }
        let mut writers = [0, 1].map(|rank| StatusWriter::new(&segment, rank));
        writers.iter_mut().for_each(|w| w.phase(Phase::Running, 0));
        let bell = |rank| Bell::of(&segment, rank);
        let mut policies = [0, 1].map(|rank| Policy::new(bell(rank), Placement::new(&segment, rank), 2));
        assert!(!policies[0].gives_way());
        // This thread is both ranks, unless it is moved in between.
        let found = (0..1000).any(|_| {
            patient(&mut policies[1]);
            patient(&mut policies[0]);
            policies[0].gives_way() && matches!(patient(&mut policies[0]), (0, Pause::Yield))
        });
        assert!(found, "it spins first, every time");
        writers[1].phase(Phase::Closed, 0);
        let (looks, pause) = patient(&mut policies[0]);
        assert!(looks > 0 && pause.is_sleep(), "nobody else is there");
        assert!(!policies[0].gives_way());
    }
}
