//! Describes what each rank is doing, from the status words in shared memory.
use clump::driver::handlers::WaitsFor;
use clump_fabric::shm::{BroadcastsGone, Phase, Status, Waiting};

/// The names of the MPI functions, as crates/mpi generates them; that file depends on nothing else.
#[path = "../../../mpi/src/calls.rs"]
mod calls;

/// Returns the name of a blocking call. The number comes from the rank, and may have any value.
pub fn call_name(call: u16) -> String {
    calls::CALLS.get(usize::from(call)).map_or_else(|| format!("call {call}"), |&name| name.to_owned())
}

pub use calls::with_int;

/// Returns true if a rank waits in this call: the call is not none, and no test in vain.
pub fn is_wait(of: &Waiting) -> bool {
    of.call != 0 && (of.call >= Waiting::HANDLERS || of.call & Waiting::IN_VAIN == 0)
}

/// Describes what a rank that has not ended is doing. `name` is the name that the program has given to the communicator
/// of the rank's call.
pub fn doing(status: &Status, name: Option<&str>) -> String {
    if let Some(waits_for) = WaitsFor::of(status) {
        return waits_for.to_string();
    }
    // A rank that no longer runs may still show what it tested before.
    let waiting = status.waiting.as_ref().filter(|waiting| waiting.call != 0);
    match (status.phase, waiting) {
        (Phase::Running, Some(waiting)) if waiting.call & Waiting::IN_VAIN != 0 => {
            let tested = Waiting { call: waiting.call & !Waiting::IN_VAIN, ..*waiting };
            format!(
                "running, not in a blocking MPI call; tested in vain {} times, most recently by {}",
                status.bytes,
                call_of(status.pid, &tested, name)
            )
        }
        (_, Some(waiting)) if waiting.call & Waiting::IN_VAIN == 0 => {
            format!("in {}", call_of(status.pid, waiting, name))
        }
        (Phase::Outside, _) => "running, has not joined the job (no MPI_Init yet)".into(),
        (Phase::Running, _) => "running, not in a blocking MPI call".into(),
        (Phase::Closed, _) => "running, has left the job (MPI_Finalize is done)".into(),
        (Phase::Died, _) => "dead; the job goes on without it".into(),
        (Phase::Aborted, _) => format!("ending the job with code {}", status.abort_code & 0xff),
    }
}

/// Describes a call and what it waits for.
fn call_of(pid: u32, waiting: &Waiting, communicator: Option<&str>) -> String {
    match waiting.peer {
        Waiting::FILE => on_file(pid, waiting),
        _ => on_messages(waiting, communicator),
    }
}

/// Describes a call on a file. The system knows the file's name by the descriptor.
fn on_file(pid: u32, waiting: &Waiting) -> String {
    let name = call_name(waiting.call);
    match std::fs::read_link(format!("/proc/{pid}/fd/{}", waiting.tag)) {
        Ok(path) => format!("{name} on {}", path.display()),
        Err(_) => format!("{name} on a file"),
    }
}

fn on_messages(waiting: &Waiting, named: Option<&str>) -> String {
    let name = call_name(waiting.call);
    let lower = name.to_ascii_lowercase();
    let receives = lower.contains("recv") || lower.contains("probe") || lower.contains("parrived");
    let sends = lower.contains("send");
    let side = match (receives, sends) {
        (true, false) => "from",
        (false, true) => "to",
        _ => "with",
    };
    let mut text = name;
    match waiting.peer {
        -2 => {}
        -1 => text += &format!(" {side} any rank"),
        peer => text += &format!(" {side} rank {peer}"),
    }
    // A call without a peer (a collective) has no tag to show either.
    if waiting.peer != -2 {
        match waiting.tag {
            Waiting::NO_TAG => {}
            -1 => text += ", any tag",
            tag => text += &format!(", tag {tag}"),
        }
    }
    // Of several requests, the first incomplete one is shown.
    if lower.ends_with("any") || lower.ends_with("some") {
        text += " (or another of its requests)";
    }
    // A request of an operation, such as a collective, names no communicator.
    if waiting.peer == -2 && (lower.contains("_wait") || lower.contains("_test")) {
        return text;
    }
    match lower.starts_with("mpi_win") {
        true => text + &format!(", window {}", waiting.context / 2),
        false => text + ", " + &communicator(waiting.context, named),
    }
}

/// Returns the name of a communicator by its context. Each communicator has two contexts, one for messages and one
/// for collectives. The first two communicators are predefined. All ranks of a communicator use the same contexts.
/// `name` is the name that the program has given to it.
pub fn communicator(context: u16, name: Option<&str>) -> String {
    let which = match context / 2 {
        0 => "MPI_COMM_WORLD".into(),
        1 => "MPI_COMM_SELF".into(),
        n => format!("communicator {n}"),
    };
    match name {
        Some(name) => format!("{which} \"{name}\""),
        None => which,
    }
}

