//! Recognises memory of GPUs, which Clump does not read or write: a program must copy it to host memory first.
//!
//! A driver's library (CUDA's, ROCm's) says whether a pointer is a device's. Clump never loads such a library; a
//! program that has device pointers has loaded it. **Cost.** The fast path of a buffer compares its address with
//! [`first_plain`]. If a driver is loaded, no address passes, and every buffer takes the path that asks the driver. A
//! program may load a driver after MPI_Init, so the fast path is also closed for the first [`WATCHED`] buffers after
//! MPI_Init and after each sleep of a waiting thread ([`watch`]). These buffers ask the loader how many libraries it
//! has loaded, and look for a driver if there are more than before.
use crate::abi;
use crate::error::{Result, error};
use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Buffers that are checked after each [`watch`]. With fewer, a driver that the program loads between two short
/// messages is found later; with more, the first messages cost more.
const WATCHED: u32 = 64;

/// Addresses above this one need no check; `usize::MAX`: every buffer is checked.
static FIRST_PLAIN: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Buffers still to be checked while no driver is loaded.
static LEFT: AtomicU32 = AtomicU32::new(WATCHED);
/// The loader's count of loaded libraries when this module last looked for drivers; 0 before the first time.
static LOADED: AtomicU64 = AtomicU64::new(0);
static CUDA: OnceLock<CudaQuery> = OnceLock::new();
static ROCM: OnceLock<Rocm> = OnceLock::new();

type CudaQuery = unsafe extern "C" fn(*mut c_void, c_int, u64) -> c_int;
type RocmQuery = unsafe extern "C" fn(*mut RocmAttributes, *const c_void) -> c_int;
type RocmError = unsafe extern "C" fn() -> c_int;

/// ROCm's functions: the attributes of a pointer; the calling thread's last error, which `peek` leaves and `take`
/// clears.
struct Rocm {
    query: RocmQuery,
    peek: RocmError,
    take: RocmError,
}

/// ROCm's `hipPointerAttribute_t`, with room for later versions. The meaning of the first field differs between
/// versions; the others say as much.
#[repr(C)]
struct RocmAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: usize,
    host_pointer: usize,
    managed: c_int,
    flags: u32,
    room: [u64; 16],
}

/// CUDA's attributes of a pointer: the type of memory, and whether the driver moves it to where it is used.
const CUDA_MEMORY_TYPE: c_int = 2;
const CUDA_IS_MANAGED: c_int = 8;
/// CUDA's type of memory for a device's.
const CUDA_DEVICE: u32 = 2;

/// Returns the address above which a buffer needs no check. Sentinels lie below it.
#[inline(always)]
pub fn first_plain() -> usize {
    FIRST_PLAIN.load(Relaxed)
}

/// Checks the next buffers again: the program may have loaded a driver meanwhile.
#[cold]
pub fn watch() {
    LEFT.store(WATCHED, Relaxed);
    FIRST_PLAIN.store(usize::MAX, Relaxed);
}

/// Fails with MPI_ERR_BUFFER if `len` bytes at `address` are a device's.
pub fn check(address: usize, len: u64) -> Result {
    if FIRST_PLAIN.load(Relaxed) != usize::MAX {
        return Ok(());
    }
    look_for_drivers();
    let driver = match (CUDA.get(), ROCM.get()) {
        (None, None) => {
            open_fast_path();
            return Ok(());
        }
        (Some(&query), _) if is_of_cuda(query, address) => ("CUDA", "cudaMemcpy"),
        (_, Some(rocm)) if is_of_rocm(rocm, address) => ("ROCm", "hipMemcpy"),
        _ => return Ok(()),
    };
    refuse(driver, address, len)
}

#[cold]
fn refuse((driver, copy): (&str, &str), address: usize, len: u64) -> Result {
    let why = format!(
        "the buffer of {len} bytes at {address:#x} is memory of a {driver} device, which Clump does not access: copy \
         it to host memory first ({copy}), and pass the copy"
    );
    let mut e = error(abi::MPI_ERR_BUFFER, why);
    e.shown = true;
    Err(e)
}

/// Counts a checked buffer while no driver is loaded. The last one opens the fast path.
fn open_fast_path() {
    let left = LEFT.load(Relaxed);
    LEFT.store(left.saturating_sub(1), Relaxed);
    if left <= 1 {
        FIRST_PLAIN.store(abi::MPI_BUFFER_AUTOMATIC, Relaxed);
    }
}

