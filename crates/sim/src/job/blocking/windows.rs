//! One-sided operations by [`Window`], on memory of the window, of the program or attached later: epochs of an
//! exclusive lock in which bytes must be what the holders before have put, and epochs of shared ones in which sums must
//! be right.
use super::super::places::check_leftovers;
use super::super::turn::Place;
use super::{Common, Program, wait};
use crate::contents::contents;
use clump::driver::windows::{
    Combine, ElementChange, LockKind, PartMemory, SharedMemory, Window, WindowError, WindowId, WindowLayout,
    WindowMember,
};
use clump::driver::{LentBuffer, Region};
use clump_core::Rank;
use clump_fabric::sim::{lent, lent_copy, shared, shared_again};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// The most epochs of a rank.
const MOST: u64 = 12;
/// The bytes of an element that is combined.
pub(super) const ELEMENT: u64 = 8;
/// The sums at the beginning of each part, which change in shared epochs. They reach over more than one stripe.
pub(super) const SUMS: u64 = 600;
/// The place behind them of the element that is compared and swapped.
const SWAPPED: u64 = SUMS;
/// Where the bytes begin that change in exclusive epochs.
pub(super) const BYTES: u64 = (SUMS + 1) * ELEMENT;
pub(super) const SUM: Combine = Combine { operation: 1, element: 1 };

pub(super) fn add(operand: Region, there: Region) {
    there.combine::<u64>(operand, u64::wrapping_add);
}

fn meaning(how: Combine) -> Option<ElementChange> {
    (how == SUM).then_some((ELEMENT as usize, add))
}

/// What the parts of all ranks must be.
pub(super) struct Truth {
    pub(super) common: Rc<Common>,
    len: u64,
    /// True if ranks attach their memory to the window, in which an offset is an address.
    is_dynamic: bool,
    /// The memory of each rank's part, if it is the program's.
    memory: Vec<LentBuffer>,
    /// The bytes of each part from [`BYTES`] on.
    pub(super) bytes: Vec<RefCell<Vec<u8>>>,
    /// For each part, what was added to each sum.
    pub(super) sums: Vec<RefCell<Vec<u64>>>,
    /// For each part, the values of its first sum that fetching operations have found.
    found: RefCell<BTreeSet<(usize, u64)>>,
    /// How often the swapped element of each part has grown by one.
    swaps: Vec<Cell<u64>>,
    /// How many pieces of bytes have been put.
    pieces: Cell<usize>,
}

/// One rank, and its window.
pub(super) struct Member {
    pub(super) truth: Rc<Truth>,
    pub(super) endpoint: Place,
    pub(super) window: Window,
    me: usize,
}

/// What an epoch has under way on the bytes of a part.
#[derive(Default)]
pub(super) struct Epoch {
    used: Vec<Range<u64>>,
    pub(super) kept: Vec<LentBuffer>,
    /// Memory of gets, and what must be in it.
    pub(super) gets: Vec<(LentBuffer, Vec<u8>)>,
}

pub(super) fn said(end: Result<(), WindowError>) -> Result<(), String> {
    end.map_err(|e| format!("an operation on a window fails: {e:?}"))
}

impl Truth {
    /// Returns bytes that no other put has.
    pub(super) fn piece(&self, len: u64) -> Vec<u8> {
        self.pieces.set(self.pieces.get() + 1);
        contents(5 << 24 | self.pieces.get(), len)
    }
}

impl Member {
    /// Returns the offset of a byte of a part, as operations name it.
    pub(super) fn offset(&self, target: usize, at: u64) -> u64 {
        if self.truth.is_dynamic { self.truth.memory[target].region().as_ptr() as u64 + at } else { at }
    }

    fn lock(&mut self, target: usize, wanted: LockKind) -> Result<(), String> {
        let Member { endpoint, window, .. } = self;
        if window.try_lock(endpoint, target, wanted).map_err(|e| format!("{e:?}"))? {
            return Ok(());
        }
        window.set_waiting(target, true);
        let mut taken = Ok(false);
        wait(endpoint, |endpoint| {
            taken = window.try_lock(endpoint, target, wanted);
            taken != Ok(false)
        });
        window.set_waiting(target, false);
        match window.dead_holder(endpoint, target) {
            Some(rank) => Err(format!("rank {rank} holds a lock and counts as dead")),
            None => taken.map(|_| ()).map_err(|e| format!("{e:?}")),
        }
    }

