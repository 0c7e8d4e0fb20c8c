//! Tests of endpoints by scenario, in every existing combination, between real processes.
#[path = "../../clump/tests/common/mod.rs"]
mod common;
use clump::driver::{Endpoint as General, Error, Leaked, Mode, Rank, Region};
use clump_scenario::{Access, Progress, Waits};
use clump_scenario::{Am, Bip, Clip, Delivery, EposNetwork, NetworkError, Personality, Pm, Unguaranteed};
use clump_scenario::{Blocking, ByThread, Endpoint, Exclusive, Ordered, Polling, Shared, Unordered};
use common::bytes;
use common::job::Job;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The variable that tells a rank which of the functions below is its program.
const ROLE: &str = "TEST_ROLE";
/// Lengths of messages, in bytes: none, within one cache line of a frame, within a frame, a byte more than a frame, and
/// several frames.
const SIZES: [usize; 9] = [0, 8, 16, 100, 5000, 32 << 10, (32 << 10) + 1, 64 << 10, (1 << 20) + 3];

type Program = fn() -> Result<(), Error>;
const ROLES: &[(&str, Program)] = &[
    ("exclusive, polling, ordered", || ordered_alone(Endpoint::<Exclusive, Polling, Ordered>::open()?)),
    ("exclusive, blocking, ordered", || ordered_alone(Endpoint::<Exclusive, Blocking, Ordered>::open()?)),
    ("shared, polling, ordered", || ordered_threads(Endpoint::<Shared, Polling, Ordered>::open()?)),
    ("shared, blocking, ordered", || ordered_threads(Endpoint::<Shared, Blocking, Ordered>::open()?)),
    (
        "shared, polling, ordered, by thread",
        || ordered_threads(Endpoint::<Shared, Polling, Ordered, ByThread>::open()?),
    ),
    ("shared, blocking, ordered, by thread", || {
        ordered_threads(Endpoint::<Shared, Blocking, Ordered, ByThread>::open()?)
    }),
    ("exclusive, polling, unordered", || unordered_alone(Endpoint::<Exclusive, Polling, Unordered>::open()?)),
    ("exclusive, blocking, unordered", || unordered_alone(Endpoint::<Exclusive, Blocking, Unordered>::open()?)),
    ("shared, polling, unordered", || unordered_threads(Endpoint::<Shared, Polling, Unordered>::open()?)),
    ("shared, blocking, unordered", || unordered_threads(Endpoint::<Shared, Blocking, Unordered>::open()?)),
    ("the thread pulls", || away(Endpoint::<Shared, Blocking, Ordered, ByThread>::open()?, true)),
    ("no helper thread", || away(Endpoint::<Shared, Blocking, Ordered>::open()?, false)),
    ("personality AM", active),
    ("personality BIP", || words(EposNetwork::open()?)),
    ("personality PM", || small(EposNetwork::open()?)),
    ("personality BIP, shared", || shared_network(EposNetwork::<Bip, Shared, Blocking>::open()?)),
    ("personality PM, shared", || shared_network(EposNetwork::<Pm, Shared, Blocking>::open()?)),
    ("personality CLIP, shared", || shared_network(EposNetwork::<Clip, Shared, Blocking>::open()?)),
    ("personality CLIP", || any_bytes(EposNetwork::open()?)),
    ("unguaranteed", unguaranteed),
    ("cut off", cut_off),
    ("flood", flood),
    ("mixed", mixed),
    ("no such rank", no_such_rank),
];

