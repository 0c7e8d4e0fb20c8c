//! Runs a collective to completion on the calling thread.
use super::{Entrance, Team};
use clump::driver::{Patience, Waiting};
use std::future::Future;
use std::mem::replace;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The wait of a thread for a collective. Its end is declared when this value is dropped, also if an operation of the
/// program throws an exception.
struct Wait<G: Entrance> {
    gate: G,
    patience: Patience,
}

impl<G: Entrance> Drop for Wait<G> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.patience.has_paused() {
            self.gate.stop_pausing(&mut self.patience);
        }
    }
}

/// Polls of a board for each poll of the network. Larger: messages wait longer. Smaller: the board is polled less
/// often.
const ROUNDS: u32 = 4;

/// Runs a collective to completion. Waits according to the process's waiting policy.
pub fn block<G: Entrance, T>(team: &Team<G>, collective: impl Future<Output = T>) -> T {
    block_as(team, collective, || team.waiting())
}

/// Runs a collective to completion, as [`block`] does. Reports show `waiting` while this process waits.
pub fn block_as<G: Entrance, T>(
    team: &Team<G>,
    collective: impl Future<Output = T>,
    waiting: impl Fn() -> Waiting,
) -> T {
    let mut collective = pin!(collective);
    let mut context = Context::from_waker(Waker::noop());
    let mut wait = Wait { gate: team.gate, patience: Patience::default() };
    let patience = &mut wait.patience;
    let mut tired = false;
    let mut late = true;
    loop {
        if let Poll::Ready(result) = collective.as_mut().poll(&mut context) {
            return result;
        }
        // Another thread may have made progress for this call, so every round polls the collective again, no matter
        // which thread moved a message.
        let blind = team.at_board() && patience.looks() % ROUNDS != ROUNDS - 1;
        let skip = blind && !tired;
        if !skip && (team.gate.enter(|ep| ep.progress()) || team.gate.others()) {
            patience.moved();
            continue;
        }
        let pause = team.gate.pause(patience, waiting());
        // This thread sleeps only after a round that also polled the network.
        tired = pause.is_sleep();
        if tired {
            team.end_with_dead_member();
        }
        if !tired {
            pause.rest();
        } else if !skip {
            // Poll once more with the sleeping flag set, because another thread wakes up only threads whose flag it
            // sees.
            match collective.as_mut().poll(&mut context) {
                Poll::Ready(result) => return result,
                Poll::Pending if team.gate.others_and_sleep() => {}
                Poll::Pending if team.gate.tell_before_sleep(replace(&mut late, false).then(|| team.waiting())) => {}
                Poll::Pending => pause.rest(),
            }
        }
    }
}
