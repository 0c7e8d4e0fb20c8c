//! Messages that run handlers between real processes, some of which die or leave while messages are in flight.
mod common;
use clump::driver::handlers::{Handlers, RecvStream, UnderWay};
use clump::driver::{Buffer, Error, Rank};
use common::job::Job;
use common::{Left, MIB, bytes, on, piece};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The variable that tells a rank which of the functions below is its program.
const ROLE: &str = "TEST_ROLE";

/// Starts a job whose ranks run the role, and waits for its end. `machines` has the number of ranks on each
/// machine.
fn job(machines: &[u32], role: &str) -> Vec<Output> {
    let test = std::env::current_exe().expect("this test");
    Job::start(machines, |_| {
        let mut command = Command::new(&test);
        command.args(["--exact", "rank", "--ignored", "--nocapture"]).env(ROLE, role);
        command
    })
    .finish()
}

fn ended_well(output: &Output) -> bool {
    output.status.success()
}

/// Checks that the ranks in `well` ended normally and all other ranks were killed.
fn expect(ended: &[Output], well: &[usize]) {
    for (rank, output) in ended.iter().enumerate() {
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let killed = std::os::unix::process::ExitStatusExt::signal(&output.status) == Some(9);
        assert_eq!((ended_well(output), killed), (well.contains(&rank), !well.contains(&rank)), "rank {rank}: {said}");
    }
}

/// Runs one rank of a job.
#[test]
#[ignore = "is a rank of the other tests' jobs"]
fn rank() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let handlers = clump::Endpoint::open().unwrap().into_handlers();
    // SAFETY: every region outlives its use.
    let rank = unsafe { handlers.with_endpoint(|e| e.rank()) }.unwrap();
    let program = ROLES.iter().find(|(name, _)| *name == role).expect("a role").1;
    program(&handlers, rank);
    if role != IN_A_HURRY {
        // No state of failed messages may remain.
        handlers.run_until(|| handlers.under_way() == UnderWay::default()).unwrap();
    }
    handlers.close().unwrap();
}

/// The role in which a rank leaves while messages are in flight.
const IN_A_HURRY: &str = "close with messages to a dead rank";

type Program = fn(&Handlers, Rank);
const ROLES: &[(&str, Program)] = &[
    ("both send 64 MiB", both_send),
    ("sender dies", sender_dies),
    ("sender dies while it is read from", sender_dies_while_read),
    ("receiver dies", receiver_dies),
    ("receiver leaves", receiver_leaves),
    ("sender leaves", sender_leaves),
    ("receiver dies, calls", receiver_dies_calls),
    ("leave at once", leave_at_once),
    (IN_A_HURRY, in_a_hurry),
];

fn die() -> ! {
    let own = rustix::process::getpid();
    rustix::process::kill_process(own, rustix::process::Signal::KILL).expect("a signal");
    loop {
        std::thread::park();
    }
}

/// Reads the message, up to `step` bytes at a time, until it ends. Returns how many bytes arrived, and the error if
/// there was one.
async fn read_all(mut message: RecvStream, step: usize) -> (usize, Result<(), Error>) {
    let (mut at, size) = (0, message.size() as usize);
    while at < size {
        let len = step.min(size - at);
        match message.read(len).await {
            Ok(got) => assert!(got == bytes(at, len), "bytes {at} and on of {size}"),
            Err(error) => return (at, Err(error)),
        }
        at += len;
    }
    (at, Ok(()))
}

/// Sends a whole message in pieces of `step` bytes.
async fn send_all(handlers: &Handlers, to: Rank, size: usize, step: usize) -> Result<(), Error> {
    let mut stream = handlers.begin_message(to, size as u64, 7)?;
    for at in (0..size).step_by(step) {
        stream.send_piece(piece(at, step.min(size - at))).await?;
    }
    stream.end_message()
}

