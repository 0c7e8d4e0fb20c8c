//! The predefined datatypes of the standard ABI. Bits 5:3 of the handle of a fixed-size type are the logarithm of its
//! size.
use super::elem::{Elem, Index, Value};
use super::layout::TypeLayout;
use super::signature::{Basic, Signature};
use super::{Type, TypeInfo};
use crate::abi::{self, *};
use std::sync::{Arc, OnceLock};

/// The smallest handle of a datatype. The tables below are indexed by handle minus `FIRST`.
const FIRST: usize = MPI_DATATYPE_NULL.0;

/// bfloat16, for which the standard has no name. A program must ask for the handle (`MPIX_BFLOAT16` in mpi.h calls a
/// function), because the standard may give this one of its free numbers to another type.
pub const BFLOAT16: abi::Datatype = abi::Datatype(0x24a);

/// Returns the element kind of a handle. The optional types REAL16, COMPLEX4 and COMPLEX32 are missing.
const fn elem(handle: abi::Datatype) -> Option<Elem> {
    use Elem::*;
    Some(match handle {
        MPI_AINT | MPI_COUNT | MPI_OFFSET | MPI_LONG | MPI_LONG_LONG | MPI_INT64_T | MPI_INTEGER8 => I64,
        MPI_SHORT | MPI_INT16_T | MPI_INTEGER2 => I16,
        MPI_INT | MPI_INT32_T | MPI_INTEGER | MPI_INTEGER4 => I32,
        MPI_SIGNED_CHAR | MPI_INT8_T | MPI_INTEGER1 => I8,
        MPI_INTEGER16 => I128,
        MPI_UNSIGNED_CHAR | MPI_UINT8_T => U8,
        MPI_UNSIGNED_SHORT | MPI_UINT16_T => U16,
        MPI_UNSIGNED | MPI_UINT32_T => U32,
        MPI_UNSIGNED_LONG | MPI_UNSIGNED_LONG_LONG | MPI_UINT64_T => U64,
        MPI_REAL2 => F16,
        BFLOAT16 => Bfloat16,
        MPI_FLOAT | MPI_REAL | MPI_REAL4 => F32,
        MPI_DOUBLE | MPI_DOUBLE_PRECISION | MPI_REAL8 => F64,
        MPI_LONG_DOUBLE => FLong,
        MPI_C_FLOAT_COMPLEX | MPI_CXX_FLOAT_COMPLEX | MPI_COMPLEX | MPI_COMPLEX8 => C32,
        MPI_C_DOUBLE_COMPLEX | MPI_CXX_DOUBLE_COMPLEX | MPI_DOUBLE_COMPLEX | MPI_COMPLEX16 => C64,
        MPI_C_LONG_DOUBLE_COMPLEX | MPI_CXX_LONG_DOUBLE_COMPLEX => CLong,
        MPI_C_BOOL | MPI_CXX_BOOL => Bool,
        MPI_LOGICAL | MPI_LOGICAL4 => Logical(4),
        MPI_LOGICAL1 => Logical(1),
        MPI_LOGICAL2 => Logical(2),
        MPI_LOGICAL8 => Logical(8),
        MPI_LOGICAL16 => Logical(16),
        MPI_BYTE => Byte,
        MPI_CHAR => Char,
        MPI_CHARACTER => Character,
        MPI_WCHAR => Wchar,
        MPI_PACKED => Packed,
        MPI_FLOAT_INT => Pair(Value::F32, Index::I32),
        MPI_DOUBLE_INT => Pair(Value::F64, Index::I32),
        MPI_LONG_INT => Pair(Value::I64, Index::I32),
        MPI_2INT | MPI_2INTEGER => Pair(Value::I32, Index::I32),
        MPI_SHORT_INT => Pair(Value::I16, Index::I32),
        MPI_LONG_DOUBLE_INT => Pair(Value::FLong, Index::I32),
        MPI_2REAL => Pair(Value::F32, Index::F32),
        MPI_2DOUBLE_PRECISION => Pair(Value::F64, Index::F64),
        _ => return None,
    })
}

/// Size in bytes of each predefined type without gaps, by handle; 0 for all other handles.
static SOLID: [u8; 512] = {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 512 {
        if let Some(e) = elem(abi::Datatype(FIRST + i))
            && e.size() == e.extent()
        {
            table[i] = e.size() as u8;
        }
        i += 1;
    }
    table
};

/// Returns the size in bytes of a predefined type without gaps; 0 for every other handle.
#[inline(always)]
pub fn solid_size(handle: abi::Datatype) -> u64 {
    match SOLID.get(handle.0.wrapping_sub(FIRST)) {
        Some(&size) => u64::from(size),
        None => 0,
    }
}

