//! The MPI functions on distributed graphs (MPI 5.0, 8.5.4 and 8.5.5). Ranks keep their order: all ranks of a machine
//! are equally near to each other, so `reorder` has no effect. The info keys that MPI defines ask for nothing here.
use super::calls::keep;
use super::graph_calls::store;
use crate::abi::{self, MPI_COMM_NULL};
use crate::coll::ended;
use crate::comm::split_by;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::objects::topology::graph::{DistributedGraph, Graph};
use crate::objects::topology::object::Shape;
use clump::driver::LentBuffer;
use clump_coll::Ranks;
use clump_coll::memory::{lent_buffer, lent_copy};
use clump_coll::{RankBlocks, allgather, alltoall, block};

/// The weights that the program passes with some edges.
#[derive(Clone, Copy)]
enum Weights {
    Unweighted,
    Given(In<i32>),
}

impl Weights {
    /// Reads the argument for `n` edges. Returns MPI_ERR_ARG if there are edges and no weights for them.
    fn of(array: In<i32>, n: usize) -> Result<Weights> {
        match array.address() {
            abi::MPI_UNWEIGHTED => Ok(Weights::Unweighted),
            0 | abi::MPI_WEIGHTS_EMPTY if n > 0 => {
                fail(abi::MPI_ERR_ARG, format!("no weights are given for {n} edges; pass them, or MPI_UNWEIGHTED"))
            }
            _ => Ok(Weights::Given(array)),
        }
    }

    fn is_given(self) -> bool {
        matches!(self, Weights::Given(_))
    }

    /// Returns the weight of edge `i`, 1 without weights.
    fn get(self, i: usize) -> Result<i32> {
        match self {
            Weights::Unweighted => Ok(1),
            Weights::Given(array) if array.get(i) >= 0 => Ok(array.get(i)),
            Weights::Given(array) => {
                fail(abi::MPI_ERR_ARG, format!("weight {i} is {}; it must not be negative", array.get(i)))
            }
        }
    }
}

/// Returns a number of edges or nodes.
fn length(n: i32, what: &str) -> Result<usize> {
    usize::try_from(n).or_else(|_| fail(abi::MPI_ERR_ARG, format!("{what} is {n}; it must not be negative")))
}

/// Returns a rank that the program passes, or MPI_ERR_RANK.
fn rank_of(array: In<i32>, i: usize, size: u32, what: &str) -> Result<u32> {
    match u32::try_from(array.get(i)) {
        Ok(rank) if rank < size => Ok(rank),
        _ => fail(abi::MPI_ERR_RANK, format!("{what} {i} is {}; ranks here are 0 to {}", array.get(i), size - 1)),
    }
}

/// Makes the communicator with the graph, of which this process knows its own part.
fn create(call: Call, comm: abi::Comm, mut graph: DistributedGraph, new: Out<abi::Comm>) -> Result {
    let rank = gate::enter().comm(comm)?.rank;
    let made = split_by(call, comm, 0, rank as i32)?;
    graph.whole = whole(call, made, &graph.destinations)?;
    keep(made, Shape::Distributed(graph))?;
    new.set(made);
    Ok(())
}

/// The most edges of a graph that every process learns whole. More would take megabytes of memory in each process.
const MOST_KNOWN: usize = 1 << 16;

/// Returns the destinations of all processes, of which `mine` are this process's, if neighbourhood collectives can use
/// them: if there are several machines with several ranks. Returns `None` also if the graph has more than
/// [`MOST_KNOWN`] edges.
fn whole(call: Call, comm: abi::Comm, mine: &[u32]) -> Result<Option<Graph>> {
    let size = {
        let mut s = gate::enter();
        let local = Ranks::clone(&s.comm(comm)?.local);
        let ep = s.endpoint();
        let own = ep.host_of(ep.rank());
        // The processes of two jobs do not know each other's machines alike.
        if local.iter().any(|job| ep.is_of_joint(job)) || local.iter().all(|job| ep.host_of(job) == own) {
            return Ok(None);
        }
        local.len() as usize
    };
    let team = gate::enter().team(call, comm, Sequence::Blocking)?;
    if !team.facts(0).packs() {
        return Ok(None);
    }
    let (ours, theirs) = (bytes(&[mine.len() as i32]), lent_buffer(4 * size));
    let all = RankBlocks::Even(theirs.region(), 4);
    ended(&team, block(&team, allgather(&team, ours.region(), &all)))?;
    let lengths = numbers(&theirs);
    let mut graph = Graph::default();
    let mut total = 0;
    for &len in &lengths {
        total += len as usize;
        graph.ends.push(total as u32);
    }
    if total > MOST_KNOWN {
        return Ok(None);
    }
    let mine: Vec<i32> = mine.iter().map(|&rank| rank as i32).collect();
    let (ours, theirs) = (bytes(&mine), lent_buffer(4 * total));
    let team = gate::enter().team(call, comm, Sequence::Blocking)?;
    ended(&team, block(&team, allgather(&team, ours.region(), &cut(&theirs, &lengths))))?;
    graph.edges = numbers(&theirs).into_iter().map(|rank| rank as u32).collect();
    Ok(Some(graph))
}

