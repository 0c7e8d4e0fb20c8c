//! Tests with a peer's file made by hand: which bytes are read, written and refused.
use super::view::Views;
use super::{HEAP_FILE, HEAP_SECRET};
use crate::Refused;
use crate::Span;
use crate::mem::{Blocks, Leaked, PieceList, Region, Strided};
use crate::shm::zero::{CopySource, Identity};
use crate::shm::{Segment, Withdrawn};
use clump_heapfile::{FileHead, HEAD, MAGIC, SIZE};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const SECRET: u64 = 4711;
/// The first of two shared ranges. The second one crosses the end of a window.
const FIRST: (u64, u64) = (0x40_0000, 0x40_3000);
const SECOND: (u64, u64) = ((1 << 30) - 0x2000, (1 << 30) + 0x2000);

struct Peer {
    segment: Arc<Segment>,
    file: File,
    head: *mut FileHead,
    _identity: Identity,
}

impl Peer {
    fn new() -> Peer {
        let segment = Arc::new(Segment::create(2).unwrap());
        let identity = Identity::publish(&segment, 1, 5);
        // SAFETY: a fresh descriptor, sealed, and a fresh mapping of its head.
        let (file, head) = unsafe {
            let fd = libc::memfd_create(c"test".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING);
            assert!(fd >= 0 && libc::ftruncate(fd, SIZE as libc::off_t) == 0);
            assert!(libc::fcntl(fd, libc::F_ADD_SEALS, libc::F_SEAL_SHRINK) == 0);
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let head = libc::mmap(std::ptr::null_mut(), HEAD, access, libc::MAP_SHARED, fd, 0);
            assert!(head != libc::MAP_FAILED);
            (File::from_raw_fd(fd), head.cast())
        };
        let peer = Peer { segment, file, head, _identity: identity };
        peer.head().magic.store(MAGIC, Ordering::Relaxed);
        peer.head().secret.store(SECRET, Ordering::Relaxed);
        for (i, range) in [FIRST, SECOND].into_iter().enumerate() {
            peer.head().ranges[i][0].store(range.0, Ordering::Relaxed);
            peer.head().ranges[i][1].store(range.1, Ordering::Relaxed);
        }
        peer.head().count.store(2, Ordering::Relaxed);
        peer.head().sequence.store(2, Ordering::Release);
        peer.publish(1);
        peer
    }

    fn head(&self) -> &FileHead {
        // SAFETY: mapped, aligned, all atomics.
        unsafe { &*self.head }
    }

    fn publish(&self, generation: u64) {
        let line = self.segment.layout().control(1);
        self.segment.word(line + HEAP_SECRET).store(SECRET, Ordering::Relaxed);
        let word = generation << 32 | self.file.as_raw_fd() as u64;
        self.segment.word(line + HEAP_FILE).store(word, Ordering::Release);
    }

    /// Pulls `len` bytes at `address`. Returns the result, and the stretches that the kernel would have to copy.
    fn pull(&self, views: &mut Views, address: u64, into: Region) -> (Result<(), Refused>, Vec<(u64, usize)>) {
        let mut others = Vec::new();
        let done = views.pull(&self.segment, 1, address, into, |at, part| {
            others.push((at, part.len()));
            part.write(&vec![0xee; part.len()]);
            Ok(())
        });
        (done, others)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: our own mapping.
        unsafe { libc::munmap(self.head.cast(), HEAD) };
    }
}

#[test]
fn publishing_a_file_withdraws_no_send() {
    let peer = Peer::new();
    assert!(!peer.segment.has_withdrawn(1), "all that is read from it would be copied once more");
    let withdrawn = Withdrawn::new(&peer.segment, 1);
    withdrawn.change(true);
    assert!(peer.segment.has_withdrawn(1));
    let into = Leaked::new(8);
    assert_eq!(peer.pull(&mut Views::default(), FIRST.0, into.region()), (Ok(()), vec![]), "the file is found still");
    withdrawn.change(false);
    assert!(!peer.segment.has_withdrawn(1));
}

