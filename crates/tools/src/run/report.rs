//! What each rank is doing, in words, from the status words in shared memory.
use clump_fabric::shm::{Phase, Status, Waiting};

/// The names of the MPI functions, as crates/mpi generates them; the file stands alone.
#[path = "../../../mpi/src/calls.rs"]
mod calls;

/// The name of a blocking call. The number comes from the rank, so it may be anything.
fn call_name(call: u16) -> String {
    calls::CALLS.get(usize::from(call)).map_or_else(|| format!("call {call}"), |&name| name.to_owned())
}

/// What a rank that has not ended is doing.
pub fn doing(status: &Status) -> String {
    match (status.phase, &status.waiting) {
        (_, Some(waiting)) if waiting.call != 0 => blocked(waiting),
        (Phase::Outside, _) => "running, has not joined the job (no MPI_Init yet)".into(),
        (Phase::Running, _) => "running, not in a blocking MPI call".into(),
        (Phase::Closed, _) => "running, has left the job (MPI_Finalize is done)".into(),
        (Phase::Aborted, _) => {
            format!("ending the job with code {} (MPI_Abort)", status.abort_code)
        }
    }
}

fn blocked(waiting: &Waiting) -> String {
    let name = call_name(waiting.call);
    let lower = name.to_ascii_lowercase();
    let receives = lower.contains("recv") || lower.contains("probe");
    let sends = lower.contains("send");
    let side = match (receives, sends) {
        (true, false) => "from",
        (false, true) => "to",
        _ => "with",
    };
    let mut text = format!("in {name}");
    match waiting.peer {
        -2 => {}
        -1 => text += &format!(" {side} any rank"),
        peer => text += &format!(" {side} rank {peer}"),
    }
    // A call without a peer (a collective) has no tag either.
    if waiting.peer != -2 {
        match waiting.tag {
            -1 => text += ", any tag",
            tag => text += &format!(", tag {tag}"),
        }
    }
    text + ", " + &communicator(waiting.context)
}

/// A communicator by its context: two contexts each, messages and collectives; the first two are predefined.
fn communicator(context: u16) -> String {
    match context / 2 {
        0 => "MPI_COMM_WORLD".into(),
        1 => "MPI_COMM_SELF".into(),
        n => format!("communicator {n} (context {context})"),
    }
}

/// Puts ranks that do the same on one line: `ranks 0-2, 5: …`.
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

/// `rank 3`, or `ranks 0-2, 5`; the numbers ascend.
pub fn numbers(ranks: &[usize]) -> String {
    format!("rank{} {}", if ranks.len() == 1 { "" } else { "s" }, spans(ranks, ", "))
}

/// Numbers that follow each other as `first-last`, and this between those that do not.
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

/// `signal 9 (SIGKILL)`
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
    use super::*;

    fn status(phase: Phase, waiting: Option<Waiting>) -> Status {
        Status { phase, pid: 1, waiting, abort_code: 0 }
    }

    #[test]
    fn wildcards_and_collectives_read_naturally() {
        let any = Waiting { call: 9, peer: -1, tag: -1, context: 4 };
        assert_eq!(
            doing(&status(Phase::Running, Some(any))).split_once(" any rank").unwrap().1,
            ", any tag, communicator 2 (context 4)"
        );
        let collective = Waiting { call: 9, peer: -2, tag: 77, context: 5 };
        assert!(!doing(&status(Phase::Running, Some(collective))).contains("tag"));
    }

    #[test]
    fn equal_ranks_share_a_line() {
        let same = |r| (r, "waiting".to_owned());
        let lines = grouped(&[same(0), same(1), same(2), (3, "running".into()), same(5)]);
        assert_eq!(lines, ["ranks 0-2, 5: waiting", "rank 3: running"]);
    }
}
