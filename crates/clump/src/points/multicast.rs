//! Sends of a directed point to several machines by one multicast: the point's targets become a broadcast group of the
//! engine (`clump_core::protocol`), whose queue is then the point's buffer and keeps a cursor for each target.
//!
//! The sender invites its targets, one on each other machine, and goes on with messages meanwhile. Once all targets
//! have opened the group and a poll by multicast has reached all of them, the sender says how many messages it has sent
//! to each target before, and broadcasts from then on. The targets take these messages first, so the order remains.
//! When the sender's targets change, it ends the group by saying how many broadcasts there were, and the targets take
//! these before later messages. Invitations, answers, beginnings and ends are *notes*: tagged messages of words.
use super::buffer::EntryBuffer;
use super::error::MOST_POINTS;
use super::transfer::{Arrival, FIRST_TAG, PointSend};
use crate::border::GUEST_CONTEXTS;
use crate::endpoint::{Endpoint, Request};
use crate::lent;
use clump_core::{Mode, Rank, Select};
use clump_fabric::mem::LentBuffer;
use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::ops::Range;

/// The tag of notes.
const NOTE_TAG: i32 = FIRST_TAG + MOST_POINTS as i32;
/// The numbers of points' groups. Communicators have groups with numbers below, because no guest is in a group.
const NUMBERS: Range<u16> = GUEST_CONTEXTS;
/// The words of a note before the members: kind, group, generation, point, value.
const NOTE_WORDS: usize = 5;
/// How often a point whose targets do not change looks for a number that is free at all of them.
const MOST_TRIES: u32 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum NoteKind {
    /// Open this group of these members, for this point of yours.
    Invite,
    /// The value is 1 if the group is open now, and 0 if the number is in use.
    Answer,
    /// Broadcasts follow as many messages as the value says.
    Begin,
    /// There were as many broadcasts as the value says.
    End,
}

impl NoteKind {
    const ALL: [NoteKind; 4] = [NoteKind::Invite, NoteKind::Answer, NoteKind::Begin, NoteKind::End];
}

/// What a sender does with its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroupState {
    /// That many members have not answered.
    Inviting(usize),
    /// All members have opened the group. The sender looks whether multicast reaches them.
    Probing,
    /// The sender has broadcast so often.
    Open(u64),
    /// A member could not open the group.
    Refused,
}

/// The group of a directed point that sends.
#[derive(Debug)]
struct SendGroup {
    number: u16,
    generation: u32,
    /// The rank and the point of each member but the sender.
    members: Vec<(Rank, u32)>,
    state: GroupState,
    tries: u32,
}

/// A group by which one of this rank's points receives.
#[derive(Debug)]
struct ReceiveGroup {
    root: Rank,
    number: u16,
    generation: u32,
    point: u32,
    /// How many messages the sender had sent to the point before its first broadcast.
    begin: Option<u64>,
    /// How many broadcasts the program has.
    taken: u64,
    /// How many broadcasts there were.
    end: Option<u64>,
}

/// The multicasts of a rank's points.
#[derive(Debug)]
pub(super) struct PointGroups {
    context: u16,
    /// The groups by which points send, by the point's index.
    sending: BTreeMap<usize, SendGroup>,
    /// How many messages have left for each rank's points, and how many have come from each rank for the own points.
    sent: BTreeMap<(Rank, u32), u64>,
    received: BTreeMap<(Rank, u32), u64>,
    receiving: Vec<ReceiveGroup>,
    /// The notes that have not left.
    notes: EntryBuffer,
    /// The note that arrives now, and its sender. Its memory is freed only when the note is here.
    coming: Option<(Request, ManuallyDrop<LentBuffer>, Rank)>,
    /// How many groups this rank has proposed.
    proposed: u16,
}

impl PointGroups {
    pub(super) const fn new(context: u16) -> PointGroups {
        PointGroups {
            context,
            sending: BTreeMap::new(),
            sent: BTreeMap::new(),
            received: BTreeMap::new(),
            receiving: Vec::new(),
            notes: EntryBuffer::new(usize::MAX),
            coming: None,
            proposed: 0,
        }
    }

    pub(super) fn count_sent(&mut self, rank: Rank, point: u32) {
        *self.sent.entry((rank, point)).or_default() += 1;
    }

    pub(super) fn count_received(&mut self, rank: Rank, point: u32) {
        *self.received.entry((rank, point)).or_default() += 1;
    }

    /// Counts a broadcast that the program has.
    pub(super) fn count_taken(&mut self, number: u16) {
        if let Some(group) = self.receiving.iter_mut().find(|group| group.number == number) {
            group.taken += 1;
        }
    }

