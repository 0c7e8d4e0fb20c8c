//! `clump info --hosts`: checks whether multicast from each host reaches all others, with a job of one rank on each
//! host.
use crate::measure::child::output;
use clump::driver::{Broadcast, BroadcastLost, Endpoint, Leaked, Patience, Waiting};
use std::process::Command;
use std::time::Duration;

const GROUP: u16 = 3;
/// Number of broadcasts of each rank. The first ones go down a tree, until all hosts have answered the first
/// multicast.
const ROUNDS: usize = 8;
/// Bytes of each broadcast.
const BYTES: usize = 64;
/// The beginning of a rank's line of output.
const MARK: &str = "multicast from rank ";
/// How long the job may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Returns for each host whether its multicasts reach all other hosts.
pub fn between(hosts: &[String], rsh: Option<&str>) -> Result<Vec<bool>, String> {
    let exe = std::env::current_exe().map_err(|e| format!("this program's own place is unknown: {e}"))?;
    let mut c = Command::new(&exe);
    c.args(["run", "-n", &hosts.len().to_string(), "--hosts", &hosts.join(",")]);
    if let Some(rsh) = rsh {
        c.args(["--rsh", rsh]);
    }
    c.arg(&exe).args(["info", "--as-member"]);
    let (text, _) = output(c, LIMIT)?;
    let says = |rank: usize| text.lines().find_map(|line| line.strip_prefix(&format!("{MARK}{rank}: ")));
    let all = (0..hosts.len()).map(|rank| says(rank).map(|said| said == "true"));
    all.collect::<Option<_>>().ok_or_else(|| "not all hosts have told how their multicasts went".into())
}

/// Returns the result in one line.
pub fn text(hosts: &[String], reach: &[bool]) -> String {
    let of = |works: bool| -> Vec<&str> {
        hosts.iter().zip(reach).filter(|(_, reaches)| **reaches == works).map(|(host, _)| &**host).collect()
    };
    match (of(true).is_empty(), of(false)) {
        (_, not) if not.is_empty() => "from each of these hosts reaches all others".into(),
        (true, _) => "from none of these hosts reaches all others: broadcasts between them go down a tree".into(),
        (false, not) => format!(
            "from {} does not reach all others: broadcasts from there go down a tree; from the other hosts it does",
            not.join(", ")
        ),
    }
}

/// Runs one of the ranks of the check.
pub fn run_rank() -> Result<(), String> {
    // SAFETY: every region outlives its use.
    let mut endpoint = unsafe { clump::Endpoint::open().map_err(|e| e.to_string())?.into_driver() };
    let (me, members) = (endpoint.rank() as usize, (0..endpoint.size()).collect::<Vec<_>>());
    if !endpoint.broadcasts().open_group(GROUP, 1, &members, me) {
        return Err("the group cannot be opened".into());
    }
    let data = Leaked::new(BYTES);
    for _ in 0..ROUNDS {
        for root in 0..members.len() {
            let broadcast = match root == me {
                true => endpoint.broadcasts().send(GROUP, data.region()),
                false => endpoint.broadcasts().receive(GROUP, root, data.region()),
            };
            wait(&mut endpoint, broadcast).map_err(|_| format!("rank {root} is no more"))?;
        }
    }
    println!("{MARK}{me}: {}", endpoint.broadcasts().multicasts(GROUP));
    endpoint.broadcasts().close_group(GROUP);
    endpoint.close().map_err(|e| e.to_string())
}

/// Waits for the end of a broadcast, however long that takes.
pub fn wait(endpoint: &mut Endpoint, broadcast: Broadcast) -> Result<u64, BroadcastLost> {
    let mut patience = Patience::default();
    loop {
        if let Some(end) = endpoint.broadcasts().end(broadcast) {
            endpoint.stop_waiting(&patience);
            return end;
        }
        match endpoint.progress() {
            true => patience.moved(),
            false => endpoint.pause(&mut patience, Waiting::NOTHING).rest(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_that_do_not_reach_all_are_named() {
        let hosts = ["a", "b", "c"].map(str::to_owned);
        let told = |reach: [bool; 3]| text(&hosts, &reach);
        assert!(told([true; 3]).starts_with("from each"));
        assert!(told([false; 3]).starts_with("from none"));
        assert!(told([false, true, false]).starts_with("from a, c does not reach all others"));
    }
}
