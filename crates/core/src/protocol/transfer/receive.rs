//! What a receiver does about a message of which a part is here: it keeps it, names where it goes, asks for what will
//! not come by itself, and takes what comes.
use super::Transfers;
use super::arriving::{Arriving, Filling, Target};
use crate::ids::{ArrivalId, EntryId, RecvId, SendId};
use crate::planted::planted;
use crate::protocol::sink::{Destination, Missing, Pulling, Sink, Stashed};
use crate::wire::{Data, Done, First, Offer, PieceTaken, Pull, Second};
use std::ops::Range;

impl Transfers {
    /// A message's head has come with `here` bytes. Its owner says next where it goes. `None`: it has come already.
    pub fn arrive(&mut self, p: usize, f: &First, here: u64) -> Option<ArrivalId> {
        if self.peers[p].pushing.contains_key(&f.send) {
            return None;
        }
        let First { send, address, len, pushed, released, .. } = *f;
        let a = Arriving::new(p, send, address, len, pushed, here);
        let id = self.arrivals.insert(Arriving { released, told: released, ..a });
        if here < pushed {
            self.peers[p].pushing.insert(send, id);
        }
        Some(id)
    }

    /// The same of a message that was offered: nothing follows unasked.
    pub fn arrive_offered(&mut self, p: usize, o: &Offer, here: u64) -> ArrivalId {
        self.arrivals.insert(Arriving::new(p, o.send, o.address, o.len, here, here))
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

    /// The owner has named a destination with `room` bytes for the whole message, to which the bytes that are here go
    /// by the owner's hand: asks for what will not come by itself, natively if that goes. True: it is complete.
    pub fn receive_into<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, recv: RecvId, room: u64) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        let want = a.len.min(room);
        a.wanted = want;
        a.next = a.pushed.min(want);
        let (into, have) = (Destination::Recv(recv), a.got.min(want));
        a.target = Target::Into(Filling { into, base: 0, end: want, have });
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Asks for the next bytes that are wanted and handed over, natively if that goes; or tells the sender what it need
    /// not keep, if there are none.
    pub(super) fn go_on<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) {
        let Some(a) = self.arrivals.get_mut(id) else { return };
        if a.is_under_way() {
            return;
        }
        if let Target::Into(d) = &a.target
            && a.next < d.end.min(a.ready)
        {
            let range = a.next..d.end.min(a.ready);
            let (from, send, address, start) = (self.peers[a.p].rank, a.send, a.address, a.start);
            let what = Missing { from, send, address, start, range: range.clone(), into: d.into, base: d.base };
            match sink.pull(what) {
                Pulling::Later if !planted("later_is_done") => {
                    a.next = range.end;
                    a.native = Some(range);
                    return;
                }
                Pulling::Done | Pulling::Later => self.copied(id, range),
                Pulling::No => {
                    self.counters.pulled_frames += 1;
                    return self.pull(sink, id, range.start);
                }
            }
        }
        self.tell(sink, id);
    }

    /// What [`Pulling::Later`] promised is `here`, or was refused and comes by frames. True: what its owner has named
    /// is complete.
    pub fn pulled<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, here: bool) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        let Some(range) = a.native.take() else { return false };
        if std::mem::take(&mut a.dropped) {
            self.go_on(sink, id);
        } else if here {
            self.copied(id, range);
            self.go_on(sink, id);
        } else {
            self.counters.pulled_frames += 1;
            self.pull(sink, id, range.start);
        }
        self.settle(id).is_some()
    }

    /// This range has been copied out of the sender's memory.
    fn copied(&mut self, id: ArrivalId, range: Range<u64>) {
        self.counters.pulled_native += 1;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        a.next = range.end;
        if let Target::Into(d) = &mut a.target {
            d.have += range.end - range.start;
        }
    }

    /// Asks for the bytes from `start` on by frames: all that are wanted and there, or as many as one PULL may ask for.
    fn pull<S: Sink>(&mut self, sink: &mut S, id: ArrivalId, start: u64) {
        let most = self.limits.grant;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        let (p, send) = (a.p, a.send);
        let Target::Into(d) = &mut a.target else { return };
        let end = d.end.min(a.ready).min(start.saturating_add(most));
        (a.asked, a.outstanding) = (start..end, end - start);
        a.next = end;
        // Until the last, the sender keeps the rest.
        let last = end == a.wanted || planted("last_too_soon") && end + 64 >= a.wanted;
        a.told |= last;
        let piece = sink.piece(d.into);
        let pull = Pull { send, arrival: id, offset: start, len: end - start, piece, last };
        self.control(sink, p, pull.head(), &pull.words());
    }

    /// Tells the sender, if it does not know, that it need keep nothing any more, or not the piece at hand.
    fn tell<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) {
        let Some(a) = self.arrivals.get_mut(id) else { return };
        let (p, send) = (a.p, a.send);
        if a.next >= a.wanted {
            if !a.told || planted("released_acknowledged") && a.released {
                a.told = true;
                self.done(sink, p, send);
            }
        } else if a.next >= a.ready && a.gone < a.ready {
            let upto = a.ready;
            a.gone = upto;
            let taken = PieceTaken { send, upto };
            self.control(sink, p, taken.head(), &taken.words());
        }
    }

    pub(super) fn done<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        if planted("dropped_acknowledgement") && self.counters.unexpected % 7 == 6 {
            return;
        }
        let done = Done { send };
        self.control(sink, p, done.head(), &done.words());
    }

    /// More bytes pushed behind a head. The destination that is complete by that, if one is.
    pub fn on_second<S: Sink>(&mut self, sink: &mut S, p: usize, s: Second, here: u64) -> Option<Option<Destination>> {
        let id = *self.peers[p].pushing.get(&s.send)?;
        let a = self.arrivals.get_mut(id)?;
        if here == 0 || s.offset != a.got || here > a.pushed - a.got {
            return None;
        }
        a.got += here;
        if a.is_here() {
            self.peers[p].pushing.remove(&s.send);
        }
        match &mut a.target {
            Target::Kept(entry) => sink.stash(Stashed::Entry(*entry), a.pushed, s.offset, Second::WORDS, here),
            Target::Into(d) => {
                // What does not fit is dropped.
                let offset = s.offset - u64::from(planted("second_offset"));
                let fits = here.min(d.end.saturating_sub(offset));
                let n = match fits {
                    _ if planted("incoming_not_moved") && a.got == a.pushed => 0,
                    _ if planted("second_past_end") => here,
                    fits => fits,
                };
                if n > 0 {
                    sink.deliver(d.into, offset, Second::WORDS, n);
                    d.have += n;
                }
            }
            Target::Open | Target::Over => {}
        }
        Some(self.settle(id))
    }

    /// Bytes that were asked for. The destination that is complete by that, if one is.
    pub fn on_data<S: Sink>(&mut self, sink: &mut S, p: usize, data: Data, here: u64) -> Option<Option<Destination>> {
        let a = self.arrivals.get_mut(data.arrival).filter(|a| a.p == p)?;
        let end = data.offset.checked_add(here)?;
        if here == 0 || here > a.outstanding || data.offset < a.asked.start || end > a.asked.end {
            return None;
        }
        a.outstanding -= here;
        let (over, unheard) = (a.outstanding == 0, a.dropped && planted("unheard_behind_dropped"));
        if over {
            a.gone = a.asked.end;
        }
        match &mut a.target {
            Target::Into(d) if !a.dropped => {
                sink.deliver(d.into, data.offset - d.base, Data::WORDS, here);
                d.have += here;
                let next = if planted("pulled_twice") && a.stream.is_some() { a.asked.start } else { a.next };
                if over && next < d.end.min(a.ready) {
                    self.pull(sink, data.arrival, next);
                } else {
                    self.go_on(sink, data.arrival);
                }
            }
            _ => {
                a.dropped &= !over;
                self.go_on(sink, data.arrival);
            }
        }
        Some(self.settle(data.arrival).filter(|_| !unheard))
    }

    /// Forgets a message of which nothing more is to come. The destination that has just become complete, if one has.
    pub(super) fn settle(&mut self, id: ArrivalId) -> Option<Destination> {
        let a = self.arrivals.get_mut(id)?;
        let complete = match &a.target {
            Target::Into(d) if d.have >= d.end - d.base => Some(d.into),
            _ => None,
        };
        if complete.is_some() {
            a.target = if a.next >= a.wanted { Target::Over } else { Target::Open };
        }
        if a.is_here() && matches!(a.target, Target::Over) && !a.is_under_way() {
            if a.stream.is_some() {
                let (p, send) = (a.p, a.send);
                self.peers[p].open.remove(&send);
            }
            self.arrivals.remove(id);
        }
        complete
    }
}