#[test]
fn two_handlers_that_send_64_mib_to_each_other_finish() {
    expect(&job(&[2], "both send 64 MiB"), &[0, 1]);
}

fn both_send(handlers: &Handlers, rank: Rank) {
    let inside = handlers.clone();
    let sent = on(handlers, 1, move |_| {
        let handlers = inside.clone();
        async move { send_all(&handlers, 1 - rank, 64 * MIB, 3 * MIB).await }
    });
    let read = on(handlers, 7, |message| read_all(message, 700_000));
    handlers.send(rank, 1, Buffer::new(0)).unwrap();
    handlers.run_until(|| sent.len() + read.len() == 2).unwrap();
    assert_eq!((sent.take(), read.take()), (vec![Ok(())], vec![(64 * MIB, Ok(()))]));
}

#[test]
fn a_sender_that_dies_half_way_fails_only_its_reader() {
    expect(&job(&[3], "sender dies"), &[0, 2]);
}

/// Rank 1 sends half a message to rank 0 and dies; ranks 0 and 2 exchange messages all the time.
fn sender_dies(handlers: &Handlers, rank: Rank) {
    let read = on(handlers, 7, |message| read_all(message, MIB / 2));
    let ended = on(handlers, 2, |_| async {});
    match rank {
        1 => {
            let mut stream = handlers.begin_message(0, 8 * MIB as u64, 7).unwrap();
            for at in 0..3 {
                stream.send_piece_blocking(piece(at * MIB, MIB)).unwrap();
            }
            die();
        }
        2 => {
            for _ in 0..4 {
                handlers.block_on(send_all(handlers, 0, 4 * MIB, MIB)).unwrap().unwrap();
            }
            ended.wait(handlers, 1);
        }
        _ => {
            let start = Instant::now();
            read.wait(handlers, 5);
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
            let ends = read.take();
            let (broken, whole): (Vec<_>, Vec<_>) = ends.into_iter().partition(|(_, end)| end.is_err());
            assert_eq!(whole, vec![(4 * MIB, Ok(())); 4]);
            let [(at, Err(error))] = &broken[..] else { panic!("{broken:?}") };
            assert!(*at == 3 * MIB && error.sentence().contains("rank 1 has died or left the job"), "{at}: {error}");
            handlers.send(2, 2, Buffer::new(0)).unwrap();
        }
    }
}

#[test]
fn a_sender_may_die_while_its_memory_is_read() {
    expect(&job(&[2], "sender dies while it is read from"), &[0]);
}

/// The receiver only extracts and never waits. It still learns that the sender has died.
fn sender_dies_while_read(handlers: &Handlers, rank: Rank) {
    const PIECE: usize = 16 * MIB;
    if rank == 1 {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_millis(40));
            die();
        });
        let bytes = Buffer::new(PIECE);
        let mut stream = handlers.begin_message(0, 1 << 50, 7).unwrap();
        let mut bytes = stream.send_piece_blocking(bytes).unwrap();
        loop {
            bytes = stream.send_piece_blocking(bytes).unwrap();
        }
    }
    let read = on(handlers, 7, |mut message| async move {
        let mut buffer = Buffer::new(2 * PIECE);
        loop {
            match message.read_into(buffer).await {
                Ok(again) => buffer = again,
                Err(error) => return error,
            }
        }
    });
    while read.len() == 0 {
        handlers.extract(u64::MAX).unwrap();
    }
    let errors = read.take();
    assert!(errors[0].sentence().contains("rank 1 has died or left the job"), "{errors:?}");
}

#[test]
fn a_receiver_that_dies_half_way_fails_its_senders() {
    expect(&job(&[3], "receiver dies"), &[0, 2]);
}

