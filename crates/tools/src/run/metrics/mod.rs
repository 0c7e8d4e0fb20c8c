//! `clump run --metrics ADDRESS`: what the ranks of a job have called, moved and waited, for Prometheus, while the job
//! runs. A thread of the supervisor's process reads the job's shared memory when a client asks. The ranks take no part.
mod server;
mod text;

use super::Failure;
use clump_fabric::shm::Segment;
use server::Server;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::ops::Range;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::JoinHandle;
pub use text::JobLabels;

/// Binds the address that the user has given: `HOST:PORT`, or `PORT` or `:PORT` on the loopback interface.
pub fn bind(asked: &str) -> Result<TcpListener, Failure> {
    let port = asked.strip_prefix(':').unwrap_or(asked);
    let address = if port.parse::<u16>().is_ok() { format!("127.0.0.1:{port}") } else { asked.to_owned() };
    TcpListener::bind(&address).map_err(|e| {
        Failure::usage(format!("--metrics: cannot serve at {asked}: {e}; give a free PORT, or HOST:PORT (:0 is any)"))
    })
}

/// Answers clients until it is dropped.
pub struct Metrics {
    /// Closed when the thread shall end.
    end: Option<UnixStream>,
    thread: Option<JoinHandle<()>>,
    address: SocketAddr,
}

impl Metrics {
    /// Starts the thread that answers clients of `listener` about these ranks.
    pub fn start(
        listener: TcpListener,
        segment: &Arc<Segment>,
        ranks: Range<u32>,
        labels: JobLabels,
    ) -> std::io::Result<Metrics> {
        let (end, ended) = UnixStream::pair()?;
        let address = listener.local_addr()?;
        let segment = segment.clone();
        let mut server = Server::new(listener, ended, move || text::render(&labels, &segment, ranks.clone()))?;
        let thread = std::thread::Builder::new().name("metrics".into()).spawn(move || server.run())?;
        Ok(Metrics { end: Some(end), thread: Some(thread), address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Metrics {
    fn drop(&mut self) {
        // A word and not only the end of the stream: a child process may have a copy of the descriptor for a moment.
        if let Some(mut end) = self.end.take() {
            let _ = end.write_all(b"e");
        }
        // A thread that has panicked has already said so.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
