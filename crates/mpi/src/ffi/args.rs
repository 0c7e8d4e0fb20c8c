//! The safe argument types of the function bodies, made from raw C parameters. Only the generated symbols call the
//! unsafe constructors. An MPI program promises (MPI 5.0, 2.3) that its arguments are valid during the call, or until
//! the request is complete.
use crate::abi;
use crate::error::{Result, fail};
use clump::driver::Region;
use std::ffi::{CStr, c_char, c_void};

/// A buffer's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addr(*mut u8);

impl Addr {
    /// Makes an address.
    ///
    /// # Safety
    /// The pointer must be valid as the MPI standard demands for the call's argument.
    #[inline(always)]
    pub unsafe fn new(ptr: *const c_void) -> Addr {
        Addr(ptr.cast_mut().cast())
    }
    /// Returns the address as a number, to compare it with sentinels (MPI_IN_PLACE…) or to return it.
    #[inline(always)]
    pub fn get(self) -> usize {
        self.0 as usize
    }
    /// Returns `len` bytes at `offset` from the address. The offset and length must come from the call's own arguments.
    #[inline(always)]
    pub fn region(self, offset: i64, len: usize) -> Region {
        // SAFETY: the program lends its buffer for the operation; count and datatype give the buffer's length.
        unsafe { Region::new(self.0.wrapping_offset(offset as isize), len) }
    }
    /// Returns the address `offset` bytes further on.
    #[inline(always)]
    pub fn offset(self, offset: i64) -> Addr {
        Addr(self.0.wrapping_offset(offset as isize))
    }
    /// Returns the C strings of an array that ends with a null pointer; no strings for a null address (MPI_ARGV_NULL).
    pub fn texts(self) -> Vec<Vec<u8>> {
        if self.get() == 0 {
            return Vec::new();
        }
        let all = (0..).map(|i| Text(In(self.0.cast::<*const c_char>()).get(i)).get());
        all.map_while(|text| text).collect()
    }
    /// Returns the string at `index` of an array of C strings.
    pub fn text_at(self, index: usize) -> Text {
        Text(In(self.0.cast::<*const c_char>()).get(index))
    }
    /// Returns the address at `index` of an array of pointers; a null address for a null array (MPI_ARGVS_NULL).
    pub fn address_at(self, index: usize) -> Addr {
        match self.get() {
            0 => self,
            _ => Addr(In(self.0.cast::<*mut u8>()).get(index)),
        }
    }
    /// Returns the address as a pointer to a variable of type `T`, for a `void *` parameter that receives a pointer.
    pub fn out<T>(self) -> Out<T> {
        Out(self.0.cast())
    }
    /// Returns the address of a region's first byte, for temporary memory.
    pub fn of(region: Region) -> Addr {
        Addr(region.as_ptr())
    }
}

/// A `const` array or pointer that the call reads.
#[derive(Debug)]
pub struct In<T>(*const T);
impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for In<T> {}
impl<T: Copy> In<T> {
    /// Makes an array.
    ///
    /// # Safety
    /// The pointer must be valid as for [`Addr::new`]. It may be null if the call reads no element.
    #[inline(always)]
    pub unsafe fn new(ptr: *const T) -> In<T> {
        In(ptr)
    }
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
    /// Returns element `index`, which must exist according to the call's arguments.
    #[inline(always)]
    pub fn get(self, index: usize) -> T {
        // SAFETY: the program passed an array with an element `index`; the read may be unaligned.
        unsafe { self.0.add(index).read_unaligned() }
    }
    /// Returns the array, or an error if the pointer is null. For arrays that only some calls of the function read.
    /// Generated code checks all other arrays before it calls the body (`tables/pointers.csv`).
    pub fn needed(self, what: &str) -> Result<In<T>> {
        if self.is_null() { no_array(what) } else { Ok(self) }
    }
    /// Returns the first `len` elements.
    pub fn to_vec(self, len: usize) -> Vec<T> {
        (0..len).map(|i| self.get(i)).collect()
    }
    pub fn address(self) -> usize {
        self.0 as usize
    }
}

