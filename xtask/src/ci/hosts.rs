//! Tests jobs on several hosts: the C conformance programs on two and three hosts, with and without loss; progress
//! while a rank computes; handlers of Rust and C; a cable that is cut, for a while and for good.
use super::{capi, conformance, examples, killer};
use crate::demo;
use crate::hosts::Hosts;
use crate::paths;
use crate::process::Program;
use crate::without::clump_run;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const PREFIX: &str = "clumpci";
/// How many of 1,000 arriving datagrams each test host drops.
const LOSS: u32 = 10;
/// Time limit of one program, in seconds.
const SECONDS: u64 = 300;
/// The most ranks on which programs that want many ranks run on two hosts.
const CROWD: u32 = 16;
/// Time within which the launcher must name a lost host, on a loaded machine.
const NAMED: Duration = Duration::from_secs(8);

/// How long a cable is cut before it is mended.
const INTERRUPTION: Duration = Duration::from_secs(2);

/// Runs all tests on several hosts. Returns how many runs passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let mut runs = groups(prefix, home)?;
    let hosts = Hosts::up(PREFIX, 3)?;
    for (count, lossy) in [(2, false), (3, true)] {
        if lossy {
            hosts.lose(3, LOSS)?;
        }
        for (source, ranks) in conformance::built(prefix, home)? {
            let text = std::fs::read_to_string(&source)?;
            // A program that checks what only ranks of one machine can have says `hosts: 1`.
            let fits = ranks.iter().rev().find(|n| (count..=4).contains(*n)).or_else(|| {
                // A program that wants more ranks runs once, without losses.
                ranks.iter().find(|n| (count..=CROWD).contains(*n)).filter(|_| !lossy)
            });
            let (Some(n), false) = (fits, text.contains("hosts: 1")) else { continue };
            let binary = home.join("conformance").join(source.file_stem().unwrap_or_default());
            let program = launch(prefix, &hosts, count, *n, SECONDS).arg(&binary).within(SECONDS + 20);
            program.run().with_context(|| format!("{} on {n} ranks of {count} hosts", source.display()))?;
            runs += 1;
        }
    }
    // The following tests measure time, and a rank that computes resends a lost datagram only in its next call.
    hosts.lose_nothing(3)?;
    uneven(prefix, home, &hosts)?;
    reproducible(prefix, home, &hosts)?;
    insecure(prefix, home, &hosts)?;
    disagreement(prefix, home, &hosts)?;
    handlers(prefix, &hosts)?;
    runs += capi::between_hosts(prefix, home, |ranks| {
        let ranks = ranks.parse().unwrap_or(2);
        launch(prefix, &hosts, 2, ranks, SECONDS).within(SECONDS + 20)
    })?;
    deposits(prefix, home, &hosts)?;
    interrupted(prefix, home, &hosts)?;
    progress(prefix, home, &hosts)?;
    started_and_failed(prefix, home, &hosts)?;
    survived(prefix, home, &hosts)?;
    cut(prefix, &hosts, 2, &["sleep", "60"])?;
    Ok(runs + 12)
}

/// Runs broadcasts by groups on eight hosts: with and without loss, with one rank on each host and with two. Other
/// tests use fewer hosts, because test hosts share their cores.
fn groups(prefix: &Path, home: &Path) -> Result<u64> {
    const HOSTS: u32 = 8;
    let hosts = Hosts::up(PREFIX, HOSTS)?;
    let programs: Vec<_> = conformance::built(prefix, home)?
        .into_iter()
        .filter_map(|(source, _)| source.file_stem().map(|name| home.join("conformance").join(name)))
        .filter(|binary| ["broadcast", "meetings"].iter().any(|name| binary.ends_with(name)))
        .collect();
    let mut runs = 0;
    for lossy in [false, true] {
        if lossy {
            hosts.lose(HOSTS, LOSS)?;
        }
        for (binary, ranks) in programs.iter().flat_map(|binary| [(binary, HOSTS), (binary, 2 * HOSTS)]) {
            let program = launch(prefix, &hosts, HOSTS, ranks, SECONDS).arg(binary).within(SECONDS + 20);
            program.run().with_context(|| format!("{ranks} ranks of {}, lossy: {lossy}", binary.display()))?;
            runs += 1;
        }
    }
    hosts.lose_nothing(HOSTS)?;
    // Cuts the cable during barriers and allreduces that would go on for ever.
    let meetings = home.join("conformance/meetings").display().to_string();
    cut(prefix, &hosts, HOSTS / 2, &[&meetings, "forever"])?;
    Ok(runs + 1)
}

