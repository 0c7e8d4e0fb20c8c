//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_set_lock(lock: *mut c_long) -> () = locks::set("shmem_set_lock", lock);
    fn shmem_clear_lock(lock: *mut c_long) -> () = locks::clear("shmem_clear_lock", lock);
    fn shmem_test_lock(lock: *mut c_long) -> c_int = locks::test("shmem_test_lock", lock);
}
