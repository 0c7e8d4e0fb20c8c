//! Waits for and tests of variables that other PEs change (OpenSHMEM 1.5, section 9.10).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::meet::block;
use super::process::fail;
use super::space::SPACE;
use crate::compare::Comparison;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, AtomicUsize, fence};

/// C's types of variables that programs wait for.
pub trait Awaited: Copy + PartialOrd + 'static {
    /// Loads a variable that other PEs change; everything that its PE has written before is seen with it.
    ///
    /// # Safety
    /// There is an aligned variable at the address.
    unsafe fn load(at: *const Self) -> Self;
}

macro_rules! awaited { ($($t:ty: $cell:ty;)*) => { $(
    impl Awaited for $t {
        #[inline(always)]
        unsafe fn load(at: *const $t) -> $t {
            // SAFETY: by this function's contract.
            unsafe { <$cell>::from_ptr(at.cast_mut().cast()) }.load(Acquire) as $t
        }
    }
)* } }
awaited! {
    i16: AtomicU16; u16: AtomicU16; i32: AtomicU32; u32: AtomicU32; i64: AtomicU64; u64: AtomicU64; isize: AtomicU64;
    usize: AtomicU64;
}

/// The variables of a call.
struct Variables<T> {
    first: *const T,
    n: usize,
    status: *const i32,
    comparison: Comparison,
    /// One value for all variables, or one for each.
    values: Values<T>,
}

#[derive(Clone, Copy)]
enum Values<T> {
    All(T),
    Each(*mut T),
}

impl<T: Awaited> Variables<T> {
    unsafe fn new(
        call: &str,
        first: *const T,
        n: usize,
        status: *const i32,
        cmp: i32,
        values: Values<T>,
    ) -> Variables<T> {
        if n > 0 && !first.is_aligned() {
            fail(call, format_args!("the address {first:?} is not aligned"));
        }
        Variables { first, n, status, comparison: comparison(call, cmp), values }
    }

    /// Returns true if the program does not wait for this variable.
    fn is_excluded(&self, i: usize) -> bool {
        // SAFETY: the status array, if there is one, has an element for each variable.
        !self.status.is_null() && unsafe { *self.status.add(i) } != 0
    }

    fn holds(&self, i: usize) -> bool {
        // SAFETY: the program vouches for its arrays of `n` elements.
        let (variable, value) = unsafe {
            let value = match self.values {
                Values::All(value) => value,
                Values::Each(values) => *values.add(i),
            };
            (T::load(self.first.add(i)), value)
        };
        self.comparison.holds(variable, value)
    }

    fn awaited(&self) -> impl Iterator<Item = usize> {
        (0..self.n).filter(|&i| !self.is_excluded(i))
    }

    fn test_all(&self) -> bool {
        self.awaited().all(|i| self.holds(i))
    }

    /// Returns a variable for which the comparison holds. Each call begins at another variable, so that none of those
    /// for which it always holds is found for ever.
    fn test_any(&self) -> Option<usize> {
        static FIRST: AtomicUsize = AtomicUsize::new(0);
        if self.n == 0 {
            return None;
        }
        let first = FIRST.fetch_add(1, Relaxed) % self.n;
        (first..self.n).chain(0..first).find(|&i| !self.is_excluded(i) && self.holds(i))
    }

    /// Sets `indices` to the variables for which the comparison holds, and returns their number.
    unsafe fn test_some(&self, indices: *mut usize) -> usize {
        let mut found = 0;
        for i in self.awaited().filter(|&i| self.holds(i)) {
            // SAFETY: the program's array has an element for each variable.
            unsafe { indices.add(found).write(i) };
            found += 1;
        }
        found
    }

    fn is_empty(&self) -> bool {
        self.awaited().next().is_none()
    }
}

#[inline(always)]
fn comparison(call: &str, cmp: i32) -> Comparison {
    match Comparison::of(cmp) {
        Some(comparison) => comparison,
        None => no_comparison(call, cmp),
    }
}

#[cold]
fn no_comparison(call: &str, cmp: i32) -> ! {
    fail(call, format_args!("the comparison is {cmp}: SHMEM_CMP_EQ, NE, GT, GE, LT or LE"))
}

/// Returns the variable's value once it compares so with `value`.
#[inline(always)]
pub unsafe fn value_until<T: Awaited>(call: &str, variable: *const T, cmp: i32, value: T) -> T {
    SPACE.check(call);
    let comparison = comparison(call, cmp);
    if !variable.is_aligned() || variable.is_null() {
        fail(call, format_args!("the address {variable:?} is null or not aligned"));
    }
    let mut found = value;
    block(|| {
        // SAFETY: the program vouches for the variable, whose address is aligned.
        found = unsafe { T::load(variable) };
        comparison.holds(found, value)
    });
    found
}

