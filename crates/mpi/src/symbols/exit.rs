//! The function that runs when the process ends, or when the program unloads the library.

/// Registers the function with the loader.
// SAFETY: the loader calls the functions of this section, with C's calling convention, after the program's own exit
// handlers and before it unmaps the library.
#[cfg(not(test))]
#[used]
#[unsafe(link_section = ".fini_array")]
static ON_EXIT: extern "C" fn() = at_exit;

#[cfg(not(test))]
extern "C" fn at_exit() {
    crate::start::at_exit();
}
