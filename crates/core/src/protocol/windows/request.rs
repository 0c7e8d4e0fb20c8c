//! The origin's calls: put, get, and combine. An operation leaves in one frame; of a longer put that is the head.
use super::{CLASS, Operation, WINDOWS};
use crate::ids::{OperationId, Rank, SendId, WindowId};
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::engine::Engine;
use crate::protocol::sink::{Full, Sink, Source};
use crate::protocol::transfer::{Class, Send, State};
use crate::wire::{Combine, CombineRequest, Deposit, DepositHead, Get};
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

/// An operation of which nothing has left.
#[derive(Debug)]
pub(super) struct Waiting {
    request: Request,
    /// The memory that its bytes are in.
    send: Option<SendId>,
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
        let ledger = self.windows.link(p).ledgers.entry(request.place.window).or_default();
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
        self.windows.link(p).requests.push_back(Waiting { request, send });
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

    /// Pushes operations that wait, in their order, as far as credit and room go. True if anything left.
    pub(in crate::protocol) fn push_requests<S: Sink>(&mut self, sink: &mut S, p: usize) -> bool {
        let mut moved = false;
        while self.transfers.peers[p].accounts[WINDOWS].held > 0 && self.transfers.peers[p].outbox.is_empty() {
            let Some(&Waiting { request, send }) = self.windows.link(p).requests.front() else { break };
            if self.depart(sink, p, &request, send).is_err() {
                break;
            }
            self.windows.link(p).requests.pop_front();
            self.transfers.peers[p].accounts[WINDOWS].held -= 1;
            moved = true;
        }
        moved
    }
}
