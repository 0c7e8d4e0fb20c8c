//! An endpoint over a fabric that has nothing of shared memory: queues between threads of one process, no access to a
//! peer's memory, boards on the heap. A fabric for another kind of memory moves in as this one does.
use super::group::BOARD_STEPS;
use super::{Endpoint, Local};
use clump_core::{Mode, Select};
use clump_fabric::board::BoardRows;
use clump_fabric::clock::Monotonic;
use clump_fabric::local::{
    AgreementName, Agreements, BroadcastsGone, CollectiveRecord, Contributed, CopyAccess, CoreNeighbours, Fault,
    LocalBell, LocalJob, LocalPeers, LocalTx, MemoryNames, Named, Phase, PostRows, PullLine, RankPage, SharedPull,
    Sleep,
};
use clump_fabric::mem::{Blocks, Leaked, PieceList, Region, Strided};
use clump_fabric::shm::Waiting;
use clump_fabric::{Bell, Capabilities, Fabric, Frame, Full, Receiver, Refused, RemoteMemory};
use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The longest body of a frame.
const LARGEST: usize = 4096;
/// The most bytes of a post.
const LONGEST_POST: usize = 256;
/// The most frames in a rank's queue.
const ROOM: usize = 8;

/// What one rank shares with the others.
struct Place {
    arrived: Mutex<VecDeque<(u32, Frame)>>,
    rang: Mutex<bool>,
    wakes: Condvar,
    phase: Mutex<Phase>,
    /// The calls that the rank has said it is in.
    waits: Mutex<Vec<Waiting>>,
    row: Row,
}

/// One rank's row on the only board.
struct Row {
    finished: AtomicU64,
    marks: [AtomicU64; BOARD_STEPS as usize],
    lens: [AtomicU64; BOARD_STEPS as usize],
    posts: [Leaked; BOARD_STEPS as usize],
}

/// The job: its ranks, which are threads of this process.
#[derive(Clone)]
struct Threads(Arc<[Place]>);

impl Threads {
    fn new(ranks: u32) -> Threads {
        let words = || [const { AtomicU64::new(0) }; BOARD_STEPS as usize];
        let place = |_| Place {
            arrived: Mutex::default(),
            rang: Mutex::default(),
            wakes: Condvar::new(),
            phase: Mutex::new(Phase::Outside),
            waits: Mutex::default(),
            row: Row {
                finished: AtomicU64::new(0),
                marks: words(),
                lens: words(),
                posts: std::array::from_fn(|_| Leaked::new(LONGEST_POST)),
            },
        };
        Threads((0..ranks).map(place).collect())
    }

    fn at(&self, rank: u32) -> &Place {
        &self.0[rank as usize]
    }
}

/// A rank's place in the job: its bell, its page and both sides of its fabric.
#[derive(Clone)]
struct Own {
    job: Threads,
    rank: u32,
}

impl LocalPeers for Threads {
    fn phase(&self, rank: u32) -> Phase {
        *self.at(rank).phase.lock().unwrap()
    }
    fn has_died(&self, _: u32) -> bool {
        false
    }
    fn ring(&self, rank: u32) {
        *self.at(rank).rang.lock().unwrap() = true;
        self.at(rank).wakes.notify_all();
    }
    fn fault(&self, _: usize) -> Option<Fault> {
        None
    }
}

impl Agreements for Threads {
    fn contribute(&self, _: AgreementName, _: u32, _: u64) -> io::Result<()> {
        Err(io::Error::other("no rank of this fabric agrees"))
    }
    fn contribution(&self, _: AgreementName, _: u32) -> Contributed {
        Contributed::None
    }
    fn decision(&self, _: AgreementName) -> Option<u64> {
        None
    }
    fn decide(&self, _: AgreementName, _: u32, value: u64) -> u64 {
        value
    }
}

