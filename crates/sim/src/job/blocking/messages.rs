//! Messages with tags, sent and received by calls that block. The ranks make the calls of one list in its order, so
//! that none waits for ever; in the end one of them leaves, and the others' waits for it end.
use super::super::memory::Memory;
use super::super::places::check_leftovers;
use super::super::plan::Plan;
use super::super::turn::Place;
use super::{Common, Program, wait};
use crate::contents::{contents, difference};
use clump::driver::{Mode, Outcome, Request, Waiting};
use clump_core::{Rank, Select};
use fastrand::Rng;
use std::rc::Rc;

/// The most messages of a run.
const MOST: usize = 60;
const CONTEXT: u16 = 4;
/// A tag that no message of the list has.
const NEVER: i32 = 99;

/// One message of the list. Its number is that of its contents.
#[derive(Clone, Copy, Debug)]
struct Planned {
    from: Rank,
    to: Rank,
    tag: i32,
    len: u64,
    mode: Mode,
    /// How its receiver receives it.
    how: u32,
}

impl Planned {
    fn random(rng: &mut Rng, plan: &Plan) -> Planned {
        let from = rng.u32(..plan.ranks);
        let to = (from + rng.u32(1..plan.ranks)) % plan.ranks;
        let mode = if rng.u32(..3) == 0 { Mode::Synchronous } else { Mode::Standard };
        Planned { from, to, tag: rng.i32(0..3), len: plan.len(rng), mode, how: rng.u32(..6) }
    }

    fn send(&self, number: usize, common: &Common, endpoint: &mut Place) -> Result<(), String> {
        let memory = Memory::with(&mut common.rng.borrow_mut(), &contents(number, self.len));
        if let Some(request) = memory.send(endpoint, self.to, CONTEXT, self.tag, self.mode)
            && endpoint.wait_shortly(request).is_none()
        {
            endpoint.wait_unless_departed(request, Waiting::NOTHING).map_err(|e| e.to_string())?;
        }
        memory.spoil();
        Ok(())
    }

    fn recv(&self, number: usize, common: &Common, endpoint: &mut Place) -> Result<(), String> {
        let Planned { from, tag, len, how, .. } = *self;
        let memory = Memory::blank(&mut common.rng.borrow_mut(), len);
        let select = Select { context: CONTEXT, source: Some(from), tag: (how != 0).then_some(tag) };
        let waited = |endpoint: &mut Place, request: Request| {
            endpoint.wait_unless_departed(request, Waiting::NOTHING).map_err(|e| e.to_string())
        };
        let outcome: Outcome = match (how, memory.whole()) {
            (1, Some(into)) => endpoint.recv_wait(select, into, Waiting::NOTHING),
            (2, Some(into)) => match endpoint.recv_soon(select, into) {
                Some(outcome) => outcome,
                None => endpoint.recv_unless_departed(select, into, Waiting::NOTHING).map_err(|e| e.to_string())?,
            },
            (3, _) => {
                let mut taken = None;
                wait(endpoint, |endpoint| {
                    taken = taken.take().or_else(|| endpoint.mprobe(select));
                    taken.is_some()
                });
                let (message, _) = taken.ok_or("a wait ends without its message")?;
                let request = memory.mrecv(endpoint, message);
                waited(endpoint, request)?
            }
            _ => {
                let request = memory.recv(endpoint, select);
                let in_turn = if how == 4 { endpoint.take_in_turn(request) } else { None };
                match in_turn {
                    Some(outcome) => outcome,
                    None => waited(endpoint, request)?,
                }
            }
        };
        let at = difference(number, &memory.data());
        match (outcome.source, outcome.tag, outcome.len) == (from, tag, len) && at.is_none() {
            true if memory.has_blank_holes() => Ok(()),
            true => Err(format!("message {number} ({self:?}) was written beside its memory")),
            false => Err(format!("message {number} ({self:?}) is received as {outcome:?}, wrong at {at:?}")),
        }
    }
}

/// Waits in every way for a rank that has left, which must be said.
fn wait_in_vain(common: &Common, endpoint: &mut Place, left: Rank) -> Result<(), String> {
    let memory = Memory::blank(&mut common.rng.borrow_mut(), 40);
    let select = Select { context: CONTEXT, source: Some(left), tag: Some(NEVER) };
    if let Some(into) = memory.whole()
        && endpoint.recv_unless_departed(select, into, Waiting::NOTHING).is_ok()
    {
        return Err(format!("a message of rank {left} came that it has not sent"));
    }
    let request = memory.recv(endpoint, select);
    if endpoint.wait_unless_departed(request, Waiting::NOTHING).is_ok() {
        return Err(format!("a message of rank {left} came that it has not sent"));
    }
    if !endpoint.cancel(request) {
        return Err("a receive that waits cannot be cancelled".to_owned());
    }
    endpoint.wait(request, Waiting::NOTHING);
    let sent = memory.send(endpoint, left, CONTEXT, NEVER, Mode::Synchronous).ok_or("nobody has received it")?;
    if endpoint.wait_unless_departed(sent, Waiting::NOTHING).is_ok() {
        return Err(format!("rank {left} received a message after it had left"));
    }
    if endpoint.cancel(sent) {
        endpoint.detach(sent);
    }
    common.step(|| format!("rank {} knows that rank {left} has left", endpoint.rank()));
    Ok(())
}

pub fn programs(common: &Rc<Common>, plan: &Plan, endpoints: Vec<Place>) -> Vec<Program> {
    let mut rng = common.rng.borrow_mut();
    let count = rng.usize(1..=MOST);
    let list: Rc<[Planned]> = (0..count).map(|_| Planned::random(&mut rng, plan)).collect();
    let leaver = rng.u32(..2 * plan.ranks);
    let program = |mut endpoint: Place| -> Program {
        let (common, list) = (common.clone(), list.clone());
        Box::new(move || {
            let rank = endpoint.rank();
            for (number, planned) in list.iter().enumerate() {
                if planned.from == rank {
                    planned.send(number, &common, &mut endpoint)?;
                    common.step(|| format!("rank {rank} has sent message {number}: {planned:?}"));
                } else if planned.to == rank {
                    planned.recv(number, &common, &mut endpoint)?;
                    common.step(|| format!("rank {rank} has received message {number}"));
                }
            }
            let left = leaver < common.ranks;
            if left && rank == leaver {
                return endpoint.close().map_err(|e| e.to_string());
            }
            if left {
                wait_in_vain(&common, &mut endpoint, leaver)?;
            }
            common.meet(&mut endpoint, common.ranks - u32::from(left));
            if !left {
                wait(&mut endpoint, |endpoint| check_leftovers(endpoint).is_ok());
                common.meet(&mut endpoint, common.ranks);
            }
            endpoint.close().map_err(|e| e.to_string())
        })
    };
    endpoints.into_iter().map(program).collect()
}
