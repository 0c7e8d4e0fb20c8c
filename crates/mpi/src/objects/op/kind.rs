//! The kinds of elements of predefined datatypes that reductions distinguish.

/// The kind of element of a predefined datatype that reductions allow: representation and class (MPI 5.0, 6.9.2).
/// Integers, logicals and floating-point numbers are named by their width in bits. `I` and `U` are C integers;
/// `Fortran` are Fortran integers and MPI_AINT, MPI_OFFSET, MPI_COUNT; pairs are named after their value and their
/// index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// C integers, from here to `U64`.
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    /// Fortran integers and MPI_AINT, MPI_OFFSET, MPI_COUNT, from here to `Fortran128`. They have no logical
    /// operations.
    Fortran8,
    Fortran16,
    Fortran32,
    Fortran64,
    Fortran128,
    Byte,
    /// Fortran LOGICAL and C/C++ bool, from here to `Logical128`.
    Logical8,
    Logical16,
    Logical32,
    Logical64,
    Logical128,
    F16,
    /// The upper half of a float32.
    Bfloat16,
    F32,
    F64,
    F128,
    /// C's `long double`: 80 bits in 16 bytes on x86-64, IEEE quadruple precision on AArch64.
    LongDouble,
    ComplexF16,
    ComplexF32,
    ComplexF64,
    ComplexF128,
    ComplexLongDouble,
    /// Pairs of a value and its index, from here on. They are laid out like a C struct, with its padding.
    FloatInt,
    DoubleInt,
    LongInt,
    IntInt,
    ShortInt,
    LongDoubleInt,
    FloatFloat,
    DoubleDouble,
}

impl ElementKind {
    /// The kind of C's `char`, which is signed on some platforms and unsigned on others.
    pub const CHAR: ElementKind = if std::ffi::c_char::MIN == 0 { ElementKind::U8 } else { ElementKind::I8 };

    /// All kinds; a kind's index is its code.
    const ALL: [ElementKind; 39] = [
        ElementKind::I8,
        ElementKind::I16,
        ElementKind::I32,
        ElementKind::I64,
        ElementKind::I128,
        ElementKind::U8,
        ElementKind::U16,
        ElementKind::U32,
        ElementKind::U64,
        ElementKind::Fortran8,
        ElementKind::Fortran16,
        ElementKind::Fortran32,
        ElementKind::Fortran64,
        ElementKind::Fortran128,
        ElementKind::Byte,
        ElementKind::Logical8,
        ElementKind::Logical16,
        ElementKind::Logical32,
        ElementKind::Logical64,
        ElementKind::Logical128,
        ElementKind::F16,
        ElementKind::Bfloat16,
        ElementKind::F32,
        ElementKind::F64,
        ElementKind::F128,
        ElementKind::LongDouble,
        ElementKind::ComplexF16,
        ElementKind::ComplexF32,
        ElementKind::ComplexF64,
        ElementKind::ComplexF128,
        ElementKind::ComplexLongDouble,
        ElementKind::FloatInt,
        ElementKind::DoubleInt,
        ElementKind::LongInt,
        ElementKind::IntInt,
        ElementKind::ShortInt,
        ElementKind::LongDoubleInt,
        ElementKind::FloatFloat,
        ElementKind::DoubleDouble,
    ];

    /// Returns the kind with this code (`kind as u16`).
    pub fn of_code(code: u16) -> Option<ElementKind> {
        ElementKind::ALL.get(usize::from(code)).copied()
    }

