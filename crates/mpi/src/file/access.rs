//! What the data access calls share: arguments checked, the place in the file found, the access carried out.
use super::buffer::FileBuffer;
use super::collective::{gather, refuse};
use super::part::CollectivePart;
use super::shared::move_shared;
use super::transfer::FileAccess;
use super::worker::perform;
use crate::abi;
use crate::agreement::Agreement;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::gate;
use crate::objects::file::hints::Hints;
use crate::objects::file::object::{File, OpenFile};
use crate::objects::file::view::FileView;
use clump::driver::CallKind;
use std::sync::Arc;

/// How a call finds its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPlace {
    /// At this offset in etypes.
    At(i64),
    Individual,
    Shared,
    /// By the shared pointer, in the order of the ranks.
    Ordered,
}

/// The buffer of a call.
pub type BufferArguments = (Addr, i64, abi::Datatype);

/// A checked access, with all that it needs until its end.
pub struct Prepared {
    call: Call,
    fh: abi::File,
    open: Arc<OpenFile>,
    view: Arc<FileView>,
    hints: Hints,
    hosts: Arc<[u32]>,
    memory: Arc<FileBuffer>,
    /// The first byte in the view's stream; `None` until the ranks' order decides it.
    start: Option<u64>,
    write: bool,
    atomic: bool,
}

/// Returns an error unless the program may read (write) this way.
fn allowed(file: &File, write: bool, place: AccessPlace) -> Result {
    if !file.may(write) {
        return match write {
            true => fail(abi::MPI_ERR_READ_ONLY, "the file was opened with MPI_MODE_RDONLY"),
            false => fail(abi::MPI_ERR_ACCESS, "the file was opened with MPI_MODE_WRONLY"),
        };
    }
    if file.is_sequential() && matches!(place, AccessPlace::At(_) | AccessPlace::Individual) {
        let why = "the file was opened with MPI_MODE_SEQUENTIAL, so that only the shared file pointer has a place";
        return fail(abi::MPI_ERR_UNSUPPORTED_OPERATION, why);
    }
    Ok(())
}

/// Returns an error unless the program may read (write) this way. All ranks of a collective call get it.
pub fn may_access(fh: abi::File, write: bool, place: AccessPlace) -> Result {
    let s = gate::enter();
    allowed(s.file(fh)?, write, place)
}

/// Checks an access, and moves the file pointer that it uses. The caller must not hold a guard.
pub fn prepare(
    call: Call,
    fh: abi::File,
    write: bool,
    place: AccessPlace,
    buffer: BufferArguments,
) -> Result<Prepared> {
    let (open, view, hints, hosts, atomic) = {
        let s = gate::enter();
        let f = s.file(fh)?;
        allowed(f, write, place)?;
        (f.open.clone(), f.view.clone(), f.hints, f.hosts.clone(), f.atomic)
    };
    let memory = FileBuffer::new(write, &view.representation, buffer)?;
    if !memory.len.is_multiple_of(view.unit) {
        let why = format!("{} bytes are no whole number of etypes of {} bytes each", memory.len, view.unit);
        return fail(abi::MPI_ERR_ARG, why);
    }
    if view.is_empty() && memory.len > 0 {
        return fail(abi::MPI_ERR_ARG, format!("the view has no bytes, and the call accesses {}", memory.len));
    }
    let etypes = memory.len / view.unit;
    let first = match place {
        AccessPlace::At(offset) => match u64::try_from(offset) {
            Ok(offset) => Some(offset),
            Err(_) => return fail(abi::MPI_ERR_ARG, format!("the offset is {offset}; it must not be negative")),
        },
        AccessPlace::Individual => {
            let mut s = gate::enter();
            let f = s.file_mut(fh)?;
            let first = f.position;
            f.position += etypes;
            Some(first)
        }
        AccessPlace::Shared => Some(move_shared(call, fh, etypes)?),
        AccessPlace::Ordered => None,
    };
    let start = first.map(|first| view.reachable(first, memory.len)).transpose()?;
    Ok(Prepared { call, fh, open, view, hints, hosts, memory: Arc::new(memory), start, write, atomic })
}

impl Prepared {
    /// Carries out an independent access, in this thread or `aside` in another. Returns the number of bytes in memory.
    pub async fn alone(self, aside: bool) -> Result<u64> {
        let (open, view, memory) = (self.open.clone(), self.view.clone(), self.memory.clone());
        let (hints, start, write, atomic) = (self.hints, self.start.unwrap_or(0), self.write, self.atomic);
        let run =
            move || FileAccess { open: &open, view: &view, hints: &hints, memory: &memory, start, write, atomic }.run();
        let (done, failed) = perform(aside, run).await;
        match failed {
            None => self.memory.finish(self.write, done).inspect(count),
            Some(failed) => Err(failed.error(self.open.rank, &self.open.path)),
        }
    }

    /// Carries out a collective access.
    pub async fn together(self, agreement: &Agreement, aside: bool) -> Result<u64> {
        let start = match self.start {
            Some(start) => Ok(start),
            None => {
                let first = in_order(self.call, self.fh, self.memory.len / self.view.unit, agreement).await;
                first.and_then(|first| self.view.reachable(first, self.memory.len))
            }
        };
        let start = match start {
            Ok(start) => start,
            Err(e) => return refuse(agreement, e).await,
        };
        let Prepared { open, view, hints, hosts, memory, write, atomic, .. } = self;
        let part = CollectivePart { open, view, hints, hosts, memory, start, write, atomic, aside };
        part.run(agreement).await.inspect(count)
    }
}

/// Counts an access that has transferred this number of bytes. The caller must not hold a guard.
fn count(bytes: &u64) {
    gate::enter().endpoint().count_call(CallKind::File, *bytes);
}

/// Moves the shared pointer past the accesses of all ranks. This rank's access has `mine` etypes. Returns the etype at
/// which it begins.
async fn in_order(call: Call, fh: abi::File, mine: u64, agreement: &Agreement) -> Result<u64> {
    let all = gather(agreement, [mine]).await;
    let me = agreement.team().rank();
    let moved = if me == 0 { move_shared(call, fh, all.iter().map(|w| w[0]).sum()) } else { Ok(0) };
    let told = moved.as_ref().map_or(0, |first| *first);
    let first = gather(agreement, [told]).await[0][0];
    moved?;
    Ok(first + all[..me].iter().map(|w| w[0]).sum::<u64>())
}

/// Takes part in a collective access. A process with an error in its arguments or data takes part, too, because the
/// others must learn of the error.
pub async fn take_part(
    access: Result<Prepared>,
    (call, fh, place): (Call, abi::File, AccessPlace),
    agreement: &Agreement,
    aside: bool,
) -> Result<u64> {
    match access {
        Ok(access) => access.together(agreement, aside).await,
        Err(e) => {
            if place == AccessPlace::Ordered {
                drop(in_order(call, fh, 0, agreement).await);
            }
            refuse(agreement, e).await
        }
    }
}
