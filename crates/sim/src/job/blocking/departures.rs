//! Collectives that block, by the library's own waits, until a member leaves the job instead of making its next call.
//! What the others need of it can then not come: their calls fail, and say who has left. Then they leave, too.
use super::super::memory::SpentMemory;
use super::super::plan::Plan;
use super::super::shape::Shape;
use super::super::turn::Place;
use super::seats::{self, Gate};
use super::{Common, Program};
use crate::collective_call::{CollectiveCall, Kind};
use clump_coll::{Departure, Gone, block};
use clump_core::Rank;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most calls before a member leaves.
const MOST: usize = 30;
/// The calls after which a member must have found that another one has left: each is one that needs all members, or the
/// next one is.
const MOST_AFTER: usize = 40;
/// The longest block in bytes. On a board, few members read so long a block by its address, also on few cores.
const LONGEST: usize = 68 << 10;
/// The longest block in pieces that a receiver asks another machine for: of more, a run takes too many turns.
const PIECES: u64 = 300;
/// The bytes of the broadcasts after the departure: posted, or read by their address.
const BROADCASTS: [usize; 3] = [2 << 10, 20 << 10, LONGEST];

pub fn programs(
    common: &Rc<Common>,
    plan: &Plan,
    machines: &[u32],
    mut endpoints: Vec<Place>,
) -> Result<Vec<Program>, String> {
    let mut rng = common.rng.borrow_mut();
    let n = plan.ranks as usize;
    let mut ranks: Vec<Rank> = (0..plan.ranks).collect();
    rng.shuffle(&mut ranks);
    let shape = Rc::new(Shape::new(&mut rng, 0, &ranks, machines, false));
    let longest = match machines {
        [_] => LONGEST,
        _ => LONGEST.min(PIECES.saturating_mul(plan.limits.grant) as usize),
    };
    let (last, leaver) = (rng.usize(..=MOST), rng.usize(..n));
    let call = |number| match number {
        // From the departure on, every second call needs all members, and others do not wait for them.
        number if number >= last && number % 2 == 0 => CollectiveCall::even(Kind::Barrier, n, 0, number),
        number if number >= last && number % 4 == 1 => {
            CollectiveCall::even(Kind::Bcast, n, BROADCASTS[rng.usize(..3)], number)
        }
        number => loop {
            let call = CollectiveCall::random(&mut rng, longest, n, number);
            if call.longest() <= longest {
                break call;
            }
        },
    };
    let calls: Rc<[CollectiveCall]> = (0..last + MOST_AFTER).map(call).collect();
    for (me, rank) in ranks.iter().enumerate() {
        shape.join(me, &mut endpoints[*rank as usize])?;
    }
    seats::take(endpoints);
    // The ranks that have left, and the first call that each of them has not completed.
    let gone = Rc::new(RefCell::new(BTreeMap::new()));
    let (spent, over) = (Rc::new(RefCell::new(SpentMemory::default())), Rc::new(Cell::new(0)));
    let program = |rank: Rank| -> Program {
        let (common, shape, calls, left) = (common.clone(), shape.clone(), calls.clone(), gone.clone());
        let (spent, over) = (spent.clone(), over.clone());
        let me = ranks.iter().position(|r| *r == rank).unwrap_or_default();
        Box::new(move || {
            let gate = Gate(rank as usize);
            let mut failed = None;
            for (number, call) in calls.iter().enumerate().take(if me == leaver { last } else { calls.len() }) {
                let (input, output) = call.memory(me);
                let team = shape.team(gate, me, number);
                let which = || format!("call {number} of {last} ({call:?}) of member {me}");
                let end = block(&team, call.run(&team, input.region(), output.region()));
                match end {
                    Ok(()) if team.truncated() => return Err(format!("{}: ranks disagree about lengths", which())),
                    Ok(()) => {
                        call.check(me, input.region(), output.region()).map_err(|why| format!("{}: {why}", which()))?
                    }
                    Err(Gone { rank, how: Departure::Left })
                        if left.borrow().get(&rank).is_some_and(|first| *first <= number) =>
                    {
                        common.step(|| format!("{} fails: rank {rank} has left", which()));
                        failed = Some(number);
                    }
                    Err(gone) => return Err(format!("{} fails: {gone:?}", which())),
                }
                spent.borrow_mut().add(input);
                spent.borrow_mut().add(output);
                if failed.is_some() {
                    break;
                }
                common.step(|| format!("{} has ended", which()));
            }
            let first = failed
                .or_else(|| (me == leaver).then_some(last))
                .ok_or_else(|| format!("member {leaver} has left before call {last}, and none has failed at {me}"))?;
            left.borrow_mut().insert(rank, first);
            gate.leave().ok_or("the endpoint is gone")?.close().map_err(|e| e.to_string())?;
            over.set(over.get() + 1);
            if over.get() < common.ranks { Ok(()) } else { spent.borrow_mut().free() }
        })
    };
    Ok((0..plan.ranks).map(program).collect())
}
