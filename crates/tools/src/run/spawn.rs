//! Starts the ranks.
use super::redirect::{Files, Of};
use super::sockets::Sockets;
use super::standin::{self, Needs};
use super::{Failure, NOT_EXECUTABLE, binding, environment, foreign, limits, plan::App, plan::Job, preload};
use crate::sys;
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, getpgid};
use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The signals that end a process without a handler for them.
pub const ENDING: [i32; 6] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2];

/// A rank's process, and the supervisor's ends of the pipes to it.
pub struct Started {
    pub pid: Pid,
    /// True if the process leads a process group of its own, whose number is the process's pid.
    pub leads_group: bool,
    /// The supervisor's end of the pipe to an agent, or to rank 0 of an agent.
    pub stdin: Option<OwnedFd>,
    /// The supervisor's end of the pipe for standard output; `None` if the output goes to a file.
    pub stdout: Option<OwnedFd>,
    /// The supervisor's end of the pipe for standard error; `None` if the output goes to a file or into `stdout`, or
    /// if the rank shares the pipe of an earlier one.
    pub stderr: Option<OwnedFd>,
    pub core: Option<usize>,
}

/// Starts ranks one by one.
pub struct Spawner<'a> {
    job: &'a Job,
    /// The job's segment, open under the same descriptor number in every rank.
    segment: OwnedFd,
    foreign: Vec<OsString>,
    cores: Option<Vec<usize>>,
    /// For each program of the job, the value of LD_PRELOAD if it differs from the one that ranks inherit.
    preloaded: Vec<Option<OsString>>,
    /// The table of the ranks' sockets, if they are carried.
    sockets: Option<&'a Sockets>,
    /// Where ranks find the coordinator of joint jobs' deaths, if this job's launcher is it.
    coordinator: Option<String>,
    /// What each program of the job needs of MPI.
    needs: Vec<Needs>,
    /// The directory of the stand-ins.
    standins: Option<PathBuf>,
    /// The process group of rank 0 if standard input is a terminal: the guardian's group, so that rank 0 may read.
    terminal_group: Option<Pid>,
    files: Files,
    host: String,
    /// How many ranks share a pipe for standard error.
    sharers: usize,
    /// The ranks' end of the pipe that the ranks share which are being started.
    shared: RefCell<Option<OwnedFd>>,
}

/// The supervisor's ends of the pipes that the spawner has made for a rank.
#[derive(Default)]
struct Readers {
    out: Option<OwnedFd>,
    err: Option<OwnedFd>,
}

