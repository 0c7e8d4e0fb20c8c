//! Tests of transfers between two ranks of a segment that are both this process: the system copies from the process
//! to itself. (The fabric's tests of `Reach` show that loads and stores reach the bytes.)
use super::pass::{LocalPart, MemoryShape, Pass, RemotePart};
use super::transfer::{self, Step};
use super::{MessageMemory, Native, Wanted};
use clump_core::{Destination, Pulling, Rank};
use clump_fabric::local::{Named, RemoteBlocks, SharedPull};
use clump_fabric::mem::{Blocks, Leaked, PieceList, Region, Strided};
use clump_fabric::shm::zero::Identity;
use clump_fabric::shm::{Reach, Segment, Shapes, ShareLine, Shm, Tx, Withdrawn};
use clump_fabric::{Fabric, Span};
use std::ops::Range;
use std::sync::Arc;

type Transfer = transfer::Transfer<Arc<Segment>>;
type Contribution = transfer::Contribution<Arc<Segment>>;

/// The sender's rank.
const SENDER: Rank = 0;
/// The receiver's rank.
const RECEIVER: Rank = 1;
/// A rank that no process ever was, which therefore counts as dead.
const DEAD: Rank = 2;

struct Pair {
    segment: Arc<Segment>,
    tx: Tx,
    _identities: [Identity; 2],
}

impl Pair {
    /// Creates the pair. Returns `None` if the system forbids this process to read a process's memory, even its own.
    fn new() -> Option<Pair> {
        let segment = Arc::new(Segment::create(3).unwrap());
        let identities = [SENDER, RECEIVER].map(|rank| Identity::publish(&segment, rank, 7 + u64::from(rank)));
        let (mut tx, _) = Shm::new(&segment, RECEIVER).split();
        clump_fabric::RemoteMemory::can_pull(&mut tx, SENDER).then_some(Pair { segment, tx, _identities: identities })
    }

    /// Returns a pass between memory that stands for `peer`'s memory and memory of this process.
    fn pass(&mut self, peer: Rank, theirs: &Strided, ours: &Strided, range: &Range<u64>) -> Pass<Reach> {
        let (address, blocks) = (theirs.memory().as_ptr() as u64, theirs.blocks());
        self.pass_from(peer, RemoteBlocks { address, blocks }, ours, range)
    }

    fn pass_from(&mut self, peer: Rank, theirs: RemoteBlocks, ours: &Strided, range: &Range<u64>) -> Pass<Reach> {
        let theirs = RemotePart { named: Named::Blocks(theirs), first: 0 };
        let memory = &MemoryShape::Strided(*ours);
        Pass::new(&mut self.tx, peer, theirs, LocalPart { memory, first: 0 }, range).expect("a way")
    }

    fn line(&self) -> ShareLine {
        ShareLine::new(&self.segment, RECEIVER)
    }
}

fn bytes(len: u64) -> Vec<u8> {
    (0..len).map(|i| (i * 31 + i / 256) as u8 | 1).collect()
}

/// A message in blocks in a sender's memory, and memory for it at a receiver.
struct Message {
    source: Leaked,
    target: Leaked,
    blocks: [Blocks; 2],
}

impl Message {
    fn new(len: u64, blocks: [Blocks; 2]) -> Message {
        let extent = |b: Blocks| b.extent(len).unwrap();
        Message {
            source: Leaked::copy_of(&bytes(extent(blocks[0]))),
            target: Leaked::new(extent(blocks[1]) as usize),
            blocks,
        }
    }

    fn contiguous(len: u64) -> Message {
        Message::new(len, [Blocks::PIECE; 2])
    }

    fn sides(&self) -> [Strided; 2] {
        [Strided::new(self.source.region(), self.blocks[0]), Strided::new(self.target.region(), self.blocks[1])]
    }

    /// Panics unless exactly the bytes `range` of the message have been copied.
    fn check(&self, range: Range<u64>) {
        let (source, target) = (self.source.region().to_vec(), self.target.region().to_vec());
        let mut want = vec![0; target.len()];
        for i in range {
            want[self.blocks[1].offset(i) as usize] = source[self.blocks[0].offset(i) as usize];
        }
        assert!(target == want, "other bytes than the message's");
    }
}

fn to_the_end(mut step: impl FnMut() -> Step) -> Step {
    loop {
        match step() {
            Step::More => {}
            step => return step,
        }
    }
}

