//! The options of `clump run`, for one program of the job.
use clap::{Args, Command, ValueEnum};
use rustix::thread::CpuSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

/// What `clump sock` does.
const SOCK_ABOUT: &str = "Starts programs whose TCP connections to each other go through shared memory";
/// How to use `clump sock`.
const SOCK_DETAILS: &str = "The programs run unchanged: `clump sock --ends-with client -n 1 server : -n 1 client`. \
    A connection that only the kernel can serve stays there; --verbose says how many bytes were carried, and why a \
    connection was not. With --hosts, connections within each host are carried, and those between hosts go through \
    the kernel. This is `clump run --sockets --other-mpi --no-shared-heap`; the options are those of `clump run`.";

// The headings under which the help lists the options.
const HOSTS: &str = "Hosts";
const NETWORK: &str = "Network";
const PROCESSES: &str = "Processes";
const OUTPUT: &str = "Output";
const HANGS_AND_ENDS: &str = "Hangs and ends";

/// Parses a number of ranks.
fn number() -> impl clap::builder::TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=i64::from(clump_fabric::shm::MAX_RANKS))
}

/// Starts an MPI program, on this machine or on several.
///
/// Several programs make one job when `:` stands between them: `clump run -n 1 ./server : -n 3 ./client`.
/// The common options of MPICH's and Open MPI's mpiexec are understood too, with one dash or two.
///
/// Lines of output are passed on whole. Standard input goes to rank 0. SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2
/// are forwarded; a second SIGINT kills the job at once. SIGQUIT prints what every rank is doing. SIGINT and SIGQUIT
/// work even if the shell started `clump run` with these signals ignored.
///
/// When a rank fails, the launcher ends all other ranks, and the exit code is that of the first failure: the rank's
/// own, 128 + the signal that killed it, or the code given to MPI_Abort; 124 after --timeout, 127 when a program is not
/// found, 126 when it cannot be run. A rank that exits with a code other than 0 after MPI_Finalize ends no other rank,
/// but the job ends with that code; so it does if a job that it has started (MPI_Comm_spawn) fails.
///
/// The launcher sets OMP_WAIT_POLICY=passive, unless it is set, on hosts with more ranks than cores, and appends the
/// directory of the Python package `clump_mpi` to PYTHONPATH.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// How many ranks to start (also -np). Default: as many as there are usable cores; 1 for each program of several.
    #[arg(short = 'n', long = "np", value_name = "N", value_parser = number())]
    pub ranks: Option<u32>,

    /// The hosts to start ranks on, each with its number of ranks if that matters (also -hosts, -host, -H). Default:
    /// those of the Slurm or PBS allocation that this runs in, or else of the file that OMPI_MCA_orte_default_hostfile,
    /// HYDRA_HOST_FILE or their like name, or else this machine.
    #[arg(long, value_name = "A:2,B:2", help_heading = HOSTS)]
    pub hosts: Option<String>,

    /// A file with one host a line, `name`, `name:ranks` or `name slots=ranks` (also -f, -machinefile).
    #[arg(long, value_name = "FILE", help_heading = HOSTS)]
    pub hostfile: Option<PathBuf>,

    /// The command that starts a command on a host, called as ssh is. Default: OMPI_MCA_plm_rsh_agent,
    /// HYDRA_LAUNCHER_EXEC or their like, or else ssh, which must not ask for a password.
    #[arg(long, value_name = "CMD", help_heading = HOSTS)]
    pub rsh: Option<String>,

    /// Reaches the hosts through the agents that wait there (`clump agent --wait`), in place of ssh.
    #[arg(long, conflicts_with = "rsh", help_heading = HOSTS)]
    pub agents: bool,

    /// The file with the secret of these agents. Ranks that start others need it at the same place on all hosts.
    /// Default: the variable CLUMP_AGENT_SECRET.
    #[arg(long, value_name = "FILE", requires = "agents", help_heading = HOSTS)]
    pub secret_file: Option<PathBuf>,

    /// The TCP port on which these agents wait. Default: 7613.
    #[arg(long, value_name = "PORT", requires = "agents", help_heading = HOSTS)]
    pub agent_port: Option<u16>,

    /// How long to wait for hosts that cannot be reached yet, for example because they are still starting. Default: 60
    /// with --agents; else the first failure ends the job.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = HOSTS)]
    pub wait_for_hosts: Option<Duration>,

    /// How long a host may be silent before the job ends: more lets a job outlive a cable that is out for a while, or a
    /// machine that is moved. A process that dies on a host that answers ends the job at once all the same. Default:
    /// CLUMP_HOST_TIMEOUT, if set, else 3.6.
    #[arg(long, value_name = "SECONDS", value_parser = host_timeout, help_heading = HOSTS)]
    pub host_timeout: Option<Duration>,

    /// Sends everything between hosts unsealed: anybody on the network can read it, and forge messages.
    #[arg(long, conflicts_with = "cipher", help_heading = NETWORK)]
    pub insecure: bool,

    /// What seals everything between hosts. Default: aegis, or chacha20-poly1305 where a host's processor has no AES.
    #[arg(long, value_name = "CIPHER", help_heading = NETWORK)]
    pub cipher: Option<AskedCipher>,

    /// The UDP ports that ranks (one each) and hosts (one each) may receive on, where a firewall lets only some
    /// through. Default: any that are free.
    #[arg(long, value_name = "FIRST-LAST", value_parser = ports, help_heading = NETWORK)]
    pub ports: Option<(u16, u16)>,

    /// Starts a thread in each rank that answers ranks on other hosts while the rank computes. The thread sleeps until
    /// a message arrives.
    #[arg(long, help_heading = NETWORK)]
    pub progress: bool,

    /// The directory of the names that programs publish (MPI_Publish_name), which several jobs share. It must exist; on
    /// several hosts, all of them must see it. Default: a directory of this user on each host.
    #[arg(long, value_name = "DIR", help_heading = PROCESSES)]
    pub ports_dir: Option<PathBuf>,

    /// Says that a rank of another job has started this launcher: standard input is the link to that rank.
    #[arg(long, hide = true)]
    pub spawned: bool,

    /// The number of ranks on each host (-ppn, -N, -npernode).
    #[arg(long = "ppn", value_name = "N", value_parser = number(), help_heading = HOSTS)]
    pub per_host: Option<u32>,

    /// Puts `[rank] ` in front of each line of output.
    #[arg(long, help_heading = OUTPUT)]
    pub label: bool,

    /// Ends the job after this time, after printing what each rank was doing; exit code 124. Default: MPIEXEC_TIMEOUT,
    /// if set.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = HANGS_AND_ENDS)]
    pub timeout: Option<Duration>,

    /// Compares each collective call of MPI with the other ranks', and ends the job with one sentence if ranks disagree
    /// about the call, its root, its length or its operation. Slow: for finding errors (also CLUMP_CHECK=1).
    #[arg(long, help_heading = HANGS_AND_ENDS)]
    pub check: bool,

    /// After SIGINT, SIGTERM or SIGHUP: once one rank has ended, how long the other ranks may run on, for example to
    /// write a checkpoint, before the launcher kills them.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30", help_heading = HANGS_AND_ENDS)]
    pub grace: Duration,

    /// Sets an environment variable for this program (also -x K=V and -env K V).
    #[arg(long, value_name = "K=V", value_parser = Assignment, help_heading = PROCESSES)]
    pub env: Vec<(OsString, OsString)>,

    /// Sets an environment variable for all programs of the job (also -genv K V).
    #[arg(long, value_name = "K=V", value_parser = Assignment, help_heading = PROCESSES)]
    pub genv: Vec<(OsString, OsString)>,

    /// Makes PyTorch take Clump for the backend `gloo`: sets CLUMP_TORCH=gloo for all programs of the job.
    #[arg(long, help_heading = PROCESSES)]
    pub torch: bool,

    /// The directory to start this program in.
    #[arg(long, value_name = "DIR", help_heading = PROCESSES)]
    pub wdir: Option<PathBuf>,

    /// The error handler that MPI_COMM_WORLD and MPI_COMM_SELF begin with.
    #[arg(long, value_name = "HANDLER")]
    #[arg(value_parser = ["mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"])]
    pub initial_errhandler: Option<String>,

    /// Where to look for the program before PATH.
    #[arg(long, value_name = "DIR", hide = true, help_heading = PROCESSES)]
    pub path: Vec<PathBuf>,

    /// Whether to bind each rank to a core. Several hosts on one machine divide its cores. Default: bind only if there
    /// are as many ranks as cores and nothing else runs, and never on hosts that share cores.
    #[arg(long, value_name = "WHAT", help_heading = PROCESSES)]
    pub bind: Option<Bind>,

    /// The cores of each host that ranks may run on; with --bind core, ranks get the cores in this order (also
    /// -cpu-list).
    #[arg(long, value_name = "0,2-5", help_heading = PROCESSES)]
    pub cpu_set: Option<Cores>,

    /// Says on stderr which cores each rank may run on.
    #[arg(long, help_heading = PROCESSES)]
    pub report_bindings: bool,

    /// Says on stderr which ranks of which program are started on which host.
    #[arg(long, help_heading = PROCESSES)]
    pub display_map: bool,

    /// The file, on the rank's host, that receives the standard output of each rank; the launcher then does not print
    /// that output. In the name, %r is the rank, %R the rank with leading zeros, %h the host (also -outfile-pattern;
    /// -output-filename and --output file= or dir=).
    #[arg(long, value_name = "NAME.%r", help_heading = OUTPUT)]
    pub output_file: Option<PathBuf>,

    /// The file that standard error of each rank goes to, named as for --output-file (also -errfile-pattern).
    #[arg(long, value_name = "NAME.%r", help_heading = OUTPUT)]
    pub error_file: Option<PathBuf>,

    /// Sends the standard error of each rank to where its standard output goes.
    #[arg(long, help_heading = OUTPUT)]
    pub merge_stderr_to_stdout: bool,

    /// Does not load libclump_heap.so into the ranks, which lets them map the memory that each other's messages use.
    #[arg(long, help_heading = PROCESSES)]
    pub no_shared_heap: bool,

    /// Carries the TCP connections between the job's programs on each host through shared memory, as `clump sock` does.
    /// The programs run unchanged; connections to others stay in the kernel. --verbose says what was carried.
    #[arg(long, help_heading = PROCESSES)]
    pub sockets: bool,

    /// Ends the job when all ranks of this program, named as on the command line, have ended with code 0; the other
    /// ranks are told to end (SIGTERM).
    #[arg(long, value_name = "PROGRAM", help_heading = HANGS_AND_ENDS)]
    pub ends_with: Option<OsString>,

    /// Ends with the programs' own exit code also where several processes have run with another MPI library, each for
    /// itself; without this option, such a job fails.
    #[arg(long, help_heading = PROCESSES)]
    pub other_mpi: bool,

    /// Does not end the job when a rank dies: the other ranks' calls that need it return MPI_ERR_PROC_FAILED, if their
    /// error handler returns (also -disable-auto-cleanup, -enable-recovery and -with-ft ulfm). MPI_Abort still ends the
    /// job.
    #[arg(long, help_heading = PROCESSES)]
    pub survive: bool,

    /// Prints on stderr, when the job has ended, how long it ran, in which calls its ranks have waited, what they have
    /// moved by which kind of call, and which rank has waited most and which least.
    #[arg(long, help_heading = OUTPUT)]
    pub summary: bool,

    /// Writes all MPI calls of all ranks that move data or wait, with their times, bytes and peers, to a file for
    /// Perfetto (ui.perfetto.dev). On one machine; see also CLUMP_TRACE and `clump trace`.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub trace: Option<PathBuf>,

    /// Serves what each rank has called, moved and waited as OpenMetrics text at http://ADDRESS/metrics while the job
    /// runs, for Prometheus. A PORT alone is served on this machine only; `:0` takes a free port and prints it on
    /// stderr. For a job on one machine.
    #[arg(long, value_name = "[HOST:]PORT", help_heading = OUTPUT)]
    pub metrics: Option<String>,

    /// Prints on stderr what the launcher starts, and how each program ended.
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,

    /// The program and its arguments.
    #[arg(value_name = "PROGRAM", trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bind {
    /// One core for each rank, in turn.
    Core,
    /// Wherever the kernel puts them.
    None,
}

