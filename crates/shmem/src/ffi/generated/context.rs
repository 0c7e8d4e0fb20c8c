//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_ctx_create(options: c_long, ctx: *mut Ctx) -> c_int = context::create("shmem_ctx_create", options, ctx);
    fn shmem_team_create_ctx(team: TeamHandle, options: c_long, ctx: *mut Ctx) -> c_int = context::team_create("shmem_team_create_ctx", team, options, ctx);
    fn shmem_ctx_destroy(ctx: Ctx) -> () = context::destroy("shmem_ctx_destroy", ctx);
    fn shmem_ctx_get_team(ctx: Ctx, team: *mut TeamHandle) -> c_int = context::get_team("shmem_ctx_get_team", ctx, team);
}
