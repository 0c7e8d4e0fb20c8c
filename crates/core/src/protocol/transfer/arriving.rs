//! A message of which a part is here: what was pushed unasked, where that goes, and what is still to be asked for. It
//! is made where a message does not come whole; one that does costs nothing here.
use super::Transfers;
use crate::ids::{ArrivalId, EntryId, RecvId, SendId};
use crate::planted::planted;
use crate::protocol::sink::{Pulling, Sink};
use crate::wire::{Data, Done, First, Offer, Pull, Second};
use std::ops::Range;

#[derive(Debug)]
pub struct Arriving {
    /// The sender's place among the peers, its name for the message, and where that lies in its memory (0: it does not
    /// say).
    pub p: usize,
    pub send: SendId,
    address: u64,
    /// Bytes of the message.
    len: u64,
    /// Bytes pushed without being asked: in all, and here so far.
    pushed: u64,
    got: u64,
    /// All is pushed, and the sender does not wait.
    pub released: bool,
    target: Target,
}

/// Where the bytes go.
#[derive(Debug)]
pub enum Target {
    /// Its owner keeps the message: pushed bytes are stashed with this entry.
    Kept(EntryId),
    /// Its owner has named a destination.
    Into(Destination),
    /// Nobody wants more of it: what is still being pushed is dropped.
    Over,
}

/// Where a message goes, and how far it has come there.
#[derive(Debug)]
pub struct Destination {
    recv: RecvId,
    /// Bytes of the message that fit, and those that are there.
    want: u64,
    have: u64,
    /// A native pull of this range is under way, and frames may bring none of it.
    native: Option<Range<u64>>,
    /// The range that was last asked for, and how many bytes of it frames have yet to bring.
    asked: Range<u64>,
    outstanding: u64,
}

impl Arriving {
    /// True if all that comes unasked is here.
    pub fn is_here(&self) -> bool {
        self.got == self.pushed
    }

    /// Bytes that have been pushed here so far.
    pub fn got(&self) -> u64 {
        self.got
    }
}

impl Transfers {
    /// A message's head has come with `here` bytes. Its owner says next where it goes. `None`: it has come already.
    pub fn arrive(&mut self, p: usize, f: &First, here: u64) -> Option<ArrivalId> {
        if self.peers[p].pushing.contains_key(&f.send) {
            return None;
        }
        let First { send, address, len, pushed, released, .. } = *f;
        let id =
            self.arrivals.insert(Arriving { p, send, address, len, pushed, got: here, released, target: Target::Over });
        if here < pushed {
            self.peers[p].pushing.insert(send, id);
        }
        Some(id)
    }

    /// The same of a message that was offered: nothing follows unasked.
    pub fn arrive_offered(&mut self, p: usize, o: &Offer, here: u64) -> ArrivalId {
        let (send, address, len) = (o.send, o.address, o.len);
        let target = Target::Over;
        self.arrivals.insert(Arriving { p, send, address, len, pushed: here, got: here, released: false, target })
    }

