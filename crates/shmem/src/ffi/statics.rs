//! The program's static variables as symmetric memory. The writable pages of the executable, without those that the
//! loader protects after relocation (RELRO), are copied into this PE's part, and that piece of the memory file is
//! mapped over them. The program then uses the memory that other PEs map, under its old addresses.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use crate::layout::PAGE;
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr;

/// Returns the addresses of the program's writable pages; an empty range if there are none.
pub fn find() -> Range<usize> {
    let mut found = 0..0;
    // SAFETY: the loader calls the function with valid descriptions, and with the pointer to `found`, during this call.
    unsafe { libc::dl_iterate_phdr(Some(of_program), (&raw mut found).cast()) };
    found
}

/// Looks at the first object that the loader knows, which is the program, and stops.
unsafe extern "C" fn of_program(info: *mut libc::dl_phdr_info, _size: usize, found: *mut c_void) -> c_int {
    // SAFETY: the loader passes a valid description, whose headers stay mapped.
    let (base, headers) = unsafe {
        let info = &*info;
        (info.dlpi_addr as usize, std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()))
    };
    let span = |h: &libc::Elf64_Phdr| {
        let start = base.wrapping_add(h.p_vaddr as usize);
        start..start.wrapping_add(h.p_memsz as usize)
    };
    let protected = headers.iter().find(|h| h.p_type == libc::PT_GNU_RELRO).map_or(0..0, span);
    let writable = headers.iter().filter(|h| h.p_type == libc::PT_LOAD && h.p_flags & libc::PF_W != 0).map(span);
    let longest = writable.map(|all| without(all, &protected)).max_by_key(|pages| pages.len());
    // SAFETY: the pointer that `find` has passed.
    unsafe { found.cast::<Range<usize>>().write(longest.unwrap_or_default()) };
    1
}

/// Returns the pages of a segment that the loader leaves writable. The protected range is at the segment's start.
fn without(all: Range<usize>, protected: &Range<usize>) -> Range<usize> {
    let start = if all.contains(&protected.start) { protected.end.max(all.start) } else { all.start };
    // The loader protects whole pages only.
    let (start, end) = (start / PAGE * PAGE, all.end.next_multiple_of(PAGE));
    if start < end { start..end } else { 0..0 }
}

/// Copies the pages that are not all zero, so that pages that the program has not used cost no memory.
///
/// # Safety
/// The pages are mapped, readable, and not written meanwhile; there are as many writable ones, all zero, at `to`.
pub unsafe fn copy(pages: &Range<usize>, to: *mut u8) {
    for (i, page) in pages.clone().step_by(PAGE).enumerate() {
        let from = ptr::with_exposed_provenance::<u8>(page);
        // SAFETY: by this function's contract.
        unsafe {
            let words = std::slice::from_raw_parts(from.cast::<u64>(), PAGE / 8);
            if words.iter().any(|&word| word != 0) {
                ptr::copy_nonoverlapping(from, to.wrapping_add(i * PAGE), PAGE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_this_program_hold_its_static_variables() {
        static mut WRITTEN: u64 = 3;
        static CONSTANT: u64 = 4;
        let pages = find();
        let holds = |at: usize| pages.contains(&at);
        assert!(holds((&raw const WRITTEN).addr()), "{pages:x?}");
        assert!(
            !holds((&raw const CONSTANT).addr())
                && !holds(find as *const () as usize)
                && !holds((&raw const pages).addr())
        );
    }

    #[test]
    fn pages_that_the_loader_protects_are_left_out() {
        assert_eq!(without(0x5000..0x8123, &(0x5000..0x6000)), 0x6000..0x9000);
        assert_eq!(without(0x5010..0x8000, &(0x5010..0x6800)), 0x6000..0x8000);
        assert_eq!(without(0x5010..0x8000, &(0x1000..0x2000)), 0x5000..0x8000);
        assert_eq!(without(0x5000..0x5800, &(0x5000..0x6000)), 0..0);
    }
}
