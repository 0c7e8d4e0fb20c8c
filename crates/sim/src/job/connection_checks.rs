//! Checks a simulated program's connections: right deposits arrive whole, at their place, and are told once in the
//! chosen way; wrong ones are refused.
use super::connections::{Connections, Deposit, Number, Offered};
use super::turn::Turn;
use clump::driver::windows::{Note, NoteQueue, Telling};
use clump_core::Rank;

/// The largest number of deposits of one connection that are under way at a time.
const MOST: usize = 40;

impl Offered {
    /// Returns a random offset at which `len` bytes touch no deposit under way. Returns `None` if the offset that it
    /// tried does, if the buffer is too short, or if `MOST` deposits are under way.
    pub(super) fn place(&self, rng: &mut fastrand::Rng, len: u64) -> Option<u64> {
        let offset = rng.u64(..=self.invitation.len.checked_sub(len)?);
        let clash = |d: &Deposit| d.offset < offset + len && offset < d.offset + d.bytes.len() as u64;
        (self.under_way.len() < MOST && !self.under_way.iter().any(clash)).then_some(offset)
    }

    /// Records a deposit that is under way.
    pub(super) fn begin(&mut self, offset: u64, bytes: Vec<u8>, is_long: bool) {
        self.shadow[offset as usize..offset as usize + bytes.len()].copy_from_slice(&bytes);
        self.under_way.push(Deposit { offset, bytes, is_long });
        self.begun += 1;
    }

    /// Returns true if the bytes of a deposit are in the buffer.
    fn has(&self, queue: &NoteQueue, deposit: &Deposit) -> bool {
        let (connection, offset, len) = (self.invitation.connection, deposit.offset, deposit.bytes.len() as u64);
        queue.to_vec(Note { connection, offset, len }) == deposit.bytes
    }

    /// Checks that all deposits have arrived. The caller knows that the sender has nothing pending any more.
    fn applied(&mut self, queue: &NoteQueue) -> Result<(), String> {
        if let Some(missing) = self.under_way.iter().find(|d| !self.has(queue, d)) {
            return Err(format!("{} bytes at {} are not there", missing.bytes.len(), missing.offset));
        }
        self.applied = self.begun;
        if self.telling != Telling::Note {
            self.under_way.clear();
        }
        Ok(())
    }

    /// Checks a note: the deposit's bytes must be in place, and the note must come in its turn.
    fn noted(&mut self, queue: &NoteQueue, note: Note) -> Result<(), String> {
        if !self.is_open {
            return Err("the connection is closed".to_owned());
        }
        let is_it = |d: &Deposit| (d.offset, d.bytes.len() as u64) == (note.offset, note.len);
        let Some(at) = self.under_way.iter().position(is_it) else {
            return Err("nothing was deposited there, or it was told before".to_owned());
        };
        if !self.has(queue, &self.under_way[at]) {
            return Err("its bytes are not there".to_owned());
        }
        let mut before = self.under_way[..at].iter();
        if !self.under_way[at].is_long && before.any(|d| !d.is_long && !d.bytes.is_empty()) {
            return Err("it comes before that of an earlier deposit".to_owned());
        }
        self.under_way.remove(at);
        Ok(())
    }
}

impl Connections {
    /// Takes at most `most` notes for the rank. Returns true if there were any.
    pub(super) fn take_notes(&mut self, turn: &mut Turn<'_>, most: usize) -> Result<bool, String> {
        let Turn { rank, run, .. } = turn;
        let Some(queue) = &mut self.queues[*rank as usize] else { return Ok(false) };
        let mut any = false;
        for _ in 0..most {
            let Some(note) = queue.poll() else {
                // The queue may have dropped many notes at once, with more notes behind them.
                if queue.is_ready() {
                    continue;
                }
                break;
            };
            any = true;
            run.note(|| format!("rank {rank} takes {note:?}"));
            run.coverage.notes += 1;
            let told = self.all.get_mut(&(*rank, note.connection)).map(|c| c.noted(queue, note));
            let told = told.unwrap_or_else(|| Err("there is no such connection".to_owned()));
            told.map_err(|why| format!("rank {rank} takes {note:?}, and {why}"))?;
        }
        Ok(any)
    }