#[inline(always)]
pub unsafe fn until<T: Awaited>(call: &str, variable: *mut T, cmp: i32, value: T) {
    // SAFETY: by this function's contract.
    unsafe { value_until(call, variable, cmp, value) };
}

/// Waits until the variable differs from `value` (the deprecated shmem_wait).
pub unsafe fn while_equal<T: Awaited>(call: &str, variable: *mut T, value: T) {
    /// SHMEM_CMP_NE.
    const DIFFERS: i32 = 2;
    // SAFETY: by this function's contract.
    unsafe { value_until(call, variable, DIFFERS, value) };
}

#[inline(always)]
pub unsafe fn test<T: Awaited>(call: &str, variable: *mut T, cmp: i32, value: T) -> i32 {
    SPACE.check(call);
    // SAFETY: by this function's contract.
    let holds = unsafe { Variables::new(call, variable, 1, std::ptr::null(), cmp, Values::All(value)) }.test_all();
    after_test(holds);
    holds.into()
}

/// Makes progress for PEs on other machines after a test that has found nothing, because programs test in loops.
fn after_test(found: bool) {
    if found {
        return fence(Acquire);
    }
    if SPACE.is_far() || SPACE.is_crowded() {
        super::process::enter(|inside| inside.advance());
        if SPACE.is_crowded() {
            std::thread::yield_now();
        }
    }
}

/// Defines a wait and a test, each with one value for all variables and with one for each.
macro_rules! forms { ($($wait:ident $wait_each:ident $wait_of:ident $test:ident $test_each:ident $test_of:ident
    ($($out:ident: $of:ty)?) -> $r:ty, $t:ty;)*) => { $(
    forms!(one $wait, $wait_of, ($($out: $of)?), $r, T, Values::All);
    forms!(one $wait_each, $wait_of, ($($out: $of)?), $r, *mut T, Values::Each);
    forms!(one $test, $test_of, ($($out: $of)?), $t, T, Values::All);
    forms!(one $test_each, $test_of, ($($out: $of)?), $t, *mut T, Values::Each);
)* };
    (one $name:ident, $f:ident, ($($out:ident: $of:ty)?), $r:ty, $v:ty, $values:path) => {
        pub unsafe fn $name<T: Awaited>(
            call: &str,
            variables: *mut T,
            n: usize,
            $($out: $of,)?
            status: *const i32,
            cmp: i32,
            values: $v,
        ) -> $r {
            SPACE.check(call);
            // SAFETY: by this function's contract.
            unsafe {
                let all = Variables::new(call, variables, n, status, cmp, $values(values));
                $f(&all $(, $out)?)
            }
        }
    };
}
forms! {
    all all_vector wait_all test_all test_all_vector look_all () -> (), i32;
    any any_vector wait_any test_any test_any_vector look_any () -> usize, usize;
    some some_vector wait_some test_some test_some_vector look_some (indices: *mut usize) -> usize, usize;
}

unsafe fn wait_all<T: Awaited>(all: &Variables<T>) {
    block(|| all.test_all());
}

unsafe fn wait_any<T: Awaited>(all: &Variables<T>) -> usize {
    if all.is_empty() {
        return usize::MAX;
    }
    let mut found = None;
    block(|| {
        found = all.test_any();
        found.is_some()
    });
    found.unwrap_or(usize::MAX)
}

unsafe fn wait_some<T: Awaited>(all: &Variables<T>, indices: *mut usize) -> usize {
    if all.is_empty() {
        return 0;
    }
    let mut found = 0;
    block(|| {
        // SAFETY: by this function's contract.
        found = unsafe { all.test_some(indices) };
        found > 0
    });
    found
}

unsafe fn look_all<T: Awaited>(all: &Variables<T>) -> i32 {
    let holds = all.test_all();
    after_test(holds);
    holds.into()
}

unsafe fn look_any<T: Awaited>(all: &Variables<T>) -> usize {
    let found = all.test_any();
    after_test(found.is_some());
    found.unwrap_or(usize::MAX)
}

unsafe fn look_some<T: Awaited>(all: &Variables<T>, indices: *mut usize) -> usize {
    // SAFETY: by this function's contract.
    let found = unsafe { all.test_some(indices) };
    after_test(found > 0);
    found
}
