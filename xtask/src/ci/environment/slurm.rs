//! Runs a real Slurm of two nodes, each a test host: allocations, jobs that are cancelled, `srun`.
use super::{Place, launchers, outlived};
use crate::hosts::Hosts;
use crate::need::{self, Need};
use crate::process::{self, Program};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PREFIX: &str = "clumpslurm";
/// Time limit for daemons, nodes and jobs to get ready, on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time limit for a daemon to end.
const GRACE: Duration = Duration::from_secs(10);
/// Time limit for one job.
const SECONDS: u64 = 120;
/// A program that prints `up`, and on SIGTERM prints that its rank saves.
/// Slurm may signal the shell's child first, whose end must not end the shell.
const SAVER: &str =
    "trap 'echo rank $OMPI_COMM_WORLD_RANK saves; exit 0' TERM; echo up; while :; do sleep 100 & wait; done";
/// A program that prints its rank and its host.
const PLACED: &str = "echo $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE on $(readlink /proc/self/ns/net)";

const PACKAGES: [Need; 5] = [
    // For `srun --mpi=pmix`: Debian's plugin loads the library by a name that only this package has.
    Need { package: "libpmix-dev", present: pmix },
    Need { package: "slurmctld", present: || Path::new("/usr/sbin/slurmctld").exists() },
    Need { package: "slurmd", present: || Path::new("/usr/sbin/slurmd").exists() },
    Need { package: "slurm-client", present: || Path::new("/usr/bin/srun").exists() },
    Need { package: "slurm-wlm-basic-plugins", present: none_plugin },
];

/// Returns true if PMIx's library is installed where Slurm's plugin looks for it.
fn pmix() -> bool {
    let libraries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    libraries.map(|e| e.path().join("pmix2/lib/libpmix.so")).any(|p| p.exists())
}

/// Returns true if Slurm's plugin `auth_none` is installed, by which tests do without the daemon for credentials.
fn none_plugin() -> bool {
    let libraries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    libraries.map(|e| e.path().join("slurm-wlm/auth_none.so")).any(|p| p.exists())
}

pub fn check(place: &mut Place) -> Result<()> {
    if !super::is_root() {
        super::skipped("Slurm", "its daemons and test hosts with names need root");
        return Ok(());
    }
    if let Err(error) = need::ensure(&PACKAGES) {
        super::skipped("Slurm", &format!("{error:#}"));
        return Ok(());
    }
    let mut slurm = Slurm::start(&place.home.join("slurm"))?;
    if !slurm.ready()? {
        // Slurm needs more of the machine than Clump does, control groups for example.
        super::skipped("Slurm", &format!("its daemons do not start here:\n{}", slurm.logs()));
        return Ok(());
    }
    let done = slurm.all(place);
    done.with_context(|| slurm.logs())
}

/// Slurm's daemons; they end when this value is dropped.
struct Slurm {
    home: PathBuf,
    hosts: Hosts,
    daemons: Vec<Child>,
}

