//! Answers GET /metrics over HTTP/1.1: one request for each connection, a few clients at once, each for a limited time.
//! What clients send is not trusted: only the first line is read, and a request may not be long.
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How many clients are served at once; further ones wait in the kernel's queue. More clients take more memory.
const CLIENTS: usize = 8;
/// The longest request that is read, in bytes.
const LONGEST: usize = 8 << 10;
/// How long a client may take for its request and for the answer. A longer time lets silent clients keep others
/// waiting.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pause after an error of the listening socket, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// The media type of OpenMetrics 1.0.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub struct Server<F> {
    listener: TcpListener,
    /// Readable when the server shall end.
    ended: UnixStream,
    /// Makes the text of /metrics.
    render: F,
    clients: Vec<Client>,
}

struct Client {
    stream: TcpStream,
    until: Instant,
    request: Vec<u8>,
    /// What is left to be sent; `None` until the request is complete.
    answer: Option<Vec<u8>>,
    sent: usize,
}

impl<F: Fn() -> String> Server<F> {
    pub fn new(listener: TcpListener, ended: UnixStream, render: F) -> io::Result<Server<F>> {
        listener.set_nonblocking(true)?;
        Ok(Server { listener, ended, render, clients: Vec::new() })
    }

    /// Serves clients until the other end of `ended` says something or is closed.
    pub fn run(&mut self) {
        loop {
            let now = Instant::now();
            self.clients.retain(|client| client.until > now);
            let next = self.clients.iter().map(|client| client.until).min();
            let timeout = next.and_then(|at| Timespec::try_from(at.saturating_duration_since(now)).ok());
            let mut fds = vec![PollFd::new(&self.ended, PollFlags::IN)];
            let accepts = self.clients.len() < CLIENTS;
            fds.push(PollFd::new(&self.listener, if accepts { PollFlags::IN } else { PollFlags::empty() }));
            fds.extend(self.clients.iter().map(|client| {
                let wanted = if client.answer.is_some() { PollFlags::OUT } else { PollFlags::IN };
                PollFd::new(&client.stream, wanted)
            }));
            if poll(&mut fds, timeout.as_ref()).is_err() {
                std::thread::sleep(PAUSE);
                continue;
            }
            let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
            drop(fds);
            if ready[0] {
                return;
            }
            let mut at = ready[2..].iter();
            let render = &self.render;
            self.clients.retain_mut(|client| !at.next().is_some_and(|ready| *ready) || client.goes_on(render));
            if ready[1] {
                self.accept();
            }
        }
    }

    fn accept(&mut self) {
        match self.listener.accept() {
            Ok((stream, _)) if stream.set_nonblocking(true).is_ok() => {
                let until = Instant::now() + PATIENCE;
                self.clients.push(Client { stream, until, request: Vec::new(), answer: None, sent: 0 });
            }
            Err(e) if !matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => std::thread::sleep(PAUSE),
            _ => {}
        }
    }
}

impl Client {
    /// Reads or writes what it can. Returns false when the client is served, or is gone.
    fn goes_on(&mut self, render: impl Fn() -> String) -> bool {
        let done = match &self.answer {
            None => self.read(render),
            Some(answer) => self.stream.write(&answer[self.sent..]).map(|sent| {
                self.sent += sent;
                sent == 0 || self.sent == answer.len()
            }),
        };
        match done {
            Ok(true) => {
                // The client may have left already.
                let _ = self.stream.shutdown(Shutdown::Write);
                false
            }
            Ok(false) => true,
            Err(e) => matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }

    /// Reads a part of the request. Returns true if the client has left.
    fn read(&mut self, render: impl Fn() -> String) -> io::Result<bool> {
        let mut part = [0; 2048];
        let read = self.stream.read(&mut part)?;
        self.request.extend_from_slice(&part[..read]);
        let is_whole = self.request.windows(4).any(|four| four == b"\r\n\r\n");
        if is_whole || self.request.len() > LONGEST {
            self.answer = Some(answer(&self.request, is_whole, render));
        }
        Ok(read == 0)
    }
}

/// Returns the answer to a request.
fn answer(request: &[u8], is_whole: bool, render: impl Fn() -> String) -> Vec<u8> {
    let (status, kind, body) = match path(request).filter(|_| is_whole) {
        Some("/metrics") => ("200 OK", OPEN_METRICS, render()),
        Some(_) => ("404 Not Found", "text/plain", "only /metrics is here\n".into()),
        None => ("400 Bad Request", "text/plain", "ask GET /metrics\n".into()),
    };
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
        .into_bytes()
}

/// Returns the path of a GET request without its query; `None` if the first line is no such request.
fn path(request: &[u8]) -> Option<&str> {
    let line = request.split(|&byte| byte == b'\r').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split(' ');
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    let is_request = method == "GET" && target.starts_with('/') && version.starts_with("HTTP/1.");
    (is_request && words.next().is_none()).then(|| target.split('?').next().unwrap_or(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_get_of_metrics_is_answered_with_them() {
        let said = |request: &[u8], is_whole| {
            let text = String::from_utf8(answer(request, is_whole, || "numbers".into())).expect("text");
            text["HTTP/1.1 ".len()..][..3].to_owned()
        };
        assert_eq!(said(b"GET /metrics HTTP/1.1\r\n\r\n", true), "200");
        assert_eq!(said(b"GET /metrics?x=1 HTTP/1.0\r\n\r\n", true), "200");
        assert_eq!(said(b"GET / HTTP/1.1\r\n\r\n", true), "404");
        for request in [
            &b"POST /metrics HTTP/1.1\r\n\r\n"[..],
            b"GET /metrics\r\n\r\n",
            b"GET /metrics HTTP/1.1 x\r\n\r\n",
            b"GET metrics HTTP/1.1\r\n\r\n",
            b"\xff\xfe\r\n\r\n",
            b"\r\n\r\n",
            b"",
        ] {
            assert_eq!(said(request, true), "400", "{request:?}");
        }
        assert_eq!(said(b"GET /metrics HTTP/1.1\r\n", false), "400");
    }
}