    /// The owner keeps the message, with this entry.
    pub fn keep(&mut self, id: ArrivalId, entry: EntryId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.target = Target::Kept(entry);
        }
    }

    /// The owner wants nothing of it, and all that comes unasked is here.
    pub fn forget(&mut self, id: ArrivalId) -> Option<Arriving> {
        self.arrivals.remove(id)
    }

    /// The owner has named a destination with `room` bytes, to which the bytes that are here go by the owner's hand:
    /// asks for what will not come by itself, natively if that goes. True: it is complete.
    pub fn receive_into<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, recv: RecvId, room: u64) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        let want = a.len.min(room);
        let have = a.got.min(want);
        a.target = Target::Into(Destination { recv, want, have, native: None, asked: 0..0, outstanding: 0 });
        let (p, send, address, released) = (a.p, a.send, a.address, a.released);
        let start = a.pushed.min(want);
        let missing = want - start;
        let from = self.peers[p].rank;
        match missing {
            0 if released && !planted("released_acknowledged") => {}
            0 => self.done(sink, p, send),
            _ => match sink.pull(from, send, address, recv, start, missing) {
                Pulling::Done => self.copied(sink, id, missing),
                Pulling::Later if planted("later_is_done") => self.copied(sink, id, missing),
                Pulling::Later => {
                    if let Some(d) = self.destination(id) {
                        d.native = Some(start..want);
                    }
                }
                Pulling::No => {
                    self.counters.pulled_frames += 1;
                    self.pull(sink, id, start);
                }
            },
        }
        self.settle(id)
    }

    fn destination(&mut self, id: ArrivalId) -> Option<&mut Destination> {
        match &mut self.arrivals.get_mut(id)?.target {
            Target::Into(d) => Some(d),
            _ => None,
        }
    }

    /// What [`Pulling::Later`] promised is `here`, or was refused and comes by frames. True: the message is complete.
    pub fn pulled<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, here: bool) -> bool {
        let Some(range) = self.destination(id).and_then(|d| d.native.take()) else { return false };
        if here {
            self.copied(sink, id, range.end - range.start);
        } else {
            self.counters.pulled_frames += 1;
            self.pull(sink, id, range.start);
        }
        self.settle(id)
    }

    /// All that was missing has been copied out of the sender's memory, which is told.
    fn copied<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, bytes: u64) {
        self.counters.pulled_native += 1;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        if let Target::Into(d) = &mut a.target {
            d.have += bytes;
        }
        let (p, send) = (a.p, a.send);
        self.done(sink, p, send);
    }

    /// Asks for the bytes from `start` on by frames: all that are wanted, or as many as one PULL may ask for.
    fn pull<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, start: u64) {
        let most = self.limits.grant;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        let (p, send) = (a.p, a.send);
        let Target::Into(d) = &mut a.target else { return };
        let end = d.want.min(start.saturating_add(most));
        (d.asked, d.outstanding) = (start..end, end - start);
        // Until the last, the sender keeps the rest.
        let last = end == d.want || planted("last_too_soon") && end + 64 >= d.want;
        let piece = sink.piece(d.recv);
        let pull = Pull { send, arrival: id, offset: start, len: end - start, piece, last };
        self.control(sink, p, pull.head(), &pull.words());
    }

    fn done<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        if planted("dropped_acknowledgement") && self.counters.unexpected % 7 == 6 {
            return;
        }
        let done = Done { send };
        self.control(sink, p, done.head(), &done.words());
    }

    /// More bytes pushed behind a head. The receive that is complete by that, if one is.
    pub fn on_second<S: Sink>(&mut self, sink: &mut S, p: usize, s: Second, here: u64) -> Option<Option<RecvId>> {
        let id = *self.peers[p].pushing.get(&s.send)?;
        let a = self.arrivals.get_mut(id)?;
        if here == 0 || s.offset != a.got || here > a.pushed - a.got {
            return None;
        }
        a.got += here;
        if a.is_here() {
            self.peers[p].pushing.remove(&s.send);
        }
        let mut recv = None;
        match &mut a.target {
            Target::Kept(entry) => sink.stash(*entry, a.pushed, s.offset, Second::WORDS, here),
            Target::Into(d) => {
                // What does not fit is dropped.
                let offset = s.offset - u64::from(planted("second_offset"));
                let fits = here.min(d.want.saturating_sub(offset));
                let n = match fits {
                    _ if planted("incoming_not_moved") && a.got == a.pushed => 0,
                    _ if planted("second_past_end") => here,
                    fits => fits,
                };
                if n > 0 {
                    sink.deliver(d.recv, offset, Second::WORDS, n);
                    d.have += n;
                }
                recv = Some(d.recv);
            }
            Target::Over => {}
        }
        let complete = self.settle(id);
        Some(recv.filter(|_| complete))
    }

    /// Bytes that were asked for. The receive that is complete by that, if one is.
    pub fn on_data<S: Sink>(&mut self, sink: &mut S, p: usize, data: Data, here: u64) -> Option<Option<RecvId>> {
        let a = self.arrivals.get_mut(data.arrival).filter(|a| a.p == p)?;
        let Target::Into(d) = &mut a.target else { return None };
        let end = data.offset.checked_add(here)?;
        if here == 0 || here > d.outstanding || data.offset < d.asked.start || end > d.asked.end {
            return None;
        }
        sink.deliver(d.recv, data.offset, Data::WORDS, here);
        d.have += here;
        d.outstanding -= here;
        let (recv, next) = (d.recv, d.asked.end);
        if d.outstanding == 0 && next < d.want {
            self.pull(sink, data.arrival, next);
        }
        let complete = self.settle(data.arrival);
        Some(Some(recv).filter(|_| complete))
    }

    /// Forgets a message of which nothing more is to come. True: its destination has just become complete.
    fn settle(&mut self, id: ArrivalId) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        let complete = matches!(&a.target, Target::Into(d) if d.have >= d.want);
        if complete {
            a.target = Target::Over;
        }
        if a.is_here() && matches!(a.target, Target::Over) {
            self.arrivals.remove(id);
        }
        complete
    }
}
