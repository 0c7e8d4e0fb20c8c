//! The decisions of a seed before a run: ranks, limits, faults, and how often each call is made.
use clump_core::{BroadcastLimits, Limits};
use clump_fabric::sim::{Faults, Multicast};
use fastrand::Rng;

#[derive(Clone)]
pub struct Plan {
    pub ranks: u32,
    pub limits: Limits,
    pub faults: Faults,
    /// The longest frame below the reliability layer, in bytes. 0 if no frames get lost: they are as long as on an
    /// Ethernet then.
    pub chunk: usize,
    /// The receive buffer that the reliability layer assumes, in bytes.
    pub buffer: u64,
    pub contexts: u16,
    pub tags: i32,
    /// Rounds of chaos.
    pub rounds: u32,
    /// Calls in each round.
    pub calls: u32,
    /// The chance that a rank's turn is a call and not a poll of the network, in per mille.
    pub eager: u32,
    pub weights: Weights,
    /// The chance that a send is synchronous, in per mille.
    pub synchronous: u32,
    /// The chance that a receive takes any source, in per mille.
    pub wild_source: u32,
    /// The chance that a receive takes any tag, in per mille.
    pub wild_tag: u32,
    /// The chance that a receive has room for every message, in per mille.
    pub exact_room: u32,
    /// The length of the longest messages, in bytes.
    pub largest: u64,
    /// True if every message goes to rank 0.
    pub flood: bool,
    /// True if programs mostly wait for each receive before they go on.
    pub blocking: bool,
    /// With `blocking`, the chance that a program sends only a message that another program waits for, in per mille.
    pub solicited: u32,
    /// True if handlers answer some messages, and end when their answer has left.
    pub answers: bool,
    /// How many windows each rank offers.
    pub windows: u32,
    /// How many groups broadcast.
    pub groups: u16,
    /// How many communicators have collectives.
    pub communicators: usize,
    /// If the ranks are of two jobs that have connected, how many ranks each job has: even ranks are of the first, odd
    /// ranks of the second.
    pub jobs: Option<[u32; 2]>,
    /// The chance that two ranks forget each other after a round, in per mille: one of them has left for good, and the
    /// next message is from a new rank with its number.
    pub partings: u32,
}

/// How often each call is made, relative to the others.
#[derive(Clone)]
pub struct Weights(pub [(Call, u32); 16]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Send,
    Recv,
    Probe,
    Take,
    RecvTaken,
    Test,
    CancelSend,
    CancelRecv,
    Detach,
    SetPushedBuffer,
    SetPush,
    Stream,
    Window,
    Connection,
    Broadcast,
    Collective,
}

impl Weights {
    /// Returns how often a call is made.
    pub fn of(&self, call: Call) -> u32 {
        self.0.iter().find(|(c, _)| *c == call).map_or(0, |(_, weight)| *weight)
    }

    /// Picks one of these calls.
    pub fn pick_of(&self, calls: &[Call], rng: &mut Rng) -> Call {
        let all: u32 = calls.iter().map(|call| self.of(*call)).sum();
        let mut at = rng.u32(..all);
        let chosen = calls.iter().find(|call| {
            let weight = self.of(**call);
            let is_it = at < weight;
            at = at.saturating_sub(weight);
            is_it
        });
        chosen.copied().unwrap_or(Call::Send)
    }
}

impl Plan {
    /// Returns the limits of a rank.
    pub fn limits_of(&self, rank: u32) -> Limits {
        self.jobs.map_or(self.limits, |jobs| self.limits_in_job(jobs[rank as usize % 2]))
    }

    /// Returns the limits of a rank in a job with so many ranks.
    pub fn limits_in_job(&self, ranks: u32) -> Limits {
        let job = Limits::of_job(ranks, self.limits.frame);
        let Limits { credit, handlers, replies, windows, .. } = job;
        Limits { credit, handlers, replies, windows, ..self.limits }
    }