    /// Frees the memory of the rank's deposits into a buffer that are sent, and checks the deposits once they have all
    /// arrived. Returns true if a deposit has been sent or has arrived.
    pub(super) fn take_arrived(&mut self, turn: &mut Turn<'_>, number: Number) -> Result<bool, String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let (Some(end), Some(c)) = (self.ends[*rank as usize].get_mut(&number), self.all.get_mut(&number)) else {
            return Ok(false);
        };
        let ways = || [&end.right, &end.forged].into_iter().flatten();
        let Some(way) = ways().next() else { return Ok(false) };
        let has_arrived = ways().all(|way| way.has_arrived(endpoint));
        let (free, used): (Vec<_>, Vec<_>) = std::mem::take(&mut end.sent)
            .into_iter()
            .partition(|(begun, _)| begun.map_or(has_arrived, |begun| way.is_sent(endpoint, begun)));
        let mut any = !free.is_empty();
        if has_arrived && (end.has_right || end.has_wrong) {
            any = true;
            // The two connections may share an outcome, which the first of them takes.
            let outcome = ways().map(|way| way.outcome(endpoint)).find(Result::is_err);
            let (right, wrong) = (std::mem::take(&mut end.has_right), std::mem::take(&mut end.has_wrong));
            if wrong != outcome.is_some() && (wrong || c.is_open) {
                return Err(format!("rank {rank} at buffer {number:?}: wrong {wrong}, {outcome:?}"));
            }
            run.coverage.refused += u64::from(outcome.is_some());
            if c.is_open
                && right
                && let Some(queue) = &self.queues[number.0 as usize]
            {
                let why = |why| format!("rank {rank} has nothing pending at buffer {number:?}, and {why}");
                c.applied(queue).map_err(why)?;
            }
        }
        end.sent = used;
        free.into_iter().for_each(|(_, memory)| self.spent.add(memory));
        Ok(any)
    }

    /// Checks all connections. Nothing may be under way; notes may wait to be taken.
    pub(super) fn check_settled(&mut self) -> Result<(), String> {
        for (rank, ends) in self.ends.iter().enumerate() {
            let open = ends.iter().find(|(_, end)| end.has_right || end.has_wrong || !end.sent.is_empty());
            if let Some((number, end)) = open {
                let left = end.sent.len();
                return Err(format!("rank {rank}: deposits into {number:?} never arrive, {left} of them are not sent"));
            }
        }
        for (number, c) in self.all.iter().filter(|(_, c)| c.is_open) {
            let buffer = self.queues[number.0 as usize].as_ref().and_then(|queue| queue.buffer(number.1));
            let is = buffer.map_or_else(Vec::new, |buffer| buffer.to_vec());
            if is != c.shadow {
                let byte = is.iter().zip(&c.shadow).position(|(is, shall)| is != shall);
                return Err(format!("byte {byte:?} of buffer {number:?} is wrong"));
            }
        }
        for (rank, queue) in self.queues.iter().enumerate() {
            let Some(queue) = queue else { continue };
            let counting = self.all.iter().filter(|((to, _), c)| *to == rank as Rank && c.telling == Telling::Count);
            let (least, most) = counting.fold((0, 0), |(l, m), (_, c)| (l + c.applied, m + c.begun));
            let is = queue.counted();
            if is < least || is > most {
                return Err(format!("rank {rank} has counted {is} deposits, and there were {least} to {most}"));
            }
        }
        self.spent.free()
    }

    /// Checks that every deposit into the rank's buffers was told. All notes must have been taken.
    pub(super) fn check_told(&self, rank: Rank) -> Result<(), String> {
        for ((_, number), c) in self.all.iter().filter(|((to, _), _)| *to == rank) {
            if let Some(lost) = c.under_way.first() {
                let len = lost.bytes.len();
                return Err(format!("rank {rank} is never told of {len} bytes at {} of buffer {number}", lost.offset));
            }
        }
        Ok(())
    }
}
