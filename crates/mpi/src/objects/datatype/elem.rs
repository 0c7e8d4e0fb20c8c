//! The kinds of elements that reductions distinguish.

/// The kind of one element of a datatype. A Fortran type is the C type of the same layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    /// IEEE half precision.
    F16,
    /// The upper half of an `F32`.
    Bfloat16,
    F32,
    F64,
    /// C `long double`: 16 bytes (80 bits used on x86-64, binary128 on AArch64).
    FLong,
    /// Complex number of two `F32`.
    C32,
    /// Complex number of two `F64`.
    C64,
    CLong,
    /// C and C++ `bool`.
    Bool,
    /// Fortran LOGICAL of this many bytes; true is any non-zero value.
    Logical(u8),
    /// MPI_BYTE, which has only bitwise operations.
    Byte,
    /// MPI_CHAR, which operations treat as a C integer.
    Char,
    /// MPI_CHARACTER, which has no operations.
    Character,
    /// MPI_WCHAR, which has no operations.
    Wchar,
    /// MPI_PACKED, which has no operations.
    Packed,
    /// A value and its index, for MPI_MINLOC and MPI_MAXLOC, laid out like a C struct.
    Pair(Value, Index),
}

/// The type of a pair's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    I16,
    I32,
    I64,
    F32,
    F64,
    FLong,
}

/// The type of a pair's index: `int` in C pairs, the value's type in Fortran pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    I32,
    F32,
    F64,
}

impl Value {
    /// Returns the size in bytes.
    pub const fn size(self) -> u64 {
        match self {
            Value::I16 => 2,
            Value::I32 | Value::F32 => 4,
            Value::I64 | Value::F64 => 8,
            Value::FLong => 16,
        }
    }
}
impl Index {
    /// Returns the size in bytes.
    pub const fn size(self) -> u64 {
        match self {
            Index::I32 | Index::F32 => 4,
            Index::F64 => 8,
        }
    }
}

impl Elem {
    /// Returns the number of data bytes in an element.
    pub const fn size(self) -> u64 {
        match self {
            Elem::I8 | Elem::U8 | Elem::Bool | Elem::Byte | Elem::Char | Elem::Character | Elem::Packed => 1,
            Elem::I16 | Elem::U16 | Elem::F16 | Elem::Bfloat16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 | Elem::Wchar => 4,
            Elem::I64 | Elem::U64 | Elem::F64 | Elem::C32 => 8,
            Elem::I128 | Elem::FLong | Elem::C64 => 16,
            Elem::CLong => 32,
            Elem::Logical(n) => n as u64,
            Elem::Pair(v, i) => v.size() + i.size(),
        }
    }

    /// Returns the distance in bytes from an element to the next element. The distance exceeds the size for pairs with
    /// padding.
    pub const fn extent(self) -> u64 {
        match self {
            Elem::Pair(v, i) => {
                let align = if v.size() > i.size() { v.size() } else { i.size() };
                (self.index_offset() + i.size()).div_ceil(align) * align
            }
            e => e.size(),
        }
    }

    /// Returns the alignment in bytes that the C compiler gives the element.
    pub const fn align(self) -> u64 {
        match self {
            Elem::C32 => 4,
            Elem::C64 => 8,
            Elem::CLong => 16,
            Elem::Pair(v, i) if v.size() > i.size() => v.size(),
            Elem::Pair(_, i) => i.size(),
            e => e.size(),
        }
    }

    /// Returns the offset in bytes of a pair's index.
    pub const fn index_offset(self) -> u64 {
        match self {
            Elem::Pair(v, i) => v.size().div_ceil(i.size()) * i.size(),
            _ => 0,
        }
    }
}