    /// Leaves out all calls but these, and changes of the pushed buffer's size.
    pub fn leave_out_all_but(&mut self, calls: &[Call]) {
        (self.groups, self.communicators, self.windows) = (0, 0, 0);
        for (call, weight) in &mut self.weights.0 {
            if !calls.contains(call) || *call == Call::SetPushedBuffer {
                *weight = 0;
            }
        }
    }

    /// Decides what has to do with other jobs.
    pub fn meet_other_jobs(&mut self, rng: &mut Rng) {
        if rng.u32(..8) == 0 {
            self.jobs = Some([rng.u32(1..40), rng.u32(1..40)]);
        }
        if rng.u32(..3) == 0 {
            self.partings = rng.u32(100..=1000);
        }
    }

    pub fn new(rng: &mut Rng) -> Plan {
        let ranks = if rng.bool() { 2 } else { rng.u32(2..=8) };
        // The credit is often so small that a few messages use it up, and sometimes so large that the pushed buffer can
        // shrink.
        let credit = match rng.u32(..10) {
            0..4 => rng.u64(512..2048),
            4..8 => rng.u64(2048..16 << 10),
            _ => rng.u64(33 << 10..128 << 10),
        };
        let frame = 1 << rng.u32(6..13);
        let (push1, push2) = push(rng, frame, credit);
        // The length from which a message is pulled, independent of how many bytes are pushed with a longer message's
        // head.
        let whole = if rng.bool() { push1 } else { rng.u64(0..=2 * push1.min(frame)) };
        let far = (whole, push1, push2);
        let eager = if rng.bool() { 0 } else { rng.u64(0..=credit) };
        // Each PULL asks for everything, or only for a part, so that a message takes several PULLs.
        let grant = if rng.bool() { u64::MAX } else { rng.u64(1.max(frame / 4)..=4 * frame) };
        let (handlers, replies, windows) = (4096, 4096, 4096);
        let (unmapped, mask) = (whole, true);
        let broadcasts = broadcasts(rng);
        let limits = Limits {
            whole,
            unmapped,
            push1,
            push2,
            far,
            eager,
            mask,
            frame,
            grant,
            credit,
            handlers,
            replies,
            windows,
            broadcasts,
        };
        let limits = limits.checked();
        let faults = Faults {
            delay: [0, 3, 20, 100][rng.usize(..4)],
            capacity: rng.usize(1..40),
            full: [0, 0, 50, 400][rng.usize(..4)],
            pause: [0, 0, 5, 30][rng.usize(..4)],
            longest_pause: rng.u64(1..300),
            ..Faults::none(1)
        };
        let some = |rng: &mut Rng, most: u32| if rng.bool() { 0 } else { rng.u32(..=most) };
        let send = rng.u32(5..60);
        let weights = Weights([
            (Call::Send, send),
            (Call::Recv, rng.u32(1..=send)),
            (Call::Probe, some(rng, 10)),
            (Call::Take, some(rng, 10)),
            (Call::RecvTaken, 5),
            (Call::Test, 20),
            (Call::CancelSend, some(rng, 4)),
            (Call::CancelRecv, some(rng, 4)),
            (Call::Detach, some(rng, 4)),
            (Call::SetPushedBuffer, some(rng, 1)),
            (Call::SetPush, some(rng, 1)),
            (Call::Stream, 0),
            (Call::Window, 0),
            (Call::Connection, 0),
            (Call::Broadcast, 0),
            (Call::Collective, 0),
        ]);
        let mut plan = Plan {
            ranks,
            limits,
            faults,
            chunk: 0,
            buffer: 0,
            contexts: rng.u16(1..=3),
            tags: rng.i32(1..=5),
            rounds: rng.u32(1..=3),
            calls: rng.u32(20..300),
            eager: [150, 400, 700, 950][rng.usize(..4)],
            weights,
            synchronous: some(rng, 500),
            wild_source: some(rng, 600),
            wild_tag: some(rng, 600),
            exact_room: rng.u32(600..=1000),
            largest: if rng.u32(..4) == 0 { 100 << 10 } else { 4 * credit.min(8 << 10) },
            flood: rng.u32(..3) == 0,
            blocking: rng.u32(..4) == 0,
            solicited: [200, 700, 950][rng.usize(..3)],
            answers: false,
            windows: 0,
            groups: 0,
            communicators: 0,
            jobs: None,
            partings: 0,
        };
        if plan.blocking {
            // There are few kinds of message, so that many messages match what programs wait for.
            (plan.contexts, plan.tags) = (1, rng.i32(1..=2));
            if rng.bool() {
                let l = &mut plan.limits;
                l.whole = l.whole.max(l.frame.min(l.credit / 4));
                plan.limits = plan.limits.checked();
                plan.largest = plan.limits.whole.max(1);
            }
            for (call, weight) in &mut plan.weights.0 {
                if matches!(call, Call::Recv) {
                    *weight = 2 * send;
                }
            }
        }
        if rng.u32(..4) == 0 {
            plan.seek_much(rng);
        }
        if rng.u32(..3) == 0 {
            plan.lose_frames(rng);
        }
        if rng.bool() {
            plan.stream(rng);
        }
        if rng.bool() {
            plan.open_windows(rng);
        }
        if rng.bool() {
            plan.broadcast(rng);
        }
        if plan.calls.is_multiple_of(3) {
            plan.connect(rng);
        }
        if rng.bool() {
            plan.call_collectives(rng);
        }
        plan
    }

