//! Versions, names, timers, memory and other inquiries (MPI 5.0, chapters 9 and 20).
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out, TextOut};
use crate::ffi::{gate, memory};
use crate::objects::info::{Info, host_name};
use crate::objects::small_blocks::SmallBlock;
use crate::state::{Lifecycle, State};

/// MPI_Get_version
pub fn get_version(_: Call, version: Out<i32>, subversion: Out<i32>) -> Result {
    version.set(abi::MPI_VERSION);
    subversion.set(abi::MPI_SUBVERSION);
    Ok(())
}

/// MPI_Get_library_version
pub fn get_library_version(_: Call, version: TextOut, len: Out<i32>) -> Result {
    let text =
        format!("Clump {}, MPI {}.{}, standard ABI", env!("CARGO_PKG_VERSION"), abi::MPI_VERSION, abi::MPI_SUBVERSION);
    len.set(version.set(text.as_bytes(), abi::MPI_MAX_LIBRARY_VERSION_STRING as usize) as i32);
    Ok(())
}

/// MPI_Abi_get_version
pub fn abi_get_version(_: Call, major: Out<i32>, minor: Out<i32>) -> Result {
    major.set(abi::MPI_ABI_VERSION);
    minor.set(abi::MPI_ABI_SUBVERSION);
    Ok(())
}

/// MPI_Abi_get_info (MPI 5.0, 20.3): returns the sizes, in bytes, that the ABI leaves to the platform.
pub fn abi_get_info(_: Call, info: Out<abi::Info>) -> Result {
    let mut facts = Info::new();
    facts.set("mpi_aint_size", "8");
    facts.set("mpi_count_size", "8");
    facts.set("mpi_offset_size", "8");
    info.set(gate::enter().infos.add(facts));
    Ok(())
}

/// MPI_Get_processor_name
pub fn get_processor_name(_: Call, name: TextOut, len: Out<i32>) -> Result {
    gate::enter().running()?;
    len.set(name.set(&host_name(), abi::MPI_MAX_PROCESSOR_NAME as usize) as i32);
    Ok(())
}

/// MPI_Wtime: returns the seconds of the system's monotonic clock, which all processes on a machine share.
pub fn wtime() -> f64 {
    memory::monotonic()
}

/// MPI_Wtick: returns one nanosecond, the unit of the clock.
pub fn wtick() -> f64 {
    1e-9
}

/// MPI_Alloc_mem: allocates memory, aligned to 64 bytes or more if the info object requests more. Where possible, other
/// ranks can access this memory without system calls.
pub fn alloc_mem(_: Call, size: i64, info: abi::Info, base: Addr) -> Result {
    let mut s = gate::enter();
    let alignment = memory::alignment(&s.infos.or_null(info)?);
    let size = usize::try_from(size).map_err(|_| error(abi::MPI_ERR_ARG, format!("the size is {size}")))?;
    let State { common, mpi } = &mut *s;
    let Some(endpoint) = &mut common.endpoint else { return allocated(memory::allocate(size, alignment), size, base) };
    if let Some(SmallBlock { address, fresh }) = mpi.small_blocks.take(size, alignment) {
        if let Some(fresh) = fresh {
            endpoint.register_fresh(fresh);
        }
        return allocated(Some(address), size, base);
    }
    let address = memory::allocate(size, alignment);
    if let Some(address) = address {
        endpoint.register_fresh(memory::fresh(address, size));
    }
    allocated(address, size, base)
}

/// Sets the program's variable to the address of a block, or returns MPI_ERR_NO_MEM.
fn allocated(address: Option<usize>, size: usize, base: Addr) -> Result {
    let Some(address) = address else {
        return fail(abi::MPI_ERR_NO_MEM, format!("{size} bytes could not be allocated"));
    };
    base.out::<usize>().set(address);
    Ok(())
}

/// MPI_Free_mem
pub fn free_mem(_: Call, base: Addr) -> Result {
    let mut s = gate::enter();
    // In a forked child the memory stays as it is: it may be the parent's, and the child ends soon.
    if s.phase != Lifecycle::Forked && !s.small_blocks.give_back(base.get()) {
        memory::free(base);
    }
    Ok(())
}

/// MPI_Pcontrol: does nothing, because there is no profiler to control.
pub fn pcontrol(_: Call, _level: i32) -> Result {
    Ok(())
}

/// MPI_Get_address
pub fn get_address(_: Call, location: Addr, address: Out<i64>) -> Result {
    address.set(location.get() as i64);
    Ok(())
}

/// MPI_Aint_add
pub fn aint_add(base: i64, displacement: i64) -> isize {
    base.wrapping_add(displacement) as isize
}

/// MPI_Aint_diff
pub fn aint_diff(a: i64, b: i64) -> isize {
    a.wrapping_sub(b) as isize
}
