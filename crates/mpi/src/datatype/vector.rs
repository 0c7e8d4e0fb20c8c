//! MPI_Type_contiguous, MPI_Type_vector, MPI_Type_create_hvector, MPI_Type_create_resized (MPI 5.0, 5.1.2, 5.1.7).
use crate::abi;
use crate::error::{Call, Result, error};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::datatype::TypeLayout;
use crate::objects::datatype::layout::distance;
use crate::objects::datatype::recipe::{Recipe, count, lengths, product};

/// MPI_Type_contiguous
pub fn contiguous(call: Call, n: i64, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let steps = count(n, "the count")?;
    let recipe = Recipe::new(call, abi::MPI_COMBINER_CONTIGUOUS).counts(&[n]).types(&[old]);
    let (layout, signature) = (base.layout.repeat(steps), base.signature.repeat(steps));
    recipe.give(&mut s.types, layout, signature, new)
}

/// MPI_Type_vector. The stride is in items.
pub fn vector(call: Call, n: i64, len: i64, stride: i64, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let recipe = Recipe::new(call, abi::MPI_COMBINER_VECTOR).counts(&[n, len, stride]);
    let extent = gate::enter().types.find(old)?.layout.extent;
    // A vector of one block, or of empty ones, uses no stride: any is right.
    let stride = if n > 1 && len > 0 { product(stride, extent)? } else { 0 };
    make(recipe, (n, len, stride), old, new)
}

/// MPI_Type_create_hvector. The stride is in bytes.
pub fn hvector(call: Call, n: i64, len: i64, stride: i64, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let recipe = Recipe::new(call, abi::MPI_COMBINER_HVECTOR).counts(&[n, len]).addresses(&[stride]);
    make(recipe, (n, len, stride), old, new)
}

fn make(recipe: Recipe, (n, len, stride): (i64, i64, i64), old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let (steps, len) = (count(n, "the count")?, lengths(&[len])?[0]);
    let layout = match (steps, len) {
        (0, _) | (_, 0) => Some(TypeLayout::bytes(0)),
        _ => base.layout.repeat(len).and_then(|block| block.repeat_by(steps, stride)),
    };
    let signature = base.signature.repeat(len).repeat(steps);
    recipe.types(&[old]).give(&mut s.types, layout, signature, new)
}

/// MPI_Type_create_resized
pub fn resized(call: Call, old: abi::Datatype, lb: i64, extent: i64, new: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    let base = s.types.find(old)?;
    let fits = distance(lb.into()).and(distance(extent.into())).is_some();
    let far = || error(abi::MPI_ERR_ARG, format!("bounds {lb} and extent {extent} exceed the largest distance"));
    let layout = fits.then(|| base.layout.clone().resized(lb, extent)).ok_or_else(far)?;
    let recipe = Recipe::new(call, abi::MPI_COMBINER_RESIZED).addresses(&[lb, extent]).types(&[old]);
    let signature = base.signature.clone();
    recipe.give(&mut s.types, Some(layout), signature, new)
}
