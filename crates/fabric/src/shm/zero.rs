//! The cross-space zero buffer (Push-Pull Messaging, 2.2): a list of (address, length) that names bytes in another
//! process and holds no bytes itself. `process_vm_readv` pulls the bytes with a single copy.
use super::atomic::Word;
use super::layout::PROCESS;
use super::segment::Segment;
use crate::mem::{Region, SmallBuffer};
use crate::{Refused, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The words that a process publishes so that peers can verify that they read the right process.
pub struct Identity {
    /// The cookie, in a box, so that its address is stable while the identity is published.
    _cookie: Box<AtomicU64>,
}

impl Identity {
    /// Publishes this process's id and a cookie in its memory. `secret` should be unlikely to occur by chance.
    pub fn publish(segment: &Segment, rank: u32, secret: u64) -> Identity {
        let cookie = Box::new(AtomicU64::new(secret));
        let line = segment.layout().control(rank);
        publish(PROCESS.map(|at| segment.word(line + at)), std::process::id(), &raw const *cookie as u64, secret);
        Identity { _cookie: cookie }
    }
}

/// Stores the words of an identity (process id, address of the cookie, cookie). The id is stored last, so a reader that
/// sees the id sees the other words too.
pub(super) fn publish<W: Word<Value = u64>>(words: [&W; 3], pid: u32, address: u64, secret: u64) {
    words[1].store(address, Ordering::Relaxed);
    words[2].store(secret, Ordering::Relaxed);
    words[0].store(u64::from(pid), Ordering::Release);
}
pub(super) fn published<W: Word<Value = u64>>(words: [&W; 3]) -> (u64, u64, u64) {
    let pid = words[0].load(Ordering::Acquire);
    (pid, words[1].load(Ordering::Relaxed), words[2].load(Ordering::Relaxed))
}

impl Segment {
    /// Returns true if the process of `rank` has certainly ended. The call reads a file, so do not make it in a polling
    /// loop.
    pub fn has_died(&self, rank: u32) -> bool {
        rank < self.ranks() && died(self, rank)
    }

    /// Claims, for tests, that `rank` is the process `pid`.
    #[cfg(feature = "wrap")]
    pub fn say_process(&self, rank: u32, pid: u32) {
        let line = self.layout().control(rank);
        publish(PROCESS.map(|at| self.word(line + at)), pid, 0, 0);
    }
}

/// Returns true if the process of `rank` has certainly ended: it does not exist, or is a zombie.
pub(super) fn died(segment: &Segment, rank: u32) -> bool {
    let line = segment.layout().control(rank);
    let (pid, ..) = published(PROCESS.map(|at| segment.word(line + at)));
    if pid == 0 {
        // The process has not started yet.
        return false;
    }
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        // "pid (name) S ...", where the name may contain any character.
        Ok(stat) => stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['Z', 'X'])),
        Err(e) => e.kind() == std::io::ErrorKind::NotFound && std::path::Path::new("/proc/self/stat").exists(),
    }
}

/// An argument of the system call: the first vector, and the number of vectors.
type Vectors = (*const libc::iovec, libc::c_ulong);

/// The most vectors that the kernel takes (UIO_MAXIOV).
const MOST_VECTORS: usize = 1024;

/// Returns the rest of the vectors after `done` bytes have been copied.
fn advance(mut vectors: &mut [libc::iovec], mut done: usize) -> &mut [libc::iovec] {
    while let Some(first) = vectors.first_mut() {
        if done < first.iov_len {
            first.iov_base = first.iov_base.cast::<u8>().wrapping_add(done).cast();
            first.iov_len -= done;
            break;
        }
        done -= first.iov_len;
        vectors = &mut vectors[1..];
    }
    vectors
}

/// Another process whose memory can be read.
#[derive(Clone, Copy, Debug)]
pub struct CopySource {
    pid: libc::pid_t,
}

impl CopySource {
    /// Finds the process of `rank` and reads its cookie, which proves that the process is the right one and that
    /// access is allowed.
    pub fn find(segment: &Arc<Segment>, rank: u32) -> Result<CopySource, Refused> {
        let line = segment.layout().control(rank);
        let (pid, address, secret) = published(PROCESS.map(|at| segment.word(line + at)));
        let source = CopySource { pid: libc::pid_t::try_from(pid).ok().filter(|&p| p > 0).ok_or(Refused)? };
        // SAFETY: the pull ends with the call.
        unsafe {
            SmallBuffer::new(8).with(|got| {
                source.pull(&[Span { address, len: 8 }], got)?;
                if got.get::<u64>(0) == secret { Ok(source) } else { Err(Refused) }
            })
        }
    }

