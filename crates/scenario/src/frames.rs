//! An endpoint that delivers messages without order: the shared-memory fabric with no protocol above it. A message is
//! a PUSH frame, or FIRST and SECOND frames of a message that is pushed whole (docs/WIRE.md). The receiver sends no
//! answer, and there is no credit.
use super::inner::{Inner, Progressed};
use super::later::{Later, outcome};
use clump::driver::Policy;
use clump::driver::bootstrap::NearJob;
use clump::driver::{Error, ErrorKind, Outcome, Patience, Pause, Rank, Region, Segment, Waiting};
use clump_core::ids::send_of_word;
use clump_core::limits::PUSHED_BUFFER;
use clump_core::wire::{First, Kind, Push, Second};
use clump_fabric::shm::{Bell, Body, Phase, Placement, Rx, SLOT, StatusWriter, Tx};
use clump_fabric::{Full, Receiver, Tx as _};
use std::sync::Arc;

/// Decides whether an endpoint has a waiting policy; `Polling` does not need one.
pub trait Rests: Send + 'static {
    fn new(bell: Bell, segment: &Arc<Segment>, rank: Rank) -> Self;
    fn next(&mut self, patience: &mut Patience) -> Pause;
    fn threads_waiting(&mut self, one_more: bool);
}

impl Rests for () {
    fn new(_: Bell, _: &Arc<Segment>, _: Rank) {}
    fn next(&mut self, _: &mut Patience) -> Pause {
        Pause::Spin
    }
    fn threads_waiting(&mut self, _: bool) {}
}

impl Rests for Policy {
    fn new(bell: Bell, segment: &Arc<Segment>, rank: Rank) -> Policy {
        Policy::new(bell, Placement::new(segment, rank), segment.ranks())
    }
    fn next(&mut self, patience: &mut Patience) -> Pause {
        Policy::next(self, patience)
    }
    fn threads_waiting(&mut self, one_more: bool) {
        Policy::threads_waiting(self, one_more);
    }
}

/// Polls of the sender of the last message before all senders are polled. More polls delay messages of other senders.
const LOOKS: u32 = 16;
/// The most messages in succession that are taken from one sender before all senders are polled. More would starve
/// other senders.
const ROW: u32 = 16;

/// A process's endpoint on the fabric.
pub struct Frames<R> {
    tx: Tx,
    rx: Rx,
    rests: R,
    status: StatusWriter,
    later: Later,
    /// The sender of the last message.
    last: Rank,
    /// How many more messages may be taken from that sender before all are polled.
    row: u32,
    /// True if a frame waits for room in a ring: the receiver does not wake this rank when there is room.
    full: bool,
    made_progress: bool,
    rank: Rank,
    size: u32,
    /// Ranks to which a thread is sending a long message: the parts of two messages from two threads would mix.
    half_sent: Vec<Rank>,
    /// Number of long messages sent so far, which numbers them for readers of a capture.
    sent: u64,
    job: NearJob,
}

/// A message that is being sent.
#[derive(Default)]
pub struct HalfSent {
    at: usize,
}

/// A call that takes a message.
#[derive(Default)]
pub struct Taking {
    /// The call's number, once a long message has begun to arrive for it.
    call: Option<u64>,
}

/// Delivers an arriving message to the waiting call, or keeps it.
struct Inbox<'a> {
    tx: &'a mut Tx,
    later: &'a mut Later,
    /// Memory of a call that waits for any message.
    into: Option<Region>,
    /// The outcome of that call, once it has taken a message.
    taken: Option<Outcome>,
    call: Option<u64>,
}

impl Receiver<Rx> for Inbox<'_> {
    fn tx(&mut self) -> &mut Tx {
        self.tx
    }

    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &Body<'_>) {
        match self.into {
            // The commonest case: a whole message, and a call that waits for one.
            Some(into) if head >> 48 == Kind::Push as u64 => {
                body.copy_to(0, 0, into);
                self.taken = Some(outcome(from, head as u32 as i32, body.len(0) as u64, into));
                self.into = None;
            }
            _ => self.other(from, head, body),
        }
    }
}

