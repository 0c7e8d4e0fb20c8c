//! Types chosen by precision and range: MPI_Type_create_f90_… and MPI_Type_match_size (MPI 5.0, 19.1.9).
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::datatype::{Made, Type, predefined};
use std::sync::Arc;

/// Precision in decimal digits and decimal exponent range of Fortran's REAL and DOUBLE PRECISION, with the real and the
/// complex type.
const REALS: [(i32, i32, abi::Datatype, abi::Datatype); 2] =
    [(6, 37, abi::MPI_REAL4, abi::MPI_COMPLEX8), (15, 307, abi::MPI_REAL8, abi::MPI_COMPLEX16)];

/// Decimal digits that integers of 1, 2, 4, 8 and 16 bytes can hold, with the integer type.
const INTEGERS: [(i32, abi::Datatype); 5] = [
    (2, abi::MPI_INTEGER1),
    (4, abi::MPI_INTEGER2),
    (9, abi::MPI_INTEGER4),
    (18, abi::MPI_INTEGER8),
    (38, abi::MPI_INTEGER16),
];

/// MPI_Type_create_f90_real
pub fn f90_real(_: Call, digits: i32, range: i32, new: Out<abi::Datatype>) -> Result {
    let kind = real(digits, range)?;
    give(abi::MPI_COMBINER_F90_REAL, vec![digits, range], REALS[kind].2, new)
}

/// MPI_Type_create_f90_complex
pub fn f90_complex(_: Call, digits: i32, range: i32, new: Out<abi::Datatype>) -> Result {
    let kind = real(digits, range)?;
    give(abi::MPI_COMBINER_F90_COMPLEX, vec![digits, range], REALS[kind].3, new)
}

/// MPI_Type_create_f90_integer
pub fn f90_integer(_: Call, range: i32, new: Out<abi::Datatype>) -> Result {
    match integer(range) {
        Some(base) => give(abi::MPI_COMBINER_F90_INTEGER, vec![range], base, new),
        None => fail(abi::MPI_ERR_ARG, format!("no integer holds {range} decimal digits")),
    }
}

fn integer(range: i32) -> Option<abi::Datatype> {
    INTEGERS.iter().find(|(most, _)| range <= *most).map(|(_, base)| *base)
}

fn real(digits: i32, range: i32) -> Result<usize> {
    if digits == abi::MPI_UNDEFINED && range == abi::MPI_UNDEFINED {
        return fail(abi::MPI_ERR_ARG, "one of precision and range must be given");
    }
    let fits = |want: i32, most: i32| want == abi::MPI_UNDEFINED || want <= most;
    match REALS.iter().position(|k| fits(digits, k.0) && fits(range, k.1)) {
        Some(kind) => Ok(kind),
        None => fail(abi::MPI_ERR_ARG, format!("no real has {digits} decimal digits and a range of {range}")),
    }
}

/// Sets `new` to the unnamed predefined type for these parameters. Every call sets an equal handle.
fn give(combiner: i32, integers: Vec<i32>, base: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    let same = |m: &Made| m.combiner == combiner && *m.integers == *integers;
    let found = s.types.table.iter().find(|(_, o)| o.ty.made.as_ref().is_some_and(same)).map(|(h, _)| abi::Datatype(h));
    if let Some(handle) = found {
        new.set(handle);
        return Ok(());
    }
    let made = Made { integers: integers.into(), ..Made::by(combiner) };
    let ty = Type { made: Some(made), ..(**s.types.find(base)?).clone() };
    new.set(s.types.add(Arc::new(ty), true));
    Ok(())
}

impl Made {
    /// Returns true if this is an unnamed predefined type, which is never freed.
    pub fn unnamed(&self) -> bool {
        use abi::{MPI_COMBINER_F90_COMPLEX, MPI_COMBINER_F90_INTEGER, MPI_COMBINER_F90_REAL};
        [MPI_COMBINER_F90_REAL, MPI_COMBINER_F90_COMPLEX, MPI_COMBINER_F90_INTEGER].contains(&self.combiner)
    }

    /// Returns the named predefined type that has the layout of this unnamed predefined type, or `None` for any other
    /// type.
    pub fn named(&self) -> Option<abi::Datatype> {
        match (self.combiner, self.integers.as_slice()) {
            (abi::MPI_COMBINER_F90_REAL, &[digits, range]) => Some(REALS[real(digits, range).ok()?].2),
            (abi::MPI_COMBINER_F90_COMPLEX, &[digits, range]) => Some(REALS[real(digits, range).ok()?].3),
            (abi::MPI_COMBINER_F90_INTEGER, &[range]) => integer(range),
            _ => None,
        }
    }
}

/// MPI_Type_match_size: sets `datatype` to a predefined type of this class and size in bytes.
pub fn match_size(_: Call, class: i32, size: i32, datatype: Out<abi::Datatype>) -> Result {
    use abi::*;
    let (what, candidates): (_, &[abi::Datatype]) = match class {
        MPI_TYPECLASS_INTEGER => ("integer", &[MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16]),
        MPI_TYPECLASS_REAL => ("real", &[MPI_REAL2, MPI_REAL4, MPI_REAL8]),
        MPI_TYPECLASS_COMPLEX => ("complex", &[MPI_COMPLEX8, MPI_COMPLEX16]),
        MPIX_TYPECLASS_LOGICAL => ("logical", &[MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_LOGICAL16]),
        other => return fail(MPI_ERR_ARG, format!("{other} is no MPI_TYPECLASS_ constant")),
    };
    match candidates.iter().find(|&&c| i64::from(size) == predefined::solid_size(c) as i64) {
        Some(&c) => datatype.set(c),
        None => return fail(MPI_ERR_ARG, format!("there is no {what} type of {size} bytes")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f90_real_returns_the_smallest_type_that_holds_digits_and_range() {
        let u = abi::MPI_UNDEFINED;
        assert_eq!([real(6, 37).ok(), real(6, 38).ok(), real(u, 30).ok(), real(15, u).ok()], [0, 1, 0, 1].map(Some));
        assert!(real(u, u).is_err() && real(16, 0).is_err());
    }
}
