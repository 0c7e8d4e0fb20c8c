//! Hints to the processor. They never fault, whatever the address, and do nothing where they do not exist.

/// Asks for the line, to read it.
#[inline(always)]
pub(crate) fn for_reading(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint: reads nothing that the program could see.
    unsafe {
        std::arch::asm!("prefetcht0 [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = at;
}

/// Asks for the line, to write it.
#[inline(always)]
pub(crate) fn for_writing(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint: changes nothing that the program could see.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) at, options(nostack, preserves_flags));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        std::arch::asm!("prfm pstl1keep, [{}]", in(reg) at, options(nostack, preserves_flags));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = at;
}
