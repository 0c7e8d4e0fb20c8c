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

    /// Returns the index, among the edges that leave node `from`, of edge number `nth` to node `to`.
    pub fn nth_edge(&self, from: usize, to: u32, nth: usize) -> Option<usize> {
        let mut edges = self.neighbours(from).iter().enumerate().filter(|(_, end)| **end == to);
        edges.nth(nth).map(|(i, _)| i)
    }

    /// Returns true if the graph has no two parts without an edge between them. The direction of edges does not matter.
    pub fn is_connected(&self) -> bool {
        let mut parts: Vec<usize> = (0..self.ends.len()).collect();
        /// Returns the node that stands for the part of `node`.
        fn part(parts: &mut [usize], mut node: usize) -> usize {
            while parts[node] != node {
                parts[node] = parts[parts[node]];
                node = parts[node];
            }
            node
        }
        let mut left = parts.len();
        for node in 0..self.ends.len() {
            for &to in self.neighbours(node) {
                let (a, b) = (part(&mut parts, node), part(&mut parts, to as usize));
                left -= usize::from(a != b);
                parts[a] = b;
            }
        }
        left <= 1
    }
}

/// A process's part of a distributed graph: the edges that end at the process, and those that begin there.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DistributedGraph {
    pub sources: Vec<u32>,
    pub destinations: Vec<u32>,
    /// The weights of the edges from the sources and to the destinations; `None` if the graph has no weights.
    pub weights: Option<(Vec<i32>, Vec<i32>)>,
    /// The destinations of all processes; `None` if processes know only their own edges.
    pub whole: Option<Graph>,
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

    #[test]
    fn repeated_edges_are_told_apart_by_their_order() {
        let graph = Graph { ends: vec![2, 2, 5], edges: vec![1, 1, 0, 2, 2] };
        assert_eq!(
            (graph.nth_edge(0, 1, 1), graph.nth_edge(2, 2, 0), graph.nth_edge(2, 2, 1)),
            (Some(1), Some(1), Some(2))
        );
        assert_eq!((graph.nth_edge(1, 0, 0), graph.nth_edge(2, 0, 1)), (None, None));
    }

    #[test]
    fn a_graph_is_connected_if_edges_of_either_direction_reach_every_node() {
        let of = |lists: &[&[u32]]| {
            let mut graph = Graph::default();
            for list in lists {
                graph.edges.extend(*list);
                graph.ends.push(graph.edges.len() as u32);
            }
            graph.is_connected()
        };
        assert!(of(&[]) && of(&[&[]]) && of(&[&[1], &[]]) && of(&[&[], &[2], &[], &[2, 0]]));
        assert!(of(&[&[3], &[3, 2], &[1], &[]]));
        assert!(!of(&[&[], &[]]) && !of(&[&[0], &[1]]) && !of(&[&[1], &[0], &[3, 3], &[]]));
    }
}
