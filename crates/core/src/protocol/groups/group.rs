//! The state of one group, as one of its members keeps it.
use super::blocks::Parities;
use super::counters::BroadcastCounters;
use super::eqa::{Home, SharedBuffer};
use super::flow::Flow;
use super::inflow::Inflow;
use super::outcome::{BroadcastLost, BroadcastRecord};
use super::sink::{GroupSink, USUAL_RECEIVE_WINDOW};
use crate::ids::{BroadcastId, Rank};
use crate::limits::BroadcastLimits;
use crate::protocol::transfer::Transfers;
use crate::reliability::Rtt;
use crate::wire::BroadcastName;
use slotmap::SlotMap;
use std::collections::{BTreeMap, VecDeque};

/// What a step of a group works with, beside the group's own state.
pub struct Context<'a, S> {
    pub sink: &'a mut S,
    pub transfers: &'a mut Transfers,
    pub shared: &'a mut SharedBuffer,
    pub broadcasts: &'a mut SlotMap<BroadcastId, BroadcastRecord>,
    pub counters: &'a mut BroadcastCounters,
    pub limits: BroadcastLimits,
    /// The time in nanoseconds from any start.
    pub now: u64,
    /// Set if a frame found no room, so that `flush` tries again.
    pub blocked: &'a mut bool,
}

/// A broadcast of this member that waits for room in the shared buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub broadcast: BroadcastId,
    pub len: u64,
}

/// Whether this member's broadcasts go by multicast, and the state of the test for it.
#[derive(Debug, Default)]
pub struct Probing {
    /// True if broadcasts go by multicast: all members have answered a probe, and nothing has failed since.
    pub works: bool,
    /// The number of multicasts so far.
    pub serial: u64,
    /// The serial number of the last poll by multicast; 0: no poll awaits an answer.
    pub polled: u64,
    /// When the poll numbered `polled` left, in nanoseconds.
    pub left_at: u64,
    /// The serial number of the last multicast before this member found that multicast does not reach all members.
    pub failed: u64,
    /// Broadcasts until the next probe.
    pub wait: u64,
    /// Broadcasts from the next probe to the one after.
    pub backoff: u64,
}

#[derive(Debug)]
pub(super) struct Group {
    pub id: u16,
    pub generation: u32,
    /// The job-wide ranks of the members.
    pub members: Box<[Rank]>,
    /// This member's index.
    pub me: usize,
    /// True if the program has closed the group. The group is forgotten when all members have what they need.
    pub closing: bool,
    // The fields from here on belong to this member's role as a root.
    pub home: Home,
    pub(super) waiting: VecDeque<Waiting>,
    /// The number of the first broadcast that has not left whole.
    pub sending: u64,
    /// How many broadcasts in a row before the one numbered `sending` went by multicast.
    pub row: u64,
    /// The congestion window: multicast bytes in flight to the slowest member.
    pub window: u64,
    /// How many bytes had left when the window was last halved.
    pub halved: u64,
    /// When a frame last left, in nanoseconds.
    pub left_at: u64,
    /// True if the current broadcast stands alone: for a round trip before it began, nothing had left.
    pub alone: bool,
    /// The number of further broadcasts during which the root treats multicasts as lossy.
    pub lossy: u8,
    pub parities: Parities,
    pub probing: Probing,
    pub rtt: Rtt,
    /// When the root polls next, in nanoseconds; 0: the root waits for no answer.
    pub deadline: u64,
    /// How many polls have left since a member last answered.
    pub again: u32,
    /// The position at which this root last asked for acknowledgements because its window was full.
    pub asked_at: (u64, u64),
    /// The members that lack pushed bytes of the current broadcast, which is suspended until they have them.
    pub suspended: Vec<usize>,
    /// True if a member named a destination before this rank opened the group. That member must repeat its report.
    pub began_early: bool,
    // When this member, as root or receiver, asks for expected bytes although no frame shows that those bytes have
    // left, in nanoseconds, and how often it has asked. The time is 0 if this member expects nothing.
    pub wait: (u64, u32),
    pub inflows: BTreeMap<u16, Inflow>,
    pub flows: Vec<Flow>,
}

impl Group {
    pub fn new(id: u16, generation: u32, members: Box<[Rank]>, me: usize, limits: &BroadcastLimits) -> Group {
        Group {
            id,
            generation,
            home: Home::new(members.len(), me),
            members,
            me,
            closing: false,
            waiting: VecDeque::new(),
            sending: 0,
            row: 0,
            window: limits.window.min(USUAL_RECEIVE_WINDOW),
            halved: 0,
            left_at: 0,
            alone: false,
            lossy: 0,
            parities: Parities::default(),
            probing: Probing { backoff: 1, ..Probing::default() },
            rtt: Rtt::default(),
            deadline: 0,
            again: 0,
            asked_at: (0, 0),
            suspended: Vec::new(),
            began_early: false,
            wait: (0, 0),
            inflows: BTreeMap::new(),
            flows: Vec::new(),
        }
    }

    pub fn name(&self, root: u16, number: u64) -> BroadcastName {
        BroadcastName { group: self.id, root, generation: self.generation, number: number as u32 }
    }

    /// Returns the member with this rank.
    pub fn member(&self, rank: Rank) -> Option<usize> {
        self.members.iter().position(|&m| m == rank)
    }

    /// Returns this member's children in the tree of a root's broadcasts. The members form a ring from the root on;
    /// each has two children.
    pub fn children(&self, root: usize) -> impl Iterator<Item = usize> + use<> {
        let (n, me) = (self.members.len(), self.me);
        let place = (me + n - root) % n;
        (2 * place + 1..=2 * place + 2).filter(move |&c| c < n).map(move |c| (c + root) % n)
    }

    /// Returns true if the group acts when a certain time comes.
    pub fn is_timed(&self) -> bool {
        self.due().is_some()
    }

    /// Returns the time, in nanoseconds, at which the group acts if nothing arrives before.
    pub fn due(&self) -> Option<u64> {
        [self.deadline, self.wait.0].into_iter().filter(|&time| time > 0).min()
    }

    /// Returns true if no broadcast under way needs this member.
    pub fn is_idle(&self) -> bool {
        self.home.is_empty() && self.waiting.is_empty() && self.flows.is_empty()
    }
}

/// Returns the full number whose low half a frame carries: the number closest to `near`.
pub fn expand(low: u32, near: u64) -> Option<u64> {
    near.checked_add_signed(i64::from(low.wrapping_sub(near as u32) as i32))
}

impl<S: GroupSink> Context<'_, S> {
    /// Ends a broadcast: reports the result to its caller, and frees its memory.
    pub fn end(&mut self, broadcast: BroadcastId, end: Result<u64, BroadcastLost>) {
        self.told(broadcast, end);
        self.over(broadcast);
    }

    /// Frees the memory of a broadcast, or its copy. Only then may its id be reused.
    pub fn over(&mut self, broadcast: BroadcastId) {
        self.sink.broadcast_over(broadcast);
        if let Some(c) = self.broadcasts.get_mut(broadcast) {
            c.over = true;
            if c.detached {
                self.broadcasts.remove(broadcast);
            }
        }
    }

    /// Reports the result of a broadcast to its caller. A copy of the bytes may still be needed.
    pub fn told(&mut self, broadcast: BroadcastId, end: Result<u64, BroadcastLost>) {
        if let Some(c) = self.broadcasts.get_mut(broadcast) {
            c.end = Some(end);
        }
    }
}