impl Inbox<'_> {
    #[inline(never)]
    fn other(&mut self, from: u32, head: u64, body: &Body<'_>) {
        if let Some(call) = self.later.frame(from, head, body, self.into) {
            (self.call, self.into) = (Some(call), None);
        }
    }
}

impl<R: Rests> Frames<R> {
    /// Takes a step of sending. Fails if there is no such rank or no memory.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, tag: i32, data: Region, sending: &mut HalfSent) -> Progressed<Result<(), Error>> {
        if data.len() <= SLOT && self.tx.send(to, Push { context: 0, tag }.head(), &[], data).is_ok() {
            return Progressed::Done(Ok(()));
        }
        self.send_otherwise(to, tag, data, sending)
    }

    /// Sends a frame for which there was no room or no ring, or a long message.
    #[inline(never)]
    fn send_otherwise(
        &mut self,
        to: Rank,
        tag: i32,
        data: Region,
        sending: &mut HalfSent,
    ) -> Progressed<Result<(), Error>> {
        if to >= self.size {
            return Progressed::Done(Err(Error::new(
                ErrorKind::Argument,
                format!("rank {} cannot send to rank {to}: the job has ranks 0 to {}", self.rank, self.size - 1),
            )));
        }
        let others = sending.at == 0 && data.len() > SLOT && self.half_sent.contains(&to);
        loop {
            // Another thread is sending a long message to that rank.
            if others {
                break;
            }
            let body = data.slice(sending.at, (data.len() - sending.at).min(SLOT));
            match self.send_part(to, tag, data.len(), sending.at, body) {
                Ok(()) => {
                    if sending.at == 0 && body.len() < data.len() {
                        self.half_sent.push(to);
                    }
                    sending.at += body.len();
                    if sending.at == data.len() {
                        self.half_sent.retain(|other| *other != to || data.len() <= SLOT);
                        self.full = false;
                        return Progressed::Done(Ok(()));
                    }
                }
                Err(Full) => match self.tx.prepare(to, body.len()) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(e) => {
                        let why = format!("rank {} has no memory for a ring to rank {to}: {e}", self.rank);
                        return Progressed::Done(Err(Error::new(ErrorKind::System, why)));
                    }
                },
            }
        }
        // Peers may wait for room in this rank's ring while this rank waits for room in theirs: receive and keep
        // messages, up to a bound.
        self.full = true;
        if self.later.bytes() < PUSHED_BUFFER as usize && self.poll(None).0 {
            Progressed::Moved
        } else {
            Progressed::Nothing
        }
    }

    fn send_part(&mut self, to: Rank, tag: i32, len: usize, at: usize, body: Region) -> Result<(), Full> {
        if len <= SLOT {
            return self.tx.send(to, Push { context: 0, tag }.head(), &[], body);
        }
        let send = send_of_word(self.sent);
        if at > 0 {
            let second = Second { send, offset: at as u64 };
            return self.tx.send(to, Second::head(second), &second.words(), body);
        }
        let len = len as u64;
        let first = First { context: 0, tag, send, len, pushed: len, address: 0, released: true };
        self.tx.send(to, first.head(), &first.words(), body)?;
        self.sent += 1;
        Ok(())
    }

    /// Takes a step of receiving any message. Fails if a rank has sent a frame that no unordered endpoint sends.
    #[inline(always)]
    pub fn take(&mut self, into: Region, taking: &mut Taking) -> Progressed<Result<Outcome, Error>> {
        if self.row > 0 && taking.call.is_none() && self.later.bytes() == 0 {
            self.row -= 1;
            // The commonest case: the sender of the last message has sent another.
            let Frames { tx, rx, last, .. } = self;
            let taken = rx.take_if(*last, LOOKS, into, |head, len| {
                let whole = head >> 48 == Kind::Push as u64 && len <= into.len();
                if whole {
                    // A peer that has just received a message often answers.
                    tx.expect(*last);
                }
                whole
            });
            if let Some((head, len)) = taken {
                return Progressed::Done(Ok(Outcome::of_message(self.last, head as u32 as i32, len as u64)));
            }
        }
        self.take_from_all(into, taking)
    }

    #[inline(never)]
    fn take_from_all(&mut self, into: Region, taking: &mut Taking) -> Progressed<Result<Outcome, Error>> {
        if taking.call.is_none()
            && let Some(outcome) = self.later.take(into)
        {
            return Progressed::Done(Ok(outcome));
        }
        let (moved, taken, call) = self.poll(if taking.call.is_none() { Some(into) } else { None });
        self.row = ROW;
        if let Some(outcome) = taken {
            self.last = outcome.source;
            return Progressed::Done(Ok(outcome));
        }
        if moved || taking.call.is_some() { self.take_otherwise(taking, moved, call) } else { Progressed::Nothing }
    }

    fn take_otherwise(
        &mut self,
        taking: &mut Taking,
        moved: bool,
        call: Option<u64>,
    ) -> Progressed<Result<Outcome, Error>> {
        taking.call = taking.call.or(call);
        if let Some(why) = self.later.pending_error() {
            return Progressed::Done(Err(why));
        }
        match taking.call.and_then(|call| self.later.finished(call)) {
            Some(outcome) => Progressed::Done(Ok(outcome)),
            None if moved => Progressed::Moved,
            None => Progressed::Nothing,
        }
    }

    /// Polls all senders once. Returns whether anything has arrived, the outcome of a call that took a message, and
    /// the number of a call whose message is still arriving.
    #[inline(always)]
    fn poll(&mut self, into: Option<Region>) -> (bool, Option<Outcome>, Option<u64>) {
        let Frames { tx, rx, later, .. } = self;
        let waits = into.is_some();
        let mut inbox = Inbox { tx, later, into, taken: None, call: None };
        let came = rx.poll(1, &mut inbox);
        let Inbox { taken, call, .. } = inbox;
        // If the waiting thread has got its message and nothing else came, other threads need not poll.
        self.made_progress |= came > usize::from(waits && taken.is_some());
        (came > 0, taken, call)
    }
}

