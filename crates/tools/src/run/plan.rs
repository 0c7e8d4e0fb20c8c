//! Turns the command line into a job: decides which rank runs which program.
use super::cli::{Bind, RunArgs};
use super::hosts::defaults;
use super::hosts::remote::{HostPart, Remote};
use super::parent_link::ParentLink;
use super::redirect::Redirect;
use super::{Failure, program};
use clump::driver::environment;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The most ranks of a job: as many as a segment holds.
pub const MAX_RANKS: u64 = clump_fabric::shm::MAX_RANKS as u64;

/// One program of the job.
pub struct App {
    /// The file to execute, as an absolute path.
    pub file: PathBuf,
    /// The name as the user wrote it, which becomes the program's `argv[0]`.
    pub name: OsString,
    pub args: Vec<OsString>,
    pub wdir: Option<PathBuf>,
    /// Variables to set, in order: --genv, then --env.
    pub env: Vec<(OsString, OsString)>,
    /// True if the launcher loads the shared heap's library into the program.
    pub shared_heap: bool,
}

/// The trace of the ranks' calls that the user has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceAsked {
    No,
    /// Each rank keeps its last calls for `clump trace`.
    Last,
    /// The launcher writes all calls of all ranks to this file.
    File(PathBuf),
}

impl TraceAsked {
    /// The setting that makes ranks keep their last calls.
    const SETTING: &str = "CLUMP_TRACE";

    fn of(programs: &[RunArgs]) -> Result<TraceAsked, Failure> {
        if let Some(file) = programs.iter().find_map(|p| p.trace.clone()) {
            return Ok(TraceAsked::File(file));
        }
        match std::env::var_os(Self::SETTING) {
            None => Ok(TraceAsked::No),
            Some(value) if value == "0" => Ok(TraceAsked::No),
            Some(value) if value == "1" => Ok(TraceAsked::Last),
            Some(value) => Err(Failure::usage(format!(
                "{}={} is not allowed: it may be 0 or 1",
                Self::SETTING,
                value.to_string_lossy()
            ))),
        }
    }
}

/// A job to start.
pub struct Job {
    pub apps: Vec<App>,
    /// For each rank, the index of its program in `apps`.
    pub ranks: Vec<usize>,
    pub label: bool,
    pub timeout: Option<Duration>,
    /// The time that the other ranks have after a signal has ended the first rank; then the launcher kills them.
    pub grace: Duration,
    pub bind: Option<Bind>,
    /// The cores that ranks may run on, in the order in which ranks are bound; `None`: all that this process may
    /// use.
    pub cpu_set: Option<Vec<usize>>,
    /// True if processes may use another MPI library, each for itself.
    pub other_mpi: bool,
    /// True if the ranks' TCP connections to each other are carried.
    pub sockets: bool,
    /// The program whose end ends the job, as an index in `apps`.
    pub ends_with: Option<usize>,
    /// True if the job goes on when ranks die.
    pub survive: bool,
    /// The number of the coordinator of joint jobs' deaths, if this job's launcher is it.
    pub coordinator: Option<u64>,
    /// True if the launcher prints which cores each rank has.
    pub report_bindings: bool,
    /// True if the launcher prints which ranks run on which host.
    pub display_map: bool,
    pub redirect: Redirect,
    pub verbose: bool,
    /// True if the launcher prints what ranks have called, once they have ended.
    pub summary: bool,
    pub trace: TraceAsked,
    /// The address at which the launcher serves metrics.
    pub metrics: Option<String>,
    /// The agents' tasks, if the ranks are agents, which start the job's ranks on other hosts.
    pub remote: Option<Remote>,
    /// This host's part of the job, if the ranks are one host's part.
    pub part: Option<HostPart>,
    /// The link to the rank of another job that has started this job.
    pub parent: Option<ParentLink>,
}

/// The variable by which the ranks of a job that another job's rank has started learn their parents' port.
const PARENT: &str = "CLUMP_PARENT";
/// The variable by which ranks know the coordinator of joint jobs' deaths.
const COORDINATOR: &str = clump::driver::coordination::COORDINATOR;
/// The variables by which ranks know the options of their launcher for the jobs that they start.
const RSH: &str = "CLUMP_RSH";
const PORTS_DIR: &str = "CLUMP_PORTS_DIR";