/// Rank 1 reads a part of three messages and dies. Rank 0 sends two of them, by `block_on` and from a handler; rank
/// 2 sends one and blocks.
fn receiver_dies(handlers: &Handlers, rank: Rank) {
    let lost =
        |error: &Error| assert!(error.sentence().contains("of rank 1 is lost: that rank has died or left"), "{error}");
    match rank {
        0 => {
            let inside = handlers.clone();
            let sent = on(handlers, 1, move |_| {
                let handlers = inside.clone();
                async move { send_all(&handlers, 1, 8 * MIB, MIB).await }
            });
            handlers.send(0, 1, Buffer::new(0)).unwrap();
            lost(&handlers.block_on(send_all(handlers, 1, 8 * MIB, MIB)).unwrap().unwrap_err());
            sent.wait(handlers, 1);
            lost(sent.take()[0].as_ref().unwrap_err());
        }
        1 => {
            let read = on(handlers, 7, |mut message| async move {
                assert!(message.read(2 * MIB + 1).await.unwrap() == bytes(0, 2 * MIB + 1));
                // The handler keeps the message, and reads no more bytes.
                std::future::pending::<()>().await;
                drop(message);
            });
            drop(read);
            let start = Instant::now();
            handlers.run_until(|| handlers.running() == 3 && start.elapsed() > Duration::from_millis(200)).unwrap();
            die();
        }
        _ => {
            let mut stream = handlers.begin_message(1, 8 * MIB as u64, 7).unwrap();
            let error = (0..8).find_map(|i| stream.send_piece_blocking(piece(i * MIB, MIB)).err());
            lost(&error.expect("no handler reads it"));
        }
    }
}

#[test]
fn a_flood_of_messages_to_a_dead_rank_fails() {
    expect(&job(&[2], "receiver dies, calls"), &[0]);
}

fn receiver_dies_calls(handlers: &Handlers, rank: Rank) {
    if rank == 1 {
        let called = on(handlers, 7, |_| async {});
        called.wait(handlers, 10);
        die();
    }
    // Messages leave until the dead rank's pushed buffer is full; then sending fails.
    let error = (0..1_000_000).find_map(|_| handlers.send(1, 7, piece(0, 64)).err());
    assert!(error.expect("there is no such buffer").sentence().contains("of rank 1 is lost"));
}

#[test]
fn a_receiver_that_leaves_fails_its_senders() {
    expect(&job(&[2], "receiver leaves"), &[0, 1]);
}

#[test]
fn a_receiver_on_another_machine_that_leaves_fails_its_senders() {
    expect(&job(&[1, 1], "receiver leaves"), &[0, 1]);
}

/// Rank 1 leaves while messages to it are in flight: one that it has read in part, and many whose handlers have not
/// begun.
fn receiver_leaves(handlers: &Handlers, rank: Rank) {
    if rank == 1 {
        let read = on(handlers, 7, |mut message| async move { drop(message.read(100_000).await.unwrap()) });
        return read.wait(handlers, 1);
    }
    let mut stream = handlers.begin_message(1, 64 * MIB as u64, 7).unwrap();
    // Pieces of a message that its handler has released are dropped at once.
    let first = stream.send_piece_blocking(piece(0, MIB));
    assert!(first.is_ok(), "{first:?}");
    let error = (0..1_000_000).find_map(|i| handlers.send(1, 7, piece(i, 200_000)).err());
    assert!(error.expect("no handler reads them").sentence().contains("of rank 1 is lost"));
    drop(stream);
}

#[test]
fn a_sender_that_leaves_fails_its_reader() {
    for machines in [&[2][..], &[1, 1]] {
        expect(&job(machines, "sender leaves"), &[0, 1]);
    }
}

/// Rank 1 leaves after it has sent half a message.
fn sender_leaves(handlers: &Handlers, rank: Rank) {
    if rank == 1 {
        let mut stream = handlers.begin_message(0, 8 * MIB as u64, 7).unwrap();
        stream.send_piece_blocking(piece(0, MIB)).unwrap();
        return;
    }
    let read = on(handlers, 7, |message| read_all(message, MIB));
    read.wait(handlers, 1);
    let ends = read.take();
    let [(at, Err(error))] = &ends[..] else { panic!("{ends:?}") };
    assert!(*at == MIB && error.sentence().contains("rank 1 has ended it after 1048576"), "{at}: {error}");
}