/// The cipher that the user may ask for; the hosts choose which variant of it they use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AskedCipher {
    /// AEGIS (RFC 10032), which needs processors with AES.
    Aegis,
    /// AES-128-GCM.
    AesGcm,
    /// ChaCha20-Poly1305 (RFC 8439).
    #[value(name = "chacha20-poly1305")]
    ChaCha20Poly1305,
}

impl RunArgs {
    /// Returns the command for clap, under the name by which the user called it.
    pub fn named(name: &'static str) -> Command {
        // Scripts detect other launchers by the text of their version.
        let version = match name {
            "mpiexec" | "mpirun" => concat!("(Clump) ", env!("CARGO_PKG_VERSION")),
            _ => crate::VERSION,
        };
        let command = Command::new(name).version(version);
        let command = RunArgs::augment_args(command);
        let command = match name {
            super::SOCK => command.about(SOCK_ABOUT).long_about(format!("{SOCK_ABOUT}\n\n{SOCK_DETAILS}")),
            _ => command,
        };
        command.after_long_help(super::dialect::without_effect())
    }
}

/// Numbers of cores, in the order in which they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores(pub Vec<usize>);

impl std::str::FromStr for Cores {
    type Err = String;

    fn from_str(text: &str) -> Result<Cores, String> {
        let wrong = || format!("`{text}` is no list of cores; write it as 0,2-5, from 0 to {}", CpuSet::MAX_CPU - 1);
        let mut cores = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |s: &str| s.trim().parse::<usize>().ok().filter(|&core| core < CpuSet::MAX_CPU);
            let (first, last) = (number(first).ok_or_else(wrong)?, number(last).ok_or_else(wrong)?);
            if first > last {
                return Err(wrong());
            }
            for core in first..=last {
                if !cores.contains(&core) {
                    cores.push(core);
                }
            }
        }
        Ok(Cores(cores))
    }
}

