//! Directed points ("Efficient Reliable Broadcast on Commodity Clusters", 2 and 3.1): numbered ends of communication,
//! each directed at one point of another rank.
//!
//! A directed point (DP) owns a buffer for what has left and may have to be sent again. A lightweight directed point
//! (LDP) owns none: it is created, and then linked to a DP, whose buffer it shares (EQA). From then on an LDP is used
//! as a DP is. A send at a DP goes to the DP's target and to the targets of all LDPs that are linked to it: its bytes
//! are copied into the buffer once, and each of these messages holds a reference to the copy. The buffer frees an
//! entry when its last reference is gone.
//!
//! Messages travel as tagged messages: the number of the receiving point is the tag. A send to targets on several other
//! machines is one multicast ([`multicast`]). No call here waits: the caller does, with the endpoint.
mod buffer;
mod error;
mod multicast;
mod shared;
mod transfer;

use crate::endpoint::{Endpoint, Request};
use buffer::EntryBuffer;
use clump_core::{Mode, Outcome, Rank, Select};
use clump_fabric::mem::Region;
pub use clump_fabric::shm::EntryShape;
pub use error::{MOST_POINTS, PointError};
use multicast::PointGroups;
pub use shared::PointInvitation;
use shared::{SharedHome, SharedLink};
use transfer::{Arrival, FIRST_TAG};
pub use transfer::{PointReceive, PointSend};

/// Bytes of a DP's buffer if the program does not say otherwise: the paper's retransmission buffer (4.2).
pub const USUAL_BUFFER: usize = 24 << 10;

/// The name of a point within its rank; valid until the point is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointId(usize);

/// What a point is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointUse {
    /// The point sends and receives.
    Both,
    /// The point only sends, so it needs no number that others name.
    SendOnly,
    /// The point only receives, and has no buffer.
    ReceiveOnly,
}

/// Where a point's bytes wait.
#[derive(Debug)]
enum Holds {
    /// A DP's own buffer.
    Buffer(EntryBuffer),
    /// An LDP's link to a DP; `None` before the second step.
    Link(Option<usize>),
    /// An LDP's link to the buffer of another process.
    Shared(SharedLink),
    Nothing,
}

#[derive(Debug)]
struct Point {
    number: u32,
    use_for: PointUse,
    target: Option<(Rank, u32)>,
    /// The only rank that the point receives from, if any.
    source: Option<Rank>,
    holds: Holds,
    /// The buffer that other processes share, if the point has one beside its own.
    shared: Option<SharedHome>,
}

/// The directed points of one rank.
#[derive(Debug)]
pub struct DirectedPoints {
    context: u16,
    points: Vec<Option<Point>>,
    groups: PointGroups,
}

impl DirectedPoints {
    /// Creates an empty table. The points' messages have this context.
    pub const fn new(context: u16) -> DirectedPoints {
        DirectedPoints { context, points: Vec::new(), groups: PointGroups::new(context) }
    }

    /// Creates a DP with a buffer of `room` bytes. Fails if the number is taken.
    pub fn open(&mut self, number: u32, use_for: PointUse, room: usize) -> Result<PointId, PointError> {
        let holds = match use_for {
            PointUse::ReceiveOnly => Holds::Nothing,
            _ => Holds::Buffer(EntryBuffer::new(room)),
        };
        self.insert(number, use_for, holds)
    }

    /// Creates an LDP, which cannot send before it is [linked](Self::link).
    pub fn open_light(&mut self, number: u32, use_for: PointUse) -> Result<PointId, PointError> {
        let holds = if use_for == PointUse::ReceiveOnly { Holds::Nothing } else { Holds::Link(None) };
        self.insert(number, use_for, holds)
    }

    fn insert(&mut self, number: u32, use_for: PointUse, holds: Holds) -> Result<PointId, PointError> {
        let receives = use_for != PointUse::SendOnly;
        let taken = |p: &Point| receives && p.use_for != PointUse::SendOnly && p.number == number;
        if number >= MOST_POINTS || self.points.iter().flatten().any(taken) {
            return Err(PointError::Number(number));
        }
        self.points.push(Some(Point { number, use_for, target: None, source: None, holds, shared: None }));
        Ok(PointId(self.points.len() - 1))
    }

    fn get(&mut self, id: PointId) -> Result<&mut Point, PointError> {
        self.points.get_mut(id.0).and_then(Option::as_mut).ok_or(PointError::Unknown)
    }

    /// Links an LDP to a DP, whose buffer it shares from now on.
    pub fn link(&mut self, light: PointId, to: PointId) -> Result<(), PointError> {
        if !matches!(self.get(to)?.holds, Holds::Buffer(_)) {
            return Err(PointError::NoLink);
        }
        match &mut self.get(light)?.holds {
            Holds::Link(link @ None) => *link = Some(to.0),
            _ => return Err(PointError::NoLink),
        }
        Ok(())
    }

