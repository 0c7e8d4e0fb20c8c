//! The receiver's work on a message that has arrived in part: keeps the message, names its destination, asks for the
//! bytes that do not arrive unasked, and takes the bytes that arrive.
use super::Transfers;
use super::arriving::{Arriving, Filling, Target};
use super::sink::{Destination, Missing, Pulling, TransferSink};
use crate::ids::{ArrivalId, EntryId, RecvId, SendId};
use crate::planted::planted;
use crate::wire::{Data, Done, First, Offer, PieceTaken, Pull, Second};
use std::ops::Range;

/// Where the bytes of a SECOND belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The message's owner keeps the message under this entry, which takes `room` pushed bytes in all. The owner stores
    /// the bytes.
    Kept { entry: EntryId, room: u64 },
    /// The bytes are at their destination, or not wanted. `complete` is the destination that they complete, if any.
    Placed { complete: Option<Destination> },
}

impl Transfers {
    /// Records a message whose head has arrived with `here` bytes. The owner names the destination next. Returns `None`
    /// if this rank already knows the message.
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

    /// Records an offered message, with the `here` bytes that came with the offer. No bytes of it follow unasked.
    pub fn arrive_offered(&mut self, p: usize, o: &Offer, here: u64) -> ArrivalId {
        self.arrivals.insert(Arriving::new(p, o.send, o.address, o.len, here, here))
    }

    /// Keeps the message under this entry of its owner.
    pub fn keep(&mut self, id: ArrivalId, entry: EntryId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.target = Target::Kept(entry);
        }
    }

    /// Forgets a message that the owner does not want and whose pushed bytes have all arrived.
    pub fn forget(&mut self, id: ArrivalId) -> Option<Arriving> {
        self.arrivals.remove(id)
    }

    /// Names a destination with `room` bytes for the whole message. The owner copies the bytes that have arrived. Asks
    /// for the bytes that do not arrive unasked, by a native pull if the sink agrees. Returns true if the message is
    /// complete.
    pub fn receive_into<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId, recv: RecvId, room: u64) -> bool {
        let Some(a) = self.arrivals.get_mut(id) else { return false };
        let want = a.len.min(room);
        a.wanted = want;
        a.next = a.pushed.min(want);
        let (into, have) = (Destination::Recv(recv), a.got.min(want));
        a.target = Target::Into(Filling { into, base: 0, end: want, have });
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Asks for the next bytes that the owner wants and the sender has handed over, by a native pull if the sink
    /// agrees. If there are no such bytes, tells the sender which bytes it need not keep.
    pub(super) fn go_on<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) {
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

    /// Ends a pull for which the sink returned [`Pulling::Later`]. `here` is true if the bytes have arrived, and false
    /// if the copy was refused, so that frames bring the bytes. Returns true if the owner's destination is complete.
    pub fn pulled<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId, here: bool) -> bool {
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

    /// Records that the range has been copied out of the sender's memory.
    fn copied(&mut self, id: ArrivalId, range: Range<u64>) {
        self.counters.pulled_native += 1;
        self.counters.pulled_bytes += range.end - range.start;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        a.next = range.end;
        if let Target::Into(d) = &mut a.target {
            d.have += range.end - range.start;
        }
    }

    /// Asks by frames for the bytes from `start` on: for all bytes that the owner wants and the sender has handed over,
    /// up to the limit of one PULL.
    fn pull<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId, start: u64) {
        let most = self.limits.grant;
        let Some(a) = self.arrivals.get_mut(id) else { return };
        let (p, send) = (a.p, a.send);
        let Target::Into(d) = &mut a.target else { return };
        let end = d.end.min(a.ready).min(start.saturating_add(most));
        (a.asked, a.outstanding) = (start..end, end - start);
        a.next = end;
        // The sender keeps the message's other bytes until the last PULL.
        let last = end == a.wanted || planted("last_too_soon") && end + 64 >= a.wanted;
        a.told |= last;
        let piece = sink.piece();
        self.counters.pulled_bytes += end - start;
        let pull = Pull { send, arrival: id, offset: start, len: end - start, piece, last };
        self.control(sink, p, pull.head(), &pull.words());
    }

    /// Tells the sender that it need not keep the message, or the current piece, any more. Sends nothing if the sender
    /// knows.
    fn tell<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) {
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

    pub(super) fn done<S: TransferSink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        if planted("dropped_acknowledgement") && self.counters.unexpected % 7 == 6 {
            return;
        }
        let done = Done { send };
        self.control(sink, p, done.head(), &done.words());
    }

    /// Takes a SECOND: more bytes that were pushed behind a head. Returns `None` if they are not the next ones.
    pub fn on_second<S: TransferSink>(&mut self, sink: &mut S, p: usize, s: Second, here: u64) -> Option<Followed> {
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
            Target::Kept(entry) => return Some(Followed::Kept { entry: *entry, room: a.pushed }),
            Target::Into(d) => {
                // Bytes beyond the destination are dropped.
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
        Some(Followed::Placed { complete: self.settle(id) })
    }

    /// Takes DATA: bytes that this rank asked for. Returns the destination that they complete, if any.
    pub fn on_data<S: TransferSink>(
        &mut self,
        sink: &mut S,
        p: usize,
        data: Data,
        here: u64,
    ) -> Option<Option<Destination>> {
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

    /// Forgets a message if no more bytes of it will arrive. Returns the destination that is now complete, if any.
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
