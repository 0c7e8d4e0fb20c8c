//! The request object of partitioned communication.
use super::deposit::{DepositReceiver, Flight};
use super::opening::Opening;
use super::receiver::{Opened, PartitionReceiver};
use super::sender::PartitionSender;
use crate::abi;
use crate::objects::datatype::Message;
use crate::objects::status::Finished;
use clump::driver::{CallKind, Endpoint, Rank};

/// A request of partitioned communication.
#[derive(Debug)]
pub struct PartitionedRequest {
    /// The communicator, which stays alive while the request exists, even if the program frees it.
    pub comm: abi::Comm,
    /// The program's buffer with all partitions.
    pub message: Message,
    pub partitions: usize,
    pub active: bool,
    pub side: Side,
}

/// One side of partitioned communication.
#[derive(Debug)]
pub enum Side {
    Send(PartitionSender),
    Receive(PartitionReceiver),
    /// A request whose peer is MPI_PROC_NULL, with its outcome. It is complete as soon as it is started.
    Nothing(Finished),
}

/// What a process keeps for partitioned communication.
#[derive(Debug, Default)]
pub struct PartitionedStore {
    /// The number of the next partition's message; see [`super::opening::Opening`].
    pub next: u32,
    /// Started requests that wait for a message of the other side before partitions can travel.
    pub unopened: Vec<abi::Request>,
    /// Messages of freed requests that are under way between the two sides. Those to come would otherwise match the
    /// program's next requests.
    pub freed: Vec<FreedFlight>,
}

/// A message of a freed request.
#[derive(Debug)]
pub struct FreedFlight {
    pub flight: Flight,
    /// The sender and the context of an opening message.
    pub opens: Option<(Rank, u16)>,
}

impl PartitionedStore {
    pub const fn new() -> PartitionedStore {
        PartitionedStore { next: 0, unopened: Vec::new(), freed: Vec::new() }
    }

    /// Forgets the messages of freed requests that have arrived or left. Tells a sender that waits for an answer that
    /// the receive is gone.
    pub fn forget_freed(&mut self, endpoint: &mut Endpoint) {
        for i in (0..self.freed.len()).rev() {
            if endpoint.test(self.freed[i].flight.0).is_none() {
                continue;
            }
            let FreedFlight { flight: (_, buffer), opens } = self.freed.swap_remove(i);
            let Some((from, context)) = opens else { continue };
            let opening = Opening::of_buffer(&buffer);
            if opening.offers
                && let Some(flight) = DepositReceiver::refuse(endpoint, from, context, opening)
            {
                self.freed.push(FreedFlight { flight, opens: None });
            }
        }
    }
}

impl PartitionedRequest {
    /// Begins a round. Returns false if partitions cannot travel yet: a receive must still learn of its sender, or a
    /// sender of the receiver's memory.
    pub fn start(&mut self, endpoint: &mut Endpoint) -> bool {
        self.active = true;
        match &mut self.side {
            Side::Send(sender) => {
                endpoint.count_call(CallKind::Send, self.message.region.len() as u64);
                return sender.start(endpoint, &self.message);
            }
            Side::Receive(receiver) => return receiver.start(endpoint, &self.message),
            Side::Nothing(_) => {}
        }
        true
    }

    /// Tries to open a round that waits for a message of the other side. Returns false if the message has not arrived.
    pub fn open(&mut self, endpoint: &mut Endpoint) -> bool {
        match &mut self.side {
            Side::Send(sender) => sender.flush(endpoint, &self.message),
            Side::Receive(receiver) => receiver.post(endpoint, &self.message),
            Side::Nothing(_) => true,
        }
    }

