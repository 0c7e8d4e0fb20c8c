//! Tests deposits between real processes (Avalanche, section 4.1), on one machine and on two: to a receiver that
//! sleeps, to a receiver that computes and makes no call, and from a sender that is killed.
mod common;
use clump::driver::windows::{Connection, DepositError, Invitation, NoteQueue, Telling};
use clump::driver::{Endpoint, Leaked, Mode, Rank, Select, Waiting};
use common::bytes;
use common::job::Job;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The variable that tells a rank which of the functions below is its program.
const ROLE: &str = "TEST_ROLE";
/// How long a receiver waits for a deposit before the test fails.
const LONG: Option<Duration> = Some(Duration::from_secs(30));
const SLOT: u64 = 4096;
const SLOTS: u64 = 16;

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

/// Runs one rank of a job.
#[test]
#[ignore = "is a rank of the other tests' jobs"]
fn rank() {
    let Ok(role) = std::env::var(ROLE) else { return };
    // SAFETY: every region outlives its use.
    let mut endpoint = unsafe { clump::Endpoint::open().unwrap().into_driver() };
    let rank = endpoint.rank();
    ROLES.iter().find(|(name, _)| *name == role).expect("a role").1(&mut endpoint, rank);
    endpoint.close().unwrap();
}

type Program = fn(&mut Endpoint, Rank);
const ROLES: &[(&str, Program)] =
    &[("all send to the first", all_send), ("the receiver computes", computes), ("a sender is killed", killed)];

fn send(endpoint: &mut Endpoint, to: Rank, words: &[u64]) {
    let data = Leaked::new(8 * words.len());
    words.iter().enumerate().for_each(|(i, word)| data.region().set(i, *word));
    if let Some(request) = endpoint.send(to, 0, 1, data.region(), Mode::Standard) {
        endpoint.wait(request, Waiting::NOTHING);
    }
}

fn receive<const N: usize>(endpoint: &mut Endpoint, from: Rank) -> [u64; N] {
    let into = Leaked::new(8 * N);
    let select = Select { context: 0, source: Some(from), tag: Some(1) };
    let request = endpoint.recv(select, into.region());
    endpoint.wait(request, Waiting::NOTHING);
    std::array::from_fn(|i| into.region().get(i))
}

/// Offers a buffer to each of the other ranks, and invites them to connect.
fn offer(endpoint: &mut Endpoint, queue: &mut NoteQueue) {
    for rank in 1..endpoint.size() {
        let number = queue.offer(endpoint, rank, SLOT * SLOTS, Telling::Note).unwrap();
        let words = queue.buffer(number).unwrap().invitation().to_words();
        send(endpoint, rank, &words);
    }
}

fn connect(endpoint: &mut Endpoint) -> Connection {
    let invitation = Invitation::from_words(receive(endpoint, 0)).expect("an invitation");
    Connection::open(endpoint, &invitation).unwrap()
}

/// Deposits number `i`, once there is room in the queue.
fn deposit(endpoint: &mut Endpoint, to: &Connection, i: u64) {
    let data = Leaked::copy_of(&bytes(i as usize, 1 + (i as usize * 97) % SLOT as usize));
    while let Err(e) = to.deposit_and_wait(endpoint, SLOT * (i % SLOTS), data.region()) {
        assert_eq!(e, DepositError::QueueFull(0));
        std::thread::yield_now();
    }
}

/// Checks the offset and the bytes of deposit number `i`.
fn check(queue: &NoteQueue, note: clump::driver::windows::Note, i: u64) {
    let wanted = bytes(i as usize, 1 + (i as usize * 97) % SLOT as usize);
    assert_eq!((note.offset, note.len), (SLOT * (i % SLOTS), wanted.len() as u64), "deposit {i}");
    assert!(queue.to_vec(note) == wanted, "the bytes of deposit {i} are not there");
}

/// All other ranks deposit. The receiver reports after each lap that the slots are free; it sometimes sleeps before
/// it polls.
fn all_send(endpoint: &mut Endpoint, rank: Rank) {
    const LAPS: u64 = 20;
    if rank > 0 {
        let to = connect(endpoint);
        for lap in 0..LAPS {
            (lap * SLOTS..(lap + 1) * SLOTS).for_each(|i| deposit(endpoint, &to, i));
            assert_eq!(receive::<1>(endpoint, 0), [lap]);
        }
        return;
    }
    let mut queue = NoteQueue::new(endpoint, 8).unwrap();
    offer(endpoint, &mut queue);
    let senders = endpoint.size() as usize - 1;
    let mut next = vec![0; senders];
    while next.iter().any(|n| *n < LAPS * SLOTS) {
        let note = queue.wait(endpoint, LONG).expect("a note");
        let from = note.connection as usize;
        check(&queue, note, next[from]);
        next[from] += 1;
        if next[from].is_multiple_of(SLOTS) {
            send(endpoint, note.connection + 1, &[next[from] / SLOTS - 1]);
        }
    }
    assert_eq!((queue.poll(), queue.dropped()), (None, 0));
    queue.close_all(endpoint);
}

/// On one machine deposits arrive although the receiver computes and makes no call to the library.
fn computes(endpoint: &mut Endpoint, rank: Rank) {
    if rank > 0 {
        let to = connect(endpoint);
        assert!(to.is_mapped());
        (0..SLOTS).for_each(|i| deposit(endpoint, &to, i));
        assert_eq!(receive::<1>(endpoint, 0), [SLOTS]);
        return;
    }
    let mut queue = NoteQueue::new(endpoint, 16).unwrap();
    offer(endpoint, &mut queue);
    let start = Instant::now();
    let mut next = 0;
    while next < SLOTS {
        if let Some(note) = queue.poll() {
            check(&queue, note, next);
            next += 1;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "deposits do not arrive by themselves");
        std::thread::yield_now();
    }
    send(endpoint, 1, &[next]);
    queue.close_all(endpoint);
}

/// A wait ends when no sender is left, but only after everything that the senders sent has arrived.
fn killed(endpoint: &mut Endpoint, rank: Rank) {
    if rank > 0 {
        let to = connect(endpoint);
        (0..3).for_each(|i| deposit(endpoint, &to, i));
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        unreachable!("killed");
    }
    let mut queue = NoteQueue::new(endpoint, 16).unwrap();
    offer(endpoint, &mut queue);
    for i in 0..3 {
        let note = queue.wait(endpoint, LONG).expect("what was sent before");
        check(&queue, note, i);
    }
    let start = Instant::now();
    assert_eq!(queue.wait(endpoint, None), None, "no sender is left");
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    queue.close_all(endpoint);
}

#[test]
fn deposits_arrive_from_processes_on_all_machines() {
    for machines in [&[2][..], &[4], &[1, 1], &[2, 2]] {
        for (rank, output) in job(machines, "all send to the first").iter().enumerate() {
            assert!(output.status.success(), "rank {rank} of {machines:?}: {}", said(output));
        }
    }
}

#[test]
fn deposits_reach_a_receiver_that_makes_no_call() {
    for (rank, output) in job(&[2], "the receiver computes").iter().enumerate() {
        assert!(output.status.success(), "rank {rank}: {}", said(output));
    }
}

#[test]
fn a_wait_for_a_dead_sender_ends() {
    let ended = job(&[2], "a sender is killed");
    assert!(ended[0].status.success(), "{}", said(&ended[0]));
    assert!(!ended[1].status.success(), "it was killed");
}
