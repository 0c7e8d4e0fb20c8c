//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_malloc(size: usize) -> *mut c_void = memory::malloc("shmem_malloc", size);
    fn shmem_calloc(count: usize, size: usize) -> *mut c_void = memory::calloc("shmem_calloc", count, size);
    fn shmem_align(alignment: usize, size: usize) -> *mut c_void = memory::align("shmem_align", alignment, size);
    fn shmem_malloc_with_hints(size: usize, hints: c_long) -> *mut c_void = memory::malloc_with_hints("shmem_malloc_with_hints", size, hints);
    fn shmem_realloc(ptr: *mut c_void, size: usize) -> *mut c_void = memory::realloc("shmem_realloc", ptr.cast(), size);
    fn shmem_free(ptr: *mut c_void) -> () = memory::free("shmem_free", ptr.cast());
}
