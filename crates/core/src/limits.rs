//! Every size that the protocol works with.

/// The credit, in bytes, that one buffered message costs in addition to its own bytes: an entry of the buffer queue.
pub const ENTRY_COST: u64 = 128;
/// The least credit of a sender with a receiver for messages with tags, in bytes: seven eighths of 32 KiB. The last
/// eighth is for handlers' messages, so 32 KiB bounds the credit of these two classes together.
pub const LEAST_CREDIT: u64 = 28 << 10;
/// The most credit of a sender with a receiver for messages with tags, in bytes, unless the program sets the pushed
/// buffer's size: seven eighths of 256 KiB.
pub const MOST_CREDIT: u64 = 224 << 10;
/// The size of the pushed buffer, in bytes, unless the program sets it. A rank divides this buffer among all other
/// ranks.
pub const PUSHED_BUFFER: u64 = 1 << 20;
/// The smallest frame body, in bytes, that a receiver can ask for.
pub const LEAST_PIECE: u64 = 512;
/// How many frames of one pulled message leave before other messages get a turn. A larger burst delays the other
/// messages.
pub const PULL_BURST: usize = 16;

/// How many bytes a message to another machine pushes: a message that is pushed whole in one frame; the bytes with the
/// head of a longer message; the bytes behind that head. Between machines a round trip costs more than a copy or two.
/// The head fits one datagram, so that the pull begins early; the bytes behind it keep the sender busy until the first
/// request arrives. See decision 10.
pub const FAR: (u64, u64, u64) = (16 << 10, 1 << 10, 31 << 10);
/// The longest message, in bytes, that a sender pushes to another machine without an acknowledgement, if credit allows.
/// The sender does not wait for its receiver.
pub const EAGER: u64 = 64 << 10;

/// On one machine, how many bytes are pushed whole out of memory that the receiver has not mapped: as many as one
/// slot holds. Two copies cost less than a system call that reads them. See decision 22.
pub const UNMAPPED: u64 = 32 << 10;

/// Sizes that differ between fabrics and experiments, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest message that is pushed whole.
    pub whole: u64,
    /// The longest message that is pushed whole out of memory that the receiver, on the same machine, has not mapped.
    /// Out of such memory the receiver reads no faster than it copies pushed bytes.
    pub unmapped: u64,
    /// BYTES_TO_PUSH(1): pushed with the head of a longer message. Small where pulling is cheap (16 bytes within a
    /// machine, as in the paper's 3.1), larger where the pushed bytes must hide a round trip.
    pub push1: u64,
    /// BYTES_TO_PUSH(2): pushed behind the head without being asked, while the acknowledgement is on its way.
    pub push2: u64,
    /// `whole`, `push1` and `push2` for peers whose memory this rank cannot read, on other machines.
    pub far: (u64, u64, u64),
    /// The longest message or deposit to the peers of `far` that is pushed in several frames and not acknowledged.
    pub eager: u64,
    /// True if the request for the rest leaves before the receiver copies what was pushed (address translation overhead
    /// masking, the paper's 2.3, for a library that has copies to hide). Applies to peers whose memory cannot be
    /// read. False only for experiments.
    pub mask: bool,
    /// The longest body of one frame, in bytes.
    pub frame: u64,
    /// The most bytes that one PULL asks for; a receiver that wants more asks again. Shared memory needs no bound,
    /// because a pull is a copy there. A network that paces its grants needs no bound either.
    pub grant: u64,
    /// Credit that every pair of ranks starts with, for messages with tags. Both sides derive it from the job's
    /// size.
    pub credit: u64,
    /// Credit that every pair of ranks starts with, for messages that run handlers, except replies.
    pub handlers: u64,
    /// Credit that every pair of ranks starts with, for the replies that handlers send. This credit comes on top of the
    /// pushed buffer.
    pub replies: u64,
    /// Credit that every pair of ranks starts with, for operations on windows; as much as for messages with tags. This
    /// credit comes on top of the pushed buffer, because the operations' bytes go straight to their place. The credit
    /// bounds the operations in flight that no rank has asked for, and the old values that wait for room to leave.
    pub windows: u64,
    /// The parameters of broadcasts within groups.
    pub broadcasts: BroadcastLimits,
}

/// The parameters of broadcasts within groups; sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastLimits {
    /// The shared retransmission buffer (the EQA paper's BUF): how much all unacknowledged broadcasts of a root may
    /// take, and so how much a member may have to keep of one root. Each entry takes [`ENTRY_COST`] beside its
    /// bytes.
    pub buffer: u64,
    /// BYTES_TO_PUSH(1) and (2) of a broadcast: what leaves before any member has named a destination.
    pub push: (u64, u64),
    /// The most multicast bytes in flight to the slowest member, if all members' receive windows are as large.
    pub window: u64,
    /// The longest multicast body.
    pub part: u64,
    /// True if members keep what arrives behind a gap, and ask for the gap; false for go back n.
    pub selective: bool,
    /// True if members ask a neighbour for missing bytes before they ask the root.
    pub neighbours: bool,
    /// True if the root waits for no member. A member without a destination drops bytes and asks for them later (the
    /// paper's simple broadcast).
    pub push_all: bool,
    /// True if one member answers for all that the pushed bytes have arrived, and the root then sends the rest, whether
    /// or not the other members have named a destination (the paper, 3.3). A member that has lost pushed bytes suspends
    /// the broadcast until it has them. False if the root waits until all members have named a destination.
    pub one_acknowledges: bool,
    /// True if members never ask for missing bytes: the root sends again, from each member's cursor on, when a time-out
    /// passes without acknowledgements (the paper, 3.2).
    pub by_timeout: bool,
}