    fn unlock(&mut self, target: usize, wanted: LockKind) -> Result<(), String> {
        self.flush(target)?;
        said(self.window.unlock(&mut self.endpoint, target, wanted))?;
        self.endpoint.progress();
        Ok(())
    }

    /// Waits until all operations on the part are done.
    fn flush(&mut self, target: usize) -> Result<(), String> {
        let Member { endpoint, window, .. } = self;
        if self.truth.common.one_in(4) {
            said(window.settle(endpoint, target))?;
        }
        wait(endpoint, |endpoint| !window.is_pending(endpoint, target));
        said(window.outcome(endpoint, target))
    }

    /// Ends what is under way, and checks what gets have brought.
    fn end(&mut self, epoch: &mut Epoch, target: usize) -> Result<(), String> {
        self.flush(target)?;
        for (memory, wanted) in std::mem::take(epoch).gets {
            if memory.region().to_vec() != wanted {
                return Err(format!("{} bytes that rank {} gets from {target} are wrong", wanted.len(), self.me));
            }
        }
        Ok(())
    }

    /// Holds the lock of a part alone: its bytes are what the holders before have left.
    fn alone(&mut self, target: usize) -> Result<(), String> {
        self.lock(target, LockKind::Exclusive)?;
        let truth = self.truth.clone();
        let common = &truth.common;
        common.step(|| format!("rank {} holds the lock of {target}", self.me));
        let room = truth.bytes[target].borrow().len() as u64;
        let mut epoch = Epoch::default();
        for _ in 0..1 + common.below(6) {
            let start = common.below(room);
            let len = if common.one_in(3) { common.below(room - start + 1) } else { common.below(room.min(80)) };
            let range = start..(start + len).min(room);
            let len = range.end - range.start;
            if epoch.used.iter().any(|used| used.start < range.end && range.start < used.end) {
                self.end(&mut epoch, target)?;
            }
            let (place, lasting) = (self.offset(target, BYTES + range.start), common.one_in(2));
            let here = range.start as usize..range.end as usize;
            let puts = common.one_in(2);
            if len > 0 && common.one_in(3) {
                self.in_rows(target, range.clone(), puts, &mut epoch)?;
                epoch.used.push(range);
                continue;
            }
            let Member { endpoint, window, .. } = self;
            if !puts {
                let memory = lent(len as usize);
                said(window.get(endpoint, target, place, memory.region(), lasting))?;
                epoch.gets.push((memory, truth.bytes[target].borrow()[here].to_vec()));
            } else {
                let bytes = truth.piece(len);
                truth.bytes[target].borrow_mut()[here].copy_from_slice(&bytes);
                let memory = lent_copy(&bytes);
                said(window.put(endpoint, target, place, memory.region(), lasting))?;
                if !lasting {
                    memory.region().write(&vec![0x5b; len as usize]);
                }
                epoch.kept.push(memory);
            }
            epoch.used.push(range);
        }
        self.end(&mut epoch, target)?;
        self.unlock(target, LockKind::Exclusive)
    }

    /// Shares the lock of a part: adds to its sums, as others do.
    fn shared(&mut self, target: usize) -> Result<(), String> {
        self.lock(target, LockKind::Shared)?;
        let truth = self.truth.clone();
        let common = &truth.common;
        common.step(|| format!("rank {} shares the lock of {target}", self.me));
        for _ in 0..1 + common.below(6) {
            let what = common.below(6);
            let (first, count) = match what {
                0 | 1 => (0, 1),
                _ => {
                    let first = common.below(SUMS);
                    (first, 1 + common.below(SUMS - first))
                }
            };
            let added = 1 + common.below(1000);
            let operand = lent_copy(&added.to_ne_bytes().repeat(count as usize));
            let (operands, place) = (operand.region(), self.offset(target, first * ELEMENT));
            let width = (ELEMENT as usize, SUM);
            let Member { endpoint, window, .. } = self;
            if what >= 4 {
                if what == 4 {
                    self.swap(target)?
                } else {
                    self.add_to_rows(target, added)?
                }
                continue;
            }
            let mapped = window.mapped(target);
            let there = || mapped.slice((first * ELEMENT) as usize, operands.len());
            match what {
                0 => {
                    let old = lent(ELEMENT as usize);
                    let both = (operands, Some(old.region()));
                    said(window.combine(endpoint, target, place, width, both, add))?;
                    let old = old.region().get::<u64>(0);
                    if !truth.found.borrow_mut().insert((target, old)) {
                        return Err(format!("two ranks find {old} in a sum of {target} that always grows"));
                    }
                }
                3 if !mapped.is_empty() && mapped.is_atomic(0, width.0) => {
                    let by_processor = || {
                        there().combine_atomically(width.0, operands, None, add);
                        true
                    };
                    if !window.atomically(target, count as usize, by_processor) {
                        let mut runs = window.striped_runs(target);
                        said(runs.combine(endpoint, there(), width.0, (operands, None), add))?;
                    }
                }
                _ => said(window.combine(endpoint, target, place, width, (operands, None), add))?,
            }
            (first..first + count).for_each(|sum| truth.sums[target].borrow_mut()[sum as usize] += added);
        }
        self.unlock(target, LockKind::Shared)
    }

