//! Functions of the program that Clump calls. All of them are `extern "C-unwind"`. Clump holds no gate guard while such
//! a function runs.
//!
//! A callback carries the ABI of the program that passed the callback. A stand-in for another MPI library
//! ([`crate::symbols`]) names its adapters before it passes a callback, and the callback keeps them.
use crate::abi;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::transmute;

/// A function pointer of the program, or a sentinel (0 or 1) that Clump never calls.
#[derive(Clone, Copy, Debug)]
pub struct Callback {
    function: usize,
    /// The adapters of the program's ABI; `None` for the standard ABI.
    adapters: Option<&'static Adapters>,
}

/// A stand-in's functions that call a function of the program in the program's ABI. The first parameter of each is the
/// program's function; the others are in the standard ABI, and the adapter converts them.
#[repr(C)]
#[derive(Debug)]
pub struct Adapters {
    copy_attr:
        unsafe extern "C-unwind" fn(usize, usize, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int,
    delete_attr: unsafe extern "C-unwind" fn(usize, usize, c_int, *mut c_void, *mut c_void) -> c_int,
    error_handler: unsafe extern "C-unwind" fn(usize, *mut usize, *mut c_int),
    query: unsafe extern "C-unwind" fn(usize, *mut c_void, *mut abi::Status) -> c_int,
    free: unsafe extern "C-unwind" fn(usize, *mut c_void) -> c_int,
    cancel: unsafe extern "C-unwind" fn(usize, *mut c_void, c_int) -> c_int,
    reduce: unsafe extern "C-unwind" fn(usize, *mut c_void, *mut c_void, *mut c_int, *mut abi::Datatype),
    reduce_c: unsafe extern "C-unwind" fn(usize, *mut c_void, *mut c_void, *mut i64, *mut abi::Datatype),
    extent: unsafe extern "C-unwind" fn(usize, abi::Datatype, *mut isize, *mut c_void) -> c_int,
    convert:
        unsafe extern "C-unwind" fn(usize, *mut c_void, abi::Datatype, c_int, *mut c_void, i64, *mut c_void) -> c_int,
    convert_c:
        unsafe extern "C-unwind" fn(usize, *mut c_void, abi::Datatype, i64, *mut c_void, i64, *mut c_void) -> c_int,
}

thread_local! {
    /// The adapters that callbacks made by this thread get.
    static ADAPTERS: Cell<Option<&'static Adapters>> = const { Cell::new(None) };
}

/// Sets the adapters of the callbacks that this thread passes from now on; null for the standard ABI.
///
/// # Safety
/// `adapters` must be null or point to adapters that live as long as the process.
pub unsafe extern "C" fn set_adapters(adapters: *const Adapters) {
    // SAFETY: the caller vouches for the pointer, see above.
    ADAPTERS.set(unsafe { adapters.as_ref() });
}

type CopyFn = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
type DeleteFn = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void, *mut c_void) -> c_int;
type HandlerFn = unsafe extern "C-unwind" fn(*mut usize, *mut c_int, ...);
type QueryFn = unsafe extern "C-unwind" fn(*mut c_void, *mut abi::Status) -> c_int;
type FreeFn = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
type CancelFn = unsafe extern "C-unwind" fn(*mut c_void, c_int) -> c_int;
type UserFn = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_int, *mut abi::Datatype);
type EventFn = unsafe extern "C-unwind" fn(usize, usize, c_int, *mut c_void);
type EventFreeFn = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void);
type DroppedFn = unsafe extern "C-unwind" fn(i64, usize, c_int, c_int, *mut c_void);
type ExtentFn = unsafe extern "C-unwind" fn(abi::Datatype, *mut isize, *mut c_void) -> c_int;
type ConvertFn = unsafe extern "C-unwind" fn(*mut c_void, abi::Datatype, c_int, *mut c_void, i64, *mut c_void) -> c_int;
type ConvertFnC = unsafe extern "C-unwind" fn(*mut c_void, abi::Datatype, i64, *mut c_void, i64, *mut c_void) -> c_int;
type UserFnC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut i64, *mut abi::Datatype);