impl BroadcastLimits {
    /// The parameters of broadcasts that Clump uses by default.
    pub const OURS: BroadcastLimits = BroadcastLimits {
        buffer: 512 << 10,
        push: (8 << 10, 56 << 10),
        window: 1 << 20,
        part: u64::MAX,
        selective: true,
        neighbours: false,
        push_all: false,
        one_acknowledges: false,
        by_timeout: false,
    };
    /// Simple broadcast (the paper, 3.2): push all, go back n, a window of 16 packets.
    pub const SIMPLE: BroadcastLimits = BroadcastLimits {
        window: 16 * PACKET,
        part: PACKET,
        selective: false,
        push_all: true,
        ..BroadcastLimits::OURS
    };
    /// Simple broadcast with the paper's repair: the root sends lost packets again after a time-out.
    pub const SIMPLE_BY_TIMEOUT: BroadcastLimits = BroadcastLimits { by_timeout: true, ..BroadcastLimits::SIMPLE };
    /// Push-pull broadcast (the paper, 3.3 and 4.1): 80 and 780 bytes are pushed, and one member acknowledges them.
    pub const PUSH_PULL: BroadcastLimits =
        BroadcastLimits { push: (80, 780), push_all: false, one_acknowledges: true, ..BroadcastLimits::SIMPLE };
    /// A push-pull broadcast in which the root waits until all members have named a destination.
    pub const PUSH_PULL_ALL: BroadcastLimits =
        BroadcastLimits { one_acknowledges: false, ..BroadcastLimits::PUSH_PULL };

    /// Returns how many bytes leave before any member has named a destination.
    pub const fn pushed(&self) -> u64 {
        self.push.0 + self.push.1
    }

    /// Returns how many broadcasts of one root a member may have to keep at once.
    pub const fn most_ahead(&self) -> u64 {
        self.buffer / ENTRY_COST + 1
    }
}

/// The size of a packet in the papers, in bytes: an Ethernet frame.
pub const PACKET: u64 = 1400;

/// What is pushed to a peer, in bytes: a message of up to `whole` in one frame; of a longer message `first` with the
/// head, and `second` behind the head, unasked; of a message to a handler up to `call` with one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub whole: u64,
    pub first: u64,
    pub second: u64,
    pub call: u64,
}

impl Limits {
    /// Returns the limits for a job of `ranks` over a fabric whose frames hold `frame` bytes.
    pub fn of_job(ranks: u32, frame: u64) -> Limits {
        let each = PUSHED_BUFFER / u64::from(ranks.max(2) - 1);
        let credit = (each / 8 * 7).clamp(LEAST_CREDIT, MOST_CREDIT);
        Limits {
            whole: 6 << 10,
            unmapped: UNMAPPED,
            push1: 16,
            push2: 0,
            far: FAR,
            eager: EAGER,
            mask: true,
            frame,
            grant: u64::MAX,
            credit,
            handlers: credit / 7,
            replies: credit / 7,
            windows: credit,
            broadcasts: BroadcastLimits::OURS,
        }
        .checked()
    }

    /// Returns what is pushed to a peer whose memory this rank can read (`native_pull`) or cannot.
    pub fn push(&self, native_pull: bool) -> Push {
        let (whole, first, second) = if native_pull { (self.whole, self.push1, self.push2) } else { self.far };
        Push { whole, first, second, call: self.call() }
    }

    /// Returns the most bytes of a handler's message that one frame pushes. Such a frame and its entry cost at most a
    /// quarter of the credit.
    fn call(&self) -> u64 {
        (self.handlers.min(self.replies) / 4).saturating_sub(ENTRY_COST).min(self.frame)
    }

    /// Returns the most bytes that one frame pushes with an operation on a window. Such a frame and its entry cost at
    /// most a quarter of the credit. The frame is no longer than a message that is pushed whole between machines.
    pub fn deposit(&self) -> u64 {
        (self.windows / 4).saturating_sub(ENTRY_COST).min(self.frame).min(FAR.0)
    }

    /// Returns the longest frame body for a receiver that asks for pieces of `asked` bytes; 0: the receiver accepts any
    /// length.
    pub fn piece(&self, asked: u32) -> u64 {
        if asked == 0 { self.frame } else { u64::from(asked).max(LEAST_PIECE).min(self.frame) }
    }

    /// Returns these limits with each single push capped at a quarter of the credit, so that credit always returns,
    /// and at one frame.
    pub fn checked(self) -> Limits {
        let most = self.frame.min(self.credit / 4 - ENTRY_COST);
        let far = (self.far.0.min(most), self.far.1.min(most), self.far.2);
        let [whole, unmapped, push1] = [self.whole, self.unmapped, self.push1].map(|bytes| bytes.min(most));
        Limits { whole, unmapped, push1, far, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn pieces_fit_frames_and_have_a_least_length() {
        let limits = Limits::of_job(2, 32 << 10);
        for (asked, piece) in [(0, 32 << 10), (1, 512), (8192, 8192), (32 << 10, 32 << 10), (u32::MAX, 32 << 10)] {
            assert_eq!(limits.piece(asked), piece);
        }
        assert_eq!(Limits { frame: 100, ..limits }.piece(1), 100);
    }
}