/// Creates two test hosts, for other steps.
pub fn two() -> Result<Hosts> {
    Hosts::up(PREFIX, 2)
}

/// Returns the command `clump run` with `ranks` ranks on `count` hosts and a time limit of `seconds`.
pub fn launch(prefix: &Path, hosts: &Hosts, count: u32, ranks: u32, seconds: u64) -> Program {
    hosts.launch(prefix, count, ranks, seconds)
}

/// Runs collectives with a different number of ranks on each host.
fn uneven(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let list =
        hosts.names(3).iter().zip([1, 3, 2]).map(|(host, n)| format!("{host}:{n}")).collect::<Vec<_>>().join(",");
    for program in ["collectives", "placement"] {
        let binary = home.join("conformance").join(program);
        clump_run(prefix)
            .args(["--timeout", &SECONDS.to_string(), "--hosts", &list, "--rsh"])
            .arg(&hosts.rsh)
            .arg(&binary)
            .within(SECONDS + 20)
            .run()
            .with_context(|| format!("{program} on {list}"))?;
    }
    Ok(())
}

/// Checks that sums of floating-point numbers are equal in two runs with one layout, bit by bit, for several layouts.
fn reproducible(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = home.join("conformance/allreduce_bits");
    for (count, ranks) in [(3, 3), (2, 4), (3, 6)] {
        let bits = || -> Result<String> {
            let program = launch(prefix, hosts, count, ranks, SECONDS).arg(&binary).within(SECONDS + 20);
            let output = program.run().with_context(|| format!("allreduce_bits on {ranks} ranks of {count} hosts"))?;
            let line = output.lines().find(|line| line.starts_with("bits ")).map(str::to_owned);
            line.with_context(|| format!("allreduce_bits prints no hash of its results:\n{output}"))
        };
        let (one, other) = (bits()?, bits()?);
        if one != other {
            bail!("two runs of allreduce_bits on {ranks} ranks of {count} hosts differ: {one} and {other}");
        }
    }
    Ok(())
}

/// Runs a job unsealed (`--insecure`).
fn insecure(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = home.join("conformance/collectives");
    launch(prefix, hosts, 2, 4, SECONDS).arg("--insecure").arg(&binary).within(SECONDS + 20).run().map(drop)
}

/// Checks that `--check` and the report of a hanging job compare collective calls across hosts: they find nothing where
/// ranks agree, and name the call on which they disagree.
fn disagreement(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = compiled(prefix, home, "disagree")?;
    let checked = |how: &str| launch(prefix, hosts, 2, 4, SECONDS).arg("--check").arg(&binary).arg(how);
    checked("agree").within(SECONDS + 20).run()?;
    let outcome = checked("count").within(SECONDS + 20).outcome()?;
    if !outcome.output.contains("ranks disagree about collective 3 of MPI_COMM_WORLD") {
        bail!("--check does not name the call on which ranks of two hosts disagree:\n{}", outcome.output);
    }
    // One rank on each host: no host sees the disagreement alone.
    let hanging = |how: &str| launch(prefix, hosts, 3, 3, 3).arg(&binary).arg(how).within(SECONDS).outcome();
    let outcome = hanging("call")?;
    let says = "ranks disagree about collective 3 of MPI_COMM_WORLD: ranks 0-1 called MPI_Allreduce (16 bytes, \
                MPI_SUM), and rank 2 called MPI_Bcast (root 0, 16 bytes)";
    if outcome.status.code() != Some(124) || !outcome.output.contains(says) || outcome.output.contains('\x1e') {
        bail!("the report of a job that hangs on three hosts does not name the disagreement:\n{}", outcome.output);
    }
    let outcome = hanging("hang")?;
    if outcome.status.code() != Some(124) || outcome.output.contains("disagree about") {
        bail!("the report of a job that hangs on three hosts names a disagreement:\n{}", outcome.output);
    }
    Ok(())
}

