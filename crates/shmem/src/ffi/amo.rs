//! Atomic memory operations. On one machine each is an instruction of the processor.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::ctx::Ctx;
use super::space::SPACE;
use super::window::{AtomicChange, operate};
use clump::driver::Region;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The bits of an element that the processor changes atomically.
pub trait AtomicBits: Copy + Default + Eq + 'static {
    /// Changes the element at an aligned address atomically, and returns its former value.
    ///
    /// # Safety
    /// The element is mapped for all PEs that change it, and all of them do so atomically.
    unsafe fn change(at: *mut u8, what: AtomicChange, value: Self) -> Self;
    /// Stores `value` if the element equals `cond`, and returns its former value.
    ///
    /// # Safety
    /// As for [`AtomicBits::change`].
    unsafe fn exchange(at: *mut u8, cond: Self, value: Self) -> Self;
    /// Loads the element.
    ///
    /// # Safety
    /// As for [`AtomicBits::change`].
    unsafe fn load(at: *mut u8) -> Self;
}

macro_rules! bits { ($($t:ty: $cell:ty;)*) => { $(
    impl AtomicBits for $t {
        #[inline(always)]
        unsafe fn change(at: *mut u8, what: AtomicChange, value: $t) -> $t {
            // SAFETY: by this function's contract.
            let cell = unsafe { <$cell>::from_ptr(at.cast()) };
            match what {
                AtomicChange::Fetch => cell.load(SeqCst),
                AtomicChange::Set => cell.swap(value, SeqCst),
                AtomicChange::Add => cell.fetch_add(value, SeqCst),
                AtomicChange::And => cell.fetch_and(value, SeqCst),
                AtomicChange::Or => cell.fetch_or(value, SeqCst),
                AtomicChange::Xor => cell.fetch_xor(value, SeqCst),
            }
        }
        #[inline(always)]
        unsafe fn exchange(at: *mut u8, cond: $t, value: $t) -> $t {
            // SAFETY: by this function's contract.
            let cell = unsafe { <$cell>::from_ptr(at.cast()) };
            cell.compare_exchange(cond, value, SeqCst, SeqCst).unwrap_or_else(|other| other)
        }
        #[inline(always)]
        unsafe fn load(at: *mut u8) -> $t {
            // SAFETY: by this function's contract.
            unsafe { <$cell>::from_ptr(at.cast()) }.load(SeqCst)
        }
    }
)* } }
bits! { u32: AtomicU32; u64: AtomicU64; }

/// C's types with atomic operations.
pub trait AtomicElement: Copy + 'static {
    type Bits: AtomicBits;
    const ONE: Self;
    fn bits(self) -> Self::Bits;
    fn of(bits: Self::Bits) -> Self;
}

macro_rules! elements { ($($t:ty: $bits:ty;)*) => { $(
    impl AtomicElement for $t {
        type Bits = $bits;
        const ONE: $t = 1 as $t;
        #[inline(always)]
        fn bits(self) -> $bits {
            <$bits>::from_ne_bytes(self.to_ne_bytes())
        }
        #[inline(always)]
        fn of(bits: $bits) -> $t {
            <$t>::from_ne_bytes(bits.to_ne_bytes())
        }
    }
)* } }
elements! { i32: u32; u32: u32; f32: u32; i64: u64; u64: u64; isize: u64; usize: u64; f64: u64; }

/// Returns the mapped element, if the context's PE numbers are the job's, the PE is on this machine, and the address is
/// aligned.
#[inline(always)]
fn near<B>(ctx: Ctx, address: usize, pe: i32) -> Option<*mut u8> {
    SPACE.near(address, size_of::<B>(), pe).filter(|at| ctx.is_of_world() && at.addr().is_multiple_of(align_of::<B>()))
}

