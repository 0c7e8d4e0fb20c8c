//! PMI-1, the text protocol by which Hydra (MPICH's mpiexec) and Slurm (`srun --mpi=pmi2`) introduce processes to each
//! other: lines of `key=value`, one request, one response, over a socket that is inherited as `PMI_FD`.
use crate::error::{Error, ErrorKind};
use rustix::io::retry_on_intr;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{SendFlags, send};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// The longest response that is read, in bytes: a value has at most 1,023 characters, and the other words need room.
const LONGEST: u64 = 8192;
/// How long the launcher may take to answer the first questions.
const PATIENCE: Duration = Duration::from_secs(4);

/// The word of the first answer by which a launcher says that the job goes on when a rank dies.
const OUTLIVES_RANKS: &str = "clump_outlives_ranks";

/// A connection to the launcher.
pub(crate) struct Client {
    stream: BufReader<File>,
    /// Name of the key-value space of this job.
    space: String,
    /// Number of this process's program on the launcher's command line.
    app: Option<u32>,
    /// See [`Client::outlives_ranks`].
    outlives_ranks: bool,
}

impl Client {
    /// Connects to the launcher at the other end of `fd`.
    pub fn connect(fd: OwnedFd) -> Result<Client, Error> {
        // What is no launcher's socket does not answer. Later on the launcher may wait for other ranks.
        let patience = |time| set_socket_timeout(&fd, Timeout::Recv, time).map_err(std::io::Error::from);
        patience(Some(PATIENCE))?;
        let again = fd.try_clone()?;
        let client = Client::introduced(fd)?;
        set_socket_timeout(&again, Timeout::Recv, None).map_err(std::io::Error::from)?;
        Ok(client)
    }

    fn introduced(fd: OwnedFd) -> Result<Client, Error> {
        let (stream, space) = (BufReader::new(File::from(fd)), String::new());
        let mut client = Client { stream, space, app: None, outlives_ranks: false };
        let answer = client.ask("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init")?;
        client.outlives_ranks = field(&answer, OUTLIVES_RANKS) == Some("1");
        let answer = client.ask("cmd=get_my_kvsname", "my_kvsname")?;
        client.space = field(&answer, "kvsname")
            .ok_or_else(|| {
                Error::new(ErrorKind::Launch, format!("the launcher names no key space in its answer `{answer}`"))
            })?
            .to_owned();
        // A launcher that does not number programs may refuse this request.
        let answer = client.ask("cmd=get_appnum", "appnum").ok();
        client.app = answer.and_then(|answer| field(&answer, "appnum")?.parse().ok());
        Ok(client)
    }

    /// Returns the number of this process's program on the launcher's command line, if the launcher tells it.
    pub fn app(&self) -> Option<u32> {
        self.app
    }

    /// Returns true if the launcher says that the job goes on when a rank dies: the other ranks get errors of the calls
    /// that need the dead rank. Only launchers of this project say so.
    pub fn outlives_ranks(&self) -> bool {
        self.outlives_ranks
    }

    /// Publishes a value, which other processes can read after the next barrier. Key and value have no blanks.
    pub fn put(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let request = format!("cmd=put kvsname={} key={key} value={value}", self.space);
        self.ask(&request, "put_result").map(drop)
    }

    /// Returns a value that some process published before the last barrier.
    pub fn get(&mut self, key: &str) -> Result<String, Error> {
        let request = format!("cmd=get kvsname={} key={key}", self.space);
        let answer = self.ask(&request, "get_result")?;
        let value = field(&answer, "value");
        value
            .map(str::to_owned)
            .ok_or_else(|| Error::new(ErrorKind::Launch, format!("the launcher's answer has no value: `{answer}`")))
    }

    /// Blocks until all processes of the job have called it.
    pub fn barrier(&mut self) -> Result<(), Error> {
        self.ask("cmd=barrier_in", "barrier_out").map(drop)
    }

    /// Tells the launcher that this process will end normally.
    pub fn finalize(mut self) {
        // If the launcher is gone, the failure does not matter.
        let _ = self.ask("cmd=finalize", "finalize_ack");
    }

    /// Returns a copy of the connection's descriptor.
    pub fn line(&self) -> Option<OwnedFd> {
        self.stream.get_ref().try_clone().ok().map(Into::into)
    }

