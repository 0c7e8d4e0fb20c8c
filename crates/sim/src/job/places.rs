//! The endpoints of a simulated job: on machines with memory of their own, over the network that the plan decides.
use super::plan::{Call, Plan};
use super::turn::{Observer, Place};
use clump::driver::testing::{MachinesInProcess, machines_over};
use clump_core::protocol::{Leftovers, MessageRole};
use clump_fabric::sim::{Faults, Network};
use clump_fabric::wrap::{self, Fault, Trace};
use fastrand::Rng;

/// The receive buffer that a network has which loses nothing, in bytes.
const AMPLE: u64 = 4 << 20;
/// The frames that a channel of the network holds which loses nothing.
pub const MANY_FRAMES: usize = 300;
/// The longest frame of a network that loses nothing, in bytes.
const FRAME: usize = 1400;
/// Cores of a machine on which each rank has one, so that two ranks copy a message together.
const MANY_CORES: u32 = 64;

/// The endpoints of a job's ranks, and their network.
pub struct Places {
    pub network: Network,
    pub endpoints: Vec<Place>,
    pub observer: Observer,
}

impl Places {
    /// Opens the endpoints of a plan's ranks, on machines with these numbers of ranks.
    pub fn open(rng: &mut Rng, plan: &Plan, machines: &[u32], trace: bool) -> Result<Places, String> {
        let network = Network::new(rng.u64(..), plan.ranks as usize, Faults::none(MANY_FRAMES));
        let cores = if rng.bool() { 1 } else { MANY_CORES };
        let setup = MachinesInProcess { ranks: machines, cores, limits: &|rank, _| plan.limits_of(rank) };
        let (largest, buffer) = network_of(plan);
        let observer = Observer::new(trace);
        let (seed, faults) = (rng.u64(..), near_faults(rng, plan));
        let endpoints = machines_over(
            &setup,
            |rank| (network.place(rank).with_frames(largest), buffer),
            |rank, fabric| {
                let fault = Fault::new(fabric, seed ^ u64::from(rank), faults).between_jobs(rank, plan.jobs);
                Trace::new(fault, rank, observer.clone())
            },
        );
        Ok(Places { network, endpoints: endpoints.map_err(|e| e.to_string())?, observer })
    }
}

/// Returns the longest frame of a plan's network, and the receive buffer, in bytes.
pub fn network_of(plan: &Plan) -> (usize, u64) {
    if plan.chunk > 0 { (plan.chunk, plan.buffer) } else { (FRAME, AMPLE) }
}

/// Checks that an endpoint knows of nothing that is under way.
pub fn check_leftovers(endpoint: &Place) -> Result<(), String> {
    let (rank, engine) = (endpoint.rank(), endpoint.engine());
    let left = engine.leftovers();
    if left != Leftovers::default() {
        return Err(format!("rank {rank} ends with {left:?}"));
    }
    let handlers = [MessageRole::Request, MessageRole::Reply].into_iter().flat_map(|r| engine.handler_accounts(r));
    for a in engine.accounts().chain(handlers).chain(engine.window_accounts()) {
        if a.outbox + a.held + a.streams + a.incoming + a.early > 0 || a.buffered > 0 || a.seeks {
            return Err(format!("rank {rank} ends with {a:?}"));
        }
    }
    if engine.on_windows() > 0 {
        return Err(format!("rank {rank} ends with {} operations on windows", engine.on_windows()));
    }
    if endpoint.counters().malformed > 0 {
        return Err(format!("rank {rank} took frames of its peers for nonsense"));
    }
    Ok(())
}

/// Returns the faults of a rank's own fabric, over both shared memory and the network: sends that find no room, and
/// copies that the system refuses. A refused copy into a connection's buffer means that its program is wrong; a group
/// whose frames find no room waits for a timer, and these faults do not end while everything settles.
fn near_faults(rng: &mut Rng, plan: &Plan) -> wrap::Faults {
    let (full, refuse) = ([0, 0, 30, 300][rng.usize(..4)], [0, 0, 300, 1000][rng.usize(..4)]);
    let full = if plan.groups > 0 { 0 } else { full };
    let refuse =
        if plan.weights.of(Call::Connection) > 0 || plan.communicators > 0 && refuse < 1000 { 0 } else { refuse };
    wrap::Faults { full, longest_full: rng.u32(1..6), refuse, ..wrap::Faults::default() }
}

/// Spreads the ranks over machines, in order.
pub fn machines(rng: &mut Rng, ranks: u32) -> Vec<u32> {
    let mut left = ranks;
    let most = match rng.u32(..4) {
        // All ranks on one machine; each on its own; some on each.
        0 => ranks,
        1 => 1,
        _ => 3,
    };
    let mut machines = Vec::new();
    while left > 0 {
        let here = if most == ranks { ranks } else { rng.u32(1..=most.min(left)) };
        machines.push(here);
        left -= here;
    }
    machines
}
