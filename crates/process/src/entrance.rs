//! The way into a process for users that do not know what its gate keeps: C's interfaces and OpenSHMEM.
//!
//! The gate is one static, whose type names the state of the user behind it. That user is above the users that enter
//! here, so the linker connects the two: [`define_process`](crate::define_process) in one crate of a library defines
//! the function that [`enter`] calls. A library without a process, or with two, is not linked. See decision 14.
use super::inside::Inside;

// SAFETY: `define_process` defines this function with this signature, and nothing else does.
#[expect(unsafe_code, reason = "the linker knows no types")]
unsafe extern "Rust" {
    safe fn clump_process(f: &mut dyn FnMut(&mut dyn Inside));
}

/// Runs `f` with the process's state, and returns its value. `f` must not enter again, nor call functions of the
/// program.
#[inline(always)]
pub fn enter<T>(f: impl FnOnce(&mut dyn Inside) -> T) -> T {
    let (mut f, mut value) = (Some(f), None);
    clump_process(&mut |inside| value = f.take().map(|f| f(inside)));
    match value {
        Some(value) => value,
        None => unreachable!("the process calls back once"),
    }
}

/// Defines the process that [`enter`](crate::enter) enters: the one of this [`Process`](crate::Process). Without a
/// type, defines none, so that unit tests of a crate that enters can be linked; they must not enter.
#[macro_export]
macro_rules! define_process {
    ($process:ty) => {
        $crate::define_process!(@ |f| f(&mut $crate::Guard::<$process>::enter()));
    };
    () => {
        $crate::define_process!(@ |_| unreachable!("tests enter no process"));
    };
    (@ |$f:pat_param| $body:expr) => {
        #[unsafe(no_mangle)]
        extern "Rust" fn clump_process($f: &mut dyn FnMut(&mut dyn $crate::Inside)) {
            $body
        }
    };
}
