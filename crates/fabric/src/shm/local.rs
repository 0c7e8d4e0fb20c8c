//! Shared memory as the fabric of the ranks of one machine ([`crate::local`]).
use super::zero::Identity;
use super::{
    Bell, BoardMemory, CollectiveWriter, CountWriter, NameWriter, Placement, Reach, Segment, Shapes, ShareLine,
    Sleeper, StatusWriter, TraceWriter, Tx, WaitWriter, Withdrawn,
};
use crate::Refused;
use crate::clock::Monotonic;
use crate::local::{
    BroadcastsGone, CallCounts, CallKind, CollectiveRecord, CopyAccess, CoreNeighbours, Fault, LocalBell, LocalJob,
    LocalPeers, LocalTx, MemoryNames, Named, Phase, PostRows, PullLine, RankPage, SharedPull, Sleep, TracedCall,
    Waiting,
};
use crate::mem::{Blocks, PieceList, Region, Strided};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

impl LocalTx for Tx {
    type Job = Arc<Segment>;
    type Clock = Monotonic;
    fn clock(&self) -> Monotonic {
        Monotonic::default()
    }
}

impl LocalPeers for Arc<Segment> {
    fn phase(&self, rank: u32) -> Phase {
        self.status(rank).phase
    }

    fn has_died(&self, rank: u32) -> bool {
        Segment::has_died(self, rank)
    }

    fn ring(&self, rank: u32) {
        Bell::of(self, rank).ring();
    }

    fn fault(&self, at: usize) -> Option<Fault> {
        self.logged_fault(at)
    }
}

impl LocalJob for Arc<Segment> {
    type Bell = Bell;
    type Reach = Reach;
    type Page = Page;
    type Neighbours = Placement;
    type Rows = BoardMemory;
    type Names = Shapes;
    type Line = ShareLine;

    #[inline(always)]
    fn ranks(&self) -> u32 {
        Segment::ranks(self)
    }

    fn cores(&self) -> u32 {
        Segment::cores(self)
    }

    fn is_same(&self, other: &Arc<Segment>) -> bool {
        Arc::ptr_eq(self, other)
    }

    fn bell_of(&self, rank: u32) -> Bell {
        Bell::of(self, rank)
    }

    fn page(&self, rank: u32, secret: u64) -> Page {
        Page {
            status: StatusWriter::new(self, rank),
            waits: WaitWriter::new(self, rank),
            counts: CountWriter::new(self, rank),
            collectives: CollectiveWriter::new(self, rank),
            names: NameWriter::new(self, rank),
            traces: TraceWriter::new(self, rank),
            _identity: Identity::publish(self, rank, secret),
            segment: self.clone(),
            rank,
        }
    }

    fn write_off(&self, rank: u32) {
        StatusWriter::new(self, rank).phase(Phase::Aborted, 0);
    }

    fn log_fault(&self, fault: Fault) -> io::Result<()> {
        Segment::log_fault(self, fault)
    }

    fn survives(&self) -> bool {
        Segment::survives(self)
    }

    fn post_letter(&self, rank: u32, letter: &[u8]) -> bool {
        Segment::post_letter(self, rank, letter)
    }

    fn ring_launcher(&self) {
        Segment::ring_launcher(self);
    }

    fn neighbours(&self, rank: u32) -> Placement {
        Placement::new(self, rank)
    }

    fn rows(&self, number: usize, ranks: impl Iterator<Item = u32>, me: usize) -> io::Result<BoardMemory> {
        BoardMemory::new(self, number, ranks, me)
    }

    fn names(&self, rank: u32) -> Shapes {
        Shapes::new(self, rank)
    }

    fn named(&self, rank: u32, word: u64) -> Option<Named> {
        Named::read(self, rank, word)
    }

    fn line(&self, rank: u32) -> ShareLine {
        ShareLine::new(self, rank)
    }

    fn change_withdrawn(&self, rank: u32, more: bool) {
        Withdrawn::new(self, rank).change(more);
    }

    fn has_withdrawn(&self, rank: u32) -> bool {
        Segment::has_withdrawn(self, rank)
    }
}

/// This process's own words in the segment.
pub struct Page {
    status: StatusWriter,
    waits: WaitWriter,
    counts: CountWriter,
    collectives: CollectiveWriter,
    names: NameWriter,
    traces: Option<TraceWriter>,
    segment: Arc<Segment>,
    rank: u32,
    _identity: Identity,
}

impl RankPage for Page {
    fn set_phase(&self, phase: Phase, abort_code: i32) {
        self.status.phase(phase, abort_code);
    }

    #[inline(always)]
    fn set_waiting(&self, waiting: Waiting) {
        self.waits.change(waiting.call);
        self.status.waiting(waiting);
    }

    fn set_waiting_for(&self, waiting: Waiting, bytes: u64) {
        self.waits.change(waiting.call);
        self.status.waiting_for(waiting, bytes);
    }

    #[inline(always)]
    fn record_collective(&mut self, record: CollectiveRecord) {
        self.collectives.record(record);
    }

    #[inline(always)]
    fn count_call(&self, kind: CallKind, bytes: u64) {
        self.counts.count(kind, bytes);
    }

