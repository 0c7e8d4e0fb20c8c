//! Memory, represented by lengths alone: every access is checked.
use clump_core::protocol::{Full, Source};
use clump_core::wire::MOST_WORDS;
use clump_core::{
    Arrival, BroadcastId, Combination, DepositId, Destination, EntryId, GroupSink, HandlerSink, Missing, OperationId,
    ParityBlock, Path, Pulling, Rank, RecvId, Rows, SendId, StreamId, TagSink, TransferSink, WindowId, WindowSink,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

/// The number of ranks whose frames have any content.
pub const PEERS: u32 = 3;

pub struct Frame {
    pub words: Vec<u64>,
    pub body: usize,
}

impl Arrival for Frame {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.words.get(..K)?.try_into().ok()
    }
    fn len(&self, k: usize) -> usize {
        (8 * self.words.len() + self.body).saturating_sub(8 * k)
    }
}

/// Memory, represented by lengths alone.
#[derive(Default)]
pub struct World {
    /// The length of the running call's memory, in bytes.
    pub call: u64,
    /// The length of the running frame's body, in bytes.
    pub arrived: u64,
    pub sends: HashMap<SendId, u64>,
    /// Sends that continue from a copy of their bytes.
    pub kept: HashSet<SendId>,
    pub receives: HashMap<RecvId, u64>,
    /// The pushed bytes of messages that wait for a receive.
    pub entries: HashMap<EntryId, u64>,
    /// The pushed bytes that no handler has read.
    pub unread: HashMap<StreamId, u64>,
    /// The memory that handlers read into.
    pub streams: HashMap<StreamId, u64>,
    /// Windows on offer.
    pub windows: HashMap<WindowId, u64>,
    /// Windows that are offered to one rank only.
    pub only: HashMap<WindowId, Rank>,
    /// The running frame's sender.
    pub from: Rank,
    /// The places of longer deposits: window, offset, length.
    pub deposits: HashMap<DepositId, (WindowId, u64, u64)>,
    /// The memory for the answers to operations.
    pub operations: HashMap<OperationId, u64>,
    /// Memory of broadcasts.
    pub broadcasts: HashMap<BroadcastId, u64>,
    /// Broadcasts whose memory keeps bytes before a destination is named.
    pub stashed_broadcasts: HashSet<BroadcastId>,
    pub later: VecDeque<Destination>,
    pub full: bool,
    pub pulls_later: bool,
    pub sent: u64,
    pub kinds: u64,
    /// Counts pushed pieces that a read waited for.
    pub landed: u64,
    /// Counts pushed pieces that were kept.
    pub appended: u64,
}

impl World {
    /// Returns the length of the named memory.
    pub fn room(&self, into: Destination) -> u64 {
        match into {
            Destination::Recv(recv) => *self.receives.get(&recv).expect("a receive whose memory is bound"),
            Destination::Stream(stream) => *self.streams.get(&stream).expect("memory that is read into"),
            Destination::Deposit(deposit) => {
                let (window, start, len) = *self.deposits.get(&deposit).expect("a place for a deposit");
                self.inside(window, start, len);
                len
            }
            Destination::Operation(operation) => *self.operations.get(&operation).expect("an operation's memory"),
        }
    }
}

impl World {
    /// Checks that the running frame's sender may reach the window.
    fn reached(&self, window: WindowId) {
        assert!(self.only.get(&window).is_none_or(|only| *only == self.from), "{} in {window:?}", self.from);
    }

    fn inside(&self, window: WindowId, offset: u64, len: u64) {
        let all = *self.windows.get(&window).expect("a window on offer");
        assert!(offset.checked_add(len).is_some_and(|end| end <= all), "{len} bytes at {offset} of {all}");
    }
}

