//! `clump agent --dial`: reaches an agent that waits on another host, in the way in which ssh reaches a host. The
//! launcher starts this process in the place of ssh; users do not.
use super::words::{LONGEST, LineWord};
use clump::driver::ports::{PortCaller, PortLine, PortName};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stdin;
use std::io::{self, Write};
use std::net::ToSocketAddrs;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// How long one attempt to connect may take. The launcher makes further attempts.
const PATIENCE: Duration = Duration::from_secs(5);
/// Exit code if the host was not reached, or has been lost: that of ssh.
const UNREACHED: i32 = 255;

/// Passes the standard streams on to the agent on `host`, and returns the agent's exit code.
pub fn dial(host: &str, port: u16, secret: [u8; 32]) -> i32 {
    match connect(host, port, secret).and_then(|line| pass_on(line).map_err(Refusal::from)) {
        Ok(code) => code,
        Err(Refusal { why, code }) => {
            eprintln!("{why}");
            code
        }
    }
}

/// Why there is no line, and the exit code.
struct Refusal {
    why: String,
    code: i32,
}

impl From<io::Error> for Refusal {
    fn from(e: io::Error) -> Refusal {
        Refusal { why: format!("the connection to the waiting agent is lost: {e}"), code: UNREACHED }
    }
}

fn connect(host: &str, port: u16, secret: [u8; 32]) -> Result<PortLine, Refusal> {
    let unreached = |why: String| Refusal { why, code: UNREACHED };
    let places =
        (host, port).to_socket_addrs().map_err(|e| unreached(format!("no address is known for {host}: {e}")))?;
    let mut caller = PortCaller::new(&PortName::at(places.map(|place| place.ip()).collect(), port, secret));
    let until = Instant::now() + PATIENCE;
    let line = loop {
        let why = match caller.go_on() {
            Ok(Some(line)) => break line,
            Ok(None) if Instant::now() < until => {
                caller.rest(until.saturating_duration_since(Instant::now()));
                continue;
            }
            Ok(None) => format!("nothing has answered for {} s", PATIENCE.as_secs()),
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
                let why = format!(
                    "the agent that waits on {host}, port {port}, has another secret, or is of another version of Clump"
                );
                return Err(Refusal { why, code: 1 });
            }
            Err(e) => e.to_string(),
        };
        return Err(unreached(format!(
            "no agent waits on {host}, port {port} ({why}); start `clump agent --wait` there"
        )));
    };
    // Without it, a machine that has died is noticed later.
    let _ = line.expect_signs_of_life();
    Ok(line)
}

/// Passes the streams on in both directions, until the agent's exit code comes.
fn pass_on(mut line: PortLine) -> io::Result<i32> {
    let (mut is_open, mut bytes) = (true, [0; LONGEST]);
    loop {
        while let Some(message) = line.receive()? {
            match LineWord::of(&message) {
                Some(LineWord::Output(bytes)) => io::stdout().write_all(bytes).and_then(|()| io::stdout().flush())?,
                Some(LineWord::Error(bytes)) => io::stderr().write_all(bytes)?,
                Some(LineWord::Exit(code)) => return Ok(code),
                Some(LineWord::Input(_)) | None => return Err(io::Error::other("it says what makes no sense")),
            }
        }
        let reads = is_open && !line.has_unsent();
        let stdin = stdin();
        let mut fds = vec![PollFd::from_borrowed_fd(line.as_fd(), line.wanted())];
        if reads {
            fds.push(PollFd::from_borrowed_fd(stdin, PollFlags::IN));
        }
        match poll(&mut fds, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        if fds.get(1).is_some_and(|fd| !fd.revents().is_empty()) {
            match rustix::io::read(stdin, &mut bytes) {
                Ok(n) => {
                    is_open = n > 0;
                    line.send(&LineWord::Input(&bytes[..n]).to_bytes())?;
                }
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(e) => return Err(e.into()),
            }
        }
    }
}
