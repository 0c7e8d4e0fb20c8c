//! The request object of partitioned communication.
use super::receiver::{Opened, PartitionReceiver};
use super::sender::PartitionSender;
use crate::abi;
use crate::datatype::Message;
use crate::status::Finished;
use clump::driver::{Endpoint, LentBuffer};

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
    /// The number of the next partition's message; see [`super::sender::Opening`].
    pub next: u32,
    /// Started receives whose opening message has not arrived.
    pub unopened: Vec<abi::Request>,
    /// The receives of opening messages of freed requests, each with its memory. The messages would otherwise match
    /// the program's next requests.
    pub freed: Vec<(clump::driver::Request, LentBuffer)>,
}

impl PartitionedStore {
    pub const fn new() -> PartitionedStore {
        PartitionedStore { next: 0, unopened: Vec::new(), freed: Vec::new() }
    }
}

impl PartitionedRequest {
    /// Begins a round. Returns false if a receive must still learn of its sender.
    pub fn start(&mut self, endpoint: &mut Endpoint) -> bool {
        self.active = true;
        match &mut self.side {
            Side::Send(sender) => sender.start(),
            Side::Receive(receiver) => return receiver.start(endpoint, &self.message),
            Side::Nothing(_) => {}
        }
        true
    }

    /// Tries to post the receives of a round that waits for its opening message. Returns false if the message has not
    /// arrived.
    pub fn open(&mut self, endpoint: &mut Endpoint) -> bool {
        match &mut self.side {
            Side::Receive(receiver) => receiver.post(endpoint, &self.message),
            _ => true,
        }
    }

    /// Takes the outcome of the round and makes the request inactive. Returns `None` if the round is not complete.
    pub fn poll(&mut self, endpoint: &mut Endpoint) -> Option<Finished> {
        let over = self.active
            && match &mut self.side {
                Side::Send(sender) => sender.poll(endpoint),
                Side::Receive(receiver) => receiver.poll(endpoint, &self.message),
                Side::Nothing(_) => true,
            };
        if !over {
            return None;
        }
        self.active = false;
        Some(self.outcome())
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
            Side::Send(sender) => sender.flying.first().copied(),
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

    /// Returns the receive of the opening message if the message has not arrived.
    pub fn opening(&self) -> Option<clump::driver::Request> {
        match &self.side {
            Side::Receive(PartitionReceiver { opened: Opened::Awaited(request, _), .. }) => Some(*request),
            _ => None,
        }
    }

    /// Returns the receive of the opening message and its memory if the message has not arrived.
    pub fn into_opening(self) -> Option<(clump::driver::Request, LentBuffer)> {
        match self.side {
            Side::Receive(PartitionReceiver { opened: Opened::Awaited(request, buffer), .. }) => {
                Some((request, buffer))
            }
            _ => None,
        }
    }

    /// Ends the round whose peer has left the job. Returns the operations that the caller must withdraw.
    pub fn give_up(&mut self) -> Vec<clump::driver::Request> {
        self.active = false;
        match &mut self.side {
            Side::Send(sender) => std::mem::take(&mut sender.flying),
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
