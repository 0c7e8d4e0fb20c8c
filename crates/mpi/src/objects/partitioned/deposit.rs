//! Partitions that a sender stores in the memory of a receiver on its machine (Direct Deposit: Avalanche, section 4.1).
//! Each round, the receiver tells the sender that its memory is free (`go`). The sender stores each partition there and
//! leaves a note, which `MPI_Parrived` reads; behind the last partition it sends a short message, for which the
//! receiver waits as for any other.
use super::opening::Opening;
use clump::driver::windows::{Connection, DepositError, Invitation, NoteQueue, Room, Telling};
use clump::driver::{Endpoint, LentBuffer, Mode, Rank, Region, Request, Select};
use clump_coll::memory::{lent_buffer, lent_copy};
use std::fmt;

/// The most partitions of a request that deposits: each needs a note.
const MOST: usize = 1 << 16;
/// Words of the receiver's answer to an opening message: what it does with partitions, then its invitation.
const ANSWER: usize = 1 + Invitation::WORDS;
/// The first word of an answer: partitions come as messages.
const MESSAGES: u64 = 0;
/// The first word of an answer: the receiver takes deposits.
const DEPOSITS: u64 = 1;
/// The first word of an answer: the program has freed the receive before the opening message arrived.
const FREED: u64 = 2;

/// A short message in flight, with its memory.
pub type Flight = (Request, LentBuffer);

/// Posts a receive of `len` bytes.
fn expect(endpoint: &mut Endpoint, select: Select, len: usize) -> Flight {
    let buffer = lent_buffer(len);
    (endpoint.recv(select, buffer.region()), buffer)
}

/// Sends words. Returns the message if it has not left yet.
fn send(endpoint: &mut Endpoint, to: Rank, context: u16, tag: i32, words: &[u64]) -> Option<Flight> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let buffer = lent_copy(&bytes);
    endpoint.send(to, context, tag, buffer.region(), Mode::Standard).map(|request| (request, buffer))
}

/// How a sender hands its partitions over.
#[derive(Debug)]
pub enum Way {
    /// By messages.
    Messages,
    /// As the receiver answers; the receive of its answer.
    Asked(Flight),
    Deposits(Box<DepositConnection>),
}

/// A connection to the receiver's memory.
pub struct DepositConnection {
    connection: Connection,
    /// The receive of the message that allows this round's deposits; `None` once it has arrived.
    go: Option<Flight>,
}

impl fmt::Debug for DepositConnection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("DepositConnection").field("go", &self.go).finish_non_exhaustive()
    }
}

impl Way {
    /// Asks the receiver to take deposits, if `offers` says that the opening message does.
    pub fn new(endpoint: &mut Endpoint, to: Rank, context: u16, opening: Opening) -> Way {
        match opening.offers {
            false => Way::Messages,
            true => Way::Asked(expect(endpoint, from(to, context, opening), 8 * ANSWER)),
        }
    }

    /// Begins a round.
    pub fn start(&mut self, endpoint: &mut Endpoint, to: Rank, context: u16, opening: Opening) {
        if let Way::Deposits(deposits) = self {
            deposits.go = Some(expect(endpoint, from(to, context, opening), 8));
        }
    }

    /// Returns true if partitions may be handed over: the receiver has answered, and its memory is free.
    pub fn is_open(&mut self, endpoint: &mut Endpoint, to: Rank, context: u16, opening: Opening) -> bool {
        if let Way::Asked((request, buffer)) = self {
            if endpoint.test(*request).is_none() {
                return false;
            }
            let word = |i| buffer.region().get::<u64>(i);
            if word(0) == FREED {
                let why = format!(
                    "rank {to} has freed the partitioned receive that belongs to a send which this rank has started, \
                     so that nobody receives the partitions (the requests of both sides belong together in the order \
                     in which they are made)"
                );
                endpoint.abort(1, &why);
            }
            let invitation =
                (word(0) == DEPOSITS).then(|| Invitation::from_words(std::array::from_fn(|i| word(1 + i))));
            *self = match invitation.flatten().map(|invitation| Connection::open(endpoint, &invitation)) {
                None => Way::Messages,
                Some(Ok(connection)) => Way::Deposits(Box::new(DepositConnection { connection, go: None })),
                Some(Err(why)) => {
                    let why = format!("cannot map the memory of rank {to}'s partitioned receive: {why}");
                    endpoint.abort(1, &why)
                }
            };
            self.start(endpoint, to, context, opening);
        }
        let Way::Deposits(deposits) = self else { return true };
        let go = &mut deposits.go;
        if go.as_ref().is_some_and(|(request, _)| endpoint.test(*request).is_some()) {
            *go = None;
        }
        go.is_none()
    }

    /// Returns the receive of a message from the receiver for which partitions wait.
    pub fn awaited(&self) -> Option<Request> {
        match self {
            Way::Messages => None,
            Way::Asked((request, _)) => Some(*request),
            Way::Deposits(deposits) => deposits.go.as_ref().map(|(request, _)| *request),
        }
    }

