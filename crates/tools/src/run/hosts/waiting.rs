//! `clump agent --wait`: waits on a host for launchers, so that `clump run --agents` needs no ssh. A launcher that
//! knows the secret gets an agent of its own (`clump agent`), whose standard streams travel over the sealed connection.
use super::words::{LONGEST, LineWord};
use crate::run::Failure;
use crate::run::pipe::Writer;
use crate::run::spawn::ENDING;
use crate::sys::{self, SignalFd};
use clump::driver::ports::{PortLine, PortListener, Refusals};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, wait};
use std::io;
use std::net::IpAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of standard input that may wait for an agent before this process stops reading them from the launcher.
const AHEAD: usize = 1 << 20;
/// The longest sleep, after which deadlines are looked at.
const SLEEP: Duration = Duration::from_secs(1);
/// How long a connection is kept for the launcher to read the exit code, and agents may take to end their ranks.
const GRACE: Duration = Duration::from_secs(5);
/// Exit code of an agent that was killed: the launcher takes it for a lost connection, as ssh's.
const KILLED: i32 = 255;

/// Waits for launchers and serves them, until a signal or, with `once`, until the first one's job has ended. Returns
/// the exit code.
pub fn serve(bind: Option<IpAddr>, port: u16, secret: [u8; 32], once: bool) -> Result<i32, Failure> {
    let of = bind.map_or_else(String::new, |address| format!(" of {address}"));
    let mut listener = PortListener::listen(bind, port, secret)
        .map_err(|e| Failure::launcher(format!("cannot wait for launchers on TCP port {port}{of}: {e}")))?;
    sys::restore(&ENDING);
    sys::keep_dead_children();
    // SIGCHLD ends a sleep; `reap` then takes the exit codes.
    let signals = SignalFd::take(&[libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGCHLD])
        .map_err(|e| Failure::launcher(format!("cannot receive signals: {e}")))?;
    eprintln!("clump agent: waits for launchers on TCP port {}{of}", listener.port());
    let mut sessions: Vec<Session> = Vec::new();
    let mut ending: Option<(i32, Instant)> = None;
    let mut complaint = Instant::now();
    loop {
        // Strangers shall not fill the output.
        if complaint <= Instant::now()
            && let Refusals { first: Some((from, why)), count } = listener.take_refused()
        {
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            eprintln!("clump agent: refused a connection from {from}{more}: {why}");
            complaint = Instant::now() + SLEEP;
        }
        // A connection that is not accepted stays readable, and would end every sleep at once.
        let listens = ending.is_none() && (!once || sessions.is_empty());
        rest(&signals, &listener, &sessions, listens)?;
        while let Some(signal) = signals.read() {
            if signal.number != libc::SIGCHLD {
                sessions.iter_mut().for_each(Session::hang_up);
                ending.get_or_insert((128 + signal.number, Instant::now() + GRACE));
            }
        }
        reap(&mut sessions);
        sessions.iter_mut().for_each(Session::go_on);
        if let Some(code) = sessions.iter().filter(|s| s.is_over()).find_map(|s| s.code).filter(|_| once) {
            return Ok(code);
        }
        sessions.retain(|session| !session.is_over());
        if let Some((code, until)) = ending {
            if sessions.is_empty() || Instant::now() > until {
                return Ok(code);
            }
            continue;
        }
        while !once || sessions.is_empty() {
            match listener.accept() {
                Ok(None) => break,
                Ok(Some(line)) => match Session::begin(line) {
                    Ok(session) => sessions.push(session),
                    Err(e) => eprintln!("clump agent: cannot start an agent for a launcher: {e}"),
                },
                Err(e) => {
                    // Too many open files, for example: the next look may succeed.
                    eprintln!("clump agent: cannot accept a launcher: {e}");
                    std::thread::sleep(SLEEP);
                    break;
                }
            }
        }
    }
}