impl Drop for Slurm {
    fn drop(&mut self) {
        // Ends the nodes before the controller. Asks each daemon to end (TERM), because the controller must end its
        // child.
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Program::new("kill").arg(daemon.id().to_string()).outcome();
            let start = Instant::now();
            while matches!(daemon.try_wait(), Ok(None)) && start.elapsed() < GRACE {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Slurm {
    fn start(home: &Path) -> Result<Slurm> {
        let hosts = Hosts::up(PREFIX, 2)?;
        std::fs::create_dir_all(home.join("state"))?;
        let (at, name) = (home.display(), Program::new("uname").arg("-n").run()?);
        let name = name.trim();
        let mut config = format!(
            "ClusterName=clump\nSlurmctldHost={name}({})\nAuthType=auth/none\nCredType=cred/none\nSlurmUser=root\n\
             SlurmdUser=root\nStateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool-%n\n\
             SlurmctldPidFile={at}/ctld.pid\n\
             SlurmdPidFile={at}/%n.pid\nSlurmctldLogFile={at}/ctld.log\nSlurmdLogFile={at}/%n.log\nMailProg=/bin/true\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
             SelectTypeParameters=CR_Core\nMpiDefault=none\nReturnToService=2\nKillWait=20\n\
             PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP\n",
            Hosts::address(0)
        );
        // Both nodes have this machine's name but their own network, so their ports clash with no other program's.
        for (host, n) in hosts.names(2).iter().zip(0..) {
            let (address, port) = (Hosts::address(n), 17_001 + n);
            config += &format!("NodeName={host} NodeHostname={name} NodeAddr={address} Port={port} CPUs=2\n");
        }
        std::fs::write(home.join("slurm.conf"), config)?;
        let mut slurm = Slurm { home: home.to_owned(), hosts, daemons: Vec::new() };
        slurm.daemon(0, "/usr/sbin/slurmctld", &["-D", "-c"])?;
        for (n, host) in slurm.hosts.names(2).into_iter().enumerate() {
            slurm.daemon(n, "/usr/sbin/slurmd", &["-D", "-N", &host])?;
        }
        Ok(slurm)
    }

    /// Waits until both nodes take jobs. Returns false if a daemon has ended.
    fn ready(&mut self) -> Result<bool> {
        let start = Instant::now();
        loop {
            let idle = self.command("sinfo", &["-h", "-N", "-o", "%t"]).outcome()?;
            if idle.output.lines().filter(|l| *l == "idle").count() == 2 {
                return Ok(true);
            }
            if self.daemons.iter_mut().any(|d| !matches!(d.try_wait(), Ok(None))) {
                return Ok(false);
            }
            if start.elapsed() > PATIENCE {
                bail!("Slurm's nodes are not ready after {PATIENCE:?}:\n{}\n{}", idle.output, self.logs());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn daemon(&mut self, host: usize, file: &str, args: &[&str]) -> Result<()> {
        // `ip netns exec` would hide the control groups that slurmd needs.
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.hosts.names(2)[host])).arg(file).args(args);
        command.env("SLURM_CONF", self.home.join("slurm.conf")).current_dir(&self.home);
        process::marked(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().with_context(|| format!("cannot start {file}"))?);
        Ok(())
    }

    /// Returns a command of Slurm's, run on the first node.
    fn command(&self, name: &str, args: &[&str]) -> Program {
        Program::new("ip")
            .args(["netns", "exec", &self.hosts.names(1)[0], name])
            .args(args)
            .env("SLURM_CONF", self.home.join("slurm.conf"))
            .dir(&self.home)
            .within(SECONDS)
    }

    fn wait(&self, what: &str, ready: impl Fn() -> Result<bool>) -> Result<()> {
        let start = Instant::now();
        while !ready()? {
            if start.elapsed() > PATIENCE {
                bail!("Slurm: waited {PATIENCE:?} for {what}\n{}", self.logs());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    /// Returns what the daemons printed.
    fn logs(&self) -> String {
        let names = ["ctld".to_owned()].into_iter().chain(self.hosts.names(2));
        let log = |name: String| std::fs::read_to_string(self.home.join(format!("{name}.log"))).unwrap_or_default();
        names.map(log).collect::<Vec<_>>().join("\n")
    }

    /// Submits a script that starts a job on the hosts that Slurm gives it, without naming them. Returns Slurm's job
    /// number and the path of the output.
    fn submit(&self, place: &Place, options: &[&str], program: &str) -> Result<(String, PathBuf)> {
        let (clump, rsh) = (place.path("prefix/bin/clump"), self.hosts.rsh.display());
        let file = self.home.join("script");
        // Slurm signals all processes of a job, also the shell.
        std::fs::write(
            &file,
            format!("#!/bin/sh\ntrap : TERM\n{clump} run --rsh {rsh} {program}\necho ended with $?\n"),
        )?;
        let output = format!("--output={}/%j.out", self.home.display());
        let submit = self.command("sbatch", &["--parsable", &output]).args(options).arg(file).run()?;
        let job = submit.trim().to_owned();
        let said = self.home.join(format!("{job}.out"));
        Ok((job, said))
    }

    /// Waits until a job has ended. Returns its output.
    fn end(&self, job: &str, said: &Path) -> Result<String> {
        let begun = || said.exists();
        // `sbatch --wait` would poll only every few seconds.
        self.wait(
            "a job's end",
            || Ok(begun() && self.command("squeue", &["-h", "-j", job]).run()?.trim().is_empty()),
        )?;
        let said = std::fs::read_to_string(said)?;
        match said.trim_end().strip_suffix("ended with 0") {
            Some(said) => Ok(said.to_owned()),
            None => bail!("a job of Slurm's ended badly:\n{said}"),
        }
    }

    fn batch(&self, place: &Place, options: &[&str], program: &str) -> Result<String> {
        let (job, said) = self.submit(place, options, program)?;
        self.end(&job, &said).with_context(|| format!("sbatch {}", options.join(" ")))
    }

    fn all(&self, place: &mut Place) -> Result<()> {
        self.shares(place)?;
        self.cancelled(place)?;
        let exchange = place.path("exchange");
        self.batch(place, &["-N2", "-n3"], &exchange)?;
        place.passed += 1;
        let clump = place.path("prefix/bin/clump");
        let many = self.command("srun", &["-N2", "-n2", &clump, "run", "true"]);
        place.explain("srun clump run", many, &["leave srun out"])?;
        let bare = self.command("srun", &["-n2", &exchange]);
        place.explain("srun without PMI", bare, &["--mpi=pmi2"])?;
        for way in ["--mpi=pmi2", "--mpi=pmix"] {
            if way == "--mpi=pmix" && !self.command("srun", &["--mpi=list"]).outcome()?.output.contains("pmix") {
                super::skipped("srun --mpi=pmix", "Slurm has no such plugin here");
                continue;
            }
            for (nodes, here) in [("-N1", "4 here"), ("-N2", "2 here")] {
                if way == "--mpi=pmix" && nodes == "-N2" {
                    // Slurm's plugin makes one directory in /tmp for each job and machine, and both nodes are one.
                    super::skipped("srun --mpi=pmix on two nodes", "the plugin refuses two nodes of one machine");
                    continue;
                }
                let name = format!("srun {way} {nodes}");
                let options = [way, nodes, "-n4", "--overcommit", "--quiet"];
                launchers::ends(place, &name, here, || self.command("srun", &options))?;
            }
            let two = self.command("srun", &[way, "-N1", "-n2", "--overcommit", "--quiet"]);
            launchers::spawns(place, &format!("srun {way}"), two)?;
        }
        // The last test, because Slurm may not give the node to other jobs for a while.
        let four = self.command("srun", &["--mpi=pmi2", "-N1", "-n4", "--overcommit", "--quiet"]);
        outlived::check(place, "Slurm's step daemon is killed", 1, four)
    }

    /// Checks that ranks run where Slurm put the tasks.
    fn shares(&self, place: &mut Place) -> Result<()> {
        let program = format!("sh -c '{PLACED}'");
        for (options, shares) in
            [(["-N2", "-n3"], [2, 1]), (["-N2", "--ntasks-per-node=2"], [2, 2]), (["-N1", "-n2"], [2, 0])]
        {
            let said = self.batch(place, &options, &program)?;
            let mut ranks: Vec<Vec<&str>> = said.lines().map(|l| l.split(' ').collect()).collect();
            ranks.sort();
            let all: usize = shares.iter().sum();
            let right = ranks.len() == all
                && ranks.iter().enumerate().all(|(n, words)| match words[..] {
                    [rank, "of", size, "on", host] => {
                        let first = ranks[0].last() == Some(&host);
                        rank == n.to_string() && size == all.to_string() && first == (n < shares[0])
                    }
                    _ => false,
                });
            if !right {
                bail!("sbatch {}: ranks should be shared as {shares:?}, and said:\n{said}", options.join(" "));
            }
            place.passed += 1;
        }
        Ok(())
    }

    /// Checks that `scancel` leaves the ranks of both nodes time to end.
    fn cancelled(&self, place: &mut Place) -> Result<()> {
        let saver = self.home.join("saver");
        std::fs::write(&saver, SAVER)?;
        let (job, said) = self.submit(place, &["-N2", "-n2"], &format!("sh {}", saver.display()))?;
        let ups = || std::fs::read_to_string(&said).unwrap_or_default().lines().filter(|l| *l == "up").count();
        self.wait("the ranks of a job", || Ok(ups() == 2))?;
        self.command("scancel", &[&job]).run()?;
        let said = self.end(&job, &said)?;
        // Slurm signals the ranks of its own node, and the launcher forwards the signal that it gets, so a rank may get
        // two signals.
        if !["rank 0 saves", "rank 1 saves"].iter().all(|saves| said.lines().any(|l| l == *saves)) {
            bail!("scancel: both ranks should have saved:\n{said}");
        }
        place.passed += 1;
        Ok(())
    }
}
