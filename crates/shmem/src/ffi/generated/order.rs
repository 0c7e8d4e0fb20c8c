//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_fence() -> () = order::fence("shmem_fence");
    fn shmem_ctx_fence(ctx: Ctx) -> () = order::ctx_fence("shmem_ctx_fence", ctx);
    fn shmem_quiet() -> () = order::quiet("shmem_quiet");
    fn shmem_ctx_quiet(ctx: Ctx) -> () = order::ctx_quiet("shmem_ctx_quiet", ctx);
    fn shmem_barrier_all() -> () = order::barrier_all("shmem_barrier_all");
    fn shmem_sync_all() -> () = order::sync_all("shmem_sync_all");
}