#[test]
fn a_message_read_just_before_its_reader_leaves_is_not_lost() {
    for machines in [&[2][..], &[1, 1]] {
        for _ in 0..20 {
            expect(&job(machines, "leave at once"), &[0, 1]);
        }
    }
}

fn leave_at_once(handlers: &Handlers, rank: Rank) {
    if rank == 0 {
        handlers.send(1, 7, piece(0, MIB)).unwrap();
        return;
    }
    let read: Left<_> = on(handlers, 7, |message| read_all(message, MIB));
    read.wait(handlers, 1);
    assert_eq!(read.take(), [(MIB, Ok(()))]);
}

#[test]
fn a_rank_that_leaves_does_not_wait_for_a_dead_rank() {
    expect(&job(&[2], IN_A_HURRY), &[0]);
}

/// Rank 1 dies after it has read half a message, and rank 0 leaves at once.
fn in_a_hurry(handlers: &Handlers, rank: Rank) {
    if rank == 1 {
        handlers.register(7, |mut message| async move {
            message.read(100_000).await.unwrap();
            message.send(0, 8, Buffer::new(0)).await.unwrap();
            die();
        });
        return handlers.run_until(|| false).unwrap();
    }
    let dies = on(handlers, 8, |_| async {});
    let inside = handlers.clone();
    handlers.register(1, move |_| {
        let handlers = inside.clone();
        async move { drop(send_all(&handlers, 1, 8 * MIB, MIB).await) }
    });
    handlers.send(0, 1, Buffer::new(0)).unwrap();
    dies.wait(handlers, 1);
    assert_eq!(handlers.running(), 1, "it has not heard of the death");
}

/// Starts an example with that many ranks on each machine. Returns what rank 0 printed.
fn example(name: &str, machines: &[u32], args: &[&str]) -> String {
    let test = std::env::current_exe().expect("this test");
    let program = test.ancestors().nth(2).expect("target directory").join("examples").join(name);
    assert!(program.exists(), "{} is missing: `cargo test -p clump-mp` builds it", program.display());
    let ended = Job::start(machines, |_| {
        let mut command = Command::new(&program);
        command.args(args);
        command
    })
    .finish();
    expect(&ended, &(0..ended.len()).collect::<Vec<_>>());
    String::from_utf8_lossy(&ended[0].stdout).into_owned()
}

/// Sends 1,000 messages of 1 MiB.
#[test]
fn long_messages_from_seven_senders_interleave_beside_short_ones() {
    let messages = "1000";
    // Send a few messages at a time, and then so many that even their heads exceed the pushed buffer.
    for (at_a_time, seed) in [("4", "1"), ("200", "2")] {
        let said = example("interleave", &[8], &[messages, "1048576", at_a_time, seed]);
        print!("{said}");
        assert!(said.contains(&format!("{messages} messages of 1048576 bytes from 7 ranks")), "{said}");
        // Each seed leaves some messages unread, ends some early, and drops some reads.
        for none in [" 0 left", " 0 ended", " 0 reads"] {
            assert!(!said.contains(none), "{said}");
        }
    }
}

#[test]
fn long_messages_from_two_machines_interleave_beside_short_ones() {
    let said = example("interleave", &[2, 2], &["100", "300000", "8", "3"]);
    assert!(said.contains("100 messages of 300000 bytes from 3 ranks"), "{said}");
}

#[test]
fn the_store_returns_what_was_put_into_it() {
    for machines in [&[4][..], &[2, 2]] {
        let said = example("store", machines, &[]);
        assert!(said.contains("rank 0: got rank1/key10\n"), "{said}");
        assert!(said.contains("rank 0: scanned 50 values under rank1/, 1000900 bytes\n"), "{said}");
    }
}
