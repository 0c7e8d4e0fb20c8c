//! The sending side of partitioned communication.
use super::deposit::{Flight, Way};
use super::opening::Opening;
use crate::objects::datatype::Message;
use clump::driver::{Endpoint, Mode, Rank};

/// The sending side of a request.
#[derive(Debug)]
pub struct PartitionSender {
    pub to: Rank,
    pub context: u16,
    /// The program's tag.
    pub tag: i32,
    pub opening: Opening,
    way: Way,
    /// For each partition, true if the program has handed it over in this round.
    ready: Vec<bool>,
    /// Number of partitions that are still to be handed over.
    missing: usize,
    /// The partitions that the program has handed over and the receiver cannot take yet.
    held: Vec<usize>,
    /// The messages that are not yet complete.
    pub flying: Vec<clump::driver::Request>,
    /// The message behind the last deposit, if it has not left yet.
    last: Option<Flight>,
}

impl PartitionSender {
    pub fn new(endpoint: &mut Endpoint, to: Rank, context: u16, tag: i32, opening: Opening) -> PartitionSender {
        let way = Way::new(endpoint, to, context, opening);
        let (ready, held, flying) = (vec![false; opening.partitions], Vec::new(), Vec::new());
        PartitionSender { to, context, tag, opening, way, ready, missing: 0, held, flying, last: None }
    }

    /// Begins a round. Returns false if the receiver cannot take partitions yet.
    pub fn start(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        self.ready.fill(false);
        self.missing = self.ready.len();
        self.way.start(endpoint, self.to, self.context, self.opening);
        self.flush(endpoint, message)
    }

    /// Hands a partition over. Returns false if the program has handed it over before.
    pub fn hand_over(&mut self, endpoint: &mut Endpoint, message: &Message, partition: usize) -> bool {
        if std::mem::replace(&mut self.ready[partition], true) {
            return false;
        }
        self.missing -= 1;
        self.held.push(partition);
        self.flush(endpoint, message);
        if self.missing == 0 {
            // Wake up the threads that sleep, because one of them may be waiting for the last partition.
            endpoint.stir();
        }
        true
    }

    /// Sends or stores the partitions that the program has handed over. Returns false if the receiver cannot take
    /// partitions yet.
    pub fn flush(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        let PartitionSender { to, context, opening, way, held, flying, .. } = self;
        let (to, context, each) = (*to, *context, opening.each);
        if !way.is_open(endpoint, to, context, *opening) {
            return false;
        }
        let handed = held.len();
        for partition in held.drain(..) {
            let at = partition * each;
            message.pack_part(at, each);
            let data = message.region.slice(at, each);
            match way {
                Way::Deposits(deposits) => deposits.store(endpoint, at as u64, data),
                _ => flying.extend(endpoint.send(to, context, opening.tag(partition), data, Mode::Standard)),
            }
        }
        if let (Way::Deposits(deposits), 0, 1..) = (way, self.missing, handed) {
            self.last = deposits.finish(endpoint, context, self.opening);
            flying.extend(self.last.as_ref().map(|(request, _)| *request));
        }
        true
    }

    /// Returns true once all partitions have been sent.
    pub fn poll(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        self.flush(endpoint, message);
        self.flying.retain(|&request| endpoint.test(request).is_none());
        self.missing == 0 && self.held.is_empty() && self.flying.is_empty()
    }

    /// Returns what [`PartitionSender::poll`] would return, without forgetting messages.
    pub fn is_over(&self, endpoint: &Endpoint) -> bool {
        let gone = self.flying.iter().all(|&request| endpoint.peek(request).is_some());
        self.missing == 0 && self.held.is_empty() && gone
    }

    /// Returns an operation of the endpoint for which the round waits.
    pub fn pending(&self) -> Option<clump::driver::Request> {
        self.way.awaited().or_else(|| self.flying.first().copied())
    }

    /// Forgets the round, whose receiver has left. Returns the operations that the caller must withdraw.
    pub fn give_up(&mut self) -> Vec<clump::driver::Request> {
        self.held.clear();
        let awaited = std::mem::replace(&mut self.way, Way::Messages).awaited();
        self.flying.drain(..).chain(awaited).collect()
    }

    /// Returns the receive of a message from the receiver that has not arrived.
    pub fn awaited(&self) -> Option<clump::driver::Request> {
        self.way.awaited()
    }

    /// As [`PartitionSender::awaited`], with the memory of the receive.
    pub fn into_awaited(self) -> Option<Flight> {
        self.way.into_awaited()
    }
}