    /// Takes the outcome of the round and makes the request inactive. Returns `None` if the round is not complete.
    pub fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        let over = self.active
            && match &mut self.side {
                Side::Send(sender) => sender.poll(endpoint, &self.message),
                Side::Receive(receiver) => receiver.poll(endpoint, &self.message),
                Side::Nothing(_) => true,
            };
        if !over {
            return None;
        }
        self.active = false;
        let outcome = self.outcome();
        if let Side::Receive(_) = self.side {
            endpoint.count_call(CallKind::Receive, outcome.len);
        }
        Some(outcome)
    }

    /// Takes the partitions that a started receive has got, so that the outcome counts them and the program finds them
    /// in its buffer.
    pub fn take(&mut self, endpoint: &mut Endpoint) {
        if let (true, Side::Receive(receiver)) = (self.active, &mut self.side) {
            receiver.poll(endpoint, &self.message);
        }
    }

    /// Returns the outcome of a round that [`PartitionedRequest::poll`] would complete now; `None` otherwise.
    pub fn peek(&self, endpoint: &Endpoint) -> Option<Finished> {
        let over = match &self.side {
            _ if !self.active => return Some(Finished::EMPTY),
            Side::Send(sender) => sender.is_over(endpoint),
            Side::Receive(receiver) => receiver.is_over(endpoint),
            Side::Nothing(_) => true,
        };
        over.then(|| self.outcome())
    }

    fn outcome(&self) -> Finished {
        match &self.side {
            Side::Send(_) => Finished::EMPTY,
            Side::Receive(receiver) => receiver.finished(),
            Side::Nothing(finished) => *finished,
        }
    }

    /// Returns an operation of the endpoint for which the request waits.
    pub fn pending(&self) -> Option<clump::driver::Request> {
        match &self.side {
            Side::Send(sender) => sender.pending(),
            Side::Receive(receiver) => receiver.pending().next(),
            Side::Nothing(_) => None,
        }
    }

    /// Returns the program's tag.
    pub fn tag(&self) -> i32 {
        match &self.side {
            Side::Send(sender) => sender.tag,
            Side::Receive(receiver) => receiver.tag,
            Side::Nothing(_) => abi::MPI_ANY_TAG,
        }
    }

    /// Returns the receive of a message from the other side that has not arrived.
    pub fn awaited(&self) -> Option<clump::driver::Request> {
        match &self.side {
            Side::Receive(PartitionReceiver { opened: Opened::Awaited(request, _), .. }) => Some(*request),
            Side::Send(sender) => sender.awaited(),
            _ => None,
        }
    }

    /// Closes a receiver's memory for its sender. Call this before the request is dropped.
    pub fn close(&mut self, endpoint: &mut Endpoint) {
        if let Side::Receive(receiver) = &mut self.side {
            receiver.close(endpoint);
        }
    }

    /// Returns the messages of the request that are under way between the two sides.
    pub fn into_flights(self) -> Vec<FreedFlight> {
        let of = |flight| FreedFlight { flight, opens: None };
        match self.side {
            Side::Send(sender) => sender.into_awaited().into_iter().map(of).collect(),
            Side::Receive(PartitionReceiver { opened, leaving, from, context, .. }) => {
                let opening = match opened {
                    Opened::Awaited(request, buffer) => {
                        Some(FreedFlight { flight: (request, buffer), opens: Some((from, context)) })
                    }
                    Opened::Known(_) => None,
                };
                leaving.into_iter().map(of).chain(opening).collect()
            }
            Side::Nothing(_) => Vec::new(),
        }
    }

    /// Ends the round whose peer has left the job. Returns the operations that the caller must withdraw.
    pub fn give_up(&mut self) -> Vec<clump::driver::Request> {
        self.active = false;
        match &mut self.side {
            Side::Send(sender) => sender.give_up(),
            Side::Receive(receiver) => {
                let opening = matches!(receiver.opened, Opened::Awaited(..)) && receiver.unposted;
                let pending = if opening { Vec::new() } else { receiver.pending().collect() };
                receiver.give_up();
                pending
            }
            Side::Nothing(_) => Vec::new(),
        }
    }
}
