//! Messages from another rank to the layers of `crates/capi`, most of them malformed: headers of active
//! messages, messages for handlers of FM 1.x and 2.x and for unregistered handlers, and messages for BIP,
//! CLIP and PM. A well-formed message runs its handler; every other one is reported, and no memory beside is
//! touched. Rank 0 is the C program crates/capi/tests/spoiled/, rank 1 this one.
mod common;
use clump::driver::{Buffer, Leaked, Mode, Waiting};
use clump_capi::CONTEXTS;
use common::compiled;
use common::job::Job;
use fastrand::Rng;
use std::process::Command;

const SEED: &str = "TEST_SEED";
/// As in the C program: bytes of its segment, the longest medium message, and the number of tagged messages
/// for each layer.
const SEGMENT: u64 = 65536;
const MEDIUM: usize = 65536;
const TAGGED: usize = 600;
const MESSAGES: usize = 3000;

/// Layers by their handlers' numbers on the wire, in the C program's order.
const REQUEST: i32 = 2 << 24 | 1;
const REPLY: i32 = 3 << 24 | 1;
const FOUR_WORDS: i32 = 1 << 24 | 1;
const WHOLE: i32 = 1 << 24 | 2;
const KEPT: i32 = 1;
const PIECES: i32 = 2;
const END: i32 = 3;
const NUMBERS: [i32; 6] = [REQUEST, REPLY, FOUR_WORDS, WHOLE, KEPT, PIECES];
const NOBODYS: [i32; 5] = [99, 1 << 24 | 77, 4 << 24 | 1, -1, i32::MIN];

/// Returns `len` bytes of data, each determined by its position.
fn data(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 11) as u8).collect()
}

fn some_len(rng: &mut Rng) -> usize {
    match rng.u32(0..20) {
        0 => rng.usize(0..150_000),
        1 => MEDIUM - 40 + rng.usize(0..80),
        2..5 => rng.usize(0..5000),
        5 => 16,
        _ => rng.usize(0..80),
    }
}

/// Returns an active message, and true if it is well-formed.
fn active(rng: &mut Rng) -> (Vec<u8>, bool) {
    let words = if rng.u32(0..8) == 0 { rng.u8(..) } else { rng.u8(0..9) };
    let kind = if rng.u32(0..8) == 0 { rng.u8(..) } else { rng.u8(0..3) };
    let mut message = vec![words, kind, rng.u8(..), rng.u8(..)];
    (0..i32::from(words)).for_each(|i| message.extend((i * 3 + 1).to_le_bytes()));
    let offset = match rng.u32(0..8) {
        0 => rng.u64(..),
        1 => u64::MAX - rng.u64(0..5000),
        // Use whole periods of the data's pattern, so that overlapping messages agree.
        _ => 256 * rng.u64(0..270),
    };
    if kind == 2 {
        message.extend(offset.to_le_bytes());
    }
    message.extend(data(some_len(rng)));
    if rng.u32(0..6) == 0 {
        message.truncate(rng.usize(0..message.len() + 1));
    }
    let head = 4 + 4 * usize::from(words) + if kind == 2 { 8 } else { 0 };
    let fits = |bytes: usize| match kind {
        2 => offset.checked_add(bytes as u64).is_some_and(|end| end <= SEGMENT),
        _ => bytes <= MEDIUM,
    };
    let sense = words <= 8 && kind <= 2 && message.len().checked_sub(head).is_some_and(fits);
    (message, sense)
}

/// Rank 1: sends messages to handlers and the number of well-formed ones of each kind; then sends to layers
/// with tags.
#[test]
#[ignore = "is a rank of the other test's jobs"]
fn rank() {
    let Ok(seed) = std::env::var(SEED) else { return };
    let mut rng = Rng::with_seed(seed.parse().expect("a seed"));
    let handlers = clump::Endpoint::open().expect("the job").into_handlers();
    let mut sense = [0_u32; NUMBERS.len()];
    for _ in 0..MESSAGES {
        let kind = rng.usize(0..NUMBERS.len() + 1);
        let number = NUMBERS.get(kind).copied().unwrap_or_else(|| NOBODYS[rng.usize(0..NOBODYS.len())]);
        let (message, good) = match number {
            REQUEST | REPLY => active(&mut rng),
            _ => {
                let message = data(some_len(&mut rng));
                let good = number != FOUR_WORDS || message.len() == 16;
                (message, good)
            }
        };
        // Some messages end before the size that their header states.
        let most = 1 << rng.u32(1..40);
        let missing = if rng.u32(0..6) == 0 { rng.u64(1..most) } else { 0 };
        let mut stream = handlers.begin_message(0, message.len() as u64 + missing, number).expect("a message");
        let mut rest = &message[..];
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(if rng.bool() { rest.len() } else { rng.usize(1..=rest.len()) });
            stream.send_piece_blocking(Buffer::copy_of(piece)).expect("it leaves");
            rest = behind;
        }
        assert_eq!(stream.end_message().is_err(), missing > 0);
        if let Some(count) = sense.get_mut(kind).filter(|_| good && missing == 0) {
            *count += 1;
        }
    }
    assert!(sense.iter().all(|n| *n > 0), "{sense:?}");
    handlers.send(0, END, Buffer::copy_of(&sense.map(u32::to_le_bytes).concat())).expect("it leaves");
    for tag in [1, 3, 2] {
        for _ in 0..TAGGED {
            let bytes = Leaked::copy_of(&data(some_len(&mut rng)));
            let waiting = Waiting { call: 0, peer: 0, tag, context: CONTEXTS[1] };
            // SAFETY: every region outlives its use.
            let sent = unsafe {
                handlers.with_endpoint(|endpoint| {
                    let request = endpoint.send(0, CONTEXTS[1], tag, bytes.region(), Mode::Standard);
                    request.map(|request| endpoint.wait(request, waiting))
                })
            };
            sent.expect("it leaves");
        }
    }
    handlers.close().expect("the end");
}

#[test]
fn a_malformed_message_runs_no_handler_and_touches_no_memory() {
    let program = compiled("spoiled");
    let test = std::env::current_exe().expect("this test");
    for (machines, seed) in [(&[2][..], "1"), (&[2], "2"), (&[1, 1], "3")] {
        let ended = Job::start(machines, |rank| {
            let mut command = Command::new(if rank == 0 { &program } else { &test });
            if rank == 1 {
                command.args(["--exact", "rank", "--ignored", "--nocapture"]).env(SEED, seed);
            }
            command
        })
        .finish();
        let said = String::from_utf8_lossy(&ended[0].stderr);
        assert!(said.is_empty(), "seed {seed}, on {machines:?}: {said}");
        assert!(ended.iter().all(|o| o.status.success()), "seed {seed}, on {machines:?}: {ended:?}");
    }
}