/// Describes a circle of ranks that all send to each other from outside their handlers: none of them reads, so that
/// none can continue. Returns `None` if there is no circle.
pub fn senders_in_a_circle(ranks: &[(usize, Status)]) -> Option<String> {
    let to = |rank: usize| match WaitsFor::of(&ranks.iter().find(|(r, _)| *r == rank)?.1)? {
        WaitsFor::PieceAlone { to, .. } => Some(to as usize),
        _ => None,
    };
    let circle = |&(first, _): &(usize, Status)| {
        let mut circle = vec![first];
        while let Some(next) = circle.last().and_then(|&rank| to(rank)) {
            match circle.contains(&next) {
                // A rank that sends to a member of a circle need not be a member itself.
                true => return (next == first).then_some(circle),
                false => circle.push(next),
            }
        }
        None
    };
    let mut circle = ranks.iter().find_map(circle)?;
    circle.sort_unstable();
    Some(format!(
        "{} wait for ever: each sends to one of them from outside its handlers, so none of their handlers reads; send \
         by `block_on` or from a handler, which run handlers meanwhile, or call `extract` first",
        numbers(&circle)
    ))
}

/// Describes how the broadcasts of some ranks to other hosts have gone; `None` if there were none.
pub fn broadcasts(ranks: impl Iterator<Item = BroadcastsGone>) -> Option<String> {
    let (mut multicast, mut tree, mut found, mut given_up) = (0u64, 0u64, 0u64, 0u64);
    for gone in ranks {
        multicast += u64::from(gone.by_multicast);
        tree += u64::from(gone.by_tree);
        found += u64::from(gone.found);
        given_up += u64::from(gone.given_up);
    }
    let times = |n: u64| if n == 1 { "once".into() } else { format!("{n} times") };
    let why = match (found, given_up) {
        _ if multicast + tree == 0 => return None,
        (0, _) if tree > ENOUGH => "; no multicast was seen to reach all hosts".into(),
        (_, 0) => String::new(),
        (_, n) => format!("; multicast stopped reaching all hosts {}, and the tree took over", times(n)),
    };
    Some(format!("{multicast} by multicast, {tree} down a tree of messages{why}"))
}

/// The most broadcasts of one root that may end before that root tries multicast.
const ENOUGH: u64 = 3;

/// Puts ranks that do the same thing on one line: `ranks 0-2, 5: …`.
pub fn grouped(ranks: &[(usize, String)]) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (rank, text) in ranks {
        match groups.iter_mut().find(|(known, _)| known == text) {
            Some((_, members)) => members.push(*rank),
            None => groups.push((text, vec![*rank])),
        }
    }
    groups.into_iter().map(|(text, members)| format!("{}: {text}", numbers(&members))).collect()
}

/// Returns `rank 3`, or `ranks 0-2, 5`; the numbers ascend.
pub fn numbers(ranks: &[usize]) -> String {
    format!("rank{} {}", if ranks.len() == 1 { "" } else { "s" }, spans(ranks, ", "))
}

/// Writes consecutive numbers as `first-last`, with `between` between the groups.
pub fn spans(numbers: &[usize], between: &str) -> String {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => spans.push((number, number)),
        }
    }
    let one = |&(first, last): &_| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    spans.iter().map(one).collect::<Vec<_>>().join(between)
}

/// Returns the number and name of a signal, as in `signal 9 (SIGKILL)`.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}

#[cfg(test)]
mod tests {
    use super::{doing as doing_with, *};

    fn doing(status: &Status) -> String {
        doing_with(status, None)
    }
    use std::os::fd::AsRawFd;

    fn status(phase: Phase, waiting: Option<Waiting>) -> Status {
        Status { phase, pid: 1, waiting, bytes: 1 << 20, abort_code: 0 }
    }

    fn sends(to: i32) -> Status {
        status(Phase::Running, Some(Waiting { call: Waiting::HANDLERS, peer: to, tag: 7, context: 0 }))
    }

    #[test]
    fn handlers_read_naturally() {
        let says = "in send_piece to rank 3, handler 7, 1048576 bytes, and runs no handler meanwhile";
        assert_eq!(doing(&sends(3)), says);
        let idle = Waiting { call: Waiting::HANDLERS + 3, peer: -2, tag: 0, context: 0 };
        assert_eq!(doing(&status(Phase::Running, Some(idle))), "runs handlers, nothing to do");
    }

    #[test]
    fn a_circle_of_senders_is_found() {
        let ranks = |to: &[i32]| -> Vec<(usize, Status)> { to.iter().map(|&to| sends(to)).enumerate().collect() };
        let found = |to: &[i32]| senders_in_a_circle(&ranks(to)).unwrap_or_default();
        assert!(found(&[1, 3, 1, 1]).starts_with("ranks 1, 3 wait for ever"));
        assert!(found(&[1, 2, 0]).starts_with("ranks 0-2 wait for ever"));
        assert!(found(&[0]).starts_with("rank 0 wait"));
        // The last of these ranks is on another host, or does something else.
        assert_eq!(found(&[1, 2, 3]), "");
        assert_eq!(senders_in_a_circle(&[(0, sends(1)), (1, status(Phase::Running, None))]), None);
    }

