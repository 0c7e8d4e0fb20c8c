//! Repair: asks again for lost bytes. Bytes are lost if they leave holes in an answer, if later answers have overtaken
//! theirs, or if their sender is silent.
use super::{Ask, Asked, Grants, REORDER, Sender, UNIT};
use crate::ids::Rank;
use crate::planted::planted;
use crate::reliability::rtt::LATE;

/// Probe delay, in ns beyond two round trips. A sender that is silent for so long is asked again for one unit. Its
/// answer shows that it has answered all earlier asks. So a probe tells a lost ask or answer from a sender that is
/// late. A needless probe costs a unit; a longer delay finds losses later.
const PROBE_NS: u64 = 200_000;
/// How many time-outs in a row shrink a sender's window to its least. A smaller number mistakes a busy sender for a
/// broken network, a larger one floods it.
const SILENT: u32 = 3;

impl Sender {
    /// Returns when to probe the sender, or to ask again for all its missing bytes, in ns.
    fn due(&self) -> u64 {
        let timeout = self.rtt.timeout(self.silent);
        let probe = (2 * self.rtt.smooth() + PROBE_NS).min(LATE.max(2 * self.least.unwrap_or(0)));
        let probes = !self.probed && self.silent == 0 && self.rtt.smooth() > 0;
        self.heard + if probes { probe.min(timeout) } else { timeout }
    }
}

impl Grants {
    /// Finds holes in the answer to the sender's ask at index `at`: missing bytes that the bytes up to `end` have
    /// overtaken. Queues the holes to be asked for again.
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

    /// Gives up the asks to a sender for which `late` holds, and queues their missing bytes to be asked for again.
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

    /// Asks a sender again for its first missing bytes, in an ask that covers only these bytes.
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
        let len = len as u32;
        self.probes.push(Ask { to: from, pull, number, offset: start, len, queued: false, again: true });
        self.repaired += 1;
    }

    /// Returns when to call [`Grants::on_time`], in ns, if nothing arrives before; `None` if no ask is open.
    pub fn deadline(&self) -> Option<u64> {
        self.senders.values().filter(|s| !s.asked.is_empty()).map(Sender::due).min()
    }

    /// Acts on the time: repeats the asks to senders that have been silent for too long.
    pub fn on_time(&mut self, now: u64) {
        let late = |s: &Sender| !s.asked.is_empty() && now >= s.due();
        let mut late: Vec<Rank> = self.senders.iter().filter(|(_, s)| late(s)).map(|(&rank, _)| rank).collect();
        // Sorted, so that a run with one seed always takes the senders in one order.
        late.sort_unstable();
        for rank in late {
            if let Some(s) = self.senders.get_mut(&rank) {
                if now < s.heard + s.rtt.timeout(s.silent) {
                    self.probe(now, rank);
                    continue;
                }
                s.heard = now;
                s.silent += 1;
                // A single time-out may mean that the sender had no processor for a while.
                if s.silent == SILENT {
                    s.window.silence();
                }
            }
            self.lose(rank, |_| true);
        }
    }
}
