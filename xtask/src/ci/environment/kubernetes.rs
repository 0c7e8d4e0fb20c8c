//! Runs jobs in the layouts that Kubernetes gives them: the MPI operator's launcher, which reaches its workers by ssh,
//! and agents that wait for their launcher, without ssh. Each pod is a test host with processes, a name and an `/etc`
//! of its own. One worker of each layout starts late.
use super::{Place, launchers};
use crate::hosts::Hosts;
use crate::need;
use crate::process::{self, Program};
use anyhow::{Context, Result, bail};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const PREFIX: &str = "clumpkube";
/// The names of the pods, as the MPI operator's service has them; the first is the launcher.
const PODS: [&str; 3] = ["job-launcher", "job-worker-0.job.default.svc", "job-worker-1.job.default.svc"];
/// How much later than the launcher the late worker starts.
const LATE: Duration = Duration::from_secs(1);
/// Makes a pod of the shell's namespaces: `$1` has the files that its `/etc` has beside the machine's, `$2` is its
/// name, and `$3` a directory for it to mount at.
const POD: &str = "set -e; mount -t tmpfs tmpfs \"$3\"; mkdir \"$3/upper\" \"$3/work\"
mount -t overlay overlay -o \"lowerdir=/etc,upperdir=$3/upper,workdir=$3/work\" /etc
mount -t tmpfs tmpfs /run; mkdir /run/sshd
cp -r \"$1/.\" /etc; hostname \"$2\"; shift 3; exec \"$@\"";

pub fn check(place: &mut Place) -> Result<()> {
    if !super::is_root() {
        super::skipped("Kubernetes' layouts", "test hosts need root");
        return Ok(());
    }
    let hosts = Hosts::up(PREFIX, PODS.len() as u32)?;
    let pods = Pods::new(place, &hosts)?;
    if let Err(error) = pods.program(0, &["true"]).run() {
        super::skipped("Kubernetes' layouts", &format!("no pod can be made here: {error:#}"));
        return Ok(());
    }
    agents(place, &pods)?;
    operator(place, &pods)
}

/// The pods' files and namespaces.
struct Pods<'a> {
    hosts: &'a Hosts,
    files: PathBuf,
    mount: PathBuf,
}

/// A pod that runs a server; it ends when this value is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl<'a> Pods<'a> {
    /// Writes the files that all pods have in `/etc`: names, host files, the agents' secret, ssh's keys.
    fn new(place: &Place, hosts: &'a Hosts) -> Result<Pods<'a>> {
        let (files, mount) = (place.home.join("kubernetes/etc"), place.home.join("kubernetes/mount"));
        for dir in [&mount, &files.join("clump"), &files.join("mpi"), &files.join("mpi-ssh"), &files.join("ssh")] {
            std::fs::create_dir_all(dir)?;
        }
        let write = |name: &str, text: &str| std::fs::write(files.join(name), text).context("a pod's file");
        let names: String = PODS.iter().zip(0..).map(|(pod, n)| format!("{} {pod}\n", Hosts::address(n))).collect();
        write("hosts", &format!("127.0.0.1 localhost\n{names}"))?;
        write("nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files\n")?;
        write("mpi/hostfile", &format!("{} slots=2\n{} slots=2\n", PODS[1], PODS[2]))?;
        write("mpi/hostfile-mpich", &format!("{}:2\n{}:2\n", PODS[1], PODS[2]))?;
        write("clump/secret", &format!("{:x}{:x}\n", std::process::id(), 0x636c_756d_7075_7465_u64))?;
        std::fs::set_permissions(files.join("clump/secret"), PermissionsExt::from_mode(0o600))?;
        for key in ["host", "user"] {
            let file = files.join("mpi-ssh").join(key);
            let _ = std::fs::remove_file(&file);
            Program::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&file).run()?;
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600))?;
        }
        write(
            "ssh/sshd_config",
            "Port 2222\nHostKey /etc/mpi-ssh/host\nAuthorizedKeysFile /etc/mpi-ssh/user.pub\nStrictModes no\n\
             UsePAM no\nPidFile none\nPermitRootLogin yes\n",
        )?;
        write(
            "ssh/ssh_config",
            "Port 2222\nIdentityFile /etc/mpi-ssh/user\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\n",
        )?;
        Ok(Pods { hosts, files, mount })
    }

    /// Returns the words of a command that runs these words in the n-th pod.
    fn words(&self, n: usize, words: &[&str]) -> Vec<String> {
        let host = &self.hosts.names(PODS.len() as u32)[n];
        let (files, mount) = (self.files.display().to_string(), self.mount.display().to_string());
        let pod = ["ip", "netns", "exec", host, "unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child"];
        let rest = ["--mount-proc", "sh", "-c", POD, "sh", &files, PODS[n], &mount];
        pod.into_iter().chain(rest).chain(words.iter().copied()).map(str::to_owned).collect()
    }

    fn program(&self, n: usize, words: &[&str]) -> Program {
        let words = self.words(n, words);
        Program::new(&words[0]).args(&words[1..]).dir("/")
    }

    /// Starts a server in the n-th pod, as its first process.
    fn serve(&self, n: usize, words: &[&str]) -> Result<Server> {
        let words = self.words(n, words);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        process::marked(&mut command);
        Ok(Server(command.spawn().context("cannot start a pod")?))
    }

    /// Runs `jobs` while a server runs in both workers, in the second only after a while.
    fn with_workers(&self, server: &[&str], jobs: impl FnOnce() -> Result<()>) -> Result<()> {
        let _first = self.serve(1, server)?;
        std::thread::scope(|scope| {
            let late = scope.spawn(|| {
                std::thread::sleep(LATE);
                self.serve(2, server)
            });
            let done = jobs();
            let _second = late.join().map_err(|_| anyhow::anyhow!("the late worker's thread has failed"))??;
            done
        })
    }
}