    /// Directs a point at point `number` of a rank, which its sends go to.
    pub fn direct(&mut self, id: PointId, ranks: u32, rank: Rank, number: u32) -> Result<(), PointError> {
        if rank >= ranks {
            return Err(PointError::Rank(rank));
        }
        if number >= MOST_POINTS {
            return Err(PointError::Number(number));
        }
        let point = self.get(id)?;
        if point.use_for == PointUse::ReceiveOnly {
            point.source = Some(rank);
        } else {
            point.target = Some((rank, number));
        }
        Ok(())
    }

    /// Sends `data` from a point to its target, and from a DP also to the targets of its LDPs. Copies the data once, if
    /// the buffer has room for them. Otherwise returns the sends that still use `data`; the caller waits for all of
    /// them.
    pub fn send(&mut self, endpoint: &mut Endpoint, id: PointId, data: Region) -> Result<Vec<PointSend>, PointError> {
        let point = self.get(id)?;
        let owner = match point.holds {
            Holds::Buffer(_) => id.0,
            Holds::Link(link) => link.ok_or(PointError::NotLinked)?,
            Holds::Nothing => return Err(PointError::ReceiveOnly),
            Holds::Shared(_) => return Err(PointError::NotLinked),
        };
        let mut targets: Vec<(Rank, u32)> = point.target.into_iter().collect();
        if owner == id.0 {
            let linked = |p: &&Point| matches!(p.holds, Holds::Link(Some(to)) if to == id.0);
            targets.extend(self.points.iter().flatten().filter(linked).filter_map(|p| p.target));
        }
        let shared = self.points[owner].as_mut().and_then(|p| p.shared.as_mut()).filter(|_| owner == id.0);
        let is_shared = shared.is_some();
        if let Some(shared) = shared {
            shared.put(endpoint, data)?;
        }
        if targets.is_empty() {
            return if is_shared { Ok(Vec::new()) } else { Err(PointError::NoTarget) };
        }
        let group = if owner == id.0 { self.groups.prepare(endpoint, owner, &targets) } else { None };
        let buffer = self.buffer(owner)?;
        buffer.release(|sent| sent.is_over(endpoint));
        let copy = buffer.copy(data);
        let from = copy.unwrap_or(data);
        let mut pending = Vec::new();
        if let Some((group, members)) = group {
            pending.extend(PointSend::broadcast(endpoint, group, from));
            targets.retain(|target| !members.contains(target));
        }
        for target in targets {
            pending.extend(self.send_message(endpoint, target, from).map(PointSend::Message));
        }
        match copy {
            Some(_) => self.buffer(owner)?.hold(pending),
            None => return Ok(pending),
        }
        Ok(Vec::new())
    }

    fn buffer(&mut self, owner: usize) -> Result<&mut EntryBuffer, PointError> {
        match self.points[owner].as_mut().map(|p| &mut p.holds) {
            Some(Holds::Buffer(buffer)) => Ok(buffer),
            _ => Err(PointError::Unknown),
        }
    }

    fn send_message(&mut self, endpoint: &mut Endpoint, (rank, number): (Rank, u32), data: Region) -> Option<Request> {
        // On one machine there are no groups, whose beginning the count tells.
        if endpoint.spans_hosts() {
            self.groups.count_sent(rank, number);
        }
        endpoint.send(rank, self.context, FIRST_TAG + number as i32, data, Mode::Standard)
    }

    /// Gives a DP a buffer that other processes of the machine share, beside its own. From now on a send at the DP also
    /// produces an entry there, or fails if there is no room; consumers that have died or left need none. Returns how
    /// other processes find the buffer.
    pub fn share(&mut self, id: PointId, shape: EntryShape) -> Result<PointInvitation, PointError> {
        let point = self.get(id)?;
        if !matches!(point.holds, Holds::Buffer(_)) || point.shared.is_some() {
            return Err(PointError::NoLink);
        }
        let home = SharedHome::create(shape)?;
        let invitation = home.invitation();
        point.shared = Some(home);
        Ok(invitation)
    }

    /// Creates an LDP that is linked to a DP of another process of this machine. It retrieves the entries that are
    /// produced from now on, and [forwards](Self::forward) them to its own target.
    pub fn open_shared(&mut self, number: u32, invitation: PointInvitation, me: Rank) -> Result<PointId, PointError> {
        let link = SharedLink::open(invitation, me)?;
        self.insert(number, PointUse::SendOnly, Holds::Shared(link))
    }

