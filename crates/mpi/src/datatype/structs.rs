//! MPI_Type_create_struct (MPI 5.0, 5.1.2).
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{In, Ints, Out};
use crate::ffi::gate;
use crate::objects::datatype::Signature;
use crate::objects::datatype::place::Placing;
use crate::objects::datatype::recipe::{Recipe, count, lengths};

/// MPI_Type_create_struct. Pads the extent as the C compiler pads a struct (MPI 5.0, 5.1.6, epsilon).
pub fn create_struct(
    call: Call,
    n: i64,
    lens: Ints,
    at: Ints,
    types: In<abi::Datatype>,
    new: Out<abi::Datatype>,
) -> Result {
    let size = count(n, "the count")? as usize;
    let (lens, at, types) = (lens.to_vec(size), at.to_vec(size), types.to_vec(size));
    let recipe = Recipe::new(call, abi::MPI_COMBINER_STRUCT).counts(&[n]).counts(&lens).addresses(&at).types(&types);
    let lens = lengths(&lens)?;
    let mut s = gate::enter();
    let mut placing = Placing::default();
    let mut parts = Vec::with_capacity(size);
    let mut whole = true;
    for i in 0..size {
        let base = s.types.find(types[i])?;
        whole = whole && placing.add(at[i], lens[i], &base.layout).is_some();
        parts.push(base.signature.repeat(lens[i]));
    }
    let signature = Signature::list(parts);
    let layout = if whole { placing.finish(signature.align()) } else { None };
    recipe.give(&mut s.types, layout, signature, new)
}
