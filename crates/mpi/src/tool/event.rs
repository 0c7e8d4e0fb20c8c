//! Types of events, and registrations for them (MPI 5.0, 15.3.8).
use super::start::listen;
use super::{at, bound_comm, checked_info, enter, find, give, must_give, refuse, teller, text};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::callback::Callback;
use crate::objects::info::Info;
use crate::objects::tool::object::Listener;
use crate::objects::tool::table::EVENTS;
use crate::objects::tool::{EventRegistration, ToolObject, set_teller};

/// The safety levels of callbacks.
const LEVELS: [i32; 4] = [
    abi::MPI_T_CB_REQUIRE_NONE,
    abi::MPI_T_CB_REQUIRE_MPI_RESTRICTED,
    abi::MPI_T_CB_REQUIRE_THREAD_SAFE,
    abi::MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
];

/// MPI_T_event_get_num
pub fn event_get_num(_: Call, num: Out<i32>) -> Result {
    let _s = enter()?;
    must_give(num, EVENTS.len() as i32)
}

/// MPI_T_event_get_index
pub fn event_get_index(_: Call, name: Text, index: Out<i32>) -> Result {
    let _s = enter()?;
    find(name, index, EVENTS.iter().map(|facts| Some(facts.name)))
}

/// MPI_T_event_get_info. `num_elements` is the length of the two arrays on entry, and the number of elements of the
/// type on return.
#[allow(clippy::too_many_arguments)]
pub fn event_get_info(
    _: Call,
    index: i32,
    name: TextOut,
    name_len: Out<i32>,
    verbosity: Out<i32>,
    datatypes: Out<abi::Datatype>,
    displacements: Out<i64>,
    num_elements: Out<i32>,
    enumtype: Out<usize>,
    info: Out<abi::Info>,
    desc: TextOut,
    desc_len: Out<i32>,
    bind: Out<i32>,
) -> Result {
    let mut s = enter()?;
    let facts = at(EVENTS, index)?;
    text(name, name_len, facts.name);
    text(desc, desc_len, facts.what);
    give(verbosity, abi::MPI_T_VERBOSITY_USER_DETAIL);
    if !num_elements.is_null() {
        let room = usize::try_from(num_elements.get()).unwrap_or(0);
        for (i, &(element, displacement)) in facts.elements.iter().take(room).enumerate() {
            if !datatypes.is_null() {
                datatypes.set_at(i, element.datatype());
            }
            if !displacements.is_null() {
                displacements.set_at(i, displacement);
            }
        }
        num_elements.set(facts.elements.len() as i32);
    }
    give(enumtype, facts.names);
    if !info.is_null() {
        info.set(s.infos.add(Info::new()));
    }
    give(bind, if facts.of_comm { abi::MPI_T_BIND_MPI_COMM } else { abi::MPI_T_BIND_NO_OBJECT });
    Ok(())
}

/// MPI_T_event_handle_alloc
pub fn event_handle_alloc(_: Call, index: i32, object: Addr, info: abi::Info, registration: Out<usize>) -> Result {
    let mut s = enter()?;
    let facts = at(EVENTS, index)?;
    checked_info(&mut s, info)?;
    if registration.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let comm = match facts.of_comm {
        true => {
            let handle = bound_comm(&s, object)?;
            Some((handle, s.comm(handle)?.context))
        }
        false => None,
    };
    set_teller(teller::tell);
    let new = EventRegistration {
        event: facts.event,
        comm,
        callbacks: Default::default(),
        dropped_handler: None,
        dropped: 0,
        active: 0,
        ending: None,
    };
    registration.set(s.tool.objects.insert(ToolObject::Registration(new)));
    s.tool.listening[facts.event as usize] += 1;
    listen(&mut s);
    Ok(())
}

/// MPI_T_event_handle_set_info: no hint is known.
pub fn event_handle_set_info(_: Call, registration: usize, info: abi::Info) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?;
    checked_info(&mut s, info)
}

/// MPI_T_event_handle_get_info
pub fn event_handle_get_info(_: Call, registration: usize, info: Out<abi::Info>) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?;
    let hints = s.infos.add(Info::new());
    must_give(info, hints)
}

/// Returns the registration, or MPI_T_ERR_INVALID_HANDLE.
fn found(registration: Option<&mut EventRegistration>) -> Result<&mut EventRegistration> {
    registration.map_or_else(|| refuse(abi::MPI_T_ERR_INVALID_HANDLE), Ok)
}

/// Fails unless this is a safety level.
fn checked_level(safety: i32) -> Result {
    if LEVELS.contains(&safety) { Ok(()) } else { refuse(abi::MPI_T_ERR_INVALID) }
}

/// MPI_T_event_register_callback. A null function removes the callback of the safety level.
pub fn event_register_callback(
    _: Call,
    registration: usize,
    safety: i32,
    info: abi::Info,
    user_data: Addr,
    function: Callback,
) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?;
    checked_level(safety)?;
    checked_info(&mut s, info)?;
    let listener = (function.get() != 0).then(|| Listener { safety, function, user_data: user_data.get() });
    found(s.tool.registration(registration))?.callbacks.set(safety, listener);
    Ok(())
}

/// MPI_T_event_callback_set_info: no hint is known.
pub fn event_callback_set_info(_: Call, registration: usize, safety: i32, info: abi::Info) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?;
    checked_level(safety)?;
    checked_info(&mut s, info)
}

/// MPI_T_event_callback_get_info
pub fn event_callback_get_info(_: Call, registration: usize, safety: i32, info: Out<abi::Info>) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?;
    checked_level(safety)?;
    let hints = s.infos.add(Info::new());
    must_give(info, hints)
}

/// MPI_T_event_set_dropped_handler. A null function removes the handler.
pub fn event_set_dropped_handler(_: Call, registration: usize, function: Callback) -> Result {
    let mut s = enter()?;
    found(s.tool.registration(registration))?.dropped_handler = (function.get() != 0).then_some(function);
    Ok(())
}

/// MPI_T_event_handle_free. Calls `function`, unless it is null, once no thread is in a callback of the registration.
pub fn event_handle_free(_: Call, registration: usize, user_data: Addr, function: Callback) -> Result {
    let mut s = enter()?;
    let r = found(s.tool.registration(registration))?;
    r.ending = Some(((function.get() != 0).then_some(function), user_data.get()));
    let event = r.event;
    s.tool.listening[event as usize] -= 1;
    listen(&mut s);
    drop(s);
    teller::end(registration);
    Ok(())
}
