//! The progress loop: gives arrived frames to the protocol, and retries sends for which the fabric had no room.
use super::local::JobOf;
use super::memory::{Fetch, Memory};
use super::port::{Arrived, Port};
use super::{Departed, Endpoint, Local};
use crate::copy::Native;
use crate::endpoint::Request;
use crate::waiting::Patience;
use clump_core::ids::send_of_word;
use clump_core::{Engine, Expected, Outcome, Rank, RecvId, Select, planted};
use clump_fabric::mem::Region;
use clump_fabric::shm::Waiting as Shown;
use clump_fabric::{Body, RangeRequest, Receiver, Rx, Tx};

/// How often a blocking receive polls the sender that it names before it polls all peers. More polls delay messages
/// of other senders.
const LOOKS: u32 = 16;

/// The parts of an endpoint that an arrived frame may change: all but the receiving side, where the frame lies.
struct Inbox<'a, F: Local> {
    engine: &'a mut Engine,
    tx: &'a mut F::Tx,
    memory: &'a mut Memory,
    native: &'a mut Native<JobOf<F>>,
    pending_error: &'a mut Option<std::io::Error>,
}

impl<F: Local> Inbox<'_, F> {
    /// Returns the engine, and what its actions work on: `call` is the memory given with the running call, `body` the
    /// arrived frame.
    #[inline(always)]
    fn port<'s, 'b>(
        &'s mut self,
        call: Region,
        body: Option<&'s <F::Rx as Rx>::Body<'b>>,
    ) -> (&'s mut Engine, Port<'s, F::Tx, <F::Rx as Rx>::Body<'b>>) {
        let Inbox { engine, tx, memory, native, pending_error } = self;
        (engine, Port { tx, memory, native, call, scattered: None, body, pending_error })
    }
}

impl<F: Local> Receiver<F::Rx> for Inbox<'_, F> {
    fn tx(&mut self) -> &mut F::Tx {
        self.tx
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        let (engine, mut port) = self.port(Region::EMPTY, Some(body));
        engine.on_frame(&mut port, from, head, &Arrived(body));
    }

    #[cold]
    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        let (engine, mut port) = self.port(Region::EMPTY, Some(body));
        engine.groups().on_multicast(&mut port, from, group, head, &Arrived(body));
    }

    #[cold]
    fn handed_over(&mut self) {
        if self.engine.wants_flush() {
            let (engine, mut port) = self.port(Region::EMPTY, None);
            engine.flush(&mut port);
        }
    }

    #[cold]
    fn fetched(&mut self, ticket: u64) {
        let Some(Fetch { into }) = self.memory.fetches.remove(&ticket).filter(|_| !planted("fetched_unheard")) else {
            return;
        };
        let (engine, mut port) = self.port(Region::EMPTY, None);
        engine.pulled(&mut port, into, true);
    }

    #[cold]
    fn requested(&mut self, from: u32, request: RangeRequest) {
        let (engine, mut port) = self.port(Region::EMPTY, None);
        engine.asked(&mut port, from, send_of_word(request.send), request.range, request.asked);
    }
}

/// The state of a blocking receive that waits for its message.
pub enum Waited {
    /// The receive is not posted; the next frame may be its message.
    For(Expected),
    /// The receive is posted, because another message came first.
    Posted(RecvId),
    /// The message has arrived.
    Met(Outcome),
}

/// Gives each frame to the waiting receive, or else to the protocol.
struct Waiting<'a, 'b, F: Local> {
    inbox: Inbox<'a, F>,
    select: Select,
    into: Region,
    waited: &'b mut Waited,
}

impl<F: Local> Receiver<F::Rx> for Waiting<'_, '_, F> {
    fn tx(&mut self) -> &mut F::Tx {
        self.inbox.tx
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        let len = body.len(0) as u64;
        match &*self.waited {
            Waited::For(expected) if self.inbox.engine.tags().meets(expected, from, head, len) => {
                if !planted("met_without_its_bytes") {
                    body.copy_to(0, 0, self.into.slice(0, len as usize));
                }
                *self.waited = Waited::Met(Outcome::of_message(from, head as u32 as i32, len));
            }
            _ => self.other(from, head, body),
        }
    }

