//! Ends every operation with a rank that has died, or with all ranks when this one leaves.
use super::sink::WindowSink;
use super::state::{CLASS, Incoming, Lent, Windows};
use crate::ids::{DepositId, OperationId, SendId, WindowId};
use crate::protocol::transfer::{Destination, Send, Transfers};
use crate::wire::Refusal;
use std::collections::BTreeMap;

impl Windows {
    /// Withdraws all windows of this rank, because this rank leaves.
    pub(in crate::protocol) fn withdraw_all<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S) {
        let offered: Vec<WindowId> = self.offered.keys().copied().collect();
        for window in offered {
            self.withdraw(t, sink, window);
        }
    }

    /// Ends operations with a dead rank: operations on the dead rank's windows are lost, and its operations on this
    /// rank's windows stop.
    pub(in crate::protocol) fn lose_peer<S: WindowSink>(&mut self, t: &mut Transfers, sink: &mut S, p: usize) {
        let of_it = |i: &Incoming| i.p == p;
        let incoming: Vec<DepositId> = self.incoming.iter().filter(|(_, i)| of_it(i)).map(|(id, _)| id).collect();
        for id in incoming {
            self.stop_deposit(t, sink, id, Refusal::Lost);
        }
        let under_way = self.operations.iter().filter(|(_, o)| o.p == p && o.end.is_none());
        let operations: Vec<OperationId> = under_way.map(|(id, _)| id).collect();
        for id in operations {
            if let Some(arrival) = self.operations[id].arrival {
                sink.close_destination(Destination::Operation(id));
                t.forget(arrival);
            }
            self.end_operation(t, sink, id, Err(Refusal::Lost));
        }
        let link = self.link(p);
        link.answers.drain(..).for_each(|a| a.debt.write_off());
        link.applied.clear();
        link.requests.clear();
        for ledger in link.ledgers.values_mut().filter(|l| l.counted + l.replied > 0) {
            (ledger.counted, ledger.replied, ledger.refusal) = (0, 0, Some(Refusal::Lost));
        }
        // The program has yet to fetch refusals, so these stay. A dead rank leaves nothing else to report.
        link.ledgers.retain(|_, ledger| !ledger.is_blank());
        let (lost, others) = std::mem::take(&mut self.lent).into_iter().partition(|(_, l)| l.p == p);
        self.lent = others;
        BTreeMap::into_values(lost).for_each(|l: Lent| l.debt.write_off());
        t.account(p, CLASS).release_all();
        let to = t.peers[p].rank;
        let to_it = |s: &Send| s.to == to && s.class == CLASS && !s.is_over();
        let sends: Vec<SendId> = t.sends.iter().filter(|(_, s)| to_it(s)).map(|(id, _)| id).collect();
        for id in sends {
            t.give_up(sink, p, id);
        }
    }
}