/// A variable or array that the call may set. If the argument is in-out, the call also reads the variable.
#[derive(Debug)]
pub struct Out<T>(*mut T);
impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Out<T> {}

/// A variable that a non-blocking call sets when its request is complete, in whatever thread makes progress then. The
/// program keeps the variable, and does not touch it, until then.
pub struct LaterOut<T>(Out<T>);
// SAFETY: the program grants the call sole access to the variable until the request is complete, and does not care in
// which thread that happens.
unsafe impl<T: Send> Send for LaterOut<T> {}
impl<T: Copy> LaterOut<T> {
    pub fn new(out: Out<T>) -> LaterOut<T> {
        LaterOut(out)
    }
    pub fn set(&self, value: T) {
        self.0.set(value);
    }
}
impl<T: Copy> Out<T> {
    /// Makes a variable or array.
    ///
    /// # Safety
    /// The pointer must be valid as for [`Addr::new`]. It may be null where the standard has a null sentinel.
    #[inline(always)]
    pub unsafe fn new(ptr: *mut T) -> Out<T> {
        Out(ptr)
    }
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
    #[inline(always)]
    pub fn set(self, value: T) {
        self.set_at(0, value);
    }
    #[inline(always)]
    pub fn get(self) -> T {
        self.get_at(0)
    }
    #[inline(always)]
    pub fn set_at(self, index: usize, value: T) {
        // SAFETY: the program passed an array with an element `index`; the write may be unaligned.
        unsafe { self.0.add(index).write_unaligned(value) }
    }
    #[inline(always)]
    pub fn get_at(self, index: usize) -> T {
        // SAFETY: the program passed an array with an element `index`, and has set in-out variables; the read may be
        // unaligned.
        unsafe { self.0.add(index).read_unaligned() }
    }
    /// Returns the variable `index` positions further on.
    #[inline(always)]
    pub fn at(self, index: usize) -> Out<T> {
        Out(self.0.wrapping_add(index))
    }
    pub fn address(self) -> usize {
        self.0 as usize
    }
    /// Returns a variable of Clump, for a call that Clump makes on the program's behalf. The variable must outlive the
    /// call.
    pub fn to(variable: &mut T) -> Out<T> {
        Out(variable)
    }
    /// Returns a null variable, such as MPI_STATUS_IGNORE.
    pub fn ignore() -> Out<T> {
        Out(std::ptr::null_mut())
    }
}
impl Out<abi::Comm> {
    /// Returns the communicator, or MPI_COMM_NULL if the pointer is null.
    pub fn or_null(self) -> abi::Comm {
        if self.is_null() { abi::MPI_COMM_NULL } else { self.get() }
    }
}

impl Out<abi::Win> {
    /// Returns the window, or MPI_WIN_NULL if the pointer is null.
    pub fn or_null(self) -> abi::Win {
        if self.is_null() { abi::MPI_WIN_NULL } else { self.get() }
    }
}

impl Out<abi::File> {
    /// Returns the file, or MPI_FILE_NULL if the pointer is null.
    pub fn or_null(self) -> abi::File {
        if self.is_null() { abi::MPI_FILE_NULL } else { self.get() }
    }
}

impl Out<abi::Session> {
    /// Returns the session, or MPI_SESSION_NULL if the pointer is null.
    pub fn or_null(self) -> abi::Session {
        if self.is_null() { abi::MPI_SESSION_NULL } else { self.get() }
    }
}

#[cold]
#[inline(never)]
fn no_array<T>(what: &str) -> Result<T> {
    fail(abi::MPI_ERR_ARG, format!("the array of {what} is a null pointer"))
}