/// The facts of each available predefined type, by handle.
static FACTS: [Option<TypeInfo>; 512] = {
    let mut table = [None; 512];
    let mut i = 0;
    while i < 512 {
        if let Some(e) = elem(abi::Datatype(FIRST + i)) {
            let (size, extent) = (e.size(), e.extent() as i64);
            // A pair's padding lies between its value and its index, or behind its index.
            let true_extent = match e {
                Elem::Pair(_, index) => (e.index_offset() + index.size()) as i64,
                _ => extent,
            };
            let solid = size as i64 == extent;
            table[i] = Some(TypeInfo { size, extent, true_lb: 0, true_extent, elem: Some(e), solid });
        }
        i += 1;
    }
    table
};

/// Returns the facts of a predefined type, or `None` if this library has no such type.
#[inline(always)]
pub fn facts(handle: abi::Datatype) -> Option<&'static TypeInfo> {
    FACTS.get(handle.0.wrapping_sub(FIRST))?.as_ref()
}

/// The predefined types, by handle. Each type is made when first looked up.
static TYPES: [OnceLock<Arc<Type>>; 512] = [const { OnceLock::new() }; 512];

/// Returns the predefined type behind a handle, or `None` if this library has no such type.
pub fn find(handle: abi::Datatype) -> Option<&'static Arc<Type>> {
    let elem = facts(handle)?.elem?;
    Some(TYPES[handle.0 - FIRST].get_or_init(|| Arc::new(make(handle, elem))))
}

fn make(handle: abi::Datatype, elem: Elem) -> Type {
    let layout = match elem {
        Elem::Pair(v, i) if elem.extent() != elem.size() => {
            TypeLayout::blocks(vec![(0, v.size()), (elem.index_offset() as i64, i.size())], elem.extent() as i64)
        }
        e => TypeLayout::bytes(e.size()),
    };
    let long = matches!(handle, MPI_LONG | MPI_UNSIGNED_LONG | MPI_LONG_INT);
    Type::new(layout, Signature::of(Basic { elem, long }), None)
}

/// The names of the predefined types, by handle, including the missing optional types.
static NAMES: [Option<&str>; 512] = {
    let mut table = [None; 512];
    let mut i = 0;
    while i < DATATYPE_NAMES.len() {
        let (number, name) = DATATYPE_NAMES[i];
        table[number as usize - FIRST] = Some(name);
        i += 1;
    }
    table[BFLOAT16.0 - FIRST] = Some("MPIX_BFLOAT16");
    table
};

/// Returns the name of a predefined datatype, even if the type is a missing optional type.
pub fn name(handle: abi::Datatype) -> Option<&'static str> {
    *NAMES.get(handle.0.wrapping_sub(FIRST))?
}

/// Returns true if the handle names a missing optional type (MPI_REAL16…), which has no size.
pub fn missing(handle: abi::Datatype) -> bool {
    facts(handle).is_none() && handle != MPI_DATATYPE_NULL && name(handle).is_some()
}

const _: () = assert!(size_of::<TypeInfo>() <= 64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_agree_with_the_handle_bits() {
        for &(number, name) in DATATYPE_NAMES {
            let handle = abi::Datatype(number as usize);
            // Fixed-size types have the handles 0x240 to 0x3ff; bits 5:3 are log2 of the size.
            if number >= 0x240
                && let Some(facts) = facts(handle).filter(|facts| facts.solid)
            {
                assert_eq!(facts.size, 1 << (number >> 3 & 7), "{name}");
            }
        }
    }

    #[test]
    fn every_type_but_the_three_optional_ones_exists() {
        let missing: Vec<_> =
            DATATYPE_NAMES.iter().filter(|(n, _)| missing(abi::Datatype(*n as usize))).map(|(_, name)| *name).collect();
        assert_eq!(missing, ["MPI_COMPLEX4", "MPI_REAL16", "MPI_COMPLEX32"]);
    }

    #[test]
    fn the_facts_agree_with_the_types() {
        for &(number, name) in DATATYPE_NAMES {
            let handle = abi::Datatype(number as usize);
            let Some(t) = find(handle) else { continue };
            let (l, elem) = (&t.layout, t.signature.elem());
            let (size, extent, true_lb, true_extent) = (l.size, l.extent, l.true_lb, l.true_extent);
            let said = TypeInfo { size, extent, true_lb, true_extent, elem, solid: l.solid() };
            assert_eq!((facts(handle), l.lb), (Some(&said), 0), "{name}");
        }
    }

    #[test]
    fn pairs_are_laid_out_like_c_structs() {
        let facts = |h| find(h).map(|t| (t.layout.size, t.layout.extent));
        assert_eq!(facts(MPI_SHORT_INT), Some((6, 8)));
        assert_eq!(facts(MPI_DOUBLE_INT), Some((12, 16)));
        assert_eq!(facts(MPI_LONG_DOUBLE_INT), Some((20, 32)));
        assert_eq!(facts(MPI_2INT), Some((8, 8)));
    }
}