impl<R: Rests> Inner for Frames<R> {
    fn open() -> Result<Self, Error> {
        let job = NearJob::join(
            "an unordered endpoint is for ranks of one machine, and this job has several; open an ordered one",
        )?;
        let (segment, rank) = (job.segment.clone(), job.rank);
        let (tx, rx) = (Tx::new(&segment, rank), Rx::new(&segment, rank));
        let status = StatusWriter::new(&segment, rank);
        status.phase(Phase::Running, 0);
        Ok(Frames {
            rests: R::new(rx.bell(), &segment, rank),
            tx,
            rx,
            status,
            later: Later::default(),
            last: rank,
            row: 0,
            full: false,
            made_progress: false,
            rank,
            size: segment.ranks(),
            half_sent: Vec::new(),
            sent: 1,
            job,
        })
    }

    fn rank(&self) -> Rank {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn look(&mut self) -> bool {
        self.poll(None).0
    }

    fn pause(&mut self, patience: &mut Patience, shown: Waiting) -> Pause {
        let pause = self.rests.next(patience);
        if patience.shows_with(&pause) {
            self.status.waiting(shown);
        }
        match pause {
            // Poll a last time before sleeping, with the sleeping flag set.
            Pause::Sleep(sleeper) if self.rx.ready() => {
                drop(sleeper);
                Pause::Spin
            }
            Pause::Sleep(sleeper) if self.full => Pause::for_room(sleeper),
            pause => pause,
        }
    }

    fn stop_waiting(&mut self, patience: &Patience) {
        if patience.is_shown() {
            self.status.waiting(Waiting::NOTHING);
        }
    }

    fn threads_waiting(&mut self, one_more: bool) {
        self.rests.threads_waiting(one_more);
    }

    fn made_progress(&mut self) -> bool {
        std::mem::take(&mut self.made_progress)
    }

    fn wake(&self) {
        self.rx.bell().ring();
    }

    fn close(self) -> Result<(), Error> {
        self.status.phase(Phase::Closed, 0);
        self.job.finish();
        Ok(())
    }
}
