//! Probing: looks for a message without receiving it, and takes a message out of matching.
use super::Tags;
use super::entry::Entry;
use super::select::Select;
use super::sink::TagSink;
use crate::ids::EntryId;
use crate::planted::planted;
use crate::protocol::outcome::Outcome;
use crate::protocol::transfer::Transfers;

impl Tags {
    /// Returns the earliest buffered message that `select` takes and that a receive may take now. Skips a message that
    /// overtook another message that `select` takes, and a message that an earlier posted receive may get.
    pub(super) fn find_buffered(&self, t: &Transfers, select: &Select) -> Option<EntryId> {
        if planted("early_out_of_turn") {
            return self.buffered.find(select, |_| false);
        }
        self.buffered.find(select, |e| select.tag.is_none() && self.still_early(t, e) || self.is_claimed(e))
    }

    /// Looks for a message. If none has arrived, sends seeks to the peers that hold messages back and returns `None`;
    /// the caller probes again.
    pub fn probe<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, select: Select) -> Option<(EntryId, Outcome)> {
        self.buffered.settle();
        if let Some(id) = self.find_buffered(t, &select) {
            return Some((id, outcome(&self.buffered.entries[id])));
        }
        self.seek_for_probe(t, sink, select);
        None
    }

    /// Returns true if a message waits that `select` takes. Sends nothing.
    pub fn has_buffered(&mut self, t: &Transfers, select: &Select) -> bool {
        self.buffered.settle();
        !self.buffered.is_empty() && self.find_buffered(t, select).is_some()
    }

    /// Takes a message that `probe` has just found out of matching, for `recv_taken`.
    pub fn take(&mut self, id: EntryId) {
        self.buffered.unqueue(id);
    }
}

fn outcome(e: &Entry) -> Outcome {
    Outcome { source: e.from, tag: e.tag, len: e.len, cancelled: false, truncated: None }
}
