//! Exported symbols: topology. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Cart_coords PMPI_Cart_coords (comm: abi::Comm, rank: c_int, maxdims: c_int, coords: *mut c_int) -> c_int =
        finish(Call(58), On::Comm(comm), if maxdims > 0 && coords.is_null() { null("coords") } else { crate::topology::cart_coords(Call(58), comm, rank, maxdims, Out::new(coords)) });
    fn MPI_Cart_create PMPI_Cart_create (comm_old: abi::Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut abi::Comm) -> c_int =
        finish(Call(59), On::Comm(comm_old), traced(Call(59), || if ndims > 0 && dims.is_null() { null("dims") } else if ndims > 0 && periods.is_null() { null("periods") } else if comm_cart.is_null() { null("comm_cart") } else { crate::topology::cart_create(Call(59), comm_old, ndims, In::new(dims), In::new(periods), reorder, Out::new(comm_cart)) }));
    fn MPI_Cart_get PMPI_Cart_get (comm: abi::Comm, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) -> c_int =
        finish(Call(60), On::Comm(comm), if maxdims > 0 && dims.is_null() { null("dims") } else if maxdims > 0 && periods.is_null() { null("periods") } else if maxdims > 0 && coords.is_null() { null("coords") } else { crate::topology::cart_get(Call(60), comm, maxdims, Out::new(dims), Out::new(periods), Out::new(coords)) });
    fn MPI_Cart_map PMPI_Cart_map (comm: abi::Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) -> c_int =
        finish(Call(61), On::Comm(comm), if ndims > 0 && dims.is_null() { null("dims") } else if ndims > 0 && periods.is_null() { null("periods") } else if newrank.is_null() { null("newrank") } else { crate::topology::cart_map(Call(61), comm, ndims, In::new(dims), In::new(periods), Out::new(newrank)) });
    fn MPI_Cart_rank PMPI_Cart_rank (comm: abi::Comm, coords: *const c_int, rank: *mut c_int) -> c_int =
        finish(Call(62), On::Comm(comm), if rank.is_null() { null("rank") } else { crate::topology::cart_rank(Call(62), comm, In::new(coords), Out::new(rank)) });
    fn MPI_Cart_shift PMPI_Cart_shift (comm: abi::Comm, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) -> c_int =
        finish(Call(63), On::Comm(comm), if rank_source.is_null() { null("rank_source") } else if rank_dest.is_null() { null("rank_dest") } else { crate::topology::cart_shift(Call(63), comm, direction, disp, Out::new(rank_source), Out::new(rank_dest)) });
    fn MPI_Cart_sub PMPI_Cart_sub (comm: abi::Comm, remain_dims: *const c_int, newcomm: *mut abi::Comm) -> c_int =
        finish(Call(64), On::Comm(comm), if newcomm.is_null() { null("newcomm") } else { crate::topology::cart_sub(Call(64), comm, In::new(remain_dims), Out::new(newcomm)) });
    fn MPI_Cartdim_get PMPI_Cartdim_get (comm: abi::Comm, ndims: *mut c_int) -> c_int =
        finish(Call(65), On::Comm(comm), if ndims.is_null() { null("ndims") } else { crate::topology::cartdim_get(Call(65), comm, Out::new(ndims)) });
    fn MPI_Dims_create PMPI_Dims_create (nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int =
        finish(Call(119), On::Nothing, traced(Call(119), || if ndims > 0 && dims.is_null() { null("dims") } else { crate::topology::dims_create(Call(119), nnodes, ndims, Out::new(dims)) }));
    fn MPI_Dist_graph_create PMPI_Dist_graph_create (comm_old: abi::Comm, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: abi::Info, reorder: c_int, comm_dist_graph: *mut abi::Comm) -> c_int =
        finish(Call(120), On::Comm(comm_old), traced(Call(120), || if n > 0 && sources.is_null() { null("sources") } else if n > 0 && degrees.is_null() { null("degrees") } else if comm_dist_graph.is_null() { null("comm_dist_graph") } else { crate::topology::dist_graph_create(Call(120), comm_old, n, In::new(sources), In::new(degrees), In::new(destinations), In::new(weights), info, reorder, Out::new(comm_dist_graph)) }));
    fn MPI_Dist_graph_create_adjacent PMPI_Dist_graph_create_adjacent (comm_old: abi::Comm, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: abi::Info, reorder: c_int, comm_dist_graph: *mut abi::Comm) -> c_int =
        finish(Call(121), On::Comm(comm_old), traced(Call(121), || if indegree > 0 && sources.is_null() { null("sources") } else if outdegree > 0 && destinations.is_null() { null("destinations") } else if comm_dist_graph.is_null() { null("comm_dist_graph") } else { crate::topology::dist_graph_create_adjacent(Call(121), comm_old, indegree, In::new(sources), In::new(sourceweights), outdegree, In::new(destinations), In::new(destweights), info, reorder, Out::new(comm_dist_graph)) }));
    fn MPI_Dist_graph_neighbors PMPI_Dist_graph_neighbors (comm: abi::Comm, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int =
        finish(Call(122), On::Comm(comm), if maxindegree > 0 && sources.is_null() { null("sources") } else if maxoutdegree > 0 && destinations.is_null() { null("destinations") } else { crate::topology::dist_graph_neighbors(Call(122), comm, maxindegree, Out::new(sources), Out::new(sourceweights), maxoutdegree, Out::new(destinations), Out::new(destweights)) });
    fn MPI_Dist_graph_neighbors_count PMPI_Dist_graph_neighbors_count (comm: abi::Comm, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) -> c_int =
        finish(Call(123), On::Comm(comm), if indegree.is_null() { null("indegree") } else if outdegree.is_null() { null("outdegree") } else if weighted.is_null() { null("weighted") } else { crate::topology::dist_graph_neighbors_count(Call(123), comm, Out::new(indegree), Out::new(outdegree), Out::new(weighted)) });
    fn MPI_Graph_create PMPI_Graph_create (comm_old: abi::Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut abi::Comm) -> c_int =
        finish(Call(245), On::Comm(comm_old), traced(Call(245), || if nnodes > 0 && indx.is_null() { null("indx") } else if comm_graph.is_null() { null("comm_graph") } else { crate::topology::graph_create(Call(245), comm_old, nnodes, In::new(indx), In::new(edges), reorder, Out::new(comm_graph)) }));
    fn MPI_Graph_get PMPI_Graph_get (comm: abi::Comm, maxindex: c_int, maxedges: c_int, indx: *mut c_int, edges: *mut c_int) -> c_int =
        finish(Call(246), On::Comm(comm), if maxindex > 0 && indx.is_null() { null("indx") } else if maxedges > 0 && edges.is_null() { null("edges") } else { crate::topology::graph_get(Call(246), comm, maxindex, maxedges, Out::new(indx), Out::new(edges)) });
    fn MPI_Graph_map PMPI_Graph_map (comm: abi::Comm, nnodes: c_int, indx: *const c_int, edges: *const c_int, newrank: *mut c_int) -> c_int =
        finish(Call(247), On::Comm(comm), if nnodes > 0 && indx.is_null() { null("indx") } else if newrank.is_null() { null("newrank") } else { crate::topology::graph_map(Call(247), comm, nnodes, In::new(indx), In::new(edges), Out::new(newrank)) });
    fn MPI_Graph_neighbors PMPI_Graph_neighbors (comm: abi::Comm, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int =
        finish(Call(248), On::Comm(comm), if maxneighbors > 0 && neighbors.is_null() { null("neighbors") } else { crate::topology::graph_neighbors(Call(248), comm, rank, maxneighbors, Out::new(neighbors)) });
    fn MPI_Graph_neighbors_count PMPI_Graph_neighbors_count (comm: abi::Comm, rank: c_int, nneighbors: *mut c_int) -> c_int =
        finish(Call(249), On::Comm(comm), if nneighbors.is_null() { null("nneighbors") } else { crate::topology::graph_neighbors_count(Call(249), comm, rank, Out::new(nneighbors)) });
    fn MPI_Graphdims_get PMPI_Graphdims_get (comm: abi::Comm, nnodes: *mut c_int, nedges: *mut c_int) -> c_int =
        finish(Call(250), On::Comm(comm), if nnodes.is_null() { null("nnodes") } else if nedges.is_null() { null("nedges") } else { crate::topology::graphdims_get(Call(250), comm, Out::new(nnodes), Out::new(nedges)) });
    fn MPI_Topo_test PMPI_Topo_test (comm: abi::Comm, status: *mut c_int) -> c_int =
        finish(Call(495), On::Comm(comm), if status.is_null() { null("status") } else { crate::topology::topo_test(Call(495), comm, Out::new(status)) });
}