/// A `const` array of `int` in one form of a call, and of `MPI_Count` or `MPI_Aint` in the large-count form.
#[derive(Clone, Copy, Debug)]
pub enum Ints {
    Narrow(In<i32>),
    Wide(In<i64>),
}
impl Ints {
    /// Makes an array of `int`.
    ///
    /// # Safety
    /// The pointer must be valid as for [`In::new`].
    #[inline(always)]
    pub unsafe fn narrow(ptr: *const i32) -> Ints {
        Ints::Narrow(In(ptr))
    }
    /// Makes an array of `MPI_Count` or `MPI_Aint`.
    ///
    /// # Safety
    /// The pointer must be valid as for [`In::new`].
    #[inline(always)]
    pub unsafe fn wide(ptr: *const i64) -> Ints {
        Ints::Wide(In(ptr))
    }
    #[inline(always)]
    pub fn get(self, index: usize) -> i64 {
        match self {
            Ints::Narrow(a) => i64::from(a.get(index)),
            Ints::Wide(a) => a.get(index),
        }
    }
    pub fn is_null(self) -> bool {
        match self {
            Ints::Narrow(a) => a.is_null(),
            Ints::Wide(a) => a.is_null(),
        }
    }
    /// Returns the array, or an error if the pointer is null; see [`In::needed`].
    pub fn needed(self, what: &str) -> Result<Ints> {
        if self.is_null() { no_array(what) } else { Ok(self) }
    }
    pub fn to_vec(self, len: usize) -> Vec<i64> {
        (0..len).map(|i| self.get(i)).collect()
    }
}

/// A variable of type `int` in one form of a call, and of type `MPI_Count` in the large-count form.
#[derive(Clone, Copy, Debug)]
pub enum IntOut {
    Narrow(Out<i32>),
    Wide(Out<i64>),
}
impl IntOut {
    /// Makes a variable of type `int`.
    ///
    /// # Safety
    /// The pointer must be valid as for [`Out::new`].
    #[inline(always)]
    pub unsafe fn narrow(ptr: *mut i32) -> IntOut {
        IntOut::Narrow(Out(ptr))
    }
    /// Makes a variable of type `MPI_Count`.
    ///
    /// # Safety
    /// The pointer must be valid as for [`Out::new`].
    #[inline(always)]
    pub unsafe fn wide(ptr: *mut i64) -> IntOut {
        IntOut::Wide(Out(ptr))
    }
    /// Sets the variable. A number that does not fit into an `int` becomes MPI_UNDEFINED.
    pub fn set(self, value: i64) {
        match self {
            IntOut::Narrow(v) => v.set(i32::try_from(value).unwrap_or(abi::MPI_UNDEFINED)),
            IntOut::Wide(v) => v.set(value),
        }
    }
    pub fn get(self) -> i64 {
        match self {
            IntOut::Narrow(v) => i64::from(v.get()),
            IntOut::Wide(v) => v.get(),
        }
    }
}

/// A C string that the call reads: bytes, which need not be UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Text(*const c_char);
impl Text {
    /// Makes a string.
    ///
    /// # Safety
    /// The pointer must be null or point to a string that ends with a NUL.
    #[inline(always)]
    pub unsafe fn new(ptr: *const c_char) -> Text {
        Text(ptr)
    }
    /// Returns the bytes before the NUL, in the program's encoding, or `None` for a null pointer.
    pub fn get(self) -> Option<Vec<u8>> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the pointer is not null, and the program passed a C string.
        Some(unsafe { CStr::from_ptr(self.0) }.to_bytes().to_vec())
    }
}

/// A buffer for a C string that the call returns.
#[derive(Clone, Copy, Debug)]
pub struct TextOut(*mut c_char);
impl TextOut {
    /// Makes a buffer.
    ///
    /// # Safety
    /// The buffer must have room for as many bytes as the MPI standard demands for the call's argument.
    #[inline(always)]
    pub unsafe fn new(ptr: *mut c_char) -> TextOut {
        TextOut(ptr)
    }
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }
    /// Writes `text`, cut so that the text and its NUL fit into `room` bytes. Returns the number of bytes before the
    /// NUL.
    pub fn set(self, text: &[u8], room: usize) -> usize {
        if room == 0 || self.0.is_null() {
            return 0;
        }
        let n = text.len().min(room - 1);
        // SAFETY: the program passed `room` bytes, and n + 1 <= room.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), self.0, n);
            self.0.add(n).write(0);
        }
        n
    }
}
