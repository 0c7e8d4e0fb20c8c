//! Prefetch hints. They never fault, whatever the address, and do nothing on processors without them.

/// Prefetches the line at `at` for reading.
#[inline(always)]
pub(crate) fn for_reading(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint: reads nothing that the program could see.
    unsafe {
        std::arch::asm!("prefetcht0 [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a hint: reads nothing that the program could see.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = at;
}

/// Prefetches the line at `at` for writing.
#[inline(always)]
pub(crate) fn for_writing(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint: changes nothing that the program could see.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) at, options(nostack, preserves_flags));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a hint: changes nothing that the program could see.
    unsafe {
        std::arch::asm!("prfm pstl1keep, [{}]", in(reg) at, options(nostack, preserves_flags));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = at;
}