/// Returns the variables that tell ranks of other jobs: of the one that has started this job, and of those that they
/// start or connect to.
fn of_other_jobs(programs: &[RunArgs]) -> Result<Vec<(OsString, OsString)>, Failure> {
    let mut set = Vec::new();
    if programs.iter().any(|p| p.spawned) {
        let inherited = [PARENT, COORDINATOR].map(|name| Some((name.into(), std::env::var_os(name)?)));
        set.extend(inherited.into_iter().flatten());
    }
    let named = programs.iter().find_map(|program| program.rsh.clone());
    // A job that a rank has started reaches hosts as that rank's job does.
    let inherited = || std::env::var(RSH).ok().filter(|_| programs.iter().any(|p| p.spawned));
    if let Some(rsh) = named.or_else(inherited).or_else(|| Some(defaults::shell()?.join(" "))) {
        set.push((RSH.into(), rsh.into()));
    }
    if let Some(dir) = programs.iter().find_map(|p| p.ports_dir.as_ref()) {
        let dir = std::fs::canonicalize(dir).ok().filter(|dir| dir.is_dir()).ok_or_else(|| {
            Failure::usage(format!("--ports-dir: there is no directory {}; make it first", dir.display()))
        })?;
        set.push((PORTS_DIR.into(), dir.into()));
    }
    Ok(set)
}

impl Job {
    /// Plans the job: counts ranks and finds the programs.
    pub fn new(programs: Vec<RunArgs>) -> Result<Job, Failure> {
        Job::with_room(programs, None)
    }

    /// Plans the job. A program for which the user gives no number of ranks gets `room` ranks, or one for each core
    /// if `room` is `None`.
    pub fn with_room(programs: Vec<RunArgs>, room: Option<usize>) -> Result<Job, Failure> {
        let several = programs.len() > 1;
        let check = programs.iter().any(|p| p.check).then(|| ("CLUMP_CHECK".into(), "1".into()));
        let torch = programs.iter().any(|p| p.torch).then(|| ("CLUMP_TORCH".into(), "gloo".into()));
        let set = check.into_iter().chain(torch).chain(of_other_jobs(&programs)?);
        let genv: Vec<_> = programs.iter().flat_map(|p| p.genv.iter().cloned()).chain(set).collect();
        let mut job = Job {
            apps: Vec::with_capacity(programs.len()),
            ranks: Vec::new(),
            label: programs.iter().any(|p| p.label),
            timeout: timeout(programs.iter().filter_map(|p| p.timeout).min())?,
            grace: programs.iter().map(|p| p.grace).max().unwrap_or_default(),
            // The ranks that have started this job may be bound to the cores, each to one.
            bind: programs.iter().find_map(|p| p.bind.or(p.spawned.then_some(Bind::None))),
            cpu_set: programs.iter().find_map(|p| p.cpu_set.as_ref()).map(|cores| cores.0.clone()),
            report_bindings: programs.iter().any(|p| p.report_bindings),
            other_mpi: programs.iter().any(|p| p.other_mpi),
            sockets: programs.iter().any(|p| p.sockets),
            ends_with: last_program(&programs)?,
            survive: programs.iter().any(|p| p.survive),
            coordinator: programs.iter().any(|p| p.survive && !p.spawned).then(clump::driver::bootstrap::nonce),
            display_map: programs.iter().any(|p| p.display_map),
            redirect: Redirect::new(&programs)?,
            verbose: programs.iter().any(|p| p.verbose),
            summary: programs.iter().any(|p| p.summary),
            trace: TraceAsked::of(&programs)?,
            metrics: programs.iter().find_map(|p| p.metrics.clone()),
            remote: None,
            part: None,
            parent: programs.iter().any(|p| p.spawned).then(ParentLink::take).transpose()?,
        };
        for (index, program) in programs.into_iter().enumerate() {
            // If hosts are named, `room` already includes -ppn.
            let said = program.ranks.or(program.per_host.filter(|_| room.is_none()));
            let all = || room.unwrap_or_else(clump_fabric::sys::usable_cores) as u64;
            let count = said.map_or_else(|| if several { 1 } else { all() }, u64::from);
            if job.ranks.len() as u64 + count > MAX_RANKS {
                return Err(Failure::usage(format!("a job has at most {MAX_RANKS} ranks")));
            }
            job.ranks.extend((0..count).map(|_| index));
            job.apps.push(app(program, &genv)?);
        }
        Ok(job)
    }