impl LocalJob for Threads {
    type Bell = Own;
    type Reach = NoAccess;
    type Page = Own;
    type Neighbours = Own;
    type Rows = Own;
    type Names = Own;
    type Line = Own;
    fn ranks(&self) -> u32 {
        self.0.len() as u32
    }
    fn cores(&self) -> u32 {
        1
    }
    fn is_same(&self, other: &Threads) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
    fn bell_of(&self, rank: u32) -> Own {
        Own { job: self.clone(), rank }
    }
    fn page(&self, rank: u32, _: u64) -> Own {
        self.bell_of(rank)
    }
    fn write_off(&self, _: u32) {}
    fn log_fault(&self, _: Fault) -> io::Result<()> {
        Err(io::Error::other("no rank of this fabric dies"))
    }
    fn neighbours(&self, rank: u32) -> Own {
        self.bell_of(rank)
    }
    fn rows(&self, _: usize, ranks: impl Iterator<Item = u32>, me: usize) -> io::Result<Own> {
        assert!(ranks.eq(0..self.ranks()), "the only board has all ranks");
        Ok(self.bell_of(me as u32))
    }
    fn names(&self, rank: u32) -> Own {
        self.bell_of(rank)
    }
    fn named(&self, _: u32, _: u64) -> Option<Named> {
        None
    }
    fn line(&self, rank: u32) -> Own {
        self.bell_of(rank)
    }
    fn change_withdrawn(&self, _: u32, _: bool) {}
    fn has_withdrawn(&self, _: u32) -> bool {
        false
    }
}

impl Bell for Own {
    type Sleeper = Sleeper;
    fn ring(&self) {
        self.job.ring(self.rank);
    }
    fn sleeper(&self) -> Sleeper {
        *self.job.at(self.rank).rang.lock().unwrap() = false;
        Sleeper(self.clone())
    }
    fn sleep(sleeper: Sleeper, most: Option<Duration>) {
        Sleep::sleep(sleeper, most.unwrap_or(Duration::MAX));
    }
}

struct Sleeper(Own);

impl Sleep for Sleeper {
    fn add(&mut self, _: Sleeper) {}

    fn sleep(self, most: Duration) {
        let place = self.0.job.at(self.0.rank);
        drop(place.wakes.wait_timeout_while(place.rang.lock().unwrap(), most, |rang| !*rang).unwrap());
    }
}

impl LocalBell for Own {
    fn cores(&self) -> u32 {
        1
    }
    fn exceeds_quota(&self, _: u32) -> bool {
        false
    }
    fn sleep_cost(&self) -> u64 {
        0
    }
    fn woken(&self) -> u64 {
        0
    }
}

impl CoreNeighbours for Own {
    fn publish(&mut self, _: bool) {}
    fn count_callers(&self) -> u32 {
        0
    }
    fn shares_core(&self) -> bool {
        false
    }
    fn is_anyone_preempted(&self) -> bool {
        false
    }
}

impl RankPage for Own {
    fn set_phase(&self, phase: Phase, _: i32) {
        *self.job.at(self.rank).phase.lock().unwrap() = phase;
    }
    fn set_waiting(&self, waiting: Waiting) {
        self.job.at(self.rank).waits.lock().unwrap().push(waiting);
    }
    fn set_waiting_for(&self, waiting: Waiting, _: u64) {
        self.set_waiting(waiting);
    }
    fn record_collective(&mut self, _: CollectiveRecord) {}
    fn name_communicator(&mut self, _: u16, _: &[u8]) {}
    fn set_broadcasts(&self, _: BroadcastsGone) {}
}

impl BoardRows for Own {
    const STEPS: u64 = BOARD_STEPS;
    fn finished(&self, member: usize) -> u64 {
        self.job.0[member].row.finished.load(Ordering::Acquire)
    }
    fn publish_finished(&self, member: usize, steps: u64) {
        self.job.0[member].row.finished.store(steps, Ordering::Release);
    }
    fn mark(&self, member: usize, place: usize) -> u64 {
        self.job.0[member].row.marks[place].load(Ordering::Acquire)
    }
    fn publish_mark(&self, member: usize, place: usize, mark: u64) {
        self.job.0[member].row.marks[place].store(mark, Ordering::Release);
    }
    fn access(&self, _: usize) -> u64 {
        unreachable!("no call fails")
    }
    fn publish_access(&self, _: usize, _: u64) {}
}