/// MPI_Dist_graph_create_adjacent. Each process passes its own edges.
#[allow(clippy::too_many_arguments)]
pub fn dist_graph_create_adjacent(
    call: Call,
    comm: abi::Comm,
    indegree: i32,
    sources: In<i32>,
    source_weights: In<i32>,
    outdegree: i32,
    destinations: In<i32>,
    destination_weights: In<i32>,
    info: abi::Info,
    _reorder: i32,
    new: Out<abi::Comm>,
) -> Result {
    let size = {
        let mut s = gate::enter();
        s.infos.or_null(info)?;
        s.intra(comm)?.size()
    };
    let (inside, outside) = (length(indegree, "the indegree")?, length(outdegree, "the outdegree")?);
    let weights = (Weights::of(source_weights, inside)?, Weights::of(destination_weights, outside)?);
    if weights.0.is_given() != weights.1.is_given() {
        return fail(abi::MPI_ERR_ARG, "the weights of one direction are MPI_UNWEIGHTED, those of the other are not");
    }
    let ranks = |array, n, what| (0..n).map(|i| rank_of(array, i, size, what)).collect::<Result<Vec<u32>>>();
    let list = |weights: Weights, n| (0..n).map(|i| weights.get(i)).collect::<Result<Vec<i32>>>();
    let mut graph = DistributedGraph {
        sources: ranks(sources, inside, "source")?,
        destinations: ranks(destinations, outside, "destination")?,
        ..Default::default()
    };
    if weights.0.is_given() {
        graph.weights = Some((list(weights.0, inside)?, list(weights.1, outside)?));
    }
    new.set(MPI_COMM_NULL);
    create(call, comm, graph, new)
}

/// MPI_Dist_graph_create. Each process passes any edges; every process learns the edges that begin or end there. Each
/// process's lists are ordered by the rank that passed the edge, then by the edge's position there, so that both ends
/// of repeated edges agree on their order.
#[allow(clippy::too_many_arguments)]
pub fn dist_graph_create(
    call: Call,
    comm: abi::Comm,
    n: i32,
    sources: In<i32>,
    degrees: In<i32>,
    destinations: In<i32>,
    weights: In<i32>,
    info: abi::Info,
    _reorder: i32,
    new: Out<abi::Comm>,
) -> Result {
    let size = {
        let mut s = gate::enter();
        s.infos.or_null(info)?;
        s.intra(comm)?.size()
    };
    let nodes = length(n, "the number of source nodes")?;
    let degrees: Vec<usize> = (0..nodes).map(|i| length(degrees.get(i), "a degree")).collect::<Result<_>>()?;
    let edges = degrees.iter().sum::<usize>();
    let weights = Weights::of(weights, edges)?;
    if edges > 0 {
        destinations.needed("destinations")?;
    }
    // For each rank, the edges that begin there and the edges that end there, as pairs of peer and weight.
    let mut leaving = vec![Vec::new(); size as usize];
    let mut arriving = leaving.clone();
    let mut at = 0;
    for (i, degree) in degrees.into_iter().enumerate() {
        let source = rank_of(sources, i, size, "source")?;
        for edge in at..at + degree {
            let (to, weight) = (rank_of(destinations, edge, size, "destination")?, weights.get(edge)?);
            leaving[source as usize].extend([to as i32, weight]);
            arriving[to as usize].extend([source as i32, weight]);
        }
        at += degree;
    }
    new.set(MPI_COMM_NULL);
    let ends = |lists: Vec<i32>| -> (Vec<u32>, Vec<i32>) {
        lists.as_chunks::<2>().0.iter().map(|&[peer, weight]| (peer as u32, weight)).unzip()
    };
    let (destinations, out_weights) = ends(exchange(call, comm, &leaving)?);
    let (sources, in_weights) = ends(exchange(call, comm, &arriving)?);
    let weights = weights.is_given().then_some((in_weights, out_weights));
    create(call, comm, DistributedGraph { sources, destinations, weights, whole: None }, new)
}

