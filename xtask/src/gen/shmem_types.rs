//! The types of OpenSHMEM's functions, and the sets of them for which families of functions exist (OpenSHMEM 1.5,
//! tables 3 to 10).

/// A type of elements.
#[derive(Clone, Copy)]
pub struct ElementType {
    /// The type's name in functions' names; the bits of an element where functions count in those.
    pub name: &'static str,
    pub c: &'static str,
    pub rust: &'static str,
    /// The name of the type that this one is another name of on the supported machines; its own name if it is none.
    pub is: &'static str,
}

impl ElementType {
    /// Of functions that have no type.
    pub const NONE: ElementType = ElementType { name: "", c: "", rust: "u8", is: "" };

    const fn new(name: &'static str, c: &'static str, rust: &'static str, is: &'static str) -> ElementType {
        ElementType { name, c, rust, is }
    }
}

const TYPES: [ElementType; 31] = [
    ElementType::new("float", "float", "f32", "float"),
    ElementType::new("double", "double", "f64", "double"),
    ElementType::new("longdouble", "long double", "CLongDouble", "longdouble"),
    ElementType::new("char", "char", "c_char", "char"),
    ElementType::new("schar", "signed char", "i8", "schar"),
    ElementType::new("short", "short", "i16", "short"),
    ElementType::new("int", "int", "i32", "int"),
    ElementType::new("long", "long", "i64", "long"),
    ElementType::new("longlong", "long long", "i64", "longlong"),
    ElementType::new("uchar", "unsigned char", "u8", "uchar"),
    ElementType::new("ushort", "unsigned short", "u16", "ushort"),
    ElementType::new("uint", "unsigned int", "u32", "uint"),
    ElementType::new("ulong", "unsigned long", "u64", "ulong"),
    ElementType::new("ulonglong", "unsigned long long", "u64", "ulonglong"),
    ElementType::new("int8", "int8_t", "i8", "schar"),
    ElementType::new("int16", "int16_t", "i16", "short"),
    ElementType::new("int32", "int32_t", "i32", "int"),
    ElementType::new("int64", "int64_t", "i64", "long"),
    ElementType::new("uint8", "uint8_t", "u8", "uchar"),
    ElementType::new("uint16", "uint16_t", "u16", "ushort"),
    ElementType::new("uint32", "uint32_t", "u32", "uint"),
    ElementType::new("uint64", "uint64_t", "u64", "ulong"),
    ElementType::new("size", "size_t", "usize", "ulong"),
    ElementType::new("ptrdiff", "ptrdiff_t", "isize", "long"),
    ElementType::new("complexf", "shmem_complexf_t_", "[f32; 2]", "complexf"),
    ElementType::new("complexd", "shmem_complexd_t_", "[f64; 2]", "complexd"),
    ElementType::new("8", "void", "u8", "8"),
    ElementType::new("16", "void", "u16", "16"),
    ElementType::new("32", "void", "u32", "32"),
    ElementType::new("64", "void", "u64", "64"),
    ElementType::new("128", "void", "[u64; 2]", "128"),
];

const FLOATING: &str = "float double longdouble";
const INTEGERS: &str = "char schar short int long longlong uchar ushort uint ulong ulonglong int8 int16 int32 int64 \
                        uint8 uint16 uint32 uint64 size ptrdiff";
const ATOMIC: &str = "int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff";
const BITS: &str = "uint ulong ulonglong int32 int64 uint32 uint64";
const REDUCED_BITS: &str = "uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 uint16 uint32 uint64 size";
const COMPLEX: &str = "complexf complexd";
const OLD_INTEGERS: &str = "short int long longlong";

/// Returns the types of a set; `None` if there is no such set.
pub fn set(name: &str) -> Option<Vec<ElementType>> {
    let words: &[&str] = match name {
        "rma" => &[FLOATING, INTEGERS],
        "sizes" => &["8 16 32 64 128"],
        "words" => &["32 64"],
        "amo" => &[ATOMIC],
        "xamo" => &["float double", ATOMIC],
        "bit" => &[BITS],
        "sync" => &["short ushort", ATOMIC],
        "reduce_bits" => &[REDUCED_BITS],
        "reduce_order" => &[FLOATING, INTEGERS],
        "reduce_arithmetic" => &[FLOATING, INTEGERS, COMPLEX],
        "to_all_bits" => &[OLD_INTEGERS],
        "to_all_order" => &[FLOATING, OLD_INTEGERS],
        "to_all_arithmetic" => &[FLOATING, OLD_INTEGERS, COMPLEX],
        "old_amo" => &["int long longlong"],
        "old_xamo" => &["float double int long longlong"],
        "old_wait" => &["short int long longlong"],
        _ => return None,
    };
    let named = |word: &str| TYPES.iter().find(|t| t.name == word).copied();
    words.iter().flat_map(|words| words.split_whitespace()).map(named).collect()
}