impl PostRows for Own {
    fn own(&mut self, place: usize, len: usize) -> io::Result<Region> {
        let row = &self.job.at(self.rank).row;
        row.lens[place].store(len as u64, Ordering::Relaxed);
        Ok(row.posts[place].region().slice(0, len))
    }
    fn warm(&mut self, _: usize) {}
    fn post(&self, member: usize, place: usize) -> Region {
        let row = &self.job.0[member].row;
        row.posts[place].region().slice(0, row.lens[place].load(Ordering::Relaxed) as usize)
    }
    fn ring(&self) {
        (0..self.job.ranks()).filter(|rank| *rank != self.rank).for_each(|rank| self.job.ring(rank));
    }
    fn members(&self) -> usize {
        self.job.0.len()
    }
}

impl MemoryNames for Own {
    fn name(&mut self, _: &Strided) -> u64 {
        0
    }
    fn name_pieces(&mut self, _: &PieceList) -> u64 {
        0
    }
    fn give_back(&mut self, _: u64) {}
}

impl PullLine for Own {
    fn open(&self, _: SharedPull) -> Option<u64> {
        None
    }
    fn claim_front(&self) -> Option<u64> {
        None
    }
    fn outstanding(&self, _: u64) -> u64 {
        0
    }
    fn claimed_from(&self) -> u64 {
        0
    }
    fn refused(&self) -> Option<u64> {
        None
    }
    fn peek(&self, _: u64) -> Option<SharedPull> {
        None
    }
    fn help_once(&self, _: u64, _: impl FnOnce(&SharedPull, u64, u64) -> bool) -> bool {
        false
    }
    fn has_died(&self, _: u32) -> bool {
        false
    }
}

/// Access to a peer's memory, which this fabric never has.
enum NoAccess {}

impl CopyAccess for NoAccess {
    fn by_system(self) -> NoAccess {
        match self {}
    }
    fn has_system(&self) -> bool {
        match *self {}
    }
    fn is_whole(&self) -> bool {
        match *self {}
    }
    fn is_mapped(&self) -> bool {
        match *self {}
    }
    fn is_all_mapped(&self) -> bool {
        match *self {}
    }
    fn pull_piece(&self, _: u64, _: Region) -> Result<(), Refused> {
        match *self {}
    }
    fn push_piece(&self, _: u64, _: Region) -> Result<(), Refused> {
        match *self {}
    }
    fn pull(&self, _: Blocks, _: Range<u64>, _: &Strided) -> Result<(), Refused> {
        match *self {}
    }
    fn push(&self, _: Blocks, _: Range<u64>, _: &Strided) -> Result<(), Refused> {
        match *self {}
    }
    fn pull_list(&self, _: Range<u64>, _: &PieceList, _: u64) -> Result<(), Refused> {
        match *self {}
    }
    fn push_list(&self, _: Range<u64>, _: &PieceList, _: u64) -> Result<(), Refused> {
        match *self {}
    }
}

impl Fabric for Own {
    type Tx = Own;
    type Rx = Own;
    fn split(self) -> (Own, Own) {
        (self.clone(), self)
    }
}

impl RemoteMemory for Own {
    type Reach = NoAccess;
}

impl LocalTx for Own {
    type Job = Threads;
    type Clock = Monotonic;
    fn clock(&self) -> Monotonic {
        Monotonic::default()
    }
}

impl clump_fabric::Tx for Own {
    fn capabilities(&self, _: u32) -> Capabilities {
        Capabilities {
            reliable: true,
            ordered: true,
            native_pull: false,
            multicast: 0,
            receive_window: 0,
            largest_frame: LARGEST,
            piece: LARGEST,
            burst: ROOM,
        }
    }
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let mut arrived = self.job.at(to).arrived.lock().unwrap();
        if arrived.len() == ROOM {
            return Err(Full);
        }
        arrived.push_back((self.rank, Frame::new(head, words, body)));
        self.job.ring(to);
        Ok(())
    }
    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }
    fn flush(&mut self) {}
    fn cork(&mut self, _: u32, _: bool) {}
    fn join(&mut self, _: u16) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn leave(&mut self, _: u16) {}
    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Region) -> Result<(), Full> {
        Ok(())
    }
    fn prepare(&mut self, _: u32, _: usize) -> io::Result<bool> {
        Ok(false)
    }
    fn left(&mut self, _: u32) -> bool {
        false
    }
    fn drained(&mut self) -> bool {
        true
    }
    fn announce_departure(&mut self) {}
}