    /// Returns true if this process is an agent: another process started it for the user and directs it.
    pub fn is_led(&self) -> bool {
        self.part.is_some() || self.remote.as_ref().is_some_and(|remote| remote.whole.is_none())
    }

    /// Returns the number of ranks that are started here.
    pub fn size(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the number of ranks of the whole job.
    pub fn total(&self) -> usize {
        self.part.as_ref().map_or(self.ranks.len(), |part| part.total)
    }

    /// Returns the number, in the whole job, of the rank that is started here as the n-th.
    pub fn rank(&self, n: usize) -> usize {
        self.part.as_ref().map_or(n, |part| part.first + n)
    }
}

/// Returns the index of the program that --ends-with names.
fn last_program(programs: &[RunArgs]) -> Result<Option<usize>, Failure> {
    let Some(name) = programs.iter().find_map(|p| p.ends_with.as_ref()) else { return Ok(None) };
    let is_named = |p: &RunArgs| {
        p.command.first().is_some_and(|first| first == name || std::path::Path::new(first).file_name() == Some(name))
    };
    programs.iter().position(is_named).map(Some).ok_or_else(|| {
        Failure::usage(format!("--ends-with: no program of the job is called {}", name.to_string_lossy()))
    })
}

/// Returns the time limit from the option, or else from the variable that MPICH's and Open MPI's mpiexec know.
fn timeout(option: Option<Duration>) -> Result<Option<Duration>, Failure> {
    const VARIABLE: &str = "MPIEXEC_TIMEOUT";
    let Some(text) = std::env::var_os(VARIABLE).filter(|text| option.is_none() && !text.is_empty()) else {
        return Ok(option);
    };
    let text = text.to_string_lossy();
    // Some users write "no limit" as 0 or a negative number.
    if matches!(text.trim().parse::<f64>(), Ok(seconds) if seconds <= 0.0) {
        return Ok(None);
    }
    let wrong = |why: String| Failure::usage(format!("the environment variable {VARIABLE}: {why}; or unset it"));
    super::cli::seconds(text.trim()).map(Some).map_err(wrong)
}

fn app(program: RunArgs, genv: &[(OsString, OsString)]) -> Result<App, Failure> {
    let mut command = program.command.into_iter();
    let Some(name) = command.next() else {
        return Err(Failure::usage(
            "no program to start; write it after the options, as in `-n 4 ./prog` (see --help)".into(),
        ));
    };
    let here = std::env::current_dir().map_err(|e| {
        Failure::launcher(format!("cannot tell which directory this is: {e}; go to another and try again"))
    })?;
    let wdir = program.wdir.map(|dir| here.join(dir));
    match wdir.as_deref().map(|dir| (dir, std::fs::metadata(dir))) {
        Some((dir, Ok(meta))) if !meta.is_dir() => {
            return Err(Failure::usage(format!("cannot start in {}: it is not a directory", dir.display())));
        }
        Some((dir, Err(e))) => {
            return Err(Failure::usage(format!("cannot start in the directory {}: {e}", dir.display())));
        }
        _ => {}
    }
    let shared_heap = !program.no_shared_heap;
    let handler = program.initial_errhandler.map(|name| (environment::INITIAL_HANDLER.into(), name.into()));
    let env: Vec<_> = genv.iter().cloned().chain(program.env).chain(handler).collect();
    let path = env.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let path = path.or_else(|| std::env::var_os("PATH")).unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let mut dirs: Vec<PathBuf> = program.path.iter().flat_map(std::env::split_paths).collect();
    dirs.extend(std::env::split_paths(&path));
    let file = program::find(&name, &dirs, wdir.as_deref().unwrap_or(&here))?;
    Ok(App { file, name, args: command.collect(), wdir, env, shared_heap })
}
