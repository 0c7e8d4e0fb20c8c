//! Creates several endpoints in one process, for tests. They use the shared memory and the code that separate
//! processes use.
use crate::bootstrap::JointJob;
use crate::endpoint::{Endpoint, Local};
use crate::error::{Error, ErrorKind};
use crate::hosts::{Cipher, Host, Hosts, Plan, Sealing};
use crate::hybrid::Hybrid;
use crate::standard_fabric::standard;
use clump_core::{Engine, Limits, Rank};
use clump_fabric::local::LocalTx;
use clump_fabric::shm::{Segment, Shm};
use clump_fabric::{Network, Tx as _};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Parses the card that a rank publishes through another launcher. Returns the text that is written for the card, and
/// how many cores it names.
pub fn rewrite_card(text: &str) -> Result<(String, u32), Error> {
    crate::bootstrap::rewrite_card(text)
}

/// Returns `n` endpoints of one job. Use them from `n` threads, or in turn from one thread.
pub fn cluster(n: u32) -> Result<Vec<Endpoint>, Error> {
    cluster_over(n, standard)
}

/// Returns `n` endpoints of one job; `wrap` may wrap each rank's fabric in another (`clump_fabric::wrap`).
pub fn cluster_over<F: Local>(n: u32, wrap: impl Fn(Rank, Shm) -> Result<F, Error>) -> Result<Vec<Endpoint<F>>, Error>
where
    F::Tx: LocalTx<Job = Arc<Segment>>,
{
    let segment = Arc::new(Segment::create(n)?);
    let attach = |rank| {
        let fabric = wrap(rank, Shm::new(&segment, rank))?;
        Ok(Endpoint::attach(segment.clone(), rank, None, fabric))
    };
    (0..n).map(attach).collect()
}

/// Returns the endpoints of a job on several machines, which are all this process; `ranks` has the number of ranks
/// on each. Ranks of one machine share memory, ranks of different machines exchange datagrams over loopback, sealed
/// by `cipher` if given.
pub fn machines(ranks: &[u32], cipher: Option<Cipher>) -> Result<Vec<Endpoint>, Error> {
    let sealing =
        cipher.map(|cipher| Ok::<_, Error>(Sealing { cipher, secret: crate::hosts::secret()? })).transpose()?;
    machines_by(ranks, sealing, |_, _| ())
}

/// Returns the endpoints of a job on several machines, with that cipher and secret. `change` may alter the plan that
/// each rank gets, such as its peers' addresses.
pub fn machines_by(
    ranks: &[u32],
    sealing: Option<Sealing>,
    mut change: impl FnMut(Rank, &mut crate::hosts::Plan),
) -> Result<Vec<Endpoint>, Error> {
    use crate::hosts::Local as Machine;
    let mut machines = ranks.iter().map(|n| Machine::new(*n as usize, None)).collect::<Result<Vec<_>, _>>()?;
    let mut hosts: Vec<_> = machines.iter().map(|m| m.host.clone()).collect();
    hosts.iter_mut().for_each(|h| h.addresses = vec![std::net::Ipv4Addr::LOCALHOST.into()]);
    let plan = Plan::new(sealing, 1500, hosts);
    let (all, hosts) = (plan.ranks() as u32, Arc::new(plan.hosts()));
    let mut endpoints = Vec::new();
    for machine in &mut machines {
        let segment = Arc::new(Segment::create(all)?);
        for socket in std::mem::take(&mut machine.ranks) {
            let rank = endpoints.len() as Rank;
            let mut plan = plan.clone();
            change(rank, &mut plan);
            let udp = crate::bootstrap::network::place(&plan, socket, (rank, 0))
                .map_err(|e| Error::new(ErrorKind::System, format!("rank {rank}: cannot use its socket: {e}")))?;
            let (buffer, hosts) = (udp.buffer(), hosts.clone());
            let near = Shm::new(&segment, rank);
            let far = Hybrid::new(near, udp, buffer, hosts.clone(), rank);
            let fabric = crate::standard_fabric::dressed(rank, far)?;
            endpoints.push(Endpoint::attach(segment.clone(), rank, Some(hosts), fabric));
        }
    }
    Ok(endpoints)
}

/// The machines of a job in one process, and the limits of its ranks.
pub struct MachinesInProcess<'a> {
    /// The number of ranks on each machine.
    pub ranks: &'a [u32],
    /// The cores of each machine that the job uses.
    pub cores: u32,
    /// Changes the limits that this rank of such a job has.
    pub limits: &'a dyn Fn(Rank, Limits) -> Limits,
}