/// Looks for drivers, if the loader has loaded any library since the last time.
fn look_for_drivers() {
    let loaded = count_loaded();
    if LOADED.swap(loaded, Relaxed) == loaded {
        return;
    }
    const ROCM_NAMES: [&CStr; 5] =
        [c"libamdhip64.so", c"libamdhip64.so.7", c"libamdhip64.so.6", c"libamdhip64.so.5", c"libamdhip64.so.4"];
    if CUDA.get().is_none()
        && let Some(query) = find(&[c"libcuda.so.1"], c"cuPointerGetAttribute")
    {
        // SAFETY: the symbol of this name in CUDA's driver is a function of this type.
        let _ = CUDA.set(unsafe { transmute::<*mut c_void, CudaQuery>(query) });
    }
    if ROCM.get().is_none()
        && let Some(query) = find(&ROCM_NAMES, c"hipPointerGetAttributes")
        && let Some(peek) = find(&ROCM_NAMES, c"hipPeekAtLastError")
        && let Some(take) = find(&ROCM_NAMES, c"hipGetLastError")
    {
        // SAFETY: the symbols of these names in ROCm's runtime are functions of these types.
        let _ = ROCM.set(unsafe {
            Rocm {
                query: transmute::<*mut c_void, RocmQuery>(query),
                peek: transmute::<*mut c_void, RocmError>(peek),
                take: transmute::<*mut c_void, RocmError>(take),
            }
        });
    }
}

/// Returns how many libraries the loader has ever loaded in this process.
fn count_loaded() -> u64 {
    // SAFETY: the loader calls this function, with its own arguments.
    unsafe extern "C" fn first(info: *mut libc::dl_phdr_info, _: usize, count: *mut c_void) -> c_int {
        // SAFETY: the loader passes the facts of a library; `count` is the variable of `count_loaded`.
        unsafe { *count.cast::<u64>() = (*info).dlpi_adds };
        // The other libraries have the same count.
        1
    }
    let mut count = 0u64;
    // SAFETY: `first` matches the type of the callback, and `count` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut count).cast()) };
    count
}

/// Returns a function of the first of these libraries that the process has loaded. The library then stays loaded.
fn find(libraries: &[&CStr], function: &CStr) -> Option<*mut c_void> {
    libraries.iter().find_map(|name| {
        // SAFETY: both names are C strings. RTLD_NOLOAD loads nothing, so no code of the library runs.
        let symbol = unsafe {
            let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
            if library.is_null() {
                return None;
            }
            libc::dlsym(library, function.as_ptr())
        };
        (!symbol.is_null()).then_some(symbol)
    })
}

/// Returns true if CUDA says that the address is in a device's memory that no processor reads.
fn is_of_cuda(query: CudaQuery, address: usize) -> bool {
    let ask = |attribute| {
        let mut value = 0u64;
        // SAFETY: the driver writes an attribute of at most 8 bytes, and reads no memory at the address.
        let code = unsafe { query((&raw mut value).cast(), attribute, address as u64) };
        // Attributes of 4 bytes are in the low half.
        (code == 0).then_some(value as u32)
    };
    ask(CUDA_MEMORY_TYPE) == Some(CUDA_DEVICE) && ask(CUDA_IS_MANAGED).unwrap_or(0) & 0xff == 0
}

/// Returns true if ROCm says that the address is in a device's memory that no processor reads. ROCm keeps the failure
/// of a query for an address that it does not know as the thread's last error, which the program would take for its
/// own. This function clears that error, but leaves an error that was there before.
fn is_of_rocm(rocm: &Rocm, address: usize) -> bool {
    let mut a =
        RocmAttributes { kind: 0, device: 0, device_pointer: 0, host_pointer: 0, managed: 0, flags: 0, room: [0; 16] };
    // SAFETY: the runtime writes its attributes, for which there is room, and reads no memory at the address. The
    // other two functions read and clear the thread's last error.
    let code = unsafe {
        let clear = (rocm.peek)() == 0;
        let code = (rocm.query)(&mut a, address as *const c_void);
        if code != 0 && clear {
            (rocm.take)();
        }
        code
    };
    code == 0 && a.device_pointer != 0 && a.host_pointer == 0 && a.managed == 0
}

/// Defines a function that says that the library does not access memory of GPUs.
macro_rules! unsupported { ($($name:ident)*) => { $(
    // SAFETY: MPICH and Open MPI give this meaning to the name.
    #[unsafe(no_mangle)]
    pub extern "C" fn $name() -> c_int {
        0
    }
)* } }
// The names in Open MPI (cuda, rocm) and in MPICH (cuda, hip, ze).
unsupported! { MPIX_Query_cuda_support MPIX_Query_rocm_support MPIX_Query_hip_support MPIX_Query_ze_support }
