//! The calls between two agreements: collectives and exchanges of messages.
use super::communicator::Communicator;
use super::exchange::Exchange;
use super::member::Member;
use crate::collective_call::{CollectiveCall, Kind};
use clump_coll::block;
use fastrand::Rng;

/// The most calls of a round.
const MOST_CALLS: u64 = 6;
/// The longest block of a collective, in bytes, where each rank has a machine of its own, and else: members that fail
/// do not wait for those that read a block by its address (decision 39).
const LONGEST: [usize; 2] = [60 << 10, 6 << 10];

impl Member {
    /// Makes the calls of a round on a communicator. Returns true if all have succeeded.
    pub fn calls(&self, comm: &mut Communicator, round: usize) -> Result<bool, String> {
        let round = round as u64;
        let count = self.decide(comm, round, 0) % (MOST_CALLS + 1);
        // All agree after each call, or a member whose call fails revokes the communicator.
        let agreeing = self.decide(comm, round, 1).is_multiple_of(2);
        for call in 0..count {
            let mut rng = Rng::with_seed(self.decide(comm, round, 10 + call));
            if !agreeing && self.shared.common.one_in(40) {
                // A program may revoke for a reason of its own.
                self.revoke(comm)?;
            }
            let ok = match rng.bool() && !agreeing {
                true => Exchange::random(&mut rng, comm.members.len() as usize, &self.shared.plan).run(self, comm)?,
                false => self.collective(comm, &mut rng)?,
            };
            let ok = if agreeing { self.agree(comm, ok)?.flag() & 1 == 1 } else { ok };
            if !ok {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn collective(&self, comm: &mut Communicator, rng: &mut Rng) -> Result<bool, String> {
        let n = comm.members.len() as usize;
        let longest = LONGEST[usize::from(self.shared.machines.iter().any(|ranks| *ranks > 1))];
        let number = rng.usize(..1 << 12);
        let call = match rng.u32(..4) {
            0 => CollectiveCall::even(Kind::Barrier, n, 0, number),
            _ => loop {
                let call = CollectiveCall::random(rng, longest, n, number);
                if call.longest() <= longest {
                    break call;
                }
            },
        };
        let (input, output) = call.memory(comm.me);
        let team = comm.team(self.gate);
        let which = || format!("call {} on {:?} ({call:?})", team.tag(), comm.name);
        let end = block(&team, call.run(&team, input.region(), output.region()));
        let ok = match end {
            Ok(()) if team.truncated() => return Err(format!("{}: ranks disagree about lengths", which())),
            Ok(()) => {
                call.check(comm.me, input.region(), output.region()).map_err(|why| format!("{}: {why}", which()))?;
                true
            }
            Err(gone) => {
                self.expect_failure(comm, gone).map_err(|why| format!("{}: {why}", which()))?;
                false
            }
        };
        self.step(|| format!("{} ends: {end:?}", which()));
        let mut spent = self.shared.spent.borrow_mut();
        spent.add(input);
        spent.add(output);
        Ok(ok)
    }
}
