//! Independent accesses to a file: each contiguous piece by one system call.
use super::buffer::FileBuffer;
use super::failure::{Action, IoFailure};
use crate::ffi::files::{self, MOST_BUFFERS, RangeLock};
use crate::objects::file::hints::Hints;
use crate::objects::file::object::OpenFile;
use crate::objects::file::view::{Extent, FileView};
use clump::driver::{LentBuffer, Region};
use clump_coll::memory::lent_buffer;
use std::sync::{MutexGuard, PoisonError};

/// Extents that a transfer looks up at once. Larger: more memory. Smaller: more look-ups.
const EXTENTS: usize = 4096;
/// Most bytes that are packed at once. Larger: the bytes leave the processor's cache before the system call reads them.
const PACKED: u64 = 1 << 20;

/// What came of a transfer: the number of bytes transferred, and the failure that ended it.
pub type Transferred = (u64, Option<IoFailure>);

/// An access to a file by one process.
pub struct FileAccess<'a> {
    pub open: &'a OpenFile,
    pub view: &'a FileView,
    pub hints: &'a Hints,
    pub memory: &'a FileBuffer,
    /// The first byte in the view's stream.
    pub start: u64,
    pub write: bool,
    pub atomic: bool,
}

impl FileAccess<'_> {
    /// Transfers all bytes; reading ends at the end of the file.
    pub fn run(&self) -> Transferred {
        if self.memory.len == 0 {
            return (0, None);
        }
        let locked = match self.atomic.then(|| self.lock()) {
            Some(Err(failure)) => return (0, Some(failure)),
            Some(Ok(locked)) => Some(locked),
            None => None,
        };
        let sieves = self.hints.sieve && !self.write && !self.view.is_solid() && self.view.ascends;
        let done = if sieves { self.sieve() } else { self.pieces() };
        drop(locked);
        done
    }

    /// Locks the file from the first to the last byte of the access; if the pieces do not ascend, the whole view.
    fn lock(&self) -> Result<(RangeLock<'_>, MutexGuard<'_, ()>), IoFailure> {
        let (offset, len) = match self.view.ascends {
            true => {
                let offset = self.view.offset(self.start);
                (offset, self.view.offset(self.start + self.memory.len - 1) + 1 - offset)
            }
            // A lock of length 0 reaches to the end of every file.
            false => (self.view.displacement, 0),
        };
        let alone = self.open.atomic_access.lock().unwrap_or_else(PoisonError::into_inner);
        let range = files::lock_range(&self.open.file, offset, len, self.write);
        match range {
            Ok(range) => Ok((range, alone)),
            Err(e) => Err(IoFailure::new(Action::Lock { len, offset }, &e)),
        }
    }

    fn pieces(&self) -> Transferred {
        let mut bounce = None;
        let mut at = 0;
        while at < self.memory.len {
            for e in self.view.extents(self.start + at, self.memory.len - at, EXTENTS) {
                let (n, failure) = self.piece(at, e, &mut bounce);
                at += n;
                if n < e.len {
                    return (at, failure);
                }
            }
        }
        (at, None)
    }

    /// Transfers one contiguous piece of the file.
    fn piece(&self, at: u64, e: Extent, bounce: &mut Option<LentBuffer>) -> Transferred {
        if let Some(region) = self.memory.region(at, e.len) {
            return transfer(self.open, region, e.offset, self.write);
        }
        let mut done = 0;
        while done < e.len {
            let (from, offset, left) = (at + done, e.offset + done, e.len - done);
            let (n, failure) = match self.memory.segments(from, left, MOST_BUFFERS) {
                Some(list) => self.listed(&list, offset),
                None => {
                    let room = bounce.get_or_insert_with(|| lent_buffer(self.memory.len.min(PACKED) as usize));
                    let part = room.region().slice(0, left.min(PACKED) as usize);
                    if self.write {
                        self.memory.copy_out(from, part);
                    }
                    let (n, failure) = transfer(self.open, part, offset, self.write);
                    if !self.write {
                        self.memory.copy_in(from, part.slice(0, n as usize));
                    }
                    (n, failure)
                }
            };
            done += n;
            if n == 0 || failure.is_some() {
                return (done, failure);
            }
        }
        (done, None)
    }

    /// Transfers a list of blocks of memory by one system call, which may transfer a part only.
    fn listed(&self, list: &[Region], offset: u64) -> Transferred {
        let len = list.iter().map(|r| r.len() as u64).sum();
        let (file, done) = (&self.open.file, |n: std::io::Result<usize>, action| match n {
            Ok(n) => (n as u64, None),
            Err(e) => (0, Some(IoFailure::new(action, &e))),
        });
        match self.write {
            true => done(files::write_from(file, list, offset), Action::Write { len, offset }),
            false => done(files::read_into(file, list, offset), Action::Read { len, offset }),
        }
    }

    /// Reads with data sieving: pieces and the gaps between them at once.
    fn sieve(&self) -> Transferred {
        let mut room = None;
        let mut at = 0;
        while at < self.memory.len {
            let extents = self.view.extents(self.start + at, self.memory.len - at, EXTENTS);
            let mut left = &extents[..];
            while let Some(first) = left.first() {
                let near = |e: &&Extent| e.end().saturating_sub(first.offset) <= self.hints.sieve_buffer;
                let (group, rest) = left.split_at(left.iter().take_while(near).count().max(1));
                left = rest;
                let wanted: u64 = group.iter().map(|e| e.len).sum();
                let (n, failure) = match group {
                    [one] => self.piece(at, *one, &mut room),
                    _ => self.group(at, group),
                };
                at += n;
                if n < wanted {
                    return (at, failure);
                }
            }
        }
        (at, None)
    }

    /// Reads the extents of a group, and the gaps between them, by one system call.
    fn group(&self, at: u64, group: &[Extent]) -> Transferred {
        let (first, end) = (group[0].offset, group[group.len() - 1].end());
        let room = lent_buffer((end - first) as usize);
        let (n, failure) = transfer(self.open, room.region(), first, false);
        let mut done = 0;
        for e in group {
            let here = (first + n).saturating_sub(e.offset).min(e.len);
            self.memory.copy_in(at + done, room.region().slice((e.offset - first) as usize, here as usize));
            done += here;
            if here < e.len {
                break;
            }
        }
        (done, failure)
    }
}

/// Reads into a region, or writes it, at `offset`.
pub fn transfer(open: &OpenFile, region: Region, offset: u64, write: bool) -> Transferred {
    let len = region.len() as u64;
    match write {
        true => {
            let (n, end) = files::write_at(&open.file, region, offset);
            (n as u64, end.err().map(|e| IoFailure::new(Action::Write { len, offset }, &e)))
        }
        false => match files::read_at(&open.file, region, offset) {
            Ok(n) => (n as u64, None),
            Err(e) => (0, Some(IoFailure::new(Action::Read { len, offset }, &e))),
        },
    }
}
