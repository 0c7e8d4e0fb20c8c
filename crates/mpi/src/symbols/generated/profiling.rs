//! Exported symbols: profiling. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Pcontrol PMPI_Pcontrol (level: c_int) -> c_int =
        finish(Call(385), On::Nothing, crate::environment::pcontrol(Call(385), level));
}