    /// Lets an element grow by one, as soon as no other rank has done so since this rank has read it.
    fn swap(&mut self, target: usize) -> Result<(), String> {
        let place = self.offset(target, SWAPPED * ELEMENT);
        let (mut seen, old) = (self.truth.swaps[target].get(), lent(ELEMENT as usize));
        for _ in 0..20 {
            let (compare, new) = (lent_copy(&seen.to_ne_bytes()), lent_copy(&(seen + 1).to_ne_bytes()));
            let three = [compare.region(), new.region(), old.region()];
            said(self.window.compare_and_swap(&mut self.endpoint, target, place, SUM, three))?;
            let found = old.region().get::<u64>(0);
            if found == seen {
                let swaps = &self.truth.swaps[target];
                swaps.set(swaps.get() + 1);
                return Ok(());
            }
            seen = found;
        }
        Ok(())
    }

    /// Makes a call that must be refused and change nothing.
    fn wrong(&mut self, target: usize, at: u64) -> Result<(), String> {
        let memory = lent(ELEMENT as usize);
        let place = self.offset(target, at);
        let Member { endpoint, window, .. } = self;
        // The second of two rows of one byte begins at the end of the part.
        let in_rows = (self.truth.common.one_in(2))
            .then(|| window.put_rows(endpoint, target, place - 8, (1, 11), memory.region().slice(0, 2)));
        let mut end = in_rows.flatten().unwrap_or_else(|| window.put(endpoint, target, place, memory.region(), false));
        if end.is_ok() {
            wait(endpoint, |endpoint| !window.is_pending(endpoint, target));
            end = window.outcome(endpoint, target);
        }
        match end {
            Ok(()) => Err(format!("a put past the end of the part of {target} is accepted")),
            Err(_) => Ok(()),
        }
    }

    /// Takes this rank's memory away from the window: its bytes count as attached until then, and no longer.
    fn detach(&mut self) -> Result<(), String> {
        let Member { endpoint, window, truth, me } = self;
        let memory = truth.memory[*me].region();
        let (last, address) = (memory.from(memory.len() - 1), memory.as_ptr() as u64);
        let was = window.has_attached(last);
        match (was, window.detach(endpoint, address), window.has_attached(last), window.detach(endpoint, address)) {
            (true, true, false, false) => Ok(()),
            other => Err(format!("rank {me} takes its memory away from a window, twice: {other:?}")),
        }
    }