#[test]
fn shared_parts_are_mapped_and_the_kernel_copies_the_rest() {
    let peer = Peer::new();
    let mut views = Views::default();
    let bytes: Vec<u8> = (0..0x3000u32).map(|i| (i % 251) as u8).collect();
    peer.file.write_all_at(&bytes, FIRST.0).unwrap();
    let into = Leaked::new(0x5000);
    let (done, others) = peer.pull(&mut views, FIRST.0 - 0x1000, into.region());
    assert_eq!((done, others), (Ok(()), vec![(FIRST.0 - 0x1000, 0x1000), (FIRST.1, 0x1000)]));
    let got = into.region().to_vec();
    assert!(got[0x1000..0x4000] == bytes[..] && got[..0x1000].iter().chain(&got[0x4000..]).all(|&b| b == 0xee));
    assert_eq!(views.reached(&peer.segment, 1, FIRST.0 - 0x1000, 0x5000), 0x3000);
    assert_eq!(views.reached(&peer.segment, 0, FIRST.0, 8), 0, "rank 0 has no file");

    // Bytes are written across the end of a window, and never outside a range.
    let from = Leaked::copy_of(&vec![7; 0x6000]);
    let mut others = Vec::new();
    let done = views.push(&peer.segment, 1, SECOND.0 - 0x1000, from.region(), |at, part| {
        others.push((at, part.len()));
        Ok(())
    });
    assert_eq!((done, others), (Ok(()), vec![(SECOND.0 - 0x1000, 0x1000), (SECOND.1, 0x1000)]));
    let mut seen = vec![0; 0x6000];
    peer.file.read_exact_at(&mut seen, SECOND.0 - 0x1000).unwrap();
    assert!(seen[0x1000..0x5000].iter().all(|&b| b == 7));
    assert!(seen[..0x1000].iter().chain(&seen[0x5000..]).all(|&b| b == 0));
    assert!(peer.head().writers.iter().all(|w| w.load(Ordering::Relaxed) == 0));
}

#[test]
fn a_frozen_or_foreign_file_is_not_accessed() {
    let peer = Peer::new();
    let mut views = Views::default();
    assert_eq!(views.reached(&peer.segment, 1, FIRST.0, 0x1000), 0x1000);
    peer.head().frozen.store(1, Ordering::SeqCst);
    let (done, others) = peer.pull(&mut views, FIRST.0, Leaked::new(100).region());
    assert_eq!((done, others), (Ok(()), vec![(FIRST.0, 100)]));
    // The file has a new generation that is not frozen, so the view opens the file again.
    peer.head().frozen.store(0, Ordering::SeqCst);
    peer.publish(2);
    assert_eq!(views.reached(&peer.segment, 1, FIRST.0, 0x1000), 0x1000);
    // While the ranges change, and when they are invalid, no byte counts as shared.
    peer.head().sequence.store(3, Ordering::Release);
    assert_eq!(views.reached(&peer.segment, 1, FIRST.0, 0x1000), 0);
    peer.head().count.store(u64::MAX, Ordering::Relaxed);
    peer.head().ranges[0][1].store(u64::MAX, Ordering::Relaxed);
    peer.head().sequence.store(4, Ordering::Release);
    assert_eq!(views.reached(&peer.segment, 1, FIRST.0, 0x1000), 0);
    // A file with the wrong secret is not opened.
    peer.head().secret.store(1, Ordering::Relaxed);
    peer.publish(3);
    assert_eq!(views.reached(&peer.segment, 1, SECOND.0, 0x1000), 0);
}

/// Copies contiguous bytes through a reach, in pieces of any length, across the end of a window and both edges of a
/// range.
#[test]
fn contiguous_bytes_are_copied_where_mapped_and_refused_elsewhere() {
    let peer = Peer::new();
    let mut views = Views::default();
    let (address, len) = (SECOND.0 - 0x1000, 0x6000u64);
    let reach = views.reach(&peer.segment, 1, address, len, None);
    assert_eq!((reach.mapped(), reach.is_all_mapped(), reach.has_system()), (0x4000, false, false));
    let bytes: Vec<u8> = (0..0x4000u32).map(|i| (i % 251) as u8 + 1).collect();
    let from = Leaked::copy_of(&bytes);
    for (at, n) in [(0, 0x1ff0), (0x1ff0, 0x20), (0x2010, 0x1ff0)] {
        assert_eq!(reach.push_piece(0x1000 + at as u64, from.region().slice(at, n)), Ok(()));
    }
    let mut seen = vec![0; len as usize];
    peer.file.read_exact_at(&mut seen, address).unwrap();
    assert!(seen[0x1000..0x5000] == bytes[..]);
    assert!(seen[..0x1000].iter().chain(&seen[0x5000..]).all(|&b| b == 0), "nothing beside the range");
    let into = Leaked::new(0x4000);
    assert_eq!(reach.pull_piece(0x1fff, into.region().slice(0xfff, 0x2002)), Ok(()));
    assert_eq!(reach.pull_piece(0x1000, into.region().slice(0, 0xfff)), Ok(()));
    assert_eq!(reach.pull_piece(0x4001, into.region().slice(0x3001, 0xfff)), Ok(()));
    assert!(into.region().to_vec() == bytes);
    for at in [0xfff, 0x4fff] {
        assert_eq!(reach.pull_piece(at, into.region().slice(0, 2)), Err(Refused), "there is no way past an edge");
        assert_eq!(reach.push_piece(at, from.region().slice(0, 2)), Err(Refused));
    }
    // After the freeze, a write is refused that was allowed before.
    peer.head().frozen.store(1, Ordering::SeqCst);
    assert_eq!(reach.push_piece(0x1000, from.region()), Err(Refused));
    // The kernel has to copy all bytes, but this process has no access by the kernel.
    assert_eq!(reach.by_system().pull_piece(0x1000, into.region()), Err(Refused));
}

