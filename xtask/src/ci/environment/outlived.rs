//! Kills a launcher, or its process on the ranks' machine, and checks that no rank outlives it.
use super::Place;
use crate::process::Program;
use anyhow::{Result, bail};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long ranks may live without their launcher.
const LIMIT: Duration = Duration::from_secs(2);
/// How long a job may take to start, on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The number of ranks.
const RANKS: usize = 4;
/// The thread by which a rank watches its launcher: a rank that has it has joined its job.
const WATCH: &str = "clump-watch";

/// Starts `job` with four ranks that wait for ever, kills the process `above` generations above the ranks by SIGKILL,
/// and checks that all ranks end.
pub fn check(place: &mut Place, name: &str, above: usize, job: Program) -> Result<()> {
    let program = place.path("launched");
    // A launcher that is killed leaves its files.
    let files = place.home.join("outlived");
    std::fs::create_dir_all(&files)?;
    let job = job.args([&program, "4", "wait"]).env("TMPDIR", &files).within(2 * PATIENCE.as_secs());
    let launcher = std::thread::spawn(move || job.outcome());
    let start = Instant::now();
    let ranks = loop {
        let ranks: Vec<u32> = processes(&program).into_iter().filter(|&pid| watches(pid)).collect();
        if ranks.len() == RANKS {
            break ranks;
        }
        if launcher.is_finished() || start.elapsed() > PATIENCE {
            bail!("{name}: {} of {RANKS} ranks have started after {:?}", ranks.len(), start.elapsed());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let victim = (0..above).try_fold(ranks[0], |pid, _| parent(pid));
    let Some(victim) = victim else { bail!("{name}: the launcher's process above rank {} is not found", ranks[0]) };
    Program::new("kill").args(["-9", &victim.to_string()]).run()?;
    let killed = Instant::now();
    while !processes(&program).is_empty() {
        if killed.elapsed() > LIMIT {
            let left = processes(&program);
            for pid in &left {
                // The process may have ended just now.
                let _ = Program::new("kill").args(["-9", &pid.to_string()]).outcome();
            }
            bail!("{name}: {left:?} live {LIMIT:?} after the death of the launcher's process {victim}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // How a killed launcher ends does not matter.
    let _ = launcher.join();
    std::fs::remove_dir_all(&files)?;
    place.passed += 1;
    Ok(())
}

/// Returns the processes that run this program.
fn processes(program: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == Path::new(program)))
        .collect()
}

fn watches(pid: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let names = tasks.map(|task| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default());
    names.into_iter().any(|name| name.trim_end() == WATCH)
}

fn parent(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok().filter(|&pid| pid > 1)
}
