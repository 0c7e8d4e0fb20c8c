//! What the data access calls share: arguments checked, the place in the file found, the access carried out.
use super::buffer::FileBuffer;
use super::collective::gather;
use super::hints::Hints;
use super::object::{File, OpenFile};
use super::part::CollectivePart;
use super::shared::move_shared;
use super::transfer::FileAccess;
use super::view::FileView;
use super::worker::perform;
use crate::abi;
use crate::comm::Agreement;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Addr;
use crate::ffi::gate;
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
    let start = first.map(|first| reachable(first, &view, memory.len)).transpose()?;
    Ok(Prepared { call, fh, open, view, hints, hosts, memory: Arc::new(memory), start, write, atomic })
}

/// Returns the stream's position of an etype, or an error if the access from there on would pass the largest offset.
fn reachable(first: u64, view: &FileView, len: u64) -> Result<u64> {
    let far = || error(abi::MPI_ERR_ARG, format!("etype {first} lies beyond the largest offset of a file"));
    let start = first.checked_mul(view.unit).ok_or_else(far)?;
    let end = start.checked_add(len).ok_or_else(far)?;
    let items = i128::from(end / view.layout.size.max(1)) + 1;
    let reach = items * i128::from(view.layout.extent.max(view.layout.true_extent)) + i128::from(view.displacement);
    if reach < 1 << 62 { Ok(start) } else { Err(far()) }
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
            None => self.memory.finish(self.write, done),
            Some(failed) => Err(failed.error(self.open.rank, &self.open.path)),
        }
    }

    /// Carries out a collective access.
    pub async fn together(self, agreement: &Agreement, aside: bool) -> Result<u64> {
        let start = match self.start {
            Some(start) => start,
            None => self.in_order(agreement).await?,
        };
        let Prepared { open, view, hints, hosts, memory, write, atomic, .. } = self;
        CollectivePart { open, view, hints, hosts, memory, start, write, atomic, aside }.run(agreement).await
    }

    /// Moves the shared pointer past the accesses of all ranks, and returns where this rank's access begins.
    async fn in_order(&self, agreement: &Agreement) -> Result<u64> {
        let mine = self.memory.len / self.view.unit;
        let all = gather(agreement, [mine]).await;
        let me = self.open.rank as usize;
        let moved = if me == 0 { move_shared(self.call, self.fh, all.iter().map(|w| w[0]).sum())? } else { 0 };
        let first = gather(agreement, [moved]).await[0][0];
        reachable(first + all[..me].iter().map(|w| w[0]).sum::<u64>(), &self.view, self.memory.len)
    }
}
