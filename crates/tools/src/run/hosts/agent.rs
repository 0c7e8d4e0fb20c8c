//! `clump agent`: starts and watches the ranks of one host. `clump run --hosts` starts it; users start it with
//! `--wait`.
use super::launcher_lines::{line, say};
use super::remote::HostPart;
use super::task::{self, Found, Go, Hello, Place, Start, Task, Ways};
use super::{TraceAsked, agents_secret, cipher, dial, multicast, relay, report, waiting};
use crate::run::cli::Bind;
use crate::run::plan::{App, Job};
use crate::run::spawn::ENDING;
use crate::run::{Failure, binding, guardian};
use crate::sys;
use clap::Args;
use clump::driver::hosts::{Beat, Contacts, GroupPlace, Local, Plan};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::io::Write;
use std::net::IpAddr;
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The name that messages begin with: that of the command that the user started.
const NAME: &str = "clump run";

/// Waits on this host for `clump run --agents`, which needs no ssh then: in a pod of Kubernetes, for example.
///
/// Start it on each host of the job, and `clump run --agents --hosts A,B` where the job is to start. Agents and
/// launcher prove to each other that they know a common secret (16 bytes at least, as `openssl rand -hex 32` prints
/// them); the connection between them is encrypted. Whoever knows the secret can run programs as the user who has
/// started the agent. An agent serves launchers until SIGTERM or SIGINT, which also ends the ranks that it has started.
#[derive(Args, Debug)]
pub struct AgentArgs {
    /// Waits for launchers. (Without this option, the program is the part of `clump run --hosts` on one host, which the
    /// launcher starts.)
    #[arg(long)]
    wait: bool,

    /// The TCP port to wait on; 0 takes a free one, which the agent prints.
    #[arg(long, value_name = "PORT", default_value_t = agents_secret::PORT)]
    port: u16,

    /// The address to wait on. Default: all addresses of this host.
    #[arg(long, value_name = "ADDRESS", requires = "wait")]
    bind: Option<IpAddr>,

    /// The file with the secret, which only its owner may read (chmod 600). Default: the variable CLUMP_AGENT_SECRET.
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// Serves one launcher, and ends with the exit code of this host's part of the job.
    #[arg(long, requires = "wait")]
    once: bool,

    /// Reaches the agent that waits on a host, called as ssh is.
    #[arg(long, hide = true, conflicts_with = "wait")]
    dial: bool,

    /// The host, and a command that the agent does not need.
    #[arg(hide = true, requires = "dial", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs an agent, and returns its exit code.
pub fn main(args: AgentArgs) -> i32 {
    let secret = || agents_secret::read(args.secret_file.as_deref());
    let outcome = match (&args.words[..], args.wait) {
        (_, true) => secret().and_then(|secret| waiting::serve(args.bind, args.port, secret, args.once)),
        ([host, ..], _) if args.dial => secret().map(|secret| dial::dial(host, args.port, secret)),
        _ => return led(),
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("clump agent: {}", failure.message);
        failure.code
    })
}

/// Runs the agent that a launcher directs.
fn led() -> i32 {
    // The process that started ssh made this process ignore these signals, and an agent that waits blocks some. The
    // ranks must not inherit that.
    sys::restore(&ENDING);
    sys::unblock();
    match prepare().and_then(|job| guardian::run(NAME, job)) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("{NAME}: on host {}: {}", crate::machine::host(), failure.message);
            failure.code
        }
    }
}

fn prepare() -> Result<Job, Failure> {
    if rustix::termios::isatty(rustix::stdio::stdin()) {
        return Err(Failure::usage("an agent is started by `clump run --hosts`, or by hand with --wait".into()));
    }
    let task: Task = task::read(&line("its task")?)
        .map_err(|why| Failure::launcher(format!("the launcher {why}; use one version of Clump on all hosts")))?;
    task.check().map_err(|why| Failure::launcher(format!("the launcher's task {why}")))?;
    let place = match &task.places[..] {
        [place] => place.clone(),
        _ => return relay::job(task),
    };
    if let Some(cores) = &task.cpu_set {
        binding::restrict(cores)?;
    }
    let local = Local::new(place.ranks.len(), task.ports).map_err(|e| Failure::launcher(e.to_string()))?;
    let found = Found {
        kernel: local.host.kernel,
        net: local.host.net,
        cores: local.host.cores,
        mtu: local.mtu,
        aes: local.aes,
        addresses: local.host.addresses,
        ports: local.host.ports,
        agent: local.host.agent,
    };
    say(&Hello { version: clump::driver::hosts::version(), hosts: vec![found] })?;
    let start: Start = serde_json::from_slice(&line("the list of hosts")?)
        .map_err(|e| Failure::launcher(format!("cannot read the list of hosts from the launcher: {e}")))?;
    let mut plan = Plan::from_text(&start.plan).map_err(|e| Failure::launcher(e.to_string()))?;
    if let Some(sealing) = plan.sealing.filter(|sealing| !sealing.cipher.is_for(local.aes)) {
        return Err(Failure::launcher(cipher::unfit(sealing.cipher, "this host")));
    }
    let contacts = Contacts::new(&plan, local.agent, place.host as u32, Instant::now())
        .map_err(|e| Failure::launcher(e.to_string()))?;
    let beat = contact(contacts, &mut plan, task.host_timeout())?;
    job(task, place, plan, local.ranks, beat)
}