fn job(machines: &[u32], role: &str) -> Vec<Output> {
    let test = std::env::current_exe().expect("this test");
    Job::start(machines, |_| {
        let mut command = Command::new(&test);
        command.args(["--exact", "rank", "--ignored", "--nocapture"]).env(ROLE, role);
        command
    })
    .finish()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn expect_well(machines: &[u32], role: &str) {
    for (rank, output) in job(machines, role).iter().enumerate() {
        assert!(output.status.success(), "{role}, rank {rank}: {}", said(output));
    }
}

/// Runs one rank of a job.
#[test]
#[ignore = "is a rank of the other tests' jobs"]
fn rank() {
    let Ok(role) = std::env::var(ROLE) else { return };
    ROLES.iter().find(|(name, _)| *name == role).expect("a role").1().unwrap();
}

#[test]
fn every_combination_exchanges_on_one_machine() {
    for (role, _) in &ROLES[..10] {
        // Start at least as many polling threads as there are processors, or more ranks than some machines have
        // processors.
        expect_well(if role.contains("shared") { &[2] } else { &[3] }, role);
    }
}

#[test]
fn ordered_endpoints_reach_other_machines() {
    for (role, _) in &ROLES[..6] {
        expect_well(&[1, 1], role);
    }
}

#[test]
fn unordered_endpoints_refuse_several_machines() {
    for output in job(&[1, 1], "exclusive, polling, unordered") {
        assert!(!output.status.success());
        assert!(said(&output).contains("is for ranks of one machine"), "{}", said(&output));
    }
}

/// Messages of known bytes, for tests of ordered and unordered endpoints.
fn sent(from: Rank, tag: i32) -> Leaked {
    Leaked::copy_of(&bytes(from as usize * 1000 + tag as usize, SIZES[tag as usize % SIZES.len()]))
}

fn check(from: Rank, tag: i32, len: u64, into: Region) {
    let expected = bytes(from as usize * 1000 + tag as usize, SIZES[tag as usize % SIZES.len()]);
    assert_eq!(len, expected.len() as u64, "from {from}, tag {tag}");
    assert!(into.slice(0, len as usize).to_vec() == expected, "from {from}, tag {tag}");
}

/// Sends messages with tags from `first` on to and fro in a ring of all ranks.
fn ring<A: Access, W: Waits, P: Progress<A, General>>(e: &mut Endpoint<A, W, Ordered, P>, first: i32) {
    let (me, size) = (e.rank(), e.size());
    let (next, previous) = ((me + 1) % size, (me + size - 1) % size);
    let tags = first..first + SIZES.len() as i32;
    for round in 0..5 {
        // Post receives first, so that no send waits for a receive posted after it, and in reverse order, because
        // tags find their messages.
        let post = |tag: i32| {
            let into = Leaked::new(SIZES[tag as usize % SIZES.len()]);
            (e.post(Some(previous), Some(tag), into.region()), tag, into)
        };
        let posted: Vec<_> = tags.clone().rev().map(post).collect();
        tags.clone().for_each(|tag| e.send(next, tag, sent(me, tag).region()));
        for (request, tag, into) in posted {
            let outcome = e.wait(request);
            assert_eq!((outcome.source, outcome.tag), (previous, tag), "round {round}");
            check(previous, tag, outcome.len, into.region());
        }
    }
    // Exchange one message after the other, without posting a receive in advance.
    let (into, tag) = (Leaked::new(8), first + 1);
    for _ in 0..200 {
        if me == 0 {
            e.send(next, tag, sent(me, tag).region());
        }
        let outcome = e.receive(Some(previous), Some(tag), into.region());
        check(previous, tag, outcome.len, into.region());
        if me != 0 {
            e.send(next, tag, sent(me, tag).region());
        }
    }
}

fn ordered_alone<W: Waits>(mut e: Endpoint<Exclusive, W, Ordered>) -> Result<(), Error> {
    ring(&mut e, 0);
    // Receive from any rank with any tag: the messages of each rank arrive in order.
    let into = Leaked::new(8);
    if e.rank() == 0 {
        let mut last = vec![-1; e.size() as usize];
        for _ in 0..100 * (e.size() - 1) {
            let outcome = e.receive(None, None, into.region());
            assert_eq!(outcome.tag, last[outcome.source as usize] + 1);
            last[outcome.source as usize] = outcome.tag;
        }
    } else {
        (0..100).for_each(|tag| e.send(0, tag, into.region()));
    }
    e.progress();
    e.close()
}

/// Two threads in each rank exchange messages, each with its own tags.
fn ordered_threads<W, P>(e: Endpoint<Shared, W, Ordered, P>) -> Result<(), Error>
where
    W: Waits,
    P: Progress<Shared, General> + 'static,
{
    let threads = [0, 2 * SIZES.len() as i32].map(|first| {
        let mut e = e.clone();
        thread::spawn(move || {
            ring(&mut e, first);
            e.close()
        })
    });
    threads.into_iter().try_for_each(|t| t.join().expect("no panic"))?;
    e.close()
}

fn unordered_alone<W: Waits>(mut e: Endpoint<Exclusive, W, Unordered>) -> Result<(), Error> {
    let (me, size) = (e.rank(), e.size());
    let (into, mut come) = (Leaked::new(2 << 20), vec![0; size as usize]);
    // Let each rank receive in turn: all other ranks send to it at the same time, and their messages interleave.
    for receiver in 0..size {
        if me != receiver {
            (0..SIZES.len() as i32).try_for_each(|tag| e.send(receiver, tag, sent(me, tag).region()))?;
            continue;
        }
        for _ in 0..SIZES.len() as u32 * (size - 1) {
            let outcome = e.take(into.region())?;
            // Messages for the next receiver's turn go to the next receiver: this rank gets none of them.
            check(outcome.source, outcome.tag, outcome.len, into.region());
            come[outcome.source as usize] |= 1 << outcome.tag;
        }
    }
    let all = (1 << SIZES.len()) - 1;
    assert!((0..size).all(|r| come[r as usize] == if r == me { 0 } else { all }), "{come:?}");
    e.progress();
    e.close()
}

/// Two threads in each rank: each of them sends, and takes any message.
fn unordered_threads<W: Waits>(e: Endpoint<Shared, W, Unordered>) -> Result<(), Error> {
    const EACH: i32 = 4 * SIZES.len() as i32;
    let come = Arc::new(Mutex::new(Vec::new()));
    let threads = [0, EACH].map(|first| {
        let (mut e, come) = (e.clone(), come.clone());
        thread::spawn(move || {
            let (me, into) = (e.rank(), Leaked::new(2 << 20));
            for tag in first..first + EACH {
                e.send(1 - me, tag, sent(me, tag).region())?;
                let outcome = e.take(into.region())?;
                check(1 - me, outcome.tag, outcome.len, into.region());
                come.lock().expect("no panic").push(outcome.tag);
            }
            e.close()
        })
    });
    threads.into_iter().try_for_each(|t| t.join().expect("no panic"))?;
    let mut come = come.lock().expect("no panic").clone();
    come.sort();
    assert_eq!(come, (0..2 * EACH).collect::<Vec<_>>(), "each once");
    e.close()
}

/// How long the receiver of a long message computes after posting its receive.
const AWAY: Duration = Duration::from_millis(600);

fn away<P: Progress<Shared, General>>(
    mut e: Endpoint<Shared, Blocking, Ordered, P>,
    helped: bool,
) -> Result<(), Error> {
    let data = Leaked::new(8 << 20);
    if e.rank() == 1 {
        let request = e.post(Some(0), Some(2), data.region());
        e.send(0, 1, Region::EMPTY);
        thread::sleep(AWAY);
        assert_eq!(e.wait(request).len, 8 << 20);
    } else {
        e.receive(Some(1), Some(1), Region::EMPTY);
        let start = Instant::now();
        e.send(1, 2, data.region());
        assert_eq!(start.elapsed() < AWAY / 2, helped, "{:?}", start.elapsed());
    }
    e.close()
}

#[test]
fn a_thread_pulls_while_the_program_computes() {
    expect_well(&[2], "the thread pulls");
}

#[test]
fn without_a_helper_thread_the_message_waits_for_a_call() {
    expect_well(&[2], "no helper thread");
}

/// Receives long and short messages into memory that is too short.
fn cut_off() -> Result<(), Error> {
    let mut e = Endpoint::<Exclusive, Blocking, Unordered>::open()?;
    if e.rank() == 0 {
        [5, 6, 7].into_iter().try_for_each(|tag| e.send(1, tag, sent(0, tag).region()))?;
    } else {
        let into = Leaked::new(100);
        for tag in [5, 6, 7] {
            let outcome = e.take(into.region())?;
            let whole = SIZES[tag as usize] as u64;
            assert_eq!((outcome.tag, outcome.len, outcome.truncated), (tag, 100, Some(whole)));
            assert_eq!(into.region().to_vec(), bytes(tag as usize, 100));
        }
    }
    e.close()
}

#[test]
fn a_message_that_is_too_long_is_cut_off() {
    expect_well(&[2], "cut off");
}

/// Both ranks send more than rings and slots hold before either takes a message.
fn flood() -> Result<(), Error> {
    let mut e = Endpoint::<Exclusive, Blocking, Unordered>::open()?;
    let (me, into) = (e.rank(), Leaked::new(1 << 20));
    // Send 16 slots of 32 KiB that stay in flight, and about as many bytes that the peer keeps.
    (0..36).try_for_each(|tag| e.send(1 - me, 7 + 9 * tag, sent(me, 7).region().slice(0, 20 << 10)))?;
    for tag in 0..36 {
        let outcome = e.take(into.region())?;
        assert_eq!((outcome.tag, outcome.len), (7 + 9 * tag, 20 << 10));
        assert!(into.region().slice(0, 20 << 10).to_vec() == bytes(1000 * (1 - me) as usize + 7, 20 << 10));
    }
    e.close()
}

#[test]
fn two_ranks_that_flood_each_other_keep_arriving_messages() {
    expect_well(&[2], "flood");
}

/// Rank 0 opens an ordered endpoint, rank 1 an unordered one.
fn mixed() -> Result<(), Error> {
    let (data, first) =
        (Leaked::new(1 << 20), std::env::var(clump::driver::bootstrap::ENV).expect("a job").contains("rank=0"));
    if first {
        // Send a message that must be pulled to a rank that never pulls. This rank must not wait for that message.
        // SAFETY: every region outlives its use.
        let mut e = unsafe { clump::Endpoint::open()?.into_driver() };
        assert!(e.send(1, 0, 1, data.region(), Mode::Standard).is_some());
        return Ok(());
    }
    let mut e = Endpoint::<Exclusive, Blocking, Unordered>::open()?;
    let why = e.take(data.region()).unwrap_err().to_string();
    assert!(why.contains("rank 0 has sent what an unordered endpoint does not know"), "{why}");
    e.close()
}

#[test]
fn an_unordered_endpoint_refuses_an_ordered_ranks_message() {
    expect_well(&[2], "mixed");
}

fn no_such_rank() -> Result<(), Error> {
    let mut e = Endpoint::<Exclusive, Polling, Unordered>::open()?;
    let why = e.send(5, 0, Region::EMPTY).unwrap_err().to_string();
    assert_eq!(why, format!("rank {} cannot send to rank 5: the job has ranks 0 to 1", e.rank()));
    e.close()
}

#[test]
fn a_rank_that_is_not_there_is_named() {
    expect_well(&[2], "no such rank");
}

#[test]
fn every_personality_exchanges_through_one_interface() {
    for role in ["personality AM", "personality BIP", "personality PM", "personality CLIP", "unguaranteed"] {
        expect_well(&[3], role);
    }
    for role in ["personality AM", "personality CLIP"] {
        expect_well(&[1, 1], role);
    }
}

/// Sends messages of these lengths round the ring of ranks. Rank 0 begins, so that no two long messages wait for each
/// other.
fn round<P: Personality, D: Delivery>(network: &mut EposNetwork<P, Exclusive, Blocking, D>, lens: &[usize]) {
    let (me, n) = (network.rank(), network.size());
    for &len in lens {
        let (data, into) = (Leaked::copy_of(&bytes(me as usize, len)), Leaked::new(len));
        if me == 0 {
            network.send((me + 1) % n, data.region()).expect("a message");
        }
        let from = (me + n - 1) % n;
        assert_eq!(network.receive(into.region()), Ok((from, len as u64)));
        assert_eq!(into.region().to_vec(), bytes(from as usize, len));
        if me != 0 {
            network.send((me + 1) % n, data.region()).expect("a message");
        }
    }
    assert_eq!(network.send(n, Leaked::new(4).region()), Err(NetworkError::Rank(n)));
}

fn words(mut network: EposNetwork<Bip, Exclusive, Blocking>) -> Result<(), Error> {
    round(&mut network, &[0, 4, 4000, 200_000]);
    assert_eq!(network.send(0, Leaked::new(5).region()), Err(NetworkError::Length(5)), "words have four bytes");
    network.close()
}

fn small(mut network: EposNetwork<Pm, Exclusive, Blocking>) -> Result<(), Error> {
    round(&mut network, &[0, 5, 8192]);
    assert_eq!(network.send(0, Leaked::new(8193).region()), Err(NetworkError::Length(8193)));
    network.close()
}

fn any_bytes(mut network: EposNetwork<Clip, Exclusive, Blocking>) -> Result<(), Error> {
    round(&mut network, &SIZES);
    network.close()
}

/// One thread waits for messages while another sends: what threads share a network for.
fn shared_network<P: Personality + Clone + Send + 'static>(
    mut network: EposNetwork<P, Shared, Blocking>,
) -> Result<(), Error> {
    const COUNT: usize = 100;
    let mut receiver = network.clone();
    let (me, n) = (network.rank(), network.size());
    let (from, to) = ((me + n - 1) % n, (me + 1) % n);
    let thread = thread::spawn(move || {
        let into = Leaked::new(8);
        for i in 0..COUNT {
            assert_eq!(receiver.receive(into.region()), Ok((from, 8)));
            assert_eq!(into.region().to_vec(), bytes(from as usize + i, 8));
        }
    });
    for i in 0..COUNT {
        network.send(to, Leaked::copy_of(&bytes(me as usize + i, 8)).region()).expect("a message");
    }
    thread.join().expect("the receiver has its messages");
    network.close()
}

