//! Symbols of OpenSHMEM. Written by `cargo xtask gen` from `tables/functions.toml`; do not edit.
use crate::ffi::export::*;

export! {
    fn shmem_team_my_pe(team: TeamHandle) -> c_int = team::my_pe("shmem_team_my_pe", team);
    fn shmem_team_n_pes(team: TeamHandle) -> c_int = team::n_pes("shmem_team_n_pes", team);
    fn shmem_team_get_config(team: TeamHandle, config_mask: c_long, config: *mut TeamConfig) -> c_int = team::get_config("shmem_team_get_config", team, config_mask, config);
    fn shmem_team_translate_pe(src_team: TeamHandle, src_pe: c_int, dest_team: TeamHandle) -> c_int = team::translate_pe("shmem_team_translate_pe", src_team, src_pe, dest_team);
    fn shmem_team_split_strided(parent_team: TeamHandle, start: c_int, stride: c_int, size: c_int, config: *const TeamConfig, config_mask: c_long, new_team: *mut TeamHandle) -> c_int = team::split_strided("shmem_team_split_strided", parent_team, start, stride, size, config, config_mask, new_team);
    fn shmem_team_split_2d(parent_team: TeamHandle, xrange: c_int, xaxis_config: *const TeamConfig, xaxis_mask: c_long, xaxis_team: *mut TeamHandle, yaxis_config: *const TeamConfig, yaxis_mask: c_long, yaxis_team: *mut TeamHandle) -> c_int = team::split_2d("shmem_team_split_2d", parent_team, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, yaxis_mask, yaxis_team);
    fn shmem_team_ptr(team: TeamHandle, dest: *const c_void, pe: c_int) -> *mut c_void = team::ptr("shmem_team_ptr", team, dest.cast(), pe);
    fn shmem_team_destroy(team: TeamHandle) -> () = team::destroy("shmem_team_destroy", team);
    fn shmem_team_sync(team: TeamHandle) -> c_int = team::sync("shmem_team_sync", team);
}
