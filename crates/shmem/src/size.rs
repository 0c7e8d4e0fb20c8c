//! The size of the symmetric heap, as users give it in `SHMEM_SYMMETRIC_SIZE`.

/// The size in bytes of a heap for which users give none.
pub const DEFAULT: usize = 64 << 20;

/// Returns the bytes that a text means: a number, perhaps with a fraction, and perhaps one of the suffixes K, M, G and
/// T, powers of 1024 (OpenSHMEM 1.5, section 8). `None` if it means none.
pub fn parse(text: &str) -> Option<usize> {
    let text = text.trim();
    let (number, shift) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 10),
        (at, 'm' | 'M') => (&text[..at], 20),
        (at, 'g' | 'G') => (&text[..at], 30),
        (at, 't' | 'T') => (&text[..at], 40),
        _ => (text, 0),
    };
    let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = number.parse().ok().filter(|_| plain)?;
    let bytes = value * (1u64 << shift) as f64;
    (bytes < (1u64 << 46) as f64).then_some(bytes as usize)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes_have_fractions_and_suffixes() {
        let all = [("1000", 1000), ("64M", 64 << 20), ("1.5k", 1536), (" 2G ", 2 << 30), ("0", 0)];
        all.iter().for_each(|(text, bytes)| assert_eq!(parse(text), Some(*bytes), "{text}"));
        for text in ["", "M", "-1", "1e3", "5 M", "10Q", "900T", "inf", "1.2.3"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