#[inline(always)]
fn changed<T: AtomicElement>(call: &str, ctx: Ctx, what: AtomicChange, dest: *mut T, value: T, pe: i32) -> T {
    let at = near::<T::Bits>(ctx, dest.addr(), pe);
    let Some(at) = at else { return T::of(change_otherwise(call, ctx, what, dest.addr(), value.bits(), pe, true)) };
    // SAFETY: the element lies in the PE's part, aligned.
    let old = unsafe { T::Bits::change(at, what, value.bits()) };
    if what != AtomicChange::Fetch {
        SPACE.rouse(pe as usize);
    }
    T::of(old)
}

/// Changes an element whose former value the program does not want.
#[inline(always)]
fn change<T: AtomicElement>(call: &str, ctx: Ctx, what: AtomicChange, dest: *mut T, value: T, pe: i32) {
    let at = near::<T::Bits>(ctx, dest.addr(), pe);
    let Some(at) = at else {
        change_otherwise(call, ctx, what, dest.addr(), value.bits(), pe, false);
        return;
    };
    // SAFETY: the element lies in the PE's part, aligned.
    unsafe { T::Bits::change(at, what, value.bits()) };
    SPACE.rouse(pe as usize);
}

#[inline(never)]
fn change_otherwise<B: AtomicBits>(
    call: &str,
    ctx: Ctx,
    what: AtomicChange,
    address: usize,
    value: B,
    pe: i32,
    fetched: bool,
) -> B {
    let place = element::<B>(call, ctx, address, pe);
    change_at(call, place, address, what, value, fetched)
}

/// Returns the PE and the offset of an aligned element.
fn element<B>(call: &str, ctx: Ctx, address: usize, pe: i32) -> (usize, usize) {
    let place = SPACE.place(call, address, size_of::<B>(), ctx.pe(call, pe));
    if !address.is_multiple_of(align_of::<B>()) {
        super::process::fail(call, format_args!("to PE {pe}: the address {address:#x} is not aligned"));
    }
    ctx.touch();
    place
}

/// Changes an element of a part, which may be on another machine. Returns its former value if `fetched` asks for it.
pub fn change_at<B: AtomicBits>(
    call: &str,
    place: (usize, usize),
    address: usize,
    what: AtomicChange,
    value: B,
    fetched: bool,
) -> B {
    let (pe, offset) = place;
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: the caller has checked the offset.
        let old = unsafe { B::change(part.wrapping_add(offset), what, value) };
        SPACE.rouse(pe);
        return old;
    }
    let mut old = B::default();
    let bytes = size_of::<B>();
    // SAFETY: both are variables of this function, and the operation is over when the call returns.
    let (operand, former) = unsafe { (Region::new((&raw const value).cast(), bytes), word(&mut old)) };
    operate(call, pe, address, |joined, endpoint| {
        joined.change(endpoint, place, what, operand, fetched.then_some(former))
    });
    old
}

/// Returns a variable's bytes.
///
/// # Safety
/// The variable outlives the use of the region.
unsafe fn word<B>(variable: &mut B) -> Region {
    // SAFETY: by this function's contract.
    unsafe { Region::new(std::ptr::from_mut(variable).cast(), size_of::<B>()) }
}

#[inline(always)]
pub unsafe fn fetch<T: AtomicElement>(call: &str, ctx: Ctx, source: *const T, pe: i32) -> T {
    if let Some(at) = near::<T::Bits>(ctx, source.addr(), pe) {
        // SAFETY: the element lies in the PE's part, aligned.
        return T::of(unsafe { T::Bits::load(at) });
    }
    let none = T::Bits::default();
    T::of(change_otherwise(call, ctx, AtomicChange::Fetch, source.addr(), none, pe, true))
}

#[inline(always)]
pub unsafe fn compare_swap<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, cond: T, value: T, pe: i32) -> T {
    let Some(at) = near::<T::Bits>(ctx, dest.addr(), pe) else {
        return T::of(exchange_otherwise(call, ctx, dest.addr(), cond.bits(), value.bits(), pe));
    };
    // SAFETY: the element lies in the PE's part, aligned.
    let old = unsafe { T::Bits::exchange(at, cond.bits(), value.bits()) };
    SPACE.rouse(pe as usize);
    T::of(old)
}