    fn send_note(&mut self, endpoint: &mut Endpoint, to: Rank, words: &[u64]) {
        self.notes.release(|sent| sent.is_over(endpoint));
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let note = self.notes.copy_bytes(&bytes);
        let sending = endpoint.send(to, self.context, NOTE_TAG, note, Mode::Standard);
        self.notes.hold(sending.map(PointSend::Message).into_iter().collect());
    }

    fn propose(&mut self, endpoint: &Endpoint) -> (u16, u32) {
        let rank = endpoint.rank();
        loop {
            self.proposed = self.proposed.wrapping_add(1);
            let place = (rank.wrapping_mul(61).wrapping_add(self.proposed.into())) % NUMBERS.len() as u32;
            let number = NUMBERS.start + place as u16;
            if !endpoint.knows_group(number) {
                return (number, rank << 16 | u32::from(self.proposed));
            }
        }
    }

    /// Returns the next broadcast for a point, or the next message, if a `message` waits.
    fn next_of(&self, endpoint: &Endpoint, point: u32, source: Option<Rank>, message: bool) -> Option<Arrival> {
        let of_point = |group: &&ReceiveGroup| group.point == point && source.is_none_or(|rank| rank == group.root);
        let has_begun = |group: &&ReceiveGroup| {
            let messages = self.received.get(&(group.root, point)).copied().unwrap_or(0);
            group.begin.is_some_and(|begin| messages >= begin)
        };
        let mut begun = self.receiving.iter().filter(of_point).filter(has_begun);
        if let Some(group) = begun.clone().find(|group| endpoint.arriving_broadcast(group.number, 0)) {
            return Some(Arrival::Broadcast { number: group.number, root: group.root });
        }
        // What an ended group's sender has sent since follows its broadcasts.
        (message && begun.all(|group| group.end.is_none())).then_some(Arrival::Message)
    }

    /// Closes the ended groups of which the program has all broadcasts.
    fn close_ended(&mut self, endpoint: &mut Endpoint) {
        self.receiving.retain(|group| {
            let over = group.end.is_some_and(|end| group.taken >= end);
            if over {
                endpoint.broadcasts().close_group(group.number);
            }
            !over
        });
    }

    /// Returns what a point receives next, if anything has arrived. Makes no progress.
    pub(super) fn next_arrival(&mut self, endpoint: &mut Endpoint, select: Select, point: u32) -> Option<Arrival> {
        // A message that was here before the notes follows no broadcast that a note ends.
        let message = endpoint.has_arrived(select);
        self.take_notes(endpoint);
        self.close_ended(endpoint);
        self.next_of(endpoint, point, select.source, message)
    }

    /// Prepares the group of the point at index `at` for a send to these targets. Returns the group's number if the
    /// send is a broadcast, with the targets that are members: all others get messages.
    pub(super) fn prepare(
        &mut self,
        endpoint: &mut Endpoint,
        at: usize,
        targets: &[(Rank, u32)],
    ) -> Option<(u16, Vec<(Rank, u32)>)> {
        if !endpoint.spans_hosts() {
            return None;
        }
        let mut hosts = vec![endpoint.host_of(endpoint.rank())];
        let mut members = Vec::new();
        for &(rank, point) in targets {
            let host = endpoint.host_of(rank);
            if !hosts.contains(&host) {
                hosts.push(host);
                members.push((rank, point));
            }
        }
        if members.iter().any(|&(rank, _)| endpoint.has_departed(rank)) {
            members.clear();
        }
        if self.sending.get_mut(&at).is_some_and(|group| group.members != members) {
            self.end(endpoint, at);
        }
        // One target on another machine gets a message: a multicast would cost as much.
        if members.len() < 2 {
            return None;
        }
        self.take_notes(endpoint);
        let tries = match self.sending.get_mut(&at) {
            None => Some(0),
            Some(group) if group.state == GroupState::Refused && group.tries < MOST_TRIES => Some(group.tries),
            Some(_) => None,
        };
        if let Some(tries) = tries {
            self.end(endpoint, at);
            self.invite(endpoint, at, members.clone(), tries + 1);
        }
        let SendGroup { number, state, .. } = self.sending.get_mut(&at)?;
        let number = *number;
        if *state == GroupState::Probing {
            if !endpoint.broadcasts().multicasts(number) {
                endpoint.probe_multicast(number);
                return None;
            }
            *state = GroupState::Open(0);
            for &(rank, point) in &members {
                let before = self.sent.get(&(rank, point)).copied().unwrap_or(0);
                self.tell(endpoint, at, NoteKind::Begin, (rank, point), before);
            }
        }
        let GroupState::Open(broadcasts) = &mut self.sending.get_mut(&at)?.state else { return None };
        *broadcasts += 1;
        Some((number, members))
    }

