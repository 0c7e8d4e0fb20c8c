//! The MPI functions on Cartesian topologies (MPI 5.0, 8.5), and MPI_Topo_test.
use crate::abi::{self, MPI_COMM_NULL, MPI_UNDEFINED};
use crate::comm::split_by;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::objects::topology::object::{Shape, Topology};
use crate::objects::topology::{Cart, dims};
use std::sync::Arc;

/// MPI_Dims_create. Replaces the zeros in `dims` as evenly as possible, so that the product is `nodes`.
pub fn dims_create(_: Call, nodes: i32, ndims: i32, dims: Out<i32>) -> Result {
    let n = dimensions(ndims)?;
    if nodes < 1 {
        return fail(abi::MPI_ERR_ARG, format!("the number of nodes is {nodes}; it must be positive"));
    }
    let (mut fixed, mut open) = (1i64, Vec::new());
    for i in 0..n {
        match dims.get_at(i) {
            0 => open.push(i),
            d if d < 0 => {
                return fail(abi::MPI_ERR_DIMS, format!("dimension {i} is {d}; it must not be negative"));
            }
            // Saturate: a product above the number of nodes is an error, however large the product is.
            d => fixed = (fixed * i64::from(d)).min(1 << 31),
        }
    }
    if i64::from(nodes) % fixed != 0 || (open.is_empty() && i64::from(nodes) != fixed) {
        let why = format!("{nodes} nodes do not fill a grid whose given dimensions hold {fixed}");
        return fail(abi::MPI_ERR_DIMS, why);
    }
    if !open.is_empty() {
        for (i, d) in open.iter().zip(dims::balanced((i64::from(nodes) / fixed) as u32, open.len())) {
            dims.set_at(*i, d as i32);
        }
    }
    Ok(())
}

fn dimensions(ndims: i32) -> Result<usize> {
    match usize::try_from(ndims) {
        Ok(n) => Ok(n),
        Err(_) => fail(abi::MPI_ERR_DIMS, format!("the number of dimensions is {ndims}; it must not be negative")),
    }
}

/// Returns the grid that the program describes, and the grid's size. Returns an error if the size exceeds `most`
/// processes.
fn grid(ndims: i32, dims: In<i32>, periods: In<i32>, most: u32) -> Result<(Cart, u32)> {
    let n = dimensions(ndims)?;
    let mut cart = Cart::default();
    for i in 0..n {
        match u32::try_from(dims.get(i)) {
            Ok(d) if d > 0 => cart.dims.push(d),
            _ => {
                let why = format!("dimension {i} holds {} processes; it must be positive", dims.get(i));
                return fail(abi::MPI_ERR_DIMS, why);
            }
        }
        cart.periods.push(periods.get(i) != 0);
    }
    match cart.size() {
        Some(size) if size <= most => Ok((cart, size)),
        _ => {
            let why = format!("a grid of {:?} needs more processes than the {most} of the communicator", cart.dims);
            fail(abi::MPI_ERR_DIMS, why)
        }
    }
}

/// Sets the topology of a new communicator, unless this process is not a member.
pub(super) fn keep(new: abi::Comm, shape: Shape) -> Result {
    if new != MPI_COMM_NULL {
        let mut s = gate::enter();
        let c = s.comm_mut(new)?;
        c.topology = Some(Arc::new(Topology::new(shape, c.rank)));
    }
    Ok(())
}

/// MPI_Cart_create. The first ranks form the grid in their order. All ranks of a machine are equally near to each
/// other, so `reorder` would gain nothing.
pub fn cart_create(
    call: Call,
    comm: abi::Comm,
    ndims: i32,
    dims: In<i32>,
    periods: In<i32>,
    _reorder: i32,
    new: Out<abi::Comm>,
) -> Result {
    let (cart, color, rank) = {
        let s = gate::enter();
        let c = s.intra(comm)?;
        let (cart, size) = grid(ndims, dims, periods, c.size())?;
        (cart, if c.rank < size { 0 } else { MPI_UNDEFINED }, c.rank)
    };
    new.set(MPI_COMM_NULL);
    let made = split_by(call, comm, color.into(), rank as i32)?;
    keep(made, Shape::Cart(cart))?;
    new.set(made);
    Ok(())
}

/// MPI_Cart_map. Returns the rank that MPI_Cart_create would give the calling process.
pub fn cart_map(_: Call, comm: abi::Comm, ndims: i32, dims: In<i32>, periods: In<i32>, new: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.intra(comm)?;
    let (_, size) = grid(ndims, dims, periods, c.size())?;
    new.set(if c.rank < size { c.rank as i32 } else { MPI_UNDEFINED });
    Ok(())
}

/// Returns the communicator's grid, or MPI_ERR_TOPOLOGY.
fn cart(c: &Comm) -> Result<&Cart> {
    match c.topology.as_deref().map(|t| &t.shape) {
        Some(Shape::Cart(cart)) => Ok(cart),
        _ => fail(abi::MPI_ERR_TOPOLOGY, "the communicator has no Cartesian topology"),
    }
}

