//! Reads the parts of a program's or library's file that the loader reads.
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// What a file tells the loader. Only 64-bit little-endian files, like Clump itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Elf {
    /// The path of the loader; `None` if the file is statically linked, or is a library.
    pub loader: Option<PathBuf>,
    /// The number of the file's kind of processor.
    pub machine: u64,
    /// The names of the libraries that the file needs.
    pub needed: Vec<String>,
    /// The name by which others need this library.
    pub soname: Option<String>,
    /// Where the loader looks for what this file and the libraries below it need (DT_RPATH).
    pub rpath: Option<OsString>,
    /// Where the loader looks for what this file itself needs (DT_RUNPATH).
    pub runpath: Option<OsString>,
    /// True if the loader must not look in the system's directories.
    pub no_default_paths: bool,
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
const SONAME: u64 = 14;
const RPATH: u64 = 15;
const RUNPATH: u64 = 29;
const FLAGS_1: u64 = 0x6fff_fffb;
const NO_DEFAULT_PATHS: u64 = 0x800;
/// The most libraries that one file may need, and the longest name or path.
const MOST_NEEDED: usize = 1024;
const LONGEST_TEXT: usize = 64 << 10;

impl Elf {
    /// Reads a file. Returns `None` if the file cannot be read or has another format.
    pub fn of(path: &Path) -> Option<Elf> {
        // To open a named pipe would block.
        let file = File::open(path).ok().filter(|_| fs::metadata(path).is_ok_and(|m| m.is_file()))?;
        Elf::read(|from, len| {
            let mut bytes = vec![0; usize::try_from(len.min(LONGEST)).ok()?];
            file.read_exact_at(&mut bytes, from).ok()?;
            Some(bytes)
        })
    }

    /// Reads a file that lies in memory.
    pub fn of_bytes(bytes: &[u8]) -> Option<Elf> {
        Elf::read(|from, len| {
            Some(bytes.get(usize::try_from(from).ok()?..)?.get(..usize::try_from(len).ok()?)?.to_vec())
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
        let machine = number(&head, 0x12, 2)?;
        let Some(dynamic) = of(DYNAMIC) else { return Some(Elf { loader, machine, ..Elf::default() }) };
        let entries: Vec<(u64, u64)> = dynamic
            .chunks_exact(16)
            .map_while(|e| Some((number(e, 0, 8)?, number(e, 8, 8)?)))
            .take_while(|e| e.0 != 0)
            .collect();
        let entry = |kind: u64| entries.iter().find(|e| e.0 == kind).map(|e| e.1);
        let (texts, length) = (entry(TEXTS)?, entry(TEXTS_SIZE)?);
        let holds = |&&(kind, _, address, len): &&(u64, u64, u64, u64)| {
            kind == LOAD && address <= texts && texts - address < len
        };
        let &(_, from, address, _) = segments.iter().find(holds)?;
        let texts = part(from.checked_add(texts - address)?, length)?;
        let text = |at: u64| texts.get(usize::try_from(at).ok()?..)?.split(|&b| b == 0).next();
        let text = |at: u64| text(at).filter(|text| text.len() <= LONGEST_TEXT);
        let path = |kind: u64| entry(kind).and_then(text).map(|path| OsString::from_vec(path.to_vec()));
        let needed = entries.iter().filter(|e| e.0 == NEEDED).filter_map(|e| text(e.1));
        Some(Elf {
            loader,
            machine,
            needed: needed.take(MOST_NEEDED).map(string).collect(),
            soname: entry(SONAME).and_then(text).map(string),
            rpath: path(RPATH),
            runpath: path(RUNPATH),
            no_default_paths: entry(FLAGS_1).is_some_and(|flags| flags & NO_DEFAULT_PATHS != 0),
        })
    }
}

/// Reads a number of `len` bytes, at most 8, at offset `at`. Returns `None` beyond the end of `bytes`.
pub fn number(bytes: &[u8], at: u64, len: usize) -> Option<u64> {
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
            let _ = Elf::of_bytes(&bytes);
        }
    }
}