/// Sleeps until something happens.
fn rest(signals: &SignalFd, listener: &PortListener, sessions: &[Session], listens: bool) -> Result<(), Failure> {
    let mut fds = vec![PollFd::new(signals.fd(), PollFlags::IN)];
    if listens {
        fds.extend(listener.fds().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
    }
    sessions.iter().for_each(|session| session.poll(&mut fds));
    let most = Timespec { tv_sec: SLEEP.as_secs() as i64, tv_nsec: 0 };
    match poll(&mut fds, Some(&most)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(e) => Err(Failure::launcher(format!("cannot wait for launchers: {e}"))),
    }
}

/// Takes the exit codes of agents that have ended, and those of orphans.
fn reap(sessions: &mut [Session]) {
    while let Ok(Some((pid, how))) = wait(WaitOptions::NOHANG) {
        if let Some(session) = sessions.iter_mut().find(|session| session.pid == pid) {
            session.code = Some(how.exit_status().unwrap_or(KILLED));
        }
    }
}

/// A launcher that is being served, and its agent.
struct Session {
    /// The connection; `None` once the launcher is gone.
    line: Option<PortLine>,
    pid: Pid,
    /// The agent's pipes: the launcher's ends of them.
    stdin: Option<Writer>,
    outputs: [Option<OwnedFd>; 2],
    /// The agent's exit code, once it has ended.
    code: Option<i32>,
    /// When the exit code was sent.
    told: Option<Instant>,
}

impl Session {
    /// Starts an agent for the launcher at the other end of the line.
    fn begin(line: PortLine) -> io::Result<Session> {
        // Without it, a machine that has died is noticed later.
        let _ = line.expect_signs_of_life();
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("agent").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A key at this process's terminal shall not end the agent before this process has hung up.
        let mut child = command.process_group(0).spawn()?;
        let pid = Pid::from_raw(child.id() as i32).ok_or_else(|| io::Error::other("the new process has no pid"))?;
        let outputs = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
        for fd in outputs.iter().flatten() {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        let stdin = child.stdin.take().map(|stdin| Writer::new(stdin.into()));
        Ok(Session { line: Some(line), pid, stdin, outputs, code: None, told: None })
    }

    /// Drops the connection and the agent's standard input, whose end makes the agent end its ranks.
    fn hang_up(&mut self) {
        (self.line, self.stdin) = (None, None);
    }

    /// Returns true once the agent has ended and the launcher has its exit code, or is gone.
    fn is_over(&self) -> bool {
        self.code.is_some() && self.line.is_none()
    }

    /// Returns true if output of the agent can be passed on.
    fn takes_output(&self) -> bool {
        self.line.as_ref().is_none_or(|line| !line.has_unsent())
    }

    /// Returns true if input for the agent can be passed on.
    fn takes_input(&self) -> bool {
        self.stdin.as_ref().is_none_or(|stdin| stdin.left() < AHEAD)
    }

    fn poll<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        if let Some(line) = &self.line {
            let reads = if self.takes_input() { PollFlags::IN } else { PollFlags::RDHUP };
            let writes = if line.has_unsent() { PollFlags::OUT } else { PollFlags::empty() };
            fds.push(PollFd::from_borrowed_fd(line.as_fd(), reads | writes));
        }
        if let Some(stdin) = self.stdin.as_ref().filter(|stdin| stdin.left() > 0) {
            fds.push(PollFd::new(stdin.fd(), PollFlags::OUT));
        }
        let outputs = self.outputs.iter().flatten().filter(|_| self.takes_output());
        fds.extend(outputs.map(|fd| PollFd::new(fd, PollFlags::IN)));
    }

    /// Passes on what has arrived.
    fn go_on(&mut self) {
        // Passing on needs room in the connection, so what waits for room leaves first.
        let sent = self.line.as_mut().map_or(Ok(true), PortLine::has_sent);
        let is_late = self.told.is_some_and(|told| told.elapsed() > GRACE) && matches!(sent, Ok(true));
        if sent.is_err() || is_late || self.is_gone() || self.pass_input().is_err() {
            self.hang_up();
        }
        if self.stdin.as_mut().is_some_and(|stdin| !stdin.flush()) {
            self.stdin = None;
        }
        for which in 0..self.outputs.len() {
            if self.pass_output(which).is_err() {
                self.hang_up();
            }
        }
        if let (Some(code), true, None) = (self.code, self.outputs.iter().all(Option::is_none), self.told) {
            self.told = Some(Instant::now());
            if self.line.as_mut().is_some_and(|line| line.send(&LineWord::Exit(code).to_bytes()).is_err()) {
                self.hang_up();
            }
        }
    }

    /// Returns true if the launcher is gone while this process reads nothing from it.
    fn is_gone(&self) -> bool {
        let Some(line) = self.line.as_ref().filter(|_| !self.takes_input()) else { return false };
        let mut fds = [PollFd::from_borrowed_fd(line.as_fd(), PollFlags::RDHUP)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
    }

    /// Passes standard input on to the agent. Fails if the launcher is gone.
    fn pass_input(&mut self) -> io::Result<()> {
        while self.takes_input() {
            let Some(message) = self.line.as_mut().map(PortLine::receive).transpose()?.flatten() else { break };
            match (LineWord::of(&message), &mut self.stdin) {
                (Some(LineWord::Input(b"")), Some(stdin)) => stdin.end(),
                (Some(LineWord::Input(bytes)), Some(stdin)) => stdin.push(bytes),
                // An agent that has closed its input needs no more of it.
                (Some(LineWord::Input(_)), None) => {}
                _ => return Err(io::Error::other("the launcher says what makes no sense")),
            }
        }
        Ok(())
    }

    /// Passes on what the agent has printed. Fails if the launcher is gone.
    fn pass_output(&mut self, which: usize) -> io::Result<()> {
        let mut bytes = [0; LONGEST];
        while let Some(fd) = self.outputs[which].as_ref().filter(|_| self.takes_output()) {
            let n = match rustix::io::read(fd, &mut bytes) {
                Ok(0) => {
                    self.outputs[which] = None;
                    break;
                }
                Ok(n) => n,
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => continue,
                Err(e) => return Err(e.into()),
            };
            let word = if which == 0 { LineWord::Output(&bytes[..n]) } else { LineWord::Error(&bytes[..n]) };
            if let Some(line) = &mut self.line {
                line.send(&word.to_bytes())?;
            }
        }
        Ok(())
    }
}
