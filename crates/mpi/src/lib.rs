//! MPI on Clump.
