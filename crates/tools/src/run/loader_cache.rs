//! The loader's cache, /etc/ld.so.cache: which file has a library's name. `ldconfig` writes it.
use super::elf::number;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The beginning of the cache, and that of an older form, in front of which the cache itself follows.
const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
const OLD_MAGIC: &[u8] = b"ld.so-1.7.0\0";
/// Bytes of the head, of an entry, of the old form's head and of an entry there.
const HEAD: u64 = 48;
const ENTRY: u64 = 24;
const OLD_HEAD: u64 = 16;
const OLD_ENTRY: u64 = 12;
/// The kind of a library of this processor, as the cache numbers it.
const KIND: u64 = if cfg!(target_arch = "aarch64") { 0x0a03 } else { 0x0303 };
/// What marks an entry for a processor with more instructions, and the beginning of the table of their names.
const EXTENDED: u64 = 1 << 62;
const TABLE_MAGIC: u64 = 0xeaa4_2174;
const SUBFOLDERS: u64 = 1;
/// The longest name or path.
const LONGEST: usize = 4096;

/// The cache's bytes. Whatever they are, no method panics.
pub struct LoaderCache {
    bytes: Vec<u8>,
}

impl LoaderCache {
    /// Takes the contents of the file.
    pub fn new(bytes: Vec<u8>) -> LoaderCache {
        LoaderCache { bytes }
    }

    /// Returns the file of the library `name`: for the first of `subfolders` (of processors with more instructions, the
    /// best first) that the cache knows, else for every processor.
    pub fn find(&self, name: &str, subfolders: &[&str]) -> Option<PathBuf> {
        let cache = self.bytes.get(self.start()?..).filter(|cache| cache.starts_with(MAGIC))?;
        let count = number(cache, 20, 4)?;
        let text = |at: u64| {
            let rest = cache.get(usize::try_from(at).ok()?..)?;
            rest.iter().take(LONGEST).position(|&b| b == 0).map(|len| &rest[..len])
        };
        let rank = |capability: u64| match capability {
            0 => Some(subfolders.len()),
            _ if capability & EXTENDED == 0 => None,
            _ => {
                let subfolder = text(subfolder(cache, capability & u64::from(u32::MAX))?)?;
                subfolders.iter().position(|known| known.as_bytes() == subfolder)
            }
        };
        let mut best: Option<(usize, &[u8])> = None;
        for n in 0..count {
            // A table that is shorter than the head says ends here.
            let field = |offset, len| number(cache, HEAD + n * ENTRY + offset, len);
            let (kind, key, value, capability) = (field(0, 4)?, field(4, 4)?, field(8, 4)?, field(16, 8)?);
            if kind != KIND || text(key) != Some(name.as_bytes()) {
                continue;
            }
            if let (Some(rank), Some(file)) = (rank(capability), text(value))
                && best.is_none_or(|(best, _)| rank < best)
            {
                best = Some((rank, file));
            }
        }
        best.map(|(_, file)| OsString::from_vec(file.to_vec()).into())
    }

    /// Returns where the cache begins, behind an older form that may be in front.
    fn start(&self) -> Option<usize> {
        if !self.bytes.starts_with(OLD_MAGIC) {
            return Some(0);
        }
        let old = OLD_HEAD + number(&self.bytes, 12, 4)? * OLD_ENTRY;
        usize::try_from(old.next_multiple_of(8)).ok()
    }
}

/// Returns where the name of the subfolder with this number begins.
fn subfolder(cache: &[u8], index: u64) -> Option<u64> {
    let table = number(cache, 32, 4)?;
    if number(cache, table, 4)? != TABLE_MAGIC {
        return None;
    }
    let section = |n: u64| table + 8 + n * 16;
    let count = number(cache, table + 4, 4)?.min(64);
    let at = (0..count).map(section).find(|&at| number(cache, at, 4) == Some(SUBFOLDERS))?;
    let (offset, size) = (number(cache, at + 8, 4)?, number(cache, at + 12, 4)?);
    if index >= size / 4 {
        return None;
    }
    number(cache, offset + index * 4, 4)
}
