//! What is left of a job after its end: a record that `clump stat --last` reads, also if the whole job was killed. A
//! thread of the supervisor writes the ranks' words of the job's segment into a file of the user's state directory,
//! again and again while the job runs. The ranks do not take part, so that a slow disk cannot hold them up.
use super::account::RankAccount;
use super::description::JobDescription;
use super::plan::Job;
use super::report;
use clump_fabric::shm::{CollectiveRecord, Phase, SegmentView, Waiting};
use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use serde::{Deserialize, Serialize};
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

/// The setting that switches records off.
const SETTING: &str = "CLUMP_RECORD";
/// The time between two writes, and the least age of a job with a record. A longer time lets a killed job's record be
/// older, a shorter one writes more.
const INTERVAL: Duration = Duration::from_secs(1);
/// The time between two writes grows with the number of ranks, so that a job writes some 100 KB a second at most.
const INTERVAL_OF_RANK: Duration = Duration::from_millis(10);
/// How many records a directory keeps, that of the newest job among them.
const KEPT: usize = 20;
/// How long a record is kept.
const AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long the supervisor waits for the last write.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest record that is read, in bytes.
const LONGEST: u64 = 64 << 20;
/// How many of a rank's last collective calls a record has.
const CALLS: usize = 4;
/// The ends of the names of records, and of those that are being written.
const END: &str = ".job";
const PART: &str = ".job-part";

/// The record of a job, or of one host's part of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRecord {
    /// The number of the job: its launcher's pid, or its agent's.
    pub number: i32,
    pub described: JobDescription,
    /// How long the job had run, in milliseconds.
    pub ran: u64,
    /// The job's exit code; `None` if the launcher has not written how the job ended.
    pub code: Option<i32>,
    pub ranks: Vec<RankRecord>,
}

/// The record of a rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankRecord {
    pub rank: usize,
    /// The rank's pid in its own namespace; 0 if it has not joined the job.
    pub pid: u32,
    pub doing: String,
    /// True if the rank had left the job.
    pub ended: bool,
    /// The call, the peer, the tag and the context of the call in which the rank waits.
    pub waiting: Option<(u16, i32, i32, u16)>,
    /// How long the rank has been in that call, in microseconds.
    pub since: Option<u64>,
    pub communicator: Option<String>,
    /// The words of the rank's [`RankAccount`].
    pub account: Vec<u64>,
    /// The words of the rank's last collective calls.
    pub collectives: Vec<[u64; 3]>,
}

impl RankRecord {
    fn of(view: &SegmentView, rank: usize) -> RankRecord {
        let at = rank as u32;
        let status = view.status(at);
        let waiting = status.waiting.filter(|of| status.phase == Phase::Running && report::is_wait(of));
        let communicator = status.waiting.and_then(|of| view.communicator_name(at, of.context));
        let mut account =
            RankAccount { waits: view.waits(at), waits_in: waiting.map(|of| of.call), counts: view.counts(at) };
        account.waits.present = account.waits.present.filter(|_| waiting.is_some());
        let calls = view.collectives(at);
        RankRecord {
            rank,
            pid: status.pid,
            doing: report::doing(&status, communicator.as_deref()),
            ended: matches!(status.phase, Phase::Closed | Phase::Aborted | Phase::Died),
            waiting: waiting.map(|of| (of.call, of.peer, of.tag, of.context)),
            since: account.waits.present.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX)),
            communicator,
            account: account.to_words(),
            collectives: calls[calls.len().saturating_sub(CALLS)..].iter().map(|call| call.to_words()).collect(),
        }
    }

    /// Returns the call in which the rank waited.
    pub fn waiting(&self) -> Option<Waiting> {
        self.waiting.map(|(call, peer, tag, context)| Waiting { call, peer, tag, context })
    }

    /// Returns the rank's last collective calls.
    pub fn collectives(&self) -> Vec<CollectiveRecord> {
        self.collectives.iter().map(|words| CollectiveRecord::of_words(*words)).collect()
    }
}