    /// Returns the element kind of a predefined datatype's handle (MPI 5.0 ABI). Returns `None` for types that no
    /// reduction allows: MPI_WCHAR and MPI_CHARACTER (printable characters), MPI_PACKED, and all derived types. The
    /// standard also excludes MPI_CHAR as printable, but programs reduce it, and other libraries treat it as C's
    /// integer `char`.
    #[inline]
    pub fn of_handle(handle: usize) -> Option<ElementKind> {
        Some(match handle {
            0x201..=0x203 => ElementKind::Fortran64, // AINT, COUNT, OFFSET
            0x208 => ElementKind::I16,               // SHORT
            0x209 => ElementKind::I32,               // INT
            0x20a | 0x20b => ElementKind::I64,       // LONG, LONG_LONG
            0x20c => ElementKind::U16,
            0x20d => ElementKind::U32,
            0x20e | 0x20f => ElementKind::U64,
            0x210 => ElementKind::F32,
            0x212 | 0x213 => ElementKind::ComplexF32, // C_FLOAT_COMPLEX, CXX_FLOAT_COMPLEX
            0x214 => ElementKind::F64,
            0x216 | 0x217 => ElementKind::ComplexF64,
            0x218 => ElementKind::Logical32,  // LOGICAL
            0x219 => ElementKind::Fortran32,  // INTEGER
            0x21a => ElementKind::F32,        // REAL
            0x21b => ElementKind::ComplexF32, // COMPLEX
            0x21c => ElementKind::F64,        // DOUBLE_PRECISION
            0x21d => ElementKind::ComplexF64, // DOUBLE_COMPLEX
            0x220 => ElementKind::LongDouble,
            0x224 | 0x225 => ElementKind::ComplexLongDouble,
            0x228 => ElementKind::FloatInt,
            0x229 => ElementKind::DoubleInt,
            0x22a => ElementKind::LongInt,
            0x22b => ElementKind::IntInt, // 2INT
            0x22c => ElementKind::ShortInt,
            0x22d => ElementKind::LongDoubleInt,
            0x230 => ElementKind::FloatFloat,   // 2REAL
            0x231 => ElementKind::DoubleDouble, // 2DOUBLE_PRECISION
            0x232 => ElementKind::IntInt,       // 2INTEGER
            0x238 | 0x239 => ElementKind::Logical8,
            0x240 => ElementKind::I8,
            0x241 => ElementKind::U8,
            0x243 => ElementKind::CHAR,
            0x244 => ElementKind::I8, // SIGNED_CHAR
            0x245 => ElementKind::U8, // UNSIGNED_CHAR
            0x247 => ElementKind::Byte,
            0x248 => ElementKind::I16,
            0x249 => ElementKind::U16,
            0x24a => ElementKind::Bfloat16, // MPIX_BFLOAT16
            0x250 => ElementKind::I32,
            0x251 => ElementKind::U32,
            0x258 => ElementKind::I64,
            0x259 => ElementKind::U64,
            0x2c0 => ElementKind::Logical8,
            0x2c1 => ElementKind::Fortran8,
            0x2c8 => ElementKind::Logical16,
            0x2c9 => ElementKind::Fortran16,
            0x2ca => ElementKind::F16,
            0x2d0 => ElementKind::Logical32,
            0x2d1 => ElementKind::Fortran32,
            0x2d2 => ElementKind::F32,
            0x2d3 => ElementKind::ComplexF16, // COMPLEX4
            0x2d8 => ElementKind::Logical64,
            0x2d9 => ElementKind::Fortran64,
            0x2da => ElementKind::F64,
            0x2db => ElementKind::ComplexF32, // COMPLEX8
            0x2e0 => ElementKind::Logical128,
            0x2e1 => ElementKind::Fortran128,
            0x2e2 => ElementKind::F128,
            0x2e3 => ElementKind::ComplexF64,  // COMPLEX16
            0x2eb => ElementKind::ComplexF128, // COMPLEX32
            _ => return None,
        })
    }

    /// Returns the distance in bytes from an element to the next.
    #[inline]
    pub fn extent(self) -> usize {
        match self {
            ElementKind::I8 | ElementKind::U8 | ElementKind::Fortran8 | ElementKind::Byte | ElementKind::Logical8 => 1,
            ElementKind::I16
            | ElementKind::U16
            | ElementKind::Fortran16
            | ElementKind::Logical16
            | ElementKind::F16
            | ElementKind::Bfloat16 => 2,
            ElementKind::I32
            | ElementKind::U32
            | ElementKind::Fortran32
            | ElementKind::Logical32
            | ElementKind::F32
            | ElementKind::ComplexF16 => 4,
            ElementKind::I64
            | ElementKind::U64
            | ElementKind::Fortran64
            | ElementKind::Logical64
            | ElementKind::F64
            | ElementKind::ComplexF32 => 8,
            ElementKind::FloatInt | ElementKind::IntInt | ElementKind::ShortInt | ElementKind::FloatFloat => 8,
            ElementKind::I128
            | ElementKind::Fortran128
            | ElementKind::Logical128
            | ElementKind::F128
            | ElementKind::LongDouble => 16,
            ElementKind::ComplexF64 | ElementKind::DoubleInt | ElementKind::LongInt | ElementKind::DoubleDouble => 16,
            ElementKind::ComplexF128 | ElementKind::ComplexLongDouble | ElementKind::LongDoubleInt => 32,
        }
    }

    /// Returns, for a pair with padding, the bytes of its value, the bytes of its index, and the offset of its index.
    /// Returns `None` for all other kinds.
    pub fn padded_pair(self) -> Option<(usize, usize, usize)> {
        match self {
            ElementKind::DoubleInt | ElementKind::LongInt => Some((8, 4, 8)),
            ElementKind::ShortInt => Some((2, 4, 4)),
            ElementKind::LongDoubleInt => Some((16, 4, 16)),
            _ => None,
        }
    }

    /// Returns the number of data bytes in an element, without padding.
    pub fn data(self) -> usize {
        self.padded_pair().map_or(self.extent(), |(value, index, _)| value + index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::datatype::facts;

    #[test]
    fn a_kinds_index_is_its_code() {
        for (i, kind) in ElementKind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, ElementKind::of_code(i as u16)), (i, Some(kind)));
        }
        assert_eq!(ElementKind::of_code(ElementKind::ALL.len() as u16), None);
    }

    #[test]
    fn data_and_extent_are_those_of_the_datatypes() {
        for handle in 0x200..0x400 {
            if let (Some(kind), Some(facts)) = (ElementKind::of_handle(handle), facts(crate::abi::Datatype(handle))) {
                assert_eq!((kind.data() as u64, kind.extent() as i64), (facts.size, facts.extent), "{kind:?}");
            }
        }
    }
}