impl<'a> Spawner<'a> {
    /// Creates a spawner. `segment` must not be close-on-exec. Fails if a program is known to need an MPI library that
    /// cannot make it a rank of the job.
    pub fn new(
        job: &'a Job,
        segment: OwnedFd,
        sockets: Option<&'a Sockets>,
        guardian: Pid,
        coordinator: Option<String>,
    ) -> Result<Spawner<'a>, Failure> {
        let needs = match job.remote {
            Some(_) => Vec::new(),
            None => job.apps.iter().map(needs).collect(),
        };
        refuse(job, &needs)?;
        let heap = preload::library();
        let preloaded = job.apps.iter().zip(&needs).map(|(app, needs)| {
            let heap = heap.as_deref().filter(|_| app.shared_heap);
            let sockets = sockets.map(|sockets| sockets.library.as_path());
            let before = variable(app, preload::VARIABLE);
            preload::value(&needs.standins, heap, sockets, before.as_deref(), &app.file)
        });
        let preloaded = preloaded.collect();
        let terminal = job.remote.is_none() && rustix::termios::isatty(rustix::stdio::stdin());
        Ok(Spawner {
            job,
            segment,
            foreign: environment::foreign(),
            cores: binding::cores(
                job.bind,
                job.cpu_set.as_deref(),
                job.size(),
                job.part.as_ref().map_or(0, |part| part.before),
            ),
            preloaded,
            sockets,
            coordinator,
            needs,
            standins: standin::directory(),
            terminal_group: if terminal { getpgid(Some(guardian)).ok() } else { None },
            files: Files::default(),
            host: crate::machine::host(),
            sharers: limits::sharers(job),
            shared: RefCell::default(),
        })
    }

    /// Returns the segment under the descriptor number that all ranks use.
    pub fn into_segment(self) -> OwnedFd {
        self.segment
    }

    /// Returns how many ranks share a pipe for standard error: from a rank whose place is a multiple of this number on.
    pub fn sharers(&self) -> usize {
        self.sharers
    }

    /// Returns true if rank 0 shares the terminal with the launcher.
    pub fn on_terminal(&self) -> bool {
        self.terminal_group.is_some()
    }

    pub fn start(&self, rank: usize) -> Result<Started, Failure> {
        let app_number = self.job.ranks[rank];
        let app = &self.job.apps[app_number];
        let mut command = Command::new(&app.file);
        command.arg0(&app.name).args(&app.args);
        let readers = self.output(&mut command, rank)?;
        // Only rank 0 of the job gets standard input.
        command.stdin(match self.job.rank(rank) {
            _ if self.job.remote.is_some() => Stdio::piped(),
            // The agent forwards the launcher's standard input to rank 0.
            0 if self.job.part.is_some() => Stdio::piped(),
            0 => Stdio::inherit(),
            _ => Stdio::null(),
        });
        let group = self.terminal_group.filter(|_| rank == 0);
        command.process_group(group.map_or(0, |group| group.as_raw_nonzero().get()));
        if let Some(dir) = &app.wdir {
            command.current_dir(dir).env("PWD", dir);
        }
        for name in &self.foreign {
            command.env_remove(name);
        }
        if self.job.remote.is_none() {
            environment::set_rank(&mut command, self.job, rank);
            if self.job.part.is_some() {
                // The agent may have a secret of its own. Ranks that need one have it from the launcher.
                command.env_remove(super::hosts::AGENTS_SECRET);
            }
            command.envs(app.env.iter().map(|(name, value)| (name, value)));
            environment::set_for_openmp(&mut command, self.job.size(), |name| variable(app, name));
            environment::set_for_python(&mut command, |name| variable(app, name));
            environment::set_for_trampoline(&mut command, self.standins.as_deref(), |name| variable(app, name));
            if let Some(sockets) = self.sockets {
                sockets.set(&mut command);
            }
            let needs = &self.needs[app_number];
            if !needs.is_foreign() {
                environment::set_for_loader(&mut command, self.standins.as_deref(), |name| variable(app, name));
            }
            if let Some(value) = &self.preloaded[app_number] {
                command.env(preload::VARIABLE, value);
                let before = variable(app, preload::ASAN_VARIABLE);
                command.env(preload::ASAN_VARIABLE, preload::asan_options(before.as_deref()));
            }
            let (number, total) = (self.job.rank(rank), self.job.total());
            let mut place = format!("1 fd={} rank={number} size={total} app={app_number}", self.segment.as_raw_fd());
            if let Some(part) = &self.job.part {
                let _ = write!(place, " hosts={} socket={}", part.plan.as_raw_fd(), part.sockets[rank].as_raw_fd());
            }
            command.env(clump::driver::bootstrap::ENV, place);
            if let Some(coordinator) = &self.coordinator {
                command.env(clump::driver::coordination::COORDINATOR, coordinator);
            }
        }
        let _open = self.job.part.as_ref().map(|part| HandedDown::new([&part.plan, &part.sockets[rank]]));

        let core = self.cores.as_ref().map(|cores| cores[rank]);
        if core.is_some() {
            command.env(binding::JOB_CORES, binding::list(&crate::machine::cores()));
        }
        let start = || match core {
            Some(core) => spawn_on(core, &mut command),
            None => command.spawn(),
        };
        let ignored: &[i32] = match group {
            // The key that asks for a report (Ctrl-\) also reaches a rank that shares the terminal, and must not end
            // that rank.
            Some(_) => &[libc::SIGQUIT],
            // Slurm signals all processes of a job, and these signals would end ssh. Agents get signals from the
            // launcher instead.
            None if self.job.remote.is_some() => &ENDING,
            None => &[],
        };
        let started = sys::ignoring(ignored, start);
        let mut child = started.map_err(|e| explain(self.job.rank(rank), &app.file.to_string_lossy(), &e))?;
        adopt(&mut child, readers, group.is_none(), core)
            .map_err(|e| Failure::launcher(format!("cannot watch rank {}: {e}", self.job.rank(rank))))
    }
}

impl Spawner<'_> {
    /// Sets where a rank prints to. Returns the supervisor's ends of the pipes that are not the child's own.
    fn output(&self, command: &mut Command, rank: usize) -> Result<Readers, Failure> {
        let place = rank;
        let (redirect, part) = (&self.job.redirect, self.job.part.as_ref());
        let (rank, total) = (self.job.rank(rank), self.job.total());
        let host = part.map_or(&*self.host, |part| &part.names[part.host]);
        let of = Of { rank, total, host, host_number: part.map_or(0, |part| part.host) };
        let failed = |e: io::Error| {
            Failure::launcher(format!(
                "cannot set up the output of rank {rank}: {e} (too many open files? see `ulimit -n`)"
            ))
        };
        let out = self.files.open(redirect.out.as_deref(), &of)?;
        let err = match (&out, redirect.merge) {
            (Some(file), true) => Some(file.try_clone().map_err(failed)?),
            _ => self.files.open(redirect.err.as_deref(), &of)?,
        };
        if redirect.merge && out.is_none() {
            let (reader, writer) = io::pipe().map_err(failed)?;
            command.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
            return Ok(Readers { out: Some(reader.into()), err: None });
        }
        command.stdout(out.map_or_else(Stdio::piped, Stdio::from));
        let mut readers = Readers::default();
        command.stderr(match err {
            Some(file) => file.into(),
            None if self.sharers == 1 => Stdio::piped(),
            None => {
                let (writer, reader) = self.shared_pipe(place).map_err(failed)?;
                readers.err = reader;
                writer.into()
            }
        });
        Ok(readers)
    }

    /// Returns the end for a rank of the pipe that it shares, and the supervisor's end if the rank is the first of
    /// those that share it.
    fn shared_pipe(&self, place: usize) -> io::Result<(OwnedFd, Option<OwnedFd>)> {
        let mut shared = self.shared.borrow_mut();
        match &*shared {
            Some(writer) if !place.is_multiple_of(self.sharers) => Ok((writer.try_clone()?, None)),
            _ => {
                let (reader, writer) = io::pipe()?;
                let own = writer.try_clone()?.into();
                *shared = Some(writer.into());
                Ok((own, Some(reader.into())))
            }
        }
    }
}