    /// As [`Way::awaited`], with the memory of the receive.
    pub fn into_awaited(self) -> Option<Flight> {
        match self {
            Way::Messages => None,
            Way::Asked(flight) => Some(flight),
            Way::Deposits(deposits) => deposits.go,
        }
    }
}

impl DepositConnection {
    /// Stores a partition at `offset` of the receiver's memory. A receiver that has closed its memory or has died needs
    /// no partition any more. Any other failure ends the job, because the receiver could not tell that bytes are
    /// missing.
    pub fn store(&self, endpoint: &mut Endpoint, offset: u64, data: Region) {
        let to = self.connection.to();
        match self.connection.deposit(endpoint, offset, data) {
            Ok(begun) => debug_assert!(self.connection.is_sent(endpoint, begun), "a store on one machine has ended"),
            Err(DepositError::Closed(_)) => {}
            Err(_) if endpoint.has_died(to) => {}
            Err(why) => endpoint.abort(1, &format!("cannot store a partition in the memory of rank {to}: {why}")),
        }
    }

    /// Tells the receiver that all partitions of the round are there. Returns the message if it has not left yet.
    pub fn finish(&self, endpoint: &mut Endpoint, context: u16, opening: Opening) -> Option<Flight> {
        send(endpoint, self.connection.to(), context, opening.tag(0), &[1])
    }
}

/// Selects the receiver's messages to the sender of a request.
fn from(receiver: Rank, context: u16, opening: Opening) -> Select {
    Select { context, source: Some(receiver), tag: Some(opening.answer_tag()) }
}

/// The receiver's memory, into which the sender stores.
pub struct DepositReceiver {
    queue: NoteQueue,
    opening: Opening,
    /// True for each of the sender's partitions that has arrived in this round.
    arrived: Vec<bool>,
    /// The memory of the message behind the last partition.
    last: LentBuffer,
}

impl fmt::Debug for DepositReceiver {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("DepositReceiver").field("arrived", &self.arrived).finish_non_exhaustive()
    }
}

impl DepositReceiver {
    /// Answers an opening message that offers deposits. `memory` is the program's own memory, or `None` if the
    /// program's datatype leaves gaps. Returns the receiver if it takes deposits, and the answer if it has not left
    /// yet.
    pub fn answer(
        endpoint: &mut Endpoint,
        sender: Rank,
        context: u16,
        opening: Opening,
        memory: Option<Region>,
    ) -> (Option<DepositReceiver>, Option<Flight>) {
        let all = opening.partitions.checked_mul(opening.each);
        let memory = memory.filter(|memory| all == Some(memory.len()) && opening.partitions <= MOST);
        let memory = memory.filter(|_| endpoint.can_copy(sender));
        let opened = memory.and_then(|memory| {
            // A sender reaches memory in the shared heap by stores, and other memory by system calls.
            endpoint.register(memory, true);
            let mut queue = NoteQueue::new(endpoint, opening.partitions.next_power_of_two() as u32).ok()?;
            let number = queue.offer_room(endpoint, sender, Room::Lent(memory), Telling::Note).ok()?;
            let invitation = queue.buffer(number)?.invitation();
            let arrived = vec![false; opening.partitions];
            Some((DepositReceiver { queue, opening, arrived, last: lent_buffer(8) }, invitation))
        });
        let (receiver, invitation) = opened.unzip();
        let words = invitation.map_or([0; Invitation::WORDS], |invitation| invitation.to_words());
        let way = if receiver.is_some() { DEPOSITS } else { MESSAGES };
        let words = [&[way], words.as_slice()].concat();
        (receiver, send(endpoint, sender, context, opening.answer_tag(), &words))
    }

    /// Answers an opening message that offers deposits, for a receive that the program has freed. Returns the answer if
    /// it has not left yet.
    pub fn refuse(endpoint: &mut Endpoint, sender: Rank, context: u16, opening: Opening) -> Option<Flight> {
        let mut words = [0; ANSWER];
        words[0] = FREED;
        send(endpoint, sender, context, opening.answer_tag(), &words)
    }

    /// Begins a round: posts the receive of the message behind the last partition, and allows deposits. Returns the
    /// receive, and the permission if it has not left yet.
    pub fn start(&mut self, endpoint: &mut Endpoint, sender: Rank, context: u16) -> (Request, Option<Flight>) {
        self.arrived.fill(false);
        let select = Select { context, source: Some(sender), tag: Some(self.opening.tag(0)) };
        let last = endpoint.recv(select, self.last.region());
        (last, send(endpoint, sender, context, self.opening.answer_tag(), &[1]))
    }

    /// Takes the notes of partitions that have arrived.
    pub fn take_notes(&mut self) {
        while let Some(note) = self.queue.poll() {
            let partition = note.offset as usize / self.opening.each;
            if let Some(arrived) = self.arrived.get_mut(partition) {
                *arrived = true;
            }
        }
    }

    /// Returns true if the sender's partition `i` has arrived, as far as notes have been taken.
    pub fn has(&self, i: usize) -> bool {
        self.arrived.get(i).is_none_or(|arrived| *arrived)
    }

    /// Closes the connection: nothing is stored from now on.
    pub fn close(self, endpoint: &mut Endpoint) {
        self.queue.close_all(endpoint);
    }
}