    #[test]
    fn wildcards_and_collectives_read_naturally() {
        let any = Waiting { call: 9, peer: -1, tag: -1, context: 4 };
        assert_eq!(
            doing(&status(Phase::Running, Some(any))).split_once(" any rank").unwrap().1,
            ", any tag, communicator 2"
        );
        let collective = Waiting { call: 9, peer: -2, tag: 77, context: 5 };
        assert!(!doing(&status(Phase::Running, Some(collective))).contains("tag"));
    }

    #[test]
    fn calls_on_requests_and_windows_name_ranks() {
        let number = |name: &str| calls::CALLS.iter().position(|call| *call == name).expect("a call") as u16;
        let says = |name: &str, peer, tag, context| {
            doing(&status(Phase::Running, Some(Waiting { call: number(name), peer, tag, context })))
        };
        assert_eq!(says("MPI_Wait", 1, 31, 0), "in MPI_Wait with rank 1, tag 31, MPI_COMM_WORLD");
        assert_eq!(
            says("MPI_Waitany", 1, 31, 6),
            "in MPI_Waitany with rank 1, tag 31 (or another of its requests), communicator 3"
        );
        assert_eq!(says("MPI_Wait", -2, -1, 0), "in MPI_Wait", "a collective's request");
        assert_eq!(says("MPI_Win_start", 2, Waiting::NO_TAG, 8), "in MPI_Win_start with rank 2, window 4");
        // Messages and collectives of one communicator have two contexts.
        assert_eq!(communicator(8, None), communicator(9, None));
        assert_eq!(communicator(8, Some("rows")), "communicator 4 \"rows\"");
    }

    #[test]
    fn tests_in_vain_are_told_of_a_rank_that_runs() {
        let call = calls::CALLS.iter().position(|call| *call == "MPI_Test").expect("a call") as u16;
        let tested = Waiting { call: call | Waiting::IN_VAIN, peer: 1, tag: 3, context: 0 };
        let says = |phase| doing(&Status { bytes: 4096, ..status(phase, Some(tested)) });
        let test = "MPI_Test with rank 1, tag 3, MPI_COMM_WORLD";
        let running = "running, not in a blocking MPI call; tested in vain 4096 times, most recently by";
        assert_eq!(says(Phase::Running), format!("{running} {test}"));
        assert_eq!(says(Phase::Closed), "running, has left the job (MPI_Finalize is done)");
        assert_eq!(says(Phase::Aborted), "ending the job with code 0");
    }

    #[test]
    fn calls_on_files_name_the_file() {
        let call = calls::CALLS.iter().position(|call| *call == "MPI_File_write_all").expect("a call") as u16;
        let file = std::fs::File::open("/proc/version").expect("a file");
        let waiting = Waiting { call, peer: Waiting::FILE, tag: file.as_raw_fd(), context: 9 };
        let own = Status { pid: std::process::id(), ..status(Phase::Running, Some(waiting)) };
        assert_eq!(doing(&own), "in MPI_File_write_all on /proc/version");
        assert_eq!(doing(&Status { pid: 0, ..own }), "in MPI_File_write_all on a file");
        let tested = Some(Waiting { call: call | Waiting::IN_VAIN, ..waiting });
        assert!(doing(&Status { waiting: tested, ..own }).ends_with(" by MPI_File_write_all on /proc/version"));
    }

    #[test]
    fn broadcasts_are_reported_by_their_ways() {
        let gone = |by_multicast, by_tree, found, given_up| BroadcastsGone { by_multicast, by_tree, found, given_up };
        let told = |ranks: &[BroadcastsGone]| broadcasts(ranks.iter().copied());
        assert_eq!(told(&[gone(0, 0, 0, 0)]), None);
        let well = told(&[gone(38, 1, 1, 0), gone(2, 1, 1, 0)]).expect("some");
        assert_eq!(well, "40 by multicast, 2 down a tree of messages");
        assert!(told(&[gone(0, 9, 0, 0)]).expect("some").ends_with("; no multicast was seen to reach all hosts"));
        assert!(!told(&[gone(0, 1, 0, 0)]).expect("some").contains(';'), "that is too early to say");
        assert!(told(&[gone(9, 9, 1, 1)]).expect("some").ends_with("once, and the tree took over"));
    }

    #[test]
    fn equal_ranks_share_a_line() {
        let same = |r| (r, "waiting".to_owned());
        let lines = grouped(&[same(0), same(1), same(2), (3, "running".into()), same(5)]);
        assert_eq!(lines, ["ranks 0-2, 5: waiting", "rank 3: running"]);
    }
}
