//! The secret that waiting agents and launchers share, and the command by which a launcher reaches waiting agents.
use crate::run::Failure;
use crate::run::cli::RunArgs;
use clump::driver::ports::secret_of_text;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable with the secret, for launchers and agents without `--secret-file`.
pub const VARIABLE: &str = "CLUMP_AGENT_SECRET";
/// The fewest bytes of a secret: fewer can be guessed by trying.
const LEAST: usize = 16;
/// The TCP port on which agents wait, unless the user names another.
pub const PORT: u16 = 7613;
/// How long a launcher waits for agents that do not answer yet, unless the user says otherwise. Pods of one job start
/// at different times.
pub const WAIT: Duration = Duration::from_secs(60);

/// Reads the secret from the file or, without one, from the variable.
pub fn read(file: Option<&Path>) -> Result<[u8; 32], Failure> {
    let (text, from) = match (file, std::env::var(VARIABLE)) {
        (Some(file), _) => {
            is_private(file)?;
            let text = std::fs::read_to_string(file)
                .map_err(|e| Failure::usage(format!("cannot read the secret in {}: {e}", file.display())))?;
            (text, file.display().to_string())
        }
        (None, Ok(text)) => (text, VARIABLE.to_owned()),
        (None, Err(_)) => {
            return Err(Failure::usage(format!(
                "agents and launcher need a common secret: name its file with --secret-file, or set {VARIABLE}"
            )));
        }
    };
    let text = text.trim();
    match text.len() {
        LEAST.. => Ok(secret_of_text(text.as_bytes())),
        len => Err(Failure::usage(format!(
            "the secret of {from} has {len} bytes, and needs {LEAST} at least; `openssl rand -hex 32` makes a good one"
        ))),
    }
}

/// Fails if other users may read the file, or may have written it: with the secret they can run programs as this user.
fn is_private(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    let meta =
        std::fs::metadata(file).map_err(|e| Failure::usage(format!("cannot read the secret in {shown}: {e}")))?;
    let own = rustix::process::geteuid().as_raw();
    if meta.uid() != own && meta.uid() != 0 {
        let why = format!("the secret in {shown} belongs to user {}; it must be user {own}'s or root's", meta.uid());
        return Err(Failure::usage(why));
    }
    if meta.mode() & 0o077 != 0 {
        return Err(Failure::usage(format!(
            "the secret in {shown} may be read by other users (mode {:04o}): run `chmod 600 {shown}`, and make a new \
             secret if one of them may have read it",
            meta.mode() & 0o7777
        )));
    }
    Ok(())
}

/// Sets the command by which the launcher reaches hosts for jobs that use waiting agents (`--agents`). Fails if the
/// options lack something.
pub fn reach_agents(programs: &mut [RunArgs]) -> Result<(), Failure> {
    let Some(first) = programs.iter().position(|program| program.agents) else { return Ok(()) };
    if programs.iter().all(|program| program.hosts.is_none() && program.hostfile.is_none())
        && super::asked(programs)?.is_none()
    {
        return Err(Failure::usage("--agents: name the hosts on which agents wait, with --hosts or --hostfile".into()));
    }
    let file = programs.iter().find_map(|program| program.secret_file.clone());
    read(file.as_deref())?;
    let port = programs.iter().find_map(|program| program.agent_port);
    let command = command(&PathBuf::from(super::own()?), file.as_deref(), port)?;
    let wait = programs.iter().find_map(|program| program.wait_for_hosts).unwrap_or(WAIT);
    programs[first].rsh = Some(command);
    programs[first].wait_for_hosts = Some(wait);
    Ok(())
}

/// Returns the command that reaches an agent in the way in which ssh reaches a host. The job's ranks start other jobs
/// with it, and agents other agents, so the files must have the same place on all hosts.
fn command(own: &Path, secret: Option<&Path>, port: Option<u16>) -> Result<String, Failure> {
    let mut words = vec![own.to_path_buf(), "agent".into(), "--dial".into()];
    if let Some(port) = port {
        words.extend(["--port".into(), port.to_string().into()]);
    }
    if let Some(file) = secret {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        words.extend(["--secret-file".into(), file]);
    }
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    match words.filter(|words| words.iter().all(|word| !word.contains(char::is_whitespace))) {
        Some(words) => Ok(words.join(" ")),
        None => Err(Failure::usage(
            "--agents: the names of this program and of the secret's file must be UTF-8 without blanks".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_that_can_be_guessed_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "  \n too short \n").unwrap();
        let said = read(Some(file.path())).unwrap_err().message;
        assert!(said.contains("has 9 bytes") && !said.contains("too short"), "{said}");
        std::fs::write(file.path(), "0123456789abcdef\n").unwrap();
        let secret = read(Some(file.path())).unwrap();
        std::fs::write(file.path(), "0123456789abcdef").unwrap();
        assert_eq!(read(Some(file.path())).unwrap(), secret, "a line feed at the end is no part of the secret");
        assert!(read(Some(Path::new("/nowhere/secret"))).unwrap_err().message.contains("/nowhere/secret"));
    }

    #[test]
    fn a_secret_that_others_may_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "0123456789abcdef\n").unwrap();
        for (mode, is_fine) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)] {
            std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(mode)).unwrap();
            let said = read(Some(file.path()));
            assert_eq!(said.is_ok(), is_fine, "{mode:o}");
            assert!(said.err().is_none_or(|failure| failure.message.contains("run `chmod 600 ")));
        }
    }

    #[test]
    fn the_command_names_port_and_file() {
        let said = command(Path::new("/bin/clump"), Some(Path::new("/etc/s")), Some(9)).unwrap();
        assert_eq!(said, "/bin/clump agent --dial --port 9 --secret-file /etc/s");
        assert!(command(Path::new("/a b/clump"), None, None).unwrap_err().message.contains("without blanks"));
    }
}
