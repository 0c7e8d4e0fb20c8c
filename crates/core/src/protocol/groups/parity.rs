//! Parities, which a root sends where multicasts are lost. Behind each block of a broadcast's parts, the root sends the
//! block's parity: the sum of the parts without carry (XOR). A member that lacks one part restores it from the other
//! parts and the parity, without a request.
use super::blocks::Open;
use super::group::{Context, Group, expand};
use super::sink::{GroupSink, ParityBlock};
use crate::planted::planted;
use crate::wire::BroadcastParity;
use std::ops::Range;

impl Group {
    /// Begins a block for the `rest` of a broadcast, in parts of `part` bytes, if none is open, blocks pay, and
    /// there is more than one part.
    pub fn begin_block<S: GroupSink>(&mut self, cx: &Context<'_, S>, number: u64, rest: Range<u64>, part: u64) {
        // Closes a block if another broadcast or another part length follows.
        let ends = |b: &mut Open| (b.number, b.bytes.end, b.part) != (number, rest.start, part);
        let _ = self.parities.block.take_if(ends);
        let follow = rest.end.saturating_sub(rest.start).div_ceil(part);
        if self.parities.block.is_some() || !self.parities.is_lossy() || follow < 2 || !cx.limits.selective {
            return;
        }
        let members = self.home.consumers.iter().filter(|c| !c.gone).count() as u64;
        if let Some(parts) = self.parities.parts(members, self.window / part / 2) {
            // Blocks of equal length keep the last block from having only a part or two.
            let missing = follow.div_ceil(follow.div_ceil(parts));
            self.parities.block = Some(Open { number, bytes: rest.start..rest.start, part, missing });
        }
    }

    /// Sends the parity of a block that has left whole. `early`: sends the parity of those parts of the block that have
    /// left. Returns false if there is no room.
    pub fn end_block<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, early: bool) -> bool {
        let Some(open) = self.parities.block.take_if(|b| b.missing == 0 || early) else { return true };
        let entry = self.home.get(open.number).filter(|e| !e.tree && !open.bytes.is_empty());
        let Some(broadcast) = entry.map(|e| e.broadcast).filter(|_| open.part <= self.longest(cx)) else { return true };
        let row = if open.number == self.sending { self.row_with_this() } else { self.row_before_this() };
        let (name, serial) = (self.name(self.me as u16, open.number), self.probing.serial + 1);
        let parity = BroadcastParity { name, block: open.bytes.clone(), row, serial };
        let of = ParityBlock {
            broadcast,
            bytes: open.bytes.clone(),
            part: open.part.min(open.bytes.end - open.bytes.start),
        };
        if cx.sink.multicast_parity(self.id, parity.head(), &parity.words(), of).is_err() {
            self.parities.block = Some(Open { missing: 0, ..open });
            return false;
        }
        self.probing.serial = serial;
        cx.counters.parities += 1;
        true
    }

    /// Takes a parity: restores the missing part of the block if exactly one is missing, and asks for the parts
    /// otherwise.
    pub fn on_parity<S: GroupSink>(
        &mut self,
        cx: &mut Context<'_, S>,
        parity: BroadcastParity,
        part: u64,
    ) -> Option<()> {
        let root = parity.name.root;
        if usize::from(root) >= self.members.len() || usize::from(root) == self.me {
            return None;
        }
        let inflow = self.inflows.entry(root).or_default();
        let number = expand(parity.name.number, inflow.next)?;
        inflow.hear(parity.serial);
        if number < inflow.next || inflow.lost {
            return Some(());
        }
        self.all_before(cx, root, number, (number + 1).saturating_sub(parity.row.into()));
        let Some(incoming) = self.incoming(cx, root, number) else {
            self.is_dropped(root, number + 1);
            return Some(());
        };
        if incoming.len.is_some_and(|len| parity.block.end > len) {
            return None;
        }
        let of = ParityBlock { broadcast: incoming.broadcast, bytes: parity.block.clone(), part };
        let room = incoming.room.unwrap_or(incoming.kept);
        // If no part of the broadcast has arrived, its length is unknown, and there are no other parts to restore
        // from.
        let whole = incoming.len.is_some() && !incoming.over && cx.limits.selective && parity.block.end <= room;
        let mut lost = of.parts().filter(|p| !incoming.have.covers(p.clone()));
        let one = lost.next().filter(|_| lost.next().is_none() || planted("parity_for_two"));
        let made = one.filter(|_| whole);
        incoming.edge = incoming.edge.max(parity.block.end);
        if let Some(lost) = made.clone() {
            incoming.have.insert(lost.clone());
            cx.counters.restored += 1;
            cx.sink.restore_broadcast(of, lost, BroadcastParity::WORDS);
        }
        if made.is_some() && self.wait.0 > 0 {
            self.wait = (cx.now + self.rtt.timeout(0), 0);
        }
        self.ask_missing(cx, root, number);
        self.complete(cx, root, number);
        self.acknowledge_when_due(cx, root);
        Some(())
    }
}
