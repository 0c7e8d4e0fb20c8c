//! Runs a collective to completion within a blocking call.
use crate::team::departure::{Gone, search, unless_departed};
use crate::{Entrance, Team};
use clump::driver::{Patience, Waiting};
use std::future::Future;
use std::mem::replace;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls of a board for each poll of the network. Larger: messages wait longer. Smaller: the board is polled less
/// often.
const ROUNDS: u32 = 4;

/// Polls for each poll that searches for members that have left the job, where a thread does not sleep because
/// something else moves. Larger: the thread learns later of a departure. Smaller: polls take longer.
pub const SEARCHED: u32 = 1 << 12;

/// Runs a collective to completion. Waits according to the process's waiting policy.
/// Fails if a member without which the call cannot complete has left the job.
pub fn block<G: Entrance, T>(team: &Team<G>, collective: impl Future<Output = T>) -> Result<T, Gone> {
    block_as(&[team], collective, || team.waiting())
}

/// Runs a collective to completion, as [`block`] does. Its messages go through `teams`, of which the first is that of
/// the communicator. Reports show `waiting` while this process waits.
pub fn block_as<G: Entrance, T>(
    teams: &[&Team<G>],
    collective: impl Future<Output = T>,
    waiting: impl Fn() -> Waiting,
) -> Result<T, Gone> {
    let team = teams[0];
    let collective = pin!(Some(collective));
    let mut collective = pin!(unless_departed(teams, collective));
    let mut context = Context::from_waker(Waker::noop());
    let mut patience = Patience::default();
    let mut late = true;
    let mut rounds = 0u32;
    loop {
        if let Poll::Ready(result) = collective.as_mut().poll(&mut context) {
            if !patience.is_fresh() {
                team.gate.enter(|ep| ep.stop_waiting(&patience));
            }
            return result;
        }
        // Another thread may have made progress for this call, so every round polls the collective again, no matter
        // which thread moved a message.
        let moves = || team.gate.enter(|ep| ep.progress()) || team.gate.others();
        rounds = rounds.wrapping_add(1);
        if rounds.is_multiple_of(SEARCHED)
            && let Poll::Ready(result) = search(|| collective.as_mut().poll(&mut context))
        {
            team.gate.enter(|ep| ep.stop_waiting(&patience));
            return result;
        }
        let blind = team.at_board() && patience.looks() % ROUNDS != ROUNDS - 1;
        if !blind && moves() {
            patience.moved();
            continue;
        }
        let pause = team.gate.enter(|ep| ep.pause(&mut patience, waiting()));
        if !pause.is_sleep() {
            pause.rest();
            continue;
        }
        // This thread sleeps only after a round that also polled the network.
        if blind && moves() {
            patience.moved();
            continue;
        }
        // Poll once more with the sleeping flag set, because another thread wakes up only threads whose flag it sees.
        match search(|| collective.as_mut().poll(&mut context)) {
            Poll::Ready(result) => {
                team.gate.enter(|ep| ep.stop_waiting(&patience));
                return result;
            }
            Poll::Pending if team.gate.others_and_sleep() => {}
            Poll::Pending if team.gate.tell_before_sleep(replace(&mut late, false).then(|| team.waiting())) => {}
            Poll::Pending => pause.rest(),
        }
    }
}
