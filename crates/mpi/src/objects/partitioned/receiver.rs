//! The receiving side of partitioned communication.
use super::deposit::{DepositReceiver, Flight};
use super::opening::Opening;
use crate::abi;
use crate::objects::datatype::Message;
use crate::objects::status::Finished;
use clump::driver::{Endpoint, LentBuffer, Rank, Select};
use clump_coll::Ranks;
use clump_coll::memory::lent_buffer;
use std::sync::Arc;

/// The receiving side of a request.
#[derive(Debug)]
pub struct PartitionReceiver {
    pub from: Rank,
    pub context: u16,
    /// Maps job-wide ranks to the communicator's ranks; `None` if they are equal.
    pub ranks: Option<Arc<Ranks>>,
    /// The program's tag.
    pub tag: i32,
    pub opened: Opened,
    /// The memory into which the sender stores its partitions; `None` if they come as messages.
    deposits: Option<DepositReceiver>,
    /// Short messages to the sender that have not left yet.
    pub leaving: Vec<Flight>,
    /// The posted receives of this round, one for each message of the sender; `None` once it has arrived.
    posts: Vec<Option<clump::driver::Request>>,
    /// Number of posted receives that are not complete.
    missing: usize,
    /// True from the start of a round until its receives are posted.
    pub unposted: bool,
    /// The outcome of the round so far.
    bytes: u64,
    code: i32,
}

/// What the receiver knows of the sender's request.
#[derive(Debug)]
pub enum Opened {
    /// The receive of the opening message.
    Awaited(clump::driver::Request, LentBuffer),
    Known(Opening),
}

impl PartitionReceiver {
    pub fn new(
        select: Select,
        from: Rank,
        ranks: Option<Arc<Ranks>>,
        tag: i32,
        endpoint: &mut Endpoint,
    ) -> PartitionReceiver {
        let buffer = lent_buffer(Opening::BYTES);
        let opened = Opened::Awaited(endpoint.recv(select, buffer.region()), buffer);
        let (posts, missing, unposted) = (Vec::new(), 0, false);
        PartitionReceiver {
            deposits: None,
            leaving: Vec::new(),
            from,
            context: select.context,
            ranks,
            tag,
            opened,
            posts,
            missing,
            unposted,
            bytes: 0,
            code: abi::MPI_SUCCESS,
        }
    }

    /// Begins a round. Returns false if the sender's opening message has not arrived yet.
    pub fn start(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        (self.bytes, self.code, self.unposted) = (0, abi::MPI_SUCCESS, true);
        self.post(endpoint, message)
    }

    /// Posts the receives of this round if the opening message has arrived. Returns false if it has not.
    pub fn post(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        if let Opened::Awaited(request, buffer) = &self.opened {
            if endpoint.test(*request).is_none() {
                return false;
            }
            let opening = Opening::of_buffer(buffer);
            self.opened = Opened::Known(opening);
            if opening.offers {
                let memory = message.is_direct().then_some(message.region);
                let (deposits, answer) = DepositReceiver::answer(endpoint, self.from, self.context, opening, memory);
                self.deposits = deposits;
                self.leaving.extend(answer);
            }
        }
        let Opened::Known(opening) = self.opened else { return false };
        if !std::mem::take(&mut self.unposted) {
            return true;
        }
        let room = message.region.len();
        self.posts.clear();
        if let Some(deposits) = &mut self.deposits {
            let (last, go) = deposits.start(endpoint, self.from, self.context);
            self.leaving.extend(go);
            self.posts.push(Some(last));
            self.missing = 1;
            return true;
        }
        for i in 0..opening.partitions {
            // A sender with more bytes than the receiver is an error, which the endpoint reports as a truncation.
            let at = (i * opening.each).min(room);
            let into = message.region.slice(at, opening.each.min(room - at));
            let select = Select { context: self.context, source: Some(self.from), tag: Some(opening.tag(i)) };
            self.posts.push(Some(endpoint.recv(select, into)));
        }
        self.missing = opening.partitions;
        true
    }

    /// Takes the partitions that have arrived. Returns true once all have.
    pub fn poll(&mut self, endpoint: &mut Endpoint, message: &Message) -> bool {
        if !self.post(endpoint, message) {
            return false;
        }
        let Opened::Known(Opening { each, .. }) = self.opened else { return false };
        self.leaving.retain(|(request, _)| endpoint.test(*request).is_none());
        if let Some(deposits) = &mut self.deposits {
            let last = self.posts.first_mut().and_then(Option::take);
            if last.is_some_and(|last| endpoint.test(last).is_none()) {
                self.posts = vec![last];
            } else if last.is_some() {
                (self.missing, self.bytes) = (0, message.region.len() as u64);
            }
            // The notes of a round have come before the message behind its last partition.
            deposits.take_notes();
            return self.missing == 0;
        }
        for (i, post) in self.posts.iter_mut().enumerate() {
            let Some(outcome) = post.and_then(|request| endpoint.test(request)) else { continue };
            *post = None;
            self.missing -= 1;
            self.bytes += outcome.len;
            if outcome.truncated.is_some() {
                self.code = abi::MPI_ERR_TRUNCATE;
            }
            message.deliver_part((i * each).min(message.region.len()), outcome.len as usize);
        }
        self.missing == 0
    }

    /// Returns what [`PartitionReceiver::poll`] would return, without taking partitions.
    pub fn is_over(&self, endpoint: &Endpoint) -> bool {
        !self.unposted && self.pending().all(|request| endpoint.peek(request).is_some())
    }

    /// Returns true if partition `i` of `n` has arrived in this round: all partitions of the sender that overlap with
    /// it. Each partition of the receiver has `len` bytes.
    pub fn has(&self, i: usize, n: usize, len: usize) -> bool {
        if self.unposted {
            return false;
        }
        let touched = match self.opened {
            Opened::Known(Opening { each, .. }) if each > 0 && len > 0 => {
                i * len / each..((i + 1) * len).div_ceil(each)
            }
            // Empty partitions have no bytes to compare: map the receiver's partitions to the sender's by their
            // numbers.
            _ => i * self.posts.len() / n..((i + 1) * self.posts.len()).div_ceil(n),
        };
        touched.into_iter().all(|i| match &self.deposits {
            Some(deposits) => deposits.has(i),
            None => self.posts.get(i).is_none_or(Option::is_none),
        })
    }

    /// Iterates over the receives that are posted and not complete.
    pub fn pending(&self) -> impl Iterator<Item = clump::driver::Request> {
        let opening = match &self.opened {
            Opened::Awaited(request, _) if self.unposted => Some(*request),
            _ => None,
        };
        opening.into_iter().chain(self.posts.iter().flatten().copied())
    }

    /// Forgets the receives of this round, which no longer run.
    pub fn give_up(&mut self) {
        self.posts.clear();
        (self.missing, self.unposted) = (0, false);
    }

    /// Closes the memory into which the sender stores. The request takes no further part in a round.
    pub fn close(&mut self, endpoint: &mut Endpoint) {
        if let Some(deposits) = self.deposits.take() {
            deposits.close(endpoint);
        }
    }

    /// Returns the outcome of the round.
    pub fn finished(&self) -> Finished {
        let source = match &self.ranks {
            None => self.from as i32,
            Some(ranks) => ranks.rank_of(self.from).map_or(abi::MPI_UNDEFINED, |rank| rank as i32),
        };
        Finished { source, tag: self.tag, len: self.bytes, cancelled: false, code: self.code }
    }
}
