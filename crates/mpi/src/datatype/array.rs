//! Parts of arrays: MPI_Type_create_subarray and MPI_Type_create_darray (MPI 5.0, 5.1.3, 5.1.4).
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{In, Ints, Out};
use crate::ffi::gate;
use crate::objects::datatype::layout::{Loop, Loops, Shape, TypeLayout, distance};
use crate::objects::datatype::place::{Placing, place};
use crate::objects::datatype::recipe::{Recipe, count, product};
use smallvec::smallvec;

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
    let dimension = |i: usize| Dimension { size: sizes.get(i), part: parts.get(i), start: starts.get(i) };
    let mut recipe = Recipe::new(call, abi::MPI_COMBINER_SUBARRAY);
    recipe.record_subarray(n, [sizes, parts, starts], order, old);
    let mut items = 1i64;
    for i in 0..n {
        let Dimension { size, part, start } = dimension(i);
        items = items.wrapping_mul(part);
        if size < 1 || part < 1 || start < 0 || part > size || start > size - part {
            let why = format!("dimension {i}: {part} items from {start} on do not lie in {size} items");
            return fail(abi::MPI_ERR_ARG, why);
        }
    }
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let mut dimensions = fastest_first(order, n)?.map(dimension);
    let layout = match base.layout.shape {
        Shape::Solid if base.layout.size > 0 => part_of_solid(&base.layout, dimensions).ok_or_else(large)?,
        _ => {
            let mut stride = base.layout.extent;
            dimensions.try_fold(base.layout.clone(), |layout, d| -> Result<TypeLayout> {
                let row = place(product(d.start, stride)?, d.part as u64, &layout);
                stride = product(stride, d.size)?;
                Ok(row.ok_or_else(large)?.resized(0, stride))
            })?
        }
    };
    let signature = base.signature.repeat(items as u64);
    recipe.give(&mut s.types, Some(layout), signature, new)
}

/// One dimension of an array, and of the part of it that a datatype has.
struct Dimension {
    size: i64,
    part: i64,
    start: i64,
}

/// Returns the layout of a part of an array of solid items; `dimensions` has the fastest dimension first. Returns
/// `None` if the layout is too large. Programs make such a datatype for each access to a patch, so it is made in one
/// step.
#[inline(always)]
fn part_of_solid(item: &TypeLayout, dimensions: impl Iterator<Item = Dimension>) -> Option<TypeLayout> {
    let times = |a: i64, b: i64| distance(i128::from(a) * i128::from(b));
    let (mut stride, mut first, mut block, mut reach) = (item.extent, item.true_lb, item.size, 0i64);
    // Innermost first.
    let mut loops = Loops::new();
    for Dimension { size, part, start } in dimensions {
        first = distance(i128::from(first) + i128::from(times(start, stride)?))?;
        match loops.last_mut() {
            _ if part == 1 => {}
            None if stride == block as i64 => block = times(stride, part)? as u64,
            Some(outermost) if times(outermost.stride, outermost.count as i64) == Some(stride) => {
                outermost.count = outermost.count.checked_mul(part as u64)?;
            }
            _ => loops.push(Loop { count: part as u64, stride }),
        }
        reach = distance(i128::from(reach) + i128::from(times(part - 1, stride)?))?;
        stride = times(stride, size)?;
    }
    let count = loops.iter().try_fold(1i64, |n, l| times(n, i64::try_from(l.count).ok()?))?;
    let (low, span) = (reach.min(0), distance(i128::from(item.true_extent) + i128::from(reach.abs()))?);
    let (true_lb, size) = (distance(i128::from(first) + i128::from(low))?, times(block as i64, count)? as u64);
    distance(i128::from(true_lb) + i128::from(span))?;
    loops.reverse();
    let shape = match loops.is_empty() {
        true => Shape::Solid,
        false => Shape::Nest { loops, blocks: smallvec![(first, block)] },
    };
    Some(TypeLayout { size, lb: 0, extent: stride, true_lb, true_extent: span, marked: true, shape })
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

    /// Compares parts of arrays of up to four dimensions with the layouts that placing row by row makes.
    #[test]
    fn a_part_of_solid_items_is_what_its_rows_make() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..2000 {
            let item = match random.u32(..3) {
                0 => TypeLayout::bytes(8),
                1 => TypeLayout::bytes(8).resized(0, 8 * random.i64(-2..4)),
                _ => TypeLayout::bytes(4).moved(12).expect("near").resized(random.i64(-8..8), 16),
            };
            let dimensions: Vec<[i64; 3]> = (0..1 + random.usize(..4))
                .map(|_| {
                    let (part, start, behind) = (random.i64(1..5), random.i64(0..3), random.i64(-2..3).max(0));
                    [start + part + behind, part, start]
                })
                .collect();
            let each = || dimensions.iter().map(|&[size, part, start]| Dimension { size, part, start });
            let mut want = item.clone();
            let mut stride = item.extent;
            for d in each() {
                want = place(d.start * stride, d.part as u64, &want).expect("small");
                stride *= d.size;
                want = want.resized(0, stride);
            }
            let got = part_of_solid(&item, each()).expect("small");
            let bytes = |l: &TypeLayout| {
                let mut all = Vec::new();
                l.each(&mut |at, len| all.extend(at..at + len as i64));
                all
            };
            assert_eq!(bytes(&got), bytes(&want), "round {round}: {dimensions:?} of {item:?}");
            let bounds = |l: &TypeLayout| (l.size, l.lb, l.extent, l.true_lb, l.true_extent, l.marked);
            assert_eq!(bounds(&got), bounds(&want), "round {round}: {dimensions:?} of {item:?}");
        }
        let far = [Dimension { size: 1 << 31, part: 1, start: 0 }, Dimension { size: 1 << 31, part: 2, start: 0 }];
        assert!(part_of_solid(&TypeLayout::bytes(8), far.into_iter()).is_none());
        // All items are in one place, so only their number is too large.
        let all_in_one_place = TypeLayout::bytes(4).resized(0, 0);
        let many = [1 << 30; 3].into_iter().map(|n| Dimension { size: n, part: n, start: 0 });
        assert!(part_of_solid(&all_in_one_place, many).is_none());
    }

    #[test]
    fn invalid_distributions_are_refused() {
        assert!(Share::new(abi::MPI_DISTRIBUTE_BLOCK, 2, 9, 4, 0).is_err());
        assert!(Share::new(abi::MPI_DISTRIBUTE_CYCLIC, 0, 9, 4, 0).is_err());
        assert!(Share::new(abi::MPI_DISTRIBUTE_NONE, 2, 9, 4, 0).is_err());
        assert!(Share::new(99, 2, 9, 4, 0).is_err());
    }
}
