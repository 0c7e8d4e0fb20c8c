//! A peer's shared heap as this process sees it.
use super::super::layout::PROCESS;
use super::super::zero::CopySource;
use super::reach::{MappedPart, Reach};
use super::{HEAP_FILE, HEAP_SECRET};
use crate::Refused;
use crate::mem::Region;
use crate::shm::Segment;
use clump_heapfile::{FileHead, Found, HEAD, MAGIC, SIZE, WRITERS};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many bytes are mapped at once. A mapping only takes address space: only shared bytes are ever accessed.
const WINDOW: u64 = 1 << 30;
/// How many bytes' pages are faulted in together at their first use, which costs half as much as a fault for each page.
/// More bytes may fault in pages that no message uses.
const GRAIN: u64 = 64 << 10;
const PAGE: u64 = 4096;
/// The number in Linux of the advice that makes all pages of a range writable.
const MADV_POPULATE_WRITE: i32 = 23;
/// How many attempts a reader makes to read the table of ranges while the table's owner changes it. More attempts cost
/// time, fewer give up shared memory.
const LOOKS: usize = 100;

/// A stretch of bytes from an address on, and whether they are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// This many bytes are shared, so loads and stores reach them.
    Shared(u64),
    /// This many bytes are not shared.
    Private(u64),
}

/// One peer's file, and its mappings in this process.
struct View {
    /// The word that named the file.
    word: u64,
    file: File,
    head: Arc<HeadMap>,
    windows: Vec<(u64, Arc<Window>)>,
    /// The numbers of the `GRAIN`s whose pages this process has faulted in.
    touched: HashSet<u64>,
    /// The range that was last found: sequence number, start, end.
    last: (u64, u64, u64),
}

/// The file's head, mapped.
pub(super) struct HeadMap {
    head: *mut FileHead,
    /// This process's id. A child that this process forks has no such mapping.
    me: u64,
}

// SAFETY: a mapping belongs to the process; only its atomics are accessed.
unsafe impl Send for HeadMap {}
// SAFETY: as for `Send` above.
unsafe impl Sync for HeadMap {}

/// `WINDOW` bytes of the file, mapped.
pub(super) struct Window(*mut u8);

// SAFETY: a mapping belongs to the process; only memory exposed for a message is accessed.
unsafe impl Send for Window {}
// SAFETY: as for `Send` above.
unsafe impl Sync for Window {}

impl Drop for Window {
    fn drop(&mut self) {
        // SAFETY: our own mapping; every region of it comes with a reference to the window.
        unsafe { libc::munmap(self.0.cast(), WINDOW as usize) };
    }
}

impl Drop for HeadMap {
    fn drop(&mut self) {
        // SAFETY: our own mapping, to which there is no reference any more.
        unsafe { libc::munmap(self.head.cast(), HEAD) };
    }
}

fn map(file: &File, at: u64, len: usize) -> Result<*mut u8, Refused> {
    let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_NORESERVE);
    // SAFETY: a fresh mapping of a file that is sealed against shrinking. A forked child must not write there.
    unsafe {
        let base = libc::mmap(null_mut(), len, access, how, file.as_raw_fd(), at as libc::off_t);
        if base == libc::MAP_FAILED {
            return Err(Refused);
        }
        libc::madvise(base, len, libc::MADV_DONTFORK);
        Ok(base.cast())
    }
}

