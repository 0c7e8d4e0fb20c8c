//! MPI_Win_attach and MPI_Win_detach (MPI 5.0, 12.2.4).
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Addr;
use crate::ffi::devices;
use crate::ffi::gate;
use crate::objects::win::Win;

/// Returns MPI_ERR_RMA_FLAVOR unless the window is dynamic.
fn dynamic(w: &Win) -> Result {
    if !w.is_dynamic() {
        return fail(abi::MPI_ERR_RMA_FLAVOR, "only windows of MPI_Win_create_dynamic have memory attached");
    }
    Ok(())
}

/// MPI_Win_attach
pub fn attach(_: Call, win: abi::Win, base: Addr, size: i64) -> Result {
    let mut s = gate::enter();
    dynamic(s.win(win)?)?;
    let Ok(len) = usize::try_from(size) else {
        return fail(abi::MPI_ERR_SIZE, format!("the size is {size}; it must not be negative"));
    };
    if base.get() == 0 && len > 0 {
        return fail(abi::MPI_ERR_BASE, format!("the base of {size} bytes is a null pointer"));
    }
    devices::check(base.get(), len as u64)?;
    let memory = base.region(0, len);
    if s.win(win)?.window.has_attached(memory) {
        return fail(abi::MPI_ERR_RMA_ATTACH, "a part of this memory is attached already");
    }
    let (w, endpoint) = s.win_endpoint(win)?;
    if memory.is_empty() {
        w.attached_nothing.push(base.get());
    } else {
        w.window.attach(endpoint, memory);
    }
    Ok(())
}

/// MPI_Win_detach
pub fn detach(_: Call, win: abi::Win, base: Addr) -> Result {
    let mut s = gate::enter();
    dynamic(s.win(win)?)?;
    let (w, endpoint) = s.win_endpoint(win)?;
    if w.window.detach(endpoint, base.get() as u64) {
        return Ok(());
    }
    match w.attached_nothing.iter().position(|at| *at == base.get()) {
        Some(at) => drop(w.attached_nothing.swap_remove(at)),
        None => return fail(abi::MPI_ERR_RMA_ATTACH, format!("nothing is attached at {:#x}", base.get())),
    }
    Ok(())
}
