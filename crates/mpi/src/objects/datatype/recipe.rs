//! Functions shared by the constructors: they read arguments, record how a type was made, and return the handle.
use super::{Made, Signature, Type, TypeLayout, Types};
use crate::abi;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::args::{Ints, Out};
use std::sync::Arc;

/// The contents of a type that a constructor is making (MPI 5.0, 5.1.13). The `_c` form of a constructor records
/// MPI_Count values as such.
#[derive(Debug)]
pub struct Recipe {
    large: bool,
    made: Made,
}

impl Recipe {
    #[inline(always)]
    pub fn new(call: Call, combiner: i32) -> Recipe {
        let large = call.name().ends_with("_c");
        Recipe { large, made: Made::by(combiner) }
    }

    /// Records values that are `int` in both forms of the call.
    #[inline(always)]
    pub fn ints(mut self, values: &[i32]) -> Recipe {
        self.made.integers.extend_from_slice(values);
        self
    }

    /// Records values that are `int` in one form of the call and `MPI_Count` in the other.
    pub fn counts(mut self, values: &[i64]) -> Recipe {
        match self.large {
            true => self.made.large.extend(values),
            // In the form without `_c`, the program passed these values as `int`.
            false => self.made.integers.extend(values.iter().map(|&v| v as i32)),
        }
        self
    }

    /// Records the arguments of MPI_Type_create_subarray: three values for each of `n` dimensions, and the order. In
    /// place, because the processor stalls where it copies what it has just stored.
    #[inline(always)]
    pub fn record_subarray(&mut self, n: usize, values: [Ints; 3], order: i32, old: abi::Datatype) {
        let Made { integers, large, types, .. } = &mut self.made;
        integers.push(n as i32);
        for values in values {
            for i in 0..n {
                match self.large {
                    true => large.push(values.get(i)),
                    // In the form without `_c`, the program passed these values as `int`.
                    false => integers.push(values.get(i) as i32),
                }
            }
        }
        integers.push(order);
        types.push(old);
    }

    /// Records values that are `MPI_Aint` in one form of the call and `MPI_Count` in the other.
    pub fn addresses(mut self, values: &[i64]) -> Recipe {
        match self.large {
            true => self.made.large.extend(values),
            false => self.made.addresses.extend(values),
        }
        self
    }

    #[inline(always)]
    pub fn types(mut self, types: &[abi::Datatype]) -> Recipe {
        self.made.types.extend_from_slice(types);
        self
    }

    /// Adds the new type and sets its handle. Returns an error if `layout` is `None`: the type is too large.
    #[inline(always)]
    pub fn give(
        self,
        types: &mut Types,
        layout: Option<TypeLayout>,
        signature: Signature,
        new: Out<abi::Datatype>,
    ) -> Result {
        let layout = layout.ok_or_else(too_large)?;
        new.set(types.add(Arc::new(Type::new(layout, signature, Some(self.made))), false));
        Ok(())
    }
}

fn too_large() -> Box<Error> {
    error(abi::MPI_ERR_ARG, "the datatype would reach further than bytes can be counted")
}

/// Checks a count, which must not be negative.
pub fn count(value: i64, what: &str) -> Result<u64> {
    match u64::try_from(value) {
        Ok(n) => Ok(n),
        Err(_) => fail(abi::MPI_ERR_COUNT, format!("{what} is {value}; it must not be negative")),
    }
}

/// Checks block lengths. Returns an error if a length is negative.
pub fn lengths(values: &[i64]) -> Result<Vec<u64>> {
    let one = |(i, &v): (usize, &i64)| match u64::try_from(v) {
        Ok(n) => Ok(n),
        Err(_) => fail(abi::MPI_ERR_ARG, format!("block {i} has length {v}; it must not be negative")),
    };
    values.iter().enumerate().map(one).collect()
}

/// Returns `a * b` bytes, or MPI_ERR_ARG on overflow.
pub fn product(a: i64, b: i64) -> Result<i64> {
    super::layout::distance(i128::from(a) * i128::from(b)).ok_or_else(too_large)
}
