//! Teams (OpenSHMEM 1.5, section 9.3). A team is a set of PEs and a slot in their parts, by which they meet; the slot's
//! number is free at all members when the team is made.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx;
use super::handle::{TeamConfig, TeamHandle};
use super::meet::{Meeting, MeetingPlace};
use super::query;
use super::space::SPACE;
use super::transfer::read_word;
use crate::layout::SLOTS;
use crate::pe_set::PeSet;
use std::ffi::{c_int, c_long, c_void};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub const WORLD_SLOT: usize = 0;
const SHARED_SLOT: usize = 1;
/// The bit of `config_mask` for `num_contexts`: SHMEM_TEAM_NUM_CONTEXTS.
const NUM_CONTEXTS: c_long = 1;

/// A team that this PE belongs to.
#[derive(Clone, Copy)]
pub struct PeTeam {
    pub set: PeSet,
    pub me: i32,
    config: TeamConfig,
}

static TEAMS: Mutex<[Option<PeTeam>; SLOTS]> = Mutex::new([None; SLOTS]);

fn teams() -> MutexGuard<'static, [Option<PeTeam>; SLOTS]> {
    TEAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the set of all PEs.
#[inline(always)]
pub fn world() -> PeSet {
    PeSet { start: 0, stride: 1, size: SPACE.n_pes() as i32 }
}

/// Makes the teams that exist from the beginning. `shared` are the PEs of this machine.
pub fn begin(shared: PeSet) {
    let me = SPACE.me() as i32;
    let mut teams = teams();
    *teams = [None; SLOTS];
    teams[WORLD_SLOT] = Some(PeTeam { set: world(), me, config: TeamConfig::default() });
    let me = shared.index(me).unwrap_or(0);
    teams[SHARED_SLOT] = Some(PeTeam { set: shared, me, config: TeamConfig::default() });
}

/// Returns a team; `None` if the handle is none or `SHMEM_TEAM_INVALID`.
#[inline(always)]
pub fn find(handle: TeamHandle) -> Option<PeTeam> {
    let slot = handle.0.checked_sub(1)?;
    *teams().get(slot)?
}

/// Returns the meeting of a team's PEs, or ends the job if there is no such team.
pub fn meeting(call: &str, handle: TeamHandle) -> Meeting {
    SPACE.check(call);
    match find(handle) {
        Some(team) => Meeting::new(team.set, team.me, MeetingPlace::Slot(handle.0 - 1)),
        None => super::process::fail(call, format_args!("{:#x} is no team (destroyed already?)", handle.0)),
    }
}

pub unsafe fn my_pe(call: &str, team: TeamHandle) -> c_int {
    SPACE.check(call);
    find(team).map_or(-1, |team| team.me)
}

pub unsafe fn n_pes(call: &str, team: TeamHandle) -> c_int {
    SPACE.check(call);
    find(team).map_or(-1, |team| team.set.size)
}

pub unsafe fn get_config(call: &str, team: TeamHandle, mask: c_long, config: *mut TeamConfig) -> c_int {
    SPACE.check(call);
    let Some(team) = find(team) else { return -1 };
    if mask & NUM_CONTEXTS != 0 {
        // SAFETY: the program vouches for the place of the configuration.
        unsafe { config.write(team.config) };
    }
    0
}

pub unsafe fn translate_pe(call: &str, from: TeamHandle, pe: c_int, to: TeamHandle) -> c_int {
    SPACE.check(call);
    let translated = find(from).zip(find(to)).and_then(|(from, to)| to.set.index(from.set.pe_checked(pe)?));
    translated.unwrap_or(-1)
}

pub unsafe fn ptr(call: &str, team: TeamHandle, address: *const u8, pe: c_int) -> *mut c_void {
    SPACE.check(call);
    let pe = find(team).and_then(|team| team.set.pe_checked(pe));
    // SAFETY: by this function's contract.
    pe.map_or(std::ptr::null_mut(), |pe| unsafe { query::ptr(call, address, pe) })
}

pub unsafe fn sync(call: &str, team: TeamHandle) -> c_int {
    SPACE.check(call);
    if find(team).is_none() {
        return -1;
    }
    meeting(call, team).wait(call);
    0
}

pub unsafe fn split_strided(
    call: &str,
    parent: TeamHandle,
    start: c_int,
    stride: c_int,
    size: c_int,
    config: *const TeamConfig,
    mask: c_long,
    team: *mut TeamHandle,
) -> c_int {
    SPACE.check(call);
    let set = find(parent).and_then(|parent| parent.set.part(start, stride, size));
    // SAFETY: the program vouches for the configuration and the place of the team.
    unsafe {
        let config = configured(config, mask);
        let made = set.and_then(|set| divide(call, parent, &[set], config));
        team.write(made.unwrap_or(TeamHandle::INVALID));
        // A PE outside of the new team gets no team, and that is no error.
        if made.is_some() { 0 } else { -1 }
    }
}

