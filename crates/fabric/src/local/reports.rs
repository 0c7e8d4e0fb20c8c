//! What a rank writes down of itself for its peers and for the launcher, which reads it without the rank's help.
use super::counts::{CallCounts, CallKind};
use super::traced::TracedCall;

/// How far a rank has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The rank has not opened an endpoint yet. A program that passes no messages never opens one.
    Outside = 0,
    /// The rank is between `Endpoint::open` and `Endpoint::close` (MPI_Init and MPI_Finalize).
    Running = 1,
    /// The rank has closed its endpoint and may exit.
    Closed = 2,
    /// The rank has asked for the end of the whole job (MPI_Abort).
    Aborted = 3,
    /// The rank's process has ended without leaving the job, and the job goes on without it.
    Died = 4,
}

impl Phase {
    /// Returns true if the rank takes part in nothing any more: it has left the job, or has died.
    pub fn is_over(self) -> bool {
        matches!(self, Phase::Closed | Phase::Died)
    }
}

/// The blocking call that a rank is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The call, as an index into the caller's table of call names (for MPI: the row of the function table); 0: in no
    /// call. Numbers from [`Waiting::HANDLERS`] on are not MPI functions.
    pub call: u16,
    /// The peer's rank in the job, or -1 for any rank, or -2 if the call has no peer, or [`Waiting::FILE`].
    pub peer: i32,
    /// The tag, or -1 for any tag, or [`Waiting::NO_TAG`] if the call has no tag; of a call on a file, the file's
    /// descriptor.
    pub tag: i32,
    /// The context (communicator) number.
    pub context: u16,
}

impl Waiting {
    /// The value of a rank that is in no blocking call.
    pub const NOTHING: Waiting = Waiting { call: 0, peer: -2, tag: -1, context: 0 };

    /// The peer of a call on a file. The launcher reads the file's name from the rank's list of descriptors.
    pub const FILE: i32 = -3;

    /// The tag of a call that names a rank but no tag.
    pub const NO_TAG: i32 = -2;

    /// Marks the number of a call that does not block, such as MPI_Test, and that the rank has called in vain again and
    /// again. The rank's count of such calls stands in place of the number of bytes.
    pub const IN_VAIN: u16 = 0x4000;

    /// The lowest number of a call about messages that run handlers.
    pub const HANDLERS: u16 = 0xff00;
}

/// One rank's status, as one read found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    pub phase: Phase,
    /// The process id that the rank wrote; 0 before it opened its endpoint.
    pub pid: u32,
    pub waiting: Option<Waiting>,
    /// How many bytes the call sends or receives, if the rank stored the number.
    pub bytes: u64,
    /// The exit code given with an abort, of which the system keeps the low 8 bits; see also [`Status::WITH_STARTER`].
    pub abort_code: i32,
}

impl Status {
    /// Added to an exit code below 256: the abort also ends the job that has started this one.
    pub const WITH_STARTER: i32 = 1 << 16;

    /// Returns true if the abort also ends the job that has started this one.
    pub fn ends_starter(&self) -> bool {
        self.phase == Phase::Aborted && self.abort_code & !0xff == Status::WITH_STARTER
    }
}

/// One collective call of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectiveRecord {
    /// The communicator's context, and a hash of its members and its age: two communicators may have equal contexts if
    /// they have no common rank or one follows the other.
    pub communicator: (u16, u16),
    /// The number of the call among those on this communicator, from 0. All members count alike.
    pub number: u32,
    /// The call, as an index into the caller's table of call names.
    pub call: u16,
    /// The operation of a reduction; 0 if the call has none or the program defined it.
    pub op: u16,
    /// The root, as a rank of the communicator, or [`CollectiveRecord::NO_ROOT`].
    pub root: i32,
    /// How many bytes each member contributes or receives, or [`CollectiveRecord::ANY_BYTES`].
    pub bytes: u64,
}