/// Tries random layouts, lengths, ranges, chunks and budgets, by seed: the receiver alone, and with a sender that
/// takes steps between the receiver's. All steps together copy each byte of the range once, and no other byte.
#[test]
fn steps_of_any_budget_copy_what_one_step_does() {
    let Some(mut pair) = Pair::new() else { return };
    for seed in 0..400 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut blocks = || match rng.u32(..3) {
            0 => Blocks::PIECE,
            _ => {
                let block = rng.u64(1..40);
                Blocks::new(block, block + rng.u64(..60)).unwrap()
            }
        };
        let message_blocks = [blocks(), blocks()];
        let len = rng.u64(1..30_000);
        let message = Message::new(len, message_blocks);
        let [theirs, ours] = message.sides();
        let start = rng.u64(..len);
        let range = start..rng.u64(start + 1..=len);
        let pass = pair.pass(SENDER, &theirs, &ours, &range);
        let mut contribution = None;
        let shared = rng.bool().then(|| {
            // The sender may copy a part in the middle; the receiver alone copies the rest.
            let offset = rng.u64(range.clone());
            let len = rng.u64(1..=range.end - offset);
            let pull = SharedPull { address: 1, len, offset, chunk: rng.u64(1..=len).max(len.div_ceil(1000)) };
            let ticket = pair.line().open(pull).unwrap();
            let pass = pair.pass(RECEIVER, &ours, &theirs, &(offset..offset + len));
            contribution = Some(Contribution::new(pass, pair.line(), ticket, pull));
            (pair.line(), pull)
        });
        let mut transfer = Transfer::new(pass, SENDER, range.clone(), shared);
        let step = to_the_end(|| {
            // A contribution that was refused is over, and is not stepped again: the share line names one refused
            // chunk.
            let sends = rng.bool();
            contribution = contribution
                .take()
                .and_then(|mut c: Contribution| (!sends || c.step(rng.u64(1..20_000)) == Step::More).then_some(c));
            transfer.step(if rng.bool() { rng.u64(1..10_000) } else { u64::MAX })
        });
        assert_eq!(step, Step::Over, "seed {seed}");
        message.check(range);
    }
}

/// Copies lists of pieces on one side or both. A list may begin with another byte of the message than the range;
/// one side names its list in the segment, as it would for a peer.
#[test]
fn lists_are_copied_in_steps_by_both_sides() {
    let Some(mut pair) = Pair::new() else { return };
    for seed in 0..400 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let len = rng.u64(1..30_000);
        let start = rng.u64(..len);
        let range = start..rng.u64(start + 1..=len);
        // Each side has a part of the message that contains the range, cut into pieces.
        let mut side = |full: bool| -> (u64, Vec<Leaked>) {
            let (first, end) = (rng.u64(..=range.start), rng.u64(range.end..=len));
            let mut cuts: Vec<u64> = (0..rng.usize(..20)).map(|_| rng.u64(first..=end)).collect();
            cuts.extend([first, end]);
            cuts.sort_unstable();
            let all = bytes(len);
            let part = |w: &[u64]| match full {
                true => Leaked::copy_of(&all[w[0] as usize..w[1] as usize]),
                false => Leaked::new((w[1] - w[0]) as usize),
            };
            (first, cuts.windows(2).map(part).collect())
        };
        let (theirs, ours) = (side(true), side(false));
        let list = |side: &(u64, Vec<Leaked>)| PieceList::new(side.1.iter().map(Leaked::region));
        let mut shapes = Shapes::new(&pair.segment, SENDER);
        let mut pass =
            |pair: &mut Pair, peer, from: &(u64, Vec<Leaked>), to: &(u64, Vec<Leaked>), range: &Range<u64>| {
                let word = shapes.name_pieces(&list(from));
                let named = Named::read(&pair.segment, SENDER, word).expect("it is named");
                shapes.give_back(word);
                let pieces = list(to);
                let (theirs, memory) = (RemotePart { named, first: from.0 }, &MemoryShape::Listed(&pieces));
                Pass::new(&mut pair.tx, peer, theirs, LocalPart { memory, first: to.0 }, range).expect("a way")
            };
        let mut contribution = None;
        let shared = rng.bool().then(|| {
            let offset = rng.u64(range.clone());
            let len = rng.u64(1..=range.end - offset);
            let pull = SharedPull { address: 1, len, offset, chunk: rng.u64(1..=len).max(len.div_ceil(1000)) };
            let ticket = pair.line().open(pull).unwrap();
            let pass = pass(&mut pair, RECEIVER, &ours, &theirs, &(offset..offset + len));
            contribution = Some(Contribution::new(pass, pair.line(), ticket, pull));
            (pair.line(), pull)
        });
        let pass = pass(&mut pair, SENDER, &theirs, &ours, &range);
        let mut transfer = Transfer::new(pass, SENDER, range.clone(), shared);
        let step = to_the_end(|| {
            let sends = rng.bool();
            contribution = contribution
                .take()
                .and_then(|mut c: Contribution| (!sends || c.step(rng.u64(1..20_000)) == Step::More).then_some(c));
            transfer.step(if rng.bool() { rng.u64(1..10_000) } else { u64::MAX })
        });
        assert_eq!(step, Step::Over, "seed {seed}");
        let (got, all) = (Leaked::new(list(&ours).len() as usize), bytes(len));
        list(&ours).copy_out(0, got.region());
        for (i, byte) in got.region().to_vec().into_iter().enumerate() {
            let at = ours.0 + i as u64;
            let want = if range.contains(&at) { all[at as usize] } else { 0 };
            assert_eq!(byte, want, "seed {seed}: byte {at} of {len}, of which {range:?} is copied");
        }
    }
}

