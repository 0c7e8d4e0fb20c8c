//! One rank's protocol state, and the way in for frames.
use super::buffer_queue::BufferQueue;
use super::counters::Counters;
use super::outcome::Outcome;
use super::peer::{Control, Peer};
use super::receive_queue::ReceiveQueue;
use super::send_queue::{self, Send};
use super::sink::{Sink, Source};
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::limits::Limits;
use crate::planted::planted;
use crate::wire::{
    Accept, Arrival, Credit, Data, Decline, Done, First, Head, Kind, Nothing, Offer, Pull, Second, Seek, Share,
};
use slotmap::SlotMap;
use std::collections::HashMap;
use std::ops::Range;

/// One rank's protocol state.
#[derive(Debug)]
pub struct Engine {
    pub(super) limits: Limits,
    pub(super) peers: Vec<Peer>,
    index: HashMap<Rank, u32>,
    last: usize,
    pub(super) sends: SlotMap<SendId, Send>,
    pub(super) receives: ReceiveQueue,
    pub(super) buffered: BufferQueue,
    /// Ranks on other machines.
    far: Vec<Range<Rank>>,
    /// Peers that hold messages back from us.
    pub(super) holders: usize,
    /// Peers that wait for room in the fabric.
    pub(super) busy: Vec<u32>,
    /// Credit of a peer as the application last set it (the paper, 1.3.2).
    pub(super) credit_each: u64,
    pub(super) counters: Counters,
}