fn bytes(numbers: &[i32]) -> LentBuffer {
    lent_copy(&numbers.iter().flat_map(|n| n.to_ne_bytes()).collect::<Vec<u8>>())
}

fn numbers(buffer: &LentBuffer) -> Vec<i32> {
    buffer.region().to_vec().as_chunks::<4>().0.iter().map(|&b| i32::from_ne_bytes(b)).collect()
}

/// Divides a buffer of numbers into blocks of `lengths` numbers.
fn cut(buffer: &LentBuffer, lengths: &[i32]) -> RankBlocks {
    let mut at = 0;
    let blocks = lengths.iter().map(|&len| {
        at += 4 * len as usize;
        buffer.region().slice(at - 4 * len as usize, 4 * len as usize)
    });
    RankBlocks::Listed(blocks.collect())
}

/// Sends list `i` to rank `i`. Returns the lists from all ranks for this rank, one behind the other in rank order.
fn exchange(call: Call, comm: abi::Comm, lists: &[Vec<i32>]) -> Result<Vec<i32>> {
    let run = |from: &RankBlocks, to: &RankBlocks| -> Result {
        let team = gate::enter().team(call, comm, Sequence::Blocking)?;
        ended(&team, block(&team, alltoall(&team, from, to)))?;
        Ok(())
    };
    let lengths: Vec<i32> = lists.iter().map(|list| list.len() as i32).collect();
    let (ours, theirs) = (bytes(&lengths), lent_buffer(4 * lists.len()));
    run(&RankBlocks::Even(ours.region(), 4), &RankBlocks::Even(theirs.region(), 4))?;
    let their_lengths = numbers(&theirs);
    let total = their_lengths.iter().map(|&len| 4 * len as usize).sum();
    let (given, taken) = (bytes(&lists.concat()), lent_buffer(total));
    run(&cut(&given, &lengths), &cut(&taken, &their_lengths))?;
    Ok(numbers(&taken))
}

/// Returns this process's part of the communicator's distributed graph, or MPI_ERR_TOPOLOGY.
fn part(c: &Comm) -> Result<&DistributedGraph> {
    match c.topology.as_deref().map(|t| &t.shape) {
        Some(Shape::Distributed(graph)) => Ok(graph),
        _ => fail(abi::MPI_ERR_TOPOLOGY, "the communicator has no distributed graph topology"),
    }
}

/// MPI_Dist_graph_neighbors_count
pub fn dist_graph_neighbors_count(
    _: Call,
    comm: abi::Comm,
    indegree: Out<i32>,
    outdegree: Out<i32>,
    weighted: Out<i32>,
) -> Result {
    let s = gate::enter();
    let graph = part(s.comm(comm)?)?;
    indegree.set(graph.sources.len() as i32);
    outdegree.set(graph.destinations.len() as i32);
    weighted.set(graph.weights.is_some().into());
    Ok(())
}

/// MPI_Dist_graph_neighbors. Returns the first neighbours only if the program's arrays have no room for all. Does not
/// change the arrays of weights if the graph has no weights.
#[allow(clippy::too_many_arguments)]
pub fn dist_graph_neighbors(
    _: Call,
    comm: abi::Comm,
    maxindegree: i32,
    sources: Out<i32>,
    source_weights: Out<i32>,
    maxoutdegree: i32,
    destinations: Out<i32>,
    destination_weights: Out<i32>,
) -> Result {
    let most = (length(maxindegree, "maxindegree")?, length(maxoutdegree, "maxoutdegree")?);
    let s = gate::enter();
    let graph = part(s.comm(comm)?)?;
    let n = (most.0.min(graph.sources.len()), most.1.min(graph.destinations.len()));
    if let Some((inside, outside)) = &graph.weights {
        for (array, weights) in [(source_weights, &inside[..n.0]), (destination_weights, &outside[..n.1])] {
            match array.address() {
                abi::MPI_UNWEIGHTED => {}
                0 | abi::MPI_WEIGHTS_EMPTY if !weights.is_empty() => {
                    return fail(abi::MPI_ERR_ARG, "an array of weights is missing; MPI_UNWEIGHTED asks for none");
                }
                _ => weights.iter().enumerate().for_each(|(i, &weight)| array.set_at(i, weight)),
            }
        }
    }
    store(sources, &graph.sources[..n.0]);
    store(destinations, &graph.destinations[..n.1]);
    Ok(())
}
