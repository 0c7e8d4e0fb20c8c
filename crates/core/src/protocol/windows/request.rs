//! The origin's calls: put, get, and combine. An operation leaves in one frame, a longer put in parts one behind the
//! other; of one that is longer still, or finds too little credit for that, only the head leaves unasked.
use super::{CLASS, Operation, WINDOWS};
use crate::ids::{OperationId, Rank, SendId, WindowId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Full, Sink, Source};
use crate::protocol::transfer::{Class, Send, State};
use crate::wire::{Combine, CombineRequest, Deposit, DepositHead, DepositPart, Get};
use slotmap::Key;

/// Where an operation goes: a place in a window of another rank's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    pub to: Rank,
    pub window: WindowId,
    /// What the window was offered with.
    pub key: u64,
    /// In bytes.
    pub offset: u64,
}

/// How the bytes of a call are combined with those in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    pub combine: Combine,
    /// Compare and swap: the call's memory is what is compared with and then, as long, what takes its place.
    pub swap: bool,
    /// What was there before comes back.
    pub replied: bool,
}

/// Parts of a put that leave together: the target takes a row in while the next is made.
const ROW: usize = 4;

/// An operation of which nothing has left, or not all of its parts.
#[derive(Debug)]
pub(super) struct Waiting {
    request: Request,
    /// The memory that its bytes are in.
    send: Option<SendId>,
    /// Bytes that have left in parts.
    left: u64,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    place: WindowPlace,
    /// Bytes of the call's memory.
    len: u64,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Put,
    Get { operation: OperationId, len: u64 },
    Combine { operation: OperationId, how: How },
}

// Calls.
impl Engine {
    /// The most bytes that are pushed with an operation, and so the most of operands that one `combine` brings.
    pub fn most_deposited(&self) -> u64 {
        self.transfers.limits.deposit()
    }

    /// Puts `len` bytes of the caller's memory into a window. `None`: the memory is free again. `Some`: when that send
    /// is complete. Either way the bytes are in the window when nothing is [pending](Self::pending).
    pub fn put<S: Sink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> Option<SendId> {
        let p = self.transfers.peer(sink, place.to);
        self.issue(sink, p, Request { place, len, what: What::Put })
    }

    /// Asks for `len` bytes of a window. The caller keeps the memory that they go to by the operation's name.
    pub fn get<S: Sink>(&mut self, sink: &mut S, place: WindowPlace, len: u64) -> OperationId {
        let p = self.transfers.peer(sink, place.to);
        let operation = self.operation(p, place.window, len);
        self.issue(sink, p, Request { place, len: 0, what: What::Get { operation, len } });
        operation
    }

    /// Combines `len` bytes of the caller's memory with those in a window, each element at once: at most
    /// [`most_deposited`](Self::most_deposited). A reply, if one was asked for, goes to memory that the caller keeps by
    /// the operation's name; it is half as long for compare-and-swap. The memory combined with is free again when the
    /// send, if there is one, is complete.
    ///
    /// # Panics
    /// If `len` is more than that.
    pub fn combine<S: Sink>(
        &mut self,
        sink: &mut S,
        place: WindowPlace,
        how: How,
        len: u64,
    ) -> (Option<OperationId>, Option<SendId>) {
        let p = self.transfers.peer(sink, place.to);
        assert!(len <= self.most_deposited(), "{len} bytes to combine do not fit a frame");
        let replied = if how.swap { len / 2 } else { len };
        let reply = how.replied.then(|| self.operation(p, place.window, replied));
        let what = What::Combine { operation: reply.unwrap_or(OperationId::null()), how };
        (reply, self.issue(sink, p, Request { place, len, what }))
    }

    fn operation(&mut self, p: usize, window: WindowId, len: u64) -> OperationId {
        self.windows.operations.insert(Operation { p, window, len, arrival: None, end: None, detached: false })
    }
}

// Pushing.
impl Engine {
    /// An operation begins: it leaves, or waits its turn. The send that has the caller's memory, if it is needed.
    fn issue<S: Sink>(&mut self, sink: &mut S, p: usize, request: Request) -> Option<SendId> {
        let ledger = self.windows.link(p).ledger(request.place.window);
        match request.what {
            What::Get { .. } | What::Combine { how: How { replied: true, .. }, .. } => ledger.replied += 1,
            _ => ledger.counted += 1,
        }
        let short = request.len <= self.most_deposited();
        if short && self.transfers.peers[p].is_clear(CLASS) && self.depart(sink, p, &request, None).is_ok() {
            return None;
        }
        let send = (request.len > 0).then(|| {
            let send = self.transfers.sends.insert(Send::new(request.place.to, CLASS, request.len));
            sink.keep(send);
            send
        });
        self.windows.link(p).requests.push_back(Waiting { request, send, left: 0 });
        self.transfers.peers[p].accounts[WINDOWS].held += 1;
        self.push_requests(sink, p);
        send
    }

