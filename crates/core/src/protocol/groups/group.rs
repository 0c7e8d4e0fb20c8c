//! One group, as one of its members sees it.
use super::blocks::Parities;
use super::counters::CastCounters;
use super::eqa::{Home, SharedBuffer};
use super::flow::Flow;
use super::inflow::Inflow;
use super::outcome::{Cast, CastLost};
use crate::ids::{CastId, Rank};
use crate::limits::CastLimits;
use crate::protocol::cast_sink::{CastSink, USUAL_RECEIVE_WINDOW};
use crate::protocol::sink::Sink;
use crate::protocol::transfer::Transfers;
use crate::reliability::Rtt;
use crate::wire::CastName;
use slotmap::SlotMap;
use std::collections::{BTreeMap, VecDeque};

/// What a step of a group works on beside the group.
pub struct Context<'a, S> {
    pub sink: &'a mut S,
    pub transfers: &'a mut Transfers,
    pub shared: &'a mut SharedBuffer,
    pub casts: &'a mut SlotMap<CastId, Cast>,
    pub counters: &'a mut CastCounters,
    pub limits: CastLimits,
    /// In nanoseconds from any start.
    pub now: u64,
    /// Something found no room: to be tried again.
    pub blocked: &'a mut bool,
}

/// A broadcast of this member's that waits for room in the shared buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub cast: CastId,
    pub len: u64,
}

/// How this member's broadcasts go, and what it knows of multicast.
#[derive(Debug, Default)]
pub struct Probing {
    /// All have answered a probe, and nothing has gone wrong since: broadcasts go by multicast.
    pub works: bool,
    /// The number of multicasts so far.
    pub serial: u64,
    /// The last poll among them, and when it left; 0: none is to be answered.
    pub polled: u64,
    pub left_at: u64,
    /// The last before it was found out that multicast does not reach all.
    pub failed: u64,
    /// Broadcasts until the next probe, and until the one after that.
    pub wait: u64,
    pub backoff: u64,
}

#[derive(Debug)]
pub(super) struct Group {
    pub id: u16,
    pub generation: u32,
    /// Job-wide numbers of the members.
    pub members: Box<[Rank]>,
    /// This member's place among them.
    pub me: usize,
    /// Nobody here will call anything more: it is forgotten when all have what they need.
    pub closing: bool,
    // As a root.
    pub home: Home,
    pub(super) waiting: VecDeque<Waiting>,
    /// The number of the first broadcast of which not all has left.
    pub sending: u64,
    /// So many broadcasts before that one have gone by multicast in a row.
    pub row: u64,
    /// Bytes by multicast that may be under way to the slowest.
    pub window: u64,
    /// The window was last halved when so many bytes had left.
    pub halved: u64,
    /// When something last left.
    pub left_at: u64,
    /// The broadcast that is being sent began when nothing had left for a round trip: it is not one of many in a row.
    pub alone: bool,
    /// Broadcasts for which multicasts still count as being lost.
    pub lossy: u8,
    pub parities: Parities,
    pub probing: Probing,
    pub rtt: Rtt,
    /// When to poll; 0: nothing is to be waited for.
    pub deadline: u64,
    /// Polls since anybody was last heard of.
    pub again: u32,
    /// The window was full: it has been asked for acknowledgements at this point.
    pub asked_at: (u64, u64),
    /// Somebody has named a destination before the group was open here, and has to say so again.
    pub hasty: bool,
    // As everybody.
    /// When to ask for what is waited for although nothing says that it has left, and how often that was done; 0:
    /// nothing is waited for.
    pub wait: (u64, u32),
    pub inflows: BTreeMap<u16, Inflow>,
    pub flows: Vec<Flow>,
}

impl Group {
    pub fn new(id: u16, generation: u32, members: Box<[Rank]>, me: usize, limits: &CastLimits) -> Group {
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
            hasty: false,
            wait: (0, 0),
            inflows: BTreeMap::new(),
            flows: Vec::new(),
        }
    }

    pub fn name(&self, root: u16, number: u64) -> CastName {
        CastName { group: self.id, root, generation: self.generation, number: number as u32 }
    }

    /// The member that a rank is.
    pub fn member(&self, rank: Rank) -> Option<usize> {
        self.members.iter().position(|&m| m == rank)
    }

    /// The children in the tree of a root's broadcasts: members in a ring from the root on, each with two children.
    pub fn children(&self, root: usize) -> impl Iterator<Item = usize> + use<> {
        let (n, me) = (self.members.len(), self.me);
        let place = (me + n - root) % n;
        (2 * place + 1..=2 * place + 2).filter(move |&c| c < n).map(move |c| (c + root) % n)
    }

    /// True if it waits for time to pass.
    pub fn is_timed(&self) -> bool {
        self.deadline > 0 || self.wait.0 > 0
    }

    /// True if nothing is under way that needs this member.
    pub fn is_idle(&self) -> bool {
        self.home.is_empty() && self.waiting.is_empty() && self.flows.is_empty()
    }
}

/// The number that a frame's low half means, near one that is known.
pub fn expand(low: u32, near: u64) -> Option<u64> {
    near.checked_add_signed(i64::from(low.wrapping_sub(near as u32) as i32))
}

impl<S: Sink + CastSink> Context<'_, S> {
    /// A broadcast is over: its caller hears so, and its memory is free.
    pub fn end(&mut self, cast: CastId, end: Result<u64, CastLost>) {
        self.told(cast, end);
        self.over(cast);
    }

    /// Its memory, or the copy, is needed no more. Only then may its name be another's.
    pub fn over(&mut self, cast: CastId) {
        self.sink.cast_over(cast);
        if let Some(c) = self.casts.get_mut(cast) {
            c.over = true;
            if c.detached {
                self.casts.remove(cast);
            }
        }
    }

    /// Its caller hears that it is over; what was copied is still needed.
    pub fn told(&mut self, cast: CastId, end: Result<u64, CastLost>) {
        if let Some(c) = self.casts.get_mut(cast) {
            c.end = Some(end);
        }
    }
}
