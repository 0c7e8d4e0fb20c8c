//! A hostile guest: `guest FILE` connects to the port whose text is in FILE, and then tries to reach everything of the
//! other job that the two jobs have not agreed on. Prints how many frames it has sent that must be refused, and how its
//! operations on windows were refused.
use clump::driver::bootstrap::{JointJob, place};
use clump::driver::ports::{PortCaller, PortLine, PortName};
use clump::driver::windows::{Refusal, WindowId, WindowPlace};
use clump::driver::{Endpoint, Error, ErrorKind, Leaked, MessageRole, Mode, Rank};
use std::time::{Duration, Instant};

/// How long the other job may take for anything.
const PATIENCE: Duration = Duration::from_secs(40);
const REST: Duration = Duration::from_millis(1);

/// The contexts that the guest tries: those of MPI_COMM_WORLD, MPI_COMM_SELF and what the program makes of them, but
/// not 3, which is open to guests; those of the other job's communicator with another job; and the last ones.
const CONTEXTS: [u16; 11] = [0, 1, 2, 4, 5, 6, 0xbfff, 0xc000, 0xc001, 0xfffc, 0xffff];
/// The handler that the other job has registered.
const HANDLER: i32 = 7;
/// The windows that the guest tries; a window's number follows from its communicator's.
const WINDOWS: std::ops::Range<u32> = 0..64;
/// The groups that the guest tries.
const GROUPS: std::ops::Range<u16> = 0..8;

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(file).expect("a port's text");
    // SAFETY: every region outlives its use.
    let mut e = unsafe { clump::Endpoint::open()?.into_driver() };
    let victim = connect(&mut e, &PortName::from_text(&text).expect("a port"))?;
    let sent = send_tagged(&mut e, victim) + call_handlers(&mut e, victim) + broadcast(&mut e, victim);
    // The frames arrive in their order, so an answer about a window tells that the others have come.
    let refusals = operate(&mut e, victim);
    println!("{sent} sent, {} windows with another key", refusals.iter().filter(|r| **r == Refusal::WrongKey).count());
    std::process::exit(0);
}

/// Makes a joint job with the process that accepts at the port, as MPI_Comm_connect does. Returns that process's
/// number.
fn connect(e: &mut Endpoint, port: &PortName) -> Result<Rank, Error> {
    let end = Instant::now() + PATIENCE;
    let mut caller = PortCaller::new(port);
    let mut line = loop {
        match caller.go_on() {
            Ok(Some(line)) => break line,
            Ok(None) => std::thread::sleep(REST),
            Err(e) => return Err(failed(e)),
        }
    };
    let (name, ranks, number, place) = (e.joints().process_name(), e.size(), e.joints().propose_number(), place());
    let all = exchange(&mut line, &format!("process 0 0 {:x} {} {ranks} {number} {place:x} 0\n", name.job, name.rank))?;
    let numbers = all.lines().filter_map(|l| l.strip_prefix("process ")?.split(' ').nth(5)?.parse::<u32>().ok());
    let first = numbers.max().expect("the other process's number");
    let mut places =
        all.lines().filter_map(|l| u64::from_str_radix(l.strip_prefix("process ")?.split(' ').nth(6)?, 16).ok());
    let is_one_place = places.all(|other| other == place);
    let met = JointJob::meet(&mut |words| exchange(&mut line, words), 1, 2, end, is_one_place, || Ok(None))?;
    e.joints().add(met, first, vec![1, 1], 1..2, Some(line))?;
    Ok(first)
}

/// Sends words over the line. Returns the other process's words and these.
fn exchange(line: &mut PortLine, words: &str) -> Result<String, Error> {
    line.send(words.as_bytes()).map_err(failed)?;
    loop {
        match line.receive().map_err(failed)? {
            Some(theirs) => return Ok(format!("{}{words}", String::from_utf8_lossy(&theirs))),
            None => line.rest(REST),
        }
    }
}

fn failed(e: std::io::Error) -> Error {
    Error::new(ErrorKind::Launch, e.to_string())
}

/// Sends a short and a long message to each of [`CONTEXTS`], and one that must be matched. Returns their number.
fn send_tagged(e: &mut Endpoint, victim: Rank) -> usize {
    let (short, long) = (Leaked::copy_of(b"a message of a stranger's job\0"), Leaked::new(20_000));
    for context in CONTEXTS {
        e.send(victim, context, 5, short.region(), Mode::Standard);
        e.send(victim, context, 5, short.region(), Mode::Synchronous);
    }
    e.send(victim, 0, 5, long.region(), Mode::Standard);
    2 * CONTEXTS.len() + 1
}

/// Sends a whole message to the handler, and the beginning of one that comes in pieces. Returns the number of frames
/// that have left.
fn call_handlers(e: &mut Endpoint, victim: Rank) -> usize {
    let (text, piece) = (Leaked::new(64), Leaked::new(1000));
    let whole = e.handled().call_handler_at_once(victim, HANDLER, MessageRole::Request, text.region());
    let message = e.handled().begin_message(victim, HANDLER, MessageRole::Request, 100_000);
    let begun = e.handled().hand_over(message, piece.region());
    usize::from(whole) + usize::from(begun)
}

/// Broadcasts to groups whose members are this process and the other job's. Returns the number of groups.
fn broadcast(e: &mut Endpoint, victim: Rank) -> usize {
    let text = Leaked::new(200);
    for group in GROUPS {
        assert!(e.broadcasts().open_group(group, 1, &[victim + 1, victim], 0), "group {group} is new");
        e.broadcasts().send(group, text.region());
    }
    GROUPS.count()
}

/// Puts into windows of the other job and gets from them, with wrong keys. Returns each window's refusal.
fn operate(e: &mut Endpoint, victim: Rank) -> Vec<Refusal> {
    let (text, into) = (Leaked::copy_of(&[0xee; 64]), Leaked::new(64));
    for window in WINDOWS.map(WindowId) {
        for key in [0, 1, u64::MAX] {
            let place = WindowPlace { to: victim, window, key, offset: 0 };
            e.far_windows().put(place, text.region());
            e.far_windows().get(place, into.region());
        }
    }
    let end = Instant::now() + PATIENCE;
    while WINDOWS.map(WindowId).any(|window| e.far_windows().is_pending(victim, window)) {
        assert!(Instant::now() < end, "the other job does not answer");
        if !e.progress() {
            std::thread::sleep(REST);
        }
    }
    assert!(into.region().to_vec() == [0; 64], "bytes of a window have come");
    let refusals = WINDOWS.map(|window| e.far_windows().refusal(victim, WindowId(window)));
    refusals.map(|refusal| refusal.expect("an operation that is not refused has succeeded")).collect()
}
