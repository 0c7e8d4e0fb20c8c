//! Whether the processor has instructions for AES.

/// Returns how many bits the processor encrypts by AES at a time: 128, 256 or 512; 0 if it has no AES. On x86-64 the
/// processor also needs AVX, because the ciphers use the AVX forms of the instructions.
pub fn aes_bits() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected;
        let aes = is_x86_feature_detected!("aes") && is_x86_feature_detected!("avx");
        let wide = aes && is_x86_feature_detected!("vaes") && is_x86_feature_detected!("avx2");
        match wide && is_x86_feature_detected!("avx512f") {
            true => 512,
            false if wide => 256,
            false if aes => 128,
            false => 0,
        }
    }
    #[cfg(target_arch = "aarch64")]
    return if std::arch::is_aarch64_feature_detected!("aes") { 128 } else { 0 };
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return 0;
}