    fn multicast(&mut self, from: u32, group: u16, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        self.inbox.multicast(from, group, head, body);
    }

    fn handed_over(&mut self) {
        self.inbox.handed_over();
    }

    fn fetched(&mut self, ticket: u64) {
        self.inbox.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.inbox.requested(from, request);
    }
}

impl<F: Local> Waiting<'_, '_, F> {
    /// Gives the protocol a frame that is not the expected message, and posts the receive.
    #[inline(never)]
    fn other(&mut self, from: u32, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        if let Waited::For(_) = self.waited {
            let (engine, mut port) = self.inbox.port(self.into, Some(body));
            *self.waited = Waited::Posted(engine.tags().recv(&mut port, self.select, self.into.len() as u64));
        }
        self.inbox.frame(from, head, body);
    }
}

impl<F: Local> Endpoint<F> {
    /// Receives one message from the sender that `select` names, if it is the next one from that sender and arrives
    /// as soon as a prompt answer would. Returns `None` otherwise, and has done nothing. This path does nothing
    /// that a short message does not need; [`Endpoint::recv_wait`] handles all other cases.
    #[inline(always)]
    pub fn recv_soon(&mut self, select: Select, into: Region) -> Option<Outcome> {
        let expected = self.engine.expect(&select, into.len() as u64)?;
        self.meet_next(select.source?, &expected, into)
    }

    /// Receives one message; blocks until it has arrived.
    ///
    /// # Panics
    /// If the sender that `select` names has left the job.
    pub fn recv_wait(&mut self, select: Select, into: Region, shown: Shown) -> Outcome {
        self.recv_unless_departed(select, into, shown).unwrap_or_else(|departed| panic!("{departed}"))
    }

    /// Receives one message; blocks until it has arrived. Fails if the sender that `select` names has left the job;
    /// no receive is posted then.
    pub fn recv_unless_departed(&mut self, select: Select, into: Region, shown: Shown) -> Result<Outcome, Departed> {
        match self.engine.expect(&select, into.len() as u64) {
            Some(expected) => self.recv_wait_long(select, expected, into, shown),
            None => {
                let request = self.recv(select, into);
                self.wait_or_withdraw(request, shown)
            }
        }
    }

    fn wait_or_withdraw(&mut self, request: Request, shown: Shown) -> Result<Outcome, Departed> {
        let end = self.wait_unless_departed(request, shown);
        if end.is_err() {
            let cancelled = self.cancel(request);
            debug_assert!(cancelled, "only a cancelled send may have to wait for another thread");
            self.detach(request);
        }
        end
    }

    /// Takes the next frame of the sender `from` if the frame is the message that a receive waits for.
    #[inline(always)]
    fn meet_next(&mut self, from: Rank, expected: &Expected, into: Region) -> Option<Outcome> {
        let looks = if self.policy.gives_way() { 1 } else { LOOKS };
        let Endpoint { engine, tx, rx, .. } = self;
        let (head, len) = rx.take_if(from, looks, into, |head, len| {
            // A peer that has just received a message often answers.
            tx.expect(from);
            engine.tags().meets(expected, from, head, len as u64)
        })?;
        if self.engine.wants_flush() {
            self.flush();
        }
        Some(Outcome::of_message(from, head as u32 as i32, len as u64))
    }

    /// Returns the outcome of a posted receive if its message is the next frame of the sender that the receive names.
    /// Otherwise returns `None` and does nothing. Polls that sender once and makes no other progress.
    #[inline(always)]
    pub fn take_in_turn(&mut self, request: Request) -> Option<Outcome> {
        let Request::Recv(id) = request else { return None };
        let expected = self.engine.expect_posted(id)?;
        let from = expected.source()?;
        let into = self.memory.recv(id);
        let Endpoint { engine, rx, .. } = self;
        let meets = |head, len| len <= into.len() && engine.tags().meets_posted(id, &expected, from, head, len as u64);
        let (head, len) = rx.take_if(from, 1, into, meets)?;
        self.made_progress = true;
        if self.engine.wants_flush() {
            self.flush();
        }
        Some(Outcome::of_message(from, head as u32 as i32, len as u64))
    }