/// Runs programs with handlers: the demo's store, and long messages beside short ones.
fn handlers(prefix: &Path, hosts: &Hosts) -> Result<()> {
    let run = |example: &str, args: &[&str]| {
        // The step of the unit tests has built it by this profile.
        Program::cargo().args(["build", "--locked", "-p", "clump-mp", "--example", example]).run()?;
        let program = paths::target().join("debug/examples").join(example);
        launch(prefix, hosts, 2, 4, SECONDS).arg(program).args(args).within(SECONDS + 20).run()
    };
    examples::stored(&run("store", &[])?, 4)?;
    run("interleave", &["200"]).map(drop)
}

/// Runs `sor` with messages and with deposits, and a program of `deposit.h`, with two ranks on each of two hosts and
/// with one; then programs whose handlers a thread runs, and whose messages may be dropped.
fn deposits(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let sor = demo::compile(prefix, "sor", home)?;
    let from_c = [capi::program(prefix, home, "deposits")?, capi::program(prefix, home, "deposit_misuse")?];
    for ranks in [2, 4] {
        let run = launch(prefix, hosts, 2, ranks, SECONDS).arg(&sor).arg("--compare").within(SECONDS + 20).run()?;
        println!("    {}", examples::compared(&run)?);
        for binary in &from_c {
            let program = launch(prefix, hosts, 2, ranks, SECONDS).arg(binary).within(SECONDS + 20);
            program.run().with_context(|| format!("{} on {ranks} ranks of 2 hosts", binary.display()))?;
        }
    }
    for (name, ranks) in [("am_thread_fills", 2), ("unguaranteed", 19)] {
        let program = launch(prefix, hosts, 2, ranks, SECONDS).arg(capi::program(prefix, home, name)?);
        program.within(SECONDS + 20).run().with_context(|| format!("{name} on {ranks} ranks of 2 hosts"))?;
    }
    Ok(())
}

/// Compiles a program of `tests/environment`. Returns its path.
fn compiled(prefix: &Path, home: &Path, name: &str) -> Result<PathBuf> {
    let (source, binary) = (paths::root().join(format!("crates/mpi/tests/environment/{name}.c")), home.join(name));
    Program::new(prefix.join("bin/mpicc")).args(["-O1", "-Wall", "-o"]).arg(&binary).arg(&source).run()?;
    Ok(binary)
}

/// Checks that the helper thread serves other ranks while a rank computes, if the launcher's option or the program
/// itself switches it on, and sleeps when there is nothing to do.
fn progress(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = compiled(prefix, home, "progress")?;
    launch(prefix, hosts, 2, 2, SECONDS).arg(&binary).arg("off").within(120).run()?;
    launch(prefix, hosts, 2, 2, SECONDS).arg("--progress").arg(&binary).arg("on").within(120).run().map(drop)
}

/// Checks that a job fails if a job that it has started has failed, and ends if that job's processes on another host
/// abort both.
fn started_and_failed(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = compiled(prefix, home, "family")?;
    let outcome = launch(prefix, hosts, 2, 2, SECONDS).arg(&binary).arg("child-outlives").within(120).outcome()?;
    if outcome.status.code() != Some(3) || !outcome.output.contains("the child ends") {
        bail!("a job whose child ended with exit code 3 ended with {}:\n{}", outcome.status, outcome.output);
    }
    let outcome = launch(prefix, hosts, 2, 2, SECONDS).arg(&binary).arg("far-child-aborts").within(120).outcome()?;
    if outcome.status.code() != Some(128 + 15) || !outcome.output.contains("ends that job too") {
        bail!("a job whose child on another host aborts both ended with {}:\n{}", outcome.status, outcome.output);
    }
    Ok(())
}