/// A pass checks the peer's description of its memory, and the caller's description of this process's memory.
#[test]
fn lists_that_do_not_contain_the_range_are_refused() {
    let Some(mut pair) = Pair::new() else { return };
    let memory = Leaked::new(100);
    let spans = |lens: &[u64]| {
        let address = memory.region().as_ptr() as u64;
        Named::Spans(lens.iter().map(|len| Span { address, len: *len }).collect())
    };
    let pieces = PieceList::new([memory.region(), memory.region()]);
    let mut way = |named: Named, first: u64, ours: u64, range: Range<u64>| {
        let local = LocalPart { memory: &MemoryShape::Listed(&pieces), first: ours };
        Pass::new(&mut pair.tx, SENDER, RemotePart { named, first }, local, &range).is_some()
    };
    assert!(way(spans(&[50, 50]), 10, 20, 20..110));
    assert!(!way(spans(&[50, 50]), 10, 20, 20..111), "theirs end before");
    assert!(!way(spans(&[50, 50]), 21, 20, 20..110), "theirs begin behind it");
    assert!(!way(spans(&[500]), 0, 20, 20..221), "ours end before");
    assert!(!way(spans(&[500]), 0, 21, 20..100), "ours begin behind it");
    let far = Named::Spans(vec![Span { address: u64::MAX - 10, len: 200 }]);
    assert!(!way(far, 0, 20, 20..40), "no such address");
    let blocks = RemoteBlocks { address: 4096, blocks: Blocks::new(8, 16).unwrap() };
    assert!(!way(Named::Blocks(blocks), 0, 0, 0..10), "blocks and lists do not mix");
}

#[test]
fn both_sides_copy_at_once() {
    let Some(mut pair) = Pair::new() else { return };
    for _ in 0..20 {
        let message = Message::contiguous(4 << 20);
        let [theirs, ours] = message.sides();
        let all = 0..4 << 20;
        let pull = SharedPull { address: 1, len: 4 << 20, offset: 0, chunk: 16 << 10 };
        let ticket = pair.line().open(pull).unwrap();
        let mut contribution = Contribution::new(pair.pass(RECEIVER, &ours, &theirs, &all), pair.line(), ticket, pull);
        let helper = std::thread::spawn(move || to_the_end(|| contribution.step(100_000)));
        let mut transfer =
            Transfer::new(pair.pass(SENDER, &theirs, &ours, &all), SENDER, all, Some((pair.line(), pull)));
        assert_eq!(to_the_end(|| transfer.step(300_000)), Step::Over);
        message.check(0..4 << 20);
        assert_eq!(helper.join().unwrap(), Step::Over);
    }
}

/// The sender's pages end half way: the receiver learns it, all chunks are claimed anyway, and a sender that comes
/// afterwards finds none.
#[test]
fn a_transfer_that_is_refused_half_way_ends_as_refused() {
    let Some(mut pair) = Pair::new() else { return };
    let len = 64 << 10;
    let message = Message::contiguous(len);
    let ours = message.sides()[1];
    let pull = SharedPull { address: 1, len, offset: 0, chunk: 4096 };
    let ticket = pair.line().open(pull).unwrap();
    // The last bytes below the end of the address space: no program can map them.
    let theirs = RemoteBlocks { address: (1 << 47) - len, blocks: Blocks::PIECE };
    let pass = pair.pass_from(SENDER, theirs, &ours, &(0..len));
    let mut transfer = Transfer::new(pass, SENDER, 0..len, Some((pair.line(), pull)));
    assert_eq!(transfer.step(4096), Step::More, "chunks are left to claim");
    assert_eq!(to_the_end(|| transfer.step(4096)), Step::Refused);
    let pass = pair.pass(RECEIVER, &ours, &message.sides()[0], &(0..len));
    assert_eq!(Contribution::new(pass, pair.line(), ticket, pull).step(u64::MAX), Step::Over);
    assert!(message.target.region().to_vec().iter().all(|&b| b == 0), "no side has written");

    // Without a sender, the rest is not tried.
    let pass = pair.pass_from(SENDER, theirs, &ours, &(0..len));
    assert_eq!(Transfer::new(pass, SENDER, 0..len, None).step(1), Step::Refused);
}

