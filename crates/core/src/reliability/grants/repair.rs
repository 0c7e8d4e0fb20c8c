//! What was lost is asked for again: holes in an answer, asks that others have overtaken, senders from which nothing
//! comes.
use super::{Ask, Asked, Grants, REORDER, Sender, UNIT};
use crate::ids::Rank;
use crate::planted::planted;

/// A sender from which nothing has come for two round trips and so long is asked for one unit again: whoever answers
/// that has answered all that came before it, so that it tells an ask or an answer that was lost from a sender that is
/// late. Being wrong costs a unit.
const PROBE_NS: u64 = 200_000;
/// Timeouts in a row after which a sender's window shrinks to its least.
const SILENT: u32 = 3;

impl Sender {
    /// When to probe, or to ask for all again.
    fn due(&self) -> u64 {
        let timeout = self.rtt.timeout(self.silent);
        let probe = 2 * self.rtt.smooth() + PROBE_NS;
        let probes = !self.probed && self.silent == 0 && self.rtt.smooth() > 0;
        self.heard + if probes { probe.min(timeout) } else { timeout }
    }
}

impl Grants {
    /// Bytes of a sender's ask, in its place `at`, have come up to `end`: what they have overtaken is to be asked for
    /// again.
    pub(super) fn lose_holes(&mut self, from: Rank, at: usize, end: u64) {
        let Some(sender) = self.senders.get_mut(&from) else { return };
        let Some(asked) = sender.asked.get_mut(at) else { return };
        let holes = asked.missing.iter().take_while(|m| m.end + REORDER <= end).count();
        let lost: Vec<_> = asked.missing.drain(..holes).collect();
        let bytes: u64 = lost.iter().map(|m| m.end - m.start).sum();
        asked.left -= bytes;
        self.out -= bytes;
        sender.out -= bytes;
        let next = self.number.wrapping_add(1);
        sender.window.lost(asked.number, next, bytes);
        self.window.lost(asked.number, next, bytes);
        let pull = self.pulls.get_mut(asked.pull.0).filter(|_| !planted("lost_ask_forgotten"));
        if let Some(p) = pull {
            if !p.wants() {
                self.wanting.push(asked.pull);
            }
            p.lost.extend(lost);
        }
        if asked.left == 0 {
            sender.asked.remove(at);
        }
    }

    /// Asks of a sender for which `late` holds are lost: what is missing is to be asked for again.
    pub(super) fn lose(&mut self, from: Rank, late: impl Fn(&Asked) -> bool) {
        let Some(sender) = self.senders.get_mut(&from) else { return };
        let next = self.number.wrapping_add(1);
        let mut at = 0;
        while at < sender.asked.len() {
            if !late(&sender.asked[at]) {
                at += 1;
                continue;
            }
            let asked = sender.asked.remove(at);
            self.out -= asked.left;
            sender.out -= asked.left;
            if sender.silent == 0 {
                sender.window.lost(asked.number, next, asked.left);
                self.window.lost(asked.number, next, asked.left);
            }
            if planted("lost_ask_forgotten") {
                continue;
            }
            let Some(p) = self.pulls.get_mut(asked.pull.0) else { continue };
            if !p.wants() {
                self.wanting.push(asked.pull);
            }
            p.lost.extend(asked.missing);
        }
    }

    /// The first bytes that are missing from a sender are asked for again, in an ask of their own.
    fn probe(&mut self, now: u64, from: Rank) {
        let Some(sender) = self.senders.get_mut(&from) else { return };
        sender.probed = true;
        let Some(asked) = sender.asked.first_mut() else { return };
        let Some(missing) = asked.missing.first_mut() else { return };
        let (pull, start) = (asked.pull, missing.start);
        let len = UNIT.min(missing.end - start);
        missing.start += len;
        if missing.is_empty() {
            asked.missing.remove(0);
        }
        asked.left -= len;
        if asked.left == 0 {
            sender.asked.remove(0);
        }
        self.number = self.number.wrapping_add(1);
        let (number, probed) = (self.number, start..start + len);
        let missing = vec![probed];
        sender.asked.push(Asked { number, pull, start, missing, left: len, time: now, timed: false });
        self.probes.push(Ask { to: from, pull, number, offset: start, len: len as u32 });
        self.repaired += 1;
    }

    /// When to call [`Grants::on_time`], if nothing happens before.
    pub fn deadline(&self) -> Option<u64> {
        self.senders.values().filter(|s| !s.asked.is_empty()).map(Sender::due).min()
    }

    /// Time has passed: a sender from which nothing has come for too long is asked again.
    pub fn on_time(&mut self, now: u64) {
        let late = |s: &Sender| !s.asked.is_empty() && now >= s.due();
        let mut late: Vec<Rank> = self.senders.iter().filter(|(_, s)| late(s)).map(|(&rank, _)| rank).collect();
        // In an order that a seed repeats.
        late.sort_unstable();
        for rank in late {
            if let Some(s) = self.senders.get_mut(&rank) {
                if now < s.heard + s.rtt.timeout(s.silent) {
                    self.probe(now, rank);
                    continue;
                }
                s.heard = now;
                s.silent += 1;
                // Once may mean that the sender had no processor for a while.
                if s.silent == SILENT {
                    s.window.silence();
                }
            }
            self.lose(rank, |_| true);
        }
    }
}