/// Agents that wait for the launcher: a StatefulSet of workers and a Job that starts the program, without ssh.
fn agents(place: &mut Place, pods: &Pods) -> Result<()> {
    let clump = place.path("prefix/bin/clump");
    let server = [&*clump, "agent", "--wait", "--secret-file", "/etc/clump/secret"];
    let launch = [&*clump, "run", "--timeout", "50", "--agents", "--secret-file", "/etc/clump/secret"];
    let on_all = [&launch[..], &["--hostfile", "/etc/mpi/hostfile"]].concat();
    pods.with_workers(&server, || launchers::ends(place, "waiting agents", "2 here", || pods.program(0, &on_all)))?;
    let missing = format!("{},{}", PODS[1], PODS[2]);
    let missing = [&launch[..], &["--wait-for-hosts", "0.3", "--hosts", &missing, "true"]].concat();
    let says = ["cannot start an agent on host job-worker-", "port 7613 (Connection refused", "; nor on job-worker-"];
    place.explain("pods without agents", pods.program(0, &missing), &says)
}

/// The MPI operator's layout: `sshd` in the workers, a host file, and variables that name it for Open MPI or MPICH.
fn operator(place: &mut Place, pods: &Pods) -> Result<()> {
    need::ensure(&[need::SSH])?;
    let (mpirun, launched) = (place.path("prefix/bin/mpirun"), place.path("launched"));
    let open_mpi = [
        ("OMPI_MCA_orte_default_hostfile", "/etc/mpi/hostfile"),
        ("OMPI_MCA_orte_keep_fqdn_hostnames", "true"),
        ("OMPI_MCA_plm_rsh_args", "-o ConnectionAttempts=10"),
    ];
    let mpich =
        [("HYDRA_HOST_FILE", "/etc/mpi/hostfile-mpich"), ("HYDRA_LAUNCH_EXTRA_ARGS", "-o ConnectionAttempts=10")];
    pods.with_workers(&["/usr/sbin/sshd", "-De", "-f", "/etc/ssh/sshd_config"], || {
        for variables in [&open_mpi[..], &mpich] {
            let words = [&*mpirun, "--allow-run-as-root", "--timeout", "50", "-np", "4", &launched, "4"];
            let job = variables.iter().fold(pods.program(0, &words), |job, (name, value)| job.env(name, value));
            let outcome = job.within(super::SECONDS).outcome()?;
            let told = outcome.output.lines().filter(|line| line.contains(" of 4, 2 here")).count();
            if !outcome.status.success() || told != 4 {
                bail!("the MPI operator's layout: {}:\n{}", outcome.status, outcome.output);
            }
            place.passed += 1;
        }
        Ok(())
    })
}
