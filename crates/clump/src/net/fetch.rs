//! Long messages between machines. The receiver requests ranges (core's `grants` decides which and when). The
//! sender answers with pieces straight from its memory, which the receiver writes straight to the destination.
use super::driver::{Driver, Fetching};
use clump_core::Rank;
use clump_core::reliability::{Ask, AskHead, Piece, PieceHead, PullId};
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{Datagrams, RangeRequest};

/// Pieces of a row while bytes wait in the network: a port with a token bucket idles until it has room for a whole row.
/// More pieces: ports with small buckets idle. Fewer: each row costs a system call on both sides. See decision 16.
const SHORT_ROW: usize = 3;

impl<T: Datagrams, C: Clock> Driver<T, C> {
    /// Starts to fetch a part of a message. Returns the fetch's ticket.
    pub fn fetch(&mut self, from: Rank, send: u64, offset: u64, into: Region) -> Option<u64> {
        if into.is_empty() {
            return None;
        }
        let range = offset..offset.checked_add(into.len() as u64)?;
        let id = self.grants.start(self.clock.now(), from, range);
        self.fetching.insert(id, Fetching { send, offset, into });
        self.ask();
        Some(id.to_word())
    }

    /// Sends as many requests as may be in flight.
    pub fn ask(&mut self) {
        let now = self.clock.now();
        while let Some(a) = self.grants.next(now) {
            let Some(f) = self.fetching.get(&a.pull) else { continue };
            let Ask { to, pull, number, offset, len, queued, again } = a;
            let ask = AskHead { send: f.send, pull, number, offset, len, queued, again };
            // If the network below has no room, the request counts as lost in flight.
            let _ = self.tx.send(to, ask.head(), &ask.words(), Region::EMPTY);
        }
        self.deadline = self.deadline.min(self.grants.deadline().unwrap_or(u64::MAX));
    }

    /// Processes a piece that has arrived. Returns the fetch's ticket if this was the last missing piece.
    pub fn piece(
        &mut self,
        from: Rank,
        head: u64,
        words: [u64; PieceHead::WORDS],
        bytes: Region,
        queued: u64,
    ) -> Option<u64> {
        let Some((piece, range)) = PieceHead::parse(head, words, bytes.len() as u64) else {
            self.malformed += 1;
            return None;
        };
        let fate = self.grants.arrived(
            self.clock.now(),
            queued.saturating_add(piece.late()),
            from,
            piece.pull,
            piece.number,
            range.clone(),
        );
        if fate == Piece::Drop {
            return None;
        }
        self.pieces = true;
        let f = self.fetching.get(&piece.pull)?;
        f.into.part((range.start - f.offset) as usize, bytes.len())?.copy_from(bytes);
        self.end(piece.pull).filter(|_| fate == Piece::Last)
    }

    /// Gives up a pending fetch. The fabric no longer writes to the fetch's memory.
    pub fn stop_fetch(&mut self, ticket: u64) {
        let id = PullId::from_word(ticket);
        if self.fetching.remove(&id).is_some() {
            self.grants.give_up(id);
            self.ask();
        }
    }

    /// Forgets a complete fetch, and returns its ticket.
    fn end(&mut self, pull: PullId) -> Option<u64> {
        (!self.grants.knows(pull)).then(|| {
            self.fetching.remove(&pull);
            pull.to_word()
        })
    }

    /// Processes a peer's request for a part of a message; the request waited `queued` ns in this host's socket.
    pub fn requested(
        &mut self,
        from: Rank,
        head: u64,
        words: [u64; AskHead::WORDS],
        queued: u64,
    ) -> Option<RangeRequest> {
        let Some((ask, range)) = AskHead::parse(head, words) else {
            self.malformed += 1;
            return None;
        };
        if ask.again {
            self.doubt(from);
        }
        // Requests that came together wait for the answers to those before them.
        let clock = &self.clock;
        self.asked = self.first_request.get_or_insert_with(|| clock.now()).saturating_sub(queued);
        self.short_rows = ask.queued;
        Some(RangeRequest { send: ask.send, range, asked: (ask.pull.to_word(), ask.number) })
    }

    /// Answers a request row by row; the caller flushes. Pieces for which the network has no room count as lost:
    /// the receiver requests them again.
    pub fn serve(&mut self, to: Rank, (pull, number): (u64, u32), offset: u64, bytes: Region) {
        let late = PieceHead::late_of(self.clock.now().saturating_sub(self.asked));
        let mut row = self.rows.of(bytes.len());
        if self.short_rows {
            row = row.min(SHORT_ROW * self.piece);
            self.tx.flush();
        }
        let (mut done, mut end) = (0, row);
        while done < bytes.len() {
            if done == end {
                self.tx.flush();
                end += row;
            }
            let len = self.piece.min(bytes.len().min(end) - done);
            let head = PieceHead { pull: PullId::from_word(pull), number, late, offset: offset + done as u64 };
            if self.tx.send(to, head.head(), &head.words(), bytes.slice(done, len)).is_err() {
                return;
            }
            done += len;
        }
    }
}
