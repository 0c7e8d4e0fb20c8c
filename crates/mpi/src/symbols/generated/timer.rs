//! Exported symbols: timer. Written by `cargo xtask gen`; do not edit.
#![allow(unused_imports, non_snake_case)]
use crate::symbols::export::*;

export! {
    fn MPI_Wtick PMPI_Wtick () -> f64 =
        crate::environment::wtick();
    fn MPI_Wtime PMPI_Wtime () -> f64 =
        crate::environment::wtime();
}
