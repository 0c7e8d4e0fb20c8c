//! Graphs of processes: known whole to every process (MPI 5.0, 8.5.3) or distributed (8.5.4).

/// A graph that every process knows whole. A process is a node; edges may be repeated and may begin and end at one
/// node.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// For each node, the number of edges of all nodes up to and including it.
    pub ends: Vec<u32>,
    /// The neighbours of node 0, then of node 1, and so on.
    pub edges: Vec<u32>,
}

impl Graph {
    /// Returns the neighbours of `node`, which must exist.
    pub fn neighbours(&self, node: usize) -> &[u32] {
        let from = node.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.edges[from..self.ends[node] as usize]
    }
}

/// A process's part of a distributed graph: the edges that end at the process, and those that begin there.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DistributedGraph {
    pub sources: Vec<u32>,
    pub destinations: Vec<u32>,
    /// The weights of the edges from the sources and to the destinations; `None` if the graph has no weights.
    pub weights: Option<(Vec<i32>, Vec<i32>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_the_edges_between_the_former_nodes_end_and_its_own() {
        let graph = Graph { ends: vec![2, 2, 5], edges: vec![1, 1, 0, 2, 2] };
        assert_eq!(graph.neighbours(0), [1, 1]);
        assert_eq!(graph.neighbours(1), []);
        assert_eq!(graph.neighbours(2), [0, 2, 2]);
    }
}