#[inline(never)]
fn exchange_otherwise<B: AtomicBits>(call: &str, ctx: Ctx, address: usize, cond: B, value: B, pe: i32) -> B {
    exchange_at(call, element::<B>(call, ctx, address, pe), address, cond, value)
}

/// Stores `value` in an element of a part, which may be on another machine, if the element equals `cond`. Returns its
/// former value.
pub fn exchange_at<B: AtomicBits>(call: &str, place: (usize, usize), address: usize, cond: B, value: B) -> B {
    let (pe, offset) = place;
    let part = SPACE.part(pe);
    if !part.is_null() {
        // SAFETY: the caller has checked the offset.
        let old = unsafe { B::exchange(part.wrapping_add(offset), cond, value) };
        SPACE.rouse(pe);
        return old;
    }
    let (mut cond, mut value, mut old) = (cond, value, B::default());
    // SAFETY: all are variables of this function, and the operation is over when the call returns.
    let all = unsafe { [word(&mut cond), word(&mut value), word(&mut old)] };
    let what = AtomicChange::Set.on(size_of::<B>());
    operate(call, pe, address, |joined, endpoint| {
        joined.window.compare_and_swap(endpoint, pe, offset as u64, what, all)
    });
    old
}

#[inline(always)]
pub unsafe fn set<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: i32) {
    change(call, ctx, AtomicChange::Set, dest, value, pe);
}

#[inline(always)]
pub unsafe fn inc<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, pe: i32) {
    change(call, ctx, AtomicChange::Add, dest, T::ONE, pe);
}

#[inline(always)]
pub unsafe fn fetch_inc<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, pe: i32) -> T {
    changed(call, ctx, AtomicChange::Add, dest, T::ONE, pe)
}

macro_rules! changes { ($($plain:ident $fetching:ident $what:ident)*) => { $(
    #[inline(always)]
    pub unsafe fn $plain<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: i32) {
        change(call, ctx, AtomicChange::$what, dest, value, pe);
    }
    #[inline(always)]
    pub unsafe fn $fetching<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: i32) -> T {
        changed(call, ctx, AtomicChange::$what, dest, value, pe)
    }
)* } }
changes! { add fetch_add Add and fetch_and And or fetch_or Or xor fetch_xor Xor }

#[inline(always)]
pub unsafe fn swap<T: AtomicElement>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: i32) -> T {
    changed(call, ctx, AtomicChange::Set, dest, value, pe)
}

/// Defines non-blocking forms, which are complete when the call returns.
macro_rules! nonblocking { ($($name:ident $of:ident($($p:ident: $t:ty),*);)*) => { $(
    #[inline(always)]
    pub unsafe fn $name<T: AtomicElement>(call: &str, ctx: Ctx, fetch: *mut T, $($p: $t),*) {
        // SAFETY: the program vouches for the place of the old value.
        unsafe { fetch.write_unaligned($of(call, ctx, $($p),*)) };
    }
)* } }
nonblocking! {
    fetch_nbi fetch(source: *const T, pe: i32);
    swap_nbi swap(dest: *mut T, value: T, pe: i32);
    compare_swap_nbi compare_swap(dest: *mut T, cond: T, value: T, pe: i32);
    fetch_inc_nbi fetch_inc(dest: *mut T, pe: i32);
    fetch_add_nbi fetch_add(dest: *mut T, value: T, pe: i32);
    fetch_and_nbi fetch_and(dest: *mut T, value: T, pe: i32);
    fetch_or_nbi fetch_or(dest: *mut T, value: T, pe: i32);
    fetch_xor_nbi fetch_xor(dest: *mut T, value: T, pe: i32);
}
