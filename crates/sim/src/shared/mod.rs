//! What all simulated ranks share: the network, the address space, the clock, the messages, and the first failure.
mod casts;
mod connections;
mod windows;

use crate::casts::BroadcastGroup;
use crate::connections::Connections;
use crate::coverage::Coverage;
use crate::message::{Message, MessageId};
use crate::windows::Offer;
use clump_core::protocol::MessageRole;
use clump_core::{Rank, Select, WindowId};
use clump_fabric::sim::Network;
use fastrand::Rng;
use std::collections::{BTreeMap, VecDeque};

pub struct Shared {
    pub network: Network,
    /// The workload's random numbers.
    pub rng: Rng,
    pub messages: Vec<Message>,
    pub coverage: Coverage,
    /// The chance of a native pull, in per mille.
    pub native: u32,
    /// Bytes of body that travel in one piece where there are no native pulls.
    pub piece: u64,
    pub trace: bool,
    /// The selections of receives that programs wait for.
    pub waiting: BTreeMap<Rank, Select>,
    /// For each rank, how many of its messages a receiver may look for at an address that is not valid any more.
    pub withdrawn: BTreeMap<Rank, u32>,
    /// Messages to handlers.
    pub streams: Vec<Streamed>,
    /// For each pair and role, the messages that have begun and that no program has fetched.
    pub order: BTreeMap<(Rank, Rank, bool), VecDeque<usize>>,
    /// Counts the pieces of messages to handlers whose memory has been registered.
    pub pieces: u64,
    /// Windows on offer.
    pub windows: BTreeMap<(Rank, WindowId), Offer>,
    /// Counts the windows offered so far.
    pub offers: u64,
    /// Connections, and queues of their notes.
    pub connections: Connections,
    /// Groups that broadcast.
    pub casts: Vec<BroadcastGroup>,
    failure: Option<String>,
    clock: u64,
}

/// A message to a handler.
#[derive(Clone, Debug)]
pub struct Streamed {
    pub from: Rank,
    pub to: Rank,
    pub role: MessageRole,
    pub len: u64,
    /// The offset at which the sender has ended the message.
    pub end: u64,
}

/// The distance between two messages' addresses. A sender's memory is registered at the network while the protocol may
/// read it.
const SPACING: u64 = 1 << 24;

impl Shared {
    pub fn new(network: Network, rng: Rng, native: u32, piece: u64, trace: bool) -> Shared {
        Shared {
            network,
            rng,
            messages: Vec::new(),
            coverage: Coverage::default(),
            native,
            piece,
            trace,
            waiting: BTreeMap::new(),
            withdrawn: BTreeMap::new(),
            streams: Vec::new(),
            order: BTreeMap::new(),
            pieces: 0,
            windows: BTreeMap::new(),
            offers: 0,
            connections: Connections::default(),
            casts: Vec::new(),
            failure: None,
            clock: 0,
        }
    }

    /// Returns the next moment of the clock. Every call returns another moment.
    pub fn moment(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Records a failure. The run reports only the first failure.
    pub fn fail(&mut self, what: impl FnOnce() -> String) {
        if self.failure.is_none() {
            let what = what();
            self.note(|| format!("FAILURE: {what}"));
            self.failure = Some(what);
        }
    }

    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Prints one line of the trace, if tracing is on.
    pub fn note(&self, what: impl FnOnce() -> String) {
        if self.trace {
            println!("{:6} {}", self.network.now(), what());
        }
    }

    /// Returns the address of a message's bytes in the program.
    pub fn address(id: MessageId) -> u64 {
        (id as u64 + 1) * SPACING
    }

    /// Returns the address of a message's bytes for the protocol: in the program, or in a copy.
    pub fn place(&self, id: MessageId) -> u64 {
        Shared::address(id) + if self.messages[id].kept { SPACING / 2 } else { 0 }
    }

    /// Returns true with a chance of `per_mille` in a thousand.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.rng.u32(..1000) < per_mille
    }
}
