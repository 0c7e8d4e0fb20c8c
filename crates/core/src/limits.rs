//! Every size the protocol works with, on one page.

/// What one buffered message costs beside its bytes, in credit: an entry of the buffer queue.
pub const ENTRY_COST: u64 = 128;
/// The least credit a sender has with a receiver for messages with tags, in bytes: seven eighths of 32 KiB. The last
/// eighth is for handlers' messages; so the two are bounded apart, and together as before there were two.
pub const LEAST_CREDIT: u64 = 28 << 10;
/// The most, when the pushed buffer is left alone: seven eighths of 256 KiB.
pub const MOST_CREDIT: u64 = 224 << 10;
/// The pushed buffer's size when nobody sets it, in bytes, shared out among the other ranks.
pub const PUSHED_BUFFER: u64 = 1 << 20;
/// No receiver is sent smaller pieces than this, whatever it asks for.
pub const LEAST_PIECE: u64 = 512;
/// Frames of one pulled message sent in one go before others get a turn.
pub const PULL_BURST: usize = 16;

/// Between machines a round trip costs more than a copy or two: what is pushed whole there, with the head of what is
/// longer, and behind it while the pull is on its way. The head is one datagram, so that the pull begins early (8 KiB
/// with it take 2 to 3 % longer at 96 to 384 KiB); the rest keeps the sender busy until the first ask is there.
pub const FAR: (u64, u64, u64) = (16 << 10, 1 << 10, 31 << 10);
/// What is no longer than this goes there without being asked, as far as credit allows, and its sender waits for
/// nothing.
pub const EAGER: u64 = 64 << 10;

/// On one machine, what is pushed whole out of memory that the receiver has not mapped: as much as one slot holds. Two
/// copies of 16 KiB take half as long as the system call that reads them where system calls are dear (decision 22), and
/// a tenth longer where they are cheap.
pub const UNMAPPED: u64 = 32 << 10;

/// Sizes that differ between fabrics and experiments, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A message that is no longer is pushed whole.
    pub whole: u64,
    /// The same of a message whose memory its receiver reads no faster than it would copy what was pushed: on one
    /// machine, memory that is not mapped there.
    pub unmapped: u64,
    /// BYTES_TO_PUSH(1): pushed with the head of a longer one. Small where pulling is cheap (16 bytes within a machine,
    /// as the paper has it in 3.1), more where a round trip has to be hidden.
    pub push1: u64,
    /// BYTES_TO_PUSH(2): pushed behind it without being asked, while the acknowledgement is on its way.
    pub push2: u64,
    /// The same for peers whose memory cannot be read, on other machines: `whole`, `push1` and `push2`.
    pub far: (u64, u64, u64),
    /// Up to this length a message to such peers, or a deposit, is pushed in several frames, and not acknowledged.
    pub eager: u64,
    /// From such peers the request for the rest leaves before what was pushed is copied (address translation overhead
    /// masking, the paper's 2.3, for a library that has copies to hide). False for experiments alone.
    pub mask: bool,
    /// The longest body of one frame.
    pub frame: u64,
    /// The most bytes that one PULL asks for; a receiver that wants more asks again. There is no need for a bound over
    /// shared memory, where a pull is a copy, nor where the network grants by itself.
    pub grant: u64,
    /// Credit that every pair of ranks starts with, for messages with tags: derived from the job's size, so both sides
    /// know it unasked.
    pub credit: u64,
    /// Credit that every pair of ranks starts with for messages that run handlers, but for replies.
    pub handlers: u64,
    /// Credit that every pair of ranks starts with for messages with which handlers answer others. It comes on top of
    /// the pushed buffer.
    pub replies: u64,
    /// The same for operations on windows, as much as for messages with tags. Their bytes are not kept but go to their
    /// place at once, so this comes on top of the pushed buffer: it bounds what is under way unasked, and the old
    /// values that wait for room to leave.
    pub windows: u64,
    /// How broadcasts within groups go.
    pub casts: CastLimits,
}