/// Returns an error if `maxdims` is less than the number of coordinates.
fn room(maxdims: i32, cart: &Cart) -> Result {
    let n = cart.dims.len();
    match usize::try_from(maxdims) {
        Ok(r) if r >= n => Ok(()),
        _ => fail(abi::MPI_ERR_DIMS, format!("maxdims is {maxdims}; the grid has {n} dimensions")),
    }
}

/// MPI_Cartdim_get
pub fn cartdim_get(_: Call, comm: abi::Comm, ndims: Out<i32>) -> Result {
    ndims.set(cart(gate::enter().comm(comm)?)?.dims.len() as i32);
    Ok(())
}

/// MPI_Cart_get
pub fn cart_get(_: Call, comm: abi::Comm, maxdims: i32, dims: Out<i32>, periods: Out<i32>, coords: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.comm(comm)?;
    let g = cart(c)?;
    room(maxdims, g)?;
    for (i, at) in g.coords(c.rank).into_iter().enumerate() {
        dims.set_at(i, g.dims[i] as i32);
        periods.set_at(i, g.periods[i].into());
        coords.set_at(i, at as i32);
    }
    Ok(())
}

/// MPI_Cart_rank. Wraps coordinates of periodic dimensions into their range.
pub fn cart_rank(_: Call, comm: abi::Comm, coords: In<i32>, rank: Out<i32>) -> Result {
    let s = gate::enter();
    let g = cart(s.comm(comm)?)?;
    if !g.dims.is_empty() {
        coords.needed("coordinates")?;
    }
    let inside = |i: usize| {
        g.wrap(i, coords.get(i).into()).ok_or_else(|| {
            let why =
                format!("coordinate {i} is {}; the grid has {} there, and is not periodic", coords.get(i), g.dims[i]);
            error(abi::MPI_ERR_ARG, why)
        })
    };
    let place = (0..g.dims.len()).map(inside).collect::<Result<Vec<u32>>>()?;
    rank.set(g.rank(&place) as i32);
    Ok(())
}

/// MPI_Cart_coords
pub fn cart_coords(_: Call, comm: abi::Comm, rank: i32, maxdims: i32, coords: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.comm(comm)?;
    let g = cart(c)?;
    room(maxdims, g)?;
    let rank = match u32::try_from(rank) {
        Ok(r) if r < c.size() => r,
        _ => return fail(abi::MPI_ERR_RANK, format!("rank {rank} is not in the grid of {}", c.size())),
    };
    for (i, at) in g.coords(rank).into_iter().enumerate() {
        coords.set_at(i, at as i32);
    }
    Ok(())
}

/// MPI_Cart_shift
pub fn cart_shift(_: Call, comm: abi::Comm, direction: i32, by: i32, source: Out<i32>, dest: Out<i32>) -> Result {
    let s = gate::enter();
    let c = s.comm(comm)?;
    let g = cart(c)?;
    let d = match usize::try_from(direction) {
        Ok(d) if d < g.dims.len() => d,
        _ => {
            let why = format!("the direction is {direction}; the grid has {} dimensions", g.dims.len());
            return fail(abi::MPI_ERR_DIMS, why);
        }
    };
    let rank = |by| g.neighbour(c.rank, d, by).map_or(abi::MPI_PROC_NULL, |rank| rank as i32);
    source.set(rank(-i64::from(by)));
    dest.set(rank(by.into()));
    Ok(())
}

/// MPI_Cart_sub. Makes one grid for each set of coordinates in the dimensions that do not remain.
pub fn cart_sub(call: Call, comm: abi::Comm, remain: In<i32>, new: Out<abi::Comm>) -> Result {
    let (part, which, rank) = {
        let s = gate::enter();
        let c = s.intra(comm)?;
        let g = cart(c)?;
        if !g.dims.is_empty() {
            remain.needed("dimensions that remain")?;
        }
        let keep: Vec<bool> = (0..g.dims.len()).map(|i| remain.get(i) != 0).collect();
        g.part(&keep, c.rank)
    };
    new.set(MPI_COMM_NULL);
    let made = split_by(call, comm, which.into(), rank as i32)?;
    keep(made, Shape::Cart(part))?;
    new.set(made);
    Ok(())
}

/// MPI_Topo_test
pub fn topo_test(_: Call, comm: abi::Comm, status: Out<i32>) -> Result {
    let s = gate::enter();
    status.set(match s.comm(comm)?.topology.as_deref().map(|t| &t.shape) {
        Some(Shape::Cart(_)) => abi::MPI_CART,
        Some(Shape::Graph(_)) => abi::MPI_GRAPH,
        Some(Shape::Distributed(_)) => abi::MPI_DIST_GRAPH,
        None => MPI_UNDEFINED,
    });
    Ok(())
}