fn ports(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 0 < first && first <= last => Ok((first, last)),
        _ => Err(format!("`{text}` is no range of ports; write it as 20000-20100, from 1 to 65535")),
    }
}

/// Parses a number of seconds greater than 0, such as `0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a number of seconds greater than 0");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong()),
    }
}

/// Parses how long a host may be silent.
pub fn host_timeout(text: &str) -> Result<Duration, String> {
    let (least, most) = (clump::driver::hosts::LOST, Duration::from_secs(24 * 3600));
    let time = seconds(text)?;
    match (least..=most).contains(&time) {
        true => Ok(time),
        false => Err(format!(
            "a host may be silent for {} s at least, because a busy one is, and for {} s at most",
            least.as_secs_f64(),
            most.as_secs()
        )),
    }
}

/// Parses `NAME=value`. Neither part needs to be UTF-8.
#[derive(Clone)]
struct Assignment;

impl clap::builder::TypedValueParser for Assignment {
    type Value = (OsString, OsString);

    fn parse_ref(&self, cmd: &Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Self::Value, clap::Error> {
        let bytes = value.as_bytes();
        match bytes.iter().position(|&b| b == b'=') {
            Some(at) if at > 0 && !bytes.contains(&0) => {
                Ok((OsStr::from_bytes(&bytes[..at]).into(), OsStr::from_bytes(&bytes[at + 1..]).into()))
            }
            _ => {
                let option = arg.map_or_else(|| "--env".to_owned(), |arg| arg.to_string());
                let text = format!("`{}` given to {option} is not of the form NAME=value", value.to_string_lossy());
                Err(clap::Error::raw(clap::error::ErrorKind::ValueValidation, text + "\n").with_cmd(cmd))
            }
        }
    }
}
