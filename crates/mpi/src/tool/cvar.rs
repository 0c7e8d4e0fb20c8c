//! Control variables: the settings of docs/SETTINGS.md that the MPI library reads (MPI 5.0, 15.3.6).
use super::{at, enter, find, give, must_give, refuse, text};
use crate::abi;
use crate::comm::hints;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::gate::Guard;
use crate::objects::tool::settings::{SETTINGS, Setting};
use crate::objects::tool::table::SWITCH;
use crate::objects::tool::{CvarHandle, ToolObject};
use crate::state::Lifecycle;

impl Setting {
    fn datatype(self) -> abi::Datatype {
        match self {
            Setting::Check | Setting::Progress => abi::MPI_INT,
            Setting::PushedBuffer => abi::MPI_UNSIGNED_LONG_LONG,
        }
    }

    fn enumeration(self) -> usize {
        match self {
            Setting::Check | Setting::Progress => SWITCH,
            Setting::PushedBuffer => abi::MPI_T_ENUM_NULL,
        }
    }

    fn scope(self) -> i32 {
        match self {
            Setting::Check => abi::MPI_T_SCOPE_ALL_EQ,
            Setting::PushedBuffer | Setting::Progress => abi::MPI_T_SCOPE_LOCAL,
        }
    }
}

/// MPI_T_cvar_get_num
pub fn cvar_get_num(_: Call, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, SETTINGS.len() as i32)
}

/// MPI_T_cvar_get_index
pub fn cvar_get_index(_: Call, name: Text, index: Out<i32>) -> Result {
    let _s = enter()?;
    find(name, index, SETTINGS.iter().map(|(_, name, _)| Some(*name)))
}

/// MPI_T_cvar_get_info
#[allow(clippy::too_many_arguments)]
pub fn cvar_get_info(
    _: Call,
    index: i32,
    name: TextOut,
    name_len: Out<i32>,
    verbosity: Out<i32>,
    datatype: Out<abi::Datatype>,
    enumtype: Out<usize>,
    desc: TextOut,
    desc_len: Out<i32>,
    bind: Out<i32>,
    scope: Out<i32>,
) -> Result {
    let _s = enter()?;
    let (setting, its, what) = *at(SETTINGS, index)?;
    text(name, name_len, its);
    text(desc, desc_len, what);
    give(verbosity, abi::MPI_T_VERBOSITY_USER_BASIC);
    give(datatype, setting.datatype());
    give(enumtype, setting.enumeration());
    give(bind, abi::MPI_T_BIND_NO_OBJECT);
    give(scope, setting.scope());
    Ok(())
}

/// MPI_T_cvar_handle_alloc
pub fn cvar_handle_alloc(_: Call, index: i32, _object: Addr, handle: Out<usize>, count: Out<i32>) -> Result {
    let mut s = enter()?;
    let setting = at(SETTINGS, index)?.0;
    if handle.is_null() || count.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    handle.set(s.tool.objects.insert(ToolObject::Cvar(CvarHandle(setting))));
    count.set(1);
    Ok(())
}

fn setting_of(s: &Guard, handle: usize) -> Result<Setting> {
    match s.tool.objects.get(handle) {
        Some(ToolObject::Cvar(c)) => Ok(c.0),
        _ => refuse(abi::MPI_T_ERR_INVALID_HANDLE),
    }
}

/// MPI_T_cvar_handle_free
pub fn cvar_handle_free(_: Call, handle: Out<usize>) -> Result {
    let mut s = enter()?;
    if handle.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    setting_of(&s, handle.get())?;
    s.tool.objects.remove(handle.get());
    handle.set(abi::MPI_T_CVAR_HANDLE_NULL);
    Ok(())
}

/// MPI_T_cvar_read
pub fn cvar_read(_: Call, handle: usize, buf: Addr) -> Result {
    let mut s = enter()?;
    let setting = setting_of(&s, handle)?;
    if buf.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let wanted = s.tool.wanted;
    let phase = phase(&s);
    match setting {
        Setting::Check => {
            let on = match phase {
                Lifecycle::Before => wanted.check.or_else(|| clump::driver::bootstrap::checks().ok()),
                _ => Some(s.coll.checks),
            };
            buf.out::<i32>().set(on.unwrap_or(false).into());
        }
        Setting::PushedBuffer => {
            let bytes =
                wanted.pushed_buffer.or(s.common.endpoint.as_mut().map(|e| e.tuned().pushed_buffer())).unwrap_or(0);
            buf.out::<u64>().set(bytes);
        }
        Setting::Progress => {
            // A suspended endpoint has the helper thread for itself.
            let endpoint = s.common.endpoint.as_mut().filter(|_| phase != Lifecycle::Before);
            let on = endpoint.map(|e| e.helper().is_helped()).or(wanted.progress).unwrap_or(false);
            buf.out::<i32>().set(on.into());
        }
    }
    Ok(())
}

/// Returns the phase of MPI for control variables: they are in force while the world model or a session is.
fn phase(s: &Guard) -> Lifecycle {
    if s.has_sessions() { Lifecycle::Running } else { s.phase }
}

/// MPI_T_cvar_write. A value that is set before MPI_Init or MPI_Session_init takes effect there.
pub fn cvar_write(_: Call, handle: usize, buf: Addr) -> Result {
    let mut s = enter()?;
    let setting = setting_of(&s, handle)?;
    if buf.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let switch = || match buf.out::<i32>().get() {
        on @ (0 | 1) => Ok(on == 1),
        _ => refuse(abi::MPI_T_ERR_INVALID),
    };
    match (setting, phase(&s)) {
        (Setting::Check, Lifecycle::Before) => s.tool.wanted.check = Some(switch()?),
        (Setting::PushedBuffer, phase) => {
            let bytes = buf.out::<u64>().get();
            if !hints::is_pushed_buffer(bytes) {
                return refuse(abi::MPI_T_ERR_INVALID);
            }
            match phase {
                Lifecycle::Before => s.tool.wanted.pushed_buffer = Some(bytes),
                Lifecycle::Running => s.set_pushed_buffer(bytes),
                Lifecycle::After | Lifecycle::Forked => return refuse(abi::MPI_T_ERR_CVAR_SET_NOT_NOW),
            }
        }
        (Setting::Progress, Lifecycle::Before) => s.tool.wanted.progress = Some(switch()?),
        (Setting::Progress, Lifecycle::Running) => {
            let on = switch()?;
            s.switch_help(on);
            // On one machine there is no helper thread.
            if s.endpoint().helper().is_helped() != on {
                return refuse(abi::MPI_T_ERR_CVAR_SET_NOT_NOW);
            }
            // The thread ends with the last session, and the next session starts it again.
            s.tool.wanted.progress = Some(on);
        }
        _ => {
            switch()?;
            return refuse(abi::MPI_T_ERR_CVAR_SET_NOT_NOW);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_variables_have_the_names_of_the_settings() {
        let name = |setting| SETTINGS.iter().find(|(s, ..)| *s == setting).map(|(_, name, _)| *name);
        assert_eq!(name(Setting::PushedBuffer), Some(hints::PUSHED_BUFFER));
        assert_eq!(name(Setting::Progress), Some(hints::PROGRESS));
    }
}