    /// Copies all bytes of the spans to regions of the same total length, usually in one system call.
    pub fn pull_list(&self, spans: &[Span], into: &[Region]) -> Result<(), Refused> {
        // SAFETY: the local regions are valid for writing by their contract; the kernel checks the remote spans.
        self.list(spans, into, |local, remote| unsafe {
            libc::process_vm_readv(self.pid, local.0, local.1, remote.0, remote.1, 0)
        })
    }

    /// Copies all bytes of the regions to spans of the same total length, usually in one system call.
    pub fn push_list(&self, from: &[Region], spans: &[Span]) -> Result<(), Refused> {
        // SAFETY: the local regions are valid for reading by their contract; the kernel checks the remote spans.
        self.list(spans, from, |local, remote| unsafe {
            libc::process_vm_writev(self.pid, local.0, local.1, remote.0, remote.1, 0)
        })
    }

    /// Calls `copy` with the two lists until all bytes are copied.
    fn list(
        &self,
        spans: &[Span],
        regions: &[Region],
        copy: impl Fn(Vectors, Vectors) -> libc::ssize_t,
    ) -> Result<(), Refused> {
        let base = |address: u64| address as *mut libc::c_void;
        let vector = |address, len| libc::iovec { iov_base: base(address), iov_len: len };
        let mut remote: Vec<_> = spans.iter().map(|s| vector(s.address, s.len as usize)).collect();
        let mut local: Vec<_> = regions.iter().map(|r| vector(r.as_ptr() as u64, r.len())).collect();
        let (mut remote, mut local) = (&mut remote[..], &mut local[..]);
        while !local.is_empty() && !remote.is_empty() {
            let some = |vectors: &[libc::iovec]| (vectors.as_ptr(), vectors.len().min(MOST_VECTORS) as libc::c_ulong);
            let copied = copy(some(local), some(remote));
            if copied <= 0 {
                return Err(Refused);
            }
            (local, remote) = (advance(local, copied as usize), advance(remote, copied as usize));
        }
        // The lists had the same total length, so this call fails only if a caller has miscounted.
        if local.is_empty() && remote.is_empty() { Ok(()) } else { Err(Refused) }
    }

    /// Copies `from` to `address` in that process.
    pub fn push(&self, from: Region, address: u64) -> Result<(), Refused> {
        let mut done = 0;
        while done < from.len() {
            let part = from.slice(done, (from.len() - done).min(1 << 30));
            let local = libc::iovec { iov_base: part.as_ptr().cast(), iov_len: part.len() };
            let remote =
                libc::iovec { iov_base: address.wrapping_add(done as u64) as *mut libc::c_void, iov_len: part.len() };
            // SAFETY: the local region is valid for reading by its contract; the kernel checks the remote one.
            let put = unsafe { libc::process_vm_writev(self.pid, &local, 1, &remote, 1, 0) };
            if put <= 0 {
                return Err(Refused);
            }
            done += put as usize;
        }
        Ok(())
    }

    /// Copies the spans, in order, into `into` until either ends, by one system call for each span and GiB.
    pub fn pull(&self, spans: &[Span], into: Region) -> Result<(), Refused> {
        let mut done = 0usize;
        for span in spans {
            let mut offset = 0u64;
            while offset < span.len && done < into.len() {
                let n = (span.len - offset).min((into.len() - done) as u64).min(1 << 30) as usize;
                let to = into.slice(done, n);
                let local = libc::iovec { iov_base: to.as_ptr().cast(), iov_len: n };
                let remote =
                    libc::iovec { iov_base: span.address.wrapping_add(offset) as *mut libc::c_void, iov_len: n };
                // SAFETY: the local region is valid for writing by its contract; the kernel checks the remote one.
                let got = unsafe { libc::process_vm_readv(self.pid, &local, 1, &remote, 1, 0) };
                if got <= 0 {
                    return Err(Refused);
                }
                offset += got as u64;
                done += got as usize;
            }
        }
        Ok(())
    }
}