/// Returns the directory of records: `$XDG_STATE_HOME/clump`, or `~/.local/state/clump`; `None` if neither variable is
/// a full path.
pub fn directory() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    Some(state.join("clump"))
}

/// Returns true if the user has switched records off. Fails for a value that is not allowed.
pub fn is_off() -> Result<bool, String> {
    match std::env::var_os(SETTING) {
        None => Ok(false),
        Some(value) if value == "1" => Ok(false),
        Some(value) if value == "0" => Ok(true),
        Some(value) => Err(format!("{SETTING}={} is not allowed: it may be 0 or 1", value.to_string_lossy())),
    }
}

/// The records in a directory, newest first, each with its time of writing. A file that vanishes meanwhile is left out.
fn list(dir: &Path) -> io::Result<Vec<(PathBuf, SystemTime)>> {
    let mut all: Vec<_> = std::fs::read_dir(dir)?
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.ends_with(END) || name.ends_with(PART)))
        .filter_map(|entry| Some((entry.path(), entry.metadata().ok()?.modified().ok()?)))
        .collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
    Ok(all)
}

fn open(path: &Path, flags: OFlags) -> io::Result<File> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
    Ok(rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?.into())
}

/// Returns true if a running job is writing this record: its supervisor holds a lock on the file.
fn is_in_use(file: &File) -> bool {
    flock(file, FlockOperation::NonBlockingLockShared).is_err()
}