impl clump_fabric::Rx for Own {
    type Tx = Own;
    type Body<'a> = Frame;
    type Bell = Own;
    fn poll(&mut self, burst: usize, mut to: impl Receiver<Own>) -> usize {
        let frames: Vec<_> = {
            let mut arrived = self.job.at(self.rank).arrived.lock().unwrap();
            let most = arrived.len().min(burst);
            arrived.drain(..most).collect()
        };
        frames.iter().for_each(|(from, frame)| to.frame(*from, frame.head, frame));
        frames.len()
    }
    fn ready(&mut self, _: &mut Own) -> bool {
        !self.job.at(self.rank).arrived.lock().unwrap().is_empty()
    }
    fn bell(&self) -> Own {
        self.clone()
    }
}

fn open(job: &Threads, rank: u32) -> Endpoint<Own> {
    Endpoint::attach(job.clone(), rank, None, job.bell_of(rank))
}

/// Sends `len` bytes back and forth, and posts on a board.
fn exchange<F: Local>(endpoint: &mut Endpoint<F>) {
    let other = 1 - endpoint.rank();
    let select = Select { context: 0, source: Some(other), tag: Some(7) };
    for (round, len) in [8usize, 0, 5000, 1 << 20].into_iter().enumerate() {
        let bytes: Vec<u8> = (0..len).map(|i| (i * 31 + round) as u8).collect();
        let (sent, got) = (Leaked::copy_of(&bytes), Leaked::new(len));
        let send = endpoint.send(other, 0, 7, sent.region(), Mode::Standard);
        let outcome = endpoint.recv_wait(select, got.region(), Waiting::NOTHING);
        send.map(|request| endpoint.wait(request, Waiting::NOTHING));
        assert_eq!(outcome.len, len as u64);
        assert!(got.region().to_vec() == bytes, "{len} bytes");
    }
    endpoint.join(0, 0..2, other as usize ^ 1, 0).unwrap();
    let own = endpoint.rank() as u64 + 10;
    let step = endpoint.group(0).unwrap().begin(1);
    assert!(endpoint.group(0).unwrap().post_words(step, [own]).unwrap());
    let mut patience = Default::default();
    let theirs = loop {
        if let Some(post) = endpoint.group(0).unwrap().look(step, other as usize) {
            break post.get::<u64>(0);
        }
        endpoint.pause(&mut patience, Waiting::NOTHING).rest();
    };
    assert_eq!(theirs, u64::from(other) + 10);
    endpoint.group(0).unwrap().finish(step);
}

#[test]
fn an_endpoint_works_over_a_fabric_without_shared_memory() {
    let job = Threads::new(2);
    let ranks = [0, 1].map(|rank| {
        let mut endpoint = open(&job, rank);
        std::thread::spawn(move || {
            exchange(&mut endpoint);
            endpoint.close().unwrap();
        })
    });
    ranks.into_iter().for_each(|rank| rank.join().unwrap());
    assert_eq!([0, 1].map(|rank| job.phase(rank)), [Phase::Closed; 2]);
}

/// The receiver sleeps on the fabric's own bell, and says on the fabric's own page what it waits for.
#[test]
fn a_rank_that_waits_sleeps_on_the_fabrics_own_bell() {
    let job = Threads::new(2);
    let shown = Waiting { call: 3, peer: 0, tag: 5, context: 0 };
    let mut receiver = open(&job, 1);
    let waits = std::thread::spawn(move || {
        let select = Select { context: 0, source: Some(0), tag: Some(5) };
        let outcome = receiver.recv_wait(select, Leaked::new(8).region(), shown);
        receiver.close().unwrap();
        outcome.len
    });
    while !job.at(1).waits.lock().unwrap().contains(&shown) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut sender = open(&job, 0);
    assert!(sender.send(1, 0, 5, Leaked::new(8).region(), Mode::Standard).is_none());
    assert_eq!(waits.join().unwrap(), 8);
    assert!(*job.at(1).rang.lock().unwrap(), "the sender rang");
    sender.close().unwrap();
}
