//! The MPI functions on the properties of Fortran's types (MPI 5.0, 20.3.5). The library's Fortran types have the sizes
//! of the usual compilers' default kinds, and the truth values are 1 and 0, because reductions on LOGICAL return these.
//! The library therefore fixes the properties itself, and a program cannot set them.
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::objects::info::Info;

/// The types of Fortran's default kinds, by their names in info keys.
const DEFAULT: [(&str, abi::Datatype); 4] = [
    ("logical", abi::MPI_LOGICAL),
    ("integer", abi::MPI_INTEGER),
    ("real", abi::MPI_REAL),
    ("double_precision", abi::MPI_DOUBLE_PRECISION),
];

/// The optional types, by their names in info keys.
const OPTIONAL: [(&str, abi::Datatype); 19] = [
    ("logical1", abi::MPI_LOGICAL1),
    ("logical2", abi::MPI_LOGICAL2),
    ("logical4", abi::MPI_LOGICAL4),
    ("logical8", abi::MPI_LOGICAL8),
    ("logical16", abi::MPI_LOGICAL16),
    ("integer1", abi::MPI_INTEGER1),
    ("integer2", abi::MPI_INTEGER2),
    ("integer4", abi::MPI_INTEGER4),
    ("integer8", abi::MPI_INTEGER8),
    ("integer16", abi::MPI_INTEGER16),
    ("real2", abi::MPI_REAL2),
    ("real4", abi::MPI_REAL4),
    ("real8", abi::MPI_REAL8),
    ("real16", abi::MPI_REAL16),
    ("complex4", abi::MPI_COMPLEX4),
    ("complex8", abi::MPI_COMPLEX8),
    ("complex16", abi::MPI_COMPLEX16),
    ("complex32", abi::MPI_COMPLEX32),
    ("double_complex", abi::MPI_DOUBLE_COMPLEX),
];

/// MPI_Abi_get_fortran_info
pub fn abi_get_fortran_info(_: Call, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let mut facts = Info::new();
    for (name, datatype) in DEFAULT {
        facts.set(&format!("mpi_{name}_size"), &s.types.info(datatype)?.size.to_string());
    }
    for (name, datatype) in OPTIONAL {
        facts.set(&format!("mpi_{name}_supported"), if s.types.info(datatype).is_ok() { "true" } else { "false" });
    }
    info.set(s.infos.add(facts));
    Ok(())
}

/// MPI_Abi_set_fortran_info
pub fn abi_set_fortran_info(_: Call, info: abi::Info) -> Result {
    gate::enter().infos.or_null(info)?;
    fail(abi::MPI_ERR_ABI, "the library knows Fortran's types already; MPI_Abi_get_fortran_info tells them")
}

/// Checks the arguments of both functions on truth values, and returns the size.
fn logical(size: i32, of_true: Addr, of_false: Addr) -> Result<usize> {
    if of_true.get() == 0 || of_false.get() == 0 {
        return fail(abi::MPI_ERR_ARG, "the variable for a truth value is a null pointer");
    }
    match size {
        1 | 2 | 4 | 8 | 16 => Ok(size as usize),
        _ => fail(abi::MPI_ERR_ARG, format!("the size of a LOGICAL is {size}; it must be 1, 2, 4, 8 or 16")),
    }
}

/// MPI_Abi_get_fortran_booleans
pub fn abi_get_fortran_booleans(_: Call, size: i32, of_true: Addr, of_false: Addr, is_set: Out<i32>) -> Result {
    let size = logical(size, of_true, of_false)?;
    for (variable, value) in [(of_true, 1u128), (of_false, 0)] {
        let bytes = value.to_ne_bytes();
        // The low bytes of a number, in the machine's order.
        let from = if cfg!(target_endian = "little") { 0 } else { bytes.len() - size };
        bytes[from..from + size].iter().enumerate().for_each(|(i, &byte)| variable.out::<u8>().set_at(i, byte));
    }
    is_set.set(1);
    Ok(())
}

/// MPI_Abi_set_fortran_booleans
pub fn abi_set_fortran_booleans(_: Call, size: i32, of_true: Addr, of_false: Addr) -> Result {
    logical(size, of_true, of_false)?;
    fail(abi::MPI_ERR_ABI, "the library knows Fortran's truth values already: 1 and 0")
}