impl Callback {
    /// Makes a callback.
    ///
    /// # Safety
    /// `function` must be a sentinel, or a function of the type that the MPI call demands.
    pub unsafe fn new(function: usize) -> Callback {
        Callback { function, adapters: ADAPTERS.get() }
    }
    /// Returns the function's address.
    pub fn get(self) -> usize {
        self.function
    }

    /// Calls an attribute copy function (MPI 5.0, 7.7.2). Returns the new value, or `None` if the attribute
    /// is not copied.
    pub fn copy_attr(self, object: usize, keyval: i32, extra: usize, value: usize) -> Result<Option<usize>, i32> {
        let (mut new, mut flag) = (0usize, 0);
        let out: *mut usize = &mut new;
        // SAFETY: the constructor's contract says that this is a copy function; the caller has handled sentinels.
        let code = unsafe {
            match self.adapters {
                Some(adapters) => (adapters.copy_attr)(
                    self.function,
                    object,
                    keyval,
                    extra as *mut c_void,
                    value as *mut c_void,
                    out.cast(),
                    &mut flag,
                ),
                None => transmute::<usize, CopyFn>(self.function)(
                    object,
                    keyval,
                    extra as *mut c_void,
                    value as *mut c_void,
                    out.cast(),
                    &mut flag,
                ),
            }
        };
        if code != abi::MPI_SUCCESS { Err(code) } else { Ok((flag != 0).then_some(new)) }
    }

    /// Calls an attribute delete function and returns its error code.
    pub fn delete_attr(self, object: usize, keyval: i32, value: usize, extra: usize) -> i32 {
        // SAFETY: the constructor's contract says that this is a delete function; the caller has handled sentinels.
        unsafe {
            match self.adapters {
                Some(adapters) => {
                    (adapters.delete_attr)(self.function, object, keyval, value as *mut c_void, extra as *mut c_void)
                }
                None => transmute::<usize, DeleteFn>(self.function)(
                    object,
                    keyval,
                    value as *mut c_void,
                    extra as *mut c_void,
                ),
            }
        }
    }