/// # Safety
/// `config` is null, or leads to a configuration.
unsafe fn configured(config: *const TeamConfig, mask: c_long) -> TeamConfig {
    if config.is_null() || mask & NUM_CONTEXTS == 0 {
        return TeamConfig::default();
    }
    // SAFETY: by this function's contract.
    unsafe { *config }
}

/// Makes new teams of a parent's members, who all call this with equal `sets`, of which no two have a PE in common.
/// Returns the new team that this PE belongs to, or `SHMEM_TEAM_INVALID` if it belongs to none. Returns `None`, and
/// makes no team, if some members of a new team have no free slot in common.
fn divide(call: &str, parent: TeamHandle, sets: &[PeSet], config: TeamConfig) -> Option<TeamHandle> {
    let all = meeting(call, parent);
    let free = teams().iter().enumerate().fold(0u64, |mask, (slot, team)| mask | u64::from(team.is_none()) << slot);
    let (me, free_at) = (SPACE.me(), all.number_at());
    SPACE.word(me, free_at).store(free, SeqCst);
    all.wait(call);
    let (mut has_slots, mut mine) = (true, None);
    for set in sets {
        let common = set.pes().fold(u64::MAX, |mask, pe| mask & read_word(call, pe as usize, free_at));
        has_slots &= common != 0;
        if let Some(index) = set.index(me as i32).filter(|_| common != 0) {
            let slot = common.trailing_zeros() as usize;
            let new = Meeting::new(*set, index, MeetingPlace::Slot(slot));
            new.begin(call, slot);
            mine = Some((slot, new, PeTeam { set: *set, me: index, config }));
        }
    }
    all.wait(call);
    SPACE.word(me, free_at).store(0, SeqCst);
    let Some((slot, new, team)) = mine.filter(|_| has_slots) else {
        return has_slots.then_some(TeamHandle::INVALID);
    };
    new.begun(slot);
    teams()[slot] = Some(team);
    Some(TeamHandle(slot + 1))
}

pub unsafe fn split_2d(
    call: &str,
    parent: TeamHandle,
    xrange: c_int,
    xconfig: *const TeamConfig,
    xmask: c_long,
    xteam: *mut TeamHandle,
    yconfig: *const TeamConfig,
    ymask: c_long,
    yteam: *mut TeamHandle,
) -> c_int {
    SPACE.check(call);
    let (mut x, mut y) = (None, None);
    if let Some(PeTeam { set, .. }) = find(parent).filter(|_| xrange > 0) {
        let xrange = xrange.min(set.size);
        let rows = (set.size + xrange - 1) / xrange;
        let row = |row: i32| set.part(row * xrange, 1, xrange.min(set.size - row * xrange));
        let column = |column: i32| set.part(column, xrange, (set.size - column + xrange - 1) / xrange);
        let (in_rows, in_columns): (Vec<_>, Vec<_>) =
            ((0..rows).filter_map(row).collect(), (0..xrange).filter_map(column).collect());
        // SAFETY: the program vouches for the configurations.
        let (xconfig, yconfig) = unsafe { (configured(xconfig, xmask), configured(yconfig, ymask)) };
        x = divide(call, parent, &in_rows, xconfig);
        y = divide(call, parent, &in_columns, yconfig);
    }
    // SAFETY: the program vouches for the places of the teams.
    unsafe {
        xteam.write(x.unwrap_or(TeamHandle::INVALID));
        yteam.write(y.unwrap_or(TeamHandle::INVALID));
    }
    if x.is_some() && y.is_some() { 0 } else { -1 }
}

pub unsafe fn destroy(call: &str, team: TeamHandle) {
    SPACE.check(call);
    if team == TeamHandle::INVALID || find(team).is_none() {
        return;
    }
    if team.0 <= SHARED_SLOT + 1 {
        super::process::fail(call, "SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED cannot be destroyed");
    }
    // Another member may still be reading this PE's short data of the team's last collective. A new team on the slot,
    // to which that member need not belong, would overwrite it.
    meeting(call, team).wait(call);
    ctx::end_of_team(team);
    teams()[team.0 - 1] = None;
}

const _: () = assert!(SLOTS <= 64 && TeamHandle::WORLD.0 == WORLD_SLOT + 1);
