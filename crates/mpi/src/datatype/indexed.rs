//! Blocks of one type at given displacements: the indexed constructors (MPI 5.0, 5.1.2).
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Ints, Out};
use crate::ffi::gate;
use crate::objects::datatype::place::Placing;
use crate::objects::datatype::recipe::{Recipe, count, lengths, product};

/// MPI_Type_indexed. Displacements are in items.
pub fn indexed(call: Call, n: i64, lens: Ints, at: Ints, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let size = count(n, "the count")? as usize;
    let (lens, at) = (lens.to_vec(size), at.to_vec(size));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_INDEXED).counts(&[n]).counts(&lens).counts(&at);
    let lens = lengths(&lens)?;
    make(recipe, &lens, &scaled(at, &lens, old)?, old, new)
}

/// MPI_Type_create_hindexed. Displacements are in bytes.
pub fn hindexed(call: Call, n: i64, lens: Ints, at: Ints, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let size = count(n, "the count")? as usize;
    let (lens, at) = (lens.to_vec(size), at.to_vec(size));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_HINDEXED).counts(&[n]).counts(&lens).addresses(&at);
    make(recipe, &lengths(&lens)?, &at, old, new)
}

/// MPI_Type_create_indexed_block. Displacements are in items.
pub fn indexed_block(call: Call, n: i64, len: i64, at: Ints, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let size = count(n, "the count")? as usize;
    let (lens, at) = (lengths(&[len])?, at.to_vec(size));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_INDEXED_BLOCK).counts(&[n, len]).counts(&at);
    let lens = vec![lens[0]; size];
    make(recipe, &lens, &scaled(at, &lens, old)?, old, new)
}

/// MPI_Type_create_hindexed_block. Displacements are in bytes.
pub fn hindexed_block(call: Call, n: i64, len: i64, at: Ints, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let size = count(n, "the count")? as usize;
    let (lens, at) = (lengths(&[len])?, at.to_vec(size));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_HINDEXED_BLOCK).counts(&[n, len]).addresses(&at);
    make(recipe, &vec![lens[0]; size], &at, old, new)
}

/// Converts displacements from items to bytes. Those of empty blocks become 0: nothing uses them, so any are right.
fn scaled(at: Vec<i64>, lens: &[u64], old: abi::Datatype) -> Result<Vec<i64>> {
    let extent = gate::enter().types.find(old)?.layout.extent;
    at.into_iter().zip(lens).map(|(d, &n)| if n > 0 { product(d, extent) } else { Ok(0) }).collect()
}

fn make(recipe: Recipe, lens: &[u64], at: &[i64], old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let mut placing = Placing::default();
    let placed = at.iter().zip(lens).try_for_each(|(&d, &n)| placing.add(d, n, &base.layout));
    let layout = placed.and_then(|()| placing.finish(1));
    let items = lens.iter().fold(0u64, |sum, &n| sum.saturating_add(n));
    let signature = base.signature.repeat(items);
    recipe.types(&[old]).give(&mut s.types, layout, signature, new)
}