impl View {
    /// Opens the file that `word` names. Fails unless it is the peer's file.
    fn open(segment: &Segment, peer: u32, word: u64) -> Result<View, Refused> {
        let line = segment.layout().control(peer);
        let (pid, fd) = (segment.word(line + PROCESS[0]).load(Ordering::Acquire), word as u32);
        let secret = segment.word(line + HEAP_SECRET).load(Ordering::Relaxed);
        let path = format!("/proc/{pid}/fd/{fd}");
        let flags = libc::O_CLOEXEC | libc::O_NONBLOCK;
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(path).map_err(|_| Refused)?;
        let meta = file.metadata().map_err(|_| Refused)?;
        // SAFETY: a plain call on our own descriptor.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        if !meta.is_file() || meta.size() != SIZE || seals < 0 || seals & libc::F_SEAL_SHRINK == 0 {
            return Err(Refused);
        }
        let mut start = [0; 16];
        file.read_exact_at(&mut start, 0).map_err(|_| Refused)?;
        let mut expected = [0; 16];
        expected[..8].copy_from_slice(&MAGIC.to_ne_bytes());
        expected[8..].copy_from_slice(&secret.to_ne_bytes());
        if start != expected {
            return Err(Refused);
        }
        let head = Arc::new(HeadMap { head: map(&file, 0, HEAD)?.cast(), me: std::process::id().into() });
        Ok(View { word, file, head, windows: Vec::new(), touched: HashSet::new(), last: (0, 0, 0) })
    }

    fn head(&self) -> &FileHead {
        self.head.get()
    }

    /// Returns whether the bytes from `address` on are shared, and how many of the first `len` bytes have that answer.
    /// For a message's memory the answer stays valid until the peer's process forks.
    fn span(&mut self, address: u64, len: u64) -> Span {
        let (sequence, start, end) = self.last;
        if self.head().sequence.load(Ordering::Acquire) == sequence && (start..end).contains(&address) {
            return Span::Shared(len.min(end - address));
        }
        self.search(address, len)
    }

    fn search(&mut self, address: u64, len: u64) -> Span {
        for _ in 0..LOOKS {
            let Some(found) = self.head().shown().find(address) else {
                std::hint::spin_loop();
                continue;
            };
            return match found {
                Found::In { sequence, start, end } if end <= SIZE && start >= HEAD as u64 => {
                    self.last = (sequence, start, end);
                    Span::Shared(len.min(end - address))
                }
                Found::Before(start) => Span::Private(len.min(start - address)),
                _ => Span::Private(len),
            };
        }
        Span::Private(len)
    }

    /// Returns all parts of the `len` bytes at `address` that can be mapped.
    fn parts(&mut self, address: u64, len: u64) -> Result<Vec<MappedPart>, Refused> {
        let (mut at, mut parts) = (0, Vec::new());
        while at < len {
            let here = address.wrapping_add(at);
            at += match self.span(here, len - at) {
                Span::Shared(n) => {
                    let (bytes, window) = self.bytes(here, n)?;
                    parts.push(MappedPart { at, bytes, _window: self.windows[window].1.clone() });
                    bytes.len() as u64
                }
                Span::Private(n) => n,
            }
        }
        Ok(parts)
    }

    /// Maps the bytes at `address`, at most `len`, up to the end of the window. Returns the bytes and the index of the
    /// window.
    fn bytes(&mut self, address: u64, len: u64) -> Result<(Region, usize), Refused> {
        let index = address / WINDOW;
        let at = match self.windows.iter().position(|w| w.0 == index) {
            Some(at) => at,
            None => {
                let base = map(&self.file, index * WINDOW, WINDOW as usize)?;
                self.windows.push((index, Arc::new(Window(base))));
                self.windows.len() - 1
            }
        };
        let base = self.windows[at].1.0;
        let offset = address % WINDOW;
        // SAFETY: inside the window, which stays mapped as long as the view; the memory is exposed for a message.
        let bytes = unsafe { Region::new(base.add(offset as usize), len.min(WINDOW - offset) as usize) };
        if self.touched.insert(address / GRAIN) {
            let (start, end) = (address & !(PAGE - 1), (address + bytes.len() as u64).next_multiple_of(PAGE));
            // SAFETY: pages of the window; only advice.
            unsafe {
                let from = base.add((start % WINDOW) as usize);
                libc::madvise(from.cast(), (end - start) as usize, MADV_POPULATE_WRITE);
            }
        }
        Ok((bytes, at))
    }
}

impl HeadMap {
    fn get(&self) -> &FileHead {
        // SAFETY: mapped as long as this lives, aligned; all fields are atomics.
        unsafe { &*self.head }
    }

    fn is_frozen(&self) -> bool {
        self.get().frozen.load(Ordering::SeqCst) != 0
    }

    /// Calls `copy`, which writes to the peer's shared memory. Fails without calling `copy` if the peer is about to
    /// make the memory private.
    pub(super) fn writing(&self, copy: impl FnOnce()) -> Result<(), Refused> {
        let (me, writers) = (self.me, &self.get().writers);
        let first = me as usize % WRITERS;
        let mut words = (0..WRITERS).map(|i| &writers[(first + i) % WRITERS]);
        let word =
            words.find(|w| w.compare_exchange(0, me, Ordering::SeqCst, Ordering::Relaxed).is_ok()).ok_or(Refused)?;
        let frozen = self.is_frozen();
        if !frozen {
            copy();
        }
        word.store(0, Ordering::Release);
        if frozen { Err(Refused) } else { Ok(()) }
    }
}

/// The files of all peers.
#[derive(Default)]
pub struct Views {
    /// The view of each peer's file by rank. `Err` holds the word of a file that cannot be used.
    all: HashMap<u32, Result<View, u64>>,
}

