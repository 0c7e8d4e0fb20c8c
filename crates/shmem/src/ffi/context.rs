//! Contexts (OpenSHMEM 1.5, section 9.4).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx::{self, Ctx};
use super::handle::TeamHandle;
use super::process::fail;
use super::space::SPACE;
use super::{order, team};
use std::ffi::{c_int, c_long};

pub unsafe fn create(call: &str, _options: c_long, out: *mut Ctx) -> c_int {
    SPACE.check(call);
    // SAFETY: the program vouches for the place of the context.
    unsafe { out.write(ctx::create_for(TeamHandle::WORLD, team::world())) };
    0
}

pub unsafe fn team_create(call: &str, team: TeamHandle, _options: c_long, out: *mut Ctx) -> c_int {
    SPACE.check(call);
    let found = team::find(team);
    // SAFETY: the program vouches for the place of the context.
    unsafe { out.write(found.map_or(Ctx::INVALID, |found| ctx::create_for(team, found.set))) };
    if found.is_some() { 0 } else { -1 }
}

pub unsafe fn destroy(call: &str, ctx: Ctx) {
    if ctx == Ctx::INVALID {
        return;
    }
    if ctx == Ctx::DEFAULT {
        fail(call, "SHMEM_CTX_DEFAULT cannot be destroyed");
    }
    order::quiet_of(call, ctx);
    ctx::forget(ctx);
}

pub unsafe fn get_team(call: &str, ctx: Ctx, team: *mut TeamHandle) -> c_int {
    SPACE.check(call);
    let found = match ctx {
        Ctx::INVALID => TeamHandle::INVALID,
        Ctx::DEFAULT => TeamHandle::WORLD,
        ctx => ctx::team_of(call, ctx),
    };
    // SAFETY: the program vouches for the place of the team.
    unsafe { team.write(found) };
    if ctx == Ctx::INVALID { -1 } else { 0 }
}