impl GroupSink for World {
    fn longest_multicast(&self, _: Rank) -> u64 {
        1000
    }
    fn multicast(&mut self, _: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        assert!(words.len() <= MOST_WORDS && head >> 56 == 0);
        match body {
            Source::None => {}
            Source::Broadcast { broadcast, offset, len } if len <= 1000 => self.in_broadcast(broadcast, offset, len),
            other => panic!("{other:?} by multicast"),
        }
        if self.full {
            return Err(Full);
        }
        self.sent += 1;
        Ok(())
    }
    fn multicast_parity(&mut self, group: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full> {
        assert!(of.part > 0 && of.part <= 1000, "{of:?}");
        self.in_broadcast(of.broadcast, of.bytes.start, of.bytes.end - of.bytes.start);
        self.multicast(group, head, words, Source::None)
    }
    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize) {
        assert!(of.parts().any(|part| part == lost), "{lost:?} of {of:?}");
        assert_eq!(8 * skip as u64 + of.part, self.arrived, "the whole frame");
        self.in_broadcast(of.broadcast, of.bytes.start, of.bytes.end - of.bytes.start);
    }
    fn flush_multicasts(&mut self) {}
    fn keep_broadcast(&mut self, broadcast: BroadcastId) {
        assert!(self.broadcasts.insert(broadcast, self.call).is_none());
    }
    fn copy_broadcast(&mut self, broadcast: BroadcastId) {
        assert!(self.broadcasts.contains_key(&broadcast));
    }
    fn bind_broadcast(&mut self, broadcast: BroadcastId, kept: u64) {
        let before = self.broadcasts.insert(broadcast, self.call).unwrap_or(0);
        self.stashed_broadcasts.remove(&broadcast);
        assert!(kept <= before && kept <= self.call, "{kept} bytes of {before} to {}", self.call);
    }
    fn stash_broadcast(&mut self, broadcast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64) {
        self.broadcasts.entry(broadcast).or_insert(room);
        self.stashed_broadcasts.insert(broadcast);
        self.deliver_broadcast(broadcast, offset, skip, len);
    }
    fn deliver_broadcast(&mut self, broadcast: BroadcastId, offset: u64, skip: usize, len: u64) {
        self.in_broadcast(broadcast, offset, len);
        assert!(8 * skip as u64 + len <= self.arrived, "more than the frame's bytes");
    }
    fn broadcast_over(&mut self, broadcast: BroadcastId) {
        self.broadcasts.remove(&broadcast);
        self.stashed_broadcasts.remove(&broadcast);
    }
}

impl World {
    fn in_broadcast(&self, broadcast: BroadcastId, offset: u64, len: u64) {
        let all = *self.broadcasts.get(&broadcast).expect("a broadcast that has memory");
        assert!(offset.checked_add(len).is_some_and(|end| end <= all), "{len} bytes at {offset} of {all}");
    }

    /// Returns how many bytes of broadcasts are kept before their destination is named.
    pub fn broadcasts_kept(&self) -> u64 {
        self.stashed_broadcasts.iter().map(|broadcast| self.broadcasts[broadcast]).sum()
    }
}

impl TransferSink for World {
    fn path(&self, peer: Rank) -> Path {
        Path { native_pull: peer != 1, piece: 3000 }
    }
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        assert!(to < PEERS && words.len() <= MOST_WORDS && head >> 56 == 0);
        match body {
            Source::None => {}
            Source::Call { len } => assert!(len <= self.call, "more than the call's memory"),
            Source::Window { window, offset, len } => self.inside(window, offset, len),
            Source::Broadcast { broadcast, offset, len } => self.in_broadcast(broadcast, offset, len),
            Source::Send { id, offset, len } => {
                let all = self.sends.get(&id).expect("a send whose memory is kept");
                assert!(offset.checked_add(len).is_some_and(|end| end <= *all), "more than the send's memory");
            }
        }
        if self.full {
            return Err(Full);
        }
        self.sent += 1;
        self.kinds |= 1 << (head >> 48 & 63);
        Ok(())
    }
    fn keep(&mut self, send: SendId) -> bool {
        self.sends.insert(send, self.call);
        true
    }
    fn sent(&mut self, send: SendId) {
        self.sends.remove(&send).expect("a send ends once");
        self.kept.remove(&send);
    }
    fn copy_away(&mut self, send: SendId, _: bool) {
        assert!(self.sends.contains_key(&send), "a send whose memory is kept");
        assert!(self.kept.insert(send), "a send's bytes are copied once");
    }
    fn address(&self, _: SendId, _: u64) -> u64 {
        4096
    }
    fn bind(&mut self, into: Destination) {
        match into {
            Destination::Recv(recv) => self.receives.insert(recv, self.call),
            Destination::Stream(stream) => self.streams.insert(stream, self.call),
            other => panic!("nothing is bound to {other:?}"),
        };
    }
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        let room = self.room(into);
        assert!(offset.checked_add(len).is_some_and(|end| end <= room), "{len} bytes at {offset} of {room}");
        assert!(8 * skip as u64 + len <= self.arrived, "more than the frame's bytes");
    }
    fn pull(&mut self, what: Missing) -> Pulling {
        let room = self.room(what.into);
        assert!(what.from < PEERS && what.range.start >= what.start.max(what.base) && !what.is_empty());
        assert!(what.offset().checked_add(what.len()).is_some_and(|end| end <= room));
        if self.pulls_later {
            self.later.push_back(what.into);
            return Pulling::Later;
        }
        Pulling::No
    }
    fn share(&mut self, _: Rank, send: SendId, _: u64, _: u64) {
        assert!(self.sends.contains_key(&send), "a send whose memory is kept");
    }
    fn serve(&mut self, _: Rank, send: SendId, start: u64, range: Range<u64>, _: (u64, u32)) {
        let all = self.sends.get(&send).expect("a send whose memory is kept");
        assert!(start <= range.start && range.start < range.end && range.end - start <= *all);
    }
    fn close_destination(&mut self, into: Destination) {
        self.later.retain(|l| *l != into);
        match into {
            Destination::Deposit(id) => drop(self.deposits.remove(&id).expect("a deposit ends once")),
            Destination::Operation(id) => drop(self.operations.remove(&id)),
            // The receive keeps its memory; only the network would end a fetch here.
            Destination::Recv(_) => (),
            other => panic!("{other:?} is not closed"),
        }
    }
}