    fn run(mut self) -> Result<(), String> {
        let truth = self.truth.clone();
        let (common, ranks) = (&truth.common, truth.common.ranks);
        common.meet(&mut self.endpoint, ranks);
        for _ in 0..common.below(MOST) {
            let target = common.below(ranks.into()) as usize;
            match common.below(8) {
                0 => self.wrong(target, truth.len - 3)?,
                1..4 => self.alone(target)?,
                _ => self.shared(target)?,
            }
            common.step(|| format!("rank {} has ended an epoch of {target}", self.me));
        }
        common.meet(&mut self.endpoint, ranks);
        for target in 0..ranks as usize {
            let memory = lent(truth.len as usize);
            let place = self.offset(target, 0);
            said(self.window.get(&mut self.endpoint, target, place, memory.region(), false))?;
            let mut wanted: Vec<u8> = truth.sums[target].borrow().iter().flat_map(|sum| sum.to_ne_bytes()).collect();
            wanted.extend(truth.swaps[target].get().to_ne_bytes());
            wanted.extend(&*truth.bytes[target].borrow());
            let got = memory.region().to_vec();
            if let Some(at) = got.iter().zip(&wanted).position(|(a, b)| a != b) {
                return Err(format!("byte {at} of the part of {target} is wrong in the end"));
            }
        }
        common.meet(&mut self.endpoint, ranks);
        if truth.is_dynamic {
            self.detach()?;
            common.meet(&mut self.endpoint, ranks);
            self.wrong(common.below(ranks.into()) as usize, BYTES)?;
            common.meet(&mut self.endpoint, ranks);
        }
        self.window.withdraw(&mut self.endpoint);
        common.meet(&mut self.endpoint, ranks);
        wait(&mut self.endpoint, |endpoint| check_leftovers(endpoint).is_ok());
        common.meet(&mut self.endpoint, ranks);
        drop(self.window);
        self.endpoint.close().map_err(|e| e.to_string())
    }
}

pub fn programs(common: &Rc<Common>, machines: &[u32], mut endpoints: Vec<Place>) -> Result<Vec<Program>, String> {
    let len = BYTES + 1 + common.below(6000);
    let ranks = common.ranks as usize;
    let (is_dynamic, is_lent) = (common.one_in(3), common.one_in(2));
    let is_allocated = !is_dynamic && !is_lent;
    let memory: Vec<_> = (0..ranks).map(|_| lent(if is_allocated { 0 } else { len as usize })).collect();
    let offered = |at: usize| match (is_dynamic, is_lent) {
        (true, _) => PartMemory::Attached,
        (_, true) => PartMemory::Lent { address: memory[at].region().as_ptr() as u64, len },
        _ => PartMemory::Allocated { len },
    };
    let offered: Vec<_> = (0..ranks).map(offered).collect();
    let own: Vec<_> = memory.iter().map(LentBuffer::region).collect();
    let truth = Rc::new(Truth {
        common: common.clone(),
        len,
        is_dynamic,
        memory,
        bytes: (0..ranks).map(|_| RefCell::new(vec![0; (len - BYTES) as usize])).collect(),
        sums: (0..ranks).map(|_| RefCell::new(vec![0; SUMS as usize])).collect(),
        found: RefCell::default(),
        swaps: (0..ranks).map(|_| Cell::default()).collect(),
        pieces: Cell::default(),
    });
    let mut programs: Vec<Program> = Vec::new();
    let mut first = 0;
    for &here in machines {
        let near = first..first + here as usize;
        let bytes = vec![if is_allocated { len } else { 0 }; near.len()];
        let layout = WindowLayout::new(ranks, &bytes, common.one_in(2)).ok_or("a layout that is too long")?;
        let maker = shared(layout.total()).map_err(|e| e.to_string())?;
        for me in near.clone() {
            let mut endpoint = endpoints.remove(0);
            let trial = lent(1);
            let mut can_copy = |at: usize| {
                let from = own[at].as_ptr() as u64;
                at == me || is_allocated || endpoint.read(at as Rank, from, trial.region())
            };
            let member = |at: usize| WindowMember {
                rank: at as Rank,
                near: near.contains(&at).then(|| at - near.start),
                copied: near.contains(&at) && can_copy(at),
                offered: offered[at],
                key: at as u64 + 7,
            };
            let members: Vec<_> = (0..ranks).map(member).collect();
            let name = maker.name().ok_or("the memory has no name")?;
            let memory: SharedMemory = shared_again(name, layout.total()).map_err(|e| e.to_string())?;
            let lent = is_lent.then_some(own[me]).filter(|_| !is_dynamic);
            let mut window = Window::new(&endpoint, WindowId(7), me, &members, Some((memory, layout.clone())), lent);
            window.offer(&mut endpoint, meaning);
            if is_dynamic {
                window.attach(&mut endpoint, own[me]);
            }
            let member = Member { truth: truth.clone(), endpoint, window, me };
            programs.push(Box::new(move || member.run()));
        }
        first += here as usize;
    }
    Ok(programs)
}
