//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_init() -> () = start::init("shmem_init");
    fn shmem_init_thread(requested: c_int, provided: *mut c_int) -> c_int = start::init_thread("shmem_init_thread", requested, provided);
    fn shmem_query_thread(provided: *mut c_int) -> () = start::query_thread("shmem_query_thread", provided);
    fn shmem_finalize() -> () = start::finalize("shmem_finalize");
    fn shmem_global_exit(status: c_int) -> () = start::global_exit("shmem_global_exit", status);
    fn shmem_my_pe() -> c_int = query::my_pe("shmem_my_pe");
    fn shmem_n_pes() -> c_int = query::n_pes("shmem_n_pes");
    fn shmem_pe_accessible(pe: c_int) -> c_int = query::pe_accessible("shmem_pe_accessible", pe);
    fn shmem_addr_accessible(addr: *const c_void, pe: c_int) -> c_int = query::addr_accessible("shmem_addr_accessible", addr.cast(), pe);
    fn shmem_ptr(dest: *const c_void, pe: c_int) -> *mut c_void = query::ptr("shmem_ptr", dest.cast(), pe);
    fn shmem_info_get_version(major: *mut c_int, minor: *mut c_int) -> () = query::version("shmem_info_get_version", major, minor);
    fn shmem_info_get_name(name: *mut c_char) -> () = query::name("shmem_info_get_name", name);
    fn shmem_pcontrol(level: c_int) -> () = query::pcontrol("shmem_pcontrol", level);
}