/// Looks for working addresses of the other hosts, tells the launcher, and answers the other hosts until the
/// launcher confirms that all hosts have finished.
fn contact(mut contacts: Contacts, plan: &mut Plan, patience: Duration) -> Result<Beat, Failure> {
    /// The interval of readings of the clock and of heartbeats.
    const LOOK: Duration = clump::driver::hosts::SIGN_EVERY;
    let stdin = rustix::stdio::stdin();
    let mut told = false;
    loop {
        let now = Instant::now();
        let mut until = contacts.tick(now);
        if !told && contacts.is_over(now) {
            told = true;
            say(&[Ways {
                mtu: contacts.mtu(),
                multicast: multicast::of(&contacts),
                unreached: contacts.unreached().iter().map(report::unreached).collect(),
            }])?;
        }
        if told {
            until = now + LOOK;
        }
        contacts.wait(stdin.as_raw_fd(), now, until);
        let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|n| n > 0) {
            break;
        }
    }
    let go: Go = serde_json::from_slice(&line("that all hosts reach each other")?)
        .map_err(|e| Failure::launcher(format!("cannot read the launcher's last word: {e}")))?;
    contacts.narrow(plan);
    plan.groups = go
        .groups
        .and_then(|(address, port)| Some(GroupPlace { address, port, interface: contacts.link().ok()?.name }))
        .filter(GroupPlace::is_sound);
    plan.mtu = go.mtu;
    Ok(contacts.beat(Instant::now(), patience))
}

fn job(task: Task, place: Place, plan: Plan, sockets: Vec<UdpSocket>, beat: Beat) -> Result<Job, Failure> {
    let failed = |e: std::io::Error| Failure::launcher(format!("cannot keep the list of hosts for the ranks: {e}"));
    let memory = memfd_create("clump-hosts", MemfdFlags::CLOEXEC).map_err(|e| failed(e.into()))?;
    let mut file = File::from(memory);
    file.write_all(plan.to_text().as_bytes()).map_err(failed)?;
    let own = plan.hosts.get(place.host).map(|h| &h.kernel);
    let alone = plan.hosts.iter().filter(|h| Some(&h.kernel) == own).count() == 1;
    // Hosts that share cores would all bind their ranks to the same cores, so they bind only if the user asks.
    let bind = match task.bind {
        Some(true) => Some(Bind::Core),
        Some(false) => Some(Bind::None),
        None => (!alone).then_some(Bind::None),
    };
    let ends_with = task.ends_with.filter(|program| place.ranks.contains(program));
    let (label, verbose, summary) = (task.label, task.verbose, task.summary);
    let (timeout, grace) = (task.timeout(), task.grace());
    for program in &task.programs {
        if !std::path::Path::new(&program.wdir).is_dir() {
            return Err(Failure::usage(format!("there is no directory {} here; give one with --wdir", program.wdir)));
        }
    }
    let apps = task.programs.into_iter().map(|p| App {
        file: p.file.into(),
        name: p.name.into(),
        args: p.args.into_iter().map(Into::into).collect(),
        wdir: Some(p.wdir.into()),
        env: p.env.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        shared_heap: p.shared_heap,
    });
    Ok(Job {
        apps: apps.collect(),
        ranks: place.ranks,
        label,
        timeout,
        grace,
        bind,
        cpu_set: task.cpu_set,
        report_bindings: task.report_bindings,
        other_mpi: task.other_mpi,
        sockets: task.sockets,
        ends_with,
        survive: task.survive,
        coordinator: task.coordinator,
        display_map: false,
        redirect: task.redirect,
        verbose,
        summary,
        trace: if task.trace { TraceAsked::Last } else { TraceAsked::No },
        metrics: None,
        remote: None,
        part: Some(HostPart {
            host: place.host,
            names: task.names,
            first: place.first,
            total: task.total,
            before: plan.before(place.host),
            plan: file.into(),
            sockets: sockets.into_iter().map(OwnedFd::from).collect(),
            beat: Some(beat),
        }),
        parent: None,
    })
}