    fn invite(&mut self, endpoint: &mut Endpoint, at: usize, members: Vec<(Rank, u32)>, tries: u32) {
        let (number, generation) = self.propose(endpoint);
        let ranks: Vec<Rank> = [endpoint.rank()].into_iter().chain(members.iter().map(|member| member.0)).collect();
        if !endpoint.open_generation(number, generation, &ranks, 0) {
            return;
        }
        for &(rank, point) in &members {
            let head = [NoteKind::Invite as u64, number.into(), generation.into(), point.into(), 0];
            let words: Vec<u64> = head.into_iter().chain(ranks.iter().map(|&rank| rank.into())).collect();
            self.send_note(endpoint, rank, &words);
        }
        let state = GroupState::Inviting(members.len());
        self.sending.insert(at, SendGroup { number, generation, members, state, tries });
    }

    fn tell(&mut self, endpoint: &mut Endpoint, at: usize, kind: NoteKind, to: (Rank, u32), value: u64) {
        let Some(group) = self.sending.get_mut(&at) else { return };
        let words = [kind as u64, group.number.into(), group.generation.into(), to.1.into(), value];
        self.send_note(endpoint, to.0, &words);
    }

    /// Ends the group of the point at index `at`, if it has one. Later sends are messages.
    pub(super) fn end(&mut self, endpoint: &mut Endpoint, at: usize) {
        let Some(group) = self.sending.get_mut(&at) else { return };
        let broadcasts = if let GroupState::Open(broadcasts) = group.state { broadcasts } else { 0 };
        let (number, members) = (group.number, std::mem::take(&mut group.members));
        for member in members {
            self.tell(endpoint, at, NoteKind::End, member, broadcasts);
        }
        self.sending.remove(&at);
        endpoint.broadcasts().close_group(number);
    }

    /// Takes the notes that have arrived.
    fn take_notes(&mut self, endpoint: &mut Endpoint) {
        let select = Select { context: self.context, source: None, tag: Some(NOTE_TAG) };
        loop {
            if self.coming.is_none() {
                if !endpoint.has_arrived(select) {
                    return;
                }
                let Some((message, outcome)) = endpoint.mprobe(select) else { return };
                let memory = lent::zeroed(outcome.len as usize);
                let request = endpoint.mrecv(message, memory.region());
                self.coming = Some((request, ManuallyDrop::new(memory), outcome.source));
            }
            let here = self.coming.take_if(|(request, ..)| endpoint.test(*request).is_some());
            let Some((_, memory, from)) = here else { return };
            let bytes = ManuallyDrop::into_inner(memory).region().to_vec();
            let words: Vec<u64> =
                bytes.chunks_exact(8).filter_map(|word| word.try_into().ok().map(u64::from_le_bytes)).collect();
            self.on_note(endpoint, from, &words);
        }
    }

    fn on_note(&mut self, endpoint: &mut Endpoint, from: Rank, words: &[u64]) {
        let Some((&[kind, number, generation, point, value], members)) = words.split_first_chunk::<NOTE_WORDS>() else {
            return;
        };
        let Some(kind) = NoteKind::ALL.get(kind as usize) else { return };
        let (number, generation, point) = (number as u16, generation as u32, point as u32);
        let of_sender =
            |group: &&mut ReceiveGroup| (group.root, group.number, group.generation) == (from, number, generation);
        let receiving = self.receiving.iter_mut().find(of_sender);
        match kind {
            NoteKind::Invite => {
                let members: Vec<Rank> = members.iter().filter_map(|&rank| rank.try_into().ok()).collect();
                let are_ranks = members.iter().all(|&rank| rank < endpoint.size());
                let is_right = are_ranks && NUMBERS.contains(&number) && members.first() == Some(&from);
                let me = members.iter().position(|&rank| rank == endpoint.rank()).filter(|_| is_right);
                let opened = me.is_some_and(|me| endpoint.open_generation(number, generation, &members, me));
                if opened {
                    let (begin, taken, end) = (None, 0, None);
                    let group = ReceiveGroup { root: from, number, generation, point, begin, taken, end };
                    self.receiving.push(group);
                }
                let answer = [NoteKind::Answer as u64, number.into(), generation.into(), point.into(), opened.into()];
                self.send_note(endpoint, from, &answer);
            }
            NoteKind::Answer => {
                let mut groups = self.sending.values_mut();
                let Some(group) = groups.find(|group| (group.number, group.generation) == (number, generation)) else {
                    return;
                };
                group.state = match group.state {
                    GroupState::Inviting(1) if value == 1 => GroupState::Probing,
                    GroupState::Inviting(left) if value == 1 => GroupState::Inviting(left - 1),
                    _ => GroupState::Refused,
                };
            }
            NoteKind::Begin => receiving.into_iter().for_each(|group| group.begin = Some(value)),
            NoteKind::End => receiving.into_iter().for_each(|group| group.end = Some(value)),
        }
    }
}
