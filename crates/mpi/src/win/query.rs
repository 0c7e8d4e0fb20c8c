//! The MPI functions that query windows.
use crate::abi;
use crate::comm::cut;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, IntOut, Out, Text, TextOut};
use crate::ffi::gate;

/// MPI_Win_get_group
pub fn get_group(_: Call, win: abi::Win, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let w = s.win(win)?;
    let (ranks, session) = (s.dynamic.as_group(&w.group), s.comm(w.comm)?.session);
    group.set(s.new_group(ranks, session));
    Ok(())
}

/// MPI_Win_set_name
pub fn set_name(_: Call, win: abi::Win, name: Text) -> Result {
    let mut s = gate::enter();
    let w = s.win_mut(win)?;
    let mut text = name.get().ok_or_else(|| error(abi::MPI_ERR_ARG, "the name is a null pointer"))?;
    cut(&mut text);
    w.name = text;
    Ok(())
}

/// MPI_Win_get_name
pub fn get_name(_: Call, win: abi::Win, name: TextOut, len: Out<i32>) -> Result {
    let s = gate::enter();
    // MPI 5.0, 7.8: MPI_WIN_NULL has a name, too.
    let text = if win == abi::MPI_WIN_NULL { b"MPI_WIN_NULL".as_slice() } else { &s.win(win)?.name };
    len.set(name.set(text, abi::MPI_MAX_OBJECT_NAME as usize) as i32);
    Ok(())
}

/// MPI_Win_shared_query (MPI 5.0, 12.2.3). Returns the address in this process of another rank's part, or for
/// MPI_PROC_NULL the address of the first part that is not empty. A part that is not mapped in this process has size 0
/// and a null address.
pub fn shared_query(_: Call, win: abi::Win, rank: i32, size: Out<i64>, unit: IntOut, base: Addr) -> Result {
    let s = gate::enter();
    let w = s.win(win)?;
    if w.is_dynamic() {
        return fail(abi::MPI_ERR_RMA_FLAVOR, "MPI_Win_shared_query does not apply to dynamic windows");
    }
    let target = match w.target(rank)? {
        Some((rank, _)) => Some(rank),
        None => (0..w.len()).find(|&r| w.targets[r as usize].size > 0),
    };
    let at = |rank: u32| {
        let t = w.targets[rank as usize];
        match t.mapped.is_empty() {
            false => (t.mapped.as_ptr() as usize, t.size as i64, t.unit),
            true if w.group.job(rank) == s.my_job_rank() => (w.facts.base, t.size as i64, t.unit),
            true => (0, 0, t.unit),
        }
    };
    let (address, bytes, counted) = target.map_or((0, 0, 1), at);
    size.set(bytes);
    unit.set(counted);
    base.out::<usize>().set(address);
    Ok(())
}