    /// Makes the network lose, repeat and reorder frames, and puts the protocol on the reliability layer.
    fn lose_frames(&mut self, rng: &mut Rng) {
        self.chunk = rng.usize(100..3000);
        self.buffer = rng.u64(1..100 * (self.chunk as u64 + 1000));
        let some = |rng: &mut Rng, most: u32| if rng.bool() { 0 } else { rng.u32(..=most) };
        let faults = &mut self.faults;
        (faults.loss, faults.duplicate, faults.reorder) = (some(rng, 300), some(rng, 300), some(rng, 500));
        faults.capacity = faults.capacity.max(3);
        faults.narrow = [0, 2, 20][self.chunk % 3];
    }

    /// Adds messages that run handlers.
    fn stream(&mut self, rng: &mut Rng) {
        // The least credit at which a message can still come is four times the cost of its entry. With the most,
        // messages fill a ring of shared memory.
        self.limits.handlers = if rng.u32(..4) == 0 { rng.u64(4 << 10..64 << 10) } else { rng.u64(512..4096) };
        self.limits.replies = self.limits.handlers;
        self.answers = self.calls.is_multiple_of(2);
        let weight = rng.u32(5..100);
        for (call, w) in &mut self.weights.0 {
            if matches!(call, Call::Stream) {
                *w = weight;
            }
        }
    }

    /// Adds windows that ranks read and write.
    fn open_windows(&mut self, rng: &mut Rng) {
        // The least credit at which a compare-and-swap still fits: four times its operands and an entry.
        self.limits.windows = rng.u64(640..8192);
        self.windows = rng.u32(1..=2);
        let weight = rng.u32(5..150);
        for (call, w) in &mut self.weights.0 {
            if matches!(call, Call::Window) {
                *w = weight;
            }
        }
    }

    /// Adds deposits by connections.
    fn connect(&mut self, rng: &mut Rng) {
        if self.windows == 0 {
            self.limits.windows = rng.u64(640..8192);
        }
        let weight = rng.u32(20..200);
        for (call, w) in &mut self.weights.0 {
            if matches!(call, Call::Connection) {
                *w = weight;
            }
        }
    }

    /// Adds communicators that call collectives.
    fn call_collectives(&mut self, rng: &mut Rng) {
        self.communicators = rng.usize(1..=2);
        let weight = rng.u32(20..200);
        for (call, w) in &mut self.weights.0 {
            if matches!(call, Call::Collective) {
                *w = weight;
            }
        }
    }

    /// Adds groups that broadcast.
    fn broadcast(&mut self, rng: &mut Rng) {
        self.groups = rng.u16(1..=3);
        self.faults.multicast = multicast(rng);
        let weight = rng.u32(20..200);
        for (call, w) in &mut self.weights.0 {
            if matches!(call, Call::Broadcast) {
                *w = weight;
            }
        }
    }