/// Removes records that are too old or too many, but for those of running jobs.
fn prune(dir: &Path, own: &Path) {
    let now = SystemTime::now();
    let Ok(all) = list(dir) else { return };
    let others = all.into_iter().filter(|(path, _)| path != own);
    for (at, (path, written)) in others.enumerate() {
        let is_old = now.duration_since(written).is_ok_and(|age| age > AGE);
        if (is_old || at + 1 >= KEPT) && open(&path, OFlags::RDONLY).is_ok_and(|file| !is_in_use(&file)) {
            // Another job's supervisor may have removed it.
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Returns the newest record of a job that is over, and when it was written.
pub fn last() -> Result<(JobRecord, SystemTime), String> {
    let none = |why: &str| format!("there is no record of a job of yours on this machine: {why}");
    let dir = directory().ok_or_else(|| none("neither XDG_STATE_HOME nor HOME is a directory's full path"))?;
    let empty = || none(&format!("jobs that run for a second or longer leave one in {}", dir.display()));
    let all = list(&dir).map_err(|_| empty())?;
    let whole = all.into_iter().filter(|(path, _)| path.extension().is_some_and(|end| END[1..] == *end));
    for (path, written) in whole {
        let Ok(file) = open(&path, OFlags::RDONLY) else { continue };
        if is_in_use(&file) {
            continue;
        }
        let about = file.metadata().map_err(|e| format!("{}: {e}", path.display()))?;
        if !about.is_file() || about.uid() != rustix::process::geteuid().as_raw() {
            return Err(format!("{} is no file of yours: remove it", path.display()));
        }
        let mut text = Vec::new();
        let read = file.take(LONGEST).read_to_end(&mut text).and_then(|_| Ok(serde_json::from_slice(&text)?));
        return read
            .map(|record| (record, written))
            .map_err(|e| format!("the record {} cannot be read ({e}): remove it", path.display()));
    }
    Err(empty())
}

/// Writes the record of a job until it is told how the job has ended.
pub struct Recorder {
    end: Sender<i32>,
    /// The error that has prevented a write, once; closed after the last write.
    news: Receiver<String>,
}

impl Recorder {
    /// Begins the record of a job. Returns `None` if the user wants none, there is no place for one, or this process
    /// has started no ranks itself.
    pub fn start(job: &Job, number: i32, segment: BorrowedFd<'_>) -> Result<Option<Recorder>, String> {
        let Some(dir) = directory().filter(|_| job.remote.is_none()) else { return Ok(None) };
        if is_off()? {
            return Ok(None);
        }
        let cannot = |e: io::Error| format!("cannot keep a record of this job: {e}");
        let view = SegmentView::attach(segment.try_clone_to_owned().map_err(cannot)?).map_err(cannot)?;
        let Some(described) = JobDescription::of(job, -1) else { return Ok(None) };
        let ((end, ended), (tell, news)) = (channel(), channel());
        let name =
            format!("{}-{number}-{}", crate::machine::host().replace('/', "_"), clump::driver::bootstrap::nonce());
        let mut writer = Writer { dir, name, number, described, view, started: Instant::now(), file: None };
        std::thread::Builder::new()
            .name("record".into())
            .spawn(move || writer.run(&ended, &tell))
            .map_err(|e| format!("cannot start the thread that keeps a record of this job: {e}"))?;
        Ok(Some(Recorder { end, news }))
    }

    /// Returns the error that has prevented a write, if there is a new one.
    pub fn error(&self) -> Option<String> {
        self.news.try_recv().ok()
    }

    /// Writes how the job has ended. Waits for that, but not for a disk that does not answer. Returns the error that
    /// has prevented it, unless it is known.
    pub fn finish(self, code: i32) -> Option<String> {
        // The thread ends only after this word.
        let _ = self.end.send(code);
        self.news.recv_timeout(PATIENCE).ok()
    }
}

struct Writer {
    dir: PathBuf,
    /// The name of the file without its end.
    name: String,
    number: i32,
    described: JobDescription,
    view: SegmentView,
    started: Instant,
    /// The last file written, on which this process holds a lock.
    file: Option<File>,
}

impl Writer {
    fn run(&mut self, ended: &Receiver<i32>, tell: &Sender<String>) {
        let interval = INTERVAL.max(INTERVAL_OF_RANK * self.described.here as u32);
        let (mut said, mut wait) = (false, INTERVAL);
        loop {
            let code = match ended.recv_timeout(wait) {
                Ok(_) if self.started.elapsed() < INTERVAL => return,
                Ok(code) => Some(code),
                Err(RecvTimeoutError::Timeout) => None,
                // The supervisor ends in haste.
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if let Err(e) = self.write(code)
                && !std::mem::replace(&mut said, true)
            {
                let dir = self.dir.display();
                let text = format!(
                    "cannot keep a record of this job in {dir}: {e}; the job goes on, and `clump stat --last` will not \
                     show it ({SETTING}=0 switches records off)"
                );
                // A supervisor that has waited for PATIENCE reads no error any more.
                let _ = tell.send(text);
            }
            if code.is_some() {
                return;
            }
            wait = interval;
        }
    }

    /// Writes the record beside the former one, and puts it in its place, so that a process that is killed meanwhile
    /// leaves one of the two.
    fn write(&mut self, code: Option<i32>) -> io::Result<()> {
        let (path, part) = (self.dir.join(self.name.clone() + END), self.dir.join(self.name.clone() + PART));
        let JobDescription { first, here, .. } = self.described;
        let record = JobRecord {
            number: self.number,
            described: self.described.clone(),
            ran: self.started.elapsed().as_millis() as u64,
            code,
            ranks: (first..first + here).map(|rank| RankRecord::of(&self.view, rank)).collect(),
        };
        let text = serde_json::to_vec(&record)?;
        if self.file.is_none() {
            make_private(&self.dir)?;
            prune(&self.dir, &path);
        }
        let mut file = open(&part, OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC)?;
        let written = flock(file.as_fd(), FlockOperation::NonBlockingLockExclusive)
            .map_err(io::Error::from)
            .and_then(|()| file.write_all(&text))
            .and_then(|()| std::fs::rename(&part, &path));
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        } else {
            self.file = Some(file);
        }
        written
    }
}

/// Makes a directory that only this user may enter, unless it is there. Fails if it is another user's.
fn make_private(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    let about = std::fs::metadata(dir)?;
    if about.uid() != rustix::process::geteuid().as_raw() || about.mode() & 0o022 != 0 {
        return Err(io::Error::other("other users can write to this directory, or it is another user's"));
    }
    Ok(())
}
