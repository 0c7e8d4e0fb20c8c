//! The names of the predefined operations. The launcher reads this file, too: it shows an operation by its number.

/// The names, in the order of `Op::ALL`.
pub const NAMES: [&str; 14] = [
    "MPI_SUM",
    "MPI_MIN",
    "MPI_MAX",
    "MPI_PROD",
    "MPI_BAND",
    "MPI_BOR",
    "MPI_BXOR",
    "MPI_LAND",
    "MPI_LOR",
    "MPI_LXOR",
    "MPI_MINLOC",
    "MPI_MAXLOC",
    "MPI_REPLACE",
    "MPI_NO_OP",
];

/// Returns the name of the operation with this number in a record of a collective call: from 1; 0 is no operation.
pub fn name(number: u16) -> Option<&'static str> {
    NAMES.get(usize::from(number).checked_sub(1)?).copied()
}