/// Blocks lie across both edges of a shared range and across a window. This process copies the mapped bytes. The kernel
/// copies the others out of this process's own memory, which stands in for the peer's.
#[test]
fn blocks_are_copied_in_place_and_gaps_stay() {
    let peer = Peer::new();
    let mut views = Views::default();
    let address = SECOND.0 - 0x200;
    let (len, blocks) = (0x4400u64, Blocks::new(8, 24).unwrap());
    let data = blocks.before(len);
    let reach = views.reach(&peer.segment, 1, address, len, None);
    assert_eq!((reach.mapped(), reach.is_whole(), reach.is_mapped()), (0x4000, false, false));
    // Without access to the edges, only mapped bytes can be copied.
    let (first, last) = (blocks.before(0x200), blocks.before(0x4200));
    let packed = Leaked::copy_of(&(0..data).map(|i| (i % 251) as u8 + 1).collect::<Vec<_>>());
    let from = Strided::new(packed.region(), Blocks::PIECE);
    assert_eq!(reach.push(blocks, first..last, &from), Ok(()));
    assert_eq!(reach.push(blocks, 0..data, &from), Err(Refused));
    let mut seen = vec![0; len as usize];
    peer.file.read_exact_at(&mut seen, address).unwrap();
    let mut want = vec![0; len as usize];
    for i in first..last {
        want[blocks.offset(i) as usize] = (i % 251) as u8 + 1;
    }
    assert!(seen == want, "holes and what is not shared stay as they were");
    let got = Leaked::new(data as usize);
    let to = Strided::new(got.region(), Blocks::PIECE);
    assert_eq!(reach.pull(blocks, first..last, &to), Ok(()));
    assert_eq!(reach.pull(blocks, 0..data, &to), Err(Refused));
    let range = first as usize..last as usize;
    assert!(got.region().to_vec()[range.clone()] == packed.region().to_vec()[range]);

    // After the freeze, no write reaches the memory any more.
    peer.head().frozen.store(1, Ordering::SeqCst);
    assert_eq!(reach.push(blocks, first..last, &from), Err(Refused));
    assert!(peer.head().writers.iter().all(|w| w.load(Ordering::Relaxed) == 0));
}

