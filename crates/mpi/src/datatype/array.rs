//! Parts of arrays: MPI_Type_create_subarray and MPI_Type_create_darray (MPI 5.0, 5.1.3, 5.1.4).
use super::layout::TypeLayout;
use super::place::{Placing, place};
use super::recipe::{Recipe, count, product};
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{In, Ints, Out};
use crate::ffi::gate;

/// MPI_Type_create_subarray
#[allow(clippy::too_many_arguments)]
pub fn subarray(
    call: Call,
    dims: i32,
    sizes: Ints,
    parts: Ints,
    starts: Ints,
    order: i32,
    old: abi::Datatype,
    new: Out<abi::Datatype>,
) -> Result {
    let n = dimensions(dims)?;
    let (sizes, parts, starts) = (sizes.to_list(n), parts.to_list(n), starts.to_list(n));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_SUBARRAY).ints(&[dims]).counts(&sizes).counts(&parts);
    let recipe = recipe.counts(&starts).ints(&[order]).types(&[old]);
    for i in 0..n {
        let (size, part, start) = (sizes[i], parts[i], starts[i]);
        if size < 1 || part < 1 || start < 0 || part > size || start > size - part {
            let why = format!("dimension {i}: {part} items from {start} on do not lie in {size} items");
            return fail(abi::MPI_ERR_ARG, why);
        }
    }
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let mut stride = base.layout.extent;
    let mut layout = base.layout.clone();
    for i in fastest_first(order, n)? {
        let row = place(product(starts[i], stride)?, parts[i] as u64, &layout);
        stride = product(stride, sizes[i])?;
        layout = row.ok_or_else(large)?.resized(0, stride);
    }
    let signature = base.signature.repeat(parts.iter().product::<i64>() as u64);
    recipe.give(&mut s.types, Some(layout), signature, new)
}

/// MPI_Type_create_darray: the part of a distributed array that one process of a grid holds.
#[allow(clippy::too_many_arguments)]
pub fn darray(
    call: Call,
    size: i32,
    rank: i32,
    dims: i32,
    sizes: Ints,
    distributions: In<i32>,
    arguments: In<i32>,
    grid: In<i32>,
    order: i32,
    old: abi::Datatype,
    new: Out<abi::Datatype>,
) -> Result {
    let n = dimensions(dims)?;
    let sizes = sizes.to_vec(n);
    let (distributions, arguments, grid) = (distributions.to_vec(n), arguments.to_vec(n), grid.to_vec(n));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_DARRAY).ints(&[size, rank, dims]).counts(&sizes);
    let recipe = recipe.ints(&distributions).ints(&arguments).ints(&grid).ints(&[order]).types(&[old]);
    let processes = grid.iter().try_fold(1i32, |p, &g| p.checked_mul(g).filter(|_| g > 0));
    if processes != Some(size) || rank < 0 || rank >= size {
        let why = format!("a grid of {grid:?} processes has not {size} of them, or no rank {rank}");
        return fail(abi::MPI_ERR_ARG, why);
    }
    // Coordinates in the process grid are in C order, even if the array is in Fortran's order.
    let mut coordinates = vec![0; n];
    let mut rest = rank;
    for i in (0..n).rev() {
        coordinates[i] = i64::from(rest % grid[i]);
        rest /= grid[i];
    }
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let mut stride = base.layout.extent;
    let (mut layout, mut items) = (base.layout.clone(), 1u64);
    for i in fastest_first(order, n)? {
        let share = Share::new(distributions[i], arguments[i], sizes[i], grid[i].into(), coordinates[i])?;
        let row = share.layout(&layout, stride).ok_or_else(large)?;
        items = items.saturating_mul(share.items());
        stride = product(stride, sizes[i])?;
        layout = row.resized(0, stride);
    }
    let signature = base.signature.repeat(items);
    recipe.give(&mut s.types, Some(layout), signature, new)
}

/// One process's share of one dimension, in items: `full` blocks of `block` items, `step` items apart, and then `rest`
/// items.
#[derive(Debug, PartialEq, Eq)]
struct Share {
    start: i64,
    block: i64,
    step: i64,
    full: i64,
    rest: i64,
}