/// Checks that a job goes on when its ranks die, those of one host or all of a host, and when a host is lost.
fn survived(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let (calls, random) = (compiled(prefix, home, "survivor_calls")?, compiled(prefix, home, "survivors")?);
    let job = |ranks| launch(prefix, hosts, 2, ranks, SECONDS).arg("--survive");
    job(4).arg(&calls).within(SECONDS + 20).run()?;
    // A seed, and how many of the last ranks die.
    for (seed, victims) in [("1", "1"), ("2", "4"), ("3", "7"), ("4", "7")] {
        job(8).arg(&random).args([seed, victims]).within(SECONDS + 20).run()?;
    }
    let (respawned, objects) = (compiled(prefix, home, "respawned")?, compiled(prefix, home, "dead_objects")?);
    job(3).arg(&respawned).within(SECONDS + 20).run()?;
    let leaves = compiled(prefix, home, "revoke_and_leave")?;
    for ranks in [2, 3, 4, 4] {
        job(ranks).arg(&leaves).within(SECONDS + 20).run()?;
    }
    job(4).arg(&leaves).arg("spawn").within(SECONDS + 20).run()?;
    let different = compiled(prefix, home, "different_calls")?;
    job(3).arg(&different).within(SECONDS + 20).run()?;
    job(4).arg(&objects).arg(home.join("dead_objects.out")).within(SECONDS + 20).run()?;
    let (source, refill) = (paths::root().join("examples/refill.c"), home.join("refill"));
    Program::new(prefix.join("bin/mpicc")).args(["-O2", "-Wall", "-o"]).arg(&refill).arg(&source).run()?;
    killer::refilled(&refill.canonicalize()?, &hosts.names(2), || launch(prefix, hosts, 2, 4, 2 * SECONDS))?;
    let lost = compiled(prefix, home, "survive_host")?;
    let said = std::thread::scope(|scope| -> Result<_> {
        let job = scope.spawn(|| job(4).arg(&lost).arg("2").within(SECONDS + 20).run());
        std::thread::sleep(Duration::from_secs(2));
        hosts.cut(1)?;
        let said = job.join();
        hosts.mend(1)?;
        said.map_err(|_| anyhow::anyhow!("the thread that waits for the job has panicked"))?
    })?;
    if !said.contains("is silent; the job goes on without it") {
        bail!("a job on two hosts, of which one is cut off:\n{said}");
    }
    Ok(())
}

/// Checks that a job loses nothing when a cable is cut for two seconds.
fn interrupted(prefix: &Path, home: &Path, hosts: &Hosts) -> Result<()> {
    let binary = compiled(prefix, home, "talk")?;
    let said = std::thread::scope(|scope| -> Result<_> {
        let job = scope.spawn(|| launch(prefix, hosts, 2, 2, SECONDS).arg(&binary).arg("7").within(120).run());
        std::thread::sleep(Duration::from_secs(2));
        hosts.cut(1)?;
        std::thread::sleep(INTERRUPTION);
        hosts.mend(1)?;
        job.join().map_err(|_| anyhow::anyhow!("the job's thread has failed"))?
    });
    let said = said.context("a cable was out for two seconds")?;
    let longest: Option<f64> =
        said.trim().strip_prefix("longest ").and_then(|s| s.strip_suffix(" s")).and_then(|s| s.parse().ok());
    match longest {
        // A shorter pause means that no rank sent while the cable was cut, so the test has shown nothing.
        Some(seconds) if seconds >= INTERRUPTION.as_secs_f64() / 2.0 => Ok(()),
        _ => bail!("a cable was out for two seconds, and the ranks did not notice: {said}"),
    }
}

/// Cuts a host's cable while a rank on each of `count` hosts runs `what`. Checks that the launcher names the host and
/// ends the job.
fn cut(prefix: &Path, hosts: &Hosts, count: u32, what: &[&str]) -> Result<()> {
    let said = std::thread::scope(|scope| -> Result<_> {
        let job = scope.spawn(|| {
            let said = launch(prefix, hosts, count, count, SECONDS).args(what).within(120).run();
            (said, Instant::now())
        });
        std::thread::sleep(Duration::from_secs(3));
        hosts.cut(1)?;
        let cut = Instant::now();
        let (said, end) = job.join().map_err(|_| anyhow::anyhow!("the job's thread has failed"))?;
        let took = end.saturating_duration_since(cut);
        if took > NAMED {
            bail!("a host without a cable was noticed after {took:?}");
        }
        Ok(said)
    })?;
    match said {
        Ok(_) => bail!("a job went on without one of its hosts"),
        Err(e) if format!("{e:#}").contains("does not answer") => Ok(()),
        Err(e) => Err(e.context("a host without a cable is not named")),
    }
}
