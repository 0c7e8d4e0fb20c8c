//! PMIx, by which Open MPI's `mpirun` (PRRTE's `prterun`) and `srun --mpi=pmix` introduce processes to each other. The
//! library may block for ever, so a thread makes its calls, and each call has a deadline.
use super::ancestors;
use crate::environment;
use crate::error::{Error, ErrorKind};
use clump_core::Rank;
use clump_fabric::sys::{Pmix, PmixError};
use rustix::net::getpeername;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The variable by which every PMIx server names the job.
pub(super) const SPACE: &str = "PMIX_NAMESPACE";
/// The variable by which every PMIx server tells a process its rank.
pub(super) const RANK: &str = "PMIX_RANK";
/// The variables by which servers of several versions tell their address.
const ADDRESSES: [&str; 5] =
    ["PMIX_SERVER_URI41", "PMIX_SERVER_URI4", "PMIX_SERVER_URI3", "PMIX_SERVER_URI21", "PMIX_SERVER_URI2"];
/// The library's name: that of PMIx 4, 5 and 6.
const LIBRARY: &str = "libpmix.so.2";

/// How long the server may take to answer a question.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long the other ranks may take to come to a fence. Ranks of a large job start at different times.
const LONG: Duration = Duration::from_secs(600);

type Work = Box<dyn FnOnce(&Pmix) + Send>;

/// A connection to the launcher's server.
pub(crate) struct Client {
    work: Sender<Work>,
    rank: Rank,
    size: u32,
    app: Option<u32>,
    library: String,
}

fn error(why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Launch, format!("the launcher (PMIx): {why}"))
}

fn answer<T>(receiver: &Receiver<T>, call: &str, patience: Duration) -> Result<T, Error> {
    receiver.recv_timeout(patience).map_err(|why| match why {
        RecvTimeoutError::Timeout => error(format!("{call} has not returned for {} s", patience.as_secs())),
        RecvTimeoutError::Disconnected => error(format!("{call} has ended its thread")),
    })
}

impl Client {
    /// Connects to the server that the environment names.
    pub fn connect() -> Result<Client, Error> {
        let (work, tasks) = channel::<Work>();
        let (tell, told) = channel();
        let begin = move || match Pmix::init(&libraries()) {
            Ok(pmix) => {
                let (file, version) = pmix.library();
                let library = format!("{}, {version}", file.display());
                let numbers = pmix.number("pmix.job.size", true).map(|size| (pmix.rank(), size));
                let app = pmix.number("pmix.appnum", false).ok();
                // The receiver has given up if this fails; then no work comes.
                let _ = tell.send(numbers.map(|numbers| (numbers, app, library)));
                tasks.into_iter().for_each(|task| task(&pmix));
            }
            Err(e) => drop(tell.send(Err(e))),
        };
        let thread = std::thread::Builder::new().name("clump-pmix".into());
        // The library's own threads inherit the mask.
        clump_fabric::sys::without_signals(|| thread.spawn(begin))
            .map_err(|e| error(format!("no thread for its calls: {e}")))?;
        let ((rank, size), app, library) = answer(&told, "PMIx_Init", PATIENCE)?.map_err(error)?;
        let size = u32::try_from(size).ok().filter(|size| rank < *size);
        let size = size.ok_or_else(|| error(format!("it calls this process rank {rank}, and the job is smaller")))?;
        Ok(Client { work, rank, size, app: app.and_then(|app| app.try_into().ok()), library })
    }

    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Returns the file of the library, and its version.
    pub fn library(&self) -> &str {
        &self.library
    }

    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the number of this process's program on the launcher's command line, if the launcher tells it.
    pub fn app(&self) -> Option<u32> {
        self.app
    }