impl Share {
    fn new(distribution: i32, argument: i32, size: i64, processes: i64, coordinate: i64) -> Result<Share> {
        if size < 1 {
            return fail(abi::MPI_ERR_ARG, format!("a dimension of the array has {size} items; it needs one at least"));
        }
        let given = (argument != abi::MPI_DISTRIBUTE_DFLT_DARG).then_some(i64::from(argument));
        let block = match distribution {
            abi::MPI_DISTRIBUTE_NONE if processes == 1 => size,
            abi::MPI_DISTRIBUTE_BLOCK => given.unwrap_or((size - 1) / processes + 1),
            abi::MPI_DISTRIBUTE_CYCLIC => given.unwrap_or(1),
            abi::MPI_DISTRIBUTE_NONE => {
                return fail(abi::MPI_ERR_ARG, format!("an undistributed dimension has {processes} processes, not 1"));
            }
            other => return fail(abi::MPI_ERR_ARG, format!("{other} is no MPI_DISTRIBUTE_ constant")),
        };
        if block < 1 {
            return fail(abi::MPI_ERR_ARG, format!("the distribution argument is {block}; it must be positive"));
        }
        if distribution == abi::MPI_DISTRIBUTE_BLOCK && i128::from(block) * i128::from(processes) < i128::from(size) {
            let why = format!("{processes} blocks of {block} items do not cover a dimension of {size}");
            return fail(abi::MPI_ERR_ARG, why);
        }
        // Cut off a block that is larger than the dimension.
        let block = block.min(size);
        let start = block.saturating_mul(coordinate);
        let step = block.saturating_mul(processes);
        let left = (size - start).max(0);
        let rest = (left % step).min(block);
        match rest == block {
            true => Ok(Share { start, block, step, full: left / step + 1, rest: 0 }),
            false => Ok(Share { start, block, step, full: left / step, rest }),
        }
    }

    fn items(&self) -> u64 {
        (self.full * self.block + self.rest) as u64
    }

    /// Returns the layout of the share. One item takes `stride` bytes.
    fn layout(&self, item: &TypeLayout, stride: i64) -> Option<TypeLayout> {
        let at = |i: i64| i64::try_from(i128::from(i) * i128::from(stride)).ok();
        let mut placing = Placing::default();
        if self.full > 0 {
            let step = if self.full > 1 { at(self.step)? } else { 0 };
            let blocks = item.repeat(self.block as u64)?.repeat_by(self.full as u64, step)?;
            placing.add(at(self.start)?, 1, &blocks)?;
        }
        if self.rest > 0 {
            placing.add(at(self.start + self.full * self.step)?, self.rest as u64, item)?;
        }
        placing.finish(1)
    }
}

fn dimensions(dims: i32) -> Result<usize> {
    match count(dims.into(), "the number of dimensions")? {
        0 => fail(abi::MPI_ERR_DIMS, "an array needs one dimension at least"),
        n => Ok(n as usize),
    }
}

fn fastest_first(order: i32, n: usize) -> Result<impl Iterator<Item = usize>> {
    match order {
        abi::MPI_ORDER_C | abi::MPI_ORDER_FORTRAN => {
            Ok((0..n).map(move |i| if order == abi::MPI_ORDER_C { n - 1 - i } else { i }))
        }
        _ => fail(abi::MPI_ERR_ARG, format!("the order is {order}, neither MPI_ORDER_C nor MPI_ORDER_FORTRAN")),
    }
}

fn large() -> Box<crate::error::Error> {
    error(abi::MPI_ERR_ARG, "the array would reach further than bytes can be counted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_belongs_to_one_process() {
        for size in 1..40 {
            for processes in 1..6 {
                for (kind, argument) in
                    [(abi::MPI_DISTRIBUTE_BLOCK, abi::MPI_DISTRIBUTE_DFLT_DARG), (abi::MPI_DISTRIBUTE_CYCLIC, 3)]
                {
                    let mut owners = vec![0; size as usize];
                    for c in 0..processes {
                        let share = Share::new(kind, argument, size, processes, c).expect("sound");
                        let item = TypeLayout::bytes(1);
                        let layout = share.layout(&item, 1).expect("small");
                        assert_eq!(layout.size, share.items());
                        layout.each(&mut |at, len| (at..at + len as i64).for_each(|i| owners[i as usize] += 1));
                    }
                    assert_eq!(owners, vec![1; size as usize], "{size} items, {processes} processes");
                }
            }
        }
    }

    #[test]
    fn invalid_distributions_are_refused() {
        assert!(Share::new(abi::MPI_DISTRIBUTE_BLOCK, 2, 9, 4, 0).is_err());
        assert!(Share::new(abi::MPI_DISTRIBUTE_CYCLIC, 0, 9, 4, 0).is_err());
        assert!(Share::new(abi::MPI_DISTRIBUTE_NONE, 2, 9, 4, 0).is_err());
        assert!(Share::new(99, 2, 9, 4, 0).is_err());
    }
}
