//! Reads the parts of a program's or library's file that the loader reads.
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A file's loader and the names of the libraries that the file needs. Only 64-bit little-endian files, like Clump
/// itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Elf {
    /// The path of the loader; `None` if the file is statically linked, or is a library.
    pub loader: Option<PathBuf>,
    pub needed: Vec<String>,
}

/// The most bytes of one part of a file that are read.
const LONGEST: u64 = 64 << 20;
/// Kinds of segments, and of entries of the dynamic section, as the ELF specification numbers them.
const LOAD: u64 = 1;
const DYNAMIC: u64 = 2;
const INTERPRETER: u64 = 3;
const NEEDED: u64 = 1;
const TEXTS: u64 = 5;
const TEXTS_SIZE: u64 = 10;

impl Elf {
    /// Reads a file. Returns `None` if the file cannot be read or has another format.
    pub fn of(path: &Path) -> Option<Elf> {
        let file = File::open(path).ok()?;
        Elf::read(|from, len| {
            let mut bytes = vec![0; usize::try_from(len.min(LONGEST)).ok()?];
            file.read_exact_at(&mut bytes, from).ok()?;
            Some(bytes)
        })
    }

    /// Reads a file of which `part` returns the bytes at an offset, or `None` beyond the file's end.
    fn read(part: impl Fn(u64, u64) -> Option<Vec<u8>>) -> Option<Elf> {
        let head = part(0, 64)?;
        if !head.starts_with(b"\x7fELF\x02\x01") {
            return None;
        }
        // Offset, entry size and number of entries of the table of segments.
        let (at, size, count) = (number(&head, 0x20, 8)?, number(&head, 0x36, 2)?, number(&head, 0x38, 2)?);
        let table = part(at, size * count)?;
        // Kind, offset in the file, address, and length in the file of a segment.
        let segment = |n: u64| {
            let field = |offset: u64, len| number(&table, n * size + offset, len);
            Some((field(0, 4)?, field(8, 8)?, field(16, 8)?, field(32, 8)?))
        };
        let segments: Vec<_> = (0..count).filter_map(segment).collect();
        let of = |kind: u64| segments.iter().find(|s| s.0 == kind).and_then(|&(_, from, _, len)| part(from, len));
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        let loader = of(INTERPRETER).map(|path| string(&path).into());
        let Some(dynamic) = of(DYNAMIC) else { return Some(Elf { loader, needed: Vec::new() }) };
        let entries: Vec<(u64, u64)> =
            dynamic.chunks_exact(16).filter_map(|e| Some((number(e, 0, 8)?, number(e, 8, 8)?))).collect();
        let entry = |kind: u64| entries.iter().find(|e| e.0 == kind).map(|e| e.1);
        let (texts, length) = (entry(TEXTS)?, entry(TEXTS_SIZE)?);
        let holds = |&&(kind, _, address, len): &&(u64, u64, u64, u64)| {
            kind == LOAD && address <= texts && texts - address < len
        };
        let &(_, from, address, _) = segments.iter().find(holds)?;
        let texts = part(from.checked_add(texts - address)?, length)?;
        let text = |at: u64| texts.get(at as usize..)?.split(|&b| b == 0).next();
        let needed = entries.iter().filter(|e| e.0 == NEEDED).filter_map(|e| text(e.1));
        Some(Elf { loader, needed: needed.map(string).collect() })
    }
}

/// Reads a number of `len` bytes at offset `at`.
fn number(bytes: &[u8], at: u64, len: usize) -> Option<u64> {
    let bytes = bytes.get(usize::try_from(at).ok()?..)?.get(..len)?;
    let mut whole = [0; 8];
    whole[..len].copy_from_slice(bytes);
    Some(u64::from_le_bytes(whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;

    #[test]
    fn this_program_needs_the_c_library() {
        let elf = Elf::of(Path::new("/proc/self/exe")).expect("an ELF file");
        assert!(elf.loader.is_some_and(|l| l.exists()) && elf.needed.iter().any(|n| n.starts_with("libc.")));
        assert_eq!(Elf::of(Path::new("/proc/self/maps")), None);
    }

    proptest! {
        #[test]
        fn damaged_files_are_read_without_panic(
            at in prop::collection::vec((0usize..1024, any::<u8>()), 1..8), len in 0usize..4096,
        ) {
            let mut bytes = fs::read("/bin/sh").expect("a shell");
            bytes.truncate(len.max(64));
            for (at, byte) in at {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            // The result may be anything, but reading must not fail.
            let _ = Elf::read(|from, len| {
                Some(bytes.get(usize::try_from(from).ok()?..)?.get(..usize::try_from(len).ok()?)?.to_vec())
            });
        }
    }
}