    /// Sends the one frame of an operation, with bytes of the send's memory, or of the call's; credit permitting.
    fn depart<S: Sink>(&mut self, sink: &mut S, p: usize, request: &Request, send: Option<SendId>) -> Result<(), Full> {
        let Request { place: WindowPlace { to, window, key, offset }, len, what } = *request;
        let most = self.most_deposited();
        let long = len > most;
        let here = if long { self.transfers.peers[p].push.first.min(most) } else { len };
        let class = if planted("deposit_on_credit_of_tags") { Class::Tags } else { CLASS };
        let cost = here + ENTRY_COST;
        let Some(left) = self.transfers.peers[p].accounts[class.index()].credit.checked_sub(cost) else {
            return Err(Full);
        };
        let body = match send {
            _ if here == 0 => Source::None,
            Some(id) => Source::Send { id, offset: 0, len: here },
            None => Source::Call { len: here },
        };
        let sent = match (what, send) {
            (What::Put, Some(send)) if long => {
                let d = DepositHead { window, key, offset, send, len };
                sink.frame(to, d.head(), &d.words(), body)
            }
            (What::Put, _) => {
                let d = Deposit { window, key, offset };
                sink.frame(to, d.head(), &d.words(), body)
            }
            (What::Get { operation, len }, _) => {
                let g = Get { window, key, offset, len, operation };
                sink.frame(to, g.head(), &g.words(), body)
            }
            (What::Combine { operation, how: How { combine, swap, replied } }, _) => {
                let c = CombineRequest { window, key, offset, operation, how: combine, replied, swap };
                sink.frame(to, c.head(), &c.words(), body)
            }
        };
        sent.inspect_err(|_| self.transfers.look_after(p))?;
        self.transfers.peers[p].accounts[class.index()].credit = left;
        let Some(send) = send else { return Ok(()) };
        let s = &mut self.transfers.sends[send];
        s.left = here;
        if long {
            s.state = State::Pushed;
        } else {
            self.transfers.complete_send(sink, send, State::Done);
        }
        Ok(())
    }

    /// True if the put goes in parts: it is short enough to go unasked, and there is credit for all of it.
    fn goes_in_parts(&self, p: usize, request: &Request) -> bool {
        let (peer, Request { place, len, what }) = (&self.transfers.peers[p], request);
        let wanted = matches!(what, What::Put) && !peer.path.native_pull && *len > self.most_deposited();
        // What reaches round the end of all numbers has no place for its parts.
        wanted
            && *len <= self.transfers.limits.eager
            && place.offset.checked_add(*len).is_some()
            && len + len.div_ceil(self.part(p)) * ENTRY_COST <= peer.accounts[WINDOWS].credit
    }

    /// Bytes of a part.
    fn part(&self, p: usize) -> u64 {
        self.transfers.peers[p].path.piece.min(self.most_deposited()).max(1)
    }

    /// Sends what has not left of a put in parts, as far as there is room. There is credit for it.
    fn depart_in_parts<S: Sink>(
        &mut self,
        sink: &mut S,
        p: usize,
        request: &Request,
        send: SendId,
        mut left: u64,
    ) -> Result<(), Full> {
        let Request { place: WindowPlace { to, window, key, offset }, len, .. } = *request;
        let mut sent = Ok(());
        let mut row = 0;
        sink.cork(to, true);
        while left < len {
            let here = self.part(p).min(len - left);
            let d = DepositPart { window, key, offset, at: left, len };
            sent = sink.frame(to, d.head(), &d.words(), Source::Send { id: send, offset: left, len: here });
            if sent.is_err() {
                break;
            }
            left += here;
            self.transfers.peers[p].accounts[WINDOWS].credit -= here + ENTRY_COST;
            let link = self.windows.link(p);
            if left < len {
                // Each part is counted; the last is the operation's own count.
                link.ledger(window).counted += 1;
            }
            link.requests.front_mut().expect("it waits").left = left;
            row += 1;
            if row == ROW {
                row = 0;
                sink.cork(to, false);
                sink.cork(to, true);
            }
        }
        sink.cork(to, false);
        sent.inspect_err(|_| self.transfers.look_after(p))?;
        self.transfers.sends[send].left = len;
        self.transfers.complete_send(sink, send, State::Done);
        Ok(())
    }

    /// Pushes operations that wait, in their order, as far as credit and room go. True if anything left.
    pub(in crate::protocol) fn push_requests<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while self.transfers.peers[p].accounts[WINDOWS].held > 0 && self.transfers.peers[p].outbox.is_empty() {
            let Some(&Waiting { request, send, left }) = self.windows.link(p).requests.front() else { break };
            let parts = send.filter(|_| left > 0 || self.goes_in_parts(p, &request));
            let sent = match parts {
                Some(send) => self.depart_in_parts(sink, p, &request, send, left),
                None => self.depart(sink, p, &request, send),
            };
            if sent.is_err() {
                break;
            }
            self.windows.link(p).requests.pop_front();
            self.transfers.peers[p].accounts[WINDOWS].held -= 1;
            moved = true;
        }
        moved
    }
}