/// Fails if a program's file says that it cannot be a rank of the job: it needs libraries of two MPI ABIs, or another
/// MPI library that has no stand-in, by which each of several processes would be rank 0 of a job of its own.
fn refuse(job: &Job, needs: &[Needs]) -> Result<(), Failure> {
    for (app, needs) in job.apps.iter().zip(needs).filter(|_| !job.other_mpi) {
        if let Some((one, other)) = needs.two_abis() {
            return Err(Failure::launcher(format!(
                "{} needs {one} and {other}, which are of two MPI ABIs, and a process can call MPI through one alone; \
                 build the program and its libraries for one (--other-mpi starts it all the same)",
                app.name.to_string_lossy()
            )));
        }
        let alone = needs.is_foreign() && needs.certain && job.total() > 1;
        if let Some(found) = alone.then(|| foreign::needed(app)).flatten() {
            let begin = "each process would be by itself, as rank 0 of 1: ";
            let text = found.explain(begin, std::slice::from_ref(app));
            return Err(Failure::launcher(format!("{text} (--other-mpi starts it all the same)")));
        }
    }
    Ok(())
}

/// Returns what a program needs of MPI.
fn needs(app: &App) -> Needs {
    standin::needs(&app.file, &app.env, app.wdir.as_deref())
}

/// Returns a variable's value for a program: the value that an option sets, or else this process's value.
fn variable(app: &App, name: &str) -> Option<OsString> {
    let set = app.env.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.clone());
    set.or_else(|| std::env::var_os(name))
}

/// Two descriptors that only one child inherits, because they are inheritable only while that child starts.
struct HandedDown<'a>([&'a OwnedFd; 2]);

impl<'a> HandedDown<'a> {
    fn new(fds: [&'a OwnedFd; 2]) -> HandedDown<'a> {
        // This cannot fail for an open descriptor. If it did, the child would report the missing descriptor.
        for fd in fds {
            let _ = fcntl_setfd(fd, FdFlags::empty());
        }
        HandedDown(fds)
    }
}

impl Drop for HandedDown<'_> {
    fn drop(&mut self) {
        for fd in self.0 {
            let _ = fcntl_setfd(fd, FdFlags::CLOEXEC);
        }
    }
}

/// Starts a child on a core. A child inherits its parent's affinity, so the parent moves to the core for a moment; no
/// code needs to run in the child.
fn spawn_on(core: usize, command: &mut Command) -> io::Result<Child> {
    let before = rustix::thread::sched_getaffinity(None)?;
    rustix::thread::sched_setaffinity(None, &binding::only(core))?;
    let child = command.spawn();
    rustix::thread::sched_setaffinity(None, &before)?;
    child
}

fn adopt(child: &mut Child, readers: Readers, leads_group: bool, core: Option<usize>) -> io::Result<Started> {
    let pid = Pid::from_raw(child.id() as i32).ok_or_else(|| io::Error::other("the new process has no pid"))?;
    let stdout = child.stdout.take().map(OwnedFd::from).or(readers.out);
    let stderr = child.stderr.take().map(OwnedFd::from).or(readers.err);
    // Make only the supervisor's ends of the pipes non-blocking; the rank's ends block.
    for fd in [&stdout, &stderr].into_iter().flatten() {
        rustix::io::ioctl_fionbio(fd, true)?;
    }
    let stdin = child.stdin.take().map(OwnedFd::from);
    Ok(Started { pid, leads_group, stdin, stdout, stderr, core })
}

fn explain(rank: usize, file: &str, e: &io::Error) -> Failure {
    let (why, code) = match e.raw_os_error() {
        Some(libc::ENOEXEC) => {
            ("Linux knows no such format (a script needs a first line like #!/bin/sh)".to_owned(), NOT_EXECUTABLE)
        }
        Some(libc::ENOENT) => ("the interpreter or loader that it names does not exist".to_owned(), NOT_EXECUTABLE),
        Some(libc::EACCES) => ("permission denied for it or for its interpreter".to_owned(), NOT_EXECUTABLE),
        Some(libc::E2BIG) => ("its arguments and environment are too long".to_owned(), NOT_EXECUTABLE),
        Some(libc::EAGAIN) => {
            ("no more processes are allowed (see `ulimit -u` and the cgroup's pids.max)".to_owned(), 1)
        }
        Some(libc::EMFILE | libc::ENFILE) => ("too many open files (see `ulimit -n`)".to_owned(), 1),
        _ => (e.to_string(), NOT_EXECUTABLE),
    };
    Failure { message: format!("cannot start rank {rank} ({file}): {why}"), code }
}