    /// Sends the next entry of a buffer of another process to the LDP's target, from where the entry lies. Returns true
    /// if an entry has left, and false if there is none, or if the last one has not left.
    pub fn forward(&mut self, endpoint: &mut Endpoint, id: PointId) -> Result<bool, PointError> {
        let point = self.get(id)?;
        let Holds::Shared(link) = &mut point.holds else { return Err(PointError::NoLink) };
        let target = point.target.ok_or(PointError::NoTarget)?;
        if link.sending.is_none() {
            let Some(entry) = link.peek() else { return Ok(false) };
            let sending = self.send_message(endpoint, target, entry);
            if let Holds::Shared(link) = &mut self.get(id)?.holds {
                link.sending = sending;
            }
        }
        let Holds::Shared(link) = &mut self.get(id)?.holds else { return Err(PointError::NoLink) };
        if let Some(request) = link.sending {
            if endpoint.test(request).is_none() {
                return Ok(false);
            }
            link.sending = None;
        }
        link.pass();
        Ok(true)
    }

    /// Begins to receive what comes next for a point. Returns `None` if nothing has arrived. The caller waits for the
    /// [end](Self::receive_end).
    pub fn receive(
        &mut self,
        endpoint: &mut Endpoint,
        id: PointId,
        into: Region,
    ) -> Result<Option<PointReceive>, PointError> {
        let select = self.select(id)?;
        let number = self.get(id)?.number;
        match self.groups.next_arrival(endpoint, select, number) {
            None => Ok(None),
            Some(Arrival::Broadcast { number, root }) => {
                Ok(Some(PointReceive::broadcast(endpoint, number, root, into)))
            }
            Some(Arrival::Message) => {
                let Some((message, outcome)) = endpoint.mprobe(select) else { return Ok(None) };
                self.groups.count_received(outcome.source, number);
                Ok(Some(PointReceive::message(endpoint, message, into)))
            }
        }
    }

    /// Returns what a point has received, once all bytes are here. Makes no progress.
    pub fn receive_end(
        &mut self,
        endpoint: &mut Endpoint,
        incoming: PointReceive,
    ) -> Option<Result<Outcome, PointError>> {
        let end = incoming.end(endpoint)?;
        if let PointReceive::Broadcast { number, .. } = incoming {
            self.groups.count_taken(number);
        }
        Some(end.map_err(|_| PointError::Lost))
    }

    /// Returns true if something for a point has arrived. Makes no progress.
    pub fn has_arrival(&mut self, endpoint: &mut Endpoint, id: PointId) -> bool {
        let Ok((select, number)) = self.select(id).and_then(|select| Ok((select, self.get(id)?.number))) else {
            return true;
        };
        self.groups.next_arrival(endpoint, select, number).is_some()
    }

    /// Returns which messages a point receives: all messages that are directed at it, or those of the one rank that a
    /// receive-only point is directed at.
    pub fn select(&mut self, id: PointId) -> Result<Select, PointError> {
        let context = self.context;
        let point = self.get(id)?;
        if point.use_for == PointUse::SendOnly {
            return Err(PointError::SendOnly);
        }
        Ok(Select { context, source: point.source, tag: Some(FIRST_TAG + point.number as i32) })
    }

    /// Returns how many bytes of a point's buffer are in use, and how many references hold them.
    pub fn held(&mut self, endpoint: &mut Endpoint, id: PointId) -> Result<(usize, usize), PointError> {
        let owner = match self.get(id)?.holds {
            Holds::Link(Some(to)) => to,
            _ => id.0,
        };
        match self.points[owner].as_mut().map(|p| &mut p.holds) {
            Some(Holds::Buffer(buffer)) => {
                buffer.release(|sent| sent.is_over(endpoint));
                Ok(buffer.held())
            }
            _ => Ok((0, 0)),
        }
    }

    /// Closes a point, if no LDP is linked to it and its buffer is empty. Returns false if messages still have to
    /// leave: the caller makes progress and calls again.
    pub fn close(&mut self, endpoint: &mut Endpoint, id: PointId) -> Result<bool, PointError> {
        self.get(id)?;
        if self.points.iter().flatten().any(|p| matches!(p.holds, Holds::Link(Some(to)) if to == id.0)) {
            return Err(PointError::Linked);
        }
        self.groups.end(endpoint, id.0);
        if let Holds::Buffer(_) = self.get(id)?.holds
            && self.held(endpoint, id)?.1 > 0
        {
            return Ok(false);
        }
        if let Holds::Shared(link) = &mut self.get(id)?.holds
            && link.sending.is_some_and(|request| endpoint.test(request).is_none())
        {
            return Ok(false);
        }
        self.points[id.0] = None;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
