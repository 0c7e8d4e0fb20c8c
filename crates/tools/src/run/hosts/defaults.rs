//! The hosts and the remote shell that variables of other launchers name. Kubernetes' MPI operator and modules of
//! clusters set them for Open MPI, MPICH and Intel MPI; scripts then name neither hosts nor shell.
use super::list::{self, Slots};
use crate::run::Failure;
use std::path::Path;

/// The variables that name a host file.
const HOST_FILES: [&str; 4] =
    ["OMPI_MCA_orte_default_hostfile", "PRTE_MCA_prte_default_hostfile", "HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE"];

/// The variables of each launcher that name the remote shell, and more options for it.
const SHELLS: [(&str, &str); 4] = [
    ("OMPI_MCA_plm_rsh_agent", "OMPI_MCA_plm_rsh_args"),
    ("PRTE_MCA_plm_ssh_agent", "PRTE_MCA_plm_ssh_args"),
    ("HYDRA_LAUNCHER_EXEC", "HYDRA_LAUNCH_EXTRA_ARGS"),
    ("I_MPI_HYDRA_BOOTSTRAP_EXEC", "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS"),
];

/// The command that starts another command on a host, unless the user gives one.
const RSH: &str = "ssh";
/// Options that keep ssh from asking at the terminal, and make it report errors in one line.
const SSH_OPTIONS: [&str; 4] = ["-x", "-oBatchMode=yes", "-oConnectTimeout=10", "-oLogLevel=ERROR"];

fn value(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// Returns the variable that names the host file; an empty text if none does.
pub fn variable() -> &'static str {
    HOST_FILES.into_iter().find(|name| value(name).is_some()).unwrap_or_default()
}

/// Returns the hosts of the host file that a variable names; `None` if none does, or if the file names no hosts.
pub fn hosts() -> Result<Option<Vec<Slots>>, Failure> {
    hosts_of(&value)
}

fn hosts_of(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<Vec<Slots>>, Failure> {
    let Some((name, file)) = HOST_FILES.into_iter().find_map(|name| Some((name, variable(name)?))) else {
        return Ok(None);
    };
    let slots = list::read(Path::new(file.trim())).map_err(|failure| Failure {
        message: format!("{} ({name} names it; --hosts localhost starts all ranks here)", failure.message),
        ..failure
    })?;
    Ok((!slots.is_empty()).then_some(slots))
}

/// Returns ssh's command, with the options that a launcher needs and these further ones.
fn ssh(file: &str, more: &[String]) -> Vec<String> {
    [file].into_iter().chain(SSH_OPTIONS).map(str::to_owned).chain(more.iter().cloned()).collect()
}

/// Returns the remote shell that variables name, with its options; `None` if they name neither a shell nor options.
pub fn shell() -> Option<Vec<String>> {
    shell_of(&value)
}

/// Returns the remote shell that variables name, or ssh.
pub fn usual_shell() -> Vec<String> {
    shell().unwrap_or_else(|| ssh(RSH, &[]))
}

fn shell_of(variable: &dyn Fn(&str) -> Option<String>) -> Option<Vec<String>> {
    let words = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    SHELLS.into_iter().find_map(|(shell, options)| {
        let options = variable(options).map(words);
        // Open MPI takes the first of several shells that exists.
        let named = variable(shell).and_then(|text| Some(words(text.split(':').next()?.to_owned())));
        match named.filter(|words| !words.is_empty()) {
            Some(words) => {
                let is_ssh = Path::new(&words[0]).file_name().is_some_and(|name| name == RSH);
                let options = [&words[1..], &options.unwrap_or_default()[..]].concat();
                Some(if is_ssh { ssh(&words[0], &options) } else { [&words[..1], &options[..]].concat() })
            }
            None => options.map(|options| ssh(RSH, &options)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(variables: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        |name| variables.iter().find(|variable| variable.0 == name).map(|variable| variable.1.to_owned())
    }

    #[test]
    fn every_launchers_host_file_is_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "job-worker-0.job.ns.svc slots=2\njob-worker-1.job.ns.svc:3\n").unwrap();
        for name in HOST_FILES {
            let path = file.path().to_str().unwrap().to_owned();
            let slots = hosts_of(&|asked| (asked == name).then(|| path.clone())).unwrap().unwrap();
            let found: Vec<_> = slots.into_iter().map(|slots| (slots.name, slots.ranks)).collect();
            let host = |n: u32, ranks| (format!("job-worker-{n}.job.ns.svc"), Some(ranks));
            assert_eq!(found, [host(0, 2), host(1, 3)], "{name}");
        }
        assert_eq!(hosts_of(&set(&[])).unwrap(), None);
        std::fs::write(file.path(), "# none\n").unwrap();
        let path = file.path().to_str().unwrap().to_owned();
        assert_eq!(hosts_of(&|name| (name == HOST_FILES[0]).then(|| path.clone())).unwrap(), None);
        let said = hosts_of(&set(&[("HYDRA_HOST_FILE", "/nowhere/hosts")])).unwrap_err().message;
        assert!(said.contains("/nowhere/hosts") && said.contains("HYDRA_HOST_FILE names it"), "{said}");
    }

    #[test]
    fn every_launchers_remote_shell_is_taken() {
        assert_eq!(shell_of(&set(&[])), None);
        assert_eq!(
            shell_of(&set(&[("OMPI_MCA_plm_rsh_agent", "/etc/mpi/kubexec.sh")])).unwrap(),
            ["/etc/mpi/kubexec.sh"]
        );
        let kept = super::ssh("/usr/bin/ssh", &["-q".into(), "-o".into(), "A=b".into()]);
        let options = set(&[("HYDRA_LAUNCHER_EXEC", "/usr/bin/ssh -q"), ("HYDRA_LAUNCH_EXTRA_ARGS", "-o A=b")]);
        assert_eq!(shell_of(&options).unwrap(), kept);
        let several = set(&[("OMPI_MCA_plm_rsh_agent", "ssh : rsh")]);
        assert_eq!(shell_of(&several).unwrap(), super::ssh("ssh", &[]));
        let only_options = set(&[("OMPI_MCA_plm_rsh_args", "-o ConnectionAttempts=10")]);
        let ssh = super::ssh("ssh", &["-o".into(), "ConnectionAttempts=10".into()]);
        assert_eq!(shell_of(&only_options).unwrap(), ssh);
    }
}