/// Returns the endpoints of a job whose ranks share memory within a machine, and reach other machines by the network
/// that `network` returns for each rank, with the bytes of its receive buffer; `wrap` may wrap each rank's fabric in
/// another. No thread is started: what the ranks do depends on their calls and on the network alone, and not on the
/// machine, if the caller only makes calls that do not block.
pub fn machines_over<N: Network, F: Local>(
    machines: &MachinesInProcess<'_>,
    mut network: impl FnMut(Rank) -> (N, u64),
    mut wrap: impl FnMut(Rank, Hybrid<N>) -> F,
) -> Result<Vec<Endpoint<F>>, Error>
where
    F::Tx: LocalTx<Job = Arc<Segment>>,
{
    let MachinesInProcess { ranks, cores, limits } = *machines;
    let machine_of: Vec<u32> = ranks.iter().zip(0..).flat_map(|(n, at)| (0..*n).map(move |_| at)).collect();
    let (all, hosts) = (machine_of.len() as u32, Arc::new(simulated_hosts(&machine_of, cores)));
    let mut endpoints: Vec<Endpoint<F>> = Vec::new();
    for n in ranks {
        let segment = Arc::new(Segment::create(all)?);
        segment.set_processors(cores);
        for _ in 0..*n {
            let rank = endpoints.len() as Rank;
            let (network, buffer) = network(rank);
            let hybrid = Hybrid::new(Shm::new(&segment, rank), network, buffer, hosts.clone(), rank);
            let fabric = wrap(rank, hybrid);
            let mut endpoint = Endpoint::attach(segment.clone(), rank, Some(hosts.clone()), fabric);
            let own = endpoint.tx.capabilities(rank);
            endpoint.engine = Engine::new(limits(rank, Limits::of_job(all, own.largest_frame as u64)));
            endpoints.push(endpoint);
        }
    }
    Ok(endpoints)
}

/// Returns the hosts of a job whose ranks are on the machines with these numbers.
fn simulated_hosts(machine_of: &[u32], cores: u32) -> Hosts {
    let (mut hosts, mut order): (Vec<Host>, Vec<Rank>) = (Vec::new(), Vec::new());
    for &machine in machine_of {
        let kernel = format!("machine{machine}");
        if hosts.iter().all(|host| host.kernel != kernel) {
            let here: Vec<Rank> =
                machine_of.iter().zip(0..).filter(|(at, _)| **at == machine).map(|(_, r)| r).collect();
            let (net, ports) = (u64::from(machine), vec![0; here.len()]);
            hosts.push(Host { kernel, net, cores, addresses: Vec::new(), ports, agent: 0 });
            order.extend(here);
        }
    }
    Plan { order, ..Plan::new(None, 1500, hosts) }.hosts()
}

/// Returns what each process has of a joint job that it has not added to its endpoint yet, and the memory of each
/// machine of `machine_of`, which has the number of each process's machine. `network` returns the network of a process,
/// with the bytes of its receive buffer. If all are on one machine, only its clock is used.
#[expect(clippy::type_complexity, reason = "the memory by machine")]
pub fn joint_over<N: Network>(
    machine_of: &[u32],
    cores: u32,
    mut network: impl FnMut(Rank) -> (N, u64),
) -> Result<(Vec<JointJob<N>>, BTreeMap<u32, Arc<Segment>>), Error> {
    let hosts = Arc::new(simulated_hosts(machine_of, cores));
    let mut segments: BTreeMap<u32, Arc<Segment>> = BTreeMap::new();
    let mut met = Vec::new();
    for (rank, &machine) in (0..).zip(machine_of) {
        let segment = match segments.get(&machine) {
            Some(segment) => segment.clone(),
            None => {
                let segment = Arc::new(Segment::create(machine_of.len() as u32)?);
                segment.set_processors(cores);
                segments.insert(machine, segment.clone());
                segment
            }
        };
        let here: Vec<Rank> = machine_of.iter().zip(0..).filter(|(at, _)| **at == machine).map(|(_, r)| r).collect();
        let (shm, (network, buffer)) = (Shm::unmapped(&segment, rank), network(rank));
        let fabric = match here.len() == machine_of.len() {
            true => Hybrid::near(shm, network.clock()),
            false => Hybrid::new(shm, network, buffer, hosts.clone(), rank),
        };
        met.push(JointJob::new(segment, (rank, here), fabric, None));
    }
    Ok((met, segments))
}

/// Closes the lines of a process to other jobs, as the kernel does when the process dies.
pub fn close_lines<F: Local>(endpoint: &mut Endpoint<F>) {
    endpoint.drop_lines();
}

/// Returns the memory that a rank shares with the other ranks of its machine, as the machine's launcher has it.
pub fn segment_of<F: Local>(endpoint: &Endpoint<F>) -> Arc<Segment>
where
    F::Tx: LocalTx<Job = Arc<Segment>>,
{
    endpoint.job.clone()
}

/// Returns how many chunks a rank has sent again.
pub fn resent<N: Network>(endpoint: &mut Endpoint<Hybrid<N>>) -> u64 {
    endpoint.tx.resent()
}

/// Makes two ranks forget each other, as those do that have left each other's jobs. Returns false if a message between
/// them is under way: then nothing is forgotten. Fails if only one of them forgets the other.
pub fn part<F: Local>(one: &mut Endpoint<F>, two: &mut Endpoint<F>) -> Result<bool, Error> {
    let (a, b) = (one.rank(), two.rank());
    if !one.engine.is_idle_with(b) || !two.engine.is_idle_with(a) {
        return Ok(false);
    }
    match one.engine.forget_peer(b) && two.engine.forget_peer(a) {
        true => Ok(true),
        false => Err(Error::new(ErrorKind::Argument, format!("ranks {a} and {b} are idle and do not part"))),
    }
}