#[test]
fn the_receiver_copies_the_chunk_that_the_sender_was_refused() {
    let Some(mut pair) = Pair::new() else { return };
    let len = 64 << 10;
    let message = Message::contiguous(len);
    let [theirs, ours] = message.sides();
    let pull = SharedPull { address: 1, len, offset: 0, chunk: 4096 };
    let ticket = pair.line().open(pull).unwrap();
    let nowhere = RemoteBlocks { address: (1 << 47) - len, blocks: Blocks::PIECE };
    let pass = pair.pass_from(RECEIVER, nowhere, &theirs, &(0..len));
    assert_eq!(Contribution::new(pass, pair.line(), ticket, pull).step(u64::MAX), Step::Over);
    let pass = pair.pass(SENDER, &theirs, &ours, &(0..len));
    let mut transfer = Transfer::new(pass, SENDER, 0..len, Some((pair.line(), pull)));
    assert_eq!(to_the_end(|| transfer.step(10_000)), Step::Over);
    message.check(0..len);
}

/// The sender has claimed two chunks, copied one of them, and died. The receiver detects that, at once or in steps,
/// and copies both chunks.
#[test]
fn the_receiver_copies_the_chunks_that_a_dead_sender_claimed() {
    let Some(mut pair) = Pair::new() else { return };
    let mut process = std::process::Command::new("true").spawn().expect("a process");
    assert!(!pair.segment.has_died(DEAD), "a rank that has yet to join is not dead");
    pair.segment.say_process(DEAD, process.id());
    process.wait().expect("it ends");
    assert!(pair.segment.has_died(DEAD));
    for budget in [5000, u64::MAX] {
        let len = 64 << 10;
        let message = Message::contiguous(len);
        let [theirs, ours] = message.sides();
        let pull = SharedPull { address: 1, len, offset: 0, chunk: 4096 };
        let ticket = pair.line().open(pull).unwrap();
        assert!(pair.line().help_once(ticket, |_, _, _| true));
        let line = pair.line();
        let died =
            std::thread::spawn(move || line.help_once(ticket, |_, _, _| std::panic::resume_unwind(Box::new(()))));
        assert!(died.join().is_err());
        let pass = pair.pass(SENDER, &theirs, &ours, &(0..len));
        let mut transfer = Transfer::new(pass, DEAD, 0..len, Some((pair.line(), pull)));
        assert_eq!(to_the_end(|| transfer.step(budget)), Step::Over);
        message.check(0..len);
    }
}

/// Returns a destination to hand over and to get back.
fn some_receive() -> Destination {
    let mut alone = crate::testing::cluster(1).unwrap();
    let select = clump_core::Select { context: 0, source: None, tag: None };
    match alone[0].recv(select, Region::EMPTY) {
        crate::endpoint::Request::Recv(id) => Destination::Recv(id),
        crate::endpoint::Request::Send(_) => unreachable!("a receive was posted"),
    }
}

/// The sender's program takes its memory back between two steps: the copied bytes do not count, and the share line
/// is free for the next pull.
#[test]
fn a_pull_fails_if_its_message_is_withdrawn_half_way() {
    let Some(mut pair) = Pair::new() else { return };
    let mut native = Native::new(&pair.segment, RECEIVER, true);
    native.set_threaded();
    let message = Message::contiguous(1 << 20);
    let withdrawn = Withdrawn::new(&pair.segment, SENDER);
    for taken_back in [true, false] {
        let (recv, mut tickets) = (some_receive(), Vec::new());
        let wanted = Wanted {
            from: SENDER,
            word: message.source.region().as_ptr() as u64,
            start: 0,
            range: 16..1 << 20,
            memory: MessageMemory::Contiguous(message.target.region()),
            base: 0,
        };
        let pulling = native.pull(&mut pair.tx, wanted, recv, |_, ticket| tickets.push(ticket));
        assert!(matches!(pulling, Pulling::Later) && tickets.len() == 1, "shared, and in the background");
        let mut copy = native.take_background_copy().unwrap();
        assert!(native.take_background_copy().is_none());
        let step = copy.step();
        assert_eq!(step, Step::More);
        if taken_back {
            withdrawn.change(true);
        }
        assert!(native.return_background_copy(copy, step).is_none() && native.has_background_copies());
        let mut copy = native.take_background_copy().unwrap();
        assert_eq!(to_the_end(|| copy.step()), Step::Over);
        let pulled = native.return_background_copy(copy, Step::Over).unwrap();
        assert_eq!((pulled.into, pulled.good), (recv, !taken_back));
        if taken_back {
            withdrawn.change(false);
        }
    }
    message.check(16..1 << 20);
}
