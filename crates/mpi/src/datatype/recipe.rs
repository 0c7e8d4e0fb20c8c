//! What the constructors share: reading arguments, writing down how a type was made, and giving out the handle.
use super::{Made, Signature, Type, TypeLayout, Types};
use crate::abi;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::args::Out;

/// The contents of a type that is being made (MPI 5.0, 5.1.13): large counts if the call is a `_c` one.
#[derive(Debug)]
pub struct Recipe {
    large: bool,
    made: Made,
}

impl Recipe {
    pub fn new(call: Call, combiner: i32) -> Recipe {
        let large = call.name().ends_with("_c");
        let made = Made { combiner, integers: vec![], addresses: vec![], large: vec![], types: vec![] };
        Recipe { large, made }
    }

    /// `int` in both forms of the call.
    pub fn ints(mut self, values: &[i32]) -> Recipe {
        self.made.integers.extend(values);
        self
    }

    /// `int` in one form of the call, `MPI_Count` in the other.
    pub fn counts(mut self, values: &[i64]) -> Recipe {
        match self.large {
            true => self.made.large.extend(values),
            // They came as `int`.
            false => self.made.integers.extend(values.iter().map(|&v| v as i32)),
        }
        self
    }

    /// `MPI_Aint` in one form of the call, `MPI_Count` in the other.
    pub fn addresses(mut self, values: &[i64]) -> Recipe {
        match self.large {
            true => self.made.large.extend(values),
            false => self.made.addresses.extend(values),
        }
        self
    }

    pub fn types(mut self, types: &[abi::Datatype]) -> Recipe {
        self.made.types.extend(types);
        self
    }

    /// Gives out the new type's handle. No layout: it is too large.
    pub fn give(
        self,
        types: &mut Types,
        layout: Option<TypeLayout>,
        signature: Signature,
        new: Out<abi::Datatype>,
    ) -> Result {
        let layout = layout.ok_or_else(too_large)?;
        new.set(types.add(Type::new(layout, signature, Some(self.made)), false));
        Ok(())
    }
}

fn too_large() -> Box<Error> {
    error(abi::MPI_ERR_ARG, "the datatype would reach further than bytes can be counted")
}

/// A count that must not be negative.
pub fn count(value: i64, what: &str) -> Result<u64> {
    match u64::try_from(value) {
        Ok(n) => Ok(n),
        Err(_) => fail(abi::MPI_ERR_COUNT, format!("{what} is {value}; it must not be negative")),
    }
}

/// Lengths of blocks, none of which may be negative.
pub fn lengths(values: &[i64]) -> Result<Vec<u64>> {
    let one = |(i, &v): (usize, &i64)| match u64::try_from(v) {
        Ok(n) => Ok(n),
        Err(_) => fail(abi::MPI_ERR_ARG, format!("block {i} has length {v}; it must not be negative")),
    };
    values.iter().enumerate().map(one).collect()
}

/// `a * b` bytes. Error: MPI_ERR_ARG.
pub fn product(a: i64, b: i64) -> Result<i64> {
    super::layout::distance(i128::from(a) * i128::from(b)).ok_or_else(too_large)
}