    /// Returns a broadcast's length.
    pub fn broadcast_len(&self, rng: &mut Rng) -> u64 {
        let broadcasts = &self.limits.broadcasts;
        let near = |rng: &mut Rng, at: u64| (at + rng.u64(0..3)).saturating_sub(1);
        match rng.u32(..8) {
            0 => 0,
            1 => near(rng, broadcasts.pushed()),
            2 => near(rng, broadcasts.part.min(1400)),
            3 => rng.u64(..20_000),
            _ => rng.u64(..=broadcasts.pushed().max(64)),
        }
        .min(20_000)
    }

    /// Makes senders hold back many messages, and makes probes take messages out of order while receives of any tag
    /// wait for these messages.
    fn seek_much(&mut self, rng: &mut Rng) {
        self.limits.credit = rng.u64(512..1024);
        self.limits = self.limits.checked();
        self.contexts = 2;
        self.tags = 3;
        self.wild_tag = 400;
        self.rounds = 3;
        self.calls = 300;
        self.largest = 2000;
        for (call, weight) in &mut self.weights.0 {
            match call {
                Call::Send | Call::Probe => *weight = 30,
                Call::Recv => *weight = 10,
                Call::CancelRecv => *weight = 5,
                _ => (),
            }
        }
    }

    /// Returns a message's length: mostly near the limits, where errors happen.
    pub fn len(&self, rng: &mut Rng) -> u64 {
        let (push1, frame) = (self.limits.push1, self.limits.frame);
        match rng.u32(..12) {
            0 => 0,
            1 => 1,
            2 | 3 => (push1 + rng.u64(0..3)).saturating_sub(1),
            4 => (push1 + frame + rng.u64(0..3)).saturating_sub(1),
            5 => (frame + rng.u64(0..3)).saturating_sub(1),
            6 => (push1 + self.limits.push2.min(self.largest) + rng.u64(0..3)).saturating_sub(1),
            7 => rng.u64(..=self.largest),
            _ => rng.u64(..=push1.max(64)),
        }
        .min(self.largest.max(1))
    }
}

/// Returns random parameters of broadcasts, mostly of Clump's, else of the paper's.
fn broadcasts(rng: &mut Rng) -> BroadcastLimits {
    let small = BroadcastLimits {
        buffer: rng.u64(300..6000),
        push: (rng.u64(0..600), rng.u64(0..600)),
        window: rng.u64(1..8000),
        part: rng.u64(1..1400),
        selective: true,
        neighbours: rng.bool(),
        push_all: false,
        one_acknowledges: false,
        by_timeout: false,
    };
    match rng.u32(..10) {
        8 => BroadcastLimits { selective: false, one_acknowledges: true, ..small },
        9 => BroadcastLimits { selective: false, push_all: true, by_timeout: true, ..small },
        0 => BroadcastLimits { selective: false, push_all: true, ..small },
        1 => BroadcastLimits { selective: false, ..small },
        2 => BroadcastLimits { part: u64::MAX, window: 128 << 10, buffer: 20_000, ..small },
        _ => small,
    }
}

/// Returns the faults of multicast: all multicasts arrive, some, or none; or there is no multicast.
pub fn multicast(rng: &mut Rng) -> Multicast {
    let loss = [0, 0, 30, 300, 1000][rng.usize(..5)];
    let longest = if rng.u32(..8) == 0 { 0 } else { rng.usize(40..1432) };
    let receive_window = [0, 1 << 10, 16 << 10, 1 << 20][longest % 4];
    Multicast { longest, receive_window, loss, duplicate: rng.u32(..200), reorder: rng.u32(..300) }
}

/// Returns random values of BYTES_TO_PUSH(1) and (2): push-zero, push-pull of several kinds, or push-all.
pub fn push(rng: &mut Rng, frame: u64, credit: u64) -> (u64, u64) {
    match rng.u32(..6) {
        0 => (0, 0),
        1 => (0, rng.u64(1..credit)),
        2 => (u64::MAX, u64::MAX),
        3 => (rng.u64(0..=frame), rng.u64(0..credit)),
        _ => (rng.u64(0..=frame), 0),
    }
}