    /// Asks the launcher to end the whole job. There is no answer.
    pub fn abort(&self, code: i32) {
        // If this fails, the exit code that follows tells the launcher.
        let _ = self.write(&format!("cmd=abort exitcode={code}"));
    }

    /// Writes a line. A launcher that is gone is an error, not a signal.
    fn write(&self, line: &str) -> std::io::Result<()> {
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            let sent = retry_on_intr(|| send(self.stream.get_ref(), rest, SendFlags::NOSIGNAL))?;
            rest = &rest[sent..];
        }
        Ok(())
    }

    fn ask(&mut self, request: &str, expected: &str) -> Result<String, Error> {
        let lost = |e: std::io::Error| {
            Error::new(ErrorKind::Launch, format!("lost the launcher (PMI) while asking `{request}`: {e}"))
        };
        // Write it at once: a launcher may take each write for a request.
        self.write(request).map_err(lost)?;
        let mut answer = String::new();
        std::io::Read::take(&mut self.stream, LONGEST).read_line(&mut answer).map_err(lost)?;
        let answer = answer.trim_end_matches('\n');
        if answer.is_empty() {
            return Err(Error::new(ErrorKind::Launch, format!("the launcher (PMI) hung up while asked `{request}`")));
        }
        let accepted = field(answer, "cmd") == Some(expected) && matches!(field(answer, "rc"), None | Some("0"));
        match accepted {
            true => Ok(answer.to_owned()),
            false => {
                Err(Error::new(ErrorKind::Launch, format!("the launcher (PMI) answers `{request}` with `{answer}`")))
            }
        }
    }
}

/// Returns the value of `key` in a line of `key=value` words.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ').find_map(|word| word.split_once('=').filter(|(name, _)| *name == key).map(|(_, value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    /// Answers each request with the next line.
    fn launcher(answers: &'static [&'static str]) -> (OwnedFd, std::thread::JoinHandle<Vec<String>>) {
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        let thread = std::thread::spawn(move || {
            let mut requests = BufReader::new(theirs.try_clone().expect("a clone")).lines();
            let mut seen = Vec::new();
            for answer in answers {
                let Some(Ok(request)) = requests.next() else { break };
                seen.push(request);
                (&theirs).write_all(format!("{answer}\n").as_bytes()).expect("write");
            }
            seen
        });
        (ours.into(), thread)
    }

    #[test]
    fn the_client_sends_the_requests_in_the_order_of_the_protocol() {
        let (fd, thread) = launcher(&[
            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
            "cmd=my_kvsname kvsname=kvs_7_0",
            "cmd=appnum appnum=1",
            "cmd=put_result rc=0 msg=success",
            "cmd=barrier_out",
            "cmd=get_result rc=0 msg=success value=a=b",
            "cmd=finalize_ack",
        ]);
        let mut client = Client::connect(fd).expect("connect");
        assert_eq!(client.app(), Some(1));
        client.put("key", "a=b").expect("put");
        client.barrier().expect("barrier");
        assert_eq!(client.get("key").expect("get"), "a=b");
        client.finalize();
        assert_eq!(thread.join().expect("launcher")[3], "cmd=put kvsname=kvs_7_0 key=key value=a=b");
    }

    #[test]
    fn a_launcher_may_say_that_the_job_outlives_its_ranks() {
        let answers = |init| [init, "cmd=my_kvsname kvsname=kvs", "cmd=appnum appnum=0"];
        let with = answers("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0 clump_outlives_ranks=1");
        let without = answers("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
        for (answers, expected) in [(with, true), (without, false)] {
            let (fd, _thread) = launcher(Vec::leak(answers.to_vec()));
            assert_eq!(Client::connect(fd).expect("connect").outlives_ranks(), expected);
        }
    }

    #[test]
    fn a_refusal_and_a_hang_up_become_error_sentences() {
        let (fd, _thread) = launcher(&["cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=-1"]);
        let text = Client::connect(fd).err().expect("a refusal").to_string();
        assert!(text.contains("rc=-1"), "{text}");
        let (fd, thread) = launcher(&[]);
        thread.join().expect("launcher");
        let text = Client::connect(fd).err().expect("no launcher").to_string();
        assert!(text.contains("launcher"), "{text}");
    }
}
