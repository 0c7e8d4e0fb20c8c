//! What a predefined datatype's element is, to a reduction.

/// The element of a predefined datatype that reductions are allowed on: representation and class (MPI 5.0, 6.9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// C integers; all but the Fortran ones may also be combined logically.
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    /// Fortran integers and MPI_AINT, MPI_OFFSET, MPI_COUNT: no logical operations.
    Fortran8,
    Fortran16,
    Fortran32,
    Fortran64,
    Fortran128,
    Byte,
    /// Fortran LOGICAL and C/C++ bool, by width in bits.
    Logical8,
    Logical16,
    Logical32,
    Logical64,
    Logical128,
    F16,
    F32,
    F64,
    F128,
    /// x86: 80 bits in 16 bytes; AArch64: IEEE quadruple.
    LongDouble,
    ComplexF16,
    ComplexF32,
    ComplexF64,
    ComplexF128,
    ComplexLongDouble,
    /// Value and index, laid out as the C struct, padding and all.
    FloatInt,
    DoubleInt,
    LongInt,
    IntInt,
    ShortInt,
    LongDoubleInt,
    FloatFloat,
    DoubleDouble,
}

impl Kind {
    /// The element behind a predefined datatype's handle value (MPI 5.0 ABI); `None` for types that no reduction takes:
    /// MPI_CHAR, MPI_WCHAR, MPI_CHARACTER (they print), MPI_PACKED, and everything that is not predefined.
    pub fn of_handle(handle: usize) -> Option<Kind> {
        Some(match handle {
            0x201..=0x203 => Kind::Fortran64, // AINT, COUNT, OFFSET
            0x208 => Kind::I16,               // SHORT
            0x209 => Kind::I32,               // INT
            0x20a | 0x20b => Kind::I64,       // LONG, LONG_LONG
            0x20c => Kind::U16,
            0x20d => Kind::U32,
            0x20e | 0x20f => Kind::U64,
            0x210 => Kind::F32,
            0x212 | 0x213 => Kind::ComplexF32, // C_FLOAT_COMPLEX, CXX_FLOAT_COMPLEX
            0x214 => Kind::F64,
            0x216 | 0x217 => Kind::ComplexF64,
            0x218 => Kind::Logical32,  // LOGICAL
            0x219 => Kind::Fortran32,  // INTEGER
            0x21a => Kind::F32,        // REAL
            0x21b => Kind::ComplexF32, // COMPLEX
            0x21c => Kind::F64,        // DOUBLE_PRECISION
            0x21d => Kind::ComplexF64, // DOUBLE_COMPLEX
            0x220 => Kind::LongDouble,
            0x224 | 0x225 => Kind::ComplexLongDouble,
            0x228 => Kind::FloatInt,
            0x229 => Kind::DoubleInt,
            0x22a => Kind::LongInt,
            0x22b => Kind::IntInt, // 2INT
            0x22c => Kind::ShortInt,
            0x22d => Kind::LongDoubleInt,
            0x230 => Kind::FloatFloat,   // 2REAL
            0x231 => Kind::DoubleDouble, // 2DOUBLE_PRECISION
            0x232 => Kind::IntInt,       // 2INTEGER
            0x238 | 0x239 => Kind::Logical8,
            0x240 => Kind::I8,
            0x241 => Kind::U8,
            0x244 => Kind::I8, // SIGNED_CHAR
            0x245 => Kind::U8, // UNSIGNED_CHAR
            0x247 => Kind::Byte,
            0x248 => Kind::I16,
            0x249 => Kind::U16,
            0x250 => Kind::I32,
            0x251 => Kind::U32,
            0x258 => Kind::I64,
            0x259 => Kind::U64,
            0x2c0 => Kind::Logical8,
            0x2c1 => Kind::Fortran8,
            0x2c8 => Kind::Logical16,
            0x2c9 => Kind::Fortran16,
            0x2ca => Kind::F16,
            0x2d0 => Kind::Logical32,
            0x2d1 => Kind::Fortran32,
            0x2d2 => Kind::F32,
            0x2d3 => Kind::ComplexF16, // COMPLEX4
            0x2d8 => Kind::Logical64,
            0x2d9 => Kind::Fortran64,
            0x2da => Kind::F64,
            0x2db => Kind::ComplexF32, // COMPLEX8
            0x2e0 => Kind::Logical128,
            0x2e1 => Kind::Fortran128,
            0x2e2 => Kind::F128,
            0x2e3 => Kind::ComplexF64,  // COMPLEX16
            0x2eb => Kind::ComplexF128, // COMPLEX32
            _ => return None,
        })
    }

    /// Bytes from one element to the next.
    pub fn extent(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 | Kind::Fortran8 | Kind::Byte | Kind::Logical8 => 1,
            Kind::I16 | Kind::U16 | Kind::Fortran16 | Kind::Logical16 | Kind::F16 => 2,
            Kind::I32 | Kind::U32 | Kind::Fortran32 | Kind::Logical32 | Kind::F32 | Kind::ComplexF16 => 4,
            Kind::I64 | Kind::U64 | Kind::Fortran64 | Kind::Logical64 | Kind::F64 | Kind::ComplexF32 => 8,
            Kind::FloatInt | Kind::IntInt | Kind::ShortInt | Kind::FloatFloat => 8,
            Kind::I128 | Kind::Fortran128 | Kind::Logical128 | Kind::F128 | Kind::LongDouble => 16,
            Kind::ComplexF64 | Kind::DoubleInt | Kind::LongInt | Kind::DoubleDouble => 16,
            Kind::ComplexF128 | Kind::ComplexLongDouble | Kind::LongDoubleInt => 32,
        }
    }
}
