//! A service that accepts connections, or starts processes, under MPI_ERRORS_RETURN: clients that are killed or stopped
//! at seeded moments, or that belong to another user, cost it no more than a failed call, which ends by its deadline.
//! crates/mpi/tests/environment/service.c says what each process does, and checks the times and error classes.
use super::{NOBODY, Place, is_root, skipped};
use anyhow::{Result, bail};
use std::path::Path;
use std::time::{Duration, Instant};

/// Clients that are killed, for each number of the service's ranks.
const KILLED: u32 = 12;
/// Clients that are stopped and, 3 s later, killed.
const STOPPED: u32 = 1;
/// Processes that MPI_Comm_spawn starts; three of four are killed.
const SPAWNED: &str = "12";
/// The exit code of a job of which a process was killed.
const KILLED_CODE: i32 = 128 + 9;
/// The time, in microseconds, within which a client is killed after MPI_Comm_connect has begun: longer than that takes.
const CONNECTING: &str = "20000";
/// The time, in microseconds, within which a started process is killed after its start: longer than MPI_Init takes.
const STARTING: &str = "60000";
/// The info key `timeout` of the service and its clients, in seconds.
const TIMEOUT: &str = "1";
/// How long the service may take to open its port, on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub fn check(place: &mut Place) -> Result<()> {
    for ranks in ["1", "2"] {
        accepts(place, ranks)?;
        let spawn = place.launch(&[], ranks).arg(place.path("service")).args(["spawn", SPAWNED, STARTING]);
        let outcome = spawn.within(super::SECONDS).outcome()?;
        // The job fails if a process was killed after it had joined.
        let code = outcome.status.code();
        if !(code == Some(0) || code == Some(KILLED_CODE)) || !outcome.output.contains(": right") {
            bail!("{ranks} ranks start processes that are killed: {}:\n{}", outcome.status, outcome.output);
        }
        place.passed += 1;
    }
    let seen = place.path("seen");
    let said = place.launch(&[], "2").arg(place.path("listeners")).arg(&seen).within(super::SECONDS).run()?;
    std::fs::remove_file(&seen)?;
    if !said.contains("listened at loopback only") {
        bail!("the sockets of processes during MPI_Comm_spawn on one machine:\n{said}");
    }
    place.passed += 1;
    Ok(())
}

/// Runs a service of that many ranks, and its clients.
fn accepts(place: &mut Place, ranks: &str) -> Result<()> {
    let (program, port, stop) = (place.path("service"), place.path("port"), place.path("stop"));
    let service = place.launch(&[], ranks).arg(&program).args(["accept", &port, TIMEOUT, &stop]);
    let service = std::thread::spawn(move || service.within(2 * super::SECONDS).outcome());
    let served = clients(place, &program, &port);
    std::fs::write(&stop, "")?;
    let Ok(outcome) = service.join() else { bail!("the thread of the service has panicked") };
    let outcome = outcome?;
    [&stop, &port].into_iter().try_for_each(std::fs::remove_file)?;
    if !outcome.status.success() {
        bail!("a service of {ranks} ranks ended with {}:\n{}", outcome.status, outcome.output);
    }
    served?;
    place.passed += 1;
    Ok(())
}

fn clients(place: &Place, program: &str, port: &str) -> Result<()> {
    let start = Instant::now();
    while !Path::new(port).exists() {
        if start.elapsed() > PATIENCE {
            bail!("the service has opened no port after {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let client = |behind: &[&str], ranks: &str, words: &[&str]| {
        place.launch(behind, ranks).arg(program).args(words).within(super::SECONDS).outcome()
    };
    let connect = |fate: &[&str]| client(&[], "2", &[&["connect", port, TIMEOUT], fate].concat());
    if is_root() {
        let other = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"];
        let refused = client(&other, "1", &["connect", port, TIMEOUT])?;
        if !refused.output.contains("MPI_ERR_PORT after 0.") {
            bail!("a client of another user: {}:\n{}", refused.status, refused.output);
        }
    } else {
        skipped("a client of another user", "this is not root");
    }
    for seed in 1..=KILLED + STOPPED {
        let fate = if seed > KILLED { "stop" } else { "kill" };
        // How a killed client ends does not matter.
        connect(&[fate, &seed.to_string(), CONNECTING])?;
    }
    client(&[], "2", &["leave", port, TIMEOUT])?;
    // The service may be in a call that a killed client has made fail.
    for _ in 0..3 {
        if connect(&[])?.output.contains("served") {
            return Ok(());
        }
    }
    bail!("a client is not served after others were killed");
}
