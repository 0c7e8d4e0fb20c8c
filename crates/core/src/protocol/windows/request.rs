//! The origin's calls: put, get and combine. A short operation leaves in one frame, a longer put in a row of parts. If
//! a put is longer still, or exceeds the credit for its parts, only its head leaves unasked.
use super::sink::WindowSink;
use super::state::{CLASS, How, Request, RequestKind, Waiting, WindowPlace, Windows};
use crate::ids::SendId;
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::protocol::transfer::{Class, Full, Send, Source, State, Transfers};
use crate::wire::{CombineRequest, CombineRows, Deposit, DepositHead, DepositPart, DepositRows, Get, GetRows};

/// How many parts of a put leave together: the target copies one row while the origin makes the next. More parts share
/// their costs; fewer let the target begin sooner.
const ROW: usize = 4;

impl Windows {
    /// Issues an operation: sends it, or queues it. Returns the send that holds the caller's memory; `None` if the
    /// operation needs no memory of the caller any more.
    pub(super) fn issue<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        request: Request,
    ) -> Option<SendId> {
        let ledger = self.link(p).ledger(request.place.window);
        match request.what {
            RequestKind::Get { .. }
            | RequestKind::GetRows { .. }
            | RequestKind::Combine { how: How { replied: true, .. }, .. } => ledger.replied += 1,
            _ => ledger.counted += 1,
        }
        let short = request.len <= t.limits.deposit();
        if short && t.peers[p].is_clear(CLASS) && self.depart(t, sink, p, &request, None).is_ok() {
            return None;
        }
        let send = (request.len > 0).then(|| {
            let send = t.sends.insert(Send { named: false, ..Send::new(request.place.to, CLASS, request.len) });
            sink.keep(send);
            send
        });
        self.link(p).requests.push_back(Waiting { request, send, left: 0 });
        t.account(p, CLASS).hold();
        self.push_requests(t, sink, p);
        send
    }

    /// Sends an operation that takes one frame, with bytes of the send's memory or of the running call's memory, if
    /// credit allows.
    fn depart<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
        request: &Request,
        send: Option<SendId>,
    ) -> Result<(), Full> {
        let Request { place: WindowPlace { to, window, key, offset }, len, what } = *request;
        let most = t.limits.deposit();
        let long = len > most;
        let here = if long { t.peers[p].push.first.min(most) } else { len };
        let class = if planted("deposit_on_credit_of_tags") { Class::new(0) } else { CLASS };
        let cost = here + ENTRY_COST;
        if t.account(p, class).credit() < cost {
            return Err(Full);
        }
        let body = match send {
            _ if here == 0 => Source::None,
            Some(id) => Source::Send { id, offset: 0, len: here },
            None => Source::Call { len: here },
        };
        let sent = match (what, send) {
            (RequestKind::Put, Some(send)) if long => {
                let d = DepositHead { window, key, offset, send, len };
                sink.frame(to, d.head(), &d.words(), body)
            }
            (RequestKind::Put, _) => {
                let d = Deposit { window, key, offset };
                sink.frame(to, d.head(), &d.words(), body)
            }
            (RequestKind::Get { operation, len }, _) => {
                let g = Get { window, key, offset, len, operation };
                sink.frame(to, g.head(), &g.words(), body)
            }
            (RequestKind::Combine { operation, how: How { combine, swap, replied } }, _) => {
                let c = CombineRequest { window, key, offset, operation, how: combine, replied, swap };
                sink.frame(to, c.head(), &c.words(), body)
            }
            (RequestKind::PutRows(rows), _) => {
                let d = DepositRows { window, key, offset, rows };
                sink.frame(to, d.head(), &d.words(), body)
            }
            (RequestKind::GetRows { operation, rows, count }, _) => {
                let g = GetRows { window, key, offset, rows, count, operation };
                sink.frame(to, g.head(), &g.words(), body)
            }
            (RequestKind::CombineRows { rows, combine }, _) => {
                let c = CombineRows { window, key, offset, rows, how: combine };
                sink.frame(to, c.head(), &c.words(), body)
            }
        };
        sent.inspect_err(|_| t.look_after(p))?;
        t.account(p, class).spend(cost);
        let Some(send) = send else { return Ok(()) };
        let s = &mut t.sends[send];
        s.left = here;
        if long {
            s.state = State::Pushed;
        } else {
            t.complete_send(sink, send, State::Done);
        }
        Ok(())
    }

    /// Returns true if the put leaves in parts: it is short enough to be pushed unasked, and credit suffices for all
    /// its parts.
    fn goes_in_parts(&self, t: &Transfers, p: usize, request: &Request) -> bool {
        let (peer, Request { place, len, what }) = (&t.peers[p], request);
        let wanted = matches!(what, RequestKind::Put) && !peer.path.native_pull && *len > t.limits.deposit();
        // A put whose end would exceed the largest offset has no place for its parts.
        wanted
            && *len <= t.limits.eager
            && place.offset.checked_add(*len).is_some()
            && len + len.div_ceil(self.part(t, p)) * ENTRY_COST <= peer.account(CLASS).credit()
    }

    /// Returns the length of a part, in bytes.
    fn part(&self, t: &Transfers, p: usize) -> u64 {
        t.peers[p].path.piece.min(t.limits.deposit()).max(1)
    }

    /// Sends the parts of a put that have not left, while there is room. The caller has checked the credit.
    fn depart_in_parts<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
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
            let here = self.part(t, p).min(len - left);
            let d = DepositPart { window, key, offset, at: left, len };
            sent = sink.frame(to, d.head(), &d.words(), Source::Send { id: send, offset: left, len: here });
            if sent.is_err() {
                break;
            }
            left += here;
            t.account(p, CLASS).spend(here + ENTRY_COST);
            let link = self.link(p);
            if left < len {
                // Count each part. The last part counts as the operation itself.
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
        sent.inspect_err(|_| t.look_after(p))?;
        t.sends[send].left = len;
        t.complete_send(sink, send, State::Done);
        Ok(())
    }

    /// Sends the waiting operations, in their order, as credit and room allow. Returns true if anything left.
    pub(in crate::protocol) fn push_requests<S: WindowSink>(
        &mut self,
        t: &mut Transfers,
        sink: &mut S,
        p: usize,
    ) -> bool {
        let mut moved = false;
        while t.account(p, CLASS).is_holding() && t.peers[p].outbox.is_empty() {
            let Some(&Waiting { request, send, left }) = self.link(p).requests.front() else { break };
            let parts = send.filter(|_| left > 0 || self.goes_in_parts(t, p, &request));
            let sent = match parts {
                Some(send) => self.depart_in_parts(t, sink, p, &request, send, left),
                None => self.depart(t, sink, p, &request, send),
            };
            if sent.is_err() {
                break;
            }
            self.link(p).requests.pop_front();
            t.account(p, CLASS).release();
            moved = true;
        }
        moved
    }
}