impl Views {
    /// Returns the peer's file, if it has one now.
    fn of(&mut self, segment: &Segment, peer: u32) -> Option<&mut View> {
        let word = segment.word(segment.layout().control(peer) + HEAP_FILE).load(Ordering::Acquire);
        if word == 0 {
            return None;
        }
        let stale = match self.all.get(&peer) {
            Some(Ok(view)) => view.word != word || view.head.is_frozen(),
            Some(Err(of)) => *of != word,
            None => true,
        };
        if stale {
            let again = matches!(self.all.get(&peer), Some(Ok(view)) if view.word == word);
            let view = if again { Err(word) } else { View::open(segment, peer, word).map_err(|_| word) };
            self.all.insert(peer, view);
        }
        self.all.get_mut(&peer)?.as_mut().ok()
    }

    /// Returns how many of the peer's `len` bytes at `address` are shared, so that loads and stores reach them.
    pub fn reached(&mut self, segment: &Arc<Segment>, peer: u32, address: u64, len: u64) -> u64 {
        let Some(view) = self.of(segment, peer) else { return 0 };
        let (mut at, mut reached) = (0, 0);
        while at < len {
            at += match view.span(address.wrapping_add(at), len - at) {
                Span::Shared(n) => {
                    reached += n;
                    n
                }
                Span::Private(n) => n,
            }
        }
        reached
    }

    /// Returns access to the peer's `len` bytes at `address` for one message. `source` copies the bytes that are not
    /// shared.
    pub fn reach(
        &mut self,
        segment: &Arc<Segment>,
        peer: u32,
        address: u64,
        len: u64,
        source: Option<CopySource>,
    ) -> Reach {
        let mut reach = Reach::new(address, len, source);
        if let Some(view) = self.of(segment, peer)
            && let Ok(parts) = view.parts(address, len)
        {
            reach.set_mapped(parts, view.head.clone());
        }
        reach
    }

    /// Returns access to several spans of the peer's memory as if they were contiguous, for one message. `source`
    /// copies the bytes that are not shared.
    pub fn reach_spans(
        &mut self,
        segment: &Arc<Segment>,
        peer: u32,
        spans: &[crate::Span],
        source: Option<CopySource>,
    ) -> Reach {
        let mut reach = Reach::of_spans(spans, source);
        let Some(view) = self.of(segment, peer) else { return reach };
        let (mut all, mut at) = (Vec::with_capacity(spans.len()), 0);
        for span in spans {
            let Ok(parts) = view.parts(span.address, span.len) else { return reach };
            all.extend(parts.into_iter().map(|part| MappedPart { at: at + part.at, ..part }));
            at += span.len;
        }
        reach.set_mapped(all, view.head.clone());
        reach
    }

    /// Copies from the peer's memory at `address` to `into`. Calls `other` with the address and the region of each
    /// stretch that is not shared.
    pub fn pull(
        &mut self,
        segment: &Arc<Segment>,
        peer: u32,
        address: u64,
        into: Region,
        mut other: impl FnMut(u64, Region) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let Some(view) = self.of(segment, peer) else { return other(address, into) };
        let mut done = 0;
        while done < into.len() {
            let (at, left) = (address.wrapping_add(done as u64), into.len() - done);
            done += match view.span(at, left as u64) {
                Span::Shared(n) => into.from(done).copy_from(view.bytes(at, n)?.0),
                Span::Private(n) => {
                    other(at, into.slice(done, n as usize))?;
                    n as usize
                }
            };
        }
        Ok(())
    }

    /// Copies `from` to the peer's memory at `address`. Calls `other` with the address and the region of each stretch
    /// that is not shared.
    pub fn push(
        &mut self,
        segment: &Arc<Segment>,
        peer: u32,
        address: u64,
        from: Region,
        mut other: impl FnMut(u64, Region) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let Some(view) = self.of(segment, peer) else { return other(address, from) };
        let mut done = 0;
        while done < from.len() {
            let (at, left) = (address.wrapping_add(done as u64), from.len() - done);
            let (to, part) = match view.span(at, left as u64) {
                Span::Shared(n) => {
                    let to = view.bytes(at, n)?.0;
                    (Some(to), from.slice(done, to.len()))
                }
                Span::Private(n) => (None, from.slice(done, n as usize)),
            };
            let copy = |to: Region| {
                to.copy_from(part);
            };
            let written = to.is_some_and(|to| view.head.writing(|| copy(to)).is_ok());
            if !written {
                other(at, part)?;
            }
            done += part.len();
        }
        Ok(())
    }
}