    /// Calls an error handler and returns the code as the handler left it.
    pub fn error_handler(self, object: usize, code: i32) -> i32 {
        let (mut object, mut code) = (object, code);
        // SAFETY: the constructor's contract says that this is an error handler, which is variadic and gets no further
        // arguments.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.error_handler)(self.function, &mut object, &mut code),
                None => transmute::<usize, HandlerFn>(self.function)(&mut object, &mut code),
            };
        }
        code
    }

    /// Calls a generalized request's query function.
    pub fn query(self, extra: usize, status: &mut abi::Status) -> i32 {
        // SAFETY: the constructor's contract says that this is a query function.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.query)(self.function, extra as *mut c_void, status),
                None => transmute::<usize, QueryFn>(self.function)(extra as *mut c_void, status),
            }
        }
    }

    /// Calls a generalized request's free function.
    pub fn free(self, extra: usize) -> i32 {
        // SAFETY: the constructor's contract says that this is a free function.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.free)(self.function, extra as *mut c_void),
                None => transmute::<usize, FreeFn>(self.function)(extra as *mut c_void),
            }
        }
    }

    /// Calls a generalized request's cancel function.
    pub fn cancel(self, extra: usize, complete: bool) -> i32 {
        // SAFETY: the constructor's contract says that this is a cancel function.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.cancel)(self.function, extra as *mut c_void, c_int::from(complete)),
                None => transmute::<usize, CancelFn>(self.function)(extra as *mut c_void, c_int::from(complete)),
            }
        }
    }

    /// Calls a data representation's extent function (MPI 5.0, 14.5.3). Returns the error code and the extent.
    pub fn file_extent(self, datatype: abi::Datatype, extra: usize) -> (i32, i64) {
        let mut extent = 0;
        // SAFETY: the constructor's contract says that this is an extent function.
        let code = unsafe {
            match self.adapters {
                Some(adapters) => (adapters.extent)(self.function, datatype, &mut extent, extra as *mut c_void),
                None => transmute::<usize, ExtentFn>(self.function)(datatype, &mut extent, extra as *mut c_void),
            }
        };
        (code, extent as i64)
    }

    /// Calls a data representation's conversion function for `count` items from position 0 on. `file` has the items as
    /// they are in the file. With `large`, the function takes its count as MPI_Count.
    pub fn convert(
        self,
        large: bool,
        memory: usize,
        datatype: abi::Datatype,
        count: i64,
        file: clump::driver::Region,
        extra: usize,
    ) -> i32 {
        let (memory, file, extra) = (memory as *mut c_void, file.as_ptr().cast(), extra as *mut c_void);
        // SAFETY: the constructor's contract says that this is a conversion function of the form that `large` says; the
        // program's buffer and the region hold `count` items.
        unsafe {
            let short = i32::try_from(count).unwrap_or(i32::MAX);
            match (self.adapters, large) {
                (Some(with), true) => (with.convert_c)(self.function, memory, datatype, count, file, 0, extra),
                (Some(with), false) => (with.convert)(self.function, memory, datatype, short, file, 0, extra),
                (None, true) => transmute::<usize, ConvertFnC>(self.function)(memory, datatype, count, file, 0, extra),
                (None, false) => transmute::<usize, ConvertFn>(self.function)(memory, datatype, short, file, 0, extra),
            }
        }
    }

    /// Calls a tool's callback for an event (MPI 5.0, 15.3.8).
    pub fn event(self, instance: usize, registration: usize, safety: i32, user_data: usize) {
        // SAFETY: the constructor's contract says that this is a callback for events.
        unsafe {
            let f: EventFn = transmute(self.function);
            f(instance, registration, safety, user_data as *mut c_void)
        }
    }

    /// Calls the function with which a tool ends a registration.
    pub fn event_free(self, registration: usize, safety: i32, user_data: usize) {
        // SAFETY: the constructor's contract says that this is such a function.
        unsafe {
            let f: EventFreeFn = transmute(self.function);
            f(registration, safety, user_data as *mut c_void)
        }
    }

    /// Calls a tool's handler for dropped events.
    pub fn dropped(self, count: i64, registration: usize, source: i32, safety: i32, user_data: usize) {
        // SAFETY: the constructor's contract says that this is a handler for dropped events.
        unsafe {
            let f: DroppedFn = transmute(self.function);
            f(count, registration, source, safety, user_data as *mut c_void)
        }
    }

    /// Calls a user-defined operation (MPI 5.0, 6.9.5): `inout[i] = in[i] op inout[i]` for `len` elements.
    pub fn reduce(self, input: clump::driver::Region, inout: clump::driver::Region, len: i32, datatype: abi::Datatype) {
        let (mut len, mut datatype) = (len, datatype);
        // SAFETY: the constructor's contract says that this is a user operation; each region holds `len` elements.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.reduce)(
                    self.function,
                    input.as_ptr().cast(),
                    inout.as_ptr().cast(),
                    &mut len,
                    &mut datatype,
                ),
                None => transmute::<usize, UserFn>(self.function)(
                    input.as_ptr().cast(),
                    inout.as_ptr().cast(),
                    &mut len,
                    &mut datatype,
                ),
            };
        }
    }

    /// Calls a user-defined operation in its large-count form, like [`Callback::reduce`].
    pub fn reduce_c(
        self,
        input: clump::driver::Region,
        inout: clump::driver::Region,
        len: i64,
        datatype: abi::Datatype,
    ) {
        let (mut len, mut datatype) = (len, datatype);
        // SAFETY: the constructor's contract says that this is a large-count operation; each region holds `len`
        // elements.
        unsafe {
            match self.adapters {
                Some(adapters) => (adapters.reduce_c)(
                    self.function,
                    input.as_ptr().cast(),
                    inout.as_ptr().cast(),
                    &mut len,
                    &mut datatype,
                ),
                None => transmute::<usize, UserFnC>(self.function)(
                    input.as_ptr().cast(),
                    inout.as_ptr().cast(),
                    &mut len,
                    &mut datatype,
                ),
            };
        }
    }
}