    /// Makes one call of the library.
    fn call<T: Send + 'static>(
        &self,
        name: &str,
        patience: Duration,
        call: impl FnOnce(&Pmix) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (tell, told) = channel();
        let work: Work = Box::new(move |pmix| {
            // The receiver has given up if this fails.
            let _ = tell.send(call(pmix));
        });
        self.work.send(work).map_err(|_| error(format!("{name}: the thread for its calls has ended")))?;
        answer(&told, name, patience)
    }

    fn checked<T: Send + 'static>(
        &self,
        name: &str,
        patience: Duration,
        call: impl FnOnce(&Pmix) -> Result<T, PmixError> + Send + 'static,
    ) -> Result<T, Error> {
        self.call(name, patience, call)?.map_err(|e| error(format!("{e} (library {})", self.library)))
    }

    /// Publishes a value, which the other ranks can read after the next fence.
    pub fn publish(&self, key: &str, value: &str) -> Result<(), Error> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.checked("PMIx_Put", PATIENCE, move |pmix| pmix.publish(&key, &value))
    }

    /// Returns the value that a rank has published.
    pub fn text(&self, key: &str, of: Rank) -> Result<String, Error> {
        let key = key.to_owned();
        self.checked("PMIx_Get", PATIENCE, move |pmix| pmix.text(&key, of))
    }

    /// Blocks until all ranks of the job have called it.
    pub fn fence(&self) -> Result<(), Error> {
        self.checked("PMIx_Fence", LONG, Pmix::fence)
    }

    /// Tells the launcher that this process will end normally.
    pub fn finalize(self) {
        // If the server is gone, the failure does not matter.
        let _ = self.call("PMIx_Finalize", PATIENCE, Pmix::finalize);
    }

    /// Asks the launcher to end the whole job.
    pub fn abort(&self, code: i32) {
        // If this fails, the exit code that follows tells the launcher.
        let _ = self.call("PMIx_Abort", PATIENCE, move |pmix| pmix.abort(code, c"a rank has ended the job"));
    }
}

/// Returns a copy of the library's connection to its server, of which only the end counts. The library tells no
/// descriptor; it is the socket of this process whose other end has the server's address.
pub(super) fn line() -> Option<OwnedFd> {
    let servers: Vec<SocketAddr> = ADDRESSES.iter().filter_map(|name| address(&environment::text(name)?)).collect();
    let numbers = std::fs::read_dir("/proc/self/fd").ok()?.flatten();
    let mut sockets = numbers.filter_map(|entry| {
        let is_socket = std::fs::read_link(entry.path()).is_ok_and(|link| ancestors::is_socket(&link));
        let number = entry.file_name().to_str()?.parse().ok().filter(|_| is_socket)?;
        clump_fabric::sys::duplicate(number).ok()
    });
    sockets.find(|socket| {
        let peer = getpeername(socket).ok().flatten().and_then(|peer| SocketAddr::try_from(peer).ok());
        peer.is_some_and(|peer| servers.contains(&peer))
    })
}

/// Returns the server's address in text such as `prterun-a-7@0.0;tcp4://127.0.0.1:4711`.
fn address(text: &str) -> Option<SocketAddr> {
    let (_, place) = text.split_once("://")?;
    place.split([';', ',']).next()?.trim_end_matches('/').parse().ok()
}

/// Returns the files to try: the library that the launcher itself has loaded, whose version fits and which the loader
/// need not find (PRRTE brings its own); then the one that the loader finds. A shell may stand between the launcher and
/// this process.
fn libraries() -> Vec<PathBuf> {
    let is_it = |file: &&str| {
        let name = std::path::Path::new(file).file_name();
        name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"libpmix.so"))
    };
    let loaded = |pid: u32| {
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).ok()?;
        maps.lines().filter_map(|line| line.split_whitespace().nth(5)).find(is_it).map(PathBuf::from)
    };
    ancestors::all().find_map(loaded).into_iter().chain([PathBuf::from(LIBRARY)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_address_is_found_in_its_text() {
        let found = |text| address(text).map(|address| address.to_string());
        assert_eq!(found("prterun-a-7@0.0;tcp4://127.0.0.1:4711").as_deref(), Some("127.0.0.1:4711"));
        assert_eq!(found("pmix.0;tcp6://[::1]:9").as_deref(), Some("[::1]:9"));
        for none in ["", "pmix.0", "pmix.0;usock:/tmp/x", "x;tcp4://host:1"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
