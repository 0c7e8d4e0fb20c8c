//! PMIx by `dlopen`: the calls that a rank needs to meet the other ranks of its job. The library is never linked, and
//! comes from the launcher's machine. Sizes and numbers are those of PMIx 4 to 6, which agree in all that stands here.
use libc::{RTLD_LOCAL, RTLD_NOW, c_char, c_int, c_void};
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::ptr;

type Status = c_int;
/// The status of a call that worked.
const SUCCESS: Status = 0;
/// The rank that stands for all ranks of a job.
const WILDCARD: u32 = u32::MAX - 1;
/// The scope of a value that every rank may read.
const GLOBAL: u8 = 3;
/// The numbers of the types of values.
const BOOL: u16 = 1;
const STRING: u16 = 3;
const INTEGERS: [(u16, usize, bool); 8] = [
    (6, 4, true),
    (9, 4, true),
    (10, 8, true),
    (11, 4, false),
    (14, 4, false),
    (15, 8, false),
    (4, 8, false),
    (40, 4, false),
];

/// `pmix_proc_t`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Proc {
    space: [u8; 256],
    rank: u32,
}

/// `pmix_value_t`: a type, and a union of 24 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
struct Value {
    kind: u16,
    data: [u64; 3],
}

/// `pmix_info_t`.
#[repr(C)]
struct Info {
    key: [u8; 512],
    flags: u32,
    value: Value,
}

type Init = unsafe extern "C" fn(*mut Proc, *mut Info, usize) -> Status;
type Get = unsafe extern "C" fn(*const Proc, *const c_char, *const Info, usize, *mut *mut Value) -> Status;
type Put = unsafe extern "C" fn(u8, *const c_char, *mut Value) -> Status;
type Commit = unsafe extern "C" fn() -> Status;
type Fence = unsafe extern "C" fn(*const Proc, usize, *const Info, usize) -> Status;
type Abort = unsafe extern "C" fn(Status, *const c_char, *const Proc, usize) -> Status;
type Finalize = unsafe extern "C" fn(*const Info, usize) -> Status;
type ErrorString = unsafe extern "C" fn(Status) -> *const c_char;
type Version = unsafe extern "C" fn() -> *const c_char;

/// The library's functions, and this process's name.
pub struct Pmix {
    me: Proc,
    get: Get,
    put: Put,
    commit: Commit,
    fence: Fence,
    abort: Abort,
    finalize: Finalize,
    error_string: Option<ErrorString>,
    version: String,
    library: PathBuf,
}

/// Why the library cannot be used.
#[derive(Debug)]
pub enum PmixError {
    /// The library was not found, or does not load: the reason of the loader.
    NotLoaded(String),
    /// The library lacks this function.
    Lacks(&'static str),
    /// A call failed: its name, and the library's text.
    Failed(&'static str, String),
}

impl std::fmt::Display for PmixError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PmixError::NotLoaded(why) => write!(f, "the library libpmix.so.2 does not load: {why}"),
            PmixError::Lacks(name) => write!(f, "the library libpmix.so.2 has no function {name}"),
            PmixError::Failed(call, why) => write!(f, "{call} failed: {why}"),
        }
    }
}