    fn call_counts(&self) -> CallCounts {
        self.segment.counts(self.rank)
    }

    fn is_traced(&self) -> bool {
        self.traces.is_some()
    }

    fn trace(&mut self, call: &TracedCall) {
        if let Some(traces) = &mut self.traces {
            traces.store(call);
        }
    }

    fn is_trace_full(&self) -> bool {
        self.traces.as_ref().is_some_and(TraceWriter::is_nearly_full)
    }

    fn name_communicator(&mut self, context: u16, name: &[u8]) {
        self.names.name(context, name);
    }

    fn set_broadcasts(&self, gone: BroadcastsGone) {
        self.segment.say_broadcasts(self.rank, gone);
    }
}

impl LocalBell for Bell {
    fn cores(&self) -> u32 {
        Bell::cores(self)
    }

    fn exceeds_quota(&self, busy: u32) -> bool {
        Bell::exceeds_quota(self, busy)
    }

    fn sleep_cost(&self) -> u64 {
        Bell::sleep_cost(self)
    }

    fn woken(&self) -> u64 {
        Bell::woken(self)
    }
}

impl Sleep for Sleeper {
    fn add(&mut self, other: Sleeper) {
        Sleeper::add(self, other);
    }

    fn sleep(self, most: Duration) {
        Sleeper::sleep(self, Some(most));
    }
}

impl CoreNeighbours for Placement {
    fn publish(&mut self, preempted: bool) {
        Placement::publish(self, preempted);
    }

    fn count_callers(&self) -> u32 {
        Placement::count_callers(self)
    }

    fn shares_core(&self) -> bool {
        Placement::shares_core(self)
    }

    fn is_anyone_preempted(&self) -> bool {
        Placement::is_anyone_preempted(self)
    }
}

impl PostRows for BoardMemory {
    #[inline(always)]
    fn own(&mut self, place: usize, len: usize) -> io::Result<Region> {
        BoardMemory::own(self, place, len)
    }

    #[inline]
    fn warm(&mut self, place: usize) {
        BoardMemory::warm(self, place);
    }

    #[inline(always)]
    fn post(&self, member: usize, place: usize) -> Region {
        BoardMemory::post(self, member, place)
    }

    #[inline(always)]
    fn ring(&self) {
        BoardMemory::ring(self);
    }

    fn members(&self) -> usize {
        BoardMemory::members(self)
    }
}

impl MemoryNames for Shapes {
    fn name(&mut self, memory: &Strided) -> u64 {
        Shapes::name(self, memory)
    }

    fn name_pieces(&mut self, pieces: &PieceList) -> u64 {
        Shapes::name_pieces(self, pieces)
    }

    fn give_back(&mut self, word: u64) {
        Shapes::give_back(self, word);
    }
}

impl PullLine for ShareLine {
    fn open(&self, pull: SharedPull) -> Option<u64> {
        ShareLine::open(self, pull)
    }

    fn claim_front(&self) -> Option<u64> {
        ShareLine::claim_front(self)
    }

    fn outstanding(&self, chunks: u64) -> u64 {
        ShareLine::outstanding(self, chunks)
    }

    fn claimed_from(&self) -> u64 {
        ShareLine::claimed_from(self)
    }

    fn refused(&self) -> Option<u64> {
        ShareLine::refused(self)
    }

    fn peek(&self, ticket: u64) -> Option<SharedPull> {
        ShareLine::peek(self, ticket)
    }

    fn help_once(&self, ticket: u64, copy: impl FnOnce(&SharedPull, u64, u64) -> bool) -> bool {
        ShareLine::help_once(self, ticket, copy)
    }

    fn has_died(&self, rank: u32) -> bool {
        self.segment().has_died(rank)
    }
}

impl CopyAccess for Reach {
    fn by_system(self) -> Reach {
        Reach::by_system(self)
    }

    fn has_system(&self) -> bool {
        Reach::has_system(self)
    }

    fn is_whole(&self) -> bool {
        Reach::is_whole(self)
    }

    fn is_mapped(&self) -> bool {
        Reach::is_mapped(self)
    }

    fn is_all_mapped(&self) -> bool {
        Reach::is_all_mapped(self)
    }

    fn pull_piece(&self, at: u64, to: Region) -> Result<(), Refused> {
        Reach::pull_piece(self, at, to)
    }

    fn push_piece(&self, at: u64, from: Region) -> Result<(), Refused> {
        Reach::push_piece(self, at, from)
    }

    fn pull(&self, blocks: Blocks, range: Range<u64>, to: &Strided) -> Result<(), Refused> {
        Reach::pull(self, blocks, range, to)
    }

    fn push(&self, blocks: Blocks, range: Range<u64>, from: &Strided) -> Result<(), Refused> {
        Reach::push(self, blocks, range, from)
    }

    fn pull_list(&self, range: Range<u64>, to: &PieceList, first: u64) -> Result<(), Refused> {
        Reach::pull_list(self, range, to, first)
    }

    fn push_list(&self, range: Range<u64>, from: &PieceList, first: u64) -> Result<(), Refused> {
        Reach::push_list(self, range, from, first)
    }
}
