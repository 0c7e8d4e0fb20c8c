//! Parses and writes numbers of bytes as people write them: 8, 64k, 1m.

/// Parses a number of bytes such as "8", "64k" or "1m".
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        _ => (text, 0),
    };
    digits
        .parse::<u64>()
        .ok()
        .filter(|v| *v <= (1 << 30) >> shift)
        .map(|v| v << shift)
        .ok_or_else(|| format!("a size is a number of bytes up to 1024m, such as 8, 64k or 1m; not \"{text}\""))
}

/// Writes a number of bytes as "8", "64k" or "1m".
pub fn show_size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{}m", b >> 20),
        b if b >= 1 << 10 && b % (1 << 10) == 0 => format!("{}k", b >> 10),
        b => b.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_shown() {
        for (text, bytes) in [("0", 0), ("8", 8), ("64k", 65536), ("16m", 16 << 20), ("1024m", 1 << 30)] {
            assert_eq!(parse_size(text), Ok(bytes));
        }
        assert_eq!(show_size(65536), "64k");
        assert_eq!(show_size(1000), "1000");
        for bad in ["", "k", "-1", "8q", "1025m", "99999999999999999999"] {
            assert!(parse_size(bad).unwrap_err().contains("a size is"), "{bad}");
        }
    }
}
