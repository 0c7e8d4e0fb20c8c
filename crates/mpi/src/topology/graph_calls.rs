//! The MPI functions on graphs that every process knows whole (MPI 5.0, 8.5.3 and 8.5.5). Ranks keep their order: all
//! ranks of a machine are equally near to each other, so `reorder` has no effect.
use super::calls::keep;
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::comm::split_by;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::objects::topology::graph::Graph;
use crate::objects::topology::object::Shape;

/// Returns the graph that the program describes. Returns an error if the graph has more nodes than the communicator has
/// processes.
fn described(nodes: i32, ends: In<i32>, edges: In<i32>, processes: u32) -> Result<Graph> {
    let Some(n) = u32::try_from(nodes).ok().filter(|&n| n <= processes) else {
        let why =
            format!("the graph has {nodes} nodes; it may have 0 to {processes}, as the communicator has processes");
        return fail(abi::MPI_ERR_ARG, why);
    };
    let mut graph = Graph::default();
    let mut last = 0;
    for i in 0..n as usize {
        let end = ends.get(i);
        if end < last {
            let why = format!("element {i} of the index is {end}; it must not be less than {last}, the one before");
            return fail(abi::MPI_ERR_ARG, why);
        }
        last = end;
        graph.ends.push(end as u32);
    }
    if last > 0 {
        edges.needed("edges")?;
    }
    for i in 0..last as usize {
        match u32::try_from(edges.get(i)) {
            Ok(to) if to < n => graph.edges.push(to),
            _ => return fail(abi::MPI_ERR_RANK, format!("edge {i} leads to {}, which is no node", edges.get(i))),
        }
    }
    Ok(graph)
}

/// MPI_Graph_create. The first processes are the nodes, in their order.
pub fn graph_create(
    call: Call,
    comm: abi::Comm,
    nodes: i32,
    ends: In<i32>,
    edges: In<i32>,
    _reorder: i32,
    new: Out<abi::Comm>,
) -> Result {
    let (graph, color, rank) = {
        let s = gate::enter();
        let c = s.intra(comm)?;
        let graph = described(nodes, ends, edges, c.size())?;
        (graph, if (c.rank as i32) < nodes { 0 } else { MPI_UNDEFINED }, c.rank)
    };
    new.set(MPI_COMM_NULL);
    let made = split_by(call, comm, color.into(), rank as i32)?;
    keep(made, Shape::Graph(graph))?;
    new.set(made);
    Ok(())
}

/// MPI_Graph_map. Returns the rank that MPI_Graph_create would give the calling process.
pub fn graph_map(_: Call, comm: abi::Comm, nodes: i32, ends: In<i32>, edges: In<i32>, new: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.intra(comm)?;
    described(nodes, ends, edges, c.size())?;
    new.set(if (c.rank as i32) < nodes { c.rank as i32 } else { MPI_UNDEFINED });
    Ok(())
}

/// Returns the communicator's graph, or MPI_ERR_TOPOLOGY.
fn graph(c: &Comm) -> Result<&Graph> {
    match c.topology.as_deref().map(|t| &t.shape) {
        Some(Shape::Graph(graph)) => Ok(graph),
        _ => fail(abi::MPI_ERR_TOPOLOGY, "the communicator has no graph topology"),
    }
}

/// Returns an error if the program's array of `room` elements is too short for `n`.
fn enough(room: i32, n: usize, what: &str) -> Result {
    match usize::try_from(room) {
        Ok(r) if r >= n => Ok(()),
        _ => fail(abi::MPI_ERR_ARG, format!("the array holds {room} {what}; the graph has {n}")),
    }
}

/// MPI_Graphdims_get
pub fn graphdims_get(_: Call, comm: abi::Comm, nodes: Out<i32>, edges: Out<i32>) -> Result {
    let s = gate::enter();
    let g = graph(s.comm(comm)?)?;
    nodes.set(g.ends.len() as i32);
    edges.set(g.edges.len() as i32);
    Ok(())
}

/// MPI_Graph_get
pub fn graph_get(_: Call, comm: abi::Comm, maxindex: i32, maxedges: i32, ends: Out<i32>, edges: Out<i32>) -> Result {
    let s = gate::enter();
    let g = graph(s.comm(comm)?)?;
    enough(maxindex, g.ends.len(), "nodes")?;
    enough(maxedges, g.edges.len(), "edges")?;
    store(ends, &g.ends);
    store(edges, &g.edges);
    Ok(())
}

/// Stores ranks or numbers of edges in the program's array.
pub fn store(array: Out<i32>, values: &[u32]) {
    values.iter().enumerate().for_each(|(i, &value)| array.set_at(i, value as i32));
}

/// Returns the neighbours of a node.
fn neighbours_of(c: &Comm, rank: i32) -> Result<&[u32]> {
    let g = graph(c)?;
    match usize::try_from(rank) {
        Ok(node) if node < g.ends.len() => Ok(g.neighbours(node)),
        _ => fail(abi::MPI_ERR_RANK, format!("rank {rank} is not in the graph of {} nodes", g.ends.len())),
    }
}

/// MPI_Graph_neighbors_count
pub fn graph_neighbors_count(_: Call, comm: abi::Comm, rank: i32, count: Out<i32>) -> Result {
    let s = gate::enter();
    count.set(neighbours_of(s.comm(comm)?, rank)?.len() as i32);
    Ok(())
}

/// MPI_Graph_neighbors
pub fn graph_neighbors(_: Call, comm: abi::Comm, rank: i32, most: i32, neighbours: Out<i32>) -> Result {
    let s = gate::enter();
    let list = neighbours_of(s.comm(comm)?, rank)?;
    enough(most, list.len(), "neighbours of the node")?;
    store(neighbours, list);
    Ok(())
}