fn active() -> Result<(), Error> {
    let mut network = EposNetwork::<Am, Exclusive, Blocking>::open()?;
    let (me, n) = (network.rank(), network.size());
    let (asked, answered) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
    let (count, sum) = (asked.clone(), answered.clone());
    network.set_handler(1, move |token, bytes| {
        *count.lock().unwrap() += 1;
        assert!(token.reply(2, &[bytes.len() as u8]) && !token.reply(2, &[]), "a request is answered once");
    });
    network.set_handler(2, move |token, bytes| {
        assert!(!token.reply(2, &[]), "a reply is not answered");
        *sum.lock().unwrap() += usize::from(bytes[0]);
    });
    let long = Arc::new(Mutex::new(0));
    let longs = long.clone();
    network.set_handler(3, move |token, bytes| {
        assert_eq!(bytes.len(), 64 << 10);
        assert!(!token.reply(4, &vec![0; (64 << 10) + 1]), "more than a medium message has");
        *longs.lock().unwrap() += 1;
    });
    // Each rank's request waits until its receiver runs handlers, while that rank sends a request itself.
    for _ in 0..20 {
        network.request((me + 1) % n, 3, &vec![7; 64 << 10]).expect("a request");
    }
    while *long.lock().unwrap() < 20 {
        network.poll();
    }
    const EACH: usize = 100;
    for len in 0..EACH {
        network.request((me + 1) % n, 1, &vec![7; len]).expect("a request");
        network.poll();
    }
    while *asked.lock().unwrap() < EACH || *answered.lock().unwrap() < EACH * (EACH - 1) / 2 {
        network.poll();
    }
    assert_eq!(network.request(0, 1, &vec![0; (64 << 10) + 1]), Err(NetworkError::Length((64 << 10) + 1)));
    network.close()
}

/// Rank 0 floods rank 1, which receives nothing meanwhile: no send waits, and what has arrived is whole.
fn unguaranteed() -> Result<(), Error> {
    let mut network = EposNetwork::<Clip, Exclusive, Blocking, Unguaranteed>::open()?;
    round(&mut network, &[8, 100_000]);
    let (data, count) = (Leaked::copy_of(&bytes(3, 1000)), Leaked::new(16_384));
    if network.rank() == 0 {
        const MANY: u64 = 2000;
        for _ in 0..MANY {
            network.send(1, data.region()).expect("a message");
        }
        let lost = network.dropped();
        assert!(lost > 0 && lost < MANY, "{lost}");
        // A message of more than a frame is never dropped: it says how many have left.
        count.region().write(&(MANY - lost).to_le_bytes());
        network.send(1, count.region()).expect("a message");
    } else if network.rank() == 1 {
        let mut come = 0;
        loop {
            let (_, len) = network.receive(count.region()).expect("a message");
            if len == 16_384 {
                break;
            }
            assert_eq!(count.region().slice(0, 1000).to_vec(), bytes(3, 1000));
            come += 1;
        }
        assert_eq!(count.region().slice(0, 8).to_vec(), u64::to_le_bytes(come));
    }
    network.close()
}