    fn recv_wait_long(
        &mut self,
        select: Select,
        expected: Expected,
        into: Region,
        shown: Shown,
    ) -> Result<Outcome, Departed> {
        let mut waited = Waited::For(expected);
        let mut patience = Patience::default();
        // Departure is checked before the poll, so that the poll finds everything that the sender sent.
        let mut departed = None;
        loop {
            let (arrived, flushed) = self.look_for(select, into, &mut waited);
            match waited {
                Waited::For(_) if flushed => {}
                Waited::For(_) => {
                    if let Some(departed) = departed.filter(|_| !arrived) {
                        self.stop_waiting(&patience);
                        return Err(departed);
                    }
                    let pause = self.pause(&mut patience, shown);
                    if pause.is_sleep() {
                        departed = self.departed_source(&select);
                        if departed.is_some() {
                            continue;
                        }
                    }
                    pause.rest();
                    // The message will most likely come from the named sender.
                    if let Some(from) = select.source
                        && let Some(outcome) = self.meet_next(from, &expected, into)
                    {
                        self.stop_waiting(&patience);
                        return Ok(outcome);
                    }
                }
                Waited::Met(outcome) => {
                    self.stop_waiting(&patience);
                    return Ok(outcome);
                }
                Waited::Posted(id) => {
                    self.stop_waiting(&patience);
                    return self.wait_or_withdraw(Request::Recv(id), shown);
                }
            }
        }
    }

    /// Returns the state of a receive that waits without being posted, which is possible while the program makes no
    /// calls but sends. Returns `None` if the receive must be posted, because its message may have arrived already or
    /// another receive may match first.
    #[inline(always)]
    pub fn wait_for(&self, select: &Select, room: u64) -> Option<Waited> {
        self.engine.expect(select, room).map(Waited::For)
    }

    /// Polls once for the message of `waited`. Returns whether anything has arrived, and whether any frame that
    /// waited for room has left.
    #[inline(always)]
    pub fn look_for(&mut self, select: Select, into: Region, waited: &mut Waited) -> (bool, bool) {
        if self.memory.unread.has_taken() {
            self.return_credit_of_read();
        }
        let Endpoint { engine, tx, rx, memory, native, pending_error, .. } = self;
        let inbox = Inbox::<F> { engine, tx, memory, native, pending_error };
        let arrived = rx.poll(1, Waiting { inbox, select, into, waited }) > 0;
        self.made_progress |= arrived;
        (arrived, self.engine.wants_flush() && self.flush())
    }

    /// Makes all progress that is possible without blocking. Returns true if anything happened.
    #[inline]
    pub fn progress(&mut self) -> bool {
        let moved = self.progress_messages();
        (self.native.has_background_copies() && self.step_background_copy()) | moved
    }

    /// Makes progress, except for background copies, which the caller continues
    /// ([`Endpoint::take_background_copy`]).
    #[inline]
    pub fn progress_messages(&mut self) -> bool {
        self.progress_by(self.burst)
    }

    /// Makes progress on messages; takes at most `burst` frames from each sender.
    #[inline(always)]
    pub(crate) fn progress_by(&mut self, burst: usize) -> bool {
        // Before the poll, so that a sender that asks for credit gets all of it.
        if self.memory.unread.has_taken() {
            self.return_credit_of_read();
        }
        let Endpoint { engine, tx, rx, memory, native, pending_error, .. } = self;
        let arrived = rx.poll(burst, Inbox::<F> { engine, tx, memory, native, pending_error });
        let moved = arrived > 0 || (self.engine.wants_flush() && self.flush());
        let moved = (self.engine.broadcasts().is_timed() && self.pass_time()) | moved;
        self.made_progress |= moved;
        self.drained = arrived < burst;
        moved
    }

    /// Returns true if the last poll took all that had arrived from this machine.
    pub fn is_drained(&self) -> bool {
        self.drained
    }

    #[cold]
    pub(crate) fn flush(&mut self) -> bool {
        let moved = self.with(Region::EMPTY, |engine, port| engine.flush(port));
        if let Some(e) = self.pending_error.take() {
            self.abort(1, &e.to_string());
        }
        moved
    }
}