impl CollectiveRecord {
    /// The root of a call that has none.
    pub const NO_ROOT: i32 = -1;
    /// The length of a call whose members may pass different lengths.
    pub const ANY_BYTES: u64 = u64::MAX;

    /// Returns true if the members of a communicator may make these two calls as the same call of its sequence.
    pub fn agrees(&self, other: &CollectiveRecord) -> bool {
        let ops = self.op == other.op || self.op == 0 || other.op == 0;
        let any = self.bytes == Self::ANY_BYTES || other.bytes == Self::ANY_BYTES;
        self.call == other.call && ops && self.root == other.root && (any || self.bytes == other.bytes)
    }

    /// Describes the call, as in `MPI_Reduce (root 0, 64 bytes, MPI_SUM)`.
    pub fn describe(&self, call: &str, op: Option<&str>) -> String {
        let root = (self.root != Self::NO_ROOT).then(|| format!("root {}", self.root));
        let bytes = (self.bytes != Self::ANY_BYTES && self.bytes > 0).then(|| format!("{} bytes", self.bytes));
        let details: Vec<String> = [root, bytes, op.map(str::to_owned)].into_iter().flatten().collect();
        if details.is_empty() { call.to_owned() } else { format!("{call} ({})", details.join(", ")) }
    }

    /// Returns the record in words.
    pub fn to_words(self) -> [u64; 3] {
        let (context, members) = self.communicator;
        [
            u64::from(context) << 48 | u64::from(members) << 32 | u64::from(self.number),
            u64::from(self.call) << 48 | u64::from(self.op) << 32 | u64::from(self.root as u32),
            self.bytes,
        ]
    }

    /// Returns the record that [`to_words`](Self::to_words) made these words of.
    pub fn of_words([who, what, bytes]: [u64; 3]) -> CollectiveRecord {
        CollectiveRecord {
            communicator: ((who >> 48) as u16, (who >> 32) as u16),
            number: who as u32,
            call: (what >> 48) as u16,
            op: (what >> 32) as u16,
            root: what as i32,
            bytes,
        }
    }
}

/// Counts of one rank's broadcasts to other hosts. Each count saturates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadcastsGone {
    pub by_multicast: u32,
    pub by_tree: u32,
    /// How often the rank found that multicast reaches all receivers. `given_up` counts how often it gave up multicast,
    /// because multicast no longer reached them.
    pub found: u32,
    pub given_up: u32,
}

/// What this process writes down of its own rank. The rank's identity is published as long as the page exists.
pub trait RankPage: Send + 'static {
    /// Stores how far this process has come, with its process id and (for `Aborted`) the exit code.
    fn set_phase(&self, phase: Phase, abort_code: i32);

    /// Stores which blocking call this process is in.
    fn set_waiting(&self, waiting: Waiting);

    /// Stores which blocking call this process is in, and the number of bytes that the call is about.
    fn set_waiting_for(&self, waiting: Waiting, bytes: u64);

    /// Stores this rank's next collective call.
    fn record_collective(&mut self, record: CollectiveRecord);

    /// Counts a call of `kind` with this number of bytes, if the page has room for counts.
    fn count_call(&self, kind: CallKind, bytes: u64) {
        let _ = (kind, bytes);
    }

    /// Returns what has been counted.
    fn call_counts(&self) -> CallCounts {
        CallCounts::default()
    }

    /// Returns true if calls are traced.
    fn is_traced(&self) -> bool {
        false
    }

    /// Adds a record to the trace, if calls are traced.
    fn trace(&mut self, call: &TracedCall) {
        let _ = call;
    }

    /// Returns true if the trace has little room until the launcher has taken some records.
    fn is_trace_full(&self) -> bool {
        false
    }

    /// Stores the name that the program has given to the communicator with this context; an empty name for none.
    fn name_communicator(&mut self, context: u16, name: &[u8]);

    /// Stores the counts of this rank's broadcasts so far.
    fn set_broadcasts(&self, gone: BroadcastsGone);
}
