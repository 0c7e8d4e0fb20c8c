//! The topology of a communicator, and the neighbours of the calling process in it.
use super::cart::Cart;
use super::graph::{DistributedGraph, Graph};
use clump_coll::{Neighbourhood, Packing};
use std::sync::{Arc, OnceLock};

/// A communicator's topology.
#[derive(Debug)]
pub struct Topology {
    pub shape: Shape,
    pub neighbourhood: Arc<Neighbourhood>,
    /// This process's rank.
    rank: u32,
    /// See [`Topology::knows_all`].
    knows_all: bool,
    /// This process's part of an exchange between several machines with a block for each neighbour, and with one block
    /// for all neighbours; made at the first use.
    packings: [OnceLock<Packing>; 2],
}

/// The shape of a topology.
#[derive(Debug)]
pub enum Shape {
    Cart(Cart),
    Graph(Graph),
    Distributed(DistributedGraph),
}

impl Topology {
    /// Returns the topology as process `rank` sees it.
    pub fn new(shape: Shape, rank: u32) -> Topology {
        let present = |ranks: &[u32]| ranks.iter().copied().map(Some).collect::<Vec<_>>();
        let neighbourhood = match &shape {
            Shape::Cart(cart) => of_grid(cart, rank),
            Shape::Graph(graph) => in_order(present(graph.neighbours(rank as usize)), None),
            Shape::Distributed(graph) => in_order(present(&graph.sources), Some(present(&graph.destinations))),
        };
        let knows_all = match &shape {
            Shape::Cart(_) => true,
            Shape::Graph(graph) => graph.is_connected(),
            Shape::Distributed(graph) => graph.whole.as_ref().is_some_and(Graph::is_connected),
        };
        let neighbourhood = Arc::new(neighbourhood);
        Topology { shape, neighbourhood, rank, knows_all, packings: Default::default() }
    }

    /// Returns true if every process knows the edges of all processes and, in an exchange of blocks of one length, the
    /// length. The blocks of an edge have one length at both ends, so that processes without an edge, direct or through
    /// other processes, may pass different lengths.
    pub fn knows_all(&self) -> bool {
        self.knows_all
    }

    /// Returns the graph that every process knows whole.
    fn graph(&self) -> Option<&Graph> {
        match &self.shape {
            Shape::Cart(_) => None,
            Shape::Graph(graph) => Some(graph),
            Shape::Distributed(graph) => graph.whole.as_ref(),
        }
    }

    /// Returns what a process sends in a neighbourhood collective: the destination of each block, or `None` for a block
    /// beyond the edge of a grid. Every process must know all edges.
    pub fn destinations(&self, rank: usize) -> Vec<Option<usize>> {
        match (&self.shape, self.graph()) {
            (Shape::Cart(cart), _) => {
                of_grid(cart, rank as u32).destinations.into_iter().map(|to| Some(to? as usize)).collect()
            }
            (_, Some(graph)) => graph.neighbours(rank).iter().map(|&to| Some(to as usize)).collect(),
            (_, None) => Vec::new(),
        }
    }

    /// Returns the source of each block that this process receives, and the index of the block at the source. Every
    /// process must know all edges.
    pub fn sources(&self) -> impl Iterator<Item = Option<(usize, usize)>> {
        let sources = &self.neighbourhood.sources;
        sources.iter().enumerate().map(move |(i, &source)| {
            let from = source? as usize;
            let index = match self.graph() {
                // The other end of an edge in a grid has the other index of the dimension.
                None => i ^ 1,
                Some(graph) => {
                    let nth = sources[..i].iter().filter(|&&before| before == source).count();
                    graph.nth_edge(from, self.rank, nth)?
                }
            };
            Some((from, index))
        })
    }

    /// Returns this process's part of an exchange between machines; the first call makes it by `make`. In an exchange
    /// that is `alike`, each process has one block for all its neighbours.
    pub fn packing(&self, alike: bool, make: impl FnOnce() -> Packing) -> &Packing {
        self.packings[usize::from(alike)].get_or_init(make)
    }
}

/// Returns a neighbourhood whose messages are matched in the order of the blocks. `destinations` is `None` if the
/// sources are the destinations.
fn in_order(sources: Vec<Option<u32>>, destinations: Option<Vec<Option<u32>>>) -> Neighbourhood {
    let matching = (0..sources.len()).collect();
    Neighbourhood { destinations: destinations.unwrap_or_else(|| sources.clone()), sources, matching, grid: false }
}

/// Returns the neighbours in a grid: for each dimension, the process one step down and the process one step up.
fn of_grid(cart: &Cart, rank: u32) -> Neighbourhood {
    let around: Vec<Option<u32>> =
        (0..cart.dims.len()).flat_map(|d| [-1, 1].map(|step| cart.neighbour(rank, d, step))).collect();
    // A message that a process sends down arrives at its receiver from above. If both neighbours in a dimension are one
    // process, that process sends its message down first, so its first message belongs to the block from above.
    let matching = (0..cart.dims.len()).flat_map(|d| [2 * d + 1, 2 * d]).collect();
    Neighbourhood { sources: around.clone(), destinations: around, matching, grid: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_two_neighbours_for_each_dimension_and_what_is_sent_down_arrives_from_above() {
        let cart = Cart { dims: vec![2, 3], periods: vec![true, false] };
        let topology = Topology::new(Shape::Cart(cart), 5);
        let Neighbourhood { sources, destinations, matching, .. } = &*topology.neighbourhood;
        assert_eq!(*sources, [Some(2), Some(2), Some(4), None]);
        assert_eq!(destinations, sources);
        assert_eq!(*matching, [1, 0, 3, 2]);
    }

    #[test]
    fn a_distributed_graph_keeps_repeated_edges_and_their_order() {
        let graph = DistributedGraph { sources: vec![3, 3, 1], ..Default::default() };
        let topology = Topology::new(Shape::Distributed(graph), 0);
        assert_eq!(topology.neighbourhood.sources, [3, 3, 1].map(Some));
        assert_eq!(topology.neighbourhood.matching, [0, 1, 2]);
        assert!(topology.neighbourhood.destinations.is_empty() && !topology.knows_all());
    }

    #[test]
    fn a_process_that_knows_a_graph_whole_finds_its_block_of_each_source() {
        let whole = Graph { ends: vec![3, 4, 5], edges: vec![2, 1, 2, 2, 2] };
        let graph = DistributedGraph { sources: vec![0, 1, 0, 2], whole: Some(whole), ..Default::default() };
        let topology = Topology::new(Shape::Distributed(graph), 2);
        assert!(topology.knows_all());
        assert_eq!(topology.sources().flatten().collect::<Vec<_>>(), [(0, 0), (1, 0), (0, 2), (2, 0)]);
        assert_eq!(topology.destinations(0), [Some(2), Some(1), Some(2)]);
    }
}