impl TagSink for World {
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64) {
        let all = *self.entries.entry(entry).or_insert(room);
        assert!(offset.checked_add(len).is_some_and(|end| end <= all), "{len} bytes at {offset} of {all}");
        assert!(8 * skip as u64 + len <= self.arrived, "more than the frame's bytes");
    }
    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64) {
        let room = *self.receives.get(&recv).expect("a receive whose memory is bound");
        let here = self.entries.remove(&entry).unwrap_or(0);
        assert!(len <= room && len <= here, "{len} bytes of {here} to {room}");
    }
    fn discard(&mut self, entry: EntryId) {
        self.entries.remove(&entry);
    }
}

impl HandlerSink for World {
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64) {
        let room = self.room(Destination::Stream(stream));
        assert!(offset.checked_add(len).is_some_and(|end| end <= room), "{len} bytes at {offset} of {room}");
        assert!(8 * skip as u64 + from + len <= self.arrived, "more than the frame's bytes");
        self.landed += 1;
    }
    fn append_unread(&mut self, stream: StreamId, skip: usize, from: u64, len: u64) {
        assert!(8 * skip as u64 + from + len <= self.arrived, "more than the frame's bytes");
        *self.unread.entry(stream).or_default() += len;
        self.appended += 1;
    }
    fn read_unread(&mut self, stream: StreamId, len: u64) {
        let here = self.unread.get_mut(&stream).expect("pushed bytes that are kept");
        *here = here.checked_sub(len).expect("as many pushed bytes as are read");
        assert!(len == self.call || len < self.room(Destination::Stream(stream)));
    }
    fn discard_unread(&mut self, stream: StreamId) {
        self.unread.remove(&stream);
    }
}

impl WindowSink for World {
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, from: u64, len: u64) {
        self.reached(window);
        self.inside(window, offset, len);
        assert!(8 * skip as u64 + from + len <= self.arrived, "more than the frame's bytes");
    }
    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        self.inside(window, offset, len);
    }
    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        self.reached(window);
        self.inside(window, offset, len);
        self.deposits.insert(deposit, (window, offset, len));
    }
    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        self.reached(window);
        self.inside(window, offset, len);
        self.sends.insert(send, len);
    }
    fn gather(&mut self, send: SendId, window: WindowId, offset: u64, rows: Rows, len: u64) {
        self.reached(window);
        self.inside(window, offset, rows.span(len));
        self.sends.insert(send, len);
    }
    fn combine(&mut self, what: Combination, skip: usize, from: u64, old: Option<SendId>) -> bool {
        self.reached(what.window);
        self.inside(what.window, what.offset, what.len);
        let operands = if what.swap { 2 * what.len } else { what.len };
        assert!(8 * skip as u64 + from + operands <= self.arrived, "more than the frame's bytes");
        if what.how.operation == 3 {
            return false;
        }
        if let Some(send) = old {
            self.sends.insert(send, what.len);
        }
        true
    }
}