/// How broadcasts within groups go; sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastLimits {
    /// The shared retransmission buffer (the EQA paper's BUF): what all broadcasts of a rank that are not acknowledged
    /// may take; and so what a member may have to keep of one root. Each entry takes [`ENTRY_COST`] beside its bytes.
    pub buffer: u64,
    /// BYTES_TO_PUSH(1) and (2) of a broadcast: what leaves before anybody has named a destination.
    pub push: (u64, u64),
    /// The most bytes by multicast that may be under way to the slowest member, if all members' receive windows are as
    /// large.
    pub window: u64,
    /// The most bytes of one multicast.
    pub part: u64,
    /// Members keep what comes behind a gap, and ask for the gap. False: go back n.
    pub selective: bool,
    /// Members ask a neighbour before the root.
    pub neighbours: bool,
    /// Nobody is waited for: what finds no destination is dropped, and asked for later (the paper's simple broadcast).
    pub push_all: bool,
}

impl CastLimits {
    /// Ours.
    pub const OURS: CastLimits = CastLimits {
        buffer: 512 << 10,
        push: (8 << 10, 56 << 10),
        window: 1 << 20,
        part: u64::MAX,
        selective: true,
        neighbours: false,
        push_all: false,
    };
    /// Simple broadcast (the paper, 3.2): push all, go back n, a window of 16 packets.
    pub const SIMPLE: CastLimits =
        CastLimits { window: 16 * PACKET, part: PACKET, selective: false, push_all: true, ..CastLimits::OURS };
    /// Push-pull broadcast (the paper, 3.3 and 4.1): 80 and 780 bytes are pushed.
    pub const PUSH_PULL: CastLimits = CastLimits { push: (80, 780), push_all: false, ..CastLimits::SIMPLE };

    /// Bytes that leave before anybody has named a destination.
    pub const fn pushed(&self) -> u64 {
        self.push.0 + self.push.1
    }

    /// Broadcasts of one root that a member may have to keep at once.
    pub const fn most_ahead(&self) -> u64 {
        self.buffer / ENTRY_COST + 1
    }
}

/// Bytes of a packet of the paper's: an Ethernet frame's.
const PACKET: u64 = 1400;

/// What is pushed to a peer, in bytes: a message up to `whole` as one frame; of a longer one `first` with its head, and
/// `second` behind that, unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub whole: u64,
    pub first: u64,
    pub second: u64,
}

impl Limits {
    /// The limits of a job of `ranks` over a fabric whose frames hold `frame` bytes.
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
            casts: CastLimits::OURS,
        }
        .checked()
    }

    /// What is pushed to a peer whose memory can be read, or cannot.
    pub fn push(&self, native_pull: bool) -> Push {
        let (whole, first, second) = if native_pull { (self.whole, self.push1, self.push2) } else { self.far };
        Push { whole, first, second }
    }

    /// The most bytes of a handler's message that are pushed, near or far: with its entry a quarter of their credit.
    pub fn call(&self) -> u64 {
        (self.handlers.min(self.replies) / 4).saturating_sub(ENTRY_COST).min(self.frame)
    }

    /// The most bytes that are pushed with an operation on a window in one frame; with its entry it is a quarter of
    /// their credit at most, and no longer than a message that is pushed whole between machines.
    pub fn deposit(&self) -> u64 {
        (self.windows / 4).saturating_sub(ENTRY_COST).min(self.frame).min(FAR.0)
    }

    /// The longest body of one frame for a receiver that asks for pieces of `asked` bytes; 0: it does not mind.
    pub fn piece(&self, asked: u32) -> u64 {
        if asked == 0 { self.frame } else { u64::from(asked).max(LEAST_PIECE).min(self.frame) }
    }

    /// The same, with a single push never above a quarter of the credit (so that credit always comes back) or a frame.
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
    fn pieces_fit_frames_and_are_not_crumbs() {
        let limits = Limits::of_job(2, 32 << 10);
        for (asked, piece) in [(0, 32 << 10), (1, 512), (8192, 8192), (32 << 10, 32 << 10), (u32::MAX, 32 << 10)] {
            assert_eq!(limits.piece(asked), piece);
        }
        assert_eq!(Limits { frame: 100, ..limits }.piece(1), 100);
    }
}