impl Pmix {
    /// Loads the library, the first of `files` that loads, and introduces this process to its server. May block as long
    /// as the server does not answer.
    pub fn init(files: &[PathBuf]) -> Result<Pmix, PmixError> {
        let (handle, library) = open(files)?;
        let find = |name: &'static str| {
            let text = CString::new(name).map_err(|_| PmixError::Lacks(name))?;
            // SAFETY: a handle from dlopen that is never closed, and a C string.
            let found = unsafe { libc::dlsym(handle, text.as_ptr()) };
            if found.is_null() { Err(PmixError::Lacks(name)) } else { Ok(found) }
        };
        let (init, get, put, commit) = (find("PMIx_Init")?, find("PMIx_Get")?, find("PMIx_Put")?, find("PMIx_Commit")?);
        let (fence, abort, finalize) = (find("PMIx_Fence")?, find("PMIx_Abort")?, find("PMIx_Finalize")?);
        let (text, version) = (find("PMIx_Error_string").ok(), find("PMIx_Get_version").ok());
        // SAFETY: PMIx declares functions of these names with these types (pmix.h).
        let (init, mut pmix) = unsafe {
            use std::mem::transmute as as_function;
            let version: Option<Version> = version.map(|f| as_function::<*mut c_void, Version>(f));
            let pmix = Pmix {
                me: Proc { space: [0; 256], rank: 0 },
                get: as_function::<*mut c_void, Get>(get),
                put: as_function::<*mut c_void, Put>(put),
                commit: as_function::<*mut c_void, Commit>(commit),
                fence: as_function::<*mut c_void, Fence>(fence),
                abort: as_function::<*mut c_void, Abort>(abort),
                finalize: as_function::<*mut c_void, Finalize>(finalize),
                error_string: text.map(|f| as_function::<*mut c_void, ErrorString>(f)),
                version: version.map(|f| text_at(f())).unwrap_or_default(),
                library,
            };
            (as_function::<*mut c_void, Init>(init), pmix)
        };
        // SAFETY: `me` is a whole pmix_proc_t, which the call fills; there are no infos.
        let status = unsafe { init(&mut pmix.me, ptr::null_mut(), 0) };
        pmix.check("PMIx_Init", status)?;
        Ok(pmix)
    }

    /// Returns the library's file, and what it says of its version.
    pub fn library(&self) -> (&Path, &str) {
        (&self.library, &self.version)
    }

    /// Returns this process's rank.
    pub fn rank(&self) -> u32 {
        self.me.rank
    }

    /// Returns a number that the server knows of the job, or of this process.
    pub fn number(&self, key: &str, of_job: bool) -> Result<u64, PmixError> {
        let value = self.value(key, if of_job { WILDCARD } else { self.me.rank })?;
        let known = INTEGERS.iter().find(|(kind, ..)| *kind == value.kind);
        let number = known.and_then(|&(_, bytes, is_signed)| match (bytes, is_signed) {
            (4, true) => u64::try_from(value.data[0] as u32 as i32).ok(),
            (4, false) => Some(u64::from(value.data[0] as u32)),
            (_, true) => u64::try_from(value.data[0] as i64).ok(),
            (_, false) => Some(value.data[0]),
        });
        number.ok_or_else(|| PmixError::Failed("PMIx_Get", format!("{key} is no number (type {})", value.kind)))
    }

    /// Returns a text that a rank has published.
    pub fn text(&self, key: &str, of: u32) -> Result<String, PmixError> {
        let value = self.value(key, of)?;
        if value.kind != STRING || value.data[0] == 0 {
            return Err(PmixError::Failed("PMIx_Get", format!("{key} is no text (type {})", value.kind)));
        }
        // SAFETY: a value of this type holds a C string, which the library allocated for the caller.
        Ok(unsafe { text_at(value.data[0] as *const c_char) })
    }

    fn value(&self, key: &str, rank: u32) -> Result<Value, PmixError> {
        let (of, key) = (Proc { rank, ..self.me }, name(key)?);
        let mut found: *mut Value = ptr::null_mut();
        // SAFETY: whole structures and a C string that live during the call; the result is checked below.
        let status = unsafe { (self.get)(&of, key.as_ptr(), ptr::null(), 0, &mut found) };
        self.check("PMIx_Get", status)?;
        // SAFETY: on success the library has stored the address of a value that is the caller's; it stays allocated,
        // because a handful of small values is not worth the library's way of freeing them.
        unsafe { found.as_ref() }.copied().ok_or_else(|| PmixError::Failed("PMIx_Get", "it returned no value".into()))
    }

    /// Publishes a text, which the other ranks can read after the next fence.
    pub fn publish(&self, key: &str, value: &str) -> Result<(), PmixError> {
        let (key, text) = (name(key)?, name(value)?);
        let mut value = Value { kind: STRING, data: [text.as_ptr() as u64, 0, 0] };
        // SAFETY: C strings and a whole value that live during the calls; the library copies them.
        let (put, commit) = unsafe { ((self.put)(GLOBAL, key.as_ptr(), &mut value), (self.commit)()) };
        self.check("PMIx_Put", put)?;
        self.check("PMIx_Commit", commit)
    }

    /// Blocks until every rank of the job has called it; collects what the ranks have published.
    pub fn fence(&self) -> Result<(), PmixError> {
        let all = Proc { rank: WILDCARD, ..self.me };
        let mut collect = Info { key: [0; 512], flags: 0, value: Value { kind: BOOL, data: [1, 0, 0] } };
        let key = b"pmix.collect";
        collect.key[..key.len()].copy_from_slice(key);
        // SAFETY: whole structures that live during the call.
        let status = unsafe { (self.fence)(&all, 1, &collect, 1) };
        self.check("PMIx_Fence", status)
    }

    /// Asks the launcher to end the whole job.
    pub fn abort(&self, code: i32, why: &CStr) {
        // SAFETY: a C string; no list of processes means all.
        unsafe { (self.abort)(code, why.as_ptr(), ptr::null(), 0) };
    }

    /// Tells the server that this process will end normally.
    pub fn finalize(&self) {
        // SAFETY: no infos.
        unsafe { (self.finalize)(ptr::null(), 0) };
    }

    fn check(&self, call: &'static str, status: Status) -> Result<(), PmixError> {
        if status == SUCCESS {
            return Ok(());
        }
        // SAFETY: the library returns a C string that it keeps.
        let text = self.error_string.map(|f| unsafe { text_at(f(status)) }).unwrap_or_default();
        Err(PmixError::Failed(call, format!("{text} ({status})")))
    }
}

fn name(text: &str) -> Result<CString, PmixError> {
    CString::new(text).map_err(|_| PmixError::Failed("PMIx", format!("{text:?} contains a zero byte")))
}

/// Returns the text at this address.
///
/// # Safety
/// The address must be null, or that of a C string.
unsafe fn text_at(address: *const c_char) -> String {
    if address.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(address) }.to_string_lossy().into_owned()
}

fn open(files: &[PathBuf]) -> Result<(*mut c_void, PathBuf), PmixError> {
    let mut why = String::new();
    for file in files {
        let Ok(text) = CString::new(file.as_os_str().as_encoded_bytes()) else { continue };
        // SAFETY: a C string. The library's initialisers run, as in any program that links it.
        let handle = unsafe { libc::dlopen(text.as_ptr(), RTLD_NOW | RTLD_LOCAL) };
        if !handle.is_null() {
            return Ok((handle, file.clone()));
        }
        // SAFETY: after a failure the loader returns a C string.
        why = unsafe { text_at(libc::dlerror()) };
    }
    Err(PmixError::NotLoaded(why))
}
