//! Ends what this rank expects of messages from and to a rank that has died.
use super::Tags;
use super::receive_queue::State;
use super::sink::TagSink;
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::protocol::transfer::{Destination, State as SendState, Transfers};

impl Tags {
    /// Marks the receives whose message has arrived in part as lost, ends the sends that the program has given up, and
    /// asks the dead rank for no message any more. A receive into whose memory a native copy is under way stays as it
    /// is: call this again when the copy has ended.
    pub(super) fn lose_rank<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        let Some(p) = t.known(rank) else { return };
        let partial = self.receives.recvs.iter();
        let partial = partial.filter(|(_, r)| r.state == State::Arriving && r.source == rank);
        let partial: Vec<_> = partial.map(|(id, r)| (RecvId(id), r.arrival)).collect();
        for (id, arrival) in partial {
            if !t.peers[p].path.native_pull {
                // Stops the network's fetch of the bytes, which would never end.
                sink.close_destination(Destination::Recv(id));
                t.pulled_in_vain(arrival);
            }
            if !t.lose_arrival(arrival) {
                continue;
            }
            let receive = self.receives.at(id);
            receive.state = State::Lost;
            if receive.detached {
                self.receives.remove(id);
            }
        }
        let given_up = t.sends.iter().filter(|(_, s)| s.to == rank && !s.is_over() && (s.kept || s.detached));
        let given_up: Vec<SendId> = given_up.map(|(id, _)| id).filter(|&id| self.sends.contains_key(id)).collect();
        for id in given_up {
            if matches!(t.sends[id].state, SendState::Held | SendState::Offered) && self.sends[id].waits {
                self.unhold(t, p, id);
            }
            t.give_up(sink, p, id);
        }
        if let Some(peer) = self.peers.get_mut(p) {
            self.holders -= usize::from(std::mem::take(&mut peer.holds));
            peer.seek = None;
        }
    }

    /// Drops the messages of a rank that no receive has taken, those included that have arrived in part. The rank hears
    /// nothing of that, because it has died or left.
    pub fn drop_buffered<S: TagSink>(&mut self, t: &mut Transfers, sink: &mut S, rank: Rank) {
        let of_it = self.buffered.entries.iter().filter(|(_, e)| e.from == rank);
        let of_it: Vec<EntryId> = of_it.map(|(id, _)| id).collect();
        for id in of_it {
            if self.buffered.entries[id].is_queued() {
                self.buffered.unqueue(id);
            }
            let Some(e) = self.buffered.entries.remove(id) else { continue };
            sink.discard(id);
            if let Some(arrival) = e.arrival {
                t.lose_arrival(arrival);
                t.forget(arrival);
            }
            e.debt.write_off();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Select};
    use crate::limits::Limits;
    use crate::protocol::Path;
    use crate::testing::{Job, PullAnswer, World};

    /// Bytes of a message that leaves in many frames.
    const LEN: usize = 100_000;

    #[test]
    fn a_receive_whose_sender_dies_half_way_can_be_cancelled() {
        // In the second case a native copy is under way when the sender dies, and is refused.
        for pulls in [PullAnswer::No, PullAnswer::Later] {
            let path = Path { native_pull: pulls != PullAnswer::No, piece: 500 };
            let mut job = Job::new(vec![World::new(path, pulls), World::new(path, pulls)], Limits::of_job(2, 1024), 0);
            job.worlds[1].call = vec![0; LEN];
            let select = Select { context: 3, source: Some(0), tag: Some(7) };
            let recv = job.engines[1].tags().recv(&mut job.worlds[1], select, LEN as u64);
            assert_eq!(job.engines[1].posted_receive(recv), Some(select));
            job.worlds[0].call = vec![1; LEN];
            job.engines[0].tags().send(&mut job.worlds[0], 1, 3, 7, LEN as u64, Mode::Standard).expect("goes on");
            while job.engines[1].posted_receive(recv).is_some() {
                assert!(job.step(0));
            }
            job.engines[1].lose(&mut job.worlds[1], 0);
            if let Some(what) = job.worlds[1].promised.pop() {
                assert_eq!(job.engines[1].posted_receive(recv), None, "the copy still uses the memory");
                job.engines[1].pulled(&mut job.worlds[1], what.into, false);
                job.engines[1].lose(&mut job.worlds[1], 0);
            }
            assert_eq!(job.engines[1].posted_receive(recv).and_then(|lost| lost.source), Some(0), "{pulls:?}");
            assert_eq!(job.engines[1].recv_outcome(recv), None);
            job.engines[1].tags().cancel_recv(&mut job.worlds[1], recv);
            assert!(job.engines[1].recv_outcome(recv).is_some_and(|outcome| outcome.cancelled));
            job.engines[1].tags().forget_recv(recv);
            assert_eq!(job.engines[1].leftovers(), Default::default());
        }
    }

    #[test]
    fn a_send_that_the_program_has_given_up_ends_with_its_receiver() {
        let path = Path { native_pull: false, piece: 500 };
        let worlds = vec![World::new(path, PullAnswer::No), World::new(path, PullAnswer::No)];
        let mut job = Job::new(worlds, Limits::of_job(2, 1024), 0);
        job.worlds[0].call = vec![1; LEN];
        let sends: Vec<_> = (0..9)
            .filter_map(|tag| job.engines[0].tags().send(&mut job.worlds[0], 1, 3, tag, LEN as u64, Mode::Standard))
            .collect();
        for &send in &sends {
            job.engines[0].tags().cancel_send(&mut job.worlds[0], 0, send);
            job.engines[0].forget_send(send);
        }
        job.engines[0].lose(&mut job.worlds[0], 1);
        assert_eq!(job.engines[0].unsent(), 0);
    }

    #[test]
    fn nothing_is_left_of_a_rank_that_is_buried() {
        let path = Path { native_pull: false, piece: 500 };
        let worlds = vec![World::new(path, PullAnswer::No), World::new(path, PullAnswer::No)];
        let mut job = Job::new(worlds, Limits::of_job(2, 1024), 0);
        job.worlds[0].call = vec![1; LEN];
        let sent = job.engines[0].tags().send(&mut job.worlds[0], 1, 3, 7, LEN as u64, Mode::Standard);
        assert!(sent.is_some() && job.step(0));
        assert!(!job.engines[1].is_idle_with(0), "a message has arrived in part");
        job.engines[1].lose(&mut job.worlds[1], 0);
        assert!(!job.engines[1].forget_peer(0), "the message stays for a receive");
        job.engines[1].bury(&mut job.worlds[1], 0);
        assert!(job.engines[1].forget_peer(0));
        assert_eq!(job.engines[1].leftovers(), Default::default());
    }
}
