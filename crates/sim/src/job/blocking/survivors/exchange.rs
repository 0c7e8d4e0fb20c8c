//! Messages between the members of a communicator, some of whom may die.
use super::super::super::memory::Memory;
use super::super::super::plan::Plan;
use super::communicator::Communicator;
use super::member::Member;
use crate::contents::{contents, difference};
use clump::driver::{Departed, Mode, Outcome, Patience, Request, Waiting};
use clump_coll::{Departure, Entrance, Gone};
use clump_core::Select;
use fastrand::Rng;

/// The most messages of an exchange.
const MOST: usize = 8;

/// A message, by the ranks of its ends in the communicator.
#[derive(Debug)]
struct Planned {
    number: usize,
    from: usize,
    to: usize,
    len: u64,
    mode: Mode,
    /// True if it is received from any source.
    from_any: bool,
}

/// Messages whose ends all wait for them. Each has a tag of its own among those of the exchange.
pub struct Exchange(Vec<Planned>);

impl Exchange {
    pub fn random(rng: &mut Rng, members: usize, plan: &Plan) -> Exchange {
        if members < 2 {
            return Exchange(Vec::new());
        }
        let first = rng.usize(..1 << 16) * MOST;
        let message = |i| {
            let from = rng.usize(..members);
            Planned {
                number: first + i,
                from,
                to: (from + rng.usize(1..members)) % members,
                len: plan.len(rng),
                mode: if rng.u32(..3) == 0 { Mode::Synchronous } else { Mode::Standard },
                from_any: rng.u32(..4) == 0,
            }
        };
        Exchange((0..MOST).map(message).collect())
    }

    /// Sends and receives this member's messages. Returns true if all have come.
    pub fn run(&self, member: &Member, comm: &Communicator) -> Result<bool, String> {
        let mut open = Vec::new();
        let rng = &member.shared.common.rng;
        for planned in &self.0 {
            let (context, tag) = (comm.context(), planned.tag());
            if planned.from == comm.me {
                let memory = Memory::with(&mut rng.borrow_mut(), &contents(planned.number, planned.len));
                let to = comm.members.job(planned.to as u32);
                let request = member.gate.enter(|ep| memory.send(ep, to, context, tag, planned.mode));
                open.extend(request.map(|request| (planned, request, memory)));
            } else if planned.to == comm.me {
                let memory = Memory::blank(&mut rng.borrow_mut(), planned.len);
                let from = comm.members.job(planned.from as u32);
                // A receive from any source does not fail because of a death that is acknowledged.
                let acknowledged = member.gate.enter(|ep| {
                    let count = ep.acknowledged(context);
                    ep.dead_ranks().iter().take(count).any(|dead| *dead == from)
                });
                let source = (!planned.from_any || acknowledged).then_some(from);
                let select = Select { context, source, tag: Some(tag) };
                let request = member.gate.enter(|ep| memory.recv(ep, select));
                open.push((planned, request, memory));
            }
        }
        let mut ok = true;
        for (planned, request, memory) in open {
            match wait(member, request) {
                Ok(outcome) => {
                    if planned.to == comm.me {
                        planned.check(comm, outcome, &memory)?;
                    }
                    memory.spoil();
                }
                Err(Departed(rank)) => {
                    let how = if rank == member.rank { Departure::Revoked } else { Departure::Died };
                    let why = member.expect_failure(comm, Gone { rank, how });
                    why.map_err(|why| format!("message {planned:?} on {:?}: {why}", comm.name))?;
                    ok = false;
                    let ended = member.gate.enter(|ep| {
                        let ended = ep.test(request).is_some() || ep.cancel(request) && ep.test(request).is_some();
                        if !ended {
                            ep.detach(request);
                        }
                        ended
                    });
                    if ended {
                        memory.spoil();
                    } else {
                        member.keep(comm.context(), memory.into_bytes());
                    }
                }
            }
        }
        member.shared.common.step(|| format!("rank {}: an exchange on {:?} ends: {ok}", member.rank, comm.name));
        Ok(ok)
    }
}

impl Planned {
    /// Returns the message's tag. Exchanges have the same tags, but for messages that are received from any source, for
    /// which a faster member's message of the next exchange must not be taken.
    fn tag(&self) -> i32 {
        (if self.from_any { self.number + MOST } else { self.number % MOST }) as i32
    }

    fn check(&self, comm: &Communicator, outcome: Outcome, memory: &Memory) -> Result<(), String> {
        let at = difference(self.number, &memory.data());
        let from = comm.members.job(self.from as u32);
        match (outcome.source, outcome.len) == (from, self.len) && at.is_none() {
            true if memory.has_blank_holes() => Ok(()),
            true => Err(format!("message {self:?} was written beside its memory")),
            false => Err(format!("message {self:?} of {:?} is received as {outcome:?}, wrong at {at:?}", comm.name)),
        }
    }
}

/// Waits for an operation, as the library's own waits do. Fails if it cannot complete.
fn wait(member: &Member, request: Request) -> Result<Outcome, Departed> {
    let mut patience = Patience::default();
    let end = loop {
        if let Some(outcome) = member.gate.enter(|ep| ep.test(request)) {
            break Ok(outcome);
        }
        if member.gate.enter(|ep| ep.progress()) {
            patience.moved();
            continue;
        }
        let pause = member.gate.enter(|ep| ep.pause(&mut patience, Waiting::NOTHING));
        if pause.is_sleep()
            && let Some(departed) = member.gate.enter(|ep| ep.departed(request))
        {
            if !member.gate.enter(|ep| ep.progress() || ep.peek(request).is_some()) {
                break Err(departed);
            }
            continue;
        }
        pause.rest();
    };
    member.gate.enter(|ep| ep.stop_waiting(&patience));
    end
}