impl Engine {
    pub fn new(limits: Limits) -> Engine {
        let limits = limits.checked();
        Engine {
            limits,
            peers: Vec::new(),
            index: HashMap::new(),
            last: 0,
            sends: SlotMap::with_key(),
            receives: ReceiveQueue::default(),
            buffered: BufferQueue::default(),
            far: Vec::new(),
            holders: 0,
            busy: Vec::new(),
            credit_each: limits.credit,
            counters: Counters::default(),
        }
    }

    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Changes BYTES_TO_PUSH(1) and (2), for the paper's figures: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        self.limits =
            Limits { whole: push1, push1, push2, far: (push1, push1, push2), eager: 0, ..self.limits }.checked();
        self.adjust_push();
    }

    /// Changes what is pushed to ranks on other machines: whole, with a head, and behind it; and up to which length messages are
    /// pushed there without an acknowledgement.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64, eager: u64) {
        self.limits = Limits { far: (whole, push1, push2), eager, ..self.limits }.checked();
        self.adjust_push();
    }

    /// Switches masking off, for the paper's figure, or on.
    pub fn set_masking(&mut self, on: bool) {
        self.limits.mask = on;
    }

    /// True if `rank` is on another machine.
    fn is_far(&self, rank: Rank) -> bool {
        self.far.iter().any(|r| r.contains(&rank))
    }

    fn adjust_push(&mut self) {
        for p in 0..self.peers.len() {
            let rank = self.peers[p].rank;
            (self.peers[p].whole, self.peers[p].push1, self.peers[p].push2) = self.push_of(rank);
        }
    }

    /// Tells which ranks are on other machines, before any is talked to.
    pub fn set_far(&mut self, ranks: Vec<Range<Rank>>) {
        self.far = ranks;
    }

    /// Bytes of body that the network carries in one piece.
    pub fn set_far_piece(&mut self, bytes: u64) {
        self.limits.far_piece = bytes.clamp(1, self.limits.frame);
    }

    /// What is pushed whole to a rank, with the head of what is longer, and behind it.
    fn push_of(&self, rank: Rank) -> (u64, u64, u64) {
        if self.is_far(rank) { self.limits.far } else { (self.limits.whole, self.limits.push1, self.limits.push2) }
    }

    /// The peer's place in the list; made when it is first talked to.
    #[inline(always)]
    pub(super) fn peer(&mut self, rank: Rank) -> usize {
        match self.peers.get(self.last) {
            Some(p) if p.rank == rank => self.last,
            _ => self.find_peer(rank),
        }
    }

    fn find_peer(&mut self, rank: Rank) -> usize {
        self.last = match self.index.get(&rank) {
            Some(&i) => i as usize,
            None => {
                self.index.insert(rank, self.peers.len() as u32);
                let far = self.is_far(rank);
                self.peers.push(Peer { far, ..Peer::new(rank, self.limits.credit, self.push_of(rank)) });
                self.adjust_new_peer(self.peers.len() - 1);
                self.peers.len() - 1
            }
        };
        self.last
    }

    /// A frame has arrived from `from`. Nonsense is counted and ignored.
    #[inline(always)]
    pub fn on_frame<S: Sink>(&mut self, sink: &mut S, from: Rank, head: u64, frame: &impl Arrival) {
        let Some(head) = Head::parse(head) else {
            self.counters.malformed += 1;
            return;
        };
        if head.kind == Kind::Push {
            return self.on_push(sink, from, head, frame.len(0) as u64);
        }
        if self.on_other(sink, from, head, frame).is_none() {
            self.counters.malformed += 1;
        }
    }

    /// `None`: the frame contradicts itself or our state.
    #[inline(never)]
    fn on_other<S: Sink>(&mut self, sink: &mut S, from: Rank, head: Head, frame: &impl Arrival) -> Option<()> {
        let p = self.peer(from);
        match head.kind {
            Kind::Push => None,
            Kind::First => self.on_first(sink, p, First::parse(head, frame)?, frame.len(First::WORDS) as u64),
            Kind::Second => self.on_second(sink, p, Second::parse(frame)?, frame.len(Second::WORDS) as u64),
            Kind::Pull => self.on_pull(sink, p, Pull::parse(head, frame)?),
            Kind::Data => self.on_data(sink, p, Data::parse(frame)?, frame.len(Data::WORDS) as u64),
            Kind::Done => self.on_done(sink, p, Done::parse(frame)?.send),
            Kind::Credit => self.on_credit(sink, p, Credit::parse(frame)?.bytes),
            Kind::Held => {
                self.on_held(sink, p);
                Some(())
            }
            Kind::Seek => self.on_seek(sink, p, Seek::parse(head, frame)?),
            Kind::Offer => self.on_offer(sink, p, Offer::parse(head, frame)?, frame.len(Offer::WORDS) as u64),
            Kind::Nothing => self.on_nothing(sink, p, Nothing::parse(frame)?),
            Kind::Accept => self.on_accept(sink, p, Accept::parse(frame)?.send),
            Kind::Decline => self.on_decline(sink, p, Decline::parse(frame)?.send),
            Kind::Share => {
                self.on_share(sink, p, Share::parse(frame)?);
                Some(())
            }
        }
    }

    /// Sends a frame without a body, now or as soon as there is room; in order with everything else to that peer.
    pub(super) fn control<S: Sink>(&mut self, sink: &mut S, p: usize, head: u64, words: &[u64]) {
        let peer = &mut self.peers[p];
        let first = peer.outbox.is_empty() || planted("outbox_reordered");
        if first && sink.frame(peer.rank, head, words, Source::None).is_ok() {
            return;
        }
        let mut c = Control { head, words: [0; 4], count: words.len() as u8 };
        c.words[..words.len()].copy_from_slice(words);
        peer.outbox.push_back(c);
        self.look_after(p);
    }

    /// Puts the peer on the list of those that `flush` serves.
    pub(super) fn look_after(&mut self, p: usize) {
        if !self.peers[p].busy {
            self.peers[p].busy = true;
            self.busy.push(p as u32);
        }
    }

    /// True if `flush` has something to try again.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        !self.busy.is_empty()
    }

    /// Tries again what found the fabric full. True if anything left.
    pub fn flush<S: Sink>(&mut self, sink: &mut S) -> bool {
        let mut moved = false;
        for p in std::mem::take(&mut self.busy) {
            let p = p as usize;
            self.peers[p].busy = false;
            moved |= self.empty_outbox(sink, p);
            self.owe(sink, p, 0);
            moved |= self.pump(sink, p);
            moved |= self.push_held(sink, p);
        }
        moved
    }

    fn empty_outbox<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        let peer = &mut self.peers[p];
        while let Some(c) = peer.outbox.front() {
            if sink.frame(peer.rank, c.head, &c.words[..usize::from(c.count)], Source::None).is_err() {
                self.look_after(p);
                break;
            }
            peer.outbox.pop_front();
            moved = true;
        }
        moved
    }

    /// The outcome of a finished send, which stays.
    #[inline]
    pub fn send_outcome(&self, id: SendId) -> Option<Outcome> {
        let s = self.sends.get(id)?;
        let cancelled = match s.state {
            send_queue::State::Done => false,
            send_queue::State::Cancelled => true,
            _ if s.kept => false,
            _ => return None,
        };
        Some(Outcome { source: s.to, tag: s.tag, len: s.len, cancelled, truncated: None })
    }

    /// The outcome of a finished receive, which stays.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.receives.get(id)?.outcome()
    }

    /// Forgets a finished send. One that goes on after it was cancelled is forgotten when it is complete.
    pub fn forget_send(&mut self, id: SendId) {
        match self.sends.get_mut(id) {
            Some(s) if s.kept && !s.is_over() => s.detached = true,
            _ => drop(self.sends.remove(id)),
        }
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.receives.remove(id);
    }

    /// Nobody will ask for this send: it is forgotten when it is complete.
    pub fn detach_send(&mut self, id: SendId) {
        if self.send_outcome(id).is_some() {
            self.forget_send(id);
        } else if let Some(s) = self.sends.get_mut(id) {
            s.detached = true;
        }
    }

    /// Nobody will ask for this receive: it is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        if self.recv_outcome(id).is_some() {
            self.receives.remove(id);
        } else if let Some(r) = self.receives.get_mut(id) {
            r.detached = true;
        }
    }

    /// True if the send, receive or taken message is still known.
    pub fn knows_send(&self, id: SendId) -> bool {
        self.sends.contains_key(id)
    }
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.receives.get(id).is_some()
    }
    pub fn knows_entry(&self, id: EntryId) -> bool {
        self.buffered.entries.contains_key(id)
    }

    /// Receives that are known: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.receives.len()
    }

    /// Frames and streams that still want to go out, and sends that others have not taken: what `close` waits for.
    pub fn unsent(&self) -> usize {
        let waiting: usize = self.peers.iter().map(|p| p.outbox.len() + p.streams.len()).sum();
        waiting + self.sends.values().filter(|s| !s.is_over()).count()
    }

    /// True if a rank that has not `left` has yet to take one of the sends.
    pub fn unsent_to(&self, mut left: impl FnMut(Rank) -> bool) -> bool {
        self.sends.values().any(|s| !s.is_over() && !left(s.to))
    }

    /// Receives that nobody will ask for and that have not ended: `None` for one that is matched, else from whom (`None`: any).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        let pending = self.receives.recvs.iter().filter(|(_, r)| r.detached);
        pending.map(|(_, r)| r.is_posted().then(|| r.select().source))
    }

    /// True if an operation or a message of this context is known here: the context must not get another meaning.
    pub fn uses(&self, context: u16) -> bool {
        self.sends.values().any(|s| s.context == context && !s.is_over())
            || self.receives.recvs.iter().any(|(_, r)| r.select().context == context)
            || self.buffered.entries.values().any(|e| e.context == context)
    }
}