/// Several spans, inside and outside shared ranges, are copied to and from pieces of other lengths. This process copies
/// the mapped bytes, and the kernel copies the other bytes if it may.
#[test]
fn lists_are_copied_where_mapped_and_by_the_kernel_elsewhere() {
    let peer = Peer::new();
    // The peer is this process: the bytes that are not shared lie in this process.
    let source = CopySource::find(&peer.segment, 1).unwrap();
    let apart = Leaked::new(5000);
    let apart_at = |at: u64, len: u64| Span { address: apart.region().as_ptr() as u64 + at, len };
    let spans = [
        Span { address: FIRST.0 + 10, len: 3000 },
        apart_at(0, 1000),
        apart_at(2000, 1),
        Span { address: SECOND.0 + 0x1ff0, len: 0x20 },
        apart_at(3000, 2000),
        Span { address: FIRST.1 - 7, len: 7 },
    ];
    let len: u64 = spans.iter().map(|s| s.len).sum();
    let reach = Views::default().reach_spans(&peer.segment, 1, &spans, Some(source));
    assert_eq!((reach.mapped(), reach.is_whole(), reach.is_all_mapped()), (3000 + 0x20 + 7, true, false));
    let bytes: Vec<u8> = (0..len).map(|i| (i * 7 + i / 256) as u8 | 1).collect();
    let pieces = |lens: &[usize]| -> Vec<Leaked> { lens.iter().map(|n| Leaked::new(*n)).collect() };
    let list = |buffers: &[Leaked]| PieceList::new(buffers.iter().map(Leaked::region));
    // The three bytes before the data belong to other data.
    let sent = pieces(&[1, 500, 4000, 3, 1600]);
    list(&sent).copy_in(3, Leaked::copy_of(&bytes).region());
    for (from, to) in [(0, 1), (1, 2999), (2999, 4100), (4100, len)] {
        assert_eq!(reach.push_list(from..to, &list(&sent), 3 + from), Ok(()));
    }
    let mut seen = Vec::new();
    for Span { address, len } in spans {
        let mut part = vec![0; len as usize];
        match address.checked_sub(apart.region().as_ptr() as u64).filter(|at| *at < 5000) {
            Some(at) => drop(apart.region().from(at as usize).read(&mut part)),
            None => peer.file.read_exact_at(&mut part, address).unwrap(),
        }
        seen.extend(part);
    }
    assert!(seen == bytes);
    let apart_used = apart.region().to_vec();
    assert!(apart_used[1000..2000].iter().chain(&apart_used[2001..3000]).all(|&b| b == 0), "nothing between them");
    let got = pieces(&[2000, 7, 4100]);
    for (from, to) in [(0, 2990), (2990, 5000), (5000, len)] {
        assert_eq!(reach.pull_list(from..to, &list(&got), 3 + from), Ok(()));
    }
    let back = Leaked::new(len as usize);
    list(&got).copy_out(3, back.region());
    assert!(back.region().to_vec() == bytes);
    // After the freeze the kernel writes, and finds no memory at such addresses in this process.
    peer.head().frozen.store(1, Ordering::SeqCst);
    assert_eq!(reach.push_list(0..10, &list(&sent), 3), Err(Refused));
    assert_eq!(reach.push_list(3000..3010, &list(&sent), 3), Ok(()));
    // Neighbouring spans are read in one go, and the gaps between them are discarded.
    let near: Vec<Span> = (0..40).map(|i| apart_at(i * 120, 100)).collect();
    let reach = Views::default().reach_spans(&peer.segment, 1, &near, Some(source));
    let of: Vec<u8> = (0..5000u32).map(|i| (i % 253) as u8).collect();
    apart.region().write(&of);
    let got = pieces(&[50, 3000, 950]);
    assert_eq!(reach.pull_list(0..4000, &list(&got), 0), Ok(()));
    let back = Leaked::new(4000);
    list(&got).copy_out(0, back.region());
    assert!(back.region().to_vec().chunks(100).enumerate().all(|(i, c)| c == &of[i * 120..i * 120 + 100]));
    assert!(apart.region().to_vec() == of, "nothing is written there");
    // Without the kernel there is no access to bytes that are not mapped.
    let alone = Views::default().reach_spans(&peer.segment, 1, &spans, None);
    assert_eq!((alone.is_whole(), alone.pull_list(2999..3001, &list(&got), 0)), (false, Err(Refused)));
}

#[test]
fn the_kernel_copies_blocks_that_are_not_mapped() {
    let segment = Arc::new(Segment::create(2).unwrap());
    let _identity = Identity::publish(&segment, 1, 5);
    let source = CopySource::find(&segment, 1).unwrap();
    let memory = Leaked::copy_of(&(0..60_000u32).map(|i| (i * 7 + i / 256) as u8).collect::<Vec<_>>());
    let address = memory.region().as_ptr() as u64;
    let blocks = Blocks::new(12, 40).unwrap();
    let reach = Views::default().reach(&segment, 1, address, 60_000, Some(source));
    assert!((reach.mapped(), reach.is_whole(), reach.is_mapped()) == (0, true, false));
    let got = Leaked::new(18_000);
    assert_eq!(reach.pull(blocks, 5..17_995, &Strided::new(got.region(), Blocks::PIECE)), Ok(()));
    let (got, bytes) = (got.region().to_vec(), memory.region().to_vec());
    for i in 0..18_000u64 {
        let want = if (5..17_995).contains(&i) { bytes[blocks.offset(i) as usize] } else { 0 };
        assert_eq!(got[i as usize], want, "{i}");
    }
    // The kernel would overwrite gaps, so it refuses; it can write contiguous bytes.
    let rows = Strided::new(memory.region(), blocks);
    assert_eq!(reach.push(blocks, 0..100, &rows), Err(Refused));
    let target = Leaked::new(18_000);
    let whole = Views::default().reach(&segment, 1, target.region().as_ptr() as u64, 18_000, Some(source));
    assert_eq!(whole.push(Blocks::PIECE, 0..18_000, &rows), Ok(()));
    let target = target.region().to_vec();
    assert!((0..18_000u64).all(|i| target[i as usize] == bytes[blocks.offset(i) as usize]));
}
